"""The tally: what a round is worth.

The only place that turns piles and basras into points.  Every point has a line that says where it
comes from; totals are sums of lines, never kept beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from basra.engine.cards import JACKS, Card, Cards
from basra.engine.rules import Rules

ACES = Cards(0b1111)
TWO_OF_CLUBS = Cards(1 << Card.parse("2C"))
TEN_OF_DIAMONDS = Cards(1 << Card.parse("TD"))


class Line(NamedTuple):
    """One source of points in a round, for both seats: south, north."""

    source: str
    """One of `SOURCES`."""
    counts: tuple[int, int]
    """How many cards or basras it counts."""
    points: tuple[int, int]


SOURCES = (
    "cards",
    "carried",
    "basras",
    "jack basras",
    "jacks",
    "aces",
    "two of clubs",
    "ten of diamonds",
)
"""Where points come from, in the order of the score sheet."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The points of a round, one line a source; lines the rules give nothing for are left out."""

    lines: tuple[Line, ...]
    carried: int = 0
    """Points for most cards that wait for the next round (5.1)."""

    @property
    def points(self) -> tuple[int, int]:
        """The points of south and north."""
        return (
            sum(line.points[0] for line in self.lines),
            sum(line.points[1] for line in self.lines),
        )


def tally(
    rules: Rules,
    piles: tuple[Cards, Cards],
    basras: tuple[int, int],
    jack_basras: tuple[int, int],
    *,
    carried: int = 0,
    is_over: bool = True,
) -> Tally:
    """Return the tally of *piles* and basras; most cards count only once the round *is_over*.

    *carried* are the points that earlier ties left waiting.  Source: rule book, section 5.
    """
    lines = []
    counts = len(piles[0]), len(piles[1])
    waiting = carried
    if is_over:
        cards, old, waiting = _most_cards(rules, counts, carried)
        lines.append(Line("cards", counts, cards))
        if carried and any(old):
            lines.append(Line("carried", (0, 0), old))
    lines.append(_line("basras", basras, rules.basra))
    if rules.jack_basra:
        lines.append(_line("jack basras", jack_basras, rules.jack_basra))
    for source, worthy, points in _worthy(rules):
        lines.append(_line(source, (len(piles[0] & worthy), len(piles[1] & worthy)), points))
    return Tally(tuple(lines), waiting)


def card_points(cards: Cards, rules: Rules) -> int:
    """Return the points that *cards* are worth in a pile by themselves (5.3)."""
    return sum(points * len(cards & worthy) for _, worthy, points in _worthy(rules))


def _worthy(rules: Rules) -> Iterator[tuple[str, Cards, int]]:
    """The cards that the rules give points for, and the points of each."""
    for source, cards, points in (
        ("jacks", JACKS, rules.jack_points),
        ("aces", ACES, rules.ace_points),
        ("two of clubs", TWO_OF_CLUBS, rules.two_of_clubs_points),
        ("ten of diamonds", TEN_OF_DIAMONDS, rules.ten_of_diamonds_points),
    ):
        if points:
            yield source, cards, points


def _line(source: str, counts: tuple[int, int], worth: int) -> Line:
    return Line(source, counts, (counts[0] * worth, counts[1] * worth))


def _most_cards(
    rules: Rules, counts: tuple[int, int], carried: int
) -> tuple[tuple[int, int], tuple[int, int], int]:
    """The points for most cards, those of them that were carried, and those still waiting."""
    south, north = counts
    if south > north:
        return (rules.most_cards, 0), (carried, 0), 0
    if north > south:
        return (0, rules.most_cards), (0, carried), 0
    if rules.tie == "both":
        return (rules.most_cards, rules.most_cards), (0, 0), 0
    return (0, 0), (0, 0), carried + rules.most_cards if rules.tie == "carry" else 0
