"""The rule book: the rules in force are marked, and ``/`` searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from basra.engine.rules import Rules
from basra.i18n import _
from basra.messages.rulebook import rule_book
from basra.tui import registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import TextLine, text_columns
from basra.tui.painting.rulebook_pages import highlight, rulebook_lines, search
from basra.tui.screens.base import GameContext
from basra.tui.screens.form import TextInput, TextInputScreen
from basra.tui.screens.pages import PageScreen
from basra.tui.themes import Theme


class RulesScreen(TextInputScreen, PageScreen):
    """The rule book, for the rules in force."""

    NAME: ClassVar[str] = registry.RULES

    def __init__(self, rules: Rules) -> None:
        """Mark what holds by *rules*."""
        super().__init__()
        self._rules = rules
        self._book = rule_book()
        self._query = ""
        self._place: int | None = None
        """The line that was found last, unless the text was moved since."""

    @classmethod
    def of_entry(cls, action: str, game: GameContext) -> Self:
        return cls(game.matches.rules)

    def lines(self, width: int) -> Sequence[TextLine]:
        lines = rulebook_lines(self._book, self._rules, width)
        return [highlight(line, self._query) for line in lines] if self._query else lines

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        if self._input is not None:
            self.note = _("search: {text}").format(text=self._input.text) + "_"
        return super().paint(width, height, theme)

    def end_input(self, key: str, text_input: TextInput) -> bool:
        if key not in ("escape", "enter"):
            return False
        self._input = None
        if key == "enter":
            self._query, self._place = text_input.text.strip(), None
            self._find(1)
        return True

    def handle_action(self, action: str) -> None:
        match action:
            case "search":
                self._input = TextInput("")
                self.repaint()
            case "found" | "found before":
                self._find(1 if action == "found" else -1)
                self.repaint()
            case _:
                self._place = None
                super().handle_action(action)

    def _find(self, step: int) -> None:
        """Move to the next place from here on, or to the one before; round at the ends."""
        if not self._query:
            self.note = _("press / and write what to search for")
            return
        width = text_columns(self.size.width)
        places = search(rulebook_lines(self._book, self._rules, width), self._query)
        if not places:
            self.note = _("not in the rules: {text}").format(text=self._query)
            return
        at = self._offset if self._place is None else self._place + step
        if step > 0:
            number = sum(place < at for place in places) % len(places)
        else:
            number = sum(place <= at for place in places) - 1
        self._place = self._offset = places[number]
        self.note = _("{number} of {n}: {text}").format(
            number=number + 1, n=len(places), text=self._query
        )
