"""Counted views: what a seat knows, as rank counts, and the way back from a move to a play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from basra.ai.kernel import Kernel, Move
from basra.engine.cards import ALL, Cards
from basra.engine.plays import Play
from basra.engine.seats import OTHER
from basra.engine.state import View


class OpponentPlay(NamedTuple):
    """A play that the other made in this deal, and what he knew when he made it."""

    floor: int
    observer_size: int
    """Cards in the hand of the seat that watched."""
    unplayed: int
    """The rank counts of both hands and the stock."""
    lead: int
    """Cards he was ahead."""
    rank: int
    taken: int


class CountedView(NamedTuple):
    """What the seat on turn knows; "mine" is what belongs to that seat."""

    floor: int
    hand: int
    other_size: int
    """Cards in the other hand."""
    pool: int
    """The rank counts of all that may be in the other hand."""
    lead: int
    """Cards in my pile less those in the other."""
    taker: int
    """1 where the last capture was mine, -1 where it was the other's, 0 before any."""
    deals_left: int
    """Deals still to come after this one."""
    opponent_plays: tuple[OpponentPlay, ...] = ()
    """What the other played in this deal, first to last."""
    carried: int = 0
    """Points for most cards carried over from earlier rounds."""


def count_view(view: View, kernel: Kernel, *, memory: bool = True) -> CountedView:
    """Count what the seat of *view* knows, or only what it sees at a glance without *memory*.

    Without memory every card that is neither in the hand nor on the floor may be in the other
    hand.  Cards known to lie under the stock are never among those.
    """
    seat = view.seat
    gone = view.piles[0] | view.piles[1] if memory else Cards(0)
    pool = ALL - (view.hand | view.floor | gone) - Cards.of(view.bottom)
    lead = len(view.piles[seat]) - len(view.piles[OTHER[seat]])
    taker = 0 if view.last_taker is None else 1 if view.last_taker is seat else -1
    return CountedView(
        kernel.rank_counts(view.floor),
        kernel.rank_counts(view.hand),
        view.other_hand_size,
        kernel.rank_counts(pool),
        lead,
        taker,
        view.stock_size // (2 * view.rules.hand_size),
        tuple(reversed(tuple(_opponent_plays(view, kernel, lead)))) if memory else (),
        view.carried,
    )


def _opponent_plays(view: View, kernel: Kernel, lead: int) -> Iterator[OpponentPlay]:
    """Yield what the other played in this deal, last to first, by taking plays back."""
    size = view.rules.hand_size
    in_deal = 2 * size - len(view.hand) - view.other_hand_size
    floor, observer_size = view.floor, len(view.hand)
    unplayed = kernel.rank_counts(view.unseen | view.hand)
    turn = view.turn
    for play in reversed(view.history[len(view.history) - in_deal :] if in_deal else ()):
        turn = OTHER[turn]
        is_mine = turn is view.seat
        rank, taken = kernel.key(play)
        if taken:
            floor = floor | play.taken
            lead += -1 - len(play.taken) if is_mine else 1 + len(play.taken)
        else:
            floor = floor - (1 << play.card)
        unplayed += 1 << 3 * rank
        if is_mine:
            observer_size += 1
        else:
            yield OpponentPlay(
                kernel.rank_counts(floor), observer_size, unplayed, -lead, rank, taken
            )


def find_play(view: View, kernel: Kernel, rank: int, move: Move) -> Play:
    """Return the first legal play of *view* that lays *rank* and takes what *move* takes."""
    return next(play for play in view.legal_plays() if kernel.key(play) == (rank, move[1]))
