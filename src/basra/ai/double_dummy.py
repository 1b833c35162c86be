"""A deal with both hands open, solved exactly.

Law of this file: it plays both hands as well as can be and says what each play comes to.  In the
last deal both hands are known, so that is the truth; before it the hands are imagined, and what
the deal's end is worth is somebody else's judgement.

How it thinks: alpha-beta over plays in turn, those that gain most first, remembering what every
position that is met again comes to, and which play was best.  Where all that a lead in cards can
change is who has most cards, a position says something about the same one at every other lead: it
is worth no less to who is further ahead, and no more than both get for most cards together.
Values are points of the round still to be had, mine less the other's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from basra.ai.cancellation import pause
from basra.ai.counts import table_of
from basra.ai.kernel import Kernel, Move, kernel
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.seats import OTHER

_FAR = 1e9
Score: TypeAlias = Callable[[int, int, int, float, float], float]
"""What the end of a deal is worth to the seat that plays next, or would.

Its arguments are the floor, that seat's lead in cards, who took last (1 where it did itself), and
the bounds within which the value matters.
"""
Valued: TypeAlias = tuple[float, int, Move]
"""A play: what it is worth to the seat that makes it, its kind and its move."""


MOST_POSITIONS = 500_000
"""Positions after which a round is left unsolved, some five seconds; most need a tenth of it."""


class TooManyPositions(Exception):  # noqa: N818 - nothing is wrong
    """A solution would take more positions than it was given."""


@dataclass(slots=True)
class Meter:
    """Counts the positions of a solution, so that it can be broken off."""

    left: int = 1 << 62
    """Positions that may still be looked at."""

    def count(self) -> None:
        """Count one; raise `TooManyPositions` where none was left."""
        self.left -= 1
        if not self.left & 255:
            pause()
            if self.left < 0:
                raise TooManyPositions


class DealSolver:
    """Solves positions of one deal; what it has found out it remembers."""

    def __init__(
        self,
        packed: Kernel,
        score: Score,
        *,
        is_last: bool,
        most_cards: int | None = None,
        meter: Meter | None = None,
    ) -> None:
        """Solve with *packed*, taking *score* for what the end of the deal is worth.

        *most_cards* are the points for most cards, ``None`` where a lead may count otherwise too.
        """
        self.packed = packed
        self.score = score
        self.count = (meter or Meter()).count
        self.plays: dict[tuple[int, int, int], list[tuple[int, Move]]] = {}
        self.last_basra = packed.rules.last_card_basra or not is_last
        self.swing = None if most_cards is None else 2 * most_cards
        """The most that a lead can change, if that is known."""
        self.known: dict[tuple[int, int, int, int], dict[int, tuple[float, float]]] = {}

    def values(self, floor: int, hand: int, other: int, lead: int, taker: int) -> list[Valued]:
        """Return every play of the seat on turn, which holds *hand*, with its exact value."""
        return [
            (
                self._after(move, hand - (1 << 3 * kind), other, lead, taker, -_FAR, _FAR),
                kind,
                move,
            )
            for kind in self.packed.kinds_in(hand)
            for move in self.packed.moves(floor, kind)
        ]

    def _after(
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
            return gain - self.best(floor, other, rest, -lead, -taker, gain - high, gain - low)
        return gain - self.score(floor, -lead, -taker, gain - high, gain - low)

    def best(
        self, floor: int, hand: int, other: int, lead: int, taker: int, low: float, high: float
    ) -> float:
        """What the position is worth to the seat on turn, as far as it lies in (*low*, *high*)."""
        key = (floor, hand, other, taker)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = {}
        least, most = self._bounds(known, lead) if known else (-_FAR, _FAR)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.count()
        place = floor, hand, other
        plays = self.plays.get(place)
        if plays is None:
            plays = self.plays[place] = self._gainful_first(floor, hand)
        best, bound, first = -_FAR, low, 0
        for number, (rest, move) in enumerate(plays):
            value = self._after(move, rest, other, lead, taker, bound, high)
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
        known[lead] = (least, most)
        return best

    def _bounds(self, known: Mapping[int, tuple[float, float]], lead: int) -> tuple[float, float]:
        """Between what a position lies at this *lead*, by what is *known* of it at every lead."""
        least, most = known.get(lead, (-_FAR, _FAR))
        swing = self.swing
        if swing is None or least == most:
            return least, most
        for other, (low, high) in known.items():
            if other < lead:
                high += swing
            else:
                low -= swing
            if low > least:
                least = low
            if high < most:
                most = high
        return least, most

    def _gainful_first(self, floor: int, hand: int) -> list[tuple[int, Move]]:
        """The plays of *hand*, each with the hand it leaves, those that gain most first."""
        plays = [
            (hand - (1 << 3 * kind), move)
            for kind in self.packed.kinds_in(hand)
            for move in self.packed.moves(floor, kind)
        ]
        plays.sort(key=_gain, reverse=True)
        return plays


def _gain(play: tuple[int, Move]) -> float:
    """Roughly what a play gains: enough to look at the best ones first."""
    _, (_, _, cards, points, basra) = play
    return points + basra + 1.5 * cards


def last_deal(packed: Kernel, carried: int = 0, meter: Meter | None = None) -> DealSolver:
    """Return a solver of the last deal, whose end is the score of the round.

    *carried* are the points for most cards that wait from rounds before.
    """
    most_cards = packed.rules.most_cards + carried

    def score(floor: int, lead: int, taker: int, _low: float, _high: float) -> float:
        lead += taker * packed.size(floor)
        race = most_cards if lead > 0 else -most_cards if lead < 0 else 0
        return race + taker * packed.worth(floor)

    return DealSolver(packed, score, is_last=True, most_cards=most_cards, meter=meter)


def par_values(state: Round, positions: int | None = None) -> list[tuple[float, Play]]:
    """Return what each play of *state* comes to if all cards lay open and both played perfectly.

    In points of the round still to be had, the seat on turn less the other, the best first.  Never
    choose a play by it: a player who cannot see the cards has no use for what they would tell.

    Raises `TooManyPositions` where more than so many *positions* would be looked at.
    """
    packed = kernel(state.rules)
    meter = Meter() if positions is None else Meter(positions)
    values = {
        (kind, move[1]): value
        for value, kind, move in _open(state, meter).values(*_position(state, packed))
    }
    found = [
        (values[packed.kind_of[play.card], packed.bag(play.taken)], play)
        for play in state.legal_plays()
    ]
    return sorted(found, key=lambda one: (-one[0], one[1]))


def par(state: Round, positions: int) -> float | None:
    """Return what the best play of *state* comes to by `par_values`.

    ``None`` where that takes more than so many *positions* to find out.
    """
    try:
        solver = _open(state, Meter(positions))
        return solver.best(*_position(state, solver.packed), -_FAR, _FAR)
    except TooManyPositions:
        return None


def _open(state: Round, meter: Meter) -> DealSolver:
    """A solver of the deal on the table that knows every deal to come."""
    packed = kernel(state.rules)
    size = state.rules.hand_size
    most_cards = state.rules.most_cards + state.carried
    solver = last_deal(packed, state.carried, meter)
    for start in range(len(state.stock) - 2 * size, -1, -2 * size):
        first = packed.bag(state.stock[start : start + size])
        second = packed.bag(state.stock[start + size : start + 2 * size])
        score = _dealt(solver, first, second)
        solver = DealSolver(packed, score, is_last=False, most_cards=most_cards, meter=meter)
    return solver


def _position(state: Round, packed: Kernel) -> tuple[int, int, int, int, int]:
    """The floor, both hands, the lead and the last taker, for the seat on turn."""
    table = table_of(state.view(state.turn), packed, memory=False)
    other = packed.bag(state.hands[OTHER[state.turn]])
    return table.floor, table.hand, other, table.lead, table.taker


def _dealt(solver: DealSolver, first: int, second: int) -> Score:
    """The score of a deal's end after which these hands are dealt."""

    def score(floor: int, lead: int, taker: int, low: float, high: float) -> float:
        return solver.best(floor, first, second, lead, taker, low, high)

    return score
