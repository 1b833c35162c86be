"""The rows in which matches are kept, as values, and the seals on them.

Law of this file: pure.  A row is sealed with a checksum, an entry over those before it, so that one
that was damaged or tampered with is known; what is read is checked, and nothing of it is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from basra.engine.errors import RecordError
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.history.match_statistics import Figures
from basra.match.header import Header


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended."""

    result: str
    """The points of south and north, `121-96`, or `abandoned`."""
    ended: str
    """When, in UTC."""
    is_assisted: bool
    figures: Figures
    digest: str
    """The SHA-256 of the record, in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as the list of matches shows it."""

    number: int
    """The number of the match: a later one has a higher one, whatever the clock said."""
    header: Header | None
    """``None`` where it cannot be read."""
    ending: Ending | None = None
    """``None`` for a match that is not over, or cannot be read."""
    damage: str = ""
    """What is wrong with it, if anything."""


def checksum(before: int, *values: object) -> int:
    """Return the checksum of *values* and of what was sealed before them."""
    return crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"), before)


def header_row(header: Header) -> tuple[Any, ...]:
    """Return what stands above a match as a row, which `heading_of` reads."""
    return (
        header.started,
        *header.names,
        *header.levels,
        str(header.rules),
        int(header.first_dealer),
        header.seed,
    )


def header_of(number: int, seal: int, values: Sequence[Any]) -> Header:
    """Return what stands above match *number*; raise `RecordError` where the row is damaged."""
    started, south, north, south_level, north_level, rules, dealer, seed = values
    texts = started, south, north, south_level, north_level, rules, seed
    is_sound = set(map(type, texts)) == {str} and dealer in (0, 1)
    if not is_sound or checksum(0, number, *values) != seal:
        raise RecordError("what stands above the match is damaged")
    levels = south_level, north_level
    return Header((south, north), levels, _rules(rules), Seat(dealer), seed, started)


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    return Rules.parse(text)


def ending_row(ending: Ending) -> tuple[Any, ...]:
    """Return the end of a match as a row, which `ending_of` reads."""
    figures = ending.figures
    pairs = (figures.points, figures.basras, figures.sweeps, figures.best)
    return (
        ending.result,
        ending.ended,
        int(ending.is_assisted),
        figures.rounds,
        *(number for pair in pairs for number in pair),
        ending.digest,
    )


def ending_of(match: int, seal: int, values: Sequence[Any]) -> Ending:
    """Return how a match ended; raise `RecordError` where the row is damaged."""
    result, ended, assisted, rounds, *numbers, digest = values
    types = set(map(type, (result, ended, digest))), set(map(type, (rounds, *numbers)))
    if types != ({str}, {int}) or checksum(0, match, *values) != seal:
        raise RecordError("the result of the match is damaged")
    points, basras, sweeps, best = zip(numbers[::2], numbers[1::2], strict=True)
    return Ending(
        result, ended, bool(assisted), Figures(rounds, points, basras, sweeps, best), digest
    )
