"""The room for the cards of a floor.

Law of this file: pure; it sees numbers of cards and of cells.  Every card gets a place and no two
places overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Shape(NamedTuple):
    """The size of a card in cells."""

    width: int
    height: int


TOKEN = Shape(3, 1)
SMALL = Shape(5, 3)
MIDDLE = Shape(7, 5)
LARGE = Shape(11, 7)
FLAT = Shape(7, 3)


class Place(NamedTuple):
    """Where one card of the floor lies."""

    x: int
    y: int
    shade: int
    """0 or 1; cards that touch differ."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of a number of cards and the shape they have there."""

    shape: Shape
    gap: int
    """Columns between two cards of a row."""
    places: tuple[Place, ...]


_TRIES = (
    (MIDDLE, 2, 1),
    (SMALL, 1, 1),
    (TOKEN, 1, 1),
    (TOKEN, 1, 0),
    (TOKEN, 0, 0),
)
"""Shapes with the gaps between columns and rows, from the roomiest to the tightest.

Large cards never touch: a row of them that are all marked would melt into the next.
"""


def arrange(count: int, width: int, height: int, largest: Shape) -> Arrangement:
    """Return places for *count* cards in a box, in the largest shape in which they all fit."""
    tries = [found for found in _TRIES if found[0] <= largest]
    for shape, gap, between in tries:
        across = (width + gap) // (shape.width + gap)
        down = (height + between) // (shape.height + between)
        if across > 0 and count <= across * down:
            return _arranged(count, width, height, shape, gap, between, across)
    shape, gap, between = tries[-1]
    across = max(1, width // shape.width)
    return _arranged(count, width, height, shape, gap, between, across)


def _arranged(
    count: int, width: int, height: int, shape: Shape, gap: int, between: int, across: int
) -> Arrangement:
    rows = max(1, -(-count // across))
    longest = -(-count // rows)
    tall = rows * (shape.height + between) - between
    top = max(0, (height - tall) // 2)
    touching = not between or not gap
    places = []
    for number in range(count):
        row, column = _cell(number, count, rows)
        cards = longest if touching else _length(row, count, rows)
        left = (width - cards * (shape.width + gap) + gap) // 2
        x, y = left + column * (shape.width + gap), top + row * (shape.height + between)
        places.append(Place(x, y, (row + column) % 2 if touching else 0))
    return Arrangement(shape, gap, tuple(places))


def _length(row: int, count: int, rows: int) -> int:
    """The cards of a row: rows differ by one at most, the longer ones first."""
    return count // rows + (row < count % rows)


def _cell(number: int, count: int, rows: int) -> tuple[int, int]:
    """The row and the column of a card."""
    row = 0
    while number >= _length(row, count, rows):
        number -= _length(row, count, rows)
        row += 1
    return row, number
