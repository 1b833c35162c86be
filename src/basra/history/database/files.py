"""The files of a database: their identity, their names, and setting them aside.

It renames files and opens none; their bytes stay as they are.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from basra.disk import free_name, printable_path
from basra.history.database.integrity import printable
from basra.i18n import _

SUFFIXES = ("", "-wal", "-shm")
"""The suffixes of the files of one database."""
FileId: TypeAlias = tuple[int, int]
"""The identity of a file, whatever its name."""


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
