"""What a play changed, for the log and the animation.

Law of this file: an event holds only what both players may see; it tells what happened, in order,
and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from basra.engine.cards import Card, Cards
from basra.engine.scoring import Tally
from basra.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid a card; what it took is `Took`, and nothing where it trailed."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Took:
    """A card took cards from the floor."""

    seat: Seat
    card: Card
    taken: Cards


@dataclass(frozen=True, slots=True)
class MadeBasra:
    """A capture was a basra worth *points*; *jack* where it counts as the jack's."""

    seat: Seat
    points: int
    jack: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """New hands were dealt: the deal with this number, from 2, and the cards left in the stock."""

    deal: int
    stock_size: int


@dataclass(frozen=True, slots=True)
class LeftOver:
    """The round is over and its floor went to the last taker, or to nobody."""

    seat: Seat | None
    cards: Cards


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round is over, and what it is worth."""

    tally: Tally


Event: TypeAlias = Laid | Took | MadeBasra | Dealt | LeftOver | RoundOver
