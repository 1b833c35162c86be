"""A match kept while it is played, entry by entry.

Law of this file: an entry is committed, or told to be waiting for a disk that fails, before the
match goes on; the result comes with the entry that brings it, so that it counts once.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from typing import TYPE_CHECKING

from basra.engine.errors import BasraError, RecordError
from basra.history.database import processes, queries
from basra.history.database.rows import Ending
from basra.history.match_statistics import Figures
from basra.history.record import Record
from basra.match.header import Header
from basra.match.log import MatchLog, written

if TYPE_CHECKING:
    from basra.history.archive import Archive


class OvertakenError(BasraError):
    """A match was gone on with elsewhere, so that what was to be kept has no place in it."""


class Autosave:
    """What is told of every entry of one match, and keeps it."""

    def __init__(self, archive: Archive, header: Header) -> None:
        """Keep a match with this *header*; `begin` or `go_on` say from where."""
        self._archive = archive
        self._header = header
        self._generation = archive.generation
        self._next = 0
        self._seal = 0
        self._pending: list[str] = []
        """The entries that wait for a disk that fails, the first of them to be number `_next`."""
        self._unkept: MatchLog | None = None
        """What the match has come to, where not all of it is kept."""
        self.number = 0
        """The number of the match; 0 until it could be kept."""
        self.last = ""
        """When the last entry was done, in UTC."""

    def begin(self, log: MatchLog) -> None:
        """Keep a match anew, as far as *log* has come."""
        self._archive.settle()
        self._generation, self.number, self._pending = self._archive.generation, 0, []
        entries = written(log)

        def write(connection: sqlite3.Connection) -> None:
            self.number, seal = queries.add_match(connection, self._header)
            self._seal = queries.add_entries(connection, self.number, 1, seal, entries, now)
            self._next = len(entries) + 1
            self._end(connection, log, now)
            queries.claim(connection, self.number, processes.me())

        now = self.last = self._archive.now()
        try:
            is_kept = self._archive.keep(write)
        except OvertakenError:  # a new match has its number for itself: these are not sound
            is_kept = False
        self.number = self.number if is_kept else 0
        self._unkept = None if is_kept else log

    def go_on(self, number: int, following: int, seal: int, last: str) -> None:
        """Keep a match that is there: the next entry has the number *following*."""
        self.number, self._next, self._seal, self.last = number, following, seal, last

    def __call__(self, entry: str, log: MatchLog) -> None:
        """Keep *entry*, which makes *log*; what could not be kept before is kept with it.

        Raises `OvertakenError` where somebody else has gone on with the match.
        """
        self._archive.settle()
        if not self.number or self._generation != self._archive.generation:
            self.begin(log)
            return
        self._write([*self._pending, entry], log)

    def flush(self) -> None:
        """Keep what could not be kept before, if it can be now."""
        self._archive.settle()
        if self._unkept is None:
            return
        if not self.number or self._generation != self._archive.generation:
            self.begin(self._unkept)
            return
        with contextlib.suppress(OvertakenError):
            self._write(self._pending, self._unkept)

    def _write(self, entries: list[str], log: MatchLog) -> None:
        """Keep *entries*, which make *log*, or have them wait."""
        now = self.last = self._archive.now()
        seal = self._seal

        def write(connection: sqlite3.Connection) -> None:
            nonlocal seal
            seal = queries.add_entries(connection, self.number, self._next, seal, entries, now)
            self._end(connection, log, now)

        if self._archive.keep(write):
            self._next, self._seal = self._next + len(entries), seal
            self._pending, self._unkept = [], None
        elif self._generation != self._archive.generation:
            self.begin(log)
        else:
            self._pending, self._unkept = entries, log

    def _end(self, connection: sqlite3.Connection, log: MatchLog, now: str) -> None:
        """Write down the result with the entry that brings it, so that it counts once."""
        ending = ending_of(Record(self._header, log), now)
        if ending is not None:
            queries.add_ending(connection, self.number, ending)

    @property
    def is_current(self) -> bool:
        """Whether nobody has gone on with the match elsewhere."""
        is_here = self.number and self._generation == self._archive.generation
        return not is_here or self._archive.length(self.number) == self._next - 1

    def claim(self) -> None:
        """Have the match open."""
        if self.number:
            self._archive.claim(self.number)

    def release(self) -> None:
        """Let the match go, so that it may be opened elsewhere."""
        self.flush()
        if self.number:
            self._archive.release(self.number)


def ending_of(record: Record, now: str) -> Ending | None:
    """How a match ended, *now*; ``None`` for one that goes on."""
    log = record.log
    if not log.result:
        return None
    digest = hashlib.sha256(str(record).encode()).hexdigest()
    return Ending(log.result, now, bool(log.assists), Figures.of(log), digest)


def number_of(connection: sqlite3.Connection, record: Record, ending: Ending | None) -> int | None:
    """Return the number of a match that is kept already, the newest of several.

    One that is not over is known by when and how it began, or else by all that was done in it.
    """
    if ending is not None:
        return queries.with_digest(connection, ending.digest)
    header, done = record.header, tuple(written(record.log))
    numbers = queries.with_header(connection, header)
    if not (header.started and header.seed):
        numbers = [number for number in numbers if _entries(connection, number) == done]
    return max(numbers, default=None)


def _entries(connection: sqlite3.Connection, number: int) -> tuple[str, ...]:
    """The entries of a match, none where they are damaged."""
    try:
        return queries.entries(connection, number)[0]
    except RecordError:
        return ()
