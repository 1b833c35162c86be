"""A question to the terminal before the first picture: how wide each glyph is.

Law of this file: the line on which it asks is left as it was found, what the player has typed
meanwhile is handed on, and a terminal that does not answer costs a moment and nothing else.
"""

from __future__ import annotations

import os
import re
import select
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TextIO

PATIENCE = 0.25
"""Seconds from the question in which a terminal answers, if it ever does."""
_WHERE, _KEEP, _BACK, _CLEAR = b"\x1b[6n", b"\x1b7", b"\x1b8", b"\x1b[K"
_ANSWER = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")
_MOST = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What the terminal has told."""

    widths: dict[str, int] = field(default_factory=dict)
    """The columns that each glyph takes; empty where there was no answer."""
    typed: bytes = b""
    """What came from the keyboard instead."""


@contextmanager
def asked(keys: TextIO | None, screen: TextIO | None, glyphs: str) -> Iterator[Question | None]:
    """A question that has been put; other work can be done before its answer is read.

    The block has ``None`` where nothing can be asked.  At its end the terminal is in the mode in
    which it was.
    """
    with quiet(keys) as number:
        question = None
        if number is not None and screen is not None and glyphs:
            with suppress(OSError, ValueError):
                question = Question(number, screen.fileno(), glyphs)
        yield question


@contextmanager
def quiet(keys: TextIO | None) -> Iterator[int | None]:
    """The descriptor of a terminal that shows no key and does not wait for Enter.

    ``None`` where *keys* come from no terminal, or where there are none of this kind.
    """
    try:
        import termios
    except ImportError:
        yield None
        return
    try:
        number = -1 if keys is None else keys.fileno()
        before = termios.tcgetattr(number)
    except (OSError, ValueError, termios.error):
        yield None
        return
    after = [*before[:6], list(before[6])]
    after[3] &= ~(termios.ICANON | termios.ECHO)
    after[6][termios.VMIN], after[6][termios.VTIME] = 1, 0
    try:
        termios.tcsetattr(number, termios.TCSANOW, after)
        yield number
    finally:
        with suppress(termios.error):
            termios.tcsetattr(number, termios.TCSANOW, before)


class Question:
    """The question where the cursor is, before and after each glyph."""

    def __init__(self, keys: int, screen: int, glyphs: str) -> None:
        """Put the question on the descriptor *screen*; *keys* will have the answer."""
        self._keys, self._screen, self._glyphs = keys, screen, glyphs
        each = b"".join(_KEEP + glyph.encode() + _WHERE + _BACK for glyph in glyphs)
        self._until = monotonic() + PATIENCE
        self._put(_WHERE + each + _CLEAR)

    def answer(self) -> Answer:
        """Return the answer, once it is there or no longer waited for."""
        read, wanted = b"", len(self._glyphs) + 1
        while len(_ANSWER.findall(read)) < wanted and len(read) < _MOST:
            left = self._until - monotonic()
            if not select.select([self._keys], [], [], max(0.0, left))[0]:
                break
            try:
                more = os.read(self._keys, 4096)
            except OSError:
                break
            if not more:
                break
            read += more
        columns = [int(column) for _, column in _ANSWER.findall(read)]
        typed = _ANSWER.sub(b"", read)
        if len(columns) < wanted:
            return Answer({}, typed)
        start, *ends = columns[:wanted]
        widths = {glyph: end - start for glyph, end in zip(self._glyphs, ends, strict=True)}
        return Answer(widths, typed)

    def _put(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._screen, text) :]
