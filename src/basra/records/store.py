"""The file of the database: made, opened, brought to the present format, set aside.

Law of this file: it alone opens a database of matches.  A database appears under its name whole or
not at all.  One that is damaged, foreign or newer than the program is recognised without being
opened for writing, and gets another name, its bytes untouched.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from basra.language import _
from basra.records import tables
from basra.records.examining import (
    DamageError,
    check,
    check_format,
    check_header,
    is_damage,
    printable,
    reason,
    version_of,
)

NAME = "matches.sqlite3"
PATIENCE = 5.0
"""Seconds for which another program that is writing is waited for."""
EXAMINED = 4 << 20
"""Bytes up to which a database is examined throughout; damage in a larger one shows when read."""
_TEXT = partial(str, encoding="utf-8", errors="replace")
"""Reads a text as it was kept; one that is no UTF-8 fails its seal instead of a whole list."""
_BESIDE = ("", "-wal", "-shm")
_TRIES = 4
OLD = 60.0
"""Seconds after which a temporary file is one that a program has left that died."""
_LOOK = "basra-look-"
File: TypeAlias = tuple[int, int]
"""What a file is known by, whatever its name."""


def opened(folder: Path) -> tuple[Path, sqlite3.Connection, list[str]]:
    """Return the database in *folder*, made where there is none, and what is to be told.

    Raises `OSError` or `sqlite3.Error` where nothing can be kept there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = Path(os.path.realpath(folder / NAME))  # what belongs to a database lies beside it
    told: list[str] = []
    _sweep(path.parent, ".matches-*.tmp*")
    _sweep(Path(tempfile.gettempdir()), _LOOK + "*")
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
                if version < tables.VERSION:
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
        tables.create(connection)
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
            tables.create(connection, version)
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


def set_aside(path: Path, why: str, file: File | None = None) -> list[str]:
    """Give a database and what belongs to it another name; return what is to be told.

    Where another program has put another one in the place of *file*, nothing is done.
    """
    aside = _free(path, "broken")
    if file is not None and file != file_of(path):
        return []
    for beside in reversed(_BESIDE):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")
    told = _("matches not read, their file is now {path}: {why}")
    return [told.format(path=_shown(aside), why=printable(why))]


def _free(path: Path, what: str) -> Path:
    """A name beside that of a database that nothing has, nor anything that belongs to it."""
    return next(
        name
        for number in range(1, 1 << 20)
        for name in [path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")]
        if not any(os.path.lexists(f"{name}{beside}") for beside in _BESIDE)
    )


def file_of(path: Path) -> File | None:
    """Return what the file at *path* is known by, if there is one."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


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
    told = _left_over(path)
    number, temporary = tempfile.mkstemp(prefix=".matches-", suffix=".tmp", dir=path.parent)
    os.close(number)
    try:
        with contextlib.closing(_connect(Path(temporary))) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            with transaction(connection):
                tables.create(connection)
        _name_it(temporary, path)
    finally:
        for beside in _BESIDE:
            with contextlib.suppress(OSError):
                os.unlink(f"{temporary}{beside}")
    return told


def _left_over(path: Path) -> list[str]:
    """Set aside what belonged to a database that is gone: it would be taken for the new one's."""
    left = [beside for beside in _BESIDE[1:] if os.path.lexists(f"{path}{beside}")]
    if not left or os.path.lexists(path):  # seen before the database: another program's, in use
        return []
    aside = _free(path, "broken")
    for beside in left:
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")
    if "-wal" not in left:
        return []
    told = _("the file of the matches is gone; what was written last is now {path}")
    return [told.format(path=f"{_shown(aside)}-wal")]


def _name_it(temporary: str, path: Path) -> None:
    """Give a file its name, where no other has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError:  # no links on this file system
        if not os.path.lexists(path):
            os.rename(temporary, path)


def _sweep(folder: Path, pattern: str) -> None:
    """Remove what programs that died while making a database, or looking into one, have left."""
    for name in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - name.lstat().st_mtime <= OLD:
                continue
            if stat.S_ISDIR(name.lstat().st_mode):
                shutil.rmtree(name, ignore_errors=True)
            else:
                name.unlink()


def _migrate(connection: sqlite3.Connection, path: Path, version: int) -> str:
    """Bring a database of an earlier *version* to the present one, a copy of it kept."""
    with transaction(connection):
        now = version_of(connection)
        if now == tables.VERSION:
            return _("matches were brought to the present format by another program")
        backup = _free(path, f"format-{version}")
        half = path.with_name(f".matches-format-{version}.tmp")
        half.unlink(missing_ok=True)
        # Read through a connection of its own: one that writes waits for itself for ever.
        with (
            contextlib.closing(_connect(path)) as source,
            contextlib.closing(sqlite3.connect(half)) as copy,
        ):
            source.backup(copy)
        os.replace(half, backup)
        tables.create(connection, now)
    told = _("matches brought to the present format; as they were they are in {path}")
    return told.format(path=_shown(backup))


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
        for beside in _BESIDE[:2]:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{beside}", f"{copy}{beside}")
        yield copy


def _shown(path: Path) -> str:
    text = str(path)
    return text if text.isprintable() else ascii(text)
