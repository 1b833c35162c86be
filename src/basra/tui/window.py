"""What the table is like in the window where the command runs."""

from __future__ import annotations

import os
import sys

from basra.tui.bars import LEAST
from basra.tui.render import layout


def size_check() -> int:
    """Say what the table is like in this window; return 0, or 1 where it is too small."""
    screen = sys.__stderr__
    try:
        width, height = os.get_terminal_size(2 if screen is None else screen.fileno())
    except (OSError, ValueError):
        print("There is no window here.")
        return 1
    window = f"This window is {width}×{height}: "
    plan = layout(width, height)
    if plan is None:
        print(f"{window}too small for the table, which needs {LEAST[0]}×{LEAST[1]}.")
        return 1
    print(f"{window}{'the table with its log beside it' if plan.has_side else 'the small table'}.")
    return 0
