"""The key bar of every screen, and the one sentence in a window that is too small for any."""

from __future__ import annotations

from rich.cells import cell_len

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Canvas, Picture
from basra.tui.themes import Theme

MIN_SIZE = (60, 18)
"""The columns and rows that the game needs."""
_ALWAYS = frozenset({"help", "menu", "leave", "back", "quit", "go", "play"})
"""The actions that no key bar leaves out."""


HAND_ACTIONS = frozenset({"1", "play", "hint", "undo"})
"""The actions in the bar of the table that need a hand of one's own."""


def paint_key_bar(
    canvas: Canvas, screen: str, digits: str = "", without: frozenset[str] = frozenset()
) -> None:
    """Paint the key bar of *screen* into the last row, each key a click region.

    A key that stands for several *digits* is not one.  The actions *without* are left out, and
    where there is no room for all, so are the last ones except help and the way out.
    """
    theme, y = canvas.theme, canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, theme.bar)
    items = [
        (action, digits if action.isdigit() and digits else key, _(word))
        for action, key, word in keymap.bar_of(screen)
        if action not in without
    ]
    spare = [item for item in items if item[0] not in _ALWAYS]
    while spare and sum(cell_len(key) + cell_len(word) + 4 for _, key, word in items) > (
        canvas.width + 1
    ):
        items.remove(spare.pop())
    x = 1
    for action, key, word in items:
        start = x
        x = canvas.write(x, y, key, theme.bar_key)
        x = canvas.write(x + 1, y, word, theme.bar)
        if not action.isdigit():
            canvas.add_click_region(start, y, x - start, 1, action)
        x += 3


def paint_too_small(width: int, height: int, theme: Theme) -> Picture:
    """Return the picture of a window that is too small."""
    canvas = Canvas(width, height, theme)
    sentence = _(
        "Basra needs {columns}×{rows}, this window is {width}×{height}. Your game is safe."
    ).format(columns=MIN_SIZE[0], rows=MIN_SIZE[1], width=width, height=height)
    y, line = 0, ""
    for word in sentence.split():
        longer = f"{line} {word}".strip()
        if len(longer) > width and line:
            canvas.write(0, y, line, theme.text)
            y, line = y + 1, word
        else:
            line = longer
    canvas.write(0, y, line, theme.text)
    return canvas.picture()
