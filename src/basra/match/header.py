"""The header of a match: who plays, by which rules, since when.

A `Header` that exists can be shown on any screen and written into any record; what cannot is
refused when it is made.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from basra.engine.errors import RecordError, quote
from basra.engine.rounds import V2
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.i18n import _

LONGEST_NAME = 24
"""Characters of a player's name; the rest is cut off."""
LONGEST_LEVEL = 40
"""Characters of the name of a bot."""
LONGEST_SEED = 200
"""Characters of a seed."""

_WHEN = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?", re.ASCII)


def clean_name(text: str, default: str) -> str:
    """Return *text* as a name fit for one line of any screen, or *default* where nothing is left.

    Control characters, escape codes and marks that turn the direction of text are dropped.
    """
    kept = "".join(" " if char.isspace() else char for char in text[: 40 * LONGEST_NAME])
    kept = "".join(char for char in kept if unicodedata.category(char)[0] != "C")
    return " ".join(kept.split())[:LONGEST_NAME].strip() or default


def seed_problem(text: str) -> str | None:
    """Return why *text* cannot be a seed, in a sentence, or ``None`` where it can."""
    if len(text) > LONGEST_SEED:
        return _("a seed has at most {n} characters").format(n=LONGEST_SEED)
    if not text.isprintable():
        return _("a seed is plain text, not {text}").format(text=quote(text))
    return None


@dataclass(frozen=True, slots=True)
class Header:
    """What is settled about a match before its first card; pairs are south's and north's.

    Raises `RecordError` for a value that no record can have.
    """

    names: tuple[str, str]
    levels: tuple[str, str] = ("", "")
    """The name of the bot in each seat; empty where a person plays."""
    rules: Rules = V2
    first_dealer: Seat = Seat.NORTH
    seed: str = ""
    """The seed of all randomness in the match; empty where it is not known."""
    started: str = ""
    """When, in UTC: ``2026-11-30T19:40:16Z``, the day alone, or empty where it is not known."""

    def __post_init__(self) -> None:
        for name in self.names:
            if not _is_name(name):
                raise RecordError(f"a player cannot be called {quote(name)}")
        for level in self.levels:
            if len(level) > LONGEST_LEVEL or not level.isprintable():
                raise RecordError(f"no computer player can be called {quote(level)}")
        if problem := seed_problem(self.seed):
            raise RecordError(problem)
        if self.started and not _is_when(self.started):
            raise RecordError(
                f"not a time: {quote(self.started)}; it is written like 2026-11-30T19:40:16Z"
            )

    @property
    def humans(self) -> tuple[bool, bool]:
        """Whether a person plays each seat."""
        south, north = self.levels
        return not south, not north


@lru_cache(maxsize=1024)
def _is_name(text: str) -> bool:
    return bool(text) and clean_name(text, "") == text


@lru_cache(maxsize=1024)
def _is_when(text: str) -> bool:
    if _WHEN.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text.rstrip("Z"))
    except ValueError:
        return False
    return True
