"""The process of one game: the table, drawn for a page in a browser.

The page shows what is written to the driver's file descriptor, which nothing else knows.  Whatever
else is printed in this process goes to standard error.
"""

from __future__ import annotations

import os
import sys
from functools import partial

STDOUT, STDERR = 1, 2


def redirect_stdout() -> None:
    """Move standard output to a new descriptor, for the driver, and point the old one at stderr."""
    driver_output = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    sys.__stdout__ = os.fdopen(driver_output, "w", encoding="utf-8")  # type: ignore[misc]


def main() -> int:
    """Play until the page is closed or the player leaves; return the exit code."""
    redirect_stdout()
    from basra.diagnostics import CrashError, report_crash
    from basra.files import SettingsFile, user_folder
    from basra.history.archive import Archive
    from basra.tui.app import BasraApp
    from basra.tui.run import run

    app = BasraApp(
        store=SettingsFile(user_folder(os.environ)),
        archive=partial(Archive, user_folder(os.environ, "data")),
    )
    try:
        return run(app)
    except CrashError as fault:
        sys.stderr.write(f"basra: {report_crash(fault, os.environ)}\n")
        return 1
