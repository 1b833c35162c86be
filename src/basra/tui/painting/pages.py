"""The title, menus, the curtain and pages of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len

from basra.engine.cards import Card
from basra.i18n import _
from basra.tui import registry
from basra.tui.painting.canvas import Canvas, Picture, truncate
from basra.tui.painting.cards import MEDIUM, SMALL, paint_card, paint_card_back
from basra.tui.painting.key_bar import paint_key_bar
from basra.tui.themes import Highlight, Theme

_TITLE_CARDS = tuple(map(Card.parse, ("AS", "7D", "JH", "2C")))


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An item of a menu, with its action."""

    action: str
    label: str
    description: str


def paint_title(
    items: Sequence[MenuItem], selected: int, note: str, width: int, height: int, theme: Theme
) -> Picture:
    """Return the title screen: the name of the game and the menu."""
    canvas = Canvas(width, height, theme)
    step = 2 if height >= 10 + MEDIUM.height + 2 * len(items) else 1
    size = MEDIUM if step == 2 else SMALL
    rows = size.height + 5 + step * len(items)
    y = max(1, (height - 3 - rows) // 2)
    left = (width - len(_TITLE_CARDS) * (size.width + 2) + 2) // 2
    if rows <= height - 2:
        for number, card in enumerate(_TITLE_CARDS):
            paint_card(canvas, left + number * (size.width + 2), y, size, card, Highlight.PLAIN)
        y += size.height + 1
    canvas.write_centred(0, y, width, _("B A S R A"), theme.title)
    canvas.write_centred(0, y + 1, width, _("the Egyptian card game"), theme.dim)
    y += 3
    needed = _label_columns(items) + 2 + max(cell_len(item.description) for item in items)
    columns = min(width - 2, max(56, needed))
    left = (width - columns) // 2
    _paint_items(canvas, items, selected, left, y, columns, step)
    words = wrap(note, width - 2)
    under = y + step * (len(items) - 1) + 1
    room = height - 1 - under
    first = max(under, height - max(3, min(room, len(words)) + 1))
    for row, line in enumerate(words[:room], first):
        canvas.write_centred(1, row, width - 2, line, theme.gold)
    paint_key_bar(canvas, registry.TITLE)
    return canvas.picture()


def paint_menu(
    title: str,
    lines: Sequence[str],
    items: Sequence[MenuItem],
    selected: int,
    note: str,
    width: int,
    height: int,
    theme: Theme,
) -> Picture:
    """Return a menu with its title and some *lines* of text over the items."""
    canvas = Canvas(width, height, theme)
    columns = min(width - 4, 66)
    left = (width - columns) // 2
    y = max(1, (height - len(lines) - len(items) - 6) // 2)
    canvas.write(left, y, title, theme.title)
    for number, line in enumerate(lines, 1):
        canvas.write(left, y + number, truncate(line, columns), theme.dim)
    y += len(lines) + 2
    _paint_items(canvas, items, selected, left, y, columns)
    canvas.write_centred(0, height - 3, width, note, theme.warn)
    paint_key_bar(canvas, registry.MENU)
    return canvas.picture()


def _label_columns(items: Sequence[MenuItem]) -> int:
    return max(cell_len(item.label) for item in items) + 6


def _paint_items(
    canvas: Canvas,
    items: Sequence[MenuItem],
    selected: int,
    left: int,
    y: int,
    columns: int,
    step: int = 1,
) -> None:
    """Paint items *step* rows apart; those after the ninth have no digit."""
    theme, label = canvas.theme, _label_columns(items)
    for number, item in enumerate(items):
        row = y + number * step
        style = theme.strong
        if number == selected:
            canvas.fill(left, row, label, 1, theme.selected_item)
            style = theme.selected_item
        mark = ">" if number == selected else " "
        digit = number + 1 if number < 9 else " "
        canvas.write(left, row, f"{mark}{digit}", style)
        canvas.write(left + 4, row, item.label, style)
        canvas.write(
            left + label + 2, row, truncate(item.description, columns - label - 2), theme.dim
        )
        canvas.add_click_region(left, row, columns, 1, str(number + 1))


def paint_curtain(
    name: str, turn: str, lines: Sequence[str], note: str, width: int, height: int, theme: Theme
) -> Picture:
    """Return the curtain: who is next, and no card."""
    canvas = Canvas(width, height, theme)
    size = MEDIUM if height >= 22 else SMALL
    y = max(1, (height - size.height - 8) // 2)
    left = (width - 4 * (size.width + 2) + 2) // 2
    for number in range(4):
        paint_card_back(canvas, left + number * (size.width + 2), y, size)
    y += size.height + 1
    canvas.write_centred(1, y, width - 2, turn, theme.title)
    instruction = _("Pass the keyboard to {name}, then press Enter.").format(name=name)
    canvas.write_centred(1, y + 1, width - 2, instruction, theme.text)
    for number, line in enumerate(lines, 3):
        canvas.write_centred(1, y + number, width - 2, line, theme.dim)
    canvas.write_centred(1, height - 2, width - 2, note, theme.warn)
    canvas.add_click_region(0, 0, width, height - 1, "go")
    paint_key_bar(canvas, registry.CURTAIN)
    return canvas.picture()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page: a text after a key, if there is one; *tone* names a style of the theme."""

    text: str
    tone: str = "text"
    key: str = ""
    spans: tuple[tuple[int, int, str], ...] = ()
    """Parts of the text in another tone: start, end, tone."""
    is_left_aligned: bool = False
    """Whether it stands on the left in every language too, as tables do."""


@dataclass(frozen=True, slots=True)
class Page:
    """A text with its title, scrolled down by *offset* lines."""

    title: str
    lines: Sequence[TextLine]
    offset: int
    note: str = ""


KEY_COLUMNS = 15
"""Columns from a key to its text."""
_MAX_COLUMNS = 84


def text_columns(width: int) -> int:
    """Return the columns of a page's text in a window of *width* columns."""
    return min(width - 2, _MAX_COLUMNS)


def paint_page(page: Page, screen: str, width: int, height: int, theme: Theme) -> Picture:
    """Return a page of text, with which of its lines are seen."""
    canvas = Canvas(width, height, theme)
    columns = text_columns(width)
    left = (width - columns) // 2
    canvas.write(left, 0, page.title, theme.title)
    room, offset, lines = page_rows(height), page.offset, page.lines
    for y, line in enumerate(lines[offset : offset + room], 2):
        canvas.write(left, y, line.key, theme.gold)
        x = left + (KEY_COLUMNS if line.key else 0)
        text = truncate(line.text, left + columns - x)
        if line.key or line.is_left_aligned:
            canvas.write(x, y, text, getattr(theme, line.tone))
        else:
            canvas.write_aligned(x, y, left + columns, text, getattr(theme, line.tone))
        for start, end, tone in line.spans:
            part = truncate(line.text, left + columns - x)[start:end]
            canvas.write(x + cell_len(line.text[:start]), y, part, getattr(theme, tone))
    if page.note:
        canvas.write_right(left + columns, 0, page.note, theme.warn)
    elif len(lines) > room:
        where = _("{first}–{last} of {n}").format(
            first=offset + 1, last=min(len(lines), offset + room), n=len(lines)
        )
        canvas.write_right(left + columns, 0, where, theme.dim)
    paint_key_bar(canvas, screen)
    return canvas.picture()


def page_rows(height: int) -> int:
    """Return how many lines of a page are seen at once."""
    return max(1, height - 4)
