"""The keys: one table, from which what a key does, the key bars and the help are made.

Law of this file: no screen knows a key by its name; it is told the deed.  A letter works in both
cases.  Nothing is on ``b``, for which an Arabic keyboard sends two letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

TITLE, TABLE, CURTAIN, TALLY, OVER, HELP, RULES, LOG = SCREENS = (
    "title",
    "table",
    "curtain",
    "tally",
    "over",
    "help",
    "rules",
    "log",
)
"""The screens, as the table below names them."""


@dataclass(frozen=True, slots=True)
class Key:
    """A deed, and the keys that do it."""

    deed: str
    keys: tuple[str, ...]
    """The names that Textual gives the keys; letters in lower case."""
    shown: str
    """The keys as the help writes them; empty where the row above speaks for this one too."""
    label: str
    screens: tuple[str, ...]
    bar: tuple[str, str] | None = None
    """The key and a word for the key bar."""


_DIGITS = (
    ("1", "١", "ampersand"),
    ("2", "٢", "é"),
    ("3", "٣", "quotation_mark"),
    ("4", "٤", "apostrophe"),
    ("5", "٥", "left_parenthesis"),
    ("6", "٦"),
)
_LISTS = (HELP, RULES, LOG)
_ONWARDS = (CURTAIN, TALLY)

KEYS: tuple[Key, ...] = (
    Key(
        "1",
        _DIGITS[0],
        "1 to 6",
        "choose a card; the same digit again lays it",
        (TABLE,),
        ("1-4", "card"),
    ),
    *(Key(str(number + 1), _DIGITS[number], "", "", (TABLE,)) for number in range(1, 6)),
    Key("1", _DIGITS[0], "1 to 6", "choose an entry", (TITLE,)),
    *(Key(str(number + 1), _DIGITS[number], "", "", (TITLE,)) for number in range(1, 6)),
    Key("right", ("right",), "← →", "choose the card beside it", (TABLE,)),
    Key("left", ("left",), "", "", (TABLE,)),
    Key(
        "play",
        ("enter", "space"),
        "Enter Space",
        "lay the chosen card",
        (TABLE,),
        ("Enter", "lay it"),
    ),
    Key("next", ("tab", "down"), "Tab ↑ ↓", "another capture, where there are several", (TABLE,)),
    Key("previous", ("shift+tab", "up"), "", "", (TABLE,)),
    Key("down", ("down", "tab", "right"), "↑ ↓", "move to another entry", (TITLE,)),
    Key("up", ("up", "shift+tab", "left"), "", "", (TITLE,)),
    Key("go", ("enter", "space"), "Enter Space", "do it", (TITLE,), ("Enter", "go")),
    Key("go", ("enter", "space"), "Enter Space", "go on", _ONWARDS, ("Enter", "go on")),
    Key(
        "go",
        ("enter", "space", "r", "ق"),
        "Enter R",
        "play again; the deal passes on",
        (OVER,),
        ("Enter", "play again"),
    ),
    Key("down", ("down",), "↑ ↓", "move the text", _LISTS, ("↑ ↓", "move")),
    Key("up", ("up",), "", "", _LISTS),
    Key("page down", ("pagedown", "space"), "PgUp PgDn", "move by a page", _LISTS),
    Key("page up", ("pageup",), "", "", _LISTS),
    Key("home", ("home",), "Home End", "the beginning, the end", _LISTS),
    Key("end", ("end",), "", "", _LISTS),
    Key(
        "back",
        ("escape", "q", "enter", "question_mark", "f1", "ض", "arabic_question_mark"),
        "Esc Q Enter",
        "back to where you were",
        (HELP,),
        ("Esc", "back"),
    ),
    Key("back", ("escape", "q", "enter", "ض"), "Esc Q Enter", "back", (RULES,), ("Esc", "back")),
    Key("log", ("l", "م"), "L", "every play of the round", (TABLE,), ("L", "log")),
    Key(
        "back",
        ("escape", "q", "enter", "l", "ض", "م"),
        "Esc Q L Enter",
        "back to the table",
        (LOG,),
        ("Esc", "back"),
    ),
    Key(
        "help",
        ("question_mark", "f1", "arabic_question_mark"),
        "? F1",
        "this help",
        (TITLE, TABLE, *_ONWARDS, OVER),
        ("?", "help"),
    ),
    Key(
        "leave",
        ("q", "escape", "ض"),
        "Q Esc",
        "leave for the menu; the match waits there",
        (TABLE, *_ONWARDS, OVER),
        ("Q", "menu"),
    ),
    Key("quit", ("q", "ض"), "Q", "quit", (TITLE,), ("Q", "quit")),
    Key("suspend", ("ctrl+z",), "Ctrl+Z", "to the shell; fg comes back", SCREENS),
    Key("interrupt", ("ctrl+c",), "Ctrl+C", "twice: quit at once", SCREENS),
    Key("exit", ("ctrl+q",), "Ctrl+Q", "quit at once", SCREENS),
)
"""Every key there is.  On one screen no key stands twice."""


def of_screen(screen: str) -> Iterator[Key]:
    """Yield the rows of the table that hold on *screen*."""
    return (key for key in KEYS if screen in key.screens)


@lru_cache(maxsize=16)
def _deeds(screen: str) -> dict[str, str]:
    return {name: key.deed for key in of_screen(screen) for name in key.keys}


def deed_of(screen: str, name: str) -> str | None:
    """Return what the key called *name* does on *screen*, if anything.

    >>> deed_of(TABLE, "Q"), deed_of(TABLE, "b")
    ('leave', None)
    """
    return _deeds(screen).get(name.lower() if len(name) == 1 else name)


def bar_of(screen: str) -> Iterator[tuple[str, str, str]]:
    """Yield the deed, the key and the word of each entry in the key bar of *screen*."""
    for key in of_screen(screen):
        if key.bar:
            yield key.deed, *key.bar
