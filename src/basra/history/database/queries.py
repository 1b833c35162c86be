"""The schema of the database of matches, and the queries on it.

Only this file has SQL about matches.  It is handed a connection and opens nothing; the values in
the rows are made and checked in `rows`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from basra.engine.errors import BasraError, RecordError
from basra.history.database.rows import (
    MatchResult,
    StoredMatch,
    checksum,
    header_row,
    parse_header,
    parse_result,
    result_row,
)
from basra.match.header import Header
from basra.match.log import LONGEST_ENTRY

APPLICATION_ID = 0x42617372
"""The number that marks a database as one of this program's: `Basr`."""
VERSION = 2

_SCHEMA: dict[int, tuple[str, ...]] = {
    1: (
        "CREATE TABLE matches (id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL,"
        " south TEXT NOT NULL, north TEXT NOT NULL,"
        " south_level TEXT NOT NULL, north_level TEXT NOT NULL, rules TEXT NOT NULL,"
        " first_dealer INTEGER NOT NULL, seed TEXT NOT NULL, seal INTEGER NOT NULL)",
        "CREATE TABLE deeds (sequence INTEGER PRIMARY KEY AUTOINCREMENT,"
        " match INTEGER NOT NULL REFERENCES matches (id), number INTEGER NOT NULL,"
        " done TEXT NOT NULL, deed TEXT NOT NULL, seal INTEGER NOT NULL, UNIQUE (match, number))",
        "CREATE TABLE results (match INTEGER PRIMARY KEY REFERENCES matches (id),"
        " result TEXT NOT NULL, ended TEXT NOT NULL, assisted INTEGER NOT NULL,"
        " rounds INTEGER NOT NULL, south_points INTEGER NOT NULL, north_points INTEGER NOT NULL,"
        " south_basras INTEGER NOT NULL, north_basras INTEGER NOT NULL,"
        " south_sweeps INTEGER NOT NULL, north_sweeps INTEGER NOT NULL,"
        " south_best INTEGER NOT NULL, north_best INTEGER NOT NULL,"
        " digest TEXT NOT NULL, seal INTEGER NOT NULL)",
        # No longer written; kept so that every version opens the databases of every other.
        "CREATE TABLE claims (match INTEGER PRIMARY KEY REFERENCES matches (id),"
        " holder TEXT NOT NULL)",
    ),
    2: (
        "CREATE TABLE reviews (match INTEGER PRIMARY KEY REFERENCES matches (id),"
        " made TEXT NOT NULL, text TEXT NOT NULL, seal INTEGER NOT NULL)",
    ),
}
"""What each version of the schema adds to the one before it."""

_HEADER = "started, south, north, south_level, north_level, rules, first_dealer, seed"
_RESULT = (
    "result, ended, assisted, rounds, south_points, north_points, south_basras, north_basras,"
    " south_sweeps, north_sweeps, south_best, north_best, digest"
)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit everything written inside, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


# ------------------------------------------------------------------ creating it


def create_tables(connection: sqlite3.Connection, after: int = 0) -> None:
    """Create the tables that came *after* a version, within a transaction of the caller."""
    for version in range(after + 1, VERSION + 1):
        for statement in _SCHEMA[version]:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def schema(version: int) -> set[str]:
    """Return the statements that create a database of *version*."""
    return {text for at in range(1, version + 1) for text in _SCHEMA[at]}


