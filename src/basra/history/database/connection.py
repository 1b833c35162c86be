"""The connection to the database of matches: creating, checking and migrating it, and its files.

Only this file opens databases.  A database appears under its name whole or not at all.  One that
is damaged, foreign or newer than the program is recognised without being opened for writing, and
set aside.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from basra.files import free_name, printable_path, remove_stale
from basra.history.database import queries
from basra.history.database.integrity import (
    DamageError,
    check_database,
    check_header,
    check_schema,
    is_damage,
    printable,
    reason,
    version_of,
)
from basra.i18n import _

SUFFIXES = ("", "-wal", "-shm")
"""The suffixes of the files of one database."""
FileId: TypeAlias = tuple[int, int]
"""The identity of a file, whatever its name."""
NAME = "matches.sqlite3"
TIMEOUT = 5.0
"""Seconds to wait for another process that is writing."""
MOST_CHECKED = 4 << 20
"""Bytes up to which a database is checked throughout; damage in a larger one shows when read."""
_TEXT = partial(str, encoding="utf-8", errors="replace")
"""Decodes texts; one that is not UTF-8 then fails its checksum instead of a whole list."""
_TRIES = 4
_COPY = "basra-look-"


def open_database(folder: Path) -> tuple[Path, sqlite3.Connection, list[str]]:
    """Return the database in *folder*, created where there is none, and notices for the player.

    Raises `OSError` or `sqlite3.Error` where nothing can be stored there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = Path(os.path.realpath(folder / NAME))  # what belongs to a database lies beside it
    notices: list[str] = []
    remove_stale(path.parent, ".matches-*.tmp*")
    remove_stale(Path(tempfile.gettempdir()), _COPY + "*")
    for _attempt in range(_TRIES):
        file = None
        if not os.path.lexists(path):
            notices += _create(path)
        try:
            file = file_id(path)
            _check(path)
            connection = _connect(path)
            try:
                version = check_schema(connection)
                if version < queries.VERSION:
                    notices.append(_migrate(connection, path, version))
                with queries.transaction(connection):  # whether it can be written shows now
                    pass
            except BaseException:
                connection.close()
                raise
            return path, connection, notices
        except DamageError as damage:
            notices += set_aside(path, str(damage), file)
        except (FileNotFoundError, sqlite3.Error) as error:
            if os.path.lexists(path):
                if isinstance(error, OSError) or not is_damage(error):
                    raise
                notices += set_aside(path, reason(error), file)
            # else another process has just set it aside
    raise OSError(f"{path} comes and goes")


def open_in_memory() -> sqlite3.Connection:
    """Return an empty database that ends with the process."""
    connection = _connect(":memory:")
    with queries.transaction(connection):
        queries.create_tables(connection)
    return connection


def copy_to_memory(folder: Path) -> sqlite3.Connection:
    """Return a copy in memory of the database in *folder*, empty where it cannot be read."""
    connection = open_in_memory()
    path = Path(os.path.realpath(folder / NAME))
    try:
        check_header(path)
        with _copy(path) as copy, contextlib.closing(_connect(copy)) as source:
            version = check_database(source)
            source.backup(connection)
        with queries.transaction(connection):
            queries.create_tables(connection, version)
    except (OSError, sqlite3.Error, DamageError):
        connection.close()
        return open_in_memory()
    return connection


def _connect(path: Path | str) -> sqlite3.Connection:
    """Open a database for which every commit reaches the disk."""
    where = path if isinstance(path, str) else path.as_uri() + "?mode=rw"
    connection = sqlite3.connect(
        where, timeout=TIMEOUT, isolation_level=None, uri=where != ":memory:"
    )
    try:
        connection.text_factory = _TEXT
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except UnicodeDecodeError:  # of a message about a damaged name
        connection.close()
        raise DamageError("the names of its tables cannot be read") from None
    except BaseException:
        connection.close()
        raise
    return connection


def _create(path: Path) -> list[str]:
    """Create an empty database and give it its name, unless another has come first.

    Return the notices about what was in the way.
    """
    notices = set_orphans_aside(path)
    number, temporary = tempfile.mkstemp(prefix=".matches-", suffix=".tmp", dir=path.parent)
    os.close(number)
    try:
        with contextlib.closing(_connect(Path(temporary))) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            with queries.transaction(connection):
                queries.create_tables(connection)
        rename_unless_taken(temporary, path)
    finally:
        for suffix in SUFFIXES:
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{suffix}")
    return notices


