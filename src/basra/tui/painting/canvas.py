"""Text with colours on a grid of cells, and the picture that comes of it.

Law of this file: it knows cells, styles and where a click lands; nothing of cards.  Whatever is
put outside the grid is cut off, so a painter cannot write over an edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from basra.tui.painting import bidi
from basra.tui.themes import Theme


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that does something when it is clicked: the *action*, as the key table names it."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def covers(self, x: int, y: int) -> bool:
        """Whether the cell is in this place."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted screen: its rows, and what can be clicked on it."""

    width: int
    height: int
    rows: tuple[tuple[Segment, ...], ...]
    hits: tuple[Hit, ...] = ()

    @property
    def text(self) -> str:
        """The picture without its colours."""
        rows = ("".join(segment.text for segment in row).rstrip() for row in self.rows)
        return "\n".join(rows)

    def action_at(self, x: int, y: int) -> str | None:
        """Return what a click on the cell does; the last thing painted there wins."""
        return next((hit.action for hit in reversed(self.hits) if hit.covers(x, y)), None)


def cut(text: str, width: int) -> str:
    """Return *text* in at most *width* columns, an ellipsis where it was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


@lru_cache(maxsize=64)
def _unseen(style: Style) -> Style:
    """Return *style* for a blank that a font without it must not show as a box."""
    if style.bgcolor is None or style.reverse:
        return style + Style(conceal=True)
    return Style(color=style.bgcolor, bgcolor=style.bgcolor)


def _is_even(text: Sequence[str]) -> bool:
    """Whether everything in *text* takes one column."""
    if isinstance(text, str):
        return cell_len(text) == len(text)
    return all(cell_len(char) == 1 for char in text)


class Canvas:
    """A grid of cells to paint on in the styles of a look."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        """Make a grid of empty felt."""
        self.width, self.height, self.theme = max(0, width), max(0, height), theme
        self._cells = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[theme.text] * self.width for _ in range(self.height)]
        self._hits: list[Hit] = []
        self._is_turned = False
        """Whether the terminal has letters to turn."""

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write *text* from the cell on and return the column after it.

        What is no character to be seen, such as an escape code, is dropped.
        """
        theme = self.theme
        return self.put_as(x, y, text, style, theme.letters, rtl=theme.rtl)

    def put_as(self, x: int, y: int, text: str, style: Style, letters: str, *, rtl: bool) -> int:
        """Write *text* like `put`, but with another hand turning *letters*."""
        text = self._shown(text)
        if not bidi.is_found_in(text):
            return self.lay(x, y, text, style)
        self._is_turned |= letters == bidi.TERMINAL
        return self.lay(x, y, bidi.laid_out(text, rtl=rtl, letters=letters), style)

    def _shown(self, text: str) -> str:
        """What of *text* can be shown, in the glyphs of the look."""
        if not text.isprintable():
            text = "".join(filter(str.isprintable, text))
        return text.translate(self.theme.glyphs) if self.theme.glyphs else text

    def width_of(self, text: str) -> int:
        """Return the columns that *text* takes."""
        text = self._shown(text)
        if bidi.is_found_in(text):
            theme = self.theme
            return sum(map(cell_len, bidi.laid_out(text, rtl=theme.rtl, letters=theme.letters)))
        return cell_len(text)

    def lay(self, x: int, y: int, text: Sequence[str], style: Style) -> int:
        """Write what stands in each cell, in the order of the cells; else like `put`."""
        if not 0 <= y < self.height:
            return x + sum(map(cell_len, text))
        cells, styles = self._cells[y], self._styles[y]
        if x >= 0 and x + len(text) <= self.width and _is_even(text):
            cells[x : x + len(text)] = text
            styles[x : x + len(text)] = [style] * len(text)
            return x + len(text)
        for char in text:
            size = cell_len(char)
            if x >= 0 and x + size <= self.width and size:
                cells[x : x + size] = [char, *[""] * (size - 1)]
                styles[x : x + size] = [style] * size
            elif not size and 0 < x <= self.width:
                cells[x - 1] += char  # a mark on the letter before it
            x += size
        return x

    def centre(self, x: int, y: int, width: int, text: str, style: Style) -> int:
        """Write *text* in the middle of *width* columns, cut to them."""
        text = cut(text, width)
        return self.put(x + (width - self.width_of(text)) // 2, y, text, style)

    def right(self, x: int, y: int, text: str, style: Style) -> int:
        """Write *text* so that it ends before column *x*, and return where it starts."""
        start = x - self.width_of(text)
        self.put(start, y, text, style)
        return start

    def line(self, x: int, y: int, end: int, text: str, style: Style) -> None:
        """Write a line of a text between two columns: on the side on which its sentences begin."""
        if self.theme.rtl and bidi.is_found_in(text):
            self.right(end, y, text, style)
        else:
            self.put(x, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Cover a block of cells with *char*."""
        if self.theme.glyphs:
            char = char.translate(self.theme.glyphs)
        left, right = max(0, x), min(self.width, x + width)
        if left >= right:
            return
        for row in range(max(0, y), min(self.height, y + height)):
            self._cells[row][left:right] = char * (right - left)
            self._styles[row][left:right] = [style] * (right - left)

    def hit(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Make a block of cells do something when it is clicked."""
        self._hits.append(Hit(x, y, width, height, action))

    def picture(self) -> Picture:
        """Return what has been painted."""
        rows = []
        for cells, styles in zip(self._cells, self._styles, strict=True):
            if self._is_turned:
                cells = bidi.kept_apart(cells)
                styles = [
                    _unseen(style) if char == bidi.BLANK else style
                    for char, style in zip(cells, styles, strict=True)
                ]
            row, start = [], 0
            for style, run in groupby(styles):
                end = start + sum(1 for _ in run)
                row.append(Segment("".join(cells[start:end]), style))
                start = end
            rows.append(tuple(row))
        return Picture(self.width, self.height, tuple(rows), tuple(self._hits))


def changed(old: tuple[Segment, ...], new: tuple[Segment, ...]) -> tuple[int, int]:
    """Return the first column that differs between two rows and how many columns from there do."""
    if old == new:
        return 0, 0
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail = 0
    most = min(len(old), len(new)) - same
    while tail < most and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = sum(segment.cell_length for segment in new[:same])
    return start, sum(segment.cell_length for segment in new[same : len(new) - tail])
