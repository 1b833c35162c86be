"""Boxes with a few entries: a choice, a question, and the menus of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.tui import keymap, registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import MenuItem, paint_menu
from basra.tui.screens.base import DebouncedScreen, GameContext, PaintedScreen
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.match.session import Session
    from basra.tui.painting.scene import Scene

MORE = (
    MenuItem("hint", "Hint", ""),
    MenuItem("undo", "Take back", ""),
    MenuItem("redo", "Lay again", ""),
    MenuItem("again", "The last play again", ""),
    MenuItem("demo", "Let the computer play", ""),
    MenuItem("log", "Log", ""),
    MenuItem("scores", "Score", ""),
    MenuItem("words", "The table in words", ""),
    MenuItem("picture", "Save the table", ""),
)
"""What else can be done at the table, for whoever does not type its key."""
FOR_ONLOOKERS = frozenset({"log", "scores", "words", "picture"})
"""The part of it that needs no hand of one's own."""


class MenuScreen(DebouncedScreen):
    """A heading, some lines, and entries of which one is chosen."""

    NAME: ClassVar[str] = registry.MENU
    DEBOUNCED: ClassVar[frozenset[str]] = frozenset({"go", *"123456789"})

    def __init__(
        self,
        heading: str,
        lines: Sequence[str],
        items: Sequence[MenuItem],
        choose: Callable[[str], None],
        debounce: float | None = 0.0,
    ) -> None:
        """Offer *items*; *choose* is given the action of one once the box is gone."""
        super().__init__(debounce)
        self._heading, self._lines, self._items = heading, lines, items
        self._choose = choose
        self._index = 0

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        box = self._heading, self._lines, self._items
        return paint_menu(*box, self._index, self.note, width, height, theme)

    def handle_action(self, action: str) -> None:
        count = len(self._items)
        if action in ("up", "down"):
            self._index = (self._index + (1 if action == "down" else -1)) % count
        elif action == "back":
            self.navigator.back()
        elif action == "go":
            self._choose_item(self._index)
        elif action.isdigit() and int(action) <= count:
            self._choose_item(int(action) - 1)
        else:
            self.note = _("there is no entry {number}").format(number=action)
        self.repaint()

    def _choose_item(self, number: int) -> None:
        self.navigator.back()
        self._choose(self._items[number].action)


def open_table_menu(game: GameContext, session: Session, run: Callable[[str], None]) -> None:
    """Show the menu of the table; *run* does what is chosen of its own actions."""
    names, (south, north) = Names(*session.names), session.match.scores
    where = _("{south} {first}, {north} {second}, to {target}").format(
        south=names[Seat.SOUTH],
        first=south,
        north=names[Seat.NORTH],
        second=north,
        target=session.rules.target,
    )
    watched = session.is_watched
    more = _("log, score, words") if watched else _("hint, take back, log, score")
    items = [
        MenuItem("back", _("Resume"), _("back to the table")),
        MenuItem("more", _("More"), more),
        MenuItem("settings", _("Settings"), _("looks, pace, habits")),
        MenuItem("rules", _("Rules"), _("the whole rule book")),
        MenuItem("help", _("Help"), _("the keys and the game in short")),
    ]
    if watched:
        items.append(MenuItem("leave", _("Leave"), _("to the title")))
    else:
        items += (
            MenuItem("leave", _("Leave"), _("to the title; the match waits there")),
            MenuItem("abandon", _("Abandon the match"), _("it is lost; you are asked first")),
        )

    def choose(action: str) -> None:
        match action:
            case "leave":
                game.matches.leave()
            case "abandon":
                ask_to_abandon(game)
            case "more":
                open_more(game, session, run)
            case "help":
                game.navigator.open_help(registry.TABLE)
            case "settings" | "rules":
                game.start(action)

    game.navigator.open_menu(_("A match is on"), (where,), items, choose)


def open_more(game: GameContext, session: Session, run: Callable[[str], None]) -> None:
    """Show what else can be done at the table, and the keys that do it."""
    keys = {key.action: key.shown for key in keymap.of_screen(registry.TABLE)}
    items = [
        replace(item, label=_(item.label), description=_(keys[item.action]))
        for item in MORE
        if not session.is_watched or item.action in FOR_ONLOOKERS
    ]
    lines = (_("Beside each stands the key that does the same."),)
    game.navigator.open_menu(_("At the table"), lines, items, run)


def ask_to_abandon(game: GameContext) -> None:
    """Ask whether the match shall be given up, and do it if so."""

    def choose(action: str) -> None:
        if action == "abandon":
            game.matches.abandon()

    items = (
        MenuItem("keep", _("No, keep it"), ""),
        MenuItem("abandon", _("Yes, abandon it"), _("it is gone")),
    )
    lines = (_("Nobody wins it and it cannot be brought back."),)
    game.navigator.open_menu(_("Abandon the match?"), lines, items, choose, debounce=None)


def offer_picture(screen: PaintedScreen, scene: Scene) -> None:
    """Ask whether the hand in *scene* shall be seen, and save the table as text."""
    from basra.tui.painting.table import paint_table

    game, (width, height) = screen.game, screen.size
    theme = game.table_theme

    def choose(action: str) -> None:
        shown = (
            scene if action == "open" else replace(scene, is_covered=True, selected=None, note="")
        )
        text = paint_table(shown, width, height, theme).text
        screen.save_text(text, "basra-table-{}", ".txt", "basra.txt", _("saved as {path}"))

    items = (
        MenuItem("covered", _("Without my hand"), _("its cards face down")),
        MenuItem("open", _("With my hand"), ""),
    )
    where = _("your downloads") if game.is_web else Path.cwd()
    lines = (_("as plain text, into {folder}").format(folder=where),)
    game.navigator.open_menu(_("Save the table"), lines, items, choose)
