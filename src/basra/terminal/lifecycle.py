"""Restoring the terminal, signals that end the program, and a terminal that hangs up.

Whatever ends the program, the terminal gets its screen, mouse and cursor back; and the program
never outlives its terminal.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from types import FrameType

GRACE_PERIOD = 1.0
"""Seconds for an orderly end before the process is forced to exit."""
CHECK_INTERVAL = 0.5
"""Seconds between two checks whether the terminal has hung up."""
HUNG_UP = 129
"""The exit code of a program whose terminal was closed."""
RESTORE = (
    b"\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"
    b"\x1b[<u\x1b[?1049l\x1b[0m\x1b[?25h"
)
"""No marks around what is pasted, long lines wrapped, no reports of mouse or focus, keys as usual,
the other screen, no colour, the cursor shown."""
_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")


class _Watchdog:
    """A thread that restores the terminal and ends the process if the program is stuck."""

    def __init__(self) -> None:
        self._before: list[int | list[bytes | int]] | None = None
        self._reader, self._writer = os.pipe()
        with suppress(Exception):  # no termios, or no terminal: nothing to keep
            import termios

            assert sys.__stdin__ is not None
            self._before = termios.tcgetattr(sys.__stdin__.fileno())
        Thread(target=self._wait, name="watchdog", daemon=True).start()

    def schedule_forced_exit(self, code: int) -> None:
        """End the process after `GRACE_PERIOD`; safe to call from a signal handler."""
        os.write(self._writer, bytes([code & 255]))

    def restore(self) -> None:
        """Restore the terminal as far as that is still possible."""
        with suppress(OSError, ValueError, AttributeError):
            assert sys.__stderr__ is not None
            number = sys.__stderr__.fileno()
            if select.select([], [number], [], 0)[1]:  # never wait for a stuck terminal
                os.write(number, RESTORE)
        if self._before is not None:
            import termios

            with suppress(OSError, ValueError, AttributeError, termios.error):
                assert sys.__stdin__ is not None
                termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, self._before)

    def _wait(self) -> None:
        code = os.read(self._reader, 1)[0]
        time.sleep(GRACE_PERIOD)
        self.restore()
        os._exit(code)


_watchdog: _Watchdog | None = None


@contextmanager
def restore_terminal() -> Iterator[None]:
    """Restore the terminal where an exception ends the block.

    A signal that ends programs raises `SystemExit` in the block, unless `handle_signals` has set
    another handler.
    """
    global _watchdog
    watchdog = _watchdog = _Watchdog()

    def handler(number: int, _: FrameType | None) -> None:
        watchdog.schedule_forced_exit(128 + number)
        raise SystemExit(128 + number)

    _set_handlers(handler)
    try:
        yield
    except BaseException:
        watchdog.restore()
        raise


def _set_handlers(handler: Callable[[int, FrameType | None], None]) -> None:
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, handler)


def handle_signals(end: Callable[[int], None]) -> None:
    """On a signal that ends programs call *end* with the exit code, in the running event loop."""
    import asyncio

    loop = asyncio.get_running_loop()

    def handler(number: int, _: FrameType | None) -> None:
        schedule_forced_exit(128 + number)
        loop.call_soon_threadsafe(end, 128 + number)

    _set_handlers(handler)


def is_hung_up() -> bool:
    """Whether the terminal of standard input has been closed."""
    if not hasattr(select, "poll") or sys.__stdin__ is None:
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def schedule_forced_exit(code: int) -> None:
    """End the process after `GRACE_PERIOD`, should a closed terminal keep it from ending."""
    if _watchdog is not None:
        _watchdog.schedule_forced_exit(code)
