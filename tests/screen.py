"""The running screen as plain text, and matches to look at.

Law of this file: it is the only one that touches what Textual keeps to itself.
"""

from __future__ import annotations

import io

from rich.console import Console

from basra.tui.app import BasraApp


def screen_text(app: BasraApp) -> str:
    """Return what *app* shows now."""
    width, height = app.size
    console = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        legacy_windows=False,
    )
    console.print(app.screen._compositor.render_update(full=True))
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())
