"""The score sheets: what is counted up is the engine's tally, item by item."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.cards import Cards
from basra.engine.matches import Match
from basra.engine.rules import PRESETS, Rules
from basra.engine.scoring import Tally, tally
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled
from basra.match.header import clean_name
from basra.messages.names import Names
from basra.tui.painting.canvas import truncate
from basra.tui.painting.score_sheets import (
    ScoreSheet,
    paint_match_result,
    paint_tally,
    running_total,
    score_lines,
)
from basra.tui.themes import DEFAULT_THEME
from tests.screen import position

NAMES = Names("You", "Computer")
SOURCES = {"cards": "most cards", "carried": "carried over"}


def random_tallies(count: int) -> Iterator[Tally]:
    """Tallies of piles and basras drawn at random, under every preset in turn."""
    rules = list(PRESETS.values())
    for number in range(count):
        rng = Random(number)
        order = shuffled(rng)
        cut_at = int(rng.random() * 53)
        piles = Cards.of(order[:cut_at]), Cards.of(order[cut_at:])
        made = [int(rng.random() * 4) for _ in range(4)]
        carried = int(rng.random() * 2) * 30
        yield tally(
            rules[number % len(rules)],
            piles,
            (made[0], made[1]),
            (made[2], made[3]),
            carried=carried,
        )


def sheet(last: Tally, names: Names = NAMES, *, target: int = 121) -> ScoreSheet:
    earlier = Tally(()), last
    return ScoreSheet(names, (Seat.SOUTH, Seat.NORTH), earlier, target, Cards(0), None, Seat.SOUTH)


def numbers_of(row: str) -> list[int]:
    return [int(word) for word in row.split() if word.lstrip("+-").isdigit()]


def test_every_line_counted_up_of_a_thousand_rounds_is_that_of_the_tally() -> None:
    for number, round_tally in enumerate(random_tallies(1000)):
        for shown in range(len(round_tally.lines) + 1):
            south, north = running_total(round_tally, shown)
            assert south == sum(line.points[0] for line in round_tally.lines[:shown])
            assert north == sum(line.points[1] for line in round_tally.lines[:shown])
        assert running_total(round_tally, len(round_tally.lines)) == round_tally.points
        if number % 10:
            continue
        shown_text = paint_tally(sheet(round_tally), "", 80, 24, DEFAULT_THEME).text
        rows = {row.strip()[:15].strip(): row[30:] for row in shown_text.split("\n")}
        for line in round_tally.lines:
            counted = [] if line.source == "carried" else line.counts
            pairs = zip(counted or (None, None), line.points, strict=True)
            wanted = [n for pair in pairs for n in pair if n is not None]
            assert numbers_of(rows[SOURCES.get(line.source, line.source)]) == wanted
        assert numbers_of(rows["this round"]) == list(round_tally.points)


def test_lines_come_one_by_one_and_stay_in_their_rows() -> None:
    round_tally = next(random_tallies(1))
    pictures = [
        paint_tally(sheet(round_tally), "", 80, 24, DEFAULT_THEME, shown).text.split("\n")
        for shown in range(len(round_tally.lines) + 1)
    ]
    assert pictures[-1] == paint_tally(sheet(round_tally), "", 80, 24, DEFAULT_THEME).text.split(
        "\n"
    )
    for before, after in pairwise(pictures):
        gone = [row for row, later in zip(before, after, strict=True) if row.strip() and not later]
        assert not gone
        new_lines = sum(
            not row.strip() and bool(later.strip())
            for row, later in zip(before, after, strict=True)
        )
        assert new_lines <= 2, "the line itself, and the remarks after the last"


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)], ids=str)
@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_whatever_the_names_the_numbers_stay_in_their_columns(
    size: tuple[int, int], south: str, north: str
) -> None:
    round_tally = next(random_tallies(1))
    names = Names(clean_name(south, "South"), clean_name(north, "North"))
    plain = paint_tally(sheet(round_tally), "", *size, DEFAULT_THEME).text.split("\n")
    odd = paint_tally(sheet(round_tally, names), "", *size, DEFAULT_THEME).text.split("\n")
    for row in plain:
        if numbers_of(row):
            assert row in odd
    assert "match" in paint_match_result(sheet(round_tally, names), "", *size, DEFAULT_THEME).text


def test_the_score_of_the_match_lists_every_round_and_the_one_on_the_table() -> None:
    over = position("", "", "", last_deal=True, rules=Rules.preset("pagat"))
    match = Match(over.rules).after(over)
    now = next(random_tallies(1))
    lines = score_lines(Names("Mona", "x" * 24), match, now, 58)
    texts = [line.text for line in lines]
    assert texts[1].split() == ["round", "1", *map(str, match.tallies[0].points)]
    assert texts[2].startswith("match, to 101")
    assert [text.split()[-2:] for text in texts[5:-1]] == [
        [str(line.points[0]), str(line.points[1])] for line in now.lines
    ]
    assert texts[-1].split() == ["together", *map(str, now.points)]
    assert all(len(text) <= 58 for text in texts)
    assert truncate("x" * 24, 19) in texts[0]
