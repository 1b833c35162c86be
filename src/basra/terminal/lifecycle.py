"""The terminal the program runs in: signals that end it, a terminal that goes away.

Law of this file: whatever ends the program, the terminal gets its screen, mouse and cursor back;
and where there is no terminal any more the program does not live on.
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

PATIENCE = 1.0
"""Seconds for an orderly end where nobody may be there to see it."""
LOOKS = 0.5
"""Seconds between two looks whether the terminal is still there."""
HUNG_UP = 129
"""The exit code of a program whose terminal was closed."""
RESTORE = (
    b"\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"
    b"\x1b[<u\x1b[?1049l\x1b[0m\x1b[?25h"
)
"""No marks around what is pasted, long lines wrapped, no reports of mouse or focus, keys as usual,
the other screen, no colour, the cursor shown."""
_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")


class _Guard:
    """What gives the terminal back where the program does not come to it by itself."""

    def __init__(self) -> None:
        self._before: list[int | list[bytes | int]] | None = None
        self._hear, self._tell = os.pipe()
        with suppress(Exception):  # no termios, or no terminal: nothing to keep
            import termios

            assert sys.__stdin__ is not None
            self._before = termios.tcgetattr(sys.__stdin__.fileno())
        Thread(target=self._wait, name="guard", daemon=True).start()

    def end_for_certain(self, code: int) -> None:
        """End the process in a while; safe to call from a handler of signals."""
        os.write(self._tell, bytes([code & 255]))

    def restore(self) -> None:
        """Give the terminal back; what cannot be done any more is left."""
        with suppress(OSError, ValueError, AttributeError):
            assert sys.__stderr__ is not None
            number = sys.__stderr__.fileno()
            if select.select([], [number], [], 0)[1]:  # a terminal that is stuck is not waited for
                os.write(number, RESTORE)
        if self._before is not None:
            import termios

            with suppress(OSError, ValueError, AttributeError, termios.error):
                assert sys.__stdin__ is not None
                termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, self._before)

    def _wait(self) -> None:
        code = os.read(self._hear, 1)[0]
        time.sleep(PATIENCE)
        self.restore()
        os._exit(code)


_guard: _Guard | None = None


@contextmanager
def given_back() -> Iterator[None]:
    """A block at the end of which the terminal is as it was before, whatever ends it.

    A signal that asks the program to go ends the block with `SystemExit`, until `on_signals` says
    what else it should do.
    """
    global _guard
    guard = _guard = _Guard()

    def leave(number: int, _: FrameType | None) -> None:
        guard.end_for_certain(128 + number)
        raise SystemExit(128 + number)

    _handle(leave)
    try:
        yield
    except BaseException:
        guard.restore()
        raise


def _handle(handler: Callable[[int, FrameType | None], None]) -> None:
    for name in _ENDINGS:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, handler)


def on_signals(end: Callable[[int], None]) -> None:
    """Call *end* in the running loop with the exit code when a signal asks the program to go."""
    import asyncio

    loop = asyncio.get_running_loop()

    def hear(number: int, _: FrameType | None) -> None:
        end_for_certain(128 + number)
        loop.call_soon_threadsafe(end, 128 + number)

    _handle(hear)


def is_gone() -> bool:
    """Whether the terminal that the keys come from has been closed."""
    if not hasattr(select, "poll") or sys.__stdin__ is None:
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def end_for_certain(code: int) -> None:
    """End the process after a while, should writing to a closed terminal keep it from ending."""
    if _guard is not None:
        _guard.end_for_certain(code)
