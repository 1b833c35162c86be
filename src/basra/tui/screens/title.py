"""The title: the menu from which everything starts."""

from __future__ import annotations

from typing import ClassVar

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import MenuItem, paint_title
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Theme

FIRST = "New here? Enter starts a match; ? explains the game."


class TitleScreen(PaintedScreen):
    """The name of the game and the menu."""

    KIND: ClassVar[str] = keymap.TITLE

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._count = 0

    @property
    def items(self) -> tuple[MenuItem, ...]:
        """The menu as it is now."""
        return self.game.menu()

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        items = self.items
        chosen = min(self._chosen, len(items) - 1)
        note = self.note or (_(FIRST) if self.game.is_new and not self.game.session else "")
        return paint_title(items, chosen, note, width, height, theme)

    def on_screen_resume(self) -> None:
        if len(self.items) != self._count:  # a match to resume has come or gone
            self._chosen, self._count = 0, len(self.items)
        self.repaint()

    def do(self, action: str) -> None:
        items = self.items
        if action == "quit":
            self.game.exit()
        elif action in ("up", "down"):
            self._chosen = (self._chosen + (1 if action == "down" else -1)) % len(items)
            self.repaint()
        elif action == "go":
            self.game.start(items[self._chosen].action)
        elif int(action) <= len(items):
            self._chosen = int(action) - 1
            self.repaint()
            self.game.start(items[self._chosen].action)
        else:
            self.say(_("there is no entry {number}").format(number=action))
