"""Screens on which something is chosen or written.

While a line is written in every character is text; in a form Esc leaves it as it was, Enter keeps
it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events

from basra.i18n import _
from basra.tui import registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.forms import VALUE_COLUMNS, Form, FormRow, paint_form
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Theme

_MOST_CHARACTERS = 40
_MOST_PASTED = 4096
"""Characters of a paste that are looked at."""
_EVERYWHERE = frozenset({"ctrl+c", "ctrl+q", "ctrl+z"})
"""Keys that mean the same while a line is written in."""


def as_line(text: str) -> str:
    """Return what of *text* fits into a line that is written in: no line breaks, no codes.

    >>> as_line("Mona" + chr(10) + "and" + chr(27) + "[31m Tarek")
    'Mona and[31m Tarek'
    """
    kept = (" " if char.isspace() else char for char in text[:_MOST_PASTED])
    return "".join(char for char in kept if unicodedata.category(char)[0] != "C")


class TextInput:
    """A line while it is written in."""

    def __init__(self, text: str) -> None:
        """Write on at the end of *text*."""
        self.original = self.text = text
        self.cursor = len(text)

    def insert(self, text: str) -> None:
        """Put *text* at the cursor, as much as there is room for."""
        text = as_line(text)[: max(0, _MOST_CHARACTERS - len(self.text))]
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def edit(self, key: str) -> bool:
        """Do what a key does that is no character; return whether it does anything."""
        text, at = self.text, self.cursor
        match key:
            case "backspace":
                self.text, self.cursor = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
            case "delete":
                self.text = text[:at] + text[at + 1 :]
            case "left" | "right":
                self.cursor = min(len(text), max(0, at + (1 if key == "right" else -1)))
            case "home" | "end":
                self.cursor = 0 if key == "home" else len(text)
            case "ctrl+u":
                self.text, self.cursor = text[at:], 0
            case _:
                return False
        return True


class TextInputScreen(PaintedScreen):
    """A screen with a line that can be written in."""

    def __init__(self) -> None:
        super().__init__()
        self._input: TextInput | None = None
        """The line, while it is written in."""

    def end_input(self, key: str, text_input: TextInput) -> bool:
        """Do what a key does that ends the input; return whether it is such a key."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        text_input = self._input
        if text_input is None or event.key in _EVERYWHERE or self.is_too_small(*self.size):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.note = ""
        if not (self.end_input(event.key, text_input) or text_input.edit(event.key)) and (
            event.character and event.is_printable
        ):
            text_input.insert(event.character)
        self.repaint()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self._input is not None:
            self._input.insert(event.text)
            self.repaint()


class FormScreen(TextInputScreen):
    """A screen with lines to choose from and to write in."""

    SAMPLE: ClassVar[bool] = False
    WIDE: ClassVar[int] = VALUE_COLUMNS

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0

    # ------------------------------------------------------------ what a form is made of

    def rows(self) -> Sequence[FormRow]:
        """Return the lines as they are now; that being written in shows what is kept of it."""
        raise NotImplementedError

    def change_value(self, name: str, step: int) -> None:
        """Take the next value of the line *name*, or the one before."""
        raise NotImplementedError

    def set_text(self, name: str, text: str) -> None:
        """Keep what was written in the line *name*."""

    def press_button(self, name: str) -> None:
        """Do what the button *name* says."""

    def back(self) -> None:
        """Leave the form."""
        self.navigator.back()

    # ------------------------------------------------------------ how it works

    @property
    def row(self) -> FormRow:
        """The line that is chosen."""
        rows = self.rows()
        return rows[min(self._chosen, len(rows) - 1)]

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        rows = list(self.rows())
        at = self._chosen = min(self._chosen, len(rows) - 1)
        if self._input is not None:
            row, text_input = rows[at], self._input
            rows[at] = replace(row, value=text_input.text, cursor=text_input.cursor)
        form = Form(
            _(registry.row_of(self.NAME).title), rows, at, self.note, self.SAMPLE, self.WIDE
        )
        return paint_form(form, self.NAME, width, height, theme)

    def end_input(self, key: str, text_input: TextInput) -> bool:
        if key == "escape":
            text_input.text = text_input.original
            self._commit_input()
        elif key in ("enter", "down", "tab"):
            self._move(1)
        elif key in ("up", "shift+tab"):
            self._move(-1)
        else:
            return False
        return True

    def handle_click(self, action: str, chain: int) -> None:
        """Do what a click asks for; quick clicks count each."""
        self.dispatch(action)

    def handle_action(self, action: str) -> None:
        if action.startswith("row "):
            self._click(int(action[4:]))
        elif action in ("up", "down"):
            self._move(1 if action == "down" else -1)
        elif action in ("left", "right", "go"):
            self._change(action)
        elif action == "back":
            self._commit_input()
            self.back()
            return
        self.repaint()

    def _click(self, number: int) -> None:
        again = number == self._chosen and self._input is None
        self._commit_input()
        self._chosen = number
        if again or not self.row.label:
            self._change("go")
        else:
            self._begin_input()

    def _change(self, action: str) -> None:
        row = self.row
        if row.is_text:
            self._begin_input()
        elif row.label:
            self.change_value(row.name, -1 if action == "left" else 1)
        elif action == "go":
            self.press_button(row.name)

    def _move(self, step: int) -> None:
        self._commit_input()
        self._chosen = (self._chosen + step) % len(self.rows())
        self._begin_input()

    def _begin_input(self) -> None:
        if self.row.is_text:
            self._input = TextInput(self.row.value)

    def _commit_input(self) -> None:
        """Keep what was written, if anything was."""
        text_input, self._input = self._input, None
        if text_input is not None and text_input.text != text_input.original:
            self.set_text(self.row.name, text_input.text)
