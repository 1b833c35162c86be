"""A match: rounds played to a target.

A `Match` keeps the rules, who dealt first and the tally of every round; scores, dealer and winner
are derived from these.  It keeps no cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from basra.engine.cards import Card
from basra.engine.errors import IllegalPlayError
from basra.engine.rules import Rules
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.engine.state import V2, Round


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match between rounds.

    >>> from basra.engine import ALL
    >>> whole_pack = Round.parse(f"-/-/-/-/{ALL.compact}/- 3-0 S S")
    >>> Match().after(whole_pack).scores
    (60, 0)
    """

    rules: Rules = V2
    first_dealer: Seat = Seat.NORTH
    tallies: tuple[Tally, ...] = ()
    """The tally of every round played."""

    @property
    def scores(self) -> tuple[int, int]:
        """The points of south and north so far."""
        points = [tally.points for tally in self.tallies]
        return sum(south for south, _ in points), sum(north for _, north in points)

    @property
    def carried(self) -> int:
        """Points for most cards that wait for the next round (5.1)."""
        return self.tallies[-1].carried if self.tallies else 0

    @property
    def dealer(self) -> Seat:
        """Who deals the next round; the deal passes on each round (1.3)."""
        return self.first_dealer.other if len(self.tallies) % 2 else self.first_dealer

    @property
    def winner(self) -> Seat | None:
        """The seat that has won, if any: ahead, and at the target (6.2)."""
        south, north = self.scores
        if south == north or max(south, north) < self.rules.target:
            return None
        return Seat.SOUTH if south > north else Seat.NORTH

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None

    def deal(self, deck: Sequence[Card]) -> Round:
        """Return the next round as *deck* deals it; both seats know how the match stands.

        Raises `PositionError` where *deck* is not the whole pack.
        """
        return Round.deal(
            deck, dealer=self.dealer, rules=self.rules, scores=self.scores, carried=self.carried
        )

    def after(self, round_: Round) -> Match:
        """Return the match after *round_*, which must be over, and dealt by its rules and dealer.

        Raises `IllegalPlayError` where it is not, or where the match is over already.
        """
        if self.is_over:
            raise IllegalPlayError("the match is over: no further round counts")
        if not round_.is_over:
            raise IllegalPlayError("a round counts only once its last card is played (rule 6.1)")
        if round_.rules != self.rules:
            raise IllegalPlayError("the round was played under other rules than the match")
        if round_.dealer is not self.dealer:
            raise IllegalPlayError(f"the round is for {self.dealer} to deal (rule 1.3)")
        return replace(self, tallies=(*self.tallies, round_.tally(self.carried)))
