"""Pages of text: the help of a screen, the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.screens.base import PaintedScreen
from basra.tui.sheets import TextLine, page_rows, paint_text
from basra.tui.themes import Look

_ABOUT = {
    keys.TITLE: "The menu. Choose an entry and press Enter.",
    keys.TABLE: "The table. Each turn lays exactly one card; it takes what it can.",
    keys.CURTAIN: "Two people share this keyboard; the curtain hides both hands.",
    keys.TALLY: "The points of the round that is over.",
    keys.OVER: "The match is over.",
}
_GAME = (
    "A card takes cards of its rank, and cards that add up to it:",
    "an 8 takes another 8, and a 5 with a 3. Ace counts 1.",
    "A jack takes the whole floor, and so does the 7♦.",
    "Clear the floor any other way and it is a basra: extra points.",
    "Most cards at the end of the pack win the round’s big prize.",
)
_MARKS = (
    ("✓ green", "the chosen card will take it"),
    ("• pink", "the other player’s card, laid just now"),
    ("✓ pink", "the other player’s card is taking it"),
    ("yellow", "the card you have chosen, raised"),
    ("★", "a basra"),
)


def help_lines(screen: str) -> tuple[TextLine, ...]:
    """Return the help of *screen*: what it is, its keys, and on the table the game in short."""
    lines = [TextLine(_ABOUT.get(screen, "")), TextLine("")]
    for key in keys.of_screen(screen):
        if key.shown:
            lines.append(TextLine(key.label, key=key.shown))
    if screen in (keys.TABLE, keys.TITLE):
        lines += [TextLine(""), TextLine("Marks", "strong")]
        lines += [TextLine(words, key=mark) for mark, words in _MARKS]
        lines += [TextLine(""), TextLine("The game in short", "strong")]
        lines += [TextLine(words) for words in _GAME]
    lines += [
        TextLine(""),
        TextLine("Digits work as ١ ٢ ٣ ٤ ٥ ٦ and as & é \" ' ( too; letters in both cases.", "dim"),
        TextLine("The mouse: click a card to choose it, click it again to lay it.", "dim"),
    ]
    return tuple(lines)


class PageScreen(PaintedScreen):
    """A text that can be moved up and down."""

    def __init__(self, title: str, lines: Sequence[TextLine]) -> None:
        """Show *lines* under *title*."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._offset = 0

    def paint(self, width: int, height: int, look: Look) -> Picture:
        most = max(0, len(self._lines) - page_rows(height))
        self._offset = max(0, min(self._offset, most))
        return paint_text(self._title, self._lines, self._offset, self.KIND, width, height, look)

    def do(self, deed: str) -> None:
        page = page_rows(self.size.height)
        moves = {"down": 1, "up": -1, "page down": page, "page up": -page}
        if deed == "back":
            self.game.pop_screen()
            return
        self._offset += moves.get(deed, 0)
        if deed in ("home", "end"):
            self._offset = 0 if deed == "home" else len(self._lines)
        self.repaint()

    def unknown(self) -> None:
        """Let a key that does nothing do nothing."""


class HelpScreen(PageScreen):
    """The keys of the screen it was opened on, its marks, the game in short."""

    KIND: ClassVar[str] = keys.HELP

    def __init__(self, screen: str) -> None:
        """Explain *screen*."""
        super().__init__("Help", help_lines(screen))


class RulesScreen(PageScreen):
    """The rule book."""

    KIND: ClassVar[str] = keys.RULES

    def __init__(self, text: str) -> None:
        """Show the *text* of the rule book."""
        super().__init__("The rules", [TextLine(line) for line in text.splitlines()])
