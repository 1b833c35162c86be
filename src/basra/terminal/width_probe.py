"""The width probe: asks the terminal, before anything is drawn, how wide each glyph is.

It writes each glyph and requests a cursor position report.  The line it uses is left as it was,
keys typed meanwhile are returned, and a terminal that does not answer costs only `TIMEOUT`.
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

TIMEOUT = 0.25
"""Seconds to wait for the reports."""
_QUERY, _SAVE, _RESTORE, _CLEAR = b"\x1b[6n", b"\x1b7", b"\x1b8", b"\x1b[K"
_REPORT = re.compile(rb"\x1b\[(\d{1,4});(\d{1,4})R")
_MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the terminal reported."""

    widths: dict[str, int] = field(default_factory=dict)
    """The columns that each glyph takes; empty where it did not answer."""
    typeahead: bytes = b""
    """The bytes that came from the keyboard meanwhile."""


@contextmanager
def probe_widths(
    keys: TextIO | None, screen: TextIO | None, glyphs: str
) -> Iterator[WidthProbe | None]:
    """Send the queries for *glyphs*; the block may do other work before it reads the result.

    Yields ``None`` where no terminal can be asked.  The mode is restored at the end.
    """
    with cbreak(keys) as number:
        probe = None
        if number is not None and screen is not None and glyphs:
            with suppress(OSError, ValueError):
                probe = WidthProbe(number, screen.fileno(), glyphs)
        yield probe


@contextmanager
def cbreak(keys: TextIO | None) -> Iterator[int | None]:
    """Put the terminal of *keys* in cbreak mode, no echo and no line buffer; yield its descriptor.

    Yields ``None`` where *keys* is no terminal, or the system has no termios.
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


class WidthProbe:
    """Queries for the position of the cursor, before and after each glyph."""

    def __init__(self, keys: int, screen: int, glyphs: str) -> None:
        """Write the queries to the descriptor *screen*; the reports arrive on *keys*."""
        self._keys, self._screen, self._glyphs = keys, screen, glyphs
        each = b"".join(_SAVE + glyph.encode() + _QUERY + _RESTORE for glyph in glyphs)
        self._deadline = monotonic() + TIMEOUT
        self._write(_QUERY + each + _CLEAR)

    def result(self) -> ProbeResult:
        """Return what was reported, once it is complete or the time is up."""
        read, wanted = b"", len(self._glyphs) + 1
        while len(_REPORT.findall(read)) < wanted and len(read) < _MAX_BYTES:
            left = self._deadline - monotonic()
            if not select.select([self._keys], [], [], max(0.0, left))[0]:
                break
            try:
                more = os.read(self._keys, 4096)
            except OSError:
                break
            if not more:
                break
            read += more
        columns = [int(column) for _, column in _REPORT.findall(read)]
        typeahead = _REPORT.sub(b"", read)
        if len(columns) < wanted:
            return ProbeResult({}, typeahead)
        start, *ends = columns[:wanted]
        widths = {glyph: end - start for glyph, end in zip(self._glyphs, ends, strict=True)}
        return ProbeResult(widths, typeahead)

    def _write(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._screen, text) :]