def _migrate(connection: sqlite3.Connection, path: Path, version: int) -> str:
    """Migrate a database from an earlier *version*, with a backup; return the notice of it."""
    with queries.transaction(connection):
        now = version_of(connection)
        if now == queries.VERSION:
            return _("matches were brought to the present format by another program")
        backup = free_name(path, f"format-{version}", SUFFIXES)
        half = path.with_name(f".matches-format-{version}.tmp")
        half.unlink(missing_ok=True)
        # Read through a connection of its own: one that writes waits for itself for ever.
        with (
            contextlib.closing(_connect(path)) as source,
            contextlib.closing(sqlite3.connect(half)) as copy,
        ):
            source.backup(copy)
        os.replace(half, backup)
        queries.create_tables(connection, now)
    notice = _("matches brought to the present format; as they were they are in {path}")
    return notice.format(path=printable_path(backup))


# ------------------------------------------------------------------- checking it


def _check(path: Path) -> None:
    """Raise `DamageError` for a database of no use, `FileNotFoundError` where there is none.

    A copy is checked, so that the files stay as they are.
    """
    check_header(path)
    if path.stat().st_size > MOST_CHECKED:
        return
    for left in reversed(range(_TRIES)):
        # Another process may write while it is copied: from the second try on, under a read lock.
        with contextlib.nullcontext() if left == _TRIES - 1 else _read_lock(path):
            try:
                with _copy(path) as copy, contextlib.closing(_connect(copy)) as connection:
                    check_database(connection)
                return
            except FileNotFoundError:
                raise
            except OSError:
                return  # no place for a copy: damage will show when it is read
            except DamageError:
                if not left:
                    raise
            except sqlite3.Error as error:
                if not is_damage(error):
                    return  # not the database is at fault but the place of the copy
                if not left:
                    raise DamageError(reason(error)) from None
        time.sleep(0.02)


@contextmanager
def _read_lock(path: Path) -> Iterator[None]:
    """Keep other processes from moving the log into the database meanwhile."""
    if not os.path.lexists(f"{path}-wal"):  # nobody writes, and reading would create a log
        yield
        return
    uri = path.as_uri() + "?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, isolation_level=None, uri=True)) as connection:
        # A message about a damaged name may be no UTF-8.
        with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """A copy of a database with its log."""
    with tempfile.TemporaryDirectory(prefix=_COPY) as folder:
        copy = Path(folder) / NAME
        for suffix in SUFFIXES[:2]:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        yield copy


# ------------------------------------------------------------------ the files


def file_id(path: Path) -> FileId | None:
    """Return the identity of the file at *path*, if there is one."""
    with contextlib.suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


def set_aside(path: Path, why: str, file: FileId | None = None) -> list[str]:
    """Rename a database with what belongs to it; return the notices about that.

    Where another process has put another database in place of *file*, nothing is done.
    """
    aside = free_name(path, "broken", SUFFIXES)
    if file is not None and file != file_id(path):
        return []
    _rename(path, aside, reversed(SUFFIXES))
    notice = _("matches not read, their file is now {path}: {why}")
    return [notice.format(path=printable_path(aside), why=printable(why))]


def _rename(path: Path, aside: Path, suffixes: Iterable[str]) -> None:
    for suffix in suffixes:
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{suffix}", f"{aside}{suffix}")


def set_orphans_aside(path: Path) -> list[str]:
    """Rename the log of a database that is gone: SQLite would take it for the new one's.

    Return the notices about that.
    """
    orphans = [suffix for suffix in SUFFIXES[1:] if os.path.lexists(f"{path}{suffix}")]
    if not orphans or os.path.lexists(path):  # they came first: another process's, in use
        return []
    aside = free_name(path, "broken", SUFFIXES)
    _rename(path, aside, orphans)
    if "-wal" not in orphans:
        return []
    notice = _("the file of the matches is gone; what was written last is now {path}")
    return [notice.format(path=f"{printable_path(aside)}-wal")]


def rename_unless_taken(temporary: str, path: Path) -> None:
    """Give a file its name, unless another file has it already."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError:  # no links on this file system
        if not os.path.lexists(path):
            os.rename(temporary, path)
