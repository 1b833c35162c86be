"""The double-dummy solver: a deal with both hands open, played as well as can be.

In the last deal a player knows both hands, so what it finds is the truth; before it the hands are
imagined, and the value of the deal's end comes from elsewhere.

It is alpha-beta over the plays in turn, those that gain most first, with a table of positions and
of the best play found in each.  Where all that a lead in cards can change is who has most cards, a
position bounds the same one at every other lead: it is worth no less to who is further ahead, and
no more than both get for most cards together.  Values are points of the round still to be had, mine
less the other's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from basra.ai.cancellation import check_cancelled
from basra.ai.counts import CountedView, count_view
from basra.ai.kernel import Kernel, Move, PlayValue, kernel_for
from basra.engine.plays import Play
from basra.engine.seats import OTHER
from basra.engine.state import Round

MOST_POSITIONS = 500_000
"""Positions after which a round is left unsolved, some five seconds; most need a tenth of it."""
_INFINITY = 1e9
LeafValue: TypeAlias = Callable[[int, int, int, float, float], float]
"""What the end of a deal is worth to the seat that plays next, or would.

Its arguments are the floor, that seat's lead in cards, who took last (1 where it did itself), and
the bounds within which the value matters.
"""


class TooManyPositions(Exception):  # noqa: N818 - nothing is wrong
    """A solution would take more positions than are allowed."""


@dataclass(slots=True)
class Budget:
    """How many positions a solution may still look at; it can be cancelled, too."""

    left: int = 1 << 62

    def spend(self) -> None:
        """Count one position; raise `TooManyPositions` where none was left."""
        self.left -= 1
        if not self.left & 255:
            check_cancelled()
            if self.left < 0:
                raise TooManyPositions


class DoubleDummySolver:
    """Solves positions of one deal and remembers what it found."""

    def __init__(
        self,
        kernel: Kernel,
        leaf_value: LeafValue,
        *,
        is_last: bool,
        most_cards: int | None = None,
        budget: Budget | None = None,
    ) -> None:
        """Make a solver that takes *leaf_value* for what the end of the deal is worth.

        *most_cards* are the points for most cards, ``None`` where a lead may count otherwise too.
        """
        self.kernel = kernel
        self.leaf_value = leaf_value
        self.spend = (budget or Budget()).spend
        self.ordered: dict[tuple[int, int, int], list[tuple[int, Move]]] = {}
        """Of a floor and two hands the plays, the one that was best last time first."""
        self.last_basra = kernel.rules.last_card_basra or not is_last
        self.swing = None if most_cards is None else 2 * most_cards
        """The most that a lead can change, if that is known."""
        self.bounds: dict[tuple[int, int, int, int], dict[int, tuple[float, float]]] = {}
        """Of a position the bounds of its value, by lead."""

    def values(self, floor: int, hand: int, other: int, lead: int, taker: int) -> list[PlayValue]:
        """Return every play of the seat on turn, which holds *hand*, with its exact value."""
        return [
            (
                self._value_after(
                    move, hand - (1 << 3 * rank), other, lead, taker, -_INFINITY, _INFINITY
                ),
                rank,
                move,
            )
            for rank in self.kernel.ranks_in(hand)
            for move in self.kernel.moves(floor, rank)
        ]

    def _value_after(
        self, move: Move, rest: int, other: int, lead: int, taker: int, low: float, high: float
    ) -> float:
        """What the position is worth to the seat that makes *move* and keeps *rest*."""
        floor, taken, cards, points, basra = move
        gain = points
        if other or rest or self.last_basra:
            gain += basra
        if taken:
            lead += cards
            taker = 1
        if other or rest:
            return gain - self.value(floor, other, rest, -lead, -taker, gain - high, gain - low)
        return gain - self.leaf_value(floor, -lead, -taker, gain - high, gain - low)

    def value(
        self, floor: int, hand: int, other: int, lead: int, taker: int, low: float, high: float
    ) -> float:
        """What the position is worth to the seat on turn, as far as it lies in (*low*, *high*)."""
        key = (floor, hand, other, taker)
        by_lead = self.bounds.get(key)
        if by_lead is None:
            by_lead = self.bounds[key] = {}
        least, most = self._bounds_at(by_lead, lead) if by_lead else (-_INFINITY, _INFINITY)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.spend()
        place = floor, hand, other
        plays = self.ordered.get(place)
        if plays is None:
            plays = self.ordered[place] = self._by_gain(floor, hand)
        best, bound, first = -_INFINITY, low, 0
        for number, (rest, move) in enumerate(plays):
            value = self._value_after(move, rest, other, lead, taker, bound, high)
            if value > best:
                best, first = value, number
                if best >= high:
                    break
                bound = max(bound, value)
        if first and best > low:
            plays.insert(0, plays.pop(first))
        if best <= low:
            most = best
        elif best >= high:
            least = best
        else:
            least = most = best
        by_lead[lead] = (least, most)
        return best

    def _bounds_at(
        self, by_lead: Mapping[int, tuple[float, float]], lead: int
    ) -> tuple[float, float]:
        """The bounds of a position at *lead*, from its bounds at every lead tried so far."""
        least, most = by_lead.get(lead, (-_INFINITY, _INFINITY))
        swing = self.swing
        if swing is None or least == most:
            return least, most
        for other, (low, high) in by_lead.items():
            if other < lead:
                high += swing
            else:
                low -= swing
            if low > least:
                least = low
            if high < most:
                most = high
        return least, most

    def _by_gain(self, floor: int, hand: int) -> list[tuple[int, Move]]:
        """The plays of *hand*, each with the hand it leaves, those that gain most first."""
        plays = [
            (hand - (1 << 3 * rank), move)
            for rank in self.kernel.ranks_in(hand)
            for move in self.kernel.moves(floor, rank)
        ]
        plays.sort(key=_rough_gain, reverse=True)
        return plays


def _rough_gain(play: tuple[int, Move]) -> float:
    """Roughly what a play gains: enough to look at the best ones first."""
    _, (_, _, cards, points, basra) = play
    return points + basra + 1.5 * cards


def last_deal_solver(
    kernel: Kernel, carried: int = 0, budget: Budget | None = None
) -> DoubleDummySolver:
    """Return a solver of the last deal, whose end is the score of the round.

    *carried* are the points for most cards carried over from earlier rounds.
    """
    most_cards = kernel.rules.most_cards + carried

    def leaf_value(floor: int, lead: int, taker: int, _low: float, _high: float) -> float:
        lead += taker * kernel.size(floor)
        race = most_cards if lead > 0 else -most_cards if lead < 0 else 0
        return race + taker * kernel.points(floor)

    return DoubleDummySolver(kernel, leaf_value, is_last=True, most_cards=most_cards, budget=budget)


def solve_last_deal(counted: CountedView, kernel: Kernel) -> list[PlayValue]:
    """Return every play of *counted*, a view in the last deal, with its exact value."""
    return last_deal_solver(kernel, counted.carried).values(
        counted.floor, counted.hand, counted.pool, counted.lead, counted.taker
    )


def par_values(state: Round, positions: int | None = None) -> list[tuple[float, Play]]:
    """Return what each play of *state* comes to if all cards lay open and both played perfectly.

    In points of the round still to be had, the seat on turn less the other, the best first.  Never
    choose a play by it: a player who cannot see the cards has no use for what they would tell.

    Raises `TooManyPositions` where more than so many *positions* would be looked at.
    """
    solver = _open_solver(state, Budget() if positions is None else Budget(positions))
    kernel = solver.kernel
    values = {
        (rank, move[1]): value for value, rank, move in solver.values(*_position(state, kernel))
    }
    plays = [(values[kernel.key(play)], play) for play in state.legal_plays()]
    return sorted(plays, key=lambda one: (-one[0], one[1]))


def par(state: Round, positions: int) -> float | None:
    """Return what the best play of *state* comes to by `par_values`.

    ``None`` where that takes more than so many *positions* to find out.
    """
    try:
        solver = _open_solver(state, Budget(positions))
        return solver.value(*_position(state, solver.kernel), -_INFINITY, _INFINITY)
    except TooManyPositions:
        return None


def _open_solver(state: Round, budget: Budget) -> DoubleDummySolver:
    """A solver of the deal on the table that knows every deal to come."""
    kernel = kernel_for(state.rules)
    size = state.rules.hand_size
    most_cards = state.rules.most_cards + state.carried
    solver = last_deal_solver(kernel, state.carried, budget)
    for start in range(len(state.stock) - 2 * size, -1, -2 * size):
        first = kernel.rank_counts(state.stock[start : start + size])
        second = kernel.rank_counts(state.stock[start + size : start + 2 * size])
        leaf_value = _value_of_deal(solver, first, second)
        solver = DoubleDummySolver(
            kernel, leaf_value, is_last=False, most_cards=most_cards, budget=budget
        )
    return solver


def _position(state: Round, kernel: Kernel) -> tuple[int, int, int, int, int]:
    """The floor, both hands, the lead and the last taker, for the seat on turn."""
    counted = count_view(state.view(state.turn), kernel, memory=False)
    other = kernel.rank_counts(state.hands[OTHER[state.turn]])
    return counted.floor, counted.hand, other, counted.lead, counted.taker


def _value_of_deal(solver: DoubleDummySolver, first: int, second: int) -> LeafValue:
    """The value of a deal's end after which the hands *first* and *second* are dealt."""

    def leaf_value(floor: int, lead: int, taker: int, low: float, high: float) -> float:
        return solver.value(floor, first, second, lead, taker, low, high)

    return leaf_value
