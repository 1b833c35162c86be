"""The seal of a match: what shows afterwards that its packs were settled before its first card.

Law of this file: pure.  Every pack is shuffled from the seed, so a fingerprint of the seed, noted
before the first card, cannot fit packs that were chosen later.
"""

from __future__ import annotations

import hashlib

from basra.engine.errors import RecordError, quote
from basra.engine.shuffles import pack
from basra.history.record import Record

DIGITS = 16
"""Hexadecimal digits of a seal."""


def seal_of(seed: str) -> str:
    """Return the seal of a match whose packs come from *seed*.

    >>> seal_of("7")
    '7902699be42c8a8e'
    """
    return hashlib.sha256(seed.encode()).hexdigest()[:DIGITS]


def verified(record: Record, seal: str = "") -> str:
    """Return the seal of *record*, whose packs come from its seed.

    Raises `RecordError` where they do not, or where the *seal* that was noted is another one.
    """
    seed = record.header.seed
    if not seed:
        raise RecordError("the record names no seed, so nothing can be said of its packs")
    for number, deck in enumerate(record.log.decks, 1):
        if deck != pack(seed, number):
            raise RecordError(f"the pack of round {number} does not come from the seed")
    found = seal_of(seed)
    noted = "".join(seal.split()).lower()
    if noted and noted != found:
        raise RecordError(f"the seal of this match is {found}, not {quote(seal)}")
    return found
