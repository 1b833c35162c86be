"""Scores described, in sentences without their full stops."""

from __future__ import annotations

from collections.abc import Iterable

from basra.engine.cards import Cards
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.phrases import Fits, always_fits, card_faces, count_noun


def source_name(source: str) -> str:
    """Return what a score sheet calls a source of points, which is one of `scoring.SOURCES`.

    >>> source_name("cards"), source_name("aces")
    ('most cards', 'aces')
    """
    return _(SOURCE_NAMES.get(source, source))


SOURCE_NAMES = {"cards": "most cards", "carried": "carried over"}
"""What sources are called that do not speak for themselves."""


def describe_left_over(names: Names, taker: Seat, left: Cards, fits: Fits = always_fits) -> str:
    """Return who got the cards that were *left* on the floor."""
    if names.is_you(taker):
        whole = _("You took last and got the floor: {cards}")
        shorter = _("You took last and got the last {cards}")
    else:
        whole = _("{name} took last and got the floor: {cards}")
        shorter = _("{name} took last and got the last {cards}")
    full = whole.format(name=names[taker], cards=card_faces(left))
    if fits(full):
        return full
    return shorter.format(name=names[taker], cards=count_noun(len(left), "card"))


def describe_carried(tally: Tally) -> str:
    """Return how many points wait for the next round, or nothing where none do."""
    if not tally.carried:
        return ""
    return _("{points} points for most cards wait for the next round").format(points=tally.carried)


def describe_assists(assists: Iterable[str]) -> str:
    """Return which help the players have had, or nothing where they had none."""
    had = _(", ").join(_(kind) for kind in sorted(assists))
    return _("a match with help: {kinds}").format(kinds=had) if had else ""


def describe_winner(names: Names, winner: Seat) -> str:
    """Return who has won the match."""
    if names.is_you(winner):
        return _("You win the match")
    return _("{name} wins the match").format(name=names[winner])
