"""The names of the players, and the words that go with them."""

from __future__ import annotations

from dataclasses import dataclass

from basra.engine.seats import Seat

YOU = "You"
"""The name of a person who plays the computer and gave none."""
COMPUTER = "Computer"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of south and north, as they are to be written."""

    south: str
    north: str

    def __getitem__(self, seat: Seat) -> str:
        return self.north if seat else self.south

    def hand(self, seat: Seat) -> str:
        """Return the words for the hand of *seat*."""
        return "your hand" if self[seat] == YOU else f"{self[seat]}’s hand"

    def turn(self, seat: Seat) -> str:
        """Return the words that say that *seat* is on turn."""
        return "Your turn" if self[seat] == YOU else f"{self[seat]}’s turn"
