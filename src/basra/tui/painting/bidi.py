"""Bidirectional text: the order of right-to-left sentences in cells that run from the left.

A simple form of Unicode's algorithm.  Cards, numbers and Latin words keep their order, and so does
what is separated by two spaces or stands at an end, since that is layout.  The rest of a
right-to-left sentence runs from the right.  For a terminal that reorders and joins Arabic letters
by itself, letters stay in logical order and every run of them is isolated from the next; for one
that does not, they are *shaped*: reordered and joined here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

BLANK = "\u2800"
"""A blank that counts as a left-to-right letter, and so isolates right-to-left runs."""
INNER = "\u00a0"
"""A blank that belongs to the right-to-left run around it."""

_RIGHT = "\u0590-\u060b\u060d-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""Letters that are read from the right, and the marks on them."""
_SOLID = rf"(?:[^\W{_RIGHT}]|[♠♥♦♣←→↑↓])"
_WORD = rf"[-+−±/~#\\]*{_SOLID}(?:[^\s{_RIGHT}]*{_SOLID})?%?"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RTL_LETTER = re.compile(f"[{_RIGHT}]")


class _Part(NamedTuple):
    """A piece of a text: its kind, a group of the pattern below, and where it begins."""

    kind: str
    start: int
    text: str


def has_rtl(text: str) -> bool:
    """Whether *text* has a right-to-left letter."""
    return not text.isascii() and _RTL_LETTER.search(text) is not None


def _parts(text: str, *, rtl: bool) -> Iterator[_Part]:
    """Yield the parts of *text* from the left column to the right one."""
    field: list[_Part] = []
    for match in _part_pattern().finditer(text):
        assert match.lastgroup is not None
        part = _Part(match.lastgroup, match.start(), match[0])
        if part.kind == "gap":
            yield from _in_visual_order(field, rtl=rtl)
            yield part
            field = []
        else:
            field.append(part)
    yield from _in_visual_order(field, rtl=rtl)


@cache
def _part_pattern() -> re.Pattern[str]:
    """Return the pattern of the parts of a text, compiled when it is first needed."""
    return re.compile(
        rf"(?P<gap>^ +| +$|  +)|(?P<right>[{_RIGHT}]+(?:[ ،؛]+[{_RIGHT}]+)*)"
        rf"|(?P<left>{_WORD}(?: {_WORD})*)|(?P<between>.)",
        re.DOTALL,
    )


def _in_visual_order(field: list[_Part], *, rtl: bool) -> list[_Part]:
    if not rtl or all(part.kind != "right" for part in field):
        return field
    return [
        part._replace(text=part.text.translate(_MIRRORED)) if part.kind == "between" else part
        for part in reversed(field)
    ]


@lru_cache(maxsize=1024)
def visual_cells(
    text: str, *, rtl: bool, is_shaping: bool, ligatures: bool = True
) -> tuple[str, ...]:
    """Return what stands in each cell for *text*, from the left.

    *rtl* tells whether its sentences begin on the right.  Without *ligatures* there are as many
    cells as letters.

    >>> "".join(visual_cells("بصرة +10", rtl=True, is_shaping=True))
    '+10 ﺓﺮﺼﺑ'
    """
    cells: list[str] = []
    owed = 0
    for part in _parts(text, rtl=rtl):
        letters = _clusters(part.text)
        if part.kind == "right" and is_shaping:
            shaped = [*_shaper(ligatures=ligatures).reshape(part.text)]
            owed += len(letters) - len(shaped)
            letters = shaped[::-1]
        elif part.kind == "right":
            letters = [INNER if char == " " else char for char in letters]
        elif part.kind == "gap":
            letters += [" "] * owed if len(letters) > 1 else []
            owed = 0
        cells += letters
    return tuple(cells)


def isolate_runs(cells: list[str]) -> list[str]:
    """Return a row of cells with a `BLANK` beside each right-to-left run.

    A terminal that reorders letters would otherwise take runs with nothing but spaces and digits
    between them for one.
    """
    row = [*cells]
    for at, char in enumerate(cells):
        if not _is_right(char) or char >= "\ufe70":  # no terminal reorders shaped letters
            continue
        for way in (-1, 1):
            beside = at + way
            while 0 <= beside < len(row) and row[beside] in _BETWEEN:
                beside += way
            if 0 <= beside < len(row) and row[beside] == " ":
                row[beside] = BLANK
    return row


_BETWEEN = frozenset(".:،!…·()[]★-")
"""Characters that may stand between a run of letters and the blank beside it."""


def _is_right(char: str) -> bool:
    return bool(char) and not char.isascii() and _RTL_LETTER.match(char) is not None


def cell_of(text: str, index: int, *, rtl: bool, is_shaping: bool) -> int:
    """Return the number of the cell of the character at *index*, where there are no ligatures."""
    at = 0
    for part in _parts(text, rtl=rtl):
        size = len(_clusters(part.text))
        if part.start <= index < part.start + len(part.text):
            before = len(_clusters(part.text[: index - part.start + 1])) - 1
            is_reversed = part.kind == "right" and is_shaping
            return at + (size - 1 - before if is_reversed else before)
        at += size
    raise IndexError(index)


def _clusters(text: str) -> list[str]:
    """Return the letters of *text*, each with the marks on it."""
    from rich.cells import get_character_cell_size

    clusters: list[str] = []
    for char in text:
        if clusters and not get_character_cell_size(char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


@cache
def _shaper(*, ligatures: bool) -> ArabicReshaper:
    """Return what joins letters, imported when it is first needed."""
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper({"support_ligatures": ligatures, "ARABIC LIGATURE ALLAH": False})
