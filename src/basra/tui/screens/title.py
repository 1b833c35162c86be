"""The title: the menu from which everything starts."""

from __future__ import annotations

from typing import ClassVar

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import Entry, paint_title
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Look

FIRST = "New here? Enter starts a match; ? explains the game."


class TitleScreen(PaintedScreen):
    """The name of the game and the menu."""

    KIND: ClassVar[str] = keymap.TITLE

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._count = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The menu as it is now."""
        return self.game.menu()

    def paint(self, width: int, height: int, look: Look) -> Picture:
        entries = self.entries
        chosen = min(self._chosen, len(entries) - 1)
        note = self.note or (_(FIRST) if self.game.is_new and not self.game.session else "")
        return paint_title(entries, chosen, note, width, height, look)

    def on_screen_resume(self) -> None:
        if len(self.entries) != self._count:  # a match to resume has come or gone
            self._chosen, self._count = 0, len(self.entries)
        self.repaint()

    def do(self, deed: str) -> None:
        entries = self.entries
        if deed == "quit":
            self.game.exit()
        elif deed in ("up", "down"):
            self._chosen = (self._chosen + (1 if deed == "down" else -1)) % len(entries)
            self.repaint()
        elif deed == "go":
            self.game.start(entries[self._chosen].deed)
        elif int(deed) <= len(entries):
            self._chosen = int(deed) - 1
            self.repaint()
            self.game.start(entries[self._chosen].deed)
        else:
            self.say(_("there is no entry {number}").format(number=deed))
