"""The title: the menu from which everything starts."""

from __future__ import annotations

from typing import ClassVar

from basra.i18n import _, ngettext
from basra.tui import registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import MenuItem, paint_title
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Theme

WELCOME = "New here? Enter starts a match; ? explains the game."


def menu_items(waiting: str, new_game: str, others: int = 0) -> tuple[MenuItem, ...]:
    """Return the menu: to resume what is *waiting*, or else to play a *new_game*, and the rest.

    *others* is how many more matches wait.
    """
    screens = (
        MenuItem(entry.action, _(entry.label), _(entry.detail)) for entry in registry.menu_entries()
    )
    rest = (*screens, MenuItem("quit", _("Quit"), ""))
    if not waiting:
        return MenuItem("play", _("Play"), new_game), *rest
    resume = MenuItem("resume", _("Resume match"), waiting)
    if not others:
        return resume, *rest
    more = ngettext("{n} more waits", "{n} more wait", others).format(n=others)
    return resume, MenuItem("others", _("Other matches"), more), *rest


class TitleScreen(PaintedScreen):
    """The name of the game and the menu."""

    NAME: ClassVar[str] = registry.TITLE

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._count = 0

    @property
    def items(self) -> tuple[MenuItem, ...]:
        """The menu as it is now."""
        game, matches = self.game, self.game.matches
        if game.session is None:
            return menu_items("", matches.game_options.describe() if game.is_ready else "")
        return menu_items(matches.description(game.session), "", len(matches.other_waiting()))

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        items = self.items
        chosen = min(self._chosen, len(items) - 1)
        is_first_run = self.game.matches.is_new and not self.game.session
        note = self.note or (_(WELCOME) if is_first_run else "")
        return paint_title(items, chosen, note, width, height, theme)

    def on_screen_resume(self) -> None:
        if len(self.items) != self._count:  # a match to resume has come or gone
            self._chosen, self._count = 0, len(self.items)
        self.repaint()

    def handle_action(self, action: str) -> None:
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
            self.show_note(_("there is no entry {number}").format(number=action))
