"""The rows of the database as values, and their checksums.

A checksum finds damage; it is no defence against somebody who means to deceive.  What is read is
checked, and nothing of it is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from basra.engine.errors import RecordError
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.history.game_record import Record
from basra.history.match_statistics import MatchStatistics
from basra.match.header import Header


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended."""

    text: str
    """The points of south and north, `121-96`, or `abandoned`."""
    ended: str
    """When, in UTC."""
    is_assisted: bool
    statistics: MatchStatistics
    digest: str
    """The SHA-256 of the record, in hexadecimal digits."""

    @staticmethod
    def of(record: Record, ended: str) -> MatchResult | None:
        """Return the result of a match that *ended* then; ``None`` for one that is not over."""
        log = record.log
        if not log.result:
            return None
        digest = hashlib.sha256(str(record).encode()).hexdigest()
        return MatchResult(log.result, ended, bool(log.assists), MatchStatistics.of(log), digest)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the list of matches shows it."""

    number: int
    """The number of the match: a later one has a higher one, whatever the clock said."""
    header: Header | None
    """``None`` where it cannot be read."""
    result: MatchResult | None = None
    """``None`` for a match that is not over, or cannot be read."""
    damage: str = ""
    """What is wrong with it, if anything."""


def checksum(before: int, *values: object) -> int:
    """Return the checksum of *values*, carried on from the one *before*."""
    return crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"), before)


def header_row(header: Header) -> tuple[Any, ...]:
    """Return *header* as a row, which `parse_header` reads."""
    return (
        header.started,
        *header.names,
        *header.levels,
        str(header.rules),
        int(header.first_dealer),
        header.seed,
    )


def parse_header(match: int, stored_checksum: int, values: Sequence[Any]) -> Header:
    """Return the header of a match; raise `RecordError` where the row is damaged."""
    started, south, north, south_level, north_level, rules, dealer, seed = values
    texts = started, south, north, south_level, north_level, rules, seed
    is_sound = set(map(type, texts)) == {str} and dealer in (0, 1)
    if not is_sound or checksum(0, match, *values) != stored_checksum:
        raise RecordError("what stands above the match is damaged")
    levels = south_level, north_level
    return Header((south, north), levels, _rules(rules), Seat(dealer), seed, started)


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    return Rules.parse(text)


def result_row(result: MatchResult) -> tuple[Any, ...]:
    """Return *result* as a row, which `parse_result` reads."""
    counts = result.statistics
    pairs = (counts.points, counts.basras, counts.sweeps, counts.best_round)
    return (
        result.text,
        result.ended,
        int(result.is_assisted),
        counts.rounds,
        *(number for pair in pairs for number in pair),
        result.digest,
    )


def parse_result(match: int, stored_checksum: int, values: Sequence[Any]) -> MatchResult:
    """Return the result of a match; raise `RecordError` where the row is damaged."""
    text, ended, assisted, rounds, *numbers, digest = values
    types = set(map(type, (text, ended, digest))), set(map(type, (rounds, *numbers)))
    if types != ({str}, {int}) or checksum(0, match, *values) != stored_checksum:
        raise RecordError("the result of the match is damaged")
    points, basras, sweeps, best = zip(numbers[::2], numbers[1::2], strict=True)
    counts = MatchStatistics(rounds, points, basras, sweeps, best)
    return MatchResult(text, ended, bool(assisted), counts, digest)
