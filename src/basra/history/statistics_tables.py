"""Statistics as tables of text, for a screen as for a printer.

It adds up nothing; where there is nothing to divide by it puts `–`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from basra.history.statistics import Statistics, Totals
from basra.i18n import _

NONE = "–"
"""The cell where there is no number."""
HEADS = ("played", "won", "lost", "quit", "margin", "made", "given", "jacks", "best", "row")
"""The heads of the columns."""
HEADINGS = (
    "All matches against the computer",
    "By opponent",
    "By rules",
    "By player, with matches of two people",
)
"""The headings of the tables."""
_GAP = 2
_LONGEST_NAME = 24

LEGEND = (
    "margin: points more than the other in a match; made, given: basras in a round, yours and the "
    "other’s; jacks: floors swept with a jack; best: most points in a round; row: matches won in "
    "a row, now and at the longest; quit: given up. Matches with help are counted apart."
)
"""What the columns mean."""


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """A heading, the heads of the columns, and the rows; the first column holds names."""

    heading: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        """Yield the heads and the rows, names to the left and numbers to the right."""
        widths = self._widths()
        for row in (self.heads, *self.rows):
            name = set_cell_size(row[0], widths[0])
            cells = zip(row[1:], widths[1:], strict=True)
            yield name + "".join(_right(cell, width) for cell, width in cells)

    def split(self, width: int) -> Iterator[StatisticsTable]:
        """Yield the table in parts that are no wider than *width*, each with the names."""
        widths = self._widths()
        start = 1
        while start < len(widths):
            end, used = start, widths[0]
            while end < len(widths) and (end == start or used + widths[end] <= width):
                used, end = used + widths[end], end + 1
            yield StatisticsTable(
                self.heading,
                (self.heads[0], *self.heads[start:end]),
                tuple((row[0], *row[start:end]) for row in self.rows),
            )
            start = end

    def _widths(self) -> list[int]:
        columns = zip(self.heads, *self.rows, strict=True)
        widths = [max(map(cell_len, column)) for column in columns]
        return [min(widths[0], _LONGEST_NAME), *(width + _GAP for width in widths[1:])]


def tables_of(
    statistics: Statistics, display_name: Callable[[str], str] = str
) -> tuple[StatisticsTable, ...]:
    """Return the tables of *statistics*: all together, by opponent, by rules, by player.

    A column is as wide in every one of them.  *display_name* says how the name of a player or of
    a level is shown.
    """
    every = ((_("without help"), statistics.unassisted), (_("with help"), statistics.assisted))
    groups = every, statistics.levels, statistics.presets, statistics.players
    rows = [[(display_name(name), *_cells(totals)) for name, totals in group] for group in groups]
    columns = zip(("", *map(_, HEADS)), *(row for some in rows for row in some), strict=True)
    heads = tuple(_right(column[0], max(map(cell_len, column))) for column in columns)
    return tuple(
        StatisticsTable(_(heading), heads, tuple(some))
        for heading, some in zip(HEADINGS, rows, strict=True)
        if some
    )


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def footnotes(statistics: Statistics) -> tuple[str, ...]:
    """Return a line for each sort of matches that no table counts."""
    counted = (
        (statistics.two_people, _("matches of two people: {n}")),
        (statistics.watched, _("matches of two computers: {n}")),
        (statistics.unfinished, _("matches not finished: {n}")),
        (statistics.damaged, _("matches damaged: {n}")),
    )
    return tuple(line.format(n=number) for number, line in counted if number)


def _cells(totals: Totals) -> Sequence[str]:
    return (
        str(totals.matches),
        str(totals.won),
        str(totals.lost),
        str(totals.abandoned),
        _decimal(totals.mean_margin, signed=True),
        _decimal(totals.made_per_round),
        _decimal(totals.given_per_round),
        str(totals.sweeps),
        NONE if totals.best_round is None else str(totals.best_round),
        f"{totals.streak}/{totals.longest_streak}",
    )


def _decimal(number: float | None, *, signed: bool = False) -> str:
    if number is None:
        return NONE
    return f"{number:+.1f}" if signed else f"{number:.1f}"
