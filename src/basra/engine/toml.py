"""TOML from anybody: the answer is a table, or a `NotationError` that says why there is none."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from basra.engine.errors import NotationError


def read_toml(text: str) -> dict[str, Any]:
    """Return the table that *text* is; raise `NotationError` where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not TOML: {error}") from None
    except ValueError:  # Python reads no number of more than a few thousand digits
        raise NotationError("not TOML: a number in it is far too long") from None
    except RecursionError:
        raise NotationError("not TOML: lists or tables nest far too deep") from None


def line_of(text: str, key: str) -> str:
    r"""Return in words on which line of *text* a key is given, as far as that can be seen.

    >>> line_of('preset = "v1"\ntarget = 50', "target")
    'line 2'
    """
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[\]=.]""")
    for number, line in enumerate(text.split("\n"), 1):
        if pattern.match(line):
            return f"line {number}"
    return "line unknown"
