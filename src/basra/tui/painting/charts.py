"""The chart of the margins, drawn with characters.

Law of this file: it alone asks the plotting library, which is read from the disk with it.  What
comes back is text without colours; those are given where it is painted.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual_plotext.plot import Plot

HEIGHT = 14
"""Rows of a chart."""
_FEWEST = 2
"""Margins that make a chart."""
_EACH = 3
"""Columns that a match needs at the least."""
_STEP = 10
"""Points in whose multiples the ends of the axis are."""
_TICKS = 8
"""Numbers of matches under a chart, at the most."""
_AXES = 8
"""Columns for the axis and its numbers."""
_PLAIN = str.maketrans("┌┐└┘├┤┬┴┼─│█", "+++++++++-|#")


def chart(margins: Sequence[int], width: int, *, plain: bool) -> list[str]:
    """Return a chart of the last *margins* in rows of *width* columns; none where there are few.

    *plain* it has no characters beyond ASCII.
    """
    shown = margins[-max(_FEWEST, (width - _AXES) // _EACH) :]
    if len(shown) < _FEWEST:
        return []
    first = len(margins) - len(shown) + 1
    plot = Plot()
    plot.plotsize(width, HEIGHT)
    most = -(-max(1, *map(abs, shown)) // _STEP) * _STEP
    plot.ylim(-most, most)
    plot.yticks([-most, 0, most], [f"{-most:d}", "0", f"+{most:d}"])
    numbers = list(range(first, first + len(shown)))
    plot.bar(numbers, list(shown), marker="█", width=1 / 2)
    ticks = numbers[:: -(-len(numbers) // _TICKS)]
    plot.xticks([float(tick) for tick in ticks], list(map(str, ticks)))
    text = plot.uncolorize(plot.build())
    rows = [row.rstrip() for row in text.splitlines()]
    return [row.translate(_PLAIN) for row in rows] if plain else rows
