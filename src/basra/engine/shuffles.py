"""Shuffled packs and named random streams.

Nothing here draws on its own; the caller brings the stream.  The same name gives the same stream
in every process and Python version, since text seeds are hashed by a fixed function and of a
stream only ``random()`` is used, whose values Python promises to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from basra.engine.cards import DECK, Card

T = TypeVar("T")


def stream(seed: int | str, *path: int | str) -> Random:
    """Return the stream of chance that *seed* and *path* name, such as ``stream(7, "deck", 1)``.

    >>> shuffled(stream(7, "deck", 1))[:4] == shuffled(stream("7", "deck", "1"))[:4]
    True
    """
    return Random("/".join(map(str, (seed, *path))))


def shuffled(rng: Random, cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Return *cards* (the whole pack) in an order drawn from *rng*, every order equally likely.

    Fisher and Yates' shuffle.
    """
    order = list(cards)
    random = rng.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def pack(seed: int | str, number: int) -> tuple[Card, ...]:
    """Return the pack of round *number*, from 1, of a match whose chance is named after *seed*."""
    return shuffled(stream(seed, "deck", number))


def pick(rng: Random, things: Sequence[T]) -> T:
    """Return one of *things*, drawn from *rng*, each equally likely."""
    return things[int(rng.random() * len(things))]
