"""Visitors: the random id in their cookie, and the folder of their files.

Nothing that a browser sends becomes part of a path unless it has the form of such an id.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

COOKIE = "basra_visitor"
COOKIE_MAX_AGE = 400 * 24 * 60 * 60
"""Seconds for which a browser keeps the id, counted from the last visit."""
_ID = re.compile(r"[0-9a-f]{32}")
_TERMINAL_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "LINES", "PYTHONINSPECT")
"""Variables about the terminal of the server, which is not the visitor's."""


def parse_visitor(cookie: str | None) -> str | None:
    """Return the id of a visitor in the value of a *cookie*, or ``None``.

    >>> parse_visitor("0123456789abcdef0123456789abcdef"), parse_visitor("../../etc")
    ('0123456789abcdef0123456789abcdef', None)
    """
    return cookie if cookie and _ID.fullmatch(cookie) else None


def new_visitor() -> str:
    """Return a new random id."""
    return secrets.token_hex(16)


def visitor_folder(visitor: str, root: Path) -> Path:
    """Return the folder of *visitor* under *root*; make it where there is none."""
    assert parse_visitor(visitor), "only ids get here"
    folder = root / visitor
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def game_environment(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for a game with its files in *folder*, without the server's terminal."""
    base = {
        name: value
        for name, value in environment.items()
        if name not in _TERMINAL_VARIABLES and not name.startswith(("BASRA_", "TEXTUAL"))
    }
    return base | {f"BASRA_{kind}_DIR": os.fspath(folder) for kind in ("CONFIG", "DATA", "STATE")}