def schema_of(connection: sqlite3.Connection) -> set[str]:
    """Return the statements that created a database."""
    rows = connection.execute(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return {row[0] for row in rows}


# ------------------------------------------------------------------------ writing


def add_match(connection: sqlite3.Connection, header: Header) -> int:
    """Insert a match and return its number."""
    values = header_row(header)
    marks = ", ".join("?" * len(values))
    number = connection.execute(
        f"INSERT INTO matches ({_HEADER}, seal) VALUES ({marks}, 0)", values
    ).lastrowid
    assert number is not None, "a row was inserted"
    seal = checksum(0, number, *values)
    connection.execute("UPDATE matches SET seal = ? WHERE id = ?", (seal, number))
    return number


def add_entries(
    connection: sqlite3.Connection, match: int, first: int, entries: Iterable[str], now: str
) -> None:
    """Append entries to the log of a match, the *first* of them with that number, from 1.

    Raises `sqlite3.IntegrityError` where another process has inserted one of these numbers.
    """
    before = connection.execute(
        "SELECT seal FROM deeds WHERE match = :match AND number = :before"
        " UNION ALL SELECT seal FROM matches WHERE id = :match AND :before = 0",
        {"match": match, "before": first - 1},
    ).fetchone()
    seal = 0 if before is None else before[0]
    rows = []
    for number, entry in enumerate(entries, first):
        seal = checksum(seal, number, now, entry)
        rows.append((match, number, now, entry, seal))
    connection.executemany(
        "INSERT INTO deeds (match, number, done, deed, seal) VALUES (?, ?, ?, ?, ?)", rows
    )


def add_result(connection: sqlite3.Connection, match: int, result: MatchResult) -> None:
    """Insert the result of a match: there can be one only."""
    values = result_row(result)
    marks = ", ".join("?" * (len(values) + 2))
    connection.execute(
        f"INSERT INTO results (match, {_RESULT}, seal) VALUES ({marks})",
        (match, *values, checksum(0, match, *values)),
    )


# ------------------------------------------------------------------------ reading


def matches(connection: sqlite3.Connection, *, only: int | None = None) -> Iterator[StoredMatch]:
    """Yield every match, the newest first, or the *only* one with that number."""
    where = "" if only is None else "WHERE matches.id = ?"
    rows = connection.execute(
        f"SELECT id, matches.seal, {_HEADER}, match, results.seal, {_RESULT}"
        f" FROM matches LEFT JOIN results ON match = id {where} ORDER BY id DESC",
        () if only is None else (only,),
    )
    for number, seal, *rest in rows:
        header_values, (match, result_seal, *result_values) = rest[:8], rest[8:]
        try:
            header = parse_header(number, seal, header_values)
            result = None if match is None else parse_result(match, result_seal, result_values)
        except BasraError as error:
            yield StoredMatch(number, None, damage=str(error))
        else:
            yield StoredMatch(number, header, result)


def unfinished(connection: sqlite3.Connection) -> list[int]:
    """Return the numbers of the matches that are not over, the one played last first."""
    rows = connection.execute(
        "SELECT id, (SELECT sequence FROM deeds WHERE match = id ORDER BY number DESC LIMIT 1)"
        " AS latest FROM matches WHERE id NOT IN (SELECT match FROM results)"
        " ORDER BY latest DESC, id DESC"
    )
    return [number for number, _ in rows]


def entries(connection: sqlite3.Connection, match: int) -> tuple[tuple[str, ...], str]:
    """Return the entries of a match, and when the last of them was appended.

    Raises `RecordError` where they are damaged.
    """
    row = connection.execute("SELECT seal FROM matches WHERE id = ?", (match,)).fetchone()
    if row is None:
        raise RecordError(f"there is no match {match}")
    seal, last = row[0], ""
    rows = connection.execute(
        "SELECT number, done, deed, seal FROM deeds WHERE match = ? ORDER BY number", (match,)
    )
    texts: list[str] = []
    for expected, (number, done, entry, stored) in enumerate(rows, 1):
        is_text = type(entry) is str and type(done) is str
        ok = number == expected and is_text and len(entry) <= LONGEST_ENTRY
        seal = checksum(seal, number, done, entry) if ok else -1
        if seal != stored:
            raise RecordError(f"play {expected} of the match is damaged")
        last = done
        texts.append(entry)
    return tuple(texts), last


def entry_count(connection: sqlite3.Connection, match: int) -> int:
    """Return how many entries a match has."""
    row = connection.execute("SELECT max(number) FROM deeds WHERE match = ?", (match,)).fetchone()
    return row[0] if type(row[0]) is int else 0


def with_digest(connection: sqlite3.Connection, digest: str) -> int | None:
    """Return the number of the match with that record, if it is there."""
    (number,) = connection.execute(
        "SELECT max(match) FROM results WHERE digest = ?", (digest,)
    ).fetchone()
    return None if number is None else int(number)


def with_header(connection: sqlite3.Connection, header: Header) -> list[int]:
    """Return the numbers of the matches with that *header*."""
    where = " AND ".join(f"{name} = ?" for name in _HEADER.split(", "))
    found = connection.execute(f"SELECT id FROM matches WHERE {where}", header_row(header))
    return [number for (number,) in found]


# ------------------------------------------------------------------------ reviews


def review(connection: sqlite3.Connection, match: int) -> str | None:
    """Return the text of the review of a match, if there is one that is sound."""
    row = connection.execute(
        "SELECT made, text, seal FROM reviews WHERE match = ?", (match,)
    ).fetchone()
    if row is None or checksum(0, match, *row[:2]) != row[2]:
        return None
    return str(row[1])


def add_review(connection: sqlite3.Connection, match: int, text: str, now: str) -> None:
    """Store the *text* of a review of a match, in place of an earlier one."""
    connection.execute(
        "INSERT OR REPLACE INTO reviews (match, made, text, seal) VALUES (?, ?, ?, ?)",
        (match, now, text, checksum(0, match, now, text)),
    )
