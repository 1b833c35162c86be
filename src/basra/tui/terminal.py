"""The terminal the program runs in: signals that end it, a terminal that goes away.

Law of this file: whatever ends the program, the terminal gets its screen, mouse and cursor back;
and where there is no terminal any more the program does not live on.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable
from threading import Timer

PATIENCE = 2.0
"""Seconds for an orderly end where nobody may be there to see it."""
_ENDINGS = ("SIGTERM", "SIGHUP")


def on_signals(end: Callable[[int], None]) -> None:
    """Call *end* with the exit code when a signal asks the program to go."""
    loop = asyncio.get_running_loop()
    for name in _ENDINGS:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, end, 128 + number)
        except (NotImplementedError, RuntimeError):
            return  # no such handlers on this system: the signal does what it always does


def is_gone() -> bool:
    """Whether the terminal that the keys come from has been closed."""
    if not hasattr(select, "poll") or sys.__stdin__ is None:
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def end_for_certain(code: int) -> None:
    """End the process after a while, should writing to a closed terminal keep it from ending."""
    timer = Timer(PATIENCE, os._exit, (code,))
    timer.daemon = True
    timer.start()
