"""What may stand above a record."""

from __future__ import annotations

import dataclasses
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.errors import RecordError
from basra.engine.seats import Seat
from basra.match.header import LONGEST_LEVEL, LONGEST_NAME, LONGEST_SEED, Header, clean_name

FIELDS: dict[str, Any] = {
    "names": ("Mona", "Computer"),
    "levels": ("", "medium"),
    "seed": "7",
    "started": "2026-11-30T19:40:16Z",
}
HEADER = Header(**FIELDS)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("names", ("", "North"), "a player cannot be called ''"),
        ("names", ("South", " "), "a player cannot be called ' '"),
        ("names", ("South", "a  b"), "a player cannot be called 'a  b'"),
        ("names", ("a\x1b[2J", "North"), r"a player cannot be called 'a\\x1b"),
        ("names", ("a\x9b2J", "North"), "a player cannot be called"),
        ("names", ("\u202eNorth", "South"), "a player cannot be called"),
        ("names", ("a\rb", "North"), "a player cannot be called"),
        ("names", ("\ud800", "North"), "a player cannot be called"),
        ("names", ("x" * (LONGEST_NAME + 1), "North"), "a player cannot be called"),
        ("levels", ("", "\a"), "no computer player can be called"),
        ("levels", ("x" * (LONGEST_LEVEL + 1), ""), "no computer player can be called"),
        ("seed", "x" * (LONGEST_SEED + 1), "seed"),
        ("seed", "\x1b]0;title\a", "seed"),
        ("started", "30.11.2026", "not a time: '30.11.2026'; it is written like 2026-11-30"),
        ("started", "2026-02-30", "not a time"),
        ("started", "2026-11-30T19:40:16", "not a time"),
        ("started", "2026-11-30T24:40:16Z", "not a time"),
        ("started", "٢٠٢٦-11-30", "not a time"),
    ],
)
def test_what_no_record_can_say_is_refused(field: str, value: object, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        Header(**{**FIELDS, field: value})
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("started", ["", "2026-11-30", "2026-11-30T19:40:16Z"])
def test_the_time_may_be_a_second_a_day_or_unknown(started: str) -> None:
    assert dataclasses.replace(HEADER, started=started).started == started


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("../../x", "../../x"),
        (" CON ", "CON"),
        ("x\x1b[2Jy", "x[2Jy"),
        ("منى\u202e", "منى"),
        ("a\tb\nc", "a b c"),
        ("👩\u200d🚀", "👩🚀"),
        ("n" * 300, "n" * LONGEST_NAME),
        ("a" * (LONGEST_NAME - 1) + " b", "a" * (LONGEST_NAME - 1)),
        ("\x00\x07", "nobody"),
        ("", "nobody"),
    ],
)
def test_a_name_is_what_fits_on_a_line(text: str, name: str) -> None:
    assert clean_name(text, "nobody") == name


@given(st.text(max_size=60))
def test_a_clean_name_is_left_alone_and_may_stand_in_a_header(text: str) -> None:
    name = clean_name(text, "nobody")
    assert clean_name(name, "") == name
    assert not any(unicodedata.category(char).startswith("C") for char in name)
    assert Header((name, "other")).names[0] == name


def test_people_are_those_without_a_level() -> None:
    assert HEADER.humans == (True, False)
    assert Header(("a", "b")).humans == (True, True)
    assert HEADER.first_dealer is Seat.NORTH
