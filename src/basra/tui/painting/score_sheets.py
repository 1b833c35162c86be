"""The score sheets: of a round, of a match that is over, of a match so far."""

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
from basra.messages.scores import (
    describe_assists,
    describe_carried,
    describe_left_over,
    describe_winner,
    source_name,
)
from basra.tui import registry
from basra.tui.painting.canvas import Canvas, Picture, truncate
from basra.tui.painting.key_bar import paint_key_bar
from basra.tui.painting.pages import TextLine
from basra.tui.themes import Theme


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The values of a score sheet."""

    names: Names
    seats: tuple[Seat, Seat]
    """The seats in the order of the columns."""
    tallies: tuple[Tally, ...]
    """Of every round, the last one just played."""
    target: int
    left_over: Cards
    """The cards on the floor when the round ended."""
    taker: Seat | None
    """Who got them."""
    winner: Seat | None
    assists: frozenset[str] = frozenset()
    """The help that the players have had."""


def running_total(tally: Tally, count: int) -> tuple[int, int]:
    """Return the points of the first *count* lines of a tally."""
    lines = tally.lines[:count]
    return sum(line.points[0] for line in lines), sum(line.points[1] for line in lines)


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def paint_tally(
    sheet: ScoreSheet,
    note: str,
    width: int,
    height: int,
    theme: Theme,
    line_count: int | None = None,
) -> Picture:
    """Return the score of a round, a line for each source of points, and their sum.

    While it is counted up, only the first *line_count* lines are shown and added.
    """
    canvas = Canvas(width, height, theme)
    tally = sheet.tallies[-1]
    visible = len(tally.lines) if line_count is None else min(line_count, len(tally.lines))
    columns = min(width - 4, 60)
    left = (width - columns) // 2
    ends = (left + columns - 17, left + columns)
    rows = len(tally.lines) + 10
    y = max(0, (height - 2 - rows) // 2)
    canvas.write(
        left, y, _("Round {number} is over").format(number=len(sheet.tallies)), theme.title
    )
    y += 1 if height < 22 else 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.write_right(end, y, truncate(sheet.names[seat], 15), theme.strong)
        canvas.write_right(end, y + 1, _("points"), theme.dim)
        canvas.write_right(end - 8, y + 1, _("number"), theme.dim)
    y += 1
    for number, line in enumerate(tally.lines):
        y += 1
        if number >= visible:
            continue
        canvas.write(left, y, source_name(line.source), theme.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            points, count = line.points[seat], line.counts[seat]
            canvas.write_right(end, y, _signed(points), theme.gold if points else theme.dim)
            if line.source != "carried":
                canvas.write_right(end - 8, y, str(count), theme.dim)
    y = _paint_sums(canvas, sheet, y + 1, left, columns, ends, visible)
    y += 1 if height < 22 else 2
    for words in _remarks(sheet, columns) if visible == len(tally.lines) else ():
        canvas.write(left, y, truncate(words, columns), theme.dim)
        y += 1
    canvas.write_centred(0, height - 2, width, note, theme.warn)
    paint_key_bar(canvas, registry.TALLY)
    return canvas.picture()


def _paint_sums(
    canvas: Canvas,
    sheet: ScoreSheet,
    y: int,
    left: int,
    columns: int,
    ends: tuple[int, int],
    visible: int,
) -> int:
    theme, points = canvas.theme, running_total(sheet.tallies[-1], visible)
    canvas.fill(left, y, columns, 1, theme.rule, "─")
    canvas.write(left, y + 1, _("this round"), theme.strong)
    canvas.write(left, y + 2, match_label(sheet.target), theme.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.write_right(end, y + 1, _signed(points[seat]), theme.gold)
        total = sum(tally.points[seat] for tally in sheet.tallies[:-1]) + points[seat]
        canvas.write_right(end, y + 2, str(total), theme.strong)
    return y + 2


def match_label(target: int) -> str:
    """Return the label of the score of a match."""
    return _("match, to {target}").format(target=target)


def _remarks(sheet: ScoreSheet, width: int) -> list[str]:
    words = [describe_carried(sheet.tallies[-1]), describe_assists(sheet.assists)]
    if sheet.left_over and sheet.taker is not None:
        fits = partial(_is_within, width)
        words.insert(0, describe_left_over(sheet.names, sheet.taker, sheet.left_over, fits))
    return list(filter(None, words))


def _is_within(width: int, text: str) -> bool:
    return cell_len(text) <= width


def paint_match_result(
    sheet: ScoreSheet, note: str, width: int, height: int, theme: Theme
) -> Picture:
    """Return the result of a match: who won, and the points of its rounds."""
    canvas = Canvas(width, height, theme)
    assert sheet.winner is not None, "the match must be over"
    columns = min(width - 4, 60)
    left = (width - columns) // 2
    ends = (left + columns - 17, left + columns)
    room = height - 12
    rounds = list(enumerate(sheet.tallies, 1))[-room:]
    y = max(0, (height - len(rounds) - 10) // 2)
    shorter = Names(truncate(sheet.names.south, 30), truncate(sheet.names.north, 30))
    canvas.write_centred(0, y, width, f"★ {describe_winner(shorter, sheet.winner)} ★", theme.title)
    y += 2
    for seat, end in zip(sheet.seats, ends, strict=True):
        canvas.write_right(end, y, truncate(sheet.names[seat], 15), theme.strong)
    for number, tally in rounds:
        y += 1
        canvas.write(left, y, _("round {number}").format(number=number), theme.text)
        for seat, end in zip(sheet.seats, ends, strict=True):
            canvas.write_right(end, y, _signed(tally.points[seat]), theme.text)
    y += 1
    canvas.fill(left, y, columns, 1, theme.rule, "─")
    canvas.write(left, y + 1, match_label(sheet.target), theme.strong)
    for seat, end in zip(sheet.seats, ends, strict=True):
        total = sum(tally.points[seat] for tally in sheet.tallies)
        canvas.write_right(
            end, y + 1, str(total), theme.gold if seat is sheet.winner else theme.strong
        )
    canvas.write_centred(
        0, y + 3, width, note or _("Another match? The deal passes on."), theme.dim
    )
    if sheet.assists:
        help_ = describe_assists(sheet.assists)
        canvas.write_centred(0, y + 4, width, f"{help_[0].upper()}{help_[1:]}.", theme.dim)
    paint_key_bar(canvas, registry.OVER)
    return canvas.picture()


def score_lines(names: Names, match: Match, now: Tally, width: int) -> list[TextLine]:
    """Return lines with the points of every round, then of the current round by source."""
    column = min(24, (width - 16) // 2)
    south, north = names[Seat.SOUTH], names[Seat.NORTH]

    def row(label: str, numbers: tuple[object, object], tone: str = "text") -> TextLine:
        cells = [truncate(str(number), column - 2) for number in numbers]
        padded = "".join(" " * (column - cell_len(cell)) + cell for cell in cells)
        return TextLine(
            label + " " * max(1, 16 - cell_len(label)) + padded, tone, is_left_aligned=True
        )

    lines = [row("", (south, north), "strong")]
    for number, tally in enumerate(match.tallies, 1):
        lines.append(row(_("round {number}").format(number=number), tally.points))
    lines.append(row(match_label(match.rules.target), match.scores, "gold"))
    lines += [TextLine(""), TextLine(_("This round so far"), "strong", is_left_aligned=True)]
    lines += [row(source_name(line.source), line.points) for line in now.lines]
    lines.append(row(_("together"), now.points, "gold"))
    return lines
