"""Which matches are open: a file lock for each, which the system drops when its process ends.

A lock is a hint, so that a second window can ask first; what guards a match is that each of its
entries has one place in the database.  Where a file cannot be locked, a match counts as not open.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock


class MatchLocks:
    """The locks on the matches of one database that are open in this process."""

    def __init__(self, database: Path) -> None:
        """Lock matches of the *database* at that path."""
        self._database = database
        self._held: dict[int, FileLock] = {}

    def acquire(self, number: int) -> None:
        """Lock a match, unless another process has it locked."""
        if number not in self._held:
            lock = self._lock(number)
            with contextlib.suppress(OSError):  # a time-out is one too
                lock.acquire(blocking=False)
                self._held[number] = lock

    def release(self, number: int) -> None:
        """Unlock a match that is locked here."""
        lock = self._held.pop(number, None)
        if lock is not None:
            _remove(lock)

    def release_all(self) -> None:
        """Unlock every match that is locked here."""
        for number in list(self._held):
            self.release(number)

    def is_held_elsewhere(self, number: int) -> bool:
        """Whether another process has a match locked."""
        if not self._path(number).exists():
            return False
        from filelock import Timeout

        lock = self._lock(number)
        if lock.is_locked:  # by another archive of this process
            return False
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return True
        except OSError:
            return False
        _remove(lock)  # of a process that was killed
        return False

    def _path(self, number: int) -> Path:
        return self._database.with_name(f".{self._database.stem}-{number}.lock")

    def _lock(self, number: int) -> FileLock:
        """The one lock of a match in this process."""
        from filelock import FileLock

        path = self._path(number)
        return FileLock(path, is_singleton=True, thread_local=False, fallback_to_soft=False)


def _remove(lock: FileLock) -> None:
    """Release a lock; its file goes first, so that nobody can lock one that is about to go."""
    with contextlib.suppress(OSError):  # Windows removes no open file; there the release does
        os.unlink(lock.lock_file)
    with contextlib.suppress(OSError):
        lock.release(force=True)
