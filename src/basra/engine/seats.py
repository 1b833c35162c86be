"""The two seats at the table."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """One of the two players, as an index into any pair.

    >>> Seat.SOUTH.other
    <Seat.NORTH: 1>
    >>> str(Seat.NORTH)
    'North'
    """

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Seat:
        """The seat across the table."""
        return OTHER[self]

    @property
    def letter(self) -> str:
        """`S` or `N`, as in a position line."""
        return "SN"[self]

    def __str__(self) -> str:
        return self.name.capitalize()


OTHER = (Seat.NORTH, Seat.SOUTH)
"""The seat across the table, by seat: `Seat.other` without the property, for the inner loops."""
