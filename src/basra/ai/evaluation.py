"""What a play is worth, by counting what the other may hold.

Law of this file: it values plays of one seat from what that seat knows, in points of the round,
and looks one reply ahead; it searches nothing.

How it thinks: a play gains what it takes, cards being worth more the closer the race for most
cards is; it costs the jack or komi it spends; and it leaves a floor, on which the other's best
reply is weighed by the chance that he holds a card for it, and on which the seat's own other cards
may capture next.  Units are points throughout.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, tanh
from typing import NamedTuple, TypeAlias

from basra.ai.double_dummy import Valued
from basra.ai.kernel import KOMI_KIND, Kernel
from basra.engine.cards import JACKS

JACK_KIND = next(iter(JACKS)) >> 2
_COURTS = (11, 12)
_PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 7, 2, 10)
"""Of every kind."""
_REMEMBERED = 1 << 16


class Weights(NamedTuple):
    """The numbers of the judgement, in points; fitted, so they differ by house rules."""

    card: float = 1.735
    """What a card in the pile is worth, whoever has more."""
    race: float = 0.179
    """How much of the points for most cards a card is worth in an even race."""
    jack: float = 7.25
    komi: float = 11.0
    """What it costs to spend a jack or the komi."""
    spare_jack: float = 3.5
    """How much less a jack costs for each other in the hand."""
    reply: float = 1.0
    """How heavily the other's expected best reply weighs."""
    reply_anew: float = 0.9
    """How much of that where his hand is about to be dealt anew."""
    reply_jack: float = 8.5
    reply_komi: float = 14.0
    """What a jack or the komi costs the other in his reply."""
    ways: float = 1.9
    """What each kind in the hand is worth that could capture next."""
    second: float = -0.3
    """How heavily the second best of these captures weighs: the first may take its cards."""
    komi_floor: float = -0.85
    """What each card left on the floor is worth besides, to who holds the komi."""
    empty: float = 1.75
    """What an empty floor is worth to leave."""
    left: float = 1.2
    """What each card left on the floor is worth."""
    court: float = -0.85
    """What it is worth to trail a queen or king."""
    pip: float = -0.17
    """What it is worth to trail a number, for each of its pips."""


Take: TypeAlias = tuple[int, int, int, float, bool]
"""The best that a kind takes from a floor, as plain numbers, for there are very many of them:

where the kind is counted in a bag; the points; the cards; what spending the card costs whoever
plays it; and whether it makes a basra.
"""


