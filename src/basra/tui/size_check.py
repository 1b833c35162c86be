"""The size check: which table fits the window where the command runs."""

from __future__ import annotations

import os
import sys

from basra.tui.painting.key_bar import MIN_SIZE
from basra.tui.painting.scene import layout_for


def window_report() -> tuple[str, bool]:
    """Return a sentence on the window of standard error, and whether the table fits into it."""
    screen = sys.__stderr__
    try:
        width, height = os.get_terminal_size(2 if screen is None else screen.fileno())
    except (OSError, ValueError):
        return "There is no window here.", False
    layout = layout_for(width, height)
    if layout is None:
        what = f"too small for the table, which needs {MIN_SIZE[0]}×{MIN_SIZE[1]}"
    else:
        what = "the table with its log beside it" if layout.has_side else "the small table"
    return f"This window is {width}×{height}: {what}.", layout is not None
