"""The outcome of a play: what it did, computed once, by `Round.play`.

The match log, the animation, messages, plain table, replay and review all read it.
"""

from __future__ import annotations

from typing import NamedTuple

from basra.engine.captures import Basra
from basra.engine.cards import Card, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat


class PlayOutcome(NamedTuple):
    """What one play did; it holds nothing that either player may not see.

    >>> from basra.engine import Round, Seat, shuffled, stream
    >>> state = Round.deal(shuffled(stream(7, "deck", 1)))
    >>> state.play(state.legal_plays()[0]).outcomes[-1].seat
    <Seat.SOUTH: 0>
    """

    seat: Seat
    """Who played."""
    play: Play
    floor: Cards
    """The floor before it."""
    basra: Basra = Basra.NONE
    """The sort of basra it made (4.1)."""
    points: int = 0
    """Of that basra."""
    dealt: int = 0
    """The number of the deal that was dealt after it, from 2; 0 where none was (1.5)."""
    left_over: Cards | None = None
    """The floor at the end of the round (4.7); ``None`` where the round goes on."""
    left_to: Seat | None = None
    """Who got that floor: the last taker, if there is one."""

    @property
    def card(self) -> Card:
        """The card laid."""
        return self.play.card

    @property
    def taken(self) -> Cards:
        """The cards it took from the floor; none where it trailed."""
        return self.play.taken

    @property
    def text(self) -> str:
        """The text of the play, with ``!`` where it made a basra."""
        return f"{self.play}!" if self.basra else str(self.play)

    @property
    def is_clear(self) -> bool:
        """Whether it took every card of the floor."""
        return bool(self.taken) and self.taken == self.floor

    @property
    def ends_round(self) -> bool:
        """Whether it was the last play of its round."""
        return self.left_over is not None
