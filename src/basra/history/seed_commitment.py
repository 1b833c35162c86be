"""The commitment to a seed, shown to players as the *seal* of a match.

Every deck is shuffled from the seed, so a hash of the seed, noted before the first card, cannot
fit decks that were chosen later.
"""

from __future__ import annotations

import hashlib

from basra.engine.errors import RecordError, quote
from basra.engine.shuffles import pack
from basra.history.game_record import Record

DIGITS = 16
"""Hexadecimal digits of a commitment."""


def commit(seed: str) -> str:
    """Return the commitment to *seed*.

    >>> commit("7")
    '7902699be42c8a8e'
    """
    return hashlib.sha256(seed.encode()).hexdigest()[:DIGITS]


def verify(record: Record, commitment: str = "") -> str:
    """Return the commitment to the seed of *record*, from which all its decks come.

    Raises `RecordError` where they do not, or where the *commitment* that was noted is another.
    """
    seed = record.header.seed
    if not seed:
        raise RecordError("the record names no seed, so nothing can be said of its packs")
    for number, deck in enumerate(record.log.decks, 1):
        if deck != pack(seed, number):
            raise RecordError(f"the pack of round {number} does not come from the seed")
    actual = commit(seed)
    noted = "".join(commitment.split()).lower()
    if noted and noted != actual:
        raise RecordError(f"the seal of this match is {actual}, not {quote(commitment)}")
    return actual
