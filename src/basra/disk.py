"""Helpers for files of any kind: messages about them, unused names, stale temporary files.

Nothing here reads or writes what is in a file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Iterable
from pathlib import Path

OLD = 60.0
"""Seconds after which a temporary file belongs to no program that is still running."""


def printable_path(path: Path) -> str:
    """Return *path* as it may be written to a terminal, whatever is in it."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def reason(error: Exception) -> str:
    """Return why the system refuses something, in a few words.

    >>> reason(OSError(28, "No space left on device")), reason(ValueError("Embedded null byte"))
    ('no space left on device', 'embedded null byte')
    """
    return (getattr(error, "strerror", None) or str(error)).lower()


def free_name(path: Path, what: str, besides: Iterable[str] = ("",)) -> Path:
    """Return a path beside *path* that does not exist, not even with a suffix of *besides*.

    Its name says *what* the file is, and has a number.
    """
    besides = tuple(besides)
    return next(
        name
        for number in range(1, 1 << 20)
        for name in [path.with_name(f"{path.stem}-{what}-{number}{path.suffix}")]
        if not any(os.path.lexists(f"{name}{beside}") for beside in besides)
    )


def remove_stale(folder: Path, pattern: str) -> None:
    """Remove what matches *pattern* in *folder* and was left by programs that were killed."""
    for name in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - name.lstat().st_mtime <= OLD:
                continue
            if stat.S_ISDIR(name.lstat().st_mode):
                shutil.rmtree(name, ignore_errors=True)
            else:
                name.unlink()
