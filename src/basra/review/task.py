"""The tasks of a review, and how each is done.

A task depends on the match alone, so its result is the same in whichever process it is done, and
in whatever order.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from basra.ai.double_dummy import MOST_POSITIONS, par
from basra.ai.grading import grade_play
from basra.engine.rounds import Round
from basra.engine.seats import Seat
from basra.engine.shuffles import stream
from basra.match.log import MatchLog
from basra.review.review import Par, PlayReview, ReviewItem


class Task(NamedTuple):
    """One play to be reviewed, or one par to be found."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the play, from 1; 0 for par."""


def tasks(log: MatchLog, seats: tuple[Seat, ...]) -> list[Task]:
    """Return the tasks of reviewing the plays of *seats*: par first of every round."""
    found = []
    for at, round_ in enumerate(log.rounds, 1):
        found.append(Task(at, 0))
        found += (
            Task(at, number)
            for number in range(1, len(round_.history) + 1)
            if round_.seat_of(number) in seats
        )
    return found


def state_before(log: MatchLog, round_: int, number: int) -> Round:
    """Return a round of *log* as it was before its play *number*, both counted from 1."""
    return next(islice(log.states(round_ - 1), number - 1, None))


class Reviewer:
    """Does tasks of one match in any order, most quickly in that of play."""

    def __init__(self, log: MatchLog, worlds: int) -> None:
        """Review *log*, trying plays in so many *worlds*."""
        self.log = log
        self.worlds = worlds
        self._states: list[Round] = []
        self._states_round = 0

    def run(self, task: Task) -> ReviewItem | None:
        """Return what *task* results in; ``None`` where nothing can be said of a play."""
        if not task.number:
            opening = self.log.opening(task.round - 1)
            margin = par(opening, MOST_POSITIONS)
            if margin is not None and opening.turn is Seat.NORTH:
                margin = -margin
            return Par(task.round, margin)
        state = self._state_before(task)
        play = self.log.rounds[task.round - 1].history[task.number - 1]
        rng = stream("review", task.round, task.number)
        verdict = grade_play(state.view(state.turn), play, rng, self.worlds)
        return None if verdict is None else PlayReview(*task, state.turn, verdict)

    def _state_before(self, task: Task) -> Round:
        if self._states_round != task.round:
            self._states_round = task.round
            self._states = list(self.log.states(task.round - 1))
        return self._states[task.number - 1]
