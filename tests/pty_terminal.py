"""A program in a terminal of its own, as its player has it: a pty with a shell's eyes on it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from typing import Any

import pyte

PATIENCE = 30
"""Seconds that something may take on a busy machine."""
RESTORED = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?25h")
"""Back from the other screen, no mouse reports, the cursor shown."""
_WHERE = b"\x1b[6n"
DROPPED = ("NO_COLOR", "COLORTERM", "TERM", "PYTHONIOENCODING")


class Terminal:
    """A program in a terminal of 80 by 24 that it is the session leader of.

    With *wide* glyphs it is one that answers where its cursor is, as if each of these took two
    columns.  Without, it answers nothing.
    """

    def __init__(
        self,
        program: str | Sequence[str],
        *,
        wide: str | None = None,
        variables: dict[str, str] | None = None,
        size: tuple[int, int] = (80, 24),
    ) -> None:
        """Run *program*: the words of a command, or the text of a Python program."""
        self.end, self.far = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(size), 0, 0))
        self.before = termios.tcgetattr(self.far)
        self._wide = wide
        inherited = {name: value for name, value in os.environ.items() if name not in DROPPED}
        words = [sys.executable, "-c", program] if isinstance(program, str) else program
        self.process = subprocess.Popen(
            words,
            stdin=self.far,
            stdout=self.far,
            stderr=self.far,
            env={**inherited, "TERM": "xterm-256color", **(variables or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.set_blocking(self.end, False)
        self.written = b""
        self._answered = 0
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Close the terminal, as somebody does who closes its window."""
        for number in (self.end, self.far):
            with contextlib.suppress(OSError):
                os.close(number)

    def send(self, keys: bytes) -> None:
        """Type *keys*."""
        os.write(self.end, keys)

    def _pump(self) -> None:
        try:
            text = os.read(self.end, 1 << 16)
        except BlockingIOError:
            time.sleep(0.01)
            return
        except OSError:
            return
        self.written += text
        # What pyte does not know (private modes with other ends) is nothing that is seen.
        text = re.sub(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p", b"", text)
        self._stream.feed(text.replace(b"\x1b[?1049l", b"\x1b[2J\x1b[H"))
        self._answer()

    def _answer(self) -> None:
        """Answer each question where the cursor is: in column 1, or behind a glyph."""
        while self._wide is not None and (at := self.written.find(_WHERE, self._answered)) >= 0:
            glyph = self.written[self._answered : at].decode("utf-8", "ignore")[-1:]
            self._answered = at + len(_WHERE)
            column = 1 if glyph.isascii() else 3 if glyph in self._wide else 2
            self.send(b"\x1b[1;%dR" % column)

    @property
    def screen_text(self) -> str:
        """What a person sees now."""
        return "\n".join(self._screen.display)

    def until(self, holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
        """Read until something *holds*."""
        stop = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < stop, f"{what}; there is:\n{self.screen_text}"
            self._pump()

    def shows(self, text: str) -> None:
        """Read until *text* is on the screen."""
        self.until(lambda: text in self.screen_text, f"{text!r} is never shown")

    def writes(self, text: bytes) -> None:
        """Read until *text* has been written."""
        self.until(lambda: text in self.written, f"{text!r} is never written")

    def ends(self) -> int:
        """Read until the program has ended, and return its exit code."""
        self.until(lambda: self.process.poll() is not None, "the program does not end")
        for _ in range(20):
            self._pump()
        return self.process.returncode

    @property
    def is_restored(self) -> bool:
        """Whether screen, mouse, cursor and mode are as they were."""
        last = {code: self.written.rfind(code) for code in RESTORED}
        on = {code: self.written.rfind(code[:-1] + b"h") for code in RESTORED[:-1]}
        hidden = self.written.rfind(b"\x1b[?25l")
        off = all(last[code] > on[code] for code in on) and last[RESTORED[-1]] > hidden
        return off and termios.tcgetattr(self.far) == self.before

    def family(self) -> list[int]:
        """Return the processes of this terminal's session that are still there."""
        done = subprocess.run(
            ["ps", "-o", "pid=,stat=", "-s", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        rows = [row.split() for row in done.stdout.splitlines()]
        return [int(number) for number, state in rows if not state.startswith("Z")]
