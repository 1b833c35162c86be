"""Whether a file is a database of matches, and whether it is sound.

It is handed files and connections; it opens no database and changes none.
"""

from __future__ import annotations

import sqlite3
import stat
import struct
from pathlib import Path

from basra.history.database import queries

_MAGIC = b"SQLite format 3\0"


class DamageError(Exception):
    """A database that cannot be used as it is; the text says why."""


def check_header(path: Path) -> None:
    """Raise `DamageError` for a file whose first bytes are not those of a database of ours."""
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
        raise DamageError("it is no ordinary file")
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except PermissionError as error:
        raise DamageError(reason(error)) from None
    if not head:
        raise DamageError("the file is empty")
    if len(head) < 100 or not head.startswith(_MAGIC):
        raise DamageError("the file is not a database")
    (application,) = struct.unpack(">I", head[68:72])
    if application != queries.APPLICATION_ID:
        raise DamageError("the database is not one of this game")
    (version,) = struct.unpack(">I", head[60:64])
    if version > queries.VERSION:
        raise DamageError(f"a newer version of the game wrote it (format {version})")
    if head[18] not in (1, 2) or head[19] not in (1, 2):
        raise DamageError("the database is damaged: nobody could write to it")


def check_database(connection: sqlite3.Connection) -> int:
    """Return the version of the schema; raise `DamageError` for a database that is not sound."""
    version = check_schema(connection)
    (problem,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise DamageError(f"the database is damaged: {problem.splitlines()[-1]}")
    return version


def check_schema(connection: sqlite3.Connection) -> int:
    """Return the version of the schema; raise `DamageError` where the tables are not its own."""
    try:
        version, schema = version_of(connection), queries.schema_of(connection)
    except sqlite3.Error as error:
        if _code(error) != sqlite3.SQLITE_ERROR:
            raise
        raise DamageError(reason(error)) from None
    if version > queries.VERSION:
        raise DamageError(f"a newer version of the game wrote it (format {version})")
    if version < 1 or schema != queries.schema(version):
        raise DamageError("its tables are not those of this game")
    return version


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the schema that a database names, its log included."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(version, int)
    return version


def is_damage(error: sqlite3.Error) -> bool:
    """Whether *error* means that the database is damaged, or is none."""
    code = _code(error)
    return code & 0xFF in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_FORMAT,
    ) or code in (sqlite3.SQLITE_IOERR_SHORT_READ,)


def _code(error: sqlite3.Error) -> int:
    """The code of an error of SQLite; 0 for one of its Python module."""
    return getattr(error, "sqlite_errorcode", None) or 0


def reason(error: OSError | sqlite3.Error) -> str:
    """Return what went wrong, in a few words that any screen can show."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return printable(str(error))


def printable(text: str) -> str:
    """Return *text* fit for one line of any screen, whatever a damaged file put into it."""
    return text if text.isprintable() else ascii(text)[1:-1]
