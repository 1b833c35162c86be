"""Scores described, in sentences without their full stops."""

from __future__ import annotations

from collections.abc import Iterable

from basra.engine.cards import Cards
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.phrases import Fits, all_of_it, cards, counted


def source_words(source: str) -> str:
    """Return what a score sheet calls a source of points, which is one of `scoring.SOURCES`.

    >>> source_words("cards"), source_words("aces")
    ('most cards', 'aces')
    """
    return _(SOURCE.get(source, source))


SOURCE = {"cards": "most cards", "carried": "carried over"}
"""What sources are called that do not speak for themselves."""


def got_the_floor(names: Names, taker: Seat, left: Cards, fits: Fits = all_of_it) -> str:
    """Return who got the cards that were *left* on the floor."""
    if names.is_you(taker):
        whole = _("You took last and got the floor: {cards}")
        shorter = _("You took last and got the last {cards}")
    else:
        whole = _("{name} took last and got the floor: {cards}")
        shorter = _("{name} took last and got the last {cards}")
    full = whole.format(name=names[taker], cards=cards(left))
    if fits(full):
        return full
    return shorter.format(name=names[taker], cards=counted(len(left), "card"))


def waiting(tally: Tally) -> str:
    """Return how many points wait for the next round, or nothing where none do."""
    if not tally.carried:
        return ""
    return _("{points} points for most cards wait for the next round").format(points=tally.carried)


def helped(assists: Iterable[str]) -> str:
    """Return which help the players have had, or nothing where they had none."""
    had = _(", ").join(_(kind) for kind in sorted(assists))
    return _("a match with help: {kinds}").format(kinds=had) if had else ""


def wins(names: Names, winner: Seat) -> str:
    """Return who has won the match."""
    if names.is_you(winner):
        return _("You win the match")
    return _("{name} wins the match").format(name=names[winner])
