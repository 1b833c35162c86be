"""The other screens, painted: title, curtain, tally, end of the match, pages of text.

Law of this file: pure, like `render`; each function takes values and a size and returns a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from basra.engine.cards import Card, Cards
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.tui import keys
from basra.tui.canvas import Canvas, Picture, cut
from basra.tui.cards import paint_back, paint_card
from basra.tui.floor import MIDDLE, SMALL
from basra.tui.render import paint_bar
from basra.tui.themes import Face, Look
from basra.tui.words import Names, cards, counted

_SHOWN = tuple(map(Card.parse, ("AS", "7D", "JH", "2C")))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu."""

    deed: str
    label: str
    more: str


def paint_title(
    entries: Sequence[Entry], chosen: int, note: str, width: int, height: int, look: Look
) -> Picture:
    """Return the title: the name of the game and the menu."""
    canvas = Canvas(width, height, look)
    shape = MIDDLE if height >= 28 else SMALL
    tall = shape.height + 5 + 2 * len(entries) if height >= 28 else shape.height + 5 + len(entries)
    y = max(1, (height - 3 - tall) // 2)
    left = (width - len(_SHOWN) * (shape.width + 2) + 2) // 2
    for number, card in enumerate(_SHOWN):
        paint_card(canvas, left + number * (shape.width + 2), y, shape, card, Face.PLAIN)
    y += shape.height + 1
    canvas.centre(0, y, width, "B A S R A", look.title)
    canvas.centre(0, y + 1, width, "the Egyptian card game", look.dim)
    y += 3
    step = 2 if height >= 28 else 1
    label = max(len(entry.label) for entry in entries) + 6
    wide = min(width - 4, 56)
    left = (width - wide) // 2
    for number, entry in enumerate(entries):
        row = y + number * step
        style = look.strong
        if number == chosen:
            canvas.fill(left, row, label, 1, look.chosen_entry)
            style = look.chosen_entry
        canvas.put(left + 1, row, f"{number + 1}  {entry.label}", style)
        canvas.put(left + label + 2, row, cut(entry.more, wide - label - 2), look.dim)
        canvas.hit(left, row, wide, 1, str(number + 1))
    canvas.centre(0, height - 3, width, note, look.gold)
    paint_bar(canvas, keys.TITLE)
    return canvas.picture()


def paint_curtain(
    name: str, turn: str, lines: Sequence[str], note: str, width: int, height: int, look: Look
) -> Picture:
    """Return the curtain: who is next, and nothing of what anybody holds."""
    canvas = Canvas(width, height, look)
    shape = MIDDLE if height >= 22 else SMALL
    y = max(1, (height - shape.height - 8) // 2)
    left = (width - 4 * (shape.width + 2) + 2) // 2
    for number in range(4):
        paint_back(canvas, left + number * (shape.width + 2), y, shape)
    y += shape.height + 1
    canvas.centre(1, y, width - 2, turn, look.title)
    canvas.centre(1, y + 1, width - 2, f"Pass the keyboard to {name}, then press Enter.", look.text)
    for number, line in enumerate(lines, 3):
        canvas.centre(1, y + number, width - 2, line, look.dim)
    canvas.centre(1, height - 2, width - 2, note, look.warn)
    canvas.hit(0, 0, width, height - 1, "go")
    paint_bar(canvas, keys.CURTAIN)
    return canvas.picture()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the score sheets are made of."""

    names: Names
    seats: tuple[Seat, Seat]
    """The seats in the order of the columns."""
    tallies: tuple[Tally, ...]
    """Of every round, the last one just played."""
    target: int
    left: Cards
    """What lay on the floor when the round ended."""
    taker: Seat | None
    """Who got it."""
    winner: Seat | None


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


_SOURCE = {"cards": "most cards", "carried": "carried over"}


def paint_tally(sheet: Sheet, note: str, width: int, height: int, look: Look) -> Picture:
    """Return the score of a round: one line a source, and what it comes to."""
    canvas = Canvas(width, height, look)
    tally = sheet.tallies[-1]
    wide = min(width - 4, 60)
    left = (width - wide) // 2
    ends = (left + wide - 17, left + wide)
    tall = len(tally.lines) + 10
    y = max(0, (height - 2 - tall) // 2)
    canvas.put(left, y, f"Round {len(sheet.tallies)} is over", look.title)
    y += 1 if height < 22 else 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y, cut(sheet.names[seat], 15), look.strong)
        canvas.right(end, y + 1, "number  points", look.dim)
    y += 1
    for line in tally.lines:
        y += 1
        canvas.put(left, y, _SOURCE.get(line.source, line.source), look.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            points, count = line.points[seat], line.counts[seat]
            canvas.right(end, y, _signed(points), look.gold if points else look.dim)
            if line.source != "carried":
                canvas.right(end - 8, y, str(count), look.dim)
    y = _paint_sums(canvas, sheet, y + 1, left, wide, ends)
    y += 1 if height < 22 else 2
    for words in _remarks(sheet, wide):
        canvas.put(left, y, cut(words, wide), look.dim)
        y += 1
    canvas.centre(0, height - 2, width, note, look.warn)
    paint_bar(canvas, keys.TALLY)
    return canvas.picture()


def _paint_sums(
    canvas: Canvas, sheet: Sheet, y: int, left: int, wide: int, ends: tuple[int, int]
) -> int:
    look = canvas.look
    canvas.fill(left, y, wide, 1, look.rule, "─")
    canvas.put(left, y + 1, "this round", look.strong)
    canvas.put(left, y + 2, f"match, to {sheet.target}", look.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y + 1, _signed(sheet.tallies[-1].points[seat]), look.gold)
        total = sum(tally.points[seat] for tally in sheet.tallies)
        canvas.right(end, y + 2, str(total), look.strong)
    return y + 2


def _remarks(sheet: Sheet, width: int) -> list[str]:
    tally = sheet.tallies[-1]
    words = []
    if sheet.left and sheet.taker is not None:
        start = f"{sheet.names[sheet.taker]} took last and got the floor: "
        shown = start + cards(sheet.left)
        if len(shown) > width:
            shown = start.replace("the floor: ", f"the last {counted(len(sheet.left), 'card')}")
        words.append(shown)
    if tally.carried:
        words.append(f"{tally.carried} points for most cards wait for the next round")
    return words


def paint_over(sheet: Sheet, note: str, width: int, height: int, look: Look) -> Picture:
    """Return the end of a match: who won, and the points of its rounds."""
    canvas = Canvas(width, height, look)
    assert sheet.winner is not None, "ask only once the match is over"
    wide = min(width - 4, 60)
    left = (width - wide) // 2
    ends = (left + wide - 17, left + wide)
    room = height - 12
    rounds = list(enumerate(sheet.tallies, 1))[-room:]
    y = max(0, (height - len(rounds) - 10) // 2)
    winner = sheet.names[sheet.winner]
    verb = "win" if winner == "You" else "wins"
    canvas.centre(0, y, width, f"★ {cut(winner, 30)} {verb} the match ★", look.title)
    y += 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y, cut(sheet.names[seat], 15), look.strong)
    for number, tally in rounds:
        y += 1
        canvas.put(left, y, f"round {number}", look.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            canvas.right(end, y, _signed(tally.points[seat]), look.text)
    y += 1
    canvas.fill(left, y, wide, 1, look.rule, "─")
    canvas.put(left, y + 1, f"match, to {sheet.target}", look.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        total = sum(tally.points[seat] for tally in sheet.tallies)
        canvas.right(end, y + 1, str(total), look.gold if seat is sheet.winner else look.strong)
    canvas.centre(0, y + 3, width, note or "Another match? The deal passes on.", look.dim)
    paint_bar(canvas, keys.OVER)
    return canvas.picture()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page: a key or other short word, if any, and text; *tone* names a style."""

    text: str
    tone: str = "text"
    key: str = ""


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


def paint_text(page: Page, screen: str, width: int, height: int, look: Look) -> Picture:
    """Return a page of text and where in it we are."""
    canvas = Canvas(width, height, look)
    wide = text_columns(width)
    left = (width - wide) // 2
    canvas.put(left, 0, page.heading, look.title)
    room, offset, lines = page_rows(height), page.offset, page.lines
    for y, line in enumerate(lines[offset : offset + room], 2):
        canvas.put(left, y, line.key, look.gold)
        x = left + (KEY_COLUMNS if line.key else 0)
        canvas.put(x, y, cut(line.text, left + wide - x), getattr(look, line.tone))
    if page.note:
        canvas.right(left + wide, 0, page.note, look.warn)
    elif len(lines) > room:
        last = min(len(lines), offset + room)
        canvas.right(left + wide, 0, f"{offset + 1}–{last} of {len(lines)}", look.dim)
    paint_bar(canvas, screen)
    return canvas.picture()


def page_rows(height: int) -> int:
    """Return how many lines of a page are seen at once."""
    return max(1, height - 4)
