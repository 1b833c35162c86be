"""The pieces of a review, and how each is found out.

Law of this file: each piece rests on the match alone, so what is found is the same whoever does
it, and in whatever order.
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
from basra.review.review import Finding, Judged, Par


class Piece(NamedTuple):
    """One thing to find out."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the play, from 1; 0 for par."""


def pieces(log: MatchLog, seats: tuple[Seat, ...]) -> list[Piece]:
    """Return what is to be found out of the plays of *seats*: par first of every round."""
    found = []
    for at, played in enumerate(log.rounds, 1):
        found.append(Piece(at, 0))
        found += (
            Piece(at, number)
            for number in range(1, len(played.history) + 1)
            if played.seat_of(number) in seats
        )
    return found


def state_before(log: MatchLog, round_: int, number: int) -> Round:
    """Return a round of *log* as it was before its play *number*, both counted from 1."""
    return next(islice(log.states(round_ - 1), number - 1, None))


class Reviewer:
    """Finds out pieces of one match, whatever their order, most quickly in that of play."""

    def __init__(self, log: MatchLog, worlds: int) -> None:
        """Work on *log*, trying plays in so many *worlds*."""
        self.log = log
        self.worlds = worlds
        self._states: list[Round] = []
        self._of_round = 0

    def find(self, piece: Piece) -> Finding | None:
        """Return what is found out of *piece*."""
        if not piece.number:
            opening = self.log.opening(piece.round - 1)
            margin = par(opening, MOST_POSITIONS)
            if margin is not None and opening.turn is Seat.NORTH:
                margin = -margin
            return Par(piece.round, margin)
        state = self._before(piece)
        play = self.log.rounds[piece.round - 1].history[piece.number - 1]
        rng = stream("review", piece.round, piece.number)
        verdict = grade_play(state.view(state.turn), play, rng, self.worlds)
        return None if verdict is None else Judged(*piece, state.turn, verdict)

    def _before(self, piece: Piece) -> Round:
        if self._of_round != piece.round:
            self._of_round = piece.round
            self._states = list(self.log.states(piece.round - 1))
        return self._states[piece.number - 1]
