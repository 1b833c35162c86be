"""Boxes with a few entries: the menu of the table, a question, a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import MenuItem, paint_menu
from basra.tui.screens.base import CalmScreen
from basra.tui.themes import Theme


class MenuScreen(CalmScreen):
    """A heading, some lines, and entries of which one is chosen."""

    KIND: ClassVar[str] = keymap.MENU
    GUARDED: ClassVar[frozenset[str]] = frozenset({"go", *"123456789"})

    def __init__(
        self,
        heading: str,
        lines: Sequence[str],
        items: Sequence[MenuItem],
        choose: Callable[[str], None],
        calm: float | None = 0.0,
    ) -> None:
        """Offer *entries*; *choose* is told the action of one once the box is gone."""
        super().__init__(calm)
        self._heading, self._lines, self._entries = heading, lines, items
        self._choose = choose
        self._at = 0

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        box = self._heading, self._lines, self._entries
        return paint_menu(*box, self._at, self.note, width, height, theme)

    def do(self, action: str) -> None:
        count = len(self._entries)
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % count
        elif action == "back":
            self.game.pop_screen()
        elif action == "go":
            self._chosen(self._at)
        elif action.isdigit() and int(action) <= count:
            self._chosen(int(action) - 1)
        else:
            self.note = _("there is no entry {number}").format(number=action)
        self.repaint()

    def _chosen(self, number: int) -> None:
        self.game.pop_screen()
        self._choose(self._entries[number].action)
