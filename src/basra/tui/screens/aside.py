"""What is opened from the table: menu, question, score, words, file."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from basra.tui.render import paint_table
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.said import SaidScreen, save_text
from basra.tui.screens.scores import ScoresScreen
from basra.tui.sheets import Entry

if TYPE_CHECKING:
    from basra.tui.screens.table import TableScreen


def open_menu(table: TableScreen) -> None:
    """Show the menu of the table."""
    game = table.game
    names, (south, north) = table.names, table.session.match.scores
    where = f"{names.south} {south}, {names.north} {north}, to {table.session.rules.target}"
    entries = [
        Entry("back", "Resume", "back to the table"),
        Entry("settings", "Settings", "looks, pace, help"),
        Entry("rules", "Rules", "the whole rule book"),
    ]
    if table.session.is_watched:
        entries.append(Entry("leave", "Leave", "to the title"))
    else:
        entries += (
            Entry("leave", "Leave", "to the title; the match waits there"),
            Entry("abandon", "Abandon the match", "it is lost; you are asked first"),
        )

    def choose(deed: str) -> None:
        match deed:
            case "leave":
                game.leave()
            case "abandon":
                ask_to_abandon(table)
            case "settings" | "rules":
                game.start(deed)

    game.push_screen(MenuScreen("A match is on", (where,), entries, choose))


def ask_to_abandon(table: TableScreen) -> None:
    """Ask whether the match shall be given up, and do it if so."""
    game = table.game

    def choose(deed: str) -> None:
        if deed == "abandon":
            game.abandon()

    entries = Entry("keep", "No, keep it", ""), Entry("abandon", "Yes, abandon it", "it is gone")
    lines = ("Nobody wins it and it cannot be brought back.",)
    game.push_screen(MenuScreen("Abandon the match?", lines, entries, choose, calm=None))


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
            table.say("your browser has it")
            return
        try:
            table.say(f"saved as {save_text(Path.cwd(), text)}")
        except OSError as error:
            table.say(f"it could not be saved: {error.strerror or error}")

    entries = (
        Entry("covered", "Without my hand", "its cards face down"),
        Entry("open", "With my hand", ""),
    )
    where = "your downloads" if table.game.is_web else Path.cwd()
    lines = (f"as plain text, into {where}",)
    table.game.push_screen(MenuScreen("Save the table", lines, entries, choose))
