"""Which running program has a match open.

Law of this file: it alone asks the system about processes.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path


def me() -> str:
    """Return what this process is known by: number, start and machine."""
    return f"{os.getpid()} {_started(os.getpid())} {platform.node()}"


def is_alive(who: str) -> bool:
    """Whether the process known as *who* is still running."""
    number, _, rest = who.partition(" ")
    started, _, node = rest.partition(" ")
    if node != platform.node() or os.name != "posix" or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except PermissionError:
        pass
    except (OSError, OverflowError):
        return False
    return started == _started(int(number))


def _started(number: int) -> str:
    """When a process was started, where the system tells."""
    try:
        text = Path(f"/proc/{number}/stat").read_text("utf-8", "replace")
        return text.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "-"
