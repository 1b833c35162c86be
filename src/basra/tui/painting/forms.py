"""Forms: rows with values to choose and texts to edit, one of them selected.

A form fits the smallest window, so it never scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

from basra.engine.cards import Card
from basra.tui.painting import bidi
from basra.tui.painting.canvas import Canvas, Picture, truncate
from basra.tui.painting.cards import SMALL, paint_card
from basra.tui.painting.key_bar import paint_key_bar
from basra.tui.themes import Highlight, Theme

LABEL_COLUMNS, VALUE_COLUMNS = 16, 18


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of a form."""

    name: str
    label: str
    """Empty for a button, whose value is its label."""
    value: str
    hint: str = ""
    """What the value means, in a sentence or two."""
    placeholder: str = ""
    """What stands for an empty text."""
    cursor: int | None = None
    """Where the cursor is, while the text is edited."""
    is_text: bool = False
    bidi_sample: str = ""
    """A text in two versions to choose between: for the terminal to shape, and shaped here."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form; *selected* is the number of a row."""

    title: str
    rows: Sequence[FormRow]
    selected: int
    note: str = ""
    shows_cards: bool = False
    """Whether sample cards stand beside the rows, as they look now."""
    value_columns: int = VALUE_COLUMNS


def paint_form(form: Form, screen: str, width: int, height: int, theme: Theme) -> Picture:
    """Return the picture of *form*, with the key bar of *screen*."""
    canvas = Canvas(width, height, theme)
    columns = min(
        width - 4, LABEL_COLUMNS + form.value_columns + 4 + (24 if form.shows_cards else 0)
    )
    left = (width - columns) // 2
    room = height - 6 - len(form.rows)
    top = 2 + max(0, room // 3)
    canvas.write(left, top - 2, form.title, theme.title)
    for number, row in enumerate(form.rows):
        canvas.add_click_region(
            left, top + number, LABEL_COLUMNS + form.value_columns + 4, 1, f"row {number}"
        )
        _paint_row(canvas, left, top + number, row, number == form.selected, form.value_columns)
    if form.shows_cards:
        _paint_sample_cards(canvas, left + LABEL_COLUMNS + form.value_columns + 8, top)
    y = top + len(form.rows) + (1 if room > 1 else 0)
    words = form.note or form.rows[form.selected].hint
    tone = theme.warn if form.note else theme.dim
    for line in wrap(words, width - 2 * left)[: height - 1 - y]:
        canvas.write_aligned(left, y, width - left, line, tone)
        y += 1
    if sample := form.rows[form.selected].bidi_sample:
        _paint_bidi_sample(canvas, left, y, sample)
    paint_key_bar(canvas, screen)
    return canvas.picture()


def _paint_bidi_sample(canvas: Canvas, x: int, y: int, text: str) -> None:
    """Paint both versions of a text, with their numbers, in one row."""
    theme = canvas.theme
    for number, is_shaping in ((1, False), (2, True)):
        x = canvas.write(x, y, str(number), theme.gold) + 2
        x = canvas.write_bidi(x, y, text, theme.strong, is_shaping=is_shaping, rtl=True) + 4


def _paint_row(canvas: Canvas, x: int, y: int, row: FormRow, selected: bool, columns: int) -> None:
    theme = canvas.theme
    mark = ">" if selected and theme.brackets_selection else ""
    if not row.label:
        style = theme.selected_item if selected else theme.strong
        canvas.write(x - 2, y, mark, theme.gold)
        canvas.write(x, y, row.value.center(LABEL_COLUMNS), style)
        return
    canvas.write(x - 2, y, mark, theme.gold)
    canvas.write(
        x, y, truncate(row.label, LABEL_COLUMNS - 1), theme.strong if selected else theme.text
    )
    x += LABEL_COLUMNS
    if row.is_text:
        _paint_text(canvas, x, y, row, selected, columns)
    elif selected:
        canvas.write(x, y, "←", theme.gold)
        _paint_filled(canvas, x + 2, y, row.value, columns)
        canvas.write(x + columns + 3, y, "→", theme.gold)
        canvas.add_click_region(x, y, 2, 1, "left")
        canvas.add_click_region(x + columns + 2, y, 2, 1, "right")
    else:
        canvas.write(x + 3, y, truncate(row.value, columns - 2), theme.text)


def _paint_text(canvas: Canvas, x: int, y: int, row: FormRow, selected: bool, columns: int) -> None:
    """Paint a text that can be edited, scrolled so that its cursor is seen."""
    theme = canvas.theme
    if row.cursor is None:
        if selected:
            _paint_filled(canvas, x + 2, y, row.value or row.placeholder, columns)
        else:
            style = theme.text if row.value else theme.dim
            canvas.write(x + 3, y, truncate(row.value or row.placeholder, columns - 2), style)
        return
    if bidi.has_rtl(row.value):
        _paint_rtl_text(canvas, x, y, row.value, row.cursor, columns)
        return
    start = 0
    while cell_len(row.value[start : row.cursor]) > columns - 3:
        start += 1
    canvas.write(
        x + 2, y, f" {set_cell_size(row.value[start:], columns - 2)} ", theme.selected_item
    )
    at = x + 3 + cell_len(row.value[start : row.cursor])
    canvas.write(at, y, row.value[row.cursor : row.cursor + 1] or " ", theme.cursor)


def _paint_rtl_text(canvas: Canvas, x: int, y: int, text: str, cursor: int, columns: int) -> None:
    """Paint a right-to-left text that is being edited."""
    theme = canvas.theme
    start = max(0, cursor - columns + 4)
    text, cursor = text[start : start + columns - 3] + _END_OF_TEXT, cursor - start
    cells = bidi.visual_cells(text, rtl=theme.rtl, is_shaping=theme.is_shaping, ligatures=False)
    at = bidi.cell_of(text, cursor, rtl=theme.rtl, is_shaping=theme.is_shaping)
    canvas.fill(x + 2, y, columns, 1, theme.selected_item)
    canvas.draw(x + 3, y, cells, theme.selected_item)
    canvas.draw(x + 3 + at, y, cells[at : at + 1], theme.cursor)


_END_OF_TEXT = "\u00a0"
"""The cell after the last letter, where the cursor goes."""


def _paint_filled(canvas: Canvas, x: int, y: int, text: str, width: int) -> None:
    """Paint the selected value in a bar of *width* columns."""
    canvas.fill(x, y, width, 1, canvas.theme.selected_item)
    canvas.write(x + 1, y, truncate(text, width - 2), canvas.theme.selected_item)


_SAMPLE_CARDS = (
    (("AS", Highlight.PLAIN), ("7H", Highlight.PLAIN), ("QD", Highlight.PLAIN)),
    (("TC", Highlight.PLAIN), ("4S", Highlight.CAPTURE), ("3H", Highlight.CAPTURE)),
    (("9D", Highlight.LAST_PLAY), ("7C", Highlight.SELECTED), ("KS", Highlight.PLAIN)),
)


def _paint_sample_cards(canvas: Canvas, left: int, top: int) -> None:
    """Paint cards with every highlight, as many as there is room for."""
    across = 3 if canvas.width - left >= 21 else 2
    for y, cards in enumerate(_SAMPLE_CARDS):
        for x, (name, highlight) in enumerate(cards[:across]):
            paint_card(canvas, left + 7 * x, top + 4 * y, SMALL, Card.parse(name), highlight)
