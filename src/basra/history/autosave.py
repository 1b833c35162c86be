"""Saving a match while it is played, entry by entry.

An entry is committed before the match goes on, or waits in memory for a disk that fails.  The
result is written in the transaction of the entry that brings it, so that it counts once.
"""

from __future__ import annotations

import contextlib
import sqlite3

from basra.engine.errors import BasraError
from basra.history.database import queries
from basra.history.database.match_database import MatchDatabase
from basra.history.database.rows import MatchResult
from basra.history.game_record import Record
from basra.i18n import _
from basra.match.header import Header
from basra.match.log import MatchLog, written


class OvertakenError(BasraError):
    """The match was continued by another process, so an entry has no place in it."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "this match was gone on with in another window, so here it ends; "
                "it is kept as it was played there"
            )
        )


class Autosave:
    """Saves one match in the database, and knows how far it is saved."""

    def __init__(self, database: MatchDatabase, header: Header) -> None:
        """Save a match with this *header*; call `begin` or `continue_at` before `append`."""
        self._database = database
        self._header = header
        self._generation = database.generation
        self._next = 0
        """The number of the entry to be written next."""
        self._pending: list[str] = []
        """The entries that wait for a disk that fails, the first of them to be number `_next`."""
        self._unsaved: MatchLog | None = None
        """The log, where not all of it is saved."""
        self.number = 0
        """The number of the match; 0 until it could be saved."""
        self.last_saved = ""
        """When the last entry was appended, in UTC."""

    def begin(self, log: MatchLog) -> None:
        """Save *log* as a new match."""
        database = self._database
        database.reopen_if_replaced()
        self._generation, self.number, self._pending = database.generation, 0, []
        entries = written(log)

        def insert(connection: sqlite3.Connection) -> None:
            self.number = queries.add_match(connection, self._header)
            queries.add_entries(connection, self.number, 1, entries, now)
            self._add_result(connection, log, now)

        now = self.last_saved = database.now()
        try:
            is_saved = database.write(insert)
        except sqlite3.IntegrityError:  # a new match has its number to itself: rows are damaged
            is_saved = False
        self.number = self.number if is_saved else 0
        self._next = len(entries) + 1
        self._unsaved = None if is_saved else log
        self.lock()

    def continue_at(self, number: int, following: int, last_saved: str) -> None:
        """Go on with a stored match, whose next entry has the number *following*."""
        self.number, self._next, self.last_saved = number, following, last_saved

    def append(self, entry: str, log: MatchLog) -> None:
        """Save *entry*, which makes *log*, and with it what could not be saved before.

        Raises `OvertakenError` where another process has continued the match.
        """
        self._database.reopen_if_replaced()
        if self._is_lost:
            self.begin(log)
        else:
            self._write([*self._pending, entry], log)
            self.lock()

    def flush(self) -> None:
        """Save what could not be saved before, if it can be now."""
        self._database.reopen_if_replaced()
        if self._unsaved is None:
            return
        if self._is_lost:
            self.begin(self._unsaved)
            return
        with contextlib.suppress(OvertakenError):
            self._write(self._pending, self._unsaved)

    def lock(self) -> None:
        """Let other processes know that the match is open here, unless one of them has it open."""
        if self.number:
            self._database.lock(self.number)

    def release(self) -> None:
        """Save what is left and unlock the match, so that it can be opened elsewhere."""
        self.flush()
        if self.number:
            self._database.unlock(self.number)

    @property
    def is_current(self) -> bool:
        """Whether no other process has continued the match."""
        if self._is_lost:
            return True
        count = self._database.read(lambda found: queries.entry_count(found, self.number), 0)
        return count == self._next - 1

    @property
    def _is_lost(self) -> bool:
        """Whether the match is not in the database that is open now."""
        return not self.number or self._generation != self._database.generation

    def _write(self, entries: list[str], log: MatchLog) -> None:
        """Append *entries*, which make *log*, or have them wait."""
        now = self.last_saved = self._database.now()

        def insert(connection: sqlite3.Connection) -> None:
            queries.add_entries(connection, self.number, self._next, entries, now)
            self._add_result(connection, log, now)

        try:
            is_saved = self._database.write(insert)
        except sqlite3.IntegrityError:
            raise OvertakenError from None
        if is_saved:
            self._next += len(entries)
            self._pending, self._unsaved = [], None
        elif self._generation != self._database.generation:
            self.begin(log)
        else:
            self._pending, self._unsaved = entries, log

    def _add_result(self, connection: sqlite3.Connection, log: MatchLog, now: str) -> None:
        result = MatchResult.of(Record(self._header, log), now)
        if result is not None:
            queries.add_result(connection, self.number, result)


class SaveWhenOver:
    """Saves a match that is only watched, once it is over."""

    def __init__(self, database: MatchDatabase, header: Header) -> None:
        """Save a match with this *header*."""
        self._database = database
        self._header = header

    def append(self, entry: str, log: MatchLog) -> None:
        """Save *log* if it is that of a match that is over."""
        if log.result:
            autosave = Autosave(self._database, self._header)
            autosave.begin(log)
            autosave.release()
