"""Perft: how many sequences of plays a position has; any change in legality moves a number.

A line of data/perft.txt is the rules, the depth, the count and the position line.  Nobody publishes
such numbers for Basra, so they are pins, and trusted because a second reading finds the same: a
small state of its own here, with what a card takes from the slow oracle.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from basra.engine import ALL, Card, Cards, Round, Rules
from basra.engine.cards import parse_sequence
from tests.conftest import DATA
from tests.oracle import oracle_captures, oracle_may_trail


class Row(NamedTuple):
    """One line of the file."""

    rules: str
    depth: int
    sequences: int
    line: str


def rows() -> list[Row]:
    text = (DATA / "perft.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            rules, depth, count, position = line.split(maxsplit=3)
            found.append(Row(rules, int(depth), int(count), position))
    return found


ROWS = rows()


def perft(state: Round, depth: int) -> int:
    """Return how many sequences of *depth* plays *state* has, by the engine."""
    plays = state.legal_plays()
    if depth == 1:
        return len(plays)
    return sum(perft(state.play(play), depth - 1) for play in plays)


class Little(NamedTuple):
    """A state with no more in it than legality needs: who is on turn is the first hand."""

    hand: tuple[Card, ...]
    other: tuple[Card, ...]
    floor: frozenset[Card]
    stock: tuple[Card, ...]


def little(line: str) -> Little:
    """Read a position line, as far as legality needs it."""
    cards, _, turn, _ = line.split()
    south, north, floor, stock = (
        () if field == "-" else parse_sequence(field) for field in cards.split("/")[:4]
    )
    hands = (south, north) if turn == "S" else (north, south)
    return Little(*hands, frozenset(floor), stock)


@cache
def ways(card: Card, floor: frozenset[Card], rules: Rules) -> list[frozenset[Card]]:
    """Return what *card* may take from *floor*; the empty set where it may trail."""
    on_floor = Cards.of(floor)
    found = [frozenset(taken) for taken in oracle_captures(card, on_floor, rules)]
    return [*found, frozenset()] if oracle_may_trail(card, on_floor, rules) else found


def slow_perft(state: Little, depth: int, rules: Rules) -> int:
    """Return how many sequences of *depth* plays *state* has, by the slow reading."""
    if depth == 0:
        return 1
    count = 0
    for card in state.hand:
        for taken in ways(card, state.floor, rules):
            floor = state.floor - taken if taken else state.floor | {card}
            hand = tuple(other for other in state.hand if other != card)
            after = Little(state.other, hand, floor, state.stock)
            if not hand and not state.other:
                size = rules.hand_size
                after = Little(
                    state.stock[:size],
                    state.stock[size : 2 * size],
                    floor,
                    state.stock[2 * size :],
                )
            count += slow_perft(after, depth - 1, rules)
    return count


def name(row: Row) -> str:
    return f"{row.rules}-{ROWS.index(row) + 1}-depth-{row.depth}"


@pytest.mark.parametrize("row", [pytest.param(row, id=name(row)) for row in ROWS])
def test_the_engine_and_a_slow_reading_count_as_many_sequences_as_ever(row: Row) -> None:
    rules = Rules.preset(row.rules)
    assert perft(Round.parse(row.line, rules), row.depth) == row.sequences
    assert slow_perft(little(row.line), row.depth, rules) == row.sequences


def test_a_whole_deal_without_choices_has_as_many_sequences_as_orders_of_two_hands() -> None:
    hands, floor = "KCKDKHKS/QCQDQHQS", "ACAD2C2D"
    piles = Cards(ALL - Cards.parse(hands.replace("/", " ")) - Cards.parse(floor))
    line = f"{hands}/{floor}/-/{piles.compact}/- 0-0 S S"
    state = Round.parse(line)
    assert [perft(state, depth) for depth in range(1, 9)] == [4, 16, 48, 144, 288, 576, 576, 576]
    assert slow_perft(little(line), 8, Rules()) == 576


def test_the_table_has_the_rules_that_differ_in_what_may_be_played() -> None:
    assert len(ROWS) >= 12
    assert {row.rules for row in ROWS} >= {"v1", "v2", "pagat", "jawaker", "lebanon"}
    assert len(set(ROWS)) == len(ROWS)
    for row in ROWS:
        assert str(Round.parse(row.line, Rules.preset(row.rules))) == row.line
