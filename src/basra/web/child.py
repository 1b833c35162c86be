"""The game in a process of its own, for a page in a browser.

Law of this file: the browser reads what is written to a descriptor that nobody else knows.  What
anything prints, whoever wrote it, goes to standard error.
"""

from __future__ import annotations

import os
import sys
from functools import partial

OUT, ERROR = 1, 2


def set_apart() -> None:
    """Give the driver the standard output under a new number, and everybody else another one."""
    own = os.dup(OUT)
    os.dup2(ERROR, OUT)
    sys.__stdout__ = os.fdopen(own, "w", encoding="utf-8")  # type: ignore[misc]


def main() -> int:
    """Play until the page is closed or the player leaves; return the exit code."""
    set_apart()
    from basra.diagnostics import CrashError, crashed
    from basra.files import Store, folder
    from basra.history.archive import Archive
    from basra.tui.app import BasraApp
    from basra.tui.run import run

    app = BasraApp(
        store=Store(folder(os.environ)), archive=partial(Archive, folder(os.environ, "data"))
    )
    try:
        return run(app)
    except CrashError as fault:
        sys.stderr.write(f"basra: {crashed(fault, os.environ)}\n")
        return 1