class Judge:
    """Judges plays under one set of house rules."""

    def __init__(self, packed: Kernel, weights: Weights = Weights()) -> None:  # noqa: B008
        """Make a judge who counts with *packed* and weighs by *weights*."""
        self.kernel = packed
        self.weights = weights
        self.komi = KOMI_KIND if packed.rules.komi else -1
        """The kind of a komi that sweeps; where it does not, it is a seven like the others."""
        self._takes: dict[int, tuple[Take, ...]] = {}

    def throws_away(self, floor: int, kind: int) -> bool:
        """Whether laying *kind* on *floor* wastes a jack or a komi: there is nothing to sweep."""
        return not floor and kind in (JACK_KIND, self.komi)

    def takes(self, floor: int) -> tuple[Take, ...]:
        """Return what each kind that captures takes from *floor* at best."""
        try:
            return self._takes[floor]
        except KeyError:
            if len(self._takes) >= _REMEMBERED:
                self._takes.clear()
            takes = self._takes[floor] = tuple(self._best_takes(floor))
            return takes

    def _best_takes(self, floor: int) -> list[Take]:
        weights = self.weights
        costs = {JACK_KIND: weights.reply_jack, self.komi: weights.reply_komi}
        takes: list[Take] = []
        for kind in self.kernel.kinds:
            if floor >> 3 * kind & 7 >= self.kernel.count_of[kind]:
                continue
            best = max(
                self.kernel.moves(floor, kind),
                key=lambda move: move[3] + move[4] + 2 * move[2],
            )
            if best[2]:
                cost = costs.get(kind, 0.0)
                takes.append((3 * kind, best[3] + best[4], best[2], cost, best[4] > 0))
        return takes

    def card_worth(self, lead: int, deals_left: int) -> float:
        """Return what a card is worth to a seat that is *lead* cards ahead."""
        weights = self.weights
        sharp = 0.05 + 0.09 / deals_left if deals_left else 0.2
        even = 1 - tanh(sharp * lead) ** 2
        return weights.race * self.kernel.rules.most_cards * sharp * even + weights.card

    def reply(self, floor: int, pool: int, count: int, held: int, worth: float) -> float:
        """Return the expected best capture of one who holds *held* cards of the bag *pool*.

        *count* is how many cards are in *pool*, *worth* what a card is worth.
        """
        gains = [
            (points + worth * cards - cost, pool >> shift & 7)
            for shift, points, cards, cost, _ in self.takes(floor)
            if pool >> shift & 7
        ]
        gains.sort(reverse=True)
        chance_of_none = chances_of_none(count, held)
        expected, better, so_far = 0.0, 0, 1.0
        for gain, number in gains:
            if gain <= 0:
                break
            better += number
            none = chance_of_none[better]
            expected += gain * (so_far - none)
            so_far = none
        return expected

    def danger(self, floor: int, pool: int, held: int) -> float:
        """Return the chance that one who holds *held* cards of *pool* can make a basra."""
        threats = sum(pool >> shift & 7 for shift, *_, basra in self.takes(floor) if basra)
        return 1 - chances_of_none(self.kernel.size(pool), held)[threats]

    def values(
        self, floor: int, hand: int, other_size: int, pool: int, lead: int, deals_left: int
    ) -> list[Valued]:
        """Return every play of *hand* as its value, kind and move.

        *pool* are the cards the seat has not seen, *other_size* of them in the other hand.
        """
        weights, packed = self.weights, self.kernel
        worth = self.card_worth(lead, deals_left)
        count = packed.size(pool)
        held, heed = other_size, weights.reply
        if not other_size:
            held = packed.rules.hand_size if deals_left else 0
            heed *= weights.reply_anew
        found = []
        for kind in packed.kinds_in(hand):
            unit = 1 << 3 * kind
            rest = hand - unit
            spent = 0.0
            if kind == JACK_KIND:
                spent = weights.jack - weights.spare_jack * (rest >> 3 * JACK_KIND & 7)
            elif kind == self.komi:
                spent = weights.komi
            komi_kept = self.komi > 0 and rest >> 3 * KOMI_KIND & 7
            trailed = weights.court if kind in _COURTS else weights.pip * _PIPS[kind]
            for move in packed.moves(floor, kind):
                after, taken, cards, points, basra = move
                value = points + basra + worth * cards - spent
                if held:
                    value -= heed * self.reply(after, pool, count, held, worth)
                if after:
                    lying = packed.size(after)
                    value += weights.left * lying
                    if rest:
                        ways, second = self._next(after, rest, worth)
                        value += weights.ways * ways + weights.second * second
                    if komi_kept:
                        value += weights.komi_floor * lying
                else:
                    value += weights.empty
                if not taken:
                    value += trailed
                found.append((value, kind, move))
        return found

    def _next(self, floor: int, hand: int, worth: float) -> tuple[int, float]:
        """How many kinds in *hand* can capture, and what the second best of them would gain."""
        ways, best, second = 0, 0.0, 0.0
        for shift, points, cards, cost, _ in self.takes(floor):
            if hand >> shift & 7:
                ways += 1
                gain = points + worth * cards - cost
                if gain > best:
                    best, second = gain, best
                elif gain > second:
                    second = gain
        return ways, second


@lru_cache(maxsize=4096)
def chances_of_none(count: int, held: int) -> tuple[float, ...]:
    """Return, for 0 to *count* marked cards among *count*, the chance that *held* hold none."""
    whole = comb(count, held)
    return tuple(comb(count - marked, held) / whole for marked in range(count + 1))
