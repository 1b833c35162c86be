"""Pages of text: the help of a screen, the log of a round, the table in words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar, Self

from basra.engine.views import View
from basra.i18n import _
from basra.messages.description import position_words
from basra.messages.names import Names
from basra.messages.plays import log_rows
from basra.tui import registry
from basra.tui.help import help_lines
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import (
    KEY_COLUMNS,
    Page,
    TextLine,
    page_rows,
    paint_page,
    text_columns,
)
from basra.tui.painting.prompts import log_line, short_name
from basra.tui.painting.scene import Marks
from basra.tui.screens.base import GameContext, PaintedScreen
from basra.tui.themes import DEFAULT_THEME, Theme


class PageScreen(PaintedScreen):
    """A text that can be moved up and down."""

    def __init__(self) -> None:
        super().__init__()
        self._offset = 0

    def lines(self, width: int) -> Sequence[TextLine]:
        """Return the text, broken into lines of at most *width* columns."""
        raise NotImplementedError

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        lines = self.lines(text_columns(width))
        self._offset = max(0, min(self._offset, len(lines) - page_rows(height)))
        page = Page(_(registry.row_of(self.NAME).title), lines, self._offset, self.note)
        return paint_page(page, self.NAME, width, height, theme)

    def handle_action(self, action: str) -> None:
        page = page_rows(self.size.height)
        moves = {"down": 1, "up": -1, "page down": page, "page up": -page}
        if action == "back":
            self.navigator.back()
            return
        self._offset += moves.get(action, 0)
        if action in ("home", "end"):
            self._offset = 0 if action == "home" else 1 << 20
        self.repaint()

    def handle_unknown_key(self) -> None:
        """Let a key that does nothing do nothing."""


class HelpScreen(PageScreen):
    """The keys of the screen it was opened on, its marks, the game in short."""

    NAME: ClassVar[str] = registry.HELP

    def __init__(self, screen: str) -> None:
        """Explain *screen*."""
        super().__init__()
        self._screen, self._theme = screen, DEFAULT_THEME

    @classmethod
    def of_entry(cls, action: str, game: GameContext) -> Self:
        return cls(registry.TITLE)

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        self._theme = theme
        return super().paint(width, height, theme)

    def lines(self, width: int) -> Sequence[TextLine]:
        lines = []
        for line in help_lines(self._screen, self._theme):
            texts = wrap(line.text, width - (KEY_COLUMNS if line.key else 0)) or [""]
            lines.append(TextLine(texts[0], line.tone, line.key))
            indent = " " if line.key else ""
            lines += [TextLine(text, line.tone, indent) for text in texts[1:]]
        return lines


class LogScreen(PageScreen):
    """The plays of the round so far, the newest last; all of them lay open on the table."""

    NAME: ClassVar[str] = registry.LOG

    def __init__(self, view: View, names: Names, marks: Marks | None = None) -> None:
        """Show the plays that *view* knows, with the *marks* of a review where there are any."""
        super().__init__()
        self._view, self._names, self._marks = view, names, marks or {}
        self._offset = 1 << 20

    def lines(self, width: int) -> Sequence[TextLine]:
        names, lines = self._names, []
        for action, number in log_rows(self._view):
            if action is None:
                lines.append(
                    TextLine(_("deal {deal}").format(deal=number), "dim", is_left_aligned=True)
                )
                continue
            who = short_name(names, action.seat, KEY_COLUMNS - 2)
            tone = "gold" if action.points else "text"
            mark, of_mark = self._marks.get(number, ("", "dim"))
            words = log_line(action, width - KEY_COLUMNS - len(mark) - 1)
            start = len(words) + 1
            spans = ((start, start + len(mark), of_mark),) if mark else ()
            lines.append(TextLine(f"{words} {mark}".rstrip(), tone, who, spans))
        return lines or [TextLine(_("Nobody has laid a card yet."), "dim")]


class WordsScreen(PageScreen):
    """The table as one plain paragraph."""

    NAME: ClassVar[str] = registry.WORDS

    def __init__(self, view: View, names: Names, scores: tuple[int, int]) -> None:
        """Describe what *view* shows."""
        super().__init__()
        self._words = position_words(view, names, scores)

    def lines(self, width: int) -> Sequence[TextLine]:
        return [TextLine(line) for line in wrap(self._words, width)]
