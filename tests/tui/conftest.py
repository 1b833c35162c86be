"""How the tests of the screens wait: until nothing is left to be done, and no longer.

Textual's own wait sleeps for whole fiftieths of a second, three times for a key.  This one ends
once the event loop has nothing to run, no timer is due at once and the processor rests, so that a
thread that thinks is waited for as before.
"""

from __future__ import annotations

import asyncio
from time import process_time

import pytest

TICK = 0.002
"""Seconds of the least sleep."""
SOON = 0.01
"""Seconds within which a timer is waited for, such as that of a new size."""


async def wait_for_idle(min_sleep: float = 0.02, max_sleep: float = 1) -> None:
    """Wait until nothing is left to be done, for at most *max_sleep* seconds."""
    loop = asyncio.get_running_loop()
    ready, timers = loop._ready, loop._scheduled  # type: ignore[attr-defined]
    start = loop.time()
    while loop.time() - start < max_sleep:
        turns = 0
        while turns < 3:
            await asyncio.sleep(0)
            turns = 0 if ready else turns + 1
        due = (timer.when() - loop.time() for timer in timers if not timer.cancelled())
        soon = max((seconds for seconds in due if seconds < SOON), default=0.0)
        used = process_time()
        await asyncio.sleep(max(TICK, soon))
        is_at_rest = not soon and not ready and process_time() - used < TICK / 4
        if is_at_rest and loop.time() - start >= min_sleep:
            return


@pytest.fixture(autouse=True)
def _waits_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_idle)
