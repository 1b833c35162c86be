"""Who visits, and where what is theirs is kept.

Law of this file: a visitor is a number drawn at random that only their browser and their folder
know.  What a browser sends is never a part of a path unless it has the form of such a number.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

COOKIE = "basra_visitor"
REMEMBERED = 400 * 24 * 60 * 60
"""Seconds for which a browser keeps the number; it starts anew with every visit."""
_FORM = re.compile(r"[0-9a-f]{32}")
_OTHERS = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "LINES", "PYTHONINSPECT")
"""What the environment says about a terminal that is not the visitor's."""


def known(sent: str | None) -> str | None:
    """Return the visitor that a browser names by what it *sent*, if it names one.

    >>> known("0123456789abcdef0123456789abcdef"), known("../../etc"), known(None)
    ('0123456789abcdef0123456789abcdef', None, None)
    """
    return sent if sent and _FORM.fullmatch(sent) else None


def drawn() -> str:
    """Return a visitor nobody has been before."""
    return secrets.token_hex(16)


def folder_of(visitor: str, root: Path) -> Path:
    """Return the folder of *visitor* under *root*, made where there is none."""
    assert known(visitor), "only numbers that were drawn get here"
    folder = root / visitor
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def environment_of(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return *environment* for a game whose player has *folder* and no terminal of the server's."""
    own = {
        name: value
        for name, value in environment.items()
        if name not in _OTHERS and not name.startswith(("BASRA_", "TEXTUAL"))
    }
    return own | {f"BASRA_{kind}_DIR": os.fspath(folder) for kind in ("CONFIG", "DATA", "STATE")}
