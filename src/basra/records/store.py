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
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from basra.records import tables

NAME = "matches.sqlite3"
PATIENCE = 5.0
"""Seconds for which another program that is writing is waited for."""
EXAMINED = 4 << 20
"""Bytes up to which a database is examined throughout; damage in a larger one shows when read."""
_BESIDE = ("", "-wal", "-shm")
_MAGIC = b"SQLite format 3\0"
_TRIES = 4
_File: TypeAlias = tuple[int, int]
"""What a file is known by, whatever its name."""


class DamageError(Exception):
    """A database that cannot be used as it is; the text says why."""

    file: _File | None = None
    """Which file it is that cannot be used."""


def opened(folder: Path) -> tuple[Path, sqlite3.Connection, list[str]]:
    """Return the database in *folder*, made where there is none, and what is to be told.

    Raises `OSError` or `sqlite3.Error` where nothing can be kept there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / NAME
    told: list[str] = []
    for _ in range(_TRIES):
        _sweep(folder)
        if not os.path.lexists(path):
            _make(path)
        try:
            version, it = _examined(path)
            connection = _connect(path)
            try:
                if version < tables.VERSION:
                    told.append(_migrate(connection, path, version))
                with transaction(connection):  # whether it can be written shows now
                    pass
            except BaseException:
                connection.close()
                raise
            return path, connection, told
        except FileNotFoundError:
            continue  # another program has just set it aside
        except DamageError as damage:
            told += set_aside(path, str(damage), damage.file)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            told += set_aside(path, reason(error), it)
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
    path = folder / NAME
    try:
        version = _header(path)
        with _copy(path) as copy, contextlib.closing(_connect(copy)) as source:
            _check(source, version)
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


def set_aside(path: Path, why: str, file: _File | None = None) -> list[str]:
    """Give a database and what belongs to it another name; return what is to be told.

    Where another program has put another one in the place of *file*, nothing is done.
    """
    stem, suffix = path.stem, path.suffix
    aside = next(
        name
        for number in range(1, 1 << 20)
        if not os.path.lexists(name := path.with_name(f"{stem}-broken-{number}{suffix}"))
    )
    if file is not None and file != _file(path):
        return []
    for beside in reversed(_BESIDE):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")
    return [f"matches not read, their file is now {_shown(aside)}: {why}"]


def _file(path: Path) -> _File | None:
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def is_damage(error: sqlite3.Error) -> bool:
    """Whether *error* says that the database itself is damaged, or is none."""
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code & 0xFF in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_FORMAT,
    ) or code in (sqlite3.SQLITE_IOERR_SHORT_READ,)


def reason(error: OSError | sqlite3.Error) -> str:
    """Return why, in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)


# -------------------------------------------------------------------- making it


def _connect(path: Path | str) -> sqlite3.Connection:
    """Open a database for which every commit reaches the disk."""
    where = path if isinstance(path, str) else path.as_uri() + "?mode=rw"
    connection = sqlite3.connect(
        where, timeout=PATIENCE, isolation_level=None, uri=where != ":memory:"
    )
    try:
        connection.text_factory = _text
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(content: bytes) -> str:
    """Return a text as it was kept; one that is no UTF-8 fails its seal instead of a whole list."""
    return content.decode("utf-8", "replace")


def _make(path: Path) -> None:
    """Make an empty database elsewhere and give it its name, unless another has come first."""
    for beside in _BESIDE[1:]:  # what belonged to a file that is gone would be taken for its own
        if os.path.lexists(f"{path}{beside}"):
            set_aside(path, "")
            break
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


def _name_it(temporary: str, path: Path) -> None:
    """Give a file its name, where no other has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError:  # no links on this file system
        if not os.path.lexists(path):
            os.rename(temporary, path)


def _sweep(folder: Path) -> None:
    """Remove what programs that died while making a database have left."""
    for name in folder.glob(".matches-*.tmp*"):
        with contextlib.suppress(OSError):
            if time.time() - name.stat().st_mtime > 60:
                name.unlink()


def _migrate(connection: sqlite3.Connection, path: Path, version: int) -> str:
    """Bring a database of an earlier *version* to the present one, a copy of it kept."""
    backup = path.with_name(f"{path.stem}-format-{version}{path.suffix}")
    with transaction(connection):
        now = connection.execute("PRAGMA user_version").fetchone()[0]
        if now == tables.VERSION:
            return "matches were brought to the present format by another program"
        if not backup.exists():
            half = backup.with_suffix(".tmp")
            half.unlink(missing_ok=True)
            with contextlib.closing(sqlite3.connect(half)) as copy:
                connection.backup(copy)
            os.replace(half, backup)
        tables.create(connection, now)
    return f"matches brought to the present format; as they were they are in {_shown(backup)}"


# ------------------------------------------------------------------ examining it


def _examined(path: Path) -> tuple[int, _File | None]:
    """Return the version of a database that can be used, and which file it is.

    It is looked at in a copy, so that looking changes nothing.  Raises `DamageError` for one of
    no use, `FileNotFoundError` where there is none.
    """
    it = _file(path)
    try:
        version = _header(path)
        if path.stat().st_size <= EXAMINED:
            _look_into(path, version)
    except DamageError as damage:
        damage.file = it
        raise
    return version, it


def _look_into(path: Path, version: int) -> None:
    """Raise `DamageError` for a database that does not hold together."""
    for left in reversed(range(_TRIES)):
        try:
            with _copy(path) as copy, contextlib.closing(_connect(copy)) as connection:
                _check(connection, version)
            return
        except OSError:
            return  # no place for a copy: damage will show when it is read
        except (DamageError, sqlite3.Error) as error:
            # Another program may have been writing while it was copied: look again.
            if not left:
                raise DamageError(str(error)) from None
            time.sleep(0.02)


def _header(path: Path) -> int:
    """Return the version that the first bytes tell; raise `DamageError` for a file of no use."""
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
    (version,) = struct.unpack(">I", head[60:64])
    (application,) = struct.unpack(">I", head[68:72])
    if application != tables.APPLICATION:
        raise DamageError("the database is not one of this game")
    if version > tables.VERSION:
        raise DamageError(f"a newer version of the game wrote it (format {version})")
    if version < 1:
        raise DamageError(f"there is no format {version}")
    return int(version)


def _check(connection: sqlite3.Connection, version: int) -> None:
    """Raise `DamageError` where the tables are not those of *version*, or do not hold together."""
    if tables.schema_of(connection) != tables.schema(version):
        raise DamageError("its tables are not those of this game")
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DamageError(f"the database is damaged ({found})")


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """A copy of a database with what was written to it last."""
    with tempfile.TemporaryDirectory(prefix="basra-") as folder:
        copy = Path(folder) / NAME
        for beside in _BESIDE[:2]:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{beside}", f"{copy}{beside}")
        yield copy


def _shown(path: Path) -> str:
    text = str(path)
    return text if text.isprintable() else ascii(text)
