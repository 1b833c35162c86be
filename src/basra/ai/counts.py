"""What a seat knows, counted: the view that the reckoning bots work on.

Law of this file: it turns a `View` into bags of kinds (see `kernel`) and a kind's move back into a
play; it values nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from basra.ai.kernel import Kernel, Move
from basra.engine.cards import ALL, Cards
from basra.engine.plays import Play
from basra.engine.seats import OTHER
from basra.engine.views import View


class Seen(NamedTuple):
    """A play that the other made in this deal, and what he knew when he made it."""

    floor: int
    facing: int
    """Cards in the hand of the seat that watched."""
    out: int
    """What lay neither on the floor nor in the piles, his own hand among it."""
    lead: int
    """Cards he was ahead."""
    kind: int
    taken: int


class Table(NamedTuple):
    """What the seat on turn knows, "mine" being what belongs to it."""

    floor: int
    hand: int
    other_size: int
    """Cards in the other hand."""
    pool: int
    """The bag of what may be in the other hand."""
    lead: int
    """Cards in my pile less those in the other."""
    taker: int
    """1 where the last capture was mine, -1 where it was the other's, 0 before any."""
    deals_left: int
    """Deals still to come after this one."""
    seen: tuple[Seen, ...] = ()
    """What the other played in this deal, first to last."""
    carried: int = 0
    """Points for most cards that wait from rounds before this one."""


def table_of(view: View, packed: Kernel, *, memory: bool = True) -> Table:
    """Return what the seat of *view* knows, or what it sees at a glance where it has no *memory*.

    Without memory every card that is neither in the hand nor on the floor may be in the other
    hand.  Cards known to lie under the stock are never counted as such.
    """
    seat = view.seat
    gone = view.piles[0] | view.piles[1] if memory else Cards(0)
    pool = ALL - (view.hand | view.floor | gone) - Cards.of(view.bottom)
    lead = len(view.piles[seat]) - len(view.piles[OTHER[seat]])
    taker = 0 if view.last_taker is None else 1 if view.last_taker is seat else -1
    return Table(
        packed.bag(view.floor),
        packed.bag(view.hand),
        view.other_hand_size,
        packed.bag(pool),
        lead,
        taker,
        view.stock_size // (2 * view.rules.hand_size),
        tuple(reversed(tuple(_seen(view, packed, lead)))) if memory else (),
        view.carried,
    )


def _seen(view: View, packed: Kernel, lead: int) -> Iterator[Seen]:
    """Yield what the other played in this deal, last to first, by taking plays back."""
    size = view.rules.hand_size
    in_deal = 2 * size - len(view.hand) - view.other_hand_size
    floor, facing = view.floor, len(view.hand)
    out = packed.bag(view.unseen | view.hand)
    turn = view.turn
    for play in reversed(view.history[len(view.history) - in_deal :] if in_deal else ()):
        turn = OTHER[turn]
        mine = turn is view.seat
        bag = packed.bag(play.taken)
        if play.taken:
            floor = floor | play.taken
            lead += -1 - len(play.taken) if mine else 1 + len(play.taken)
        else:
            floor = floor - (1 << play.card)
        out += 1 << 3 * packed.kind_of[play.card]
        if mine:
            facing += 1
        else:
            kind = packed.kind_of[play.card]
            yield Seen(packed.bag(floor), facing, out, -lead, kind, bag)


def play_of(view: View, packed: Kernel, kind: int, move: Move) -> Play:
    """Return the first legal play of *view* that lays *kind* and takes what *move* takes."""
    return next(
        play
        for play in view.legal_plays()
        if packed.kind_of[play.card] == kind and packed.bag(play.taken) == move[1]
    )
