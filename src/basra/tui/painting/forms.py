"""Forms, painted: lines to choose from and to write in, one of them chosen.

Law of this file: pure, like `sheets`.  A form fits the smallest window, so it never scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

from basra.engine.cards import Card
from basra.tui.painting import bidi
from basra.tui.painting.bars import paint_bar
from basra.tui.painting.canvas import Canvas, Picture, cut
from basra.tui.painting.cards import paint_card
from basra.tui.painting.floor import SMALL
from basra.tui.themes import Face, Theme

LABEL, VALUE = 16, 18
"""Columns of the label of a line and of its value."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a form."""

    name: str
    label: str
    """Empty where the value speaks for itself: a button."""
    value: str
    hint: str = ""
    """What the value means, in a sentence or two."""
    empty: str = ""
    """What stands for a text that is empty."""
    cursor: int | None = None
    """Where the next character goes, while the line is written in."""
    is_text: bool = False
    samples: tuple[tuple[str, str], ...] = ()
    """Texts to choose by, each with who turns and joins its letters."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form with its heading; *chosen* is the number of a row."""

    heading: str
    rows: Sequence[Row]
    chosen: int
    note: str = ""
    sample: bool = False
    """Whether cards are shown beside the lines, as they look now."""
    wide: int = VALUE
    """Columns of a value."""


def paint_form(form: Form, screen: str, width: int, height: int, theme: Theme) -> Picture:
    """Return the picture of *form*, with the key bar of *screen*."""
    canvas = Canvas(width, height, theme)
    wide = min(width - 4, LABEL + form.wide + 4 + (24 if form.sample else 0))
    left = (width - wide) // 2
    room = height - 6 - len(form.rows)
    top = 2 + max(0, room // 3)
    canvas.put(left, top - 2, form.heading, theme.title)
    for number, row in enumerate(form.rows):
        canvas.hit(left, top + number, LABEL + form.wide + 4, 1, f"row {number}")
        _paint_row(canvas, left, top + number, row, number == form.chosen, form.wide)
    if form.sample:
        _paint_sample(canvas, left + LABEL + form.wide + 8, top)
    y = top + len(form.rows) + (1 if room > 1 else 0)
    said = form.note or form.rows[form.chosen].hint
    tone = theme.warn if form.note else theme.dim
    for line in wrap(said, width - 2 * left)[: height - 1 - y]:
        canvas.line(left, y, width - left, line, tone)
        y += 1
    _paint_samples(canvas, left, y, form.rows[form.chosen].samples)
    paint_bar(canvas, screen)
    return canvas.picture()


def _paint_samples(canvas: Canvas, x: int, y: int, samples: Sequence[tuple[str, str]]) -> None:
    """Paint texts to choose by, with their numbers, in one row."""
    theme = canvas.theme
    for number, (letters, text) in enumerate(samples, 1):
        x = canvas.put(x, y, str(number), theme.gold) + 2
        x = canvas.put_as(x, y, text, theme.strong, letters, rtl=True) + 4


def _paint_row(canvas: Canvas, x: int, y: int, row: Row, chosen: bool, wide: int) -> None:
    theme = canvas.theme
    mark = ">" if chosen and theme.points else ""
    if not row.label:
        style = theme.chosen_item if chosen else theme.strong
        canvas.put(x - 2, y, mark, theme.gold)
        canvas.put(x, y, row.value.center(LABEL), style)
        return
    canvas.put(x - 2, y, mark, theme.gold)
    canvas.put(x, y, cut(row.label, LABEL - 1), theme.strong if chosen else theme.text)
    x += LABEL
    if row.is_text:
        _paint_text(canvas, x, y, row, chosen, wide)
    elif chosen:
        canvas.put(x, y, "←", theme.gold)
        _paint_filled(canvas, x + 2, y, row.value, wide)
        canvas.put(x + wide + 3, y, "→", theme.gold)
        canvas.hit(x, y, 2, 1, "left")
        canvas.hit(x + wide + 2, y, 2, 1, "right")
    else:
        canvas.put(x + 3, y, cut(row.value, wide - 2), theme.text)


def _paint_text(canvas: Canvas, x: int, y: int, row: Row, chosen: bool, wide: int) -> None:
    """Paint a text that can be written in, moved so that its cursor is seen."""
    theme = canvas.theme
    if row.cursor is None:
        if chosen:
            _paint_filled(canvas, x + 2, y, row.value or row.empty, wide)
        else:
            style = theme.text if row.value else theme.dim
            canvas.put(x + 3, y, cut(row.value or row.empty, wide - 2), style)
        return
    if bidi.is_found_in(row.value):
        _paint_written(canvas, x, y, row.value, row.cursor, wide)
        return
    start = 0
    while cell_len(row.value[start : row.cursor]) > wide - 3:
        start += 1
    canvas.put(x + 2, y, f" {set_cell_size(row.value[start:], wide - 2)} ", theme.chosen_item)
    at = x + 3 + cell_len(row.value[start : row.cursor])
    canvas.put(at, y, row.value[row.cursor : row.cursor + 1] or " ", theme.cursor)


def _paint_written(canvas: Canvas, x: int, y: int, text: str, cursor: int, wide: int) -> None:
    """Paint a text that is read from the right while it is written in."""
    theme = canvas.theme
    start = max(0, cursor - wide + 4)
    text, cursor = text[start : start + wide - 3] + _NO_LETTER, cursor - start
    cells = bidi.laid_out(text, rtl=theme.rtl, letters=theme.letters, joined=False)
    at = bidi.place_of(text, cursor, rtl=theme.rtl, letters=theme.letters)
    canvas.fill(x + 2, y, wide, 1, theme.chosen_item)
    canvas.lay(x + 3, y, cells, theme.chosen_item)
    canvas.lay(x + 3 + at, y, cells[at : at + 1], theme.cursor)


_NO_LETTER = "\u00a0"
"""What stands behind the last letter, where the next one goes."""


def _paint_filled(canvas: Canvas, x: int, y: int, text: str, width: int) -> None:
    """Paint what is chosen, in a bar of so many columns."""
    canvas.fill(x, y, width, 1, canvas.theme.chosen_item)
    canvas.put(x + 1, y, cut(text, width - 2), canvas.theme.chosen_item)


_SAMPLE = (
    (("AS", Face.PLAIN), ("7H", Face.PLAIN), ("QD", Face.PLAIN)),
    (("TC", Face.PLAIN), ("4S", Face.TAKES), ("3H", Face.TAKES)),
    (("9D", Face.JUST), ("7C", Face.CHOSEN), ("KS", Face.PLAIN)),
)


def _paint_sample(canvas: Canvas, left: int, top: int) -> None:
    """Paint some cards in every state, as many as there is room for."""
    across = 3 if canvas.width - left >= 21 else 2
    for y, cards in enumerate(_SAMPLE):
        for x, (name, face) in enumerate(cards[:across]):
            paint_card(canvas, left + 7 * x, top + 4 * y, SMALL, Card.parse(name), face)
