"""The review of a match, as a value.

Law of this file: a `Review` keeps verdicts and pars and nothing that follows from them; its text
is read and written in `text`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import TypeAlias

from basra.ai.coach import WORLDS
from basra.ai.grading import Verdict
from basra.engine.errors import RecordError
from basra.engine.seats import Seat
from basra.match.log import MatchLog

SCALE = 1.5
"""Points lost with which a decision counts 37 in 100, which is 100 divided by e."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one play of a match."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the play in the round, from 1."""
    seat: Seat
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Par:
    """What a round came to if all cards lay open and both played perfectly."""

    round: int
    """The number of the round, from 1."""
    margin: float | None
    """The points of south less those of north; ``None`` where that takes too long to find out."""


Finding: TypeAlias = Judged | Par
"""One thing that a review has found."""


@dataclass(frozen=True)
class Review:
    """What was found of a match, in the order of play.

    It may be of one seat only, and of a part of the match.
    """

    judged: tuple[Judged, ...] = ()
    pars: tuple[Par, ...] = ()
    worlds: int = WORLDS
    """In how many worlds plays were tried."""

    @staticmethod
    def of(findings: Iterable[Finding], worlds: int = WORLDS) -> Review:
        """Return the review that *findings* make, in whatever order they came."""
        every = list(findings)
        judged = [one for one in every if isinstance(one, Judged)]
        pars = [one for one in every if isinstance(one, Par)]
        return Review(
            tuple(sorted(judged, key=lambda one: (one.round, one.number))),
            tuple(sorted(pars, key=lambda one: one.round)),
            worlds,
        )

    @staticmethod
    def parse(text: str) -> Review:
        """Return the review that *text* is; raise `RecordError` where it is none."""
        from basra.review.text import read

        return read(text)

    @staticmethod
    def kept(text: str | None, log: MatchLog) -> Review | None:
        """Return the review of *log* that *text* is, if it is one."""
        if text is None:
            return None
        try:
            review = Review.parse(text)
        except RecordError:
            return None
        return review if review.fits(log) else None

    def __str__(self) -> str:
        """The review as one line of JSON, which `parse` reads back."""
        from basra.review.text import written

        return written(self)

    def fits(self, log: MatchLog) -> bool:
        """Whether this is a review of *log*: what was judged is what was played there."""
        return all(_fits(one, log) for one in self.judged) and all(
            one.round <= log.number_of_round for one in self.pars
        )

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], Verdict]:
        return {(one.round, one.number): one.verdict for one in self.judged}

    def verdict(self, round_: int, number: int) -> Verdict | None:
        """Return the verdict on play *number* of a round, both from 1, if there is one."""
        return self._by_place.get((round_, number))

    def par(self, round_: int) -> float | None:
        """Return the margin of south in a round, from 1, with all cards open, if it is known."""
        return next((one.margin for one in self.pars if one.round == round_), None)

    def flagged(self, seat: Seat | None = None) -> tuple[Judged, ...]:
        """Return the slips, mistakes and blunders of *seat*, or of both, in the order of play."""
        return tuple(
            one
            for one in self.judged
            if one.verdict.is_flagged and (seat is None or one.seat is seat)
        )

    def dearest(self, seat: Seat, most: int = 3) -> tuple[Judged, ...]:
        """Return the plays of *seat* that cost most, of those that are flagged, the worst first."""
        return tuple(sorted(self.flagged(seat), key=lambda one: -one.verdict.loss)[:most])

    def decisions(self, seat: Seat) -> tuple[Judged, ...]:
        """Return the plays of *seat* where there was anything to decide."""
        return tuple(one for one in self.judged if one.seat is seat and not one.verdict.is_forced)

    def mean_loss(self, seat: Seat) -> float | None:
        """Return the points that a decision of *seat* cost, as far as certain; ``None`` of none."""
        decisions = self.decisions(seat)
        if not decisions:
            return None
        return sum(one.verdict.certain_loss for one in decisions) / len(decisions)

    def accuracy(self, seat: Seat) -> float | None:
        """Return how well *seat* played, from 100 down to 0, or ``None`` where it decided nothing.

        The mean of what its decisions count: 100 where nothing is lost for certain, less and less
        the more is.  So a blunder weighs more than a slip, and no single one outweighs the rest.
        """
        decisions = self.decisions(seat)
        if not decisions:
            return None
        counts = (exp(-one.verdict.certain_loss / SCALE) for one in decisions)
        return 100 * sum(counts) / len(decisions)


def _fits(one: Judged, log: MatchLog) -> bool:
    """Whether the play that was judged is one of *log*."""
    if one.round > log.number_of_round:
        return False
    played = log.rounds[one.round - 1]
    return (
        one.number <= len(played.history)
        and played.history[one.number - 1] == one.verdict.play
        and one.seat is played.seat_of(one.number)
    )
