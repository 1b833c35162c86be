"""The other screens, painted: title, boxes, curtain, pages of text.

Law of this file: pure, like `render`; each function takes values and a size and returns a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len

from basra.engine.cards import Card
from basra.i18n import _
from basra.tui import keymap
from basra.tui.painting.bars import paint_bar
from basra.tui.painting.canvas import Canvas, Picture, cut
from basra.tui.painting.cards import paint_back, paint_card
from basra.tui.painting.floor import MIDDLE, SMALL
from basra.tui.themes import Face, Theme

_SHOWN = tuple(map(Card.parse, ("AS", "7D", "JH", "2C")))


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of the menu."""

    action: str
    label: str
    more: str


def paint_title(
    items: Sequence[MenuItem], chosen: int, note: str, width: int, height: int, theme: Theme
) -> Picture:
    """Return the title: the name of the game and the menu."""
    canvas = Canvas(width, height, theme)
    step = 2 if height >= 10 + MIDDLE.height + 2 * len(items) else 1
    shape = MIDDLE if step == 2 else SMALL
    tall = shape.height + 5 + step * len(items)
    y = max(1, (height - 3 - tall) // 2)
    left = (width - len(_SHOWN) * (shape.width + 2) + 2) // 2
    if tall <= height - 2:
        for number, card in enumerate(_SHOWN):
            paint_card(canvas, left + number * (shape.width + 2), y, shape, card, Face.PLAIN)
        y += shape.height + 1
    canvas.centre(0, y, width, _("B A S R A"), theme.title)
    canvas.centre(0, y + 1, width, _("the Egyptian card game"), theme.dim)
    y += 3
    most = _label_columns(items) + 2 + max(cell_len(item.more) for item in items)
    wide = min(width - 2, max(56, most))
    left = (width - wide) // 2
    _paint_items(canvas, items, chosen, left, y, wide, step)
    said = wrap(note, width - 2)
    under = y + step * (len(items) - 1) + 1
    room = height - 1 - under
    first = max(under, height - max(3, min(room, len(said)) + 1))
    for row, line in enumerate(said[:room], first):
        canvas.centre(1, row, width - 2, line, theme.gold)
    paint_bar(canvas, keymap.TITLE)
    return canvas.picture()


def paint_menu(
    heading: str,
    lines: Sequence[str],
    items: Sequence[MenuItem],
    chosen: int,
    note: str,
    width: int,
    height: int,
    theme: Theme,
) -> Picture:
    """Return a box of entries under a heading."""
    canvas = Canvas(width, height, theme)
    wide = min(width - 4, 66)
    left = (width - wide) // 2
    y = max(1, (height - len(lines) - len(items) - 6) // 2)
    canvas.put(left, y, heading, theme.title)
    for number, line in enumerate(lines, 1):
        canvas.put(left, y + number, cut(line, wide), theme.dim)
    y += len(lines) + 2
    _paint_items(canvas, items, chosen, left, y, wide)
    canvas.centre(0, height - 3, width, note, theme.warn)
    paint_bar(canvas, keymap.MENU)
    return canvas.picture()


def _label_columns(items: Sequence[MenuItem]) -> int:
    return max(cell_len(item.label) for item in items) + 6


def _paint_items(
    canvas: Canvas,
    items: Sequence[MenuItem],
    chosen: int,
    left: int,
    y: int,
    wide: int,
    step: int = 1,
) -> None:
    """Paint entries, *step* rows apart; beyond nine there is no digit for them."""
    theme, label = canvas.theme, _label_columns(items)
    for number, item in enumerate(items):
        row = y + number * step
        style = theme.strong
        if number == chosen:
            canvas.fill(left, row, label, 1, theme.chosen_item)
            style = theme.chosen_item
        mark = ">" if number == chosen else " "
        digit = number + 1 if number < 9 else " "
        canvas.put(left, row, f"{mark}{digit}", style)
        canvas.put(left + 4, row, item.label, style)
        canvas.put(left + label + 2, row, cut(item.more, wide - label - 2), theme.dim)
        canvas.hit(left, row, wide, 1, str(number + 1))


def paint_curtain(
    name: str, turn: str, lines: Sequence[str], note: str, width: int, height: int, theme: Theme
) -> Picture:
    """Return the curtain: who is next, and nothing of what anybody holds."""
    canvas = Canvas(width, height, theme)
    shape = MIDDLE if height >= 22 else SMALL
    y = max(1, (height - shape.height - 8) // 2)
    left = (width - 4 * (shape.width + 2) + 2) // 2
    for number in range(4):
        paint_back(canvas, left + number * (shape.width + 2), y, shape)
    y += shape.height + 1
    canvas.centre(1, y, width - 2, turn, theme.title)
    passed = _("Pass the keyboard to {name}, then press Enter.").format(name=name)
    canvas.centre(1, y + 1, width - 2, passed, theme.text)
    for number, line in enumerate(lines, 3):
        canvas.centre(1, y + number, width - 2, line, theme.dim)
    canvas.centre(1, height - 2, width - 2, note, theme.warn)
    canvas.hit(0, 0, width, height - 1, "go")
    paint_bar(canvas, keymap.CURTAIN)
    return canvas.picture()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page: a key or other short word, if any, and text; *tone* names a style."""

    text: str
    tone: str = "text"
    key: str = ""
    spans: tuple[tuple[int, int, str], ...] = ()
    """Parts of the text in another tone: from, to, tone."""
    left: bool = False
    """Whether it stands on the left in every language, as what is over columns does."""


@dataclass(frozen=True, slots=True)
class Page:
    """A text with its heading, moved up by *offset* lines."""

    heading: str
    lines: Sequence[TextLine]
    offset: int
    note: str = ""


KEY_COLUMNS = 15
"""How far the text stands behind a key."""
_MOST_COLUMNS = 84


def text_columns(width: int) -> int:
    """Return the columns of a page's text in a window of so many."""
    return min(width - 2, _MOST_COLUMNS)


def paint_text(page: Page, screen: str, width: int, height: int, theme: Theme) -> Picture:
    """Return a page of text and where in it we are."""
    canvas = Canvas(width, height, theme)
    wide = text_columns(width)
    left = (width - wide) // 2
    canvas.put(left, 0, page.heading, theme.title)
    room, offset, lines = page_rows(height), page.offset, page.lines
    for y, line in enumerate(lines[offset : offset + room], 2):
        canvas.put(left, y, line.key, theme.gold)
        x = left + (KEY_COLUMNS if line.key else 0)
        text = cut(line.text, left + wide - x)
        if line.key or line.left:
            canvas.put(x, y, text, getattr(theme, line.tone))
        else:
            canvas.line(x, y, left + wide, text, getattr(theme, line.tone))
        for start, end, tone in line.spans:
            part = cut(line.text, left + wide - x)[start:end]
            canvas.put(x + cell_len(line.text[:start]), y, part, getattr(theme, tone))
    if page.note:
        canvas.right(left + wide, 0, page.note, theme.warn)
    elif len(lines) > room:
        where = _("{first}–{last} of {n}").format(
            first=offset + 1, last=min(len(lines), offset + room), n=len(lines)
        )
        canvas.right(left + wide, 0, where, theme.dim)
    paint_bar(canvas, screen)
    return canvas.picture()


def page_rows(height: int) -> int:
    """Return how many lines of a page are seen at once."""
    return max(1, height - 4)
