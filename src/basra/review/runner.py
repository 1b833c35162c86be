"""Reviewing a match, piece by piece.

Law of this file: it has the pieces found out, here or in processes of their own, and gathers them;
what comes out is the same either way.
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
from basra.review.review import Finding, Review
from basra.review.task import Reviewer, pieces
from basra.review.workers import found_by

BOTH = (Seat.SOUTH, Seat.NORTH)
_MOST_WORKERS = 16


@dataclass(frozen=True, slots=True)
class Step:
    """A review on its way."""

    done: int
    total: int
    """Pieces, so many done of so many."""
    finding: Finding | None
    """What the last of them found, if anything can be said of it."""


def steps(
    log: MatchLog,
    seats: tuple[Seat, ...] = BOTH,
    *,
    workers: int | None = None,
    worlds: int = WORLDS,
) -> Generator[Step, None, None]:
    """Yield a review piece by piece, as each is finished.

    So many *workers*, processes of their own, do it; as many as there are processors where nothing
    is said; 0: it is done here.  Within `ai.cancellation.cancellable` it can be broken off at any
    moment, and so can it by closing the iterator; the workers end with it.
    """
    todo = pieces(log, seats)
    workers = min(_MOST_WORKERS, (os.cpu_count() or 1) if workers is None else workers)
    if not workers:
        reviewer = Reviewer(log, worlds)
        for done, piece in enumerate(todo, 1):
            yield Step(done, len(todo), reviewer.find(piece))
        return
    with closing(found_by(workers, log, worlds, todo)) as findings:
        for done, finding in enumerate(findings, 1):
            yield Step(done, len(todo), finding)


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

    *progress* is told how many pieces are done, and of how many.  Raises
    `ai.cancellation.Cancelled` soon after *unwanted* says so.  It may be called from any thread,
    beside a screen too.
    """
    findings = []
    found = steps(log, seats, workers=workers, worlds=worlds)
    with cancellable(unwanted) if unwanted is not None else nullcontext(), closing(found):
        for step in found:
            if step.finding is not None:
                findings.append(step.finding)
            if progress is not None:
                progress(step.done, step.total)
    return Review.of(findings, worlds)
