"""The chart of the margins, as text; importing it imports the plotting library."""

from __future__ import annotations

from collections.abc import Sequence

from textual_plotext.plot import Plot

HEIGHT = 14
"""Rows of a chart."""
_MIN_BARS = 2
"""The fewest margins that make a chart."""
_BAR_COLUMNS = 3
"""The fewest columns for a match."""
_AXIS_STEP = 10
"""The ends of the axis are multiples of it."""
_MAX_TICKS = 8
"""The most numbers of matches under a chart."""
_AXIS_COLUMNS = 8
"""Columns of the axis and its numbers."""
_TO_ASCII = str.maketrans("┌┐└┘├┤┬┴┼─│█", "+++++++++-|#")


def margin_chart(margins: Sequence[int], width: int, *, is_ascii: bool) -> list[str]:
    """Return rows of a chart of as many of the last *margins* as fit; none for fewer than two."""
    bars = margins[-max(_MIN_BARS, (width - _AXIS_COLUMNS) // _BAR_COLUMNS) :]
    if len(bars) < _MIN_BARS:
        return []
    first = len(margins) - len(bars) + 1
    plot = Plot()
    plot.plotsize(width, HEIGHT)
    limit = -(-max(1, *map(abs, bars)) // _AXIS_STEP) * _AXIS_STEP
    plot.ylim(-limit, limit)
    plot.yticks([-limit, 0, limit], [f"{-limit:d}", "0", f"+{limit:d}"])
    numbers = list(range(first, first + len(bars)))
    plot.bar(numbers, list(bars), marker="█", width=1 / 2)
    ticks = numbers[:: -(-len(numbers) // _MAX_TICKS)]
    plot.xticks([float(tick) for tick in ticks], list(map(str, ticks)))
    text = plot.uncolorize(plot.build())
    rows = [row.rstrip() for row in text.splitlines()]
    return [row.translate(_TO_ASCII) for row in rows] if is_ascii else rows
