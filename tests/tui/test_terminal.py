"""The program in a terminal of its own: what it leaves behind when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

PROGRAM = """
import sys
from basra.tui.app import BasraApp, Options
app = BasraApp(Options(seed="7", start=True, pace=5.0))
app.run()
sys.exit(app.return_code or 0)
"""
THINKER = """
import sys, time
from basra.engine.seats import Seat
from basra.session import Player, Session
from basra.tui.app import BasraApp
class Thinker:
    name = character = "thinker"
    def choose(self, view, rng):
        time.sleep(60)
players = Player("You"), Player("Computer", Thinker())
app = BasraApp(session=Session(players, seed="7", first_dealer=Seat.SOUTH))
app.run()
sys.exit(app.return_code or 0)
"""
RESTORED = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h")
"""Back from the other screen, no mouse reports, the cursor shown."""


class Terminal:
    """The program in a terminal of 80 by 24."""

    def __init__(self, program: str = PROGRAM) -> None:
        self.end, far = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=far,
            stdout=far,
            stderr=far,
            env=environment,
            start_new_session=True,
        )
        os.close(far)
        os.set_blocking(self.end, False)
        self.written = b""

    def read(self, until: bytes | None = None, seconds: float = 20) -> bytes:
        """Read until something is written, or until the program has ended."""
        stop = time.monotonic() + seconds
        while time.monotonic() < stop:
            try:
                self.written += os.read(self.end, 1 << 16)
            except BlockingIOError:
                if until is None and self.process.poll() is not None:
                    return self.written
                time.sleep(0.01)
            except OSError:
                return self.written
            if until is not None and until in self.written:
                return self.written
        raise AssertionError(f"nothing of the kind was written: {self.written[-300:]!r}")


@pytest.mark.parametrize(
    ("how", "code"),
    [
        pytest.param("TERM", 143, id="a-kill"),
        pytest.param("HUP", 129, id="a-closed-window"),
        pytest.param("ctrl+c twice", 0, id="ctrl-c-twice"),
        pytest.param("ctrl+q", 0, id="ctrl-q-while-the-computer-plays"),
    ],
)
def test_the_terminal_is_given_back(how: str, code: int) -> None:
    terminal = Terminal()
    try:
        terminal.read(b"stock 40")
        if how == "ctrl+c twice":
            os.write(terminal.end, b"\x03")
            terminal.read(b"again to quit")
            os.write(terminal.end, b"\x03")
        elif how == "ctrl+q":
            os.write(terminal.end, b"11\x11")
        else:
            terminal.process.send_signal(getattr(signal, f"SIG{how}"))
        asked = time.monotonic()
        written = terminal.read()
        assert terminal.process.wait(5) == code
        assert time.monotonic() - asked < 3
        assert all(code in written for code in RESTORED)
    finally:
        terminal.process.kill()
        os.close(terminal.end)


def test_a_computer_that_thinks_does_not_keep_the_program_from_ending() -> None:
    terminal = Terminal(THINKER)
    try:
        terminal.read(b"is thinking")
        os.write(terminal.end, b"\x11")
        asked = time.monotonic()
        terminal.read()
        assert terminal.process.wait(5) == 0
        assert time.monotonic() - asked < 3
    finally:
        terminal.process.kill()
        os.close(terminal.end)


def test_a_terminal_that_is_gone_ends_the_program() -> None:
    """It is not this terminal that sends a signal, so the program has to find out by itself."""
    terminal = Terminal()
    terminal.read(b"stock 40")
    os.close(terminal.end)
    try:
        assert terminal.process.wait(8) == 129
    finally:
        terminal.process.kill()
