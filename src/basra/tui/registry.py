"""The screens: where each is, how it is offered and explained, which keys it shares with others.

A screen is one file and one row here.  Its class is imported when it is first shown, so that the
title comes at once; keys that no other screen has are rows of the key map.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

TITLE, TABLE, CURTAIN, TALLY, OVER = "title", "table", "curtain", "tally", "over"
HELP, RULES, LOG, MENU, SCORES = "help", "rules", "log", "menu", "scores"
WORDS, ANSWER, COACH, STATISTICS = "words", "answer", "coach", "statistics"
SETTINGS, NEW, RECORDS, REPLAY, TRY = "settings", "new", "records", "replay", "try"

EVERYWHERE = "everywhere"
"""The keys of every screen."""
HANDS, MENUS, PAGES, FORMS, ONWARDS = "hands", "menus", "pages", "forms", "onwards"
"""Keys of the screens with a hand to play from, with entries, with text, with lines to fill in,
and of those that only lead on."""
BACK, HELPED = "back", "helped"
"""Back on Esc, q and Enter; help on its keys."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of the title's menu."""

    action: str
    label: str
    detail: str


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """What is known of a screen before it is read from the disk."""

    name: str
    path: str
    """Its module and class."""
    keys: tuple[str, ...] = ()
    """The groups of keys that it shares with other screens."""
    title: str = ""
    """The heading of a page or form."""
    about: str = ""
    """The sentence that begins its help."""
    menu: tuple[MenuEntry, ...] = ()
    """The entries of the title's menu that open it."""


_HERE = "basra.tui.screens."
SCREENS: tuple[ScreenRow, ...] = (
    ScreenRow(
        TITLE,
        f"{_HERE}title:TitleScreen",
        (MENUS, HELPED),
        about="The menu. Choose an entry and press Enter.",
    ),
    ScreenRow(
        TABLE,
        f"{_HERE}table:TableScreen",
        (HANDS, HELPED),
        about="The table. Each turn lays exactly one card; it takes what it can.",
    ),
    ScreenRow(
        CURTAIN,
        f"{_HERE}curtain:CurtainScreen",
        (ONWARDS, HELPED),
        about="Two people share this keyboard; the curtain hides both hands.",
    ),
    ScreenRow(
        TALLY,
        f"{_HERE}scores:TallyScreen",
        (ONWARDS, HELPED),
        about="The points of the round that is over.",
    ),
    ScreenRow(OVER, f"{_HERE}scores:OverScreen", (HELPED,), about="The match is over."),
    ScreenRow(
        NEW,
        f"{_HERE}new_game:NewGameScreen",
        (FORMS, HELPED),
        "New game",
        "A new game. Choose who plays and by which rules, then Start.",
        (
            MenuEntry("new", "New game", "opponent, rules, target, names"),
            MenuEntry("two", "Two players", "at one keyboard, turn by turn"),
            MenuEntry("watch", "Watch", "two computers play each other"),
        ),
    ),
    ScreenRow(
        RECORDS,
        f"{_HERE}records:RecordsScreen",
        (HELPED,),
        about="Every match that is kept, those that wait first, then the newest. A "
        "star beside the points: somebody had help.",
        menu=(MenuEntry("records", "Records", "every match, to look back upon"),),
    ),
    ScreenRow(
        STATISTICS,
        f"{_HERE}statistics:StatisticsScreen",
        (PAGES, BACK, HELPED),
        "Statistics",
        "What your matches come to; those with help are counted apart.",
        (MenuEntry("statistics", "Statistics", "won, lost, margins, basras"),),
    ),
    ScreenRow(
        RULES,
        f"{_HERE}rules:RulesScreen",
        (PAGES, BACK),
        "The rules",
        menu=(MenuEntry("rules", "Rules", "the whole rule book"),),
    ),
    ScreenRow(
        SETTINGS,
        f"{_HERE}settings:SettingsScreen",
        (FORMS, HELPED),
        "Settings",
        "The settings. A change takes effect at once and is kept.",
        (MenuEntry("settings", "Settings", "looks, pace, habits"),),
    ),
    ScreenRow(
        HELP,
        f"{_HERE}pages:HelpScreen",
        (PAGES,),
        "Help",
        menu=(MenuEntry("help", "Help", "the keys and the game in short"),),
    ),
    ScreenRow(LOG, f"{_HERE}pages:LogScreen", (PAGES,), "The plays of this round"),
    ScreenRow(SCORES, f"{_HERE}scores:ScoresScreen", (PAGES,), "The score"),
    ScreenRow(WORDS, f"{_HERE}pages:WordsScreen", (PAGES,), "The table in words"),
    ScreenRow(COACH, f"{_HERE}coach:CoachScreen", (PAGES,), "The coach"),
    ScreenRow(ANSWER, f"{_HERE}retry:AnswerScreen", (PAGES,), "The answer"),
    ScreenRow(
        MENU,
        f"{_HERE}menu:MenuScreen",
        (MENUS, HELPED),
        about="Choose an entry and press Enter.",
    ),
    ScreenRow(
        REPLAY,
        f"{_HERE}replay:ReplayScreen",
        (HELPED,),
        about="A match that was played, with both hands open. The card that was laid "
        "lies with the floor, and what it took is marked.",
    ),
    ScreenRow(
        TRY,
        f"{_HERE}retry:TryScreen",
        (HANDS, HELPED),
        about="The table before a play, as its player saw it. Choose a play, and the coach "
        "answers.",
    ),
)
"""Every screen; those with an entry of the title's menu in the order of the menu."""


def row_of(name: str) -> ScreenRow:
    """Return the row of the screen called *name*; `KeyError` where there is none."""
    for row in SCREENS:
        if row.name == name:
            return row
    raise KeyError(name)


def menu_entries() -> tuple[MenuEntry, ...]:
    """Return the entries of the title's menu that open a screen."""
    return tuple(entry for row in SCREENS for entry in row.menu)


def row_of_entry(action: str) -> ScreenRow:
    """Return the row of the screen that the title's menu opens for *action*."""
    return next(row for row in SCREENS if any(entry.action == action for entry in row.menu))


def screen_class(row: ScreenRow) -> Any:
    """Return the class of a screen, read from the disk when it is first asked for."""
    module, name = row.path.split(":")
    return getattr(import_module(module), name)
