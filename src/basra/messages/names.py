"""The names of the players, and the words that go with them."""

from __future__ import annotations

from dataclasses import dataclass

from basra.engine.seats import Seat
from basra.i18n import _

YOU = "You"
"""The name of a person who plays the computer and gave none."""
COMPUTER = "Computer"

BOTS = ("chance", "greedy", "beginner", "easy", "medium", "hard", "expert", "master")
GIVEN = (YOU, COMPUTER, "South", "North", *BOTS)
"""The names that the game gives, which each language has words of its own for."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of south and north; by seat, as they are to be written."""

    south: str
    north: str

    def __getitem__(self, seat: Seat) -> str:
        return display_name(self.stored(seat))

    def stored(self, seat: Seat) -> str:
        """Return the name of *seat* as the match has it."""
        return self.north if seat else self.south

    def is_you(self, seat: Seat) -> bool:
        """Whether the person at the screen sits there and gave no name."""
        return self.stored(seat) == YOU

    def hand(self, seat: Seat) -> str:
        """Return the words for the hand of *seat*."""
        if self.is_you(seat):
            return _("your hand")
        return _("{name}’s hand").format(name=self[seat])

    def turn(self, seat: Seat) -> str:
        """Return the words that say that *seat* is on turn."""
        if self.is_you(seat):
            return _("Your turn")
        return _("{name}’s turn").format(name=self[seat])


def display_name(name: str) -> str:
    """Return a player's name as it is to be written: one that the game gave has a translation.

    >>> display_name("Mona"), display_name("hard 2")
    ('Mona', 'hard 2')
    """
    first, _space, last = name.rpartition(" ")
    if last == "2" and first in GIVEN:
        return f"{_(first)} 2"
    return _(name) if name in GIVEN else name
