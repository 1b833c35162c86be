"""Keys of a player's own, in the place of those of the table.

Law of this file: what the settings say of keys holds as a whole or not at all; on no screen does a
key come to do two things.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from basra.tui.keymap import KEYS, SCREENS, Key, put_in_force


def given(own: Mapping[str, tuple[str, ...]]) -> tuple[tuple[Key, ...], str]:
    """Return the table with a player's *own* keys by id, and what is wrong with them, if anything.

    Own keys take the place of letters and digits; arrows, Enter, Tab and the like stay.  Where
    something is wrong the table is as it always is.

    >>> given({"undo": ("l",)})[1]
    'keys: l would be both undo and log at the table'
    """
    known = {key.id for key in KEYS if key.id}
    for name in own:
        if name not in known:
            return KEYS, f"keys: there is no {name[:40]!r}; there are {', '.join(sorted(known))}"
    table = tuple(_with(key, own[key.id]) if key.id in own else key for key in KEYS)
    for screen in SCREENS:
        seen: dict[str, Key] = {}
        for key in table:
            for name in key.keys if screen in key.screens else ():
                if name in seen:
                    first = seen[name].id or seen[name].action
                    second = key.id or key.action
                    return KEYS, f"keys: {name} would be both {first} and {second} at the {screen}"
                seen[name] = key
    return table, ""


def _with(key: Key, own: tuple[str, ...]) -> Key:
    names = tuple(name if len(name) > 1 or key.id == "redo" else name.lower() for name in own)
    kept = tuple(name for name in key.keys if len(name) > 1 and name not in _SIGNS)
    bar = (names[0], key.bar[1]) if key.bar else None
    shown = " ".join(names) if key.shown else ""
    return replace(key, keys=(*names, *kept), shown=shown, bar=bar)


_SIGNS = frozenset(
    {
        *("ampersand", "quotation_mark", "apostrophe", "left_parenthesis"),
        *("minus", "plus", "equals_sign"),
    }
)
"""Names of keys that write a character."""


def use(own: Mapping[str, tuple[str, ...]]) -> str:
    """Let the table with a player's *own* keys be in force; return what is wrong with them."""
    table, problem = given(own)
    put_in_force(table)
    return problem
