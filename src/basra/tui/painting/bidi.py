"""Text that is read from the right, laid into cells that run from the left.

Law of this file: pure.  A card, a number or a Latin word keeps its order wherever it stands, and so
does what is parted by two spaces or stands at an end: that is geometry.  Everything else of a
right-to-left sentence is laid from the right.  Letters that a terminal turns and joins by itself
stay in the order in which they are read, each run of them kept apart from the next; for a terminal
that does not, they are turned and joined here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

TERMINAL, GAME = LETTERS = ("terminal", "game")
"""Who turns and joins letters that are read from the right."""

BLANK = "\u2800"
"""A blank that counts as a letter read from the left: it keeps runs of the others apart."""
INNER = "\u00a0"
"""A blank that belongs to the run of letters it stands in."""

_RIGHT = "\u0590-\u060b\u060d-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""Letters that are read from the right, and the marks on them."""
_SOLID = rf"(?:[^\W{_RIGHT}]|[♠♥♦♣←→↑↓])"
_WORD = rf"[-+−±/~#\\]*{_SOLID}(?:[^\s{_RIGHT}]*{_SOLID})?%?"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_FOUND = re.compile(f"[{_RIGHT}]")


class _Part(NamedTuple):
    """A piece of a text: its kind, as the pattern above names it, and where it begins."""

    kind: str
    start: int
    text: str


def is_found_in(text: str) -> bool:
    """Whether any letter of *text* is read from the right."""
    return not text.isascii() and _FOUND.search(text) is not None


def _parts(text: str, *, rtl: bool) -> Iterator[_Part]:
    """Yield the parts of *text* from the left column to the right one."""
    field: list[_Part] = []
    for match in _token().finditer(text):
        assert match.lastgroup is not None
        part = _Part(match.lastgroup, match.start(), match[0])
        if part.kind == "gap":
            yield from _from_left(field, rtl=rtl)
            yield part
            field = []
        else:
            field.append(part)
    yield from _from_left(field, rtl=rtl)


@cache
def _token() -> re.Pattern[str]:
    """Return what tells the parts of a text apart; it is made when it is first needed."""
    return re.compile(
        rf"(?P<gap>^ +| +$|  +)|(?P<right>[{_RIGHT}]+(?:[ ،؛]+[{_RIGHT}]+)*)"
        rf"|(?P<left>{_WORD}(?: {_WORD})*)|(?P<between>.)",
        re.DOTALL,
    )


def _from_left(field: list[_Part], *, rtl: bool) -> list[_Part]:
    if not rtl or all(part.kind != "right" for part in field):
        return field
    return [
        part._replace(text=part.text.translate(_MIRRORED)) if part.kind == "between" else part
        for part in reversed(field)
    ]


@lru_cache(maxsize=1024)
def laid_out(text: str, *, rtl: bool, letters: str, joined: bool = True) -> tuple[str, ...]:
    """Return what stands in each cell for *text*, from the left.

    *rtl* tells whether its sentences begin on the right.  Where letters are not *joined* in pairs,
    there are as many cells as characters.

    >>> "".join(laid_out("بصرة +10", rtl=True, letters=GAME))
    '+10 ﺓﺮﺼﺑ'
    """
    cells: list[str] = []
    owed = 0
    for part in _parts(text, rtl=rtl):
        found = _clusters(part.text)
        if part.kind == "right" and letters == GAME:
            shaped = [*_shaper(joined=joined).reshape(part.text)]
            owed += len(found) - len(shaped)
            found = shaped[::-1]
        elif part.kind == "right":
            found = [INNER if char == " " else char for char in found]
        elif part.kind == "gap":
            found += [" "] * owed if len(found) > 1 else []
            owed = 0
        cells += found
    return tuple(cells)


def kept_apart(cells: list[str]) -> list[str]:
    """Return a row of cells with a `BLANK` beside each run of letters read from the right.

    A terminal that turns letters takes runs with nothing but spaces and digits between them for
    one, and would turn them all together.
    """
    row = [*cells]
    for at, char in enumerate(cells):
        if not _is_right(char) or char >= "\ufe70":  # a joined letter is turned by nobody
            continue
        for way in (-1, 1):
            beside = at + way
            while 0 <= beside < len(row) and row[beside] in BETWEEN:
                beside += way
            if 0 <= beside < len(row) and row[beside] == " ":
                row[beside] = BLANK
    return row


BETWEEN = frozenset(".:،!…·()[]★-")
"""Signs that may stand between a run of letters and the blank beside it."""


def _is_right(char: str) -> bool:
    return bool(char) and not char.isascii() and _FOUND.match(char) is not None


def place_of(text: str, index: int, *, rtl: bool, letters: str) -> int:
    """Return in which cell the character at *index* stands, where none are joined in pairs."""
    at = 0
    for part in _parts(text, rtl=rtl):
        size = len(_clusters(part.text))
        if part.start <= index < part.start + len(part.text):
            before = len(_clusters(part.text[: index - part.start + 1])) - 1
            turned = part.kind == "right" and letters == GAME
            return at + (size - 1 - before if turned else before)
        at += size
    raise IndexError(index)


def _clusters(text: str) -> list[str]:
    """Return the letters of *text*, each with the marks on it."""
    from rich.cells import get_character_cell_size

    found: list[str] = []
    for char in text:
        if found and not get_character_cell_size(char):
            found[-1] += char
        else:
            found.append(char)
    return found


@cache
def _shaper(*, joined: bool) -> ArabicReshaper:
    """Return what joins letters; it is read from the disk when it is first needed."""
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper({"support_ligatures": joined, "ARABIC LIGATURE ALLAH": False})
