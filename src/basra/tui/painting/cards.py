"""How a card is painted, in each of its shapes and in each frame."""

from __future__ import annotations

from rich.style import Style

from basra.engine.cards import Card
from basra.terminal.capabilities import ASCII, PAPER
from basra.tui.painting.canvas import Canvas
from basra.tui.painting.floor import Shape
from basra.tui.themes import Face

_THIN, _DOUBLE, _HEAVY = "╭╮╰╯─│", "╔╗╚╝═║", "┏┓┗┛━┃"
_LINES = {Face.CHOSEN: _HEAVY, Face.TAKES: _DOUBLE, Face.THEIRS: _DOUBLE}


def paint_card(
    canvas: Canvas, x: int, y: int, shape: Shape, card: Card, face: Face, *, room: bool = True
) -> None:
    """Paint *card* with its corner at the cell; *room* is a free column to the right of a token."""
    theme = canvas.theme
    style = theme.cards[face, card.suit]
    text = card.glyph
    width, height = shape
    if height == 1:
        canvas.put(x, y, text.rjust(width), style)
        if face.mark and room:
            canvas.put(x + width, y, face.mark, theme.good if face is Face.TAKES else theme.theirs)
        return
    canvas.fill(x, y, width, height, style)
    if theme.frame == PAPER:
        canvas.put(x + 1, y, text, style)
        canvas.right(x + width - 1, y + height - 1, text, style)
        middle = face.mark or ("" if height == 3 else text[-1])
        canvas.put(x + width // 2, y + height // 2, middle, style)
        return
    paint_frame(canvas, x, y, shape, style, _LINES.get(face, _THIN))
    if height == 3:
        canvas.centre(x + 1, y + 1, width - 2, text, style)
        canvas.put(x + width // 2, y + 2, face.mark, style)
    else:
        canvas.put(x + 1, y + 1, text, style)
        canvas.right(x + width - 1, y + height - 2, text, style)
        canvas.put(x + width // 2, y + height // 2, face.mark or text[-1], style)
    if face is Face.CHOSEN and theme.points:
        canvas.put(x - 1, y + height // 2, ">", theme.gold)
        canvas.put(x + width, y + height // 2, "<", theme.gold)


def paint_back(canvas: Canvas, x: int, y: int, shape: Shape) -> None:
    """Paint a card face down."""
    theme = canvas.theme
    canvas.fill(x, y, *shape, theme.back, "▚")
    if theme.frame == ASCII and shape.height > 1:
        paint_frame(canvas, x, y, shape, theme.back, _THIN)


def paint_frame(
    canvas: Canvas, x: int, y: int, shape: Shape, style: Style, lines: str = _THIN
) -> None:
    """Draw the edge of a card: four corners, a line across and a line down."""
    width, height = shape
    across = lines[4] * (width - 2)
    canvas.put(x, y, lines[0] + across + lines[1], style)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, lines[5], style)
        canvas.put(x + width - 1, row, lines[5], style)
    canvas.put(x, y + height - 1, lines[2] + across + lines[3], style)
