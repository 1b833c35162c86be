"""A line that is written in, and the screens that have one.

While a line is written in every character is text; what ends it is up to the screen.
"""

from __future__ import annotations

import unicodedata

from textual import events

from basra.tui.screens.base import PaintedScreen

_LONGEST = 40
_PASTED = 4096
"""Characters of a paste that are looked at."""
_ALWAYS = frozenset({"ctrl+c", "ctrl+q", "ctrl+z"})
"""Keys that mean the same while a line is written in."""


def as_line(text: str) -> str:
    """Return what of *text* fits into a line that is written in: no line breaks, no codes.

    >>> as_line("Mona" + chr(10) + "and" + chr(27) + "[31m Tarek")
    'Mona and[31m Tarek'
    """
    kept = (" " if char.isspace() else char for char in text[:_PASTED])
    return "".join(char for char in kept if unicodedata.category(char)[0] != "C")


class Writing:
    """A line while it is written in."""

    def __init__(self, text: str) -> None:
        """Write on at the end of *text*."""
        self.before = self.text = text
        self.cursor = len(text)

    def insert(self, text: str) -> None:
        """Put *text* at the cursor, as much as there is room for."""
        text = as_line(text)[: max(0, _LONGEST - len(self.text))]
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def press(self, key: str) -> bool:
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


class WritingScreen(PaintedScreen):
    """A screen with a line that can be written in."""

    def __init__(self) -> None:
        super().__init__()
        self._writing: Writing | None = None
        """The line, while it is written in."""

    def ended(self, key: str, writing: Writing) -> bool:
        """Do what a key does that ends the *writing*; return whether it is such a key."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        writing = self._writing
        if writing is None or event.key in _ALWAYS or self.is_too_small(*self.size):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.note = ""
        if not (self.ended(event.key, writing) or writing.press(event.key)) and (
            event.character and event.is_printable
        ):
            writing.insert(event.character)
        self.repaint()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self._writing is not None:
            self._writing.insert(event.text)
            self.repaint()
