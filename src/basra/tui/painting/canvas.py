"""The canvas: styled text on a grid of cells, with click regions, and the picture made of it.

What is drawn outside the grid is cut off, so painters need not mind the edges.
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
class ClickRegion:
    """A block of cells with the *action* of the key table that a click on it asks for."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def contains(self, x: int, y: int) -> bool:
        """Whether the cell is in this region."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted screen: its rows and its click regions."""

    width: int
    height: int
    rows: tuple[tuple[Segment, ...], ...]
    click_regions: tuple[ClickRegion, ...] = ()

    @property
    def text(self) -> str:
        """The picture without its colours."""
        rows = ("".join(segment.text for segment in row).rstrip() for row in self.rows)
        return "\n".join(rows)

    def action_at(self, x: int, y: int) -> str | None:
        """Return the action of a click on the cell; the region added last wins."""
        regions = reversed(self.click_regions)
        return next((region.action for region in regions if region.contains(x, y)), None)


def truncate(text: str, width: int) -> str:
    """Return *text* in at most *width* columns, with an ellipsis if it is longer."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


@lru_cache(maxsize=64)
def _blank_style(style: Style) -> Style:
    """Return *style* so that a `bidi.BLANK` stays invisible where the font lacks it."""
    if style.bgcolor is None or style.reverse:
        return style + Style(conceal=True)
    return Style(color=style.bgcolor, bgcolor=style.bgcolor)


def _is_single_width(text: Sequence[str]) -> bool:
    """Whether every character or cell of *text* takes one column."""
    if isinstance(text, str):
        return cell_len(text) == len(text)
    return all(cell_len(char) == 1 for char in text)


class Canvas:
    """A grid of cells to paint on in the styles of a theme."""

    def __init__(self, width: int, height: int, theme: Theme) -> None:
        """Make an empty grid."""
        self.width, self.height, self.theme = max(0, width), max(0, height), theme
        self._cells = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[theme.text] * self.width for _ in range(self.height)]
        self._click_regions: list[ClickRegion] = []
        self._is_reordered = False
        """Whether the terminal has letters to reorder."""

    def write(self, x: int, y: int, text: str, style: Style) -> int:
        """Write *text* from the cell on and return the column after it.

        Characters that are not printable, such as escape codes, are dropped.
        """
        theme = self.theme
        return self.write_bidi(x, y, text, style, is_shaping=theme.is_shaping, rtl=theme.rtl)

    def write_bidi(
        self, x: int, y: int, text: str, style: Style, *, is_shaping: bool, rtl: bool
    ) -> int:
        """Write *text* like `write`, shaped and in the direction asked for, not the theme's."""
        text = self._printable(text)
        if not bidi.has_rtl(text):
            return self.draw(x, y, text, style)
        self._is_reordered |= not is_shaping
        return self.draw(x, y, bidi.visual_cells(text, rtl=rtl, is_shaping=is_shaping), style)

    def _printable(self, text: str) -> str:
        """The printable characters of *text*, with the fallbacks of the theme."""
        if not text.isprintable():
            text = "".join(filter(str.isprintable, text))
        return text.translate(self.theme.fallbacks) if self.theme.fallbacks else text

    def width_of(self, text: str) -> int:
        """Return the columns that *text* takes."""
        text = self._printable(text)
        if bidi.has_rtl(text):
            theme = self.theme
            cells = bidi.visual_cells(text, rtl=theme.rtl, is_shaping=theme.is_shaping)
            return sum(map(cell_len, cells))
        return cell_len(text)

    def draw(self, x: int, y: int, text: Sequence[str], style: Style) -> int:
        """Draw the characters of each cell, in the order of the cells; else like `write`."""
        if not 0 <= y < self.height:
            return x + sum(map(cell_len, text))
        cells, styles = self._cells[y], self._styles[y]
        if x >= 0 and x + len(text) <= self.width and _is_single_width(text):
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

    def write_centred(self, x: int, y: int, width: int, text: str, style: Style) -> int:
        """Write *text* in the middle of *width* columns, cut to them."""
        text = truncate(text, width)
        return self.write(x + (width - self.width_of(text)) // 2, y, text, style)

    def write_right(self, x: int, y: int, text: str, style: Style) -> int:
        """Write *text* so that it ends before column *x*, and return where it starts."""
        start = x - self.width_of(text)
        self.write(start, y, text, style)
        return start

    def write_aligned(self, x: int, y: int, end: int, text: str, style: Style) -> None:
        """Write a line of text between two columns, on the side on which its sentences begin."""
        if self.theme.rtl and bidi.has_rtl(text):
            self.write_right(end, y, text, style)
        else:
            self.write(x, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Cover a block of cells with *char*."""
        if self.theme.fallbacks:
            char = char.translate(self.theme.fallbacks)
        left, right = max(0, x), min(self.width, x + width)
        if left >= right:
            return
        for row in range(max(0, y), min(self.height, y + height)):
            self._cells[row][left:right] = char * (right - left)
            self._styles[row][left:right] = [style] * (right - left)

    def add_click_region(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Let a click on a block of cells ask for *action*."""
        self._click_regions.append(ClickRegion(x, y, width, height, action))

    def picture(self) -> Picture:
        """Return what has been painted."""
        rows = []
        for cells, styles in zip(self._cells, self._styles, strict=True):
            if self._is_reordered:
                cells = bidi.isolate_runs(cells)
                styles = [
                    _blank_style(style) if char == bidi.BLANK else style
                    for char, style in zip(cells, styles, strict=True)
                ]
            row, start = [], 0
            for style, run in groupby(styles):
                end = start + sum(1 for _ in run)
                row.append(Segment("".join(cells[start:end]), style))
                start = end
            rows.append(tuple(row))
        return Picture(self.width, self.height, tuple(rows), tuple(self._click_regions))


def changed_columns(old: tuple[Segment, ...], new: tuple[Segment, ...]) -> tuple[int, int]:
    """Return the first column that differs between two rows and how many columns from there do."""
    if old == new:
        return 0, 0
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail = 0
    limit = min(len(old), len(new)) - same
    while tail < limit and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = sum(segment.cell_length for segment in new[:same])
    return start, sum(segment.cell_length for segment in new[same : len(new) - tail])
