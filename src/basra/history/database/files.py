"""The files of a database: found, named, set aside.

Law of this file: it gives names and opens nothing, and the bytes of a file stay as they are.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from basra.disk import free_name, shown
from basra.history.database.integrity import printable
from basra.i18n import _

BESIDE = ("", "-wal", "-shm")
"""What the names of the files of one database end in."""
File: TypeAlias = tuple[int, int]
"""What a file is known by, whatever its name."""


def file_of(path: Path) -> File | None:
    """Return what the file at *path* is known by, if there is one."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def set_aside(path: Path, why: str, file: File | None = None) -> list[str]:
    """Give a database and what belongs to it another name; return what is to be told.

    Where another program has put another one in the place of *file*, nothing is done.
    """
    aside = free_name(path, "broken", BESIDE)
    if file is not None and file != file_of(path):
        return []
    _rename(path, aside, reversed(BESIDE))
    told = _("matches not read, their file is now {path}: {why}")
    return [told.format(path=shown(aside), why=printable(why))]


def _rename(path: Path, aside: Path, besides: Iterable[str]) -> None:
    for beside in besides:
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{beside}", f"{aside}{beside}")


def set_left_over_aside(path: Path) -> list[str]:
    """Set aside what belonged to a database that is gone: it would be taken for the new one's.

    Return what is to be told.
    """
    left = [beside for beside in BESIDE[1:] if os.path.lexists(f"{path}{beside}")]
    if not left or os.path.lexists(path):  # seen before the database: another program's, in use
        return []
    aside = free_name(path, "broken", BESIDE)
    _rename(path, aside, left)
    if "-wal" not in left:
        return []
    told = _("the file of the matches is gone; what was written last is now {path}")
    return [told.format(path=f"{shown(aside)}-wal")]


def give_name(temporary: str, path: Path) -> None:
    """Give a file its name, where no other has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except OSError:  # no links on this file system
        if not os.path.lexists(path):
            os.rename(temporary, path)
