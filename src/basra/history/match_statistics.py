"""The statistics of one match, counted from its log alone."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from basra.engine.cards import JACKS
from basra.engine.rounds import Round
from basra.engine.seats import Seat
from basra.match.log import MatchLog

Pair: TypeAlias = tuple[int, int]
"""South's and north's."""


class MatchStatistics(NamedTuple):
    """What is counted of a match; pairs are south's and north's."""

    rounds: int
    """The rounds that were played to their end."""
    points: Pair
    basras: Pair
    """How many basras each made, those by a jack among them."""
    sweeps: Pair
    """How often each swept the floor with a jack."""
    best_round: Pair
    """The most points each made in a round."""

    @staticmethod
    def of(log: MatchLog) -> MatchStatistics:
        """Return the statistics of the rounds that are over."""
        over = [round_ for round_ in log.rounds if round_.is_over]
        points = [tally.points for tally in log.match.tallies]
        south, north = zip(*points, strict=True) if points else ((0,), (0,))
        basras = [(round_.basras_of(Seat.SOUTH), round_.basras_of(Seat.NORTH)) for round_ in over]
        return MatchStatistics(
            len(over),
            log.match.scores,
            _sum(basras),
            _sum([_sweeps(round_) for round_ in over]),
            (max(south), max(north)),
        )


def _sweeps(round_: Round) -> Pair:
    """How often each seat took with a jack in a round that is over."""
    counts = [0, 0]
    for number, play in enumerate(round_.history, 1):
        if play.taken and play.card in JACKS:
            counts[round_.seat_of(number)] += 1
    return counts[0], counts[1]


def _sum(pairs: list[Pair]) -> Pair:
    return sum(south for south, _ in pairs), sum(north for _, north in pairs)
