"""What the screens share on which something is chosen or written.

In a line that is written in, Esc leaves it as it was, Enter keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from basra.i18n import _
from basra.tui.painting.canvas import Picture
from basra.tui.painting.forms import VALUE_COLUMNS, Form, FormRow, paint_form
from basra.tui.screens.text_input import Writing, WritingScreen
from basra.tui.themes import Theme


class FormScreen(WritingScreen):
    """A screen with lines to choose from and to write in."""

    HEADING: ClassVar[str]
    SAMPLE: ClassVar[bool] = False
    WIDE: ClassVar[int] = VALUE_COLUMNS

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    # ------------------------------------------------------------ what a form says of itself

    def rows(self) -> Sequence[FormRow]:
        """Return the lines as they are now; that being written in shows what is kept of it."""
        raise NotImplementedError

    def turn(self, name: str, way: int) -> None:
        """Take the next value of the line *name*, or the one before."""
        raise NotImplementedError

    def write(self, name: str, text: str) -> None:
        """Keep what was written in the line *name*."""

    def press(self, name: str) -> None:
        """Do what the button *name* says."""

    def back(self) -> None:
        """Leave the form."""
        self.game.pop_screen()

    # ------------------------------------------------------------ the rest

    @property
    def row(self) -> FormRow:
        """The line that is chosen."""
        rows = self.rows()
        return rows[min(self._at, len(rows) - 1)]

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        rows = list(self.rows())
        at = self._at = min(self._at, len(rows) - 1)
        if self._writing is not None:
            row, writing = rows[at], self._writing
            rows[at] = replace(row, value=writing.text, cursor=writing.cursor)
        form = Form(_(self.HEADING), rows, at, self.note, self.SAMPLE, self.WIDE)
        return paint_form(form, self.KIND, width, height, theme)

    def ended(self, key: str, writing: Writing) -> bool:
        if key == "escape":
            writing.text = writing.before
            self._written()
        elif key in ("enter", "down", "tab"):
            self._move(1)
        elif key in ("up", "shift+tab"):
            self._move(-1)
        else:
            return False
        return True

    def clicked(self, action: str, chain: int) -> None:
        """Do what a click asks for; quick clicks count each."""
        self._done(action)

    def do(self, action: str) -> None:
        if action.startswith("row "):
            self._click(int(action[4:]))
        elif action in ("up", "down"):
            self._move(1 if action == "down" else -1)
        elif action in ("left", "right", "go"):
            self._change(action)
        elif action == "back":
            self._written()
            self.back()
            return
        self.repaint()

    def _click(self, number: int) -> None:
        again = number == self._at and self._writing is None
        self._written()
        self._at = number
        if again or not self.row.label:
            self._change("go")
        else:
            self._enter()

    def _change(self, action: str) -> None:
        row = self.row
        if row.is_text:
            self._enter()
        elif row.label:
            self.turn(row.name, -1 if action == "left" else 1)
        elif action == "go":
            self.press(row.name)

    def _move(self, way: int) -> None:
        self._written()
        self._at = (self._at + way) % len(self.rows())
        self._enter()

    def _enter(self) -> None:
        if self.row.is_text:
            self._writing = Writing(self.row.value)

    def _written(self) -> None:
        """Keep what was written, if anything was."""
        writing, self._writing = self._writing, None
        if writing is not None and writing.text != writing.before:
            self.write(self.row.name, writing.text)
