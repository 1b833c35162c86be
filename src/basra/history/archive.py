"""All matches of a player: kept while they are played, and looked back upon.

Law of this file: nothing that happens to the keeping of matches ends a game.  A database that
cannot be used is set aside; where nothing can be kept, matches live in memory until the program
ends; either is told once, in a sentence.

How it thinks: every entry is committed before anybody sees it.  Two programs may write at once;
that a match has one entry of each number is what keeps them from writing over each other.
"""

from __future__ import annotations

import contextlib
import sqlite3
import weakref
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from basra.engine.errors import BasraError, RecordError
from basra.history.autosave import Autosave, OvertakenError, ending_of, number_of
from basra.history.database import connection as db
from basra.history.database import files, processes, queries
from basra.history.database.integrity import is_damage, reason
from basra.history.database.rows import Kept
from basra.history.record import Record
from basra.i18n import _
from basra.match.header import Header
from basra.match.log import MatchLog, written

_Answer = TypeVar("_Answer")


def utc_now() -> str:
    """Return the time as it is kept: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _let_go(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        connection.close()


class Archive:
    """The matches of a player, in a folder, or in memory where there is none."""

    def __init__(
        self,
        folder: Path | None,
        now: Callable[[], str] = utc_now,
        why_not: str = "there is no home folder",
    ) -> None:
        """Open the matches in *folder*, which need not exist yet.

        Without one matches are kept in memory, and *why_not* is told, if it is anything.
        """
        self._folder = folder
        self.now = now
        """The time as it is kept."""
        self._why_not = why_not
        self._news: list[str] = []
        self._is_failing = False
        self.path: Path | None = None
        """The database; ``None`` while matches are kept in memory only."""
        self.generation = 0
        """How often another database has taken the place of the one that was open."""
        self._file: files.File | None = None
        self._use(self._opened())

    def _use(self, connection: sqlite3.Connection) -> None:
        """Ask *connection* from now on; it is let go at the latest when nobody asks any more."""
        self._connection = connection
        weakref.finalize(self, _let_go, connection)

    def news(self) -> str | None:
        """Return what is to be told about the keeping of matches, each thing once."""
        return self._news.pop(0) if self._news else None

    def tell(self, news: str) -> None:
        """Have something told with the rest."""
        self._news.append(news)

    def close(self) -> None:
        """Let the database go."""
        _let_go(self._connection)

    # ------------------------------------------------------------ a match being played

    def begin(self, header: Header, log: MatchLog) -> Autosave:
        """Keep a match from its first deal on; return what is to be told of its entries."""
        autosave = Autosave(self, header)
        autosave.begin(log)
        return autosave

    def resume(self, number: int) -> tuple[Record, Autosave]:
        """Return a match as it was left, and what is to be told of its further entries.

        Raises `RecordError` for one that is damaged.
        """
        record, entries, seal, last = self._read(number)
        autosave = Autosave(self, record.header)
        autosave.go_on(number, entries + 1, seal, last)
        return record, autosave

    def is_open_elsewhere(self, number: int) -> bool:
        """Whether another running program has a match open."""
        none: str | None = None
        who = self._ask(lambda connection: queries.holder(connection, number), none)
        return who not in (None, processes.me()) and processes.is_alive(str(who))

    def claim(self, number: int) -> None:
        """Let this program have a match open, whoever had it."""
        self._write(lambda connection: queries.claim(connection, number, processes.me()))

    def release(self, number: int) -> None:
        """Let a match go, so that it may be opened elsewhere."""
        self._write(lambda connection: queries.release(connection, number, processes.me()))

    def keep(self, write: Callable[[sqlite3.Connection], None]) -> bool:
        """Write something within a transaction, and return whether it is kept.

        Raises `OvertakenError` where its place is taken.
        """
        try:
            return self._write(write)
        except sqlite3.IntegrityError:
            raise OvertakenError(
                _(
                    "this match was gone on with in another window, so here it ends; "
                    "it is kept as it was played there"
                )
            ) from None

    # ---------------------------------------------------------------- looking back

    def unfinished(self) -> list[int]:
        """Return the numbers of the matches to be gone on with, the one played last first."""
        return self._ask(queries.last_played, [])

    def kept(self) -> list[Kept]:
        """Return every match, the newest first."""
        return self._ask(lambda connection: list(queries.matches(connection)), [])

    def one(self, number: int) -> Kept | None:
        """Return a match as the list shows it, if it is there."""
        none: list[Kept] = []
        found = self._ask(lambda connection: list(queries.matches(connection, only=number)), none)
        return found[0] if found else None

    def length(self, number: int) -> int:
        """Return how many entries are kept of a match."""
        return self._ask(lambda connection: queries.length(connection, number), 0)

    def record(self, number: int) -> Record:
        """Return the record of a match; raise `RecordError` for one that is damaged, or missing."""
        return self._read(number)[0]

    def review(self, number: int) -> str | None:
        """Return the text of the review of a match, if one is kept."""
        none: str | None = None
        return self._ask(lambda connection: queries.review(connection, number), none)

    def keep_review(self, number: int, text: str) -> bool:
        """Keep the review of a match; return whether it is kept."""
        now = self.now()
        try:
            return self._write(lambda found: queries.add_review(found, number, text, now))
        except sqlite3.IntegrityError:  # the match is gone
            return False

    def add(self, records: Iterable[Record]) -> tuple[list[int], int]:
        """Keep *records*, all or none; return their numbers, and how many were there already.

        Raises `RecordError` where they cannot be kept.
        """
        added: list[int] = []
        there = 0
        now = self.now()
        self.settle()

        def write(connection: sqlite3.Connection) -> None:
            nonlocal there
            for record in records:
                ending = ending_of(record, record.header.started or now)
                if number_of(connection, record, ending) is not None:
                    there += 1
                    continue
                number, seal = queries.add_match(connection, record.header)
                queries.add_entries(connection, number, 1, seal, written(record.log), now)
                if ending is not None:
                    queries.add_ending(connection, number, ending)
                added.append(number)

        if not self._write(write):
            raise RecordError("the records could not be kept")
        return added, there

    def number_of(self, record: Record) -> int | None:
        """Return the number of the match that *record* is of, where it is kept already."""
        ending = ending_of(record, self.now())
        none: int | None = None
        return self._ask(lambda connection: number_of(connection, record, ending), none)

    def _read(self, number: int) -> tuple[Record, int, int, str]:
        """The record of a match, how many entries it has, the seal of the last, and when it was."""
        kept = self.one(number)
        if kept is None:
            raise RecordError(f"there is no match {number}")
        if kept.header is None:
            raise RecordError(f"match {number} is damaged: {kept.damage}")
        try:
            found = self._ask(lambda connection: queries.entries(connection, number), None)
            if found is None:
                raise RecordError(f"there is no match {number}")
            entries, seal, done = found
            record = Record(kept.header, MatchLog.replay(kept.header, entries))
            if kept.ending is not None and kept.ending.result != record.log.result:
                raise RecordError("its end is missing")
        except BasraError as error:
            raise RecordError(f"match {number} is damaged: {error}") from None
        return record, len(entries), seal, done

    # ------------------------------------------------------------------ the database

    def _opened(self) -> sqlite3.Connection:
        if self._folder is None:
            self._news += [_not_kept(_(self._why_not))] if self._why_not else []
            return db.in_memory()
        try:
            self.path, connection, aside = db.opened(self._folder)
            self._file = files.file_of(self.path)
            self._news += aside
        except (OSError, sqlite3.Error) as error:
            self.path = None
            self._news.append(_not_kept(reason(error)))
            return db.copied(self._folder)
        return connection

    def settle(self) -> None:
        """Open the database anew where another has taken its place, or none has."""
        if self.path is not None and files.file_of(self.path) != self._file:
            self.close()
            self._use(self._opened())
            self.generation += 1

    def _replace(self, damage: sqlite3.Error) -> None:
        """Set a database aside in which damage has shown itself, and begin another."""
        assert self.path is not None, "memory is not damaged"
        self.close()
        try:
            self._news += files.set_aside(self.path, reason(damage), self._file)
        except OSError as error:
            self._news.append(_not_kept(reason(error)))
            self.path = None
            self._use(db.in_memory())
        else:
            self._use(self._opened())
        self.generation += 1

    def _ask(self, question: Callable[[sqlite3.Connection], _Answer], none: _Answer) -> _Answer:
        """Return the answer to *question*, or *none* where the database cannot give one."""
        try:
            return question(self._connection)
        except OverflowError:  # a number that no match can have
            return none
        except sqlite3.Error as error:
            self._failed(error)
            return none

    def _write(self, write: Callable[[sqlite3.Connection], None]) -> bool:
        """Write within a transaction; return whether it was committed.

        Raises `sqlite3.IntegrityError` where its place is taken.
        """
        try:
            with db.transaction(self._connection):
                write(self._connection)
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            self._failed(error)
            return False
        self._is_failing = False
        return True

    def _failed(self, error: sqlite3.Error) -> None:
        """Say once what hinders the keeping; set a damaged database aside."""
        if self.path is not None and is_damage(error):
            self._replace(error)
        elif not self._is_failing:
            self._is_failing = True
            why = reason(error)
            self._news.append(_("matches are not kept for now: {why}").format(why=why))


def _not_kept(why: str) -> str:
    return _("matches are not kept: {why}").format(why=why)
