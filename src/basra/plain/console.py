"""The console: reads the lines that are typed and writes lines.

Any bytes are read as text, and only printable characters are written, one line at a time.
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

MAX_LINE = 500
"""Characters of a line that are read; the rest is dropped."""

_FALLBACKS = str.maketrans({glyph: ascii_fallback(glyph) for glyph in GLYPHS})


class ConsoleClosedError(Exception):
    """Nobody reads or types any more; `is_terminal` says whether a terminal was closed."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.is_terminal = cause.errno == errno.EIO


class Console:
    """Questions and answers in lines."""

    def __init__(self, reader: TextIO | None, writer: TextIO, *, ascii_suits: bool = False) -> None:
        """Read from *reader*; write suits as letters if *writer* cannot encode them."""
        self._reader = reader
        self._writer = writer
        self._ascii_suits = ascii_suits or not _can_write_suits(writer)
        self._is_typed = reader is not None and reader.isatty()
        self._is_question_open = False
        self._unread: list[str] = []
        _replace_undecodable(reader)

    def say(self, sentence: str) -> None:
        """Write a sentence on a line of its own."""
        self.end_line()
        self._write(f"{self._printable(sentence)}\n")

    def ask(self, question: str) -> str | None:
        """Write a question and return the line that answers it; ``None`` at the end of the input.

        At a terminal the answer is typed behind the question; a file is not echoed, so there the
        question ends its line.
        """
        self.end_line()
        self._is_question_open = self._is_typed
        self._write(self._printable(question) + (" " if self._is_typed else "\n"), flush=True)
        if self._unread:
            self.end_line()
            return self._unread.pop()
        line = self._read_line()
        if line is not None:
            self._is_question_open = False  # Enter has ended the line
        return line

    def unread(self, line: str) -> None:
        """Make *line* the answer to the next question."""
        self._unread.append(line)

    def end_line(self) -> None:
        """End the line of a question that was not answered."""
        if self._is_question_open:
            self._is_question_open = False
            self._write("\n")

    def flush(self) -> None:
        """Flush the output; drop it where nobody reads it."""
        try:
            self._writer.flush()
        except OSError:
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._writer.fileno())
                self._writer.flush()

    def _write(self, text: str, *, flush: bool = False) -> None:
        """Write *text*; raise `ConsoleClosedError` where nobody reads it."""
        try:
            self._writer.write(text)
            if flush:
                self._writer.flush()
        except OSError as error:
            raise ConsoleClosedError(error) from None

    def _read_line(self) -> str | None:
        """Return the next line without its end, cut at `MAX_LINE`; ``None`` where there is none.

        Raises `ConsoleClosedError` for a terminal that was closed.
        """
        if self._reader is None:
            return None
        try:
            line = rest = self._reader.readline(MAX_LINE)
            while rest and not rest.endswith("\n"):
                rest = self._reader.readline(MAX_LINE)
        except OSError as error:
            raise ConsoleClosedError(error) from None
        return line.rstrip("\n") if line else None

    def _printable(self, text: str) -> str:
        if self._ascii_suits:
            text = text.translate(_FALLBACKS)
        return "".join(char for char in text if unicodedata.category(char)[0] != "C")


def _can_write_suits(writer: TextIO) -> bool:
    try:
        "♣♦♥♠".encode(writer.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _replace_undecodable(reader: TextIO | None) -> None:
    """Read undecodable bytes as replacement characters, and UTF-8 where ASCII is expected."""
    if isinstance(reader, TextIOWrapper):
        is_ascii = codecs.lookup(reader.encoding).name == "ascii"
        with suppress(OSError, ValueError):
            reader.reconfigure(encoding="utf-8" if is_ascii else None, errors="replace")
