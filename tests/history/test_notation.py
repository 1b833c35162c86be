"""The page on the notation is true of records: its example, its tags, its grammar."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from basra.engine.errors import RecordError
from basra.history import game_record
from basra.history.game_record import Record
from tests.history.quick_match import match

PAGE = Path(__file__).parents[2].joinpath("docs", "notation.md").read_text(encoding="utf-8")
RECORDS = PAGE[PAGE.index("## Records") :]
(EXAMPLE,) = re.findall(r"^```basra\n(.*?)^```$", RECORDS, re.MULTILINE | re.DOTALL)
TABLE = set(re.findall(r"`([A-Z][A-Za-z]+)`", "".join(re.findall(r"^\| `[^|]*\|", RECORDS, re.M))))


def test_the_example_is_a_record_to_the_byte() -> None:
    record = Record.parse(EXAMPLE)
    assert str(record) == EXAMPLE
    assert record.log.match.is_over


def test_every_tag_there_is_stands_in_the_table() -> None:
    known = {*game_record._SINGLE_TAGS, *game_record._REPEATED_TAGS, "Round", "Dealer", "Deck"}
    assert known == TABLE


def test_a_tag_that_is_not_in_the_table_is_refused() -> None:
    with pytest.raises(RecordError, match="line 2: there is no tag 'Colour' here"):
        Record.parse(EXAMPLE.replace('"]\n', '"]\n[Colour "red"]\n', 1))


CARD = "[A23456789TJQK][CDHS]"
PLAY = f"{CARD}(x({CARD})+)?!?"
TAG = r'\[[A-Za-z]+ "([^"\\]|\\.)*"\]'
GRAMMAR = re.compile(
    rf'\[Format "1"\]\n({TAG}( {TAG})*\n)*\n*'
    rf'(\[Round "\d+"\]\n\[Dealer "(South|North)"\]\n\[Deck "({CARD}){{52}}"\]\n\n*'
    rf"(\d+\. {PLAY}( {PLAY})*\n)*(\d+-\d+\n)?\n*)+"
)


@pytest.mark.parametrize("preset", ["v2", "jawaker", "levant"])
@pytest.mark.parametrize("plays", [0, 5, 1 << 20])
def test_what_is_written_has_the_form_of_the_grammar(preset: str, plays: int) -> None:
    session = match("grammar", preset=preset, plays=plays)
    assert GRAMMAR.fullmatch(str(Record(session.header(), session.log)))
