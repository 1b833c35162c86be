"""Running a review: its tasks done one by one, in this process or in workers.

The review is the same either way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from dataclasses import dataclass

from basra.ai.cancellation import cancellable
from basra.ai.coach import WORLDS
from basra.engine.seats import Seat
from basra.match.log import MatchLog
from basra.review.review import Review, ReviewItem
from basra.review.task import Reviewer, tasks
from basra.review.workers import run_in_workers

BOTH = (Seat.SOUTH, Seat.NORTH)
_MOST_WORKERS = 16


@dataclass(frozen=True, slots=True)
class Step:
    """One more task of a review that is done."""

    done: int
    """How many tasks are done."""
    total: int
    """How many there are."""
    item: ReviewItem | None
    """What the last of them resulted in, if anything."""


def steps(
    log: MatchLog,
    seats: tuple[Seat, ...] = BOTH,
    *,
    workers: int | None = None,
    worlds: int = WORLDS,
) -> Generator[Step, None, None]:
    """Yield a step for every task of a review, as it is finished.

    So many *workers* do the tasks, as many as there are processors by default; with 0 this process
    does them.  Within `ai.cancellation.cancellable` it can be cancelled at any moment, and so
    can it by closing the iterator; the workers end with it.
    """
    todo = tasks(log, seats)
    workers = min(_MOST_WORKERS, (os.cpu_count() or 1) if workers is None else workers)
    if not workers:
        reviewer = Reviewer(log, worlds)
        for done, task in enumerate(todo, 1):
            yield Step(done, len(todo), reviewer.run(task))
        return
    with closing(run_in_workers(workers, log, worlds, todo)) as items:
        for done, item in enumerate(items, 1):
            yield Step(done, len(todo), item)


def review(
    log: MatchLog,
    seats: tuple[Seat, ...] = BOTH,
    *,
    workers: int | None = None,
    worlds: int = WORLDS,
    progress: Callable[[int, int], None] | None = None,
    unwanted: Callable[[], bool] | None = None,
) -> Review:
    """Return the whole review of *log*: of the plays of *seats*, and the par of every round.

    *progress* is called with the number of tasks done, and that of all.  Raises
    `ai.cancellation.Cancelled` soon after *unwanted* says so.  It may be called from any thread,
    beside a screen too.
    """
    items = []
    running = steps(log, seats, workers=workers, worlds=worlds)
    with cancellable(unwanted) if unwanted is not None else nullcontext(), closing(running):
        for step in running:
            if step.item is not None:
                items.append(step.item)
            if progress is not None:
                progress(step.done, step.total)
    return Review.of(items, worlds)
