"""How the game in the terminal begins and ends.

The terminal is asked what it can show while the screens are read from the disk, and given back on
every way out.  What goes wrong inside comes out as one `CrashError`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from basra.diagnostics import CrashError
from basra.engine.errors import BasraError
from basra.terminal.capabilities import Frontend
from basra.terminal.glyphs import GLYPHS
from basra.terminal.lifecycle import restore_terminal
from basra.terminal.width_probe import ProbeResult, probe_widths

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.tui.app import BasraApp


def play(
    frontend: Frontend,
    *,
    given: Mapping[str, str],
    archive: Callable[[], Archive],
    **asked: Any,
) -> int:
    """Play in the full screen of *frontend*, and return the exit code.

    Settings *given* hold for this run, matches are kept in what *archive* opens, and *asked* is
    what the command line asked for, by the names that `Options` has.

    Raises `CrashError` for what went wrong inside.
    """
    with restore_terminal():
        signs = GLYPHS if frontend.terminal.glyphs else ""
        with probe_widths(sys.__stdin__, sys.__stderr__, signs) as probe:
            gc.disable()  # nothing of what is read here can be thrown away, and looking costs time
            from basra.files import SettingsFile, user_folder
            from basra.tui.app import BasraApp, Options

            gc.freeze()
            gc.enable()
            result = probe.result() if probe else ProbeResult()
        options = Options(
            given=given,
            terminal=frontend.with_widths(result.widths).terminal,
            typeahead=result.typeahead,
            **asked,
        )
        app = BasraApp(options, store=SettingsFile(user_folder(os.environ)), archive=archive)
        return run(app)


def run(app: BasraApp) -> int:
    """Run *app* and return its exit code; raise `CrashError` for what went wrong inside."""
    try:
        app.run()
    except BasraError:
        raise
    except Exception as fault:
        raise CrashError(fault, _crash_facts(app)) from fault
    if app.fault is not None:
        raise CrashError(app.fault, _crash_facts(app)) from app.fault
    return app.return_code or 0


def _crash_facts(app: BasraApp) -> dict[str, str]:
    """Return what *app* says of the game, which may be what went wrong."""
    try:
        return app.crash_facts()
    except Exception as fault:
        return {"game": f"it cannot be told: {type(fault).__name__}"}
