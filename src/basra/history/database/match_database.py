"""The open database of matches, which nothing that happens to its file takes away from a game.

One that cannot be used is set aside and replaced; where nothing can be stored, matches live in
memory until the process ends.  Either puts a notice for the player.
"""

from __future__ import annotations

import contextlib
import sqlite3
import weakref
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from basra.history.database import queries
from basra.history.database.connection import (
    FileId,
    copy_to_memory,
    file_id,
    open_database,
    open_in_memory,
    set_aside,
)
from basra.history.database.integrity import is_damage, reason
from basra.history.database.locks import MatchLocks
from basra.i18n import _

_Answer = TypeVar("_Answer")


def utc_now() -> str:
    """Return the time as it is stored: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class MatchDatabase:
    """The database of matches in a folder, or in memory where there is none."""

    def __init__(
        self,
        folder: Path | None,
        now: Callable[[], str] = utc_now,
        why_not: str = "there is no home folder",
    ) -> None:
        """Open the database in *folder*, which need not exist yet.

        Without a folder matches are stored in memory, and *why_not*, if it is anything, becomes a
        notice.
        """
        self._folder = folder
        self.now = now
        """The clock: the time as it is stored."""
        self._why_not = why_not
        self._notices: list[str] = []
        self._is_failing = False
        self.path: Path | None = None
        """The file of the database; ``None`` while matches are stored in memory only."""
        self.generation = 0
        """How often the database was replaced by another one."""
        self._file: FileId | None = None
        self._locks: MatchLocks | None = None
        self._use(self._open())

    def next_notice(self) -> str | None:
        """Return what the player should know about the storage of matches, each thing once."""
        return self._notices.pop(0) if self._notices else None

    def add_notice(self, notice: str) -> None:
        """Have a sentence shown to the player after the others."""
        self._notices.append(notice)

    def close(self) -> None:
        """Close the database and unlock its matches."""
        if self._locks is not None:
            self._locks.release_all()
        _close(self.connection)

    def read(self, query: Callable[[sqlite3.Connection], _Answer], default: _Answer) -> _Answer:
        """Return the answer to *query*, or *default* where the database cannot give one."""
        try:
            return query(self.connection)
        except OverflowError:  # a number that no match can have
            return default
        except sqlite3.Error as error:
            self._handle(error)
            return default

    def write(self, statements: Callable[[sqlite3.Connection], None]) -> bool:
        """Execute *statements* in a transaction; return whether it was committed.

        Raises `sqlite3.IntegrityError` where a row is in the way.
        """
        try:
            with queries.transaction(self.connection):
                statements(self.connection)
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            self._handle(error)
            return False
        self._is_failing = False
        return True

    def reopen_if_replaced(self) -> None:
        """Open the database anew where its file is gone, or another one."""
        if self.path is not None and file_id(self.path) != self._file:
            self.close()
            self._use(self._open())
            self.generation += 1

    def lock(self, number: int) -> None:
        """Let other processes know that a match is open here."""
        if self._locks is not None:
            self._locks.acquire(number)

    def unlock(self, number: int) -> None:
        """Let other processes know that a match is no longer open here."""
        if self._locks is not None:
            self._locks.release(number)

    def is_open_elsewhere(self, number: int) -> bool:
        """Whether another process has a match open."""
        return self._locks is not None and self._locks.is_held_elsewhere(number)

    # ------------------------------------------------------------------ the connection

    def _use(self, connection: sqlite3.Connection) -> None:
        """Use *connection* from now on; it is closed at the latest with this object."""
        self.connection = connection
        weakref.finalize(self, _close, connection)

    def _open(self) -> sqlite3.Connection:
        self._locks = None
        if self._folder is None:
            self._notices += [_not_stored(_(self._why_not))] if self._why_not else []
            return open_in_memory()
        try:
            self.path, connection, notices = open_database(self._folder)
            self._file = file_id(self.path)
            self._locks = MatchLocks(self.path)
            self._notices += notices
        except (OSError, sqlite3.Error) as error:
            self.path = None
            self._notices.append(_not_stored(reason(error)))
            return copy_to_memory(self._folder)
        return connection

    def _handle(self, error: sqlite3.Error) -> None:
        """Put a notice of what hinders the storage, once; replace a damaged database."""
        if self.path is not None and is_damage(error):
            self._replace(error)
        elif not self._is_failing:
            self._is_failing = True
            why = reason(error)
            self._notices.append(_("matches are not kept for now: {why}").format(why=why))

    def _replace(self, damage: sqlite3.Error) -> None:
        """Set the database aside, in which damage has shown itself, and begin another."""
        assert self.path is not None, "memory is not damaged"
        self.close()
        try:
            self._notices += set_aside(self.path, reason(damage), self._file)
        except OSError as error:
            self._notices.append(_not_stored(reason(error)))
            self.path = self._locks = None
            self._use(open_in_memory())
        else:
            self._use(self._open())
        self.generation += 1


def _close(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        connection.close()


def _not_stored(why: str) -> str:
    return _("matches are not kept: {why}").format(why=why)
