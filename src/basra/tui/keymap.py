"""The key map: from it come what a key does, the key bars and the help; players may change it.

No screen knows a key by its name; it gets the action.  A letter works in both cases, but for
``U``.  Nothing is on ``b``, for which an Arabic keyboard sends two letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from basra.tui import registry
from basra.tui.registry import (
    ANSWER,
    BACK,
    COACH,
    CURTAIN,
    EVERYWHERE,
    FORMS,
    HANDS,
    HELP,
    HELPED,
    LOG,
    MENU,
    MENUS,
    NEW,
    ONWARDS,
    OVER,
    PAGES,
    RECORDS,
    REPLAY,
    RULES,
    SCORES,
    SETTINGS,
    TABLE,
    TITLE,
    TRY,
    WORDS,
)


@dataclass(frozen=True, slots=True)
class Key:
    """An action, and the keys that do it."""

    action: str
    keys: tuple[str, ...]
    """The names that Textual gives the keys; letters in lower case."""
    shown: str
    """The keys as the help writes them; empty where the row above speaks for this one too."""
    label: str
    screens: tuple[str, ...]
    """The screens, or groups of keys of the registry, on which it holds."""
    bar: tuple[str, str] | None = None
    """The key and a word for the key bar."""
    id: str = ""
    """The name by which the settings may give it other keys, where they may."""


_DIGITS = (
    ("1", "١", "ampersand"),
    ("2", "٢", "é"),
    ("3", "٣", "quotation_mark"),
    ("4", "٤", "apostrophe"),
    ("5", "٥", "left_parenthesis"),
    ("6", "٦"),
    ("7", "٧"),
    ("8", "٨"),
    ("9", "٩"),
)
_ENTER, _ESCAPE = ("enter", "space"), ("escape", "q", "ض")
_BACK = ("Esc", "back")
_LEAVE = "leave for the title; your match waits there"
_EXPORT = "save its record as a file in this folder"
_HELP = ("question_mark", "f1", "arabic_question_mark")

KEYS: tuple[Key, ...] = (
    Key(
        "1",
        _DIGITS[0],
        "1 to 6",
        "choose a card; the same digit again lays it",
        (HANDS,),
        ("1-4", "card"),
        "card-1",
    ),
    *(Key(str(n + 1), _DIGITS[n], "", "", (HANDS,), id=f"card-{n + 1}") for n in range(1, 6)),
    Key("1", _DIGITS[0], "1 to 9", "choose an entry", (MENUS,)),
    *(Key(str(n + 1), _DIGITS[n], "", "", (MENUS,)) for n in range(1, 9)),
    Key("right", ("right",), "← →", "choose the card beside it", (HANDS,)),
    Key("left", ("left",), "", "", (HANDS,)),
    Key("play", _ENTER, "Enter Space", "lay the chosen card", (HANDS,), ("Enter", "lay"), "lay"),
    Key("next", ("tab", "down"), "Tab ↑ ↓", "another capture, where there are several", (HANDS,)),
    Key("previous", ("shift+tab", "up"), "", "", (HANDS,)),
    Key(
        "hint",
        ("h", "ا"),
        "h",
        "the coach: an idea, then a card, then every play",
        (TABLE,),
        ("h", "hint"),
        "hint",
    ),
    Key(
        "demo", ("d", "ي"), "d", "let the computer play your hand, on and off", (TABLE,), id="demo"
    ),
    Key(
        "undo",
        ("u", "backspace", "ع"),
        "u Backspace",
        "take back your last card",
        (TABLE, CURTAIN),
        ("u", "undo"),
        "undo",
    ),
    Key("redo", ("U",), "U (Shift)", "lay it again after all", (TABLE,), id="redo"),
    Key("again", ("v", "ر"), "v", "see the other’s last play again", (TABLE,), id="again"),
    Key("log", ("l", "م"), "l", "every play of the round", (TABLE,), ("l", "log"), "log"),
    Key("scores", ("s", "س"), "s", "the score of every round", (TABLE,), id="scores"),
    Key("words", ("r", "ق"), "r", "the table in plain words", (TABLE,), id="words"),
    Key("order", ("o", "خ"), "o", "order the floor: as laid, by rank", (HANDS,), id="order"),
    Key(
        "slower",
        ("minus", "subtract"),
        "- +",
        "the computer’s pace: slower, quicker",
        (TABLE,),
        id="slower",
    ),
    Key("faster", ("plus", "equals_sign", "equal", "add"), "", "", (TABLE,), id="faster"),
    Key(
        "theme", ("t", "ف"), "t c", "the colours: of the table, of the suits", (TABLE,), id="theme"
    ),
    Key("suits", ("c", "ؤ"), "", "", (TABLE,), id="suits"),
    Key("picture", ("ctrl+s",), "Ctrl+S", "save the table as text", (TABLE,)),
    Key("down", ("down", "tab", "right"), "↑ ↓", "move to another entry", (MENUS,)),
    Key("up", ("up", "shift+tab", "left"), "", "", (MENUS,)),
    Key("go", _ENTER, "Enter Space", "do it", (MENUS,), ("Enter", "go")),
    Key("down", ("down", "tab"), "↑ ↓", "move to another line", (FORMS,), ("↑ ↓", "move")),
    Key("up", ("up", "shift+tab"), "", "", (FORMS,)),
    Key("right", ("right",), "← →", "change the value", (FORMS,), ("← →", "change")),
    Key("left", ("left",), "", "", (FORMS,)),
    Key("go", _ENTER, "Enter Space", "the next value", (SETTINGS,)),
    Key("go", _ENTER, "Enter Space", "the next value; start", (NEW,), ("Enter", "go")),
    Key("back", _ESCAPE, "Esc q", "back; a line that is written in is left first", (FORMS,), _BACK),
    Key("go", _ENTER, "Enter Space", "go on", (ONWARDS,), ("Enter", "go on")),
    Key(
        "go",
        (*_ENTER, "r", "ق"),
        "Enter r",
        "play again; the deal passes on",
        (OVER,),
        ("Enter", "play again"),
    ),
    Key(
        "look", ("l", "م"), "l", "look back at the match, play by play", (OVER,), ("l", "look back")
    ),
    Key(
        "right",
        ("right", "space"),
        "→ ←",
        "the next play, the one before",
        (REPLAY,),
        ("← →", "step"),
    ),
    Key("left", ("left", "backspace"), "", "", (REPLAY,)),
    Key(
        "next deal",
        ("pagedown", "right_square_bracket"),
        "PgUp PgDn",
        "a deal back, a deal on; also [ and ]",
        (REPLAY,),
        ("PgDn", "deal"),
    ),
    Key("deal before", ("pageup", "left_square_bracket"), "", "", (REPLAY,)),
    Key("home", ("home",), "Home End", "the first play, the end of the match", (REPLAY,)),
    Key("end", ("end",), "", "", (REPLAY,)),
    Key(
        "review",
        ("r", "ق"),
        "r",
        "the review: start it, stop it, see what it found",
        (REPLAY,),
        ("r", "review"),
    ),
    Key(
        "mistake",
        ("n", "ى"),
        "n N",
        "the next flagged play, the one before",
        (REPLAY,),
        ("n", "next"),
    ),
    Key("mistake before", ("N",), "", "", (REPLAY,)),
    Key(
        "try",
        ("t", "ف"),
        "t",
        "try this play again, the other hand covered",
        (REPLAY,),
        ("t", "try"),
    ),
    Key("log", ("l", "م"), "l", "the plays of the round so far", (REPLAY,), ("l", "log")),
    Key("scores", ("s", "س"), "s", "the score so far", (REPLAY,)),
    Key("order", ("o", "خ"), "o", "order the floor: as laid, by rank", (REPLAY,)),
    Key("down", ("down", "tab"), "↑ ↓", "move to another match", (RECORDS,), ("↑ ↓", "move")),
    Key("up", ("up", "shift+tab"), "", "", (RECORDS,)),
    Key("page down", ("pagedown",), "PgUp PgDn", "move by a page", (RECORDS,)),
    Key("page up", ("pageup",), "", "", (RECORDS,)),
    Key("home", ("home",), "Home End", "the newest match, the oldest", (RECORDS,)),
    Key("end", ("end",), "", "", (RECORDS,)),
    Key(
        "go",
        _ENTER,
        "Enter Space",
        "look at it play by play; go on with one that waits",
        (RECORDS,),
        ("Enter", "look"),
    ),
    Key("export", ("e", "ث"), "e", _EXPORT, (RECORDS,), ("e", "export")),
    Key("export", ("e", "ث"), "e", _EXPORT, (REPLAY,)),
    Key("down", ("down",), "↑ ↓", "move the text", (PAGES,), ("↑ ↓", "move")),
    Key("up", ("up",), "", "", (PAGES,)),
    Key("page down", ("pagedown", "space"), "PgUp PgDn", "move by a page", (PAGES,)),
    Key("page up", ("pageup",), "", "", (PAGES,)),
    Key("home", ("home",), "Home End", "the beginning, the end", (PAGES,)),
    Key("end", ("end",), "", "", (PAGES,)),
    Key("back", (*_ESCAPE, "enter", *_HELP), "Esc q Enter", "back", (HELP,), _BACK),
    Key("search", ("slash", "ظ"), "/", "search; Enter finds", (RULES,), ("/", "search")),
    Key("found", ("n", "ى"), "n N", "the next place, the one before", (RULES,), ("n", "next")),
    Key("found before", ("N",), "", "", (RULES,)),
    Key("back", (*_ESCAPE, "enter", "l", "م"), "Esc q l Enter", "back", (LOG,), _BACK),
    Key("back", (*_ESCAPE, "enter", "s", "س"), "Esc q s Enter", "back", (SCORES,), _BACK),
    Key("back", (*_ESCAPE, "enter", "r", "ق"), "Esc q r Enter", "back", (WORDS, ANSWER), _BACK),
    Key("back", (*_ESCAPE, "enter", "h", "ا"), "Esc q h Enter", "back", (COACH,), _BACK),
    Key("back", (*_ESCAPE, "enter"), "Esc q Enter", "back", (BACK,), _BACK),
    Key("back", _ESCAPE, "Esc q", "back to where you were", (MENU, RECORDS, REPLAY, TRY), _BACK),
    Key(
        "help",
        _HELP,
        "? F1",
        "this help",
        (HELPED,),
        ("?", "help"),
    ),
    Key("menu", ("escape", "m", "ة"), "Esc m", "the menu", (TABLE,), ("Esc", "menu"), "menu"),
    Key("leave", ("q", "ض"), "q", _LEAVE, (TABLE,), id="leave"),
    Key("leave", _ESCAPE, "q Esc", _LEAVE, (ONWARDS, OVER), ("q", "title")),
    Key("quit", ("q", "ض"), "q", "quit", (TITLE,), ("q", "quit")),
    Key("suspend", ("ctrl+z",), "Ctrl+Z", "to the shell; fg comes back", (EVERYWHERE,)),
    Key("interrupt", ("ctrl+c",), "Ctrl+C", "twice: quit at once", (EVERYWHERE,)),
    Key("exit", ("ctrl+q",), "Ctrl+Q", "quit at once", (EVERYWHERE,)),
)
"""Every key there is.  On one screen no key stands twice."""

_KEYS_THAT_WRITE = frozenset(
    {
        *("ampersand", "quotation_mark", "apostrophe", "left_parenthesis"),
        *("minus", "plus", "equals_sign"),
    }
)
"""Names of keys that write a character, and are more than one letter long."""

_in_force: tuple[Key, ...] = KEYS
"""The table with the keys that the settings gave."""


def of_screen(screen: str) -> Iterator[Key]:
    """Yield the rows of the table that hold on *screen*."""
    return _of_screen(_in_force, screen)


def _of_screen(table: tuple[Key, ...], screen: str) -> Iterator[Key]:
    scopes = {screen, EVERYWHERE, *registry.row_of(screen).keys}
    return (key for key in table if not scopes.isdisjoint(key.screens))


@lru_cache(maxsize=32)
def _actions(screen: str) -> dict[str, str]:
    return {name: key.action for key in of_screen(screen) for name in key.keys}


def action_of(screen: str, name: str) -> str | None:
    """Return what the key called *name* does on *screen*, if anything.

    >>> action_of(TABLE, "Q"), action_of(TABLE, "U"), action_of(TABLE, "b")
    ('leave', 'redo', None)
    """
    actions = _actions(screen)
    return actions.get(name) or actions.get(name.lower() if len(name) == 1 else name)


@lru_cache(maxsize=32)
def bar_of(screen: str) -> tuple[tuple[str, str, str], ...]:
    """Return the action, the key and the word of each entry in the key bar of *screen*."""
    return tuple((key.action, *key.bar) for key in of_screen(screen) if key.bar)


# ---------------------------------------------------------------- keys of a player's own


def use_own_keys(own: Mapping[str, tuple[str, ...]]) -> str:
    """Let a player's *own* keys by id be in force; return what is wrong with them, if anything.

    They hold as a whole or not at all.
    """
    global _in_force
    _in_force, problem = with_own_keys(own)
    _actions.cache_clear()
    bar_of.cache_clear()
    return problem


def with_own_keys(own: Mapping[str, tuple[str, ...]]) -> tuple[tuple[Key, ...], str]:
    """Return the table with a player's *own* keys by id, and what is wrong with them, if anything.

    Own keys take the place of letters and digits; arrows, Enter, Tab and the like stay.  Where
    something is wrong, such as one key for two actions, the table is as it always is.

    >>> with_own_keys({"undo": ("l",)})[1]
    'keys: l would be both undo and log at the table'
    """
    known = {key.id for key in KEYS if key.id}
    for name in own:
        if name not in known:
            return KEYS, f"keys: there is no {name[:40]!r}; there are {', '.join(sorted(known))}"
    table = tuple(_with(key, own[key.id]) if key.id in own else key for key in KEYS)
    for screen in registry.SCREENS:
        seen: dict[str, Key] = {}
        for key in _of_screen(table, screen.name):
            for name in key.keys:
                if name in seen:
                    first = seen[name].id or seen[name].action
                    second = key.id or key.action
                    clash = f"{name} would be both {first} and {second} at the {screen.name}"
                    return KEYS, f"keys: {clash}"
                seen[name] = key
    return table, ""


def _with(key: Key, own: tuple[str, ...]) -> Key:
    names = tuple(name if len(name) > 1 or key.id == "redo" else name.lower() for name in own)
    kept = tuple(name for name in key.keys if len(name) > 1 and name not in _KEYS_THAT_WRITE)
    bar = (names[0], key.bar[1]) if key.bar else None
    shown = " ".join(names) if key.shown else ""
    return replace(key, keys=(*names, *kept), shown=shown, bar=bar)
