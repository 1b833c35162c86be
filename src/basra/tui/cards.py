"""How a card is painted, in each of its shapes."""

from __future__ import annotations

from basra.engine.cards import Card
from basra.tui.canvas import Canvas
from basra.tui.floor import Shape
from basra.tui.themes import Face


def paint_card(
    canvas: Canvas, x: int, y: int, shape: Shape, card: Card, face: Face, *, room: bool = True
) -> None:
    """Paint *card* with its corner at the cell; *room* is a free column to the right of a token."""
    style = canvas.look.cards[face, card.suit]
    text = card.glyph
    width, height = shape
    if height == 1:
        canvas.put(x, y, text.rjust(width), style)
        if face.mark and room:
            look = canvas.look
            canvas.put(x + width, y, face.mark, look.good if face is Face.TAKES else look.theirs)
        return
    canvas.fill(x, y, width, height, style)
    canvas.put(x + 1, y, text, style)
    canvas.right(x + width - 1, y + height - 1, text, style)
    middle = face.mark or ("" if height == 3 else text[-1])
    canvas.put(x + width // 2, y + height // 2, middle, style)


def paint_back(canvas: Canvas, x: int, y: int, shape: Shape) -> None:
    """Paint a card that lies face down."""
    canvas.fill(x, y, shape.width, shape.height, canvas.look.back, "▚")
