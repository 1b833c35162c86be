"""Typeahead: the keys that were typed before the program could read them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual.events import Key

_NAMES = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x1b": "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    " ": "space",
}
_PARTS = re.compile(r"\x1b[\[O][0-9;?<>=]*[ -/]*[@-~]|.", re.S)


def parse_keys(data: bytes) -> Iterator[Key]:
    r"""Yield the keys in *data*; a sequence that is no key of the game yields none.

    >>> [key.key for key in parse_keys(b"6\r\x1b[B\x1b[5~\x11")]
    ['6', 'enter', 'down', 'ctrl+q']
    """
    for part in _PARTS.findall(data.decode("utf-8", "ignore")):
        if part in _NAMES:
            yield Key(_NAMES[part], part if part.isprintable() else None)
        elif part.isprintable():
            yield Key(part, part)
        elif "\x01" <= part <= "\x1a":
            yield Key(f"ctrl+{chr(ord(part) + 96)}", None)
