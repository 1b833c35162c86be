"""What is opened from the table: menu, question, score, words, file."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.pages import Entry
from basra.tui.painting.table import paint_table
from basra.tui.screens.description import SaidScreen, save_text
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.scores import ScoresScreen

if TYPE_CHECKING:
    from basra.tui.screens.table import TableScreen

MORE = (
    Entry("hint", "Hint", ""),
    Entry("undo", "Take back", ""),
    Entry("redo", "Lay again", ""),
    Entry("again", "The last play again", ""),
    Entry("demo", "Let the computer play", ""),
    Entry("log", "Log", ""),
    Entry("scores", "Score", ""),
    Entry("said", "The table in words", ""),
    Entry("picture", "Save the table", ""),
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
    entries = [
        Entry("back", _("Resume"), _("back to the table")),
        Entry("more", _("More"), more),
        Entry("settings", _("Settings"), _("looks, pace, habits")),
        Entry("rules", _("Rules"), _("the whole rule book")),
        Entry("help", _("Help"), _("the keys and the game in short")),
    ]
    if watched:
        entries.append(Entry("leave", _("Leave"), _("to the title")))
    else:
        entries += (
            Entry("leave", _("Leave"), _("to the title; the match waits there")),
            Entry("abandon", _("Abandon the match"), _("it is lost; you are asked first")),
        )

    def choose(deed: str) -> None:
        match deed:
            case "leave":
                game.leave()
            case "abandon":
                ask_to_abandon(table)
            case "more":
                open_more(table)
            case "help":
                game.open_help(table.KIND)
            case "settings" | "rules":
                game.start(deed)

    game.push_screen(MenuScreen(_("A match is on"), (where,), entries, choose))


def open_more(table: TableScreen) -> None:
    """Show what else can be done at the table, and the keys that do it."""
    typed = {key.deed: key.shown for key in keymap.of_screen(table.KIND)}
    watched = table.session.is_watched
    entries = [
        replace(entry, label=_(entry.label), more=_(typed[entry.deed]))
        for entry in MORE
        if not watched or entry.deed in FOR_ONLOOKERS
    ]
    lines = (_("Beside each stands the key that does the same."),)
    table.game.push_screen(MenuScreen(_("At the table"), lines, entries, table.bidden))


def ask_to_abandon(table: TableScreen) -> None:
    """Ask whether the match shall be given up, and do it if so."""
    game = table.game

    def choose(deed: str) -> None:
        if deed == "abandon":
            game.abandon()

    entries = (
        Entry("keep", _("No, keep it"), ""),
        Entry("abandon", _("Yes, abandon it"), _("it is gone")),
    )
    lines = (_("Nobody wins it and it cannot be brought back."),)
    game.push_screen(MenuScreen(_("Abandon the match?"), lines, entries, choose, calm=None))


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
    scene, look, (width, height) = table.scene(), table.game.look, table.size

    def choose(deed: str) -> None:
        shown = scene if deed == "open" else replace(scene, covered=True, chosen=None, note="")
        text = paint_table(shown, width, height, look).text
        if table.game.is_web:
            table.game.deliver_text(StringIO(text), save_filename="basra.txt", encoding="utf-8")
            table.say(_("your browser has it"))
            return
        try:
            table.say(_("saved as {path}").format(path=save_text(Path.cwd(), text)))
        except OSError as error:
            table.say(_("it could not be saved: {why}").format(why=error.strerror or error))

    entries = (
        Entry("covered", _("Without my hand"), _("its cards face down")),
        Entry("open", _("With my hand"), ""),
    )
    where = _("your downloads") if table.game.is_web else Path.cwd()
    lines = (_("as plain text, into {folder}").format(folder=where),)
    table.game.push_screen(MenuScreen(_("Save the table"), lines, entries, choose))
