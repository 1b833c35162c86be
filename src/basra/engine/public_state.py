"""The public state: what a round and a view of it have in common, open to both players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra.engine.captures import Basra, basra, sort_points
from basra.engine.cards import Card, Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.scoring import Tally, tally
from basra.engine.seats import Seat


class PublicState:
    """A position as far as it lies open."""

    __slots__ = ()

    if TYPE_CHECKING:
        rules: Rules
        turn: Seat
        floor: Cards
        piles: tuple[Cards, Cards]
        basras: tuple[int, int]
        jack_basras: tuple[int, int]
        last_taker: Seat | None
        known: tuple[Card, ...]
        scores: tuple[int, int]
        carried: int
        outcomes: tuple[PlayOutcome, ...]

        def sizes(self) -> tuple[int, int, int]:
            """Return how many cards are in the two hands and in the stock."""

    @property
    def history(self) -> tuple[Play, ...]:
        """The plays so far, first to last."""
        return tuple([outcome.play for outcome in self.outcomes])

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.sizes())

    @property
    def is_last_card(self) -> bool:
        """Whether the next play is the very last of the round."""
        return sum(self.sizes()) == 1

    @property
    def deal_number(self) -> int:
        """The number of the deal being played, from 1."""
        return self.rules.deals - self.sizes()[2] // (2 * self.rules.hand_size)

    def basra(self, play: Play) -> Basra:
        """Return the sort of basra that *play* makes here."""
        return basra(play.card, self.floor, play.taken, self.rules, last_card=self.is_last_card)

    def basra_points(self, play: Play) -> int:
        """Return the points of the basra that *play* makes here, 0 where it makes none."""
        return sort_points(self.basra(play), self.rules)

    def basras_of(self, seat: Seat) -> int:
        """Return how many basras of either sort *seat* has made."""
        return self.basras[seat] + self.jack_basras[seat]

    def text(self, play: Play) -> str:
        """Return the one text of a legal *play* here, with ``!`` where it makes a basra."""
        return f"{play}!" if self.basra(play) else str(play)

    def tally(self, carried: int | None = None) -> Tally:
        """Return the points of this round; most cards count only once it is over.

        *carried* are the points that earlier ties left waiting, those of the round if not given.
        """
        return tally(
            self.rules,
            self.piles,
            self.basras,
            self.jack_basras,
            carried=self.carried if carried is None else carried,
            is_over=self.is_over,
        )
