"""Cards: their sizes, how one is painted in each frame, and where those of a floor lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style

from basra.engine.cards import Card
from basra.terminal.capabilities import ASCII, PAPER
from basra.tui.painting.canvas import Canvas
from basra.tui.themes import Highlight


class CardSize(NamedTuple):
    """The size of a card in cells."""

    width: int
    height: int


TOKEN = CardSize(3, 1)
SMALL = CardSize(5, 3)
MEDIUM = CardSize(7, 5)
LARGE = CardSize(11, 7)
FLAT = CardSize(7, 3)

_THIN, _DOUBLE, _HEAVY = "╭╮╰╯─│", "╔╗╚╝═║", "┏┓┗┛━┃"
_LINES = {Highlight.SELECTED: _HEAVY, Highlight.CAPTURE: _DOUBLE, Highlight.THEIR_CAPTURE: _DOUBLE}


def paint_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    card: Card,
    highlight: Highlight,
    *,
    has_gap: bool = True,
) -> None:
    """Paint *card* with its corner at the cell; a mark beside a token needs *has_gap*."""
    theme = canvas.theme
    style = theme.cards[highlight, card.suit]
    text = card.glyph
    width, height = size
    if height == 1:
        canvas.write(x, y, text.rjust(width), style)
        if highlight.mark and has_gap:
            canvas.write(
                x + width,
                y,
                highlight.mark,
                theme.good if highlight is Highlight.CAPTURE else theme.theirs,
            )
        return
    canvas.fill(x, y, width, height, style)
    if theme.frame == PAPER:
        canvas.write(x + 1, y, text, style)
        canvas.write_right(x + width - 1, y + height - 1, text, style)
        middle = highlight.mark or ("" if height == 3 else text[-1])
        canvas.write(x + width // 2, y + height // 2, middle, style)
        return
    paint_frame(canvas, x, y, size, style, _LINES.get(highlight, _THIN))
    if height == 3:
        canvas.write_centred(x + 1, y + 1, width - 2, text, style)
        canvas.write(x + width // 2, y + 2, highlight.mark, style)
    else:
        canvas.write(x + 1, y + 1, text, style)
        canvas.write_right(x + width - 1, y + height - 2, text, style)
        canvas.write(x + width // 2, y + height // 2, highlight.mark or text[-1], style)
    if highlight is Highlight.SELECTED and theme.brackets_selection:
        canvas.write(x - 1, y + height // 2, ">", theme.gold)
        canvas.write(x + width, y + height // 2, "<", theme.gold)


def paint_card_back(canvas: Canvas, x: int, y: int, size: CardSize) -> None:
    """Paint a card highlight down."""
    theme = canvas.theme
    canvas.fill(x, y, *size, theme.card_back, "▚")
    if theme.frame == ASCII and size.height > 1:
        paint_frame(canvas, x, y, size, theme.card_back, _THIN)


def paint_frame(
    canvas: Canvas, x: int, y: int, size: CardSize, style: Style, lines: str = _THIN
) -> None:
    """Draw the frame of a card; *lines* are its corners, the line across and the line down."""
    width, height = size
    across = lines[4] * (width - 2)
    canvas.write(x, y, lines[0] + across + lines[1], style)
    for row in range(y + 1, y + height - 1):
        canvas.write(x, row, lines[5], style)
        canvas.write(x + width - 1, row, lines[5], style)
    canvas.write(x, y + height - 1, lines[2] + across + lines[3], style)


class CardPosition(NamedTuple):
    """Where one card of the floor lies."""

    x: int
    y: int
    shade: int
    """0 or 1, different for cards that touch."""


@dataclass(frozen=True, slots=True)
class FloorLayout:
    """The positions of the cards of a floor, which never overlap, and their size."""

    size: CardSize
    gap: int
    """Columns between two cards of a row."""
    positions: tuple[CardPosition, ...]


_SPACINGS = (
    (MEDIUM, 2, 1),
    (SMALL, 1, 1),
    (TOKEN, 1, 1),
    (TOKEN, 1, 0),
    (TOKEN, 0, 0),
)
"""Sizes with the gaps between columns and rows, from the roomiest to the tightest.

Large cards never touch: rows of highlighted ones would run together.
"""


def floor_layout(count: int, width: int, height: int, largest: CardSize) -> FloorLayout:
    """Return positions for *count* cards in a box, of the largest size in which they all fit."""
    spacings = [spacing for spacing in _SPACINGS if spacing[0] <= largest]
    for size, gap, row_gap in spacings:
        across = (width + gap) // (size.width + gap)
        down = (height + row_gap) // (size.height + row_gap)
        if across > 0 and count <= across * down:
            return _grid(count, width, height, size, gap, row_gap, across)
    size, gap, row_gap = spacings[-1]
    across = max(1, width // size.width)
    return _grid(count, width, height, size, gap, row_gap, across)


def _grid(
    count: int, width: int, height: int, size: CardSize, gap: int, row_gap: int, across: int
) -> FloorLayout:
    rows = max(1, -(-count // across))
    longest = -(-count // rows)
    total_height = rows * (size.height + row_gap) - row_gap
    top = max(0, (height - total_height) // 2)
    touching = not row_gap or not gap
    positions = []
    for number in range(count):
        row, column = _cell(number, count, rows)
        cards = longest if touching else _row_length(row, count, rows)
        left = (width - cards * (size.width + gap) + gap) // 2
        x, y = left + column * (size.width + gap), top + row * (size.height + row_gap)
        positions.append(CardPosition(x, y, (row + column) % 2 if touching else 0))
    return FloorLayout(size, gap, tuple(positions))


def _row_length(row: int, count: int, rows: int) -> int:
    """The cards of a row: rows differ by one at most, the longer ones first."""
    return count // rows + (row < count % rows)


def _cell(number: int, count: int, rows: int) -> tuple[int, int]:
    """The row and the column of a card."""
    row = 0
    while number >= _row_length(row, count, rows):
        number -= _row_length(row, count, rows)
        row += 1
    return row, number
