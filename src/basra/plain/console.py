"""The two ends of a talk in lines: what is typed, and what is said.

Law of this file: it alone reads and writes.  Whatever comes in becomes a text; whatever goes out is
one line of characters that can be printed.
"""

from __future__ import annotations

import codecs
import errno
import os
import unicodedata
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from basra.terminal.glyphs import GLYPHS, ascii_fallback

LONGEST = 500
"""Characters of a line that are read; what comes after them is let go."""

_LETTERS = str.maketrans({glyph: ascii_fallback(glyph) for glyph in GLYPHS})


class GoneError(Exception):
    """The other end of the talk is gone; *is_terminal* where it was a terminal."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.is_terminal = cause.errno == errno.EIO


class Console:
    """A talk with whoever types the lines of *reader* and reads those of *writer*."""

    def __init__(self, reader: TextIO | None, writer: TextIO, *, letters: bool = False) -> None:
        """Say suits as *letters* where they are wanted, or where *writer* cannot say them."""
        self._reader = reader
        self._writer = writer
        self._letters = letters or not _says_suits(writer)
        self._is_typed = reader is not None and reader.isatty()
        self._is_open = False
        self._unread: list[str] = []
        _forgive(reader)

    def say(self, sentence: str) -> None:
        """Write a sentence on a line of its own."""
        self.end_line()
        self._put(f"{self._shown(sentence)}\n")

    def ask(self, question: str) -> str | None:
        """Write a question and return the line that answers it; ``None`` where none comes.

        What a person types stands behind the question; what is read from a file is not shown, so
        there the question has its line for itself.
        """
        self.end_line()
        self._is_open = self._is_typed
        self._put(self._shown(question) + (" " if self._is_typed else "\n"), flush=True)
        if self._unread:
            self.end_line()
            return self._unread.pop()
        line = self._line()
        if line is not None:
            self._is_open = False  # the line was ended where it was typed
        return line

    def unread(self, line: str) -> None:
        """Have *line* answer the next question."""
        self._unread.append(line)

    def end_line(self) -> None:
        """End the line of a question that nobody has answered."""
        if self._is_open:
            self._is_open = False
            self._put("\n")

    def finish(self) -> None:
        """Have everything read that was said; where nobody is left to, let it go."""
        try:
            self._writer.flush()
        except OSError:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._writer.fileno())
                self._writer.flush()

    def _put(self, text: str, *, flush: bool = False) -> None:
        """Write *text*; raise `GoneError` where nobody is there to read it."""
        try:
            self._writer.write(text)
            if flush:
                self._writer.flush()
        except OSError as error:
            raise GoneError(error) from None

    def _line(self) -> str | None:
        """The next line without its end, as far as it is read; ``None`` where there is none.

        Raises `GoneError` for a terminal that has gone away.
        """
        if self._reader is None:
            return None
        try:
            line = rest = self._reader.readline(LONGEST)
            while rest and not rest.endswith("\n"):
                rest = self._reader.readline(LONGEST)
        except OSError as error:
            raise GoneError(error) from None
        return line.rstrip("\n") if line else None

    def _shown(self, text: str) -> str:
        if self._letters:
            text = text.translate(_LETTERS)
        return "".join(char for char in text if unicodedata.category(char)[0] != "C")


def _says_suits(writer: TextIO) -> bool:
    try:
        "♣♦♥♠".encode(writer.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _forgive(reader: TextIO | None) -> None:
    """Have bytes that are no text read as a sign that they are none.

    Where only ASCII is expected, UTF-8 is read: it says the same and can say more.
    """
    if isinstance(reader, TextIOWrapper):
        is_poor = codecs.lookup(reader.encoding).name == "ascii"
        with suppress(OSError, ValueError):
            reader.reconfigure(encoding="utf-8" if is_poor else None, errors="replace")
