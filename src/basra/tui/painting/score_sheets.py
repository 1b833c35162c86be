"""The score sheets, painted: of a round, of a match that is over, of a match so far.

Law of this file: pure, like `render`.  It adds up lines of a tally and decides nothing they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len

from basra.engine.cards import Cards
from basra.engine.matches import Match
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.scores import got_the_floor, helped, source_words, waiting, wins
from basra.tui import keymap
from basra.tui.painting.bars import paint_bar
from basra.tui.painting.canvas import Canvas, Picture, cut
from basra.tui.painting.pages import TextLine
from basra.tui.themes import Theme


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
    assists: frozenset[str] = frozenset()
    """What help the players have had."""


def running(tally: Tally, shown: int) -> tuple[int, int]:
    """Return what the first lines of a tally come to; all of them are the points of the round."""
    south = sum(line.points[0] for line in tally.lines[:shown])
    return south, sum(line.points[1] for line in tally.lines[:shown])


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def paint_tally(
    sheet: Sheet, note: str, width: int, height: int, theme: Theme, shown: int | None = None
) -> Picture:
    """Return the score of a round: one line a source, and what it comes to.

    Only the first lines are *shown* while it is counted up, and what they come to.
    """
    canvas = Canvas(width, height, theme)
    tally = sheet.tallies[-1]
    seen = len(tally.lines) if shown is None else min(shown, len(tally.lines))
    wide = min(width - 4, 60)
    left = (width - wide) // 2
    ends = (left + wide - 17, left + wide)
    tall = len(tally.lines) + 10
    y = max(0, (height - 2 - tall) // 2)
    canvas.put(left, y, _("Round {number} is over").format(number=len(sheet.tallies)), theme.title)
    y += 1 if height < 22 else 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y, cut(sheet.names[seat], 15), theme.strong)
        canvas.right(end, y + 1, _("points"), theme.dim)
        canvas.right(end - 8, y + 1, _("number"), theme.dim)
    y += 1
    for number, line in enumerate(tally.lines):
        y += 1
        if number >= seen:
            continue
        canvas.put(left, y, source_words(line.source), theme.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            points, count = line.points[seat], line.counts[seat]
            canvas.right(end, y, _signed(points), theme.gold if points else theme.dim)
            if line.source != "carried":
                canvas.right(end - 8, y, str(count), theme.dim)
    y = _paint_sums(canvas, sheet, y + 1, left, wide, ends, seen)
    y += 1 if height < 22 else 2
    for words in _remarks(sheet, wide) if seen == len(tally.lines) else ():
        canvas.put(left, y, cut(words, wide), theme.dim)
        y += 1
    canvas.centre(0, height - 2, width, note, theme.warn)
    paint_bar(canvas, keymap.TALLY)
    return canvas.picture()


def _paint_sums(
    canvas: Canvas, sheet: Sheet, y: int, left: int, wide: int, ends: tuple[int, int], seen: int
) -> int:
    theme, points = canvas.theme, running(sheet.tallies[-1], seen)
    canvas.fill(left, y, wide, 1, theme.rule, "─")
    canvas.put(left, y + 1, _("this round"), theme.strong)
    canvas.put(left, y + 2, match_words(sheet.target), theme.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y + 1, _signed(points[seat]), theme.gold)
        total = sum(tally.points[seat] for tally in sheet.tallies[:-1]) + points[seat]
        canvas.right(end, y + 2, str(total), theme.strong)
    return y + 2


def match_words(target: int) -> str:
    """Return the words for the score of a match."""
    return _("match, to {target}").format(target=target)


def _remarks(sheet: Sheet, width: int) -> list[str]:
    words = [waiting(sheet.tallies[-1]), helped(sheet.assists)]
    if sheet.left and sheet.taker is not None:
        fits = partial(_is_within, width)
        words.insert(0, got_the_floor(sheet.names, sheet.taker, sheet.left, fits))
    return list(filter(None, words))


def _is_within(width: int, text: str) -> bool:
    return cell_len(text) <= width


def paint_over(sheet: Sheet, note: str, width: int, height: int, theme: Theme) -> Picture:
    """Return the end of a match: who won, and the points of its rounds."""
    canvas = Canvas(width, height, theme)
    assert sheet.winner is not None, "ask only once the match is over"
    wide = min(width - 4, 60)
    left = (width - wide) // 2
    ends = (left + wide - 17, left + wide)
    room = height - 12
    rounds = list(enumerate(sheet.tallies, 1))[-room:]
    y = max(0, (height - len(rounds) - 10) // 2)
    shorter = Names(cut(sheet.names.south, 30), cut(sheet.names.north, 30))
    canvas.centre(0, y, width, f"★ {wins(shorter, sheet.winner)} ★", theme.title)
    y += 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.right(end, y, cut(sheet.names[seat], 15), theme.strong)
    for number, tally in rounds:
        y += 1
        canvas.put(left, y, _("round {number}").format(number=number), theme.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            canvas.right(end, y, _signed(tally.points[seat]), theme.text)
    y += 1
    canvas.fill(left, y, wide, 1, theme.rule, "─")
    canvas.put(left, y + 1, match_words(sheet.target), theme.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        total = sum(tally.points[seat] for tally in sheet.tallies)
        canvas.right(end, y + 1, str(total), theme.gold if seat is sheet.winner else theme.strong)
    canvas.centre(0, y + 3, width, note or _("Another match? The deal passes on."), theme.dim)
    if sheet.assists:
        help_ = helped(sheet.assists)
        canvas.centre(0, y + 4, width, f"{help_[0].upper()}{help_[1:]}.", theme.dim)
    paint_bar(canvas, keymap.OVER)
    return canvas.picture()


def score_lines(names: Names, match: Match, now: Tally, width: int) -> list[TextLine]:
    """Return the points of every round, then the round on the table source by source."""
    column = min(24, (width - 16) // 2)
    south, north = names[Seat.SOUTH], names[Seat.NORTH]

    def row(what: str, numbers: tuple[object, object], tone: str = "text") -> TextLine:
        cells = [cut(str(number), column - 2) for number in numbers]
        padded = "".join(" " * (column - cell_len(cell)) + cell for cell in cells)
        return TextLine(what + " " * max(1, 16 - cell_len(what)) + padded, tone, left=True)

    lines = [row("", (south, north), "strong")]
    for number, tally in enumerate(match.tallies, 1):
        lines.append(row(_("round {number}").format(number=number), tally.points))
    lines.append(row(match_words(match.rules.target), match.scores, "gold"))
    lines += [TextLine(""), TextLine(_("This round so far"), "strong", left=True)]
    lines += [row(source_words(line.source), line.points) for line in now.lines]
    lines.append(row(_("together"), now.points, "gold"))
    return lines
