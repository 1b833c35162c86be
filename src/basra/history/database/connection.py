"""The database: made, opened, brought to the present format.

Law of this file: it alone opens a database of matches.  A database appears under its name whole or
not at all.  One that is damaged, foreign or newer than the program is recognised without being
opened for writing, and set aside (see `filing`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from basra.disk import free_name, shown, tidy
from basra.history.database import queries
from basra.history.database.files import (
    BESIDE,
    file_of,
    give_name,
    set_aside,
    set_left_over_aside,
)
from basra.history.database.integrity import (
    DamageError,
    check,
    check_format,
    check_header,
    is_damage,
    reason,
    version_of,
)
from basra.i18n import _

NAME = "matches.sqlite3"
PATIENCE = 5.0
"""Seconds for which another program that is writing is waited for."""
EXAMINED = 4 << 20
"""Bytes up to which a database is examined throughout; damage in a larger one shows when read."""
_TEXT = partial(str, encoding="utf-8", errors="replace")
"""Reads a text as it was kept; one that is no UTF-8 fails its seal instead of a whole list."""
_TRIES = 4
_LOOK = "basra-look-"


def opened(folder: Path) -> tuple[Path, sqlite3.Connection, list[str]]:
    """Return the database in *folder*, made where there is none, and what is to be told.

    Raises `OSError` or `sqlite3.Error` where nothing can be kept there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = Path(os.path.realpath(folder / NAME))  # what belongs to a database lies beside it
    told: list[str] = []
    tidy(path.parent, ".matches-*.tmp*")
    tidy(Path(tempfile.gettempdir()), _LOOK + "*")
    for _attempt in range(_TRIES):
        it = None
        if not os.path.lexists(path):
            told += _make(path)
        try:
            it = file_of(path)
            _examine(path)
            connection = _connect(path)
            try:
                version = check_format(connection)
                if version < queries.VERSION:
                    told.append(_migrate(connection, path, version))
                with transaction(connection):  # whether it can be written shows now
                    pass
            except BaseException:
                connection.close()
                raise
            return path, connection, told
        except DamageError as damage:
            told += set_aside(path, str(damage), it)
        except (FileNotFoundError, sqlite3.Error) as error:
            if os.path.lexists(path):
                if isinstance(error, OSError) or not is_damage(error):
                    raise
                told += set_aside(path, reason(error), it)
            # else another program has just set it aside
    raise OSError(f"{path} comes and goes")


def in_memory() -> sqlite3.Connection:
    """Return an empty database that ends with the program."""
    connection = _connect(":memory:")
    with transaction(connection):
        queries.create(connection)
    return connection


def copied(folder: Path) -> sqlite3.Connection:
    """Return a copy in memory of the database in *folder*, empty where it cannot be read."""
    connection = in_memory()
    path = Path(os.path.realpath(folder / NAME))
    try:
        check_header(path)
        with _copy(path) as copy, contextlib.closing(_connect(copy)) as source:
            version = check(source)
            source.backup(connection)
        with transaction(connection):
            queries.create(connection, version)
    except (OSError, sqlite3.Error, DamageError):
        connection.close()
        return in_memory()
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside is kept, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


# -------------------------------------------------------------------- making it


def _connect(path: Path | str) -> sqlite3.Connection:
    """Open a database for which every commit reaches the disk."""
    where = path if isinstance(path, str) else path.as_uri() + "?mode=rw"
    connection = sqlite3.connect(
        where, timeout=PATIENCE, isolation_level=None, uri=where != ":memory:"
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


def _make(path: Path) -> list[str]:
    """Make an empty database elsewhere and give it its name, unless another has come first.

    Return what is to be told.
    """
    told = set_left_over_aside(path)
    number, temporary = tempfile.mkstemp(prefix=".matches-", suffix=".tmp", dir=path.parent)
    os.close(number)
    try:
        with contextlib.closing(_connect(Path(temporary))) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            with transaction(connection):
                queries.create(connection)
        give_name(temporary, path)
    finally:
        for beside in BESIDE:
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{beside}")
    return told


def _migrate(connection: sqlite3.Connection, path: Path, version: int) -> str:
    """Bring a database of an earlier *version* to the present one, a copy of it kept."""
    with transaction(connection):
        now = version_of(connection)
        if now == queries.VERSION:
            return _("matches were brought to the present format by another program")
        backup = free_name(path, f"format-{version}", BESIDE)
        half = path.with_name(f".matches-format-{version}.tmp")
        half.unlink(missing_ok=True)
        # Read through a connection of its own: one that writes waits for itself for ever.
        with (
            contextlib.closing(_connect(path)) as source,
            contextlib.closing(sqlite3.connect(half)) as copy,
        ):
            source.backup(copy)
        os.replace(half, backup)
        queries.create(connection, now)
    told = _("matches brought to the present format; as they were they are in {path}")
    return told.format(path=shown(backup))


# ------------------------------------------------------------------ examining it


def _examine(path: Path) -> None:
    """Raise `DamageError` for a database of no use, `FileNotFoundError` where there is none.

    It is looked at in a copy, so that looking changes nothing.
    """
    check_header(path)
    if path.stat().st_size > EXAMINED:
        return
    for left in reversed(range(_TRIES)):
        # Another program may write while it is copied; where that shows, it is kept from going on.
        with contextlib.nullcontext() if left == _TRIES - 1 else _held(path):
            try:
                with _copy(path) as copy, contextlib.closing(_connect(copy)) as connection:
                    check(connection)
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
def _held(path: Path) -> Iterator[None]:
    """Read a database meanwhile, so that no other program moves what was written last into it."""
    if not os.path.lexists(f"{path}-wal"):  # nobody writes, and reading would begin a log
        yield
        return
    where = path.as_uri() + "?mode=ro"
    with contextlib.closing(sqlite3.connect(where, isolation_level=None, uri=True)) as connection:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """A copy of a database with what was written to it last."""
    with tempfile.TemporaryDirectory(prefix=_LOOK) as folder:
        copy = Path(folder) / NAME
        for beside in BESIDE[:2]:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{beside}", f"{copy}{beside}")
        yield copy
