"""A program in a terminal of its own, watched from outside."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from time import perf_counter

WHERE = b"\x1b[6n"
"""The question where the cursor is."""
QUIET = 0.012
"""Seconds without a byte after which an answer is over."""


class Terminal:
    """A program, the far end of its terminal, and a clock."""

    def __init__(self, code: str, home: Path, size: tuple[int, int] = (80, 24)) -> None:
        self.end, far = pty.openpty()
        self.resize(*size, tell=False)
        settings = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        homes = {f"XDG_{kind}_HOME": str(home) for kind in ("CONFIG", "DATA", "STATE")}
        self.started = perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=far,
            stdout=far,
            stderr=far,
            env={**os.environ, **settings, **homes},
            start_new_session=True,
        )
        os.close(far)
        self.written = 0
        self._tail = self._asking = b""

    def resize(self, width: int, height: int, *, tell: bool = True) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if tell:
            self.process.send_signal(28)  # SIGWINCH

    def send(self, keys: bytes) -> float:
        """Type *keys*, and return when."""
        start = perf_counter()
        os.write(self.end, keys)
        return start

    def read(self, wait: float) -> bytes:
        """Return what is written within so many seconds, at once when something is."""
        if not select.select([self.end], [], [], wait)[0]:
            return b""
        try:
            text = os.read(self.end, 1 << 16)
        except OSError:  # the program has closed its end
            return b""
        self.written += len(text)
        self._tail = (self._tail + text)[-200_000:]
        *parts, self._asking = (self._asking + text).split(WHERE)
        for part in parts:  # in column 1, and behind a glyph in column 2
            os.write(self.end, b"\x1b[1;2R" if part[-1:] >= b"\x80" else b"\x1b[1;1R")
        self._asking = self._asking[-8:]
        return text

    def until(self, mark: bytes, seconds: float = 20) -> float:
        """Read until *mark* is written, and return when it was."""
        self._tail = b""
        stop = perf_counter() + seconds
        while perf_counter() < stop:
            self.read(0.05)
            if mark in self._tail:
                return perf_counter()
            if self.process.poll() is not None:
                break
        raise TimeoutError(f"{mark!r} was never written, but {self._tail[-300:]!r}")

    def answer(self, longest: float = 2.0) -> tuple[float, int]:
        """Read one answer: return when its last byte came, and how many there were."""
        count, last = len(self.read(longest)), perf_counter()
        while text := self.read(QUIET):
            count, last = count + len(text), perf_counter()
        return last, count

    def settle(self, seconds: float = 0.4) -> None:
        """Read until nothing is written for a while."""
        while self.read(seconds):
            pass

    @property
    def kilobytes(self) -> int:
        """The memory of the program that is not shared away, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    @property
    def cpu_seconds(self) -> float:
        """The seconds of a processor that the program has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def quit(self, keys: bytes = b"\x11") -> tuple[float, bytes]:
        """Ask the program to end; return the seconds until it had, and what it wrote last."""
        start = self.send(keys)
        last = b""
        while self.process.poll() is None and perf_counter() - start < 10:
            last += self.read(0.01)
        taken = perf_counter() - start
        while text := self.read(0.05):
            last += text
        return taken, last

    def close(self) -> None:
        """End the program for certain."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.end)
