"""What all matches come to, with a chart of the margins."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from basra.history.statistics import Statistics
from basra.history.statistics_tables import LEGEND, footnotes, tables_of
from basra.i18n import _
from basra.messages.names import named
from basra.tui import registry
from basra.tui.painting.charts import margin_chart
from basra.tui.painting.pages import TextLine
from basra.tui.screens.pages import PageScreen


class StatisticsScreen(PageScreen):
    """The tables of the statistics, and the chart above them."""

    NAME: ClassVar[str] = registry.STATISTICS

    def __init__(self) -> None:
        super().__init__()
        self._statistics = Statistics.of(())
        self._wrapped: tuple[tuple[int, bool], Sequence[TextLine]] | None = None

    def on_mount(self) -> None:
        self._statistics = Statistics.of(self.game.matches.archive.matches())
        self.game.show_notices()

    def lines(self, width: int) -> Sequence[TextLine]:
        """Return the text; the chart is drawn once for each width and look."""
        plain = bool(self.game.table_theme.fallbacks)
        if self._wrapped is None or self._wrapped[0] != (width, plain):
            self._wrapped = (width, plain), self._lines(width, plain=plain)
        return self._wrapped[1]

    def _lines(self, width: int, *, plain: bool) -> list[TextLine]:
        statistics = self._statistics
        lines = []
        rows = margin_chart(statistics.margins, width, is_ascii=plain)
        if rows:
            lines.append(TextLine(_("Margins of the last matches without help"), "strong"))
            lines += [*(TextLine(row, is_left_aligned=True) for row in rows), TextLine("")]
        for table in tables_of(statistics, named):
            for part in table.split(width):
                heads, *cells = part.lines()
                lines += [
                    TextLine(part.heading, "strong"),
                    TextLine(heads, "dim", is_left_aligned=True),
                ]
                lines += [*(TextLine(row, is_left_aligned=True) for row in cells), TextLine("")]
        lines += [TextLine(words) for words in footnotes(statistics)]
        return [*lines, *(TextLine(words, "dim") for words in wrap(_(LEGEND), width))]
