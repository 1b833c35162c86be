"""All matches of a player: resumed, listed, imported and looked back upon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from basra.engine.errors import BasraError, RecordError
from basra.history.autosave import Autosave
from basra.history.database import queries
from basra.history.database.match_database import MatchDatabase
from basra.history.database.rows import MatchResult, StoredMatch
from basra.history.game_record import Record
from basra.match.header import Header
from basra.match.log import MatchLog, written


class Archive(MatchDatabase):
    """The matches of a player, in a folder, or in memory where there is none."""

    def begin(self, header: Header, log: MatchLog) -> Autosave:
        """Store a match from its first deal on; return the autosave of its further entries."""
        autosave = Autosave(self, header)
        autosave.begin(log)
        return autosave

    def resume(self, number: int) -> tuple[Record, Autosave]:
        """Return a match as it was left, and the autosave of its further entries.

        Raises `RecordError` for one that is damaged.
        """
        record, entries, last_saved = self._read_match(number)
        autosave = Autosave(self, record.header)
        autosave.continue_at(number, entries + 1, last_saved)
        return record, autosave

    def unfinished(self) -> list[int]:
        """Return the numbers of the matches that are not over, the one played last first."""
        return self.read(queries.unfinished, [])

    def matches(self) -> list[StoredMatch]:
        """Return every match, the newest first."""
        return self.read(lambda connection: list(queries.matches(connection)), [])

    def match(self, number: int) -> StoredMatch | None:
        """Return a match as the list shows it, if it is there."""
        none: list[StoredMatch] = []
        found = self.read(lambda connection: list(queries.matches(connection, only=number)), none)
        return found[0] if found else None

    def record(self, number: int) -> Record:
        """Return the record of a match; raise `RecordError` for one that is damaged, or missing."""
        return self._read_match(number)[0]

    def review(self, number: int) -> str | None:
        """Return the text of the review of a match, if there is one."""
        none: str | None = None
        return self.read(lambda connection: queries.review(connection, number), none)

    def save_review(self, number: int, text: str) -> bool:
        """Store the review of a match; return whether it is stored."""
        now = self.now()
        try:
            return self.write(lambda found: queries.add_review(found, number, text, now))
        except sqlite3.IntegrityError:  # the match is gone
            return False

    def import_records(self, records: Iterable[Record]) -> tuple[list[int], int]:
        """Store *records*, all or none; return their numbers, and how many were there already.

        Raises `RecordError` where they cannot be stored.
        """
        numbers: list[int] = []
        present = 0
        now = self.now()
        self.reopen_if_replaced()

        def insert(connection: sqlite3.Connection) -> None:
            nonlocal present
            for record in records:
                result = MatchResult.of(record, record.header.started or now)
                if _number_of(connection, record, result) is not None:
                    present += 1
                    continue
                number = queries.add_match(connection, record.header)
                queries.add_entries(connection, number, 1, written(record.log), now)
                if result is not None:
                    queries.add_result(connection, number, result)
                numbers.append(number)

        if not self.write(insert):
            raise RecordError("the records could not be kept")
        return numbers, present

    def number_of(self, record: Record) -> int | None:
        """Return the number of the match that *record* is of, where it is stored already."""
        result = MatchResult.of(record, self.now())
        none: int | None = None
        return self.read(lambda connection: _number_of(connection, record, result), none)

    def _read_match(self, number: int) -> tuple[Record, int, str]:
        """Return a match, how many entries it has, and when the last of them was appended."""
        match = self.match(number)
        if match is None:
            raise RecordError(f"there is no match {number}")
        if match.header is None:
            raise RecordError(f"match {number} is damaged: {match.damage}")
        try:
            found = self.read(lambda connection: queries.entries(connection, number), None)
            if found is None:
                raise RecordError(f"there is no match {number}")
            entries, last_saved = found
            record = Record(match.header, MatchLog.replay(match.header, entries))
            if match.result is not None and match.result.text != record.log.result:
                raise RecordError("its end is missing")
        except BasraError as error:
            raise RecordError(f"match {number} is damaged: {error}") from None
        return record, len(entries), last_saved


def _number_of(
    connection: sqlite3.Connection, record: Record, result: MatchResult | None
) -> int | None:
    """Return the number of a match that is stored already, the newest of several.

    One that is not over is known by when and how it began, or else by all of its entries.
    """
    if result is not None:
        return queries.with_digest(connection, result.digest)
    header, entries = record.header, written(record.log)
    numbers = queries.with_header(connection, header)
    if not (header.started and header.seed):
        numbers = [number for number in numbers if _entries(connection, number) == entries]
    return max(numbers, default=None)


def _entries(connection: sqlite3.Connection, number: int) -> tuple[str, ...]:
    """The entries of a match, none where they are damaged."""
    try:
        return queries.entries(connection, number)[0]
    except RecordError:
        return ()
