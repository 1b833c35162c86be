"""What is said of points, in sentences without their full stops."""

from __future__ import annotations

from collections.abc import Iterable

from basra.engine.cards import Cards
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.telling.names import YOU, Names
from basra.telling.phrases import Fits, all_of_it, cards, counted


def source_words(source: str) -> str:
    """Return what a score sheet calls a source of points, which is one of `scoring.SOURCES`.

    >>> source_words("cards"), source_words("aces")
    ('most cards', 'aces')
    """
    return _SOURCE.get(source, source)


_SOURCE = {"cards": "most cards", "carried": "carried over"}


def got_the_floor(names: Names, taker: Seat, left: Cards, fits: Fits = all_of_it) -> str:
    """Return who got the cards that were *left* on the floor."""
    start = f"{names[taker]} took last and got"
    full = f"{start} the floor: {cards(left)}"
    return full if fits(full) else f"{start} the last {counted(len(left), 'card')}"


def waiting(tally: Tally) -> str:
    """Return how many points wait for the next round, or nothing where none do."""
    carried = tally.carried
    return f"{carried} points for most cards wait for the next round" if carried else ""


def helped(assists: Iterable[str]) -> str:
    """Return which help the players have had, or nothing where they had none."""
    had = ", ".join(sorted(assists))
    return f"a match with help: {had}" if had else ""


def wins(names: Names, winner: Seat) -> str:
    """Return who has won the match."""
    return f"{names[winner]} {'win' if names[winner] == YOU else 'wins'} the match"
