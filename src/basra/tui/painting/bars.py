"""What every screen has: the key bar, and one sentence where the window is too small."""

from __future__ import annotations

from rich.cells import cell_len

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Canvas, Picture
from basra.tui.themes import Theme

LEAST = (60, 18)
"""The columns and rows that the game needs."""
_NEEDED = frozenset({"help", "menu", "leave", "back", "quit", "go", "play"})
"""What no key bar leaves out."""


OF_A_HAND = frozenset({"1", "play", "hint", "undo"})
"""The actions in the bar of the table that need a hand of one's own."""


def paint_bar(
    canvas: Canvas, screen: str, digits: str = "", without: frozenset[str] = frozenset()
) -> None:
    """Paint the key bar of *screen* into the last row: what is in it can be clicked.

    What stands for several *digits* cannot.  The actions *without* are left out.  Where there is no
    room for all, the last ones but help and the way out are left out too.
    """
    theme, y = canvas.theme, canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, theme.bar)
    items = [
        (action, digits if action.isdigit() and digits else key, _(word))
        for action, key, word in keymap.bar_of(screen)
        if action not in without
    ]
    spare = [item for item in items if item[0] not in _NEEDED]
    while spare and sum(cell_len(key) + cell_len(word) + 4 for _, key, word in items) > (
        canvas.width + 1
    ):
        items.remove(spare.pop())
    x = 1
    for action, key, word in items:
        start = x
        x = canvas.put(x, y, key, theme.bar_key)
        x = canvas.put(x + 1, y, word, theme.bar)
        if not action.isdigit():
            canvas.hit(start, y, x - start, 1, action)
        x += 3


def paint_too_small(width: int, height: int, theme: Theme) -> Picture:
    """Return the one sentence that is shown in a window that is too small."""
    canvas = Canvas(width, height, theme)
    sentence = _(
        "Basra needs {columns}×{rows}, this window is {width}×{height}. Your game is safe."
    ).format(columns=LEAST[0], rows=LEAST[1], width=width, height=height)
    y, line = 0, ""
    for word in sentence.split():
        longer = f"{line} {word}".strip()
        if len(longer) > width and line:
            canvas.put(0, y, line, theme.text)
            y, line = y + 1, word
        else:
            line = longer
    canvas.put(0, y, line, theme.text)
    return canvas.picture()
