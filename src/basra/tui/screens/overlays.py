"""What is opened from the table: menu, question, score, words, file."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.pages import MenuItem
from basra.tui.painting.table import paint_table
from basra.tui.screens.description import SaidScreen, save_text
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.scores import ScoresScreen

if TYPE_CHECKING:
    from basra.tui.screens.table import TableScreen

MORE = (
    MenuItem("hint", "Hint", ""),
    MenuItem("undo", "Take back", ""),
    MenuItem("redo", "Lay again", ""),
    MenuItem("again", "The last play again", ""),
    MenuItem("demo", "Let the computer play", ""),
    MenuItem("log", "Log", ""),
    MenuItem("scores", "Score", ""),
    MenuItem("said", "The table in words", ""),
    MenuItem("picture", "Save the table", ""),
)
"""What else can be done at the table, for whoever does not type its key."""
FOR_ONLOOKERS = frozenset({"log", "scores", "said", "picture"})
"""The part of it that needs no hand of one's own."""


def open_menu(table: TableScreen) -> None:
    """Show the menu of the table."""
    game = table.game
    names, (south, north) = table.names, table.session.match.scores
    where = _("{south} {first}, {north} {second}, to {target}").format(
        south=names[Seat.SOUTH],
        first=south,
        north=names[Seat.NORTH],
        second=north,
        target=table.session.rules.target,
    )
    watched = table.session.is_watched
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
                game.leave()
            case "abandon":
                ask_to_abandon(table)
            case "more":
                open_more(table)
            case "help":
                game.open_help(table.KIND)
            case "settings" | "rules":
                game.start(action)

    game.push_screen(MenuScreen(_("A match is on"), (where,), items, choose))


def open_more(table: TableScreen) -> None:
    """Show what else can be done at the table, and the keys that do it."""
    typed = {key.action: key.shown for key in keymap.of_screen(table.KIND)}
    watched = table.session.is_watched
    items = [
        replace(item, label=_(item.label), description=_(typed[item.action]))
        for item in MORE
        if not watched or item.action in FOR_ONLOOKERS
    ]
    lines = (_("Beside each stands the key that does the same."),)
    table.game.push_screen(MenuScreen(_("At the table"), lines, items, table.bidden))


def ask_to_abandon(table: TableScreen) -> None:
    """Ask whether the match shall be given up, and do it if so."""
    game = table.game

    def choose(action: str) -> None:
        if action == "abandon":
            game.abandon()

    items = (
        MenuItem("keep", _("No, keep it"), ""),
        MenuItem("abandon", _("Yes, abandon it"), _("it is gone")),
    )
    lines = (_("Nobody wins it and it cannot be brought back."),)
    game.push_screen(MenuScreen(_("Abandon the match?"), lines, items, choose, calm=None))


def open_scores(table: TableScreen) -> None:
    """Show the score of every round."""
    session = table.session
    table.game.push_screen(ScoresScreen(table.names, session.match, session.tally))


def open_words(table: TableScreen) -> None:
    """Say what is on the table."""
    scores = table.session.match.scores
    table.game.push_screen(SaidScreen(table.view, table.names, scores))


def open_picture(table: TableScreen) -> None:
    """Ask whether the hand shall be seen, and save the table as text."""
    scene, theme, (width, height) = table.scene(), table.game.table_theme, table.size

    def choose(action: str) -> None:
        shown = (
            scene if action == "open" else replace(scene, is_covered=True, selected=None, note="")
        )
        text = paint_table(shown, width, height, theme).text
        if table.game.is_web:
            table.game.deliver_text(StringIO(text), save_filename="basra.txt", encoding="utf-8")
            table.say(_("your browser has it"))
            return
        try:
            table.say(_("saved as {path}").format(path=save_text(Path.cwd(), text)))
        except OSError as error:
            table.say(_("it could not be saved: {why}").format(why=error.strerror or error))

    items = (
        MenuItem("covered", _("Without my hand"), _("its cards face down")),
        MenuItem("open", _("With my hand"), ""),
    )
    where = _("your downloads") if table.game.is_web else Path.cwd()
    lines = (_("as plain text, into {folder}").format(folder=where),)
    table.game.push_screen(MenuScreen(_("Save the table"), lines, items, choose))
