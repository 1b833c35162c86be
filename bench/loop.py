"""The measure of this machine, now: a million turns of a loop of plain Python.

Times are those of the processor, so that other work on the machine counts less.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def loop_seconds() -> float:
    """Return the seconds that a million additions in a loop take, the better of two tries."""
    return min(_timed(_million) for _ in range(2))


def _million() -> None:
    total = 0
    for number in range(1_000_000):
        total += number


def _timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def per_loop(work: Callable[[int], object], count: int, tries: int = 9) -> tuple[float, float]:
    """Return how many of *count* pieces of *work* are done in the time of one loop, and in 1 s.

    *work* is called with a number that never repeats.  Every try times the loop and the work one
    after the other; of each the quickest counts, since other work on the machine only slows.
    """
    loop = seconds = float("inf")
    for attempt in range(tries):
        loop = min(loop, loop_seconds())

        def pieces(first: int = attempt * count) -> None:
            for number in range(first, first + count):
                work(number)

        seconds = min(seconds, _timed(pieces))
    return count / seconds * loop, count / seconds
