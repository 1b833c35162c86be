"""Static evaluation: what a play is worth, and what a position between two deals is worth.

A play gains what it takes, cards being worth more the closer the race for most cards is; it costs
the jack or komi it spends; and it leaves a floor, on which the other's best reply is weighed by the
chance that he holds a card for it, and on which the seat's own other cards may capture next.

Nothing is searched here.  All values are points of the round; the weights are fitted from self-play
by `bench/fit.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, tanh
from typing import NamedTuple, TypeAlias

from basra.ai.counts import CountedView
from basra.ai.kernel import JACK_RANK, KOMI_RANK, Kernel, PlayValue, kernel_for
from basra.ai.weights import LEAF_WEIGHTS, PLAY_WEIGHTS
from basra.engine.rules import FIELDS, PRESETS, Rules

_QUEENS_AND_KINGS = (11, 12)
_PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 7, 2, 10)
"""Of every rank."""
_CACHE_SIZE = 1 << 16


class Weights(NamedTuple):
    """The weights of a play's value, in points; they differ by house rules.

    The defaults are where the fit begins.
    """

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
    reply_new_hand: float = 0.9
    """How much of that where his hand is about to be dealt."""
    reply_jack: float = 8.5
    reply_komi: float = 14.0
    """What a jack or the komi costs the other in his reply."""
    next_captures: float = 1.9
    """What each rank in the hand is worth that could capture next."""
    second_capture: float = -0.3
    """How heavily the second best of these captures weighs: the first may take its cards."""
    komi_floor: float = -0.85
    """What each card left on the floor is worth besides, to who holds the komi."""
    empty_floor: float = 1.75
    """What an empty floor is worth to leave."""
    floor_card: float = 1.2
    """What each card left on the floor is worth."""
    trail_court: float = -0.85
    """What it is worth to trail a queen or king."""
    trail_pip: float = -0.17
    """What it is worth to trail a number, for each of its pips."""


class LeafWeights(NamedTuple):
    """The weights of a position between two deals, one for each of the `LeafFeatures`."""

    race: Sequence[float]
    """For the chance to have most cards, as the argument of a hyperbolic tangent."""
    points: Sequence[float]
    """For the other points still to come."""


LeafFeatures: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""One; my lead in cards; cards on the floor; the same, signed by who took last; whether the floor
is empty; of the cards still to come the share that makes a basra on it, the share that takes from
it, and the mean number they take; the share of jacks and komi, times the floor."""

BestCapture: TypeAlias = tuple[int, int, int, float, bool]
"""The best that a rank takes from a floor, as plain numbers, for there are very many of them:

the place of the rank in rank counts, in bits; the points; the cards; what spending the card costs
whoever plays it; and whether it makes a basra.
"""


class Evaluator:
    """Evaluates plays and leaves under one set of house rules."""

    def __init__(
        self,
        kernel: Kernel,
        weights: Weights = Weights(),  # noqa: B008
        leaf_weights: Sequence[LeafWeights] = (),
    ) -> None:
        """Make an evaluator; *leaf_weights* begin with those of one deal left.

        Use `evaluator_for`, which knows the fitted weights and caches what it makes.
        """
        self.kernel = kernel
        self.weights = weights
        self.leaf_weights = leaf_weights
        self.komi = KOMI_RANK if kernel.rules.komi else -1
        """The rank of a komi that sweeps; where it does not, it is a seven like the others."""
        self._capture_cache: dict[int, tuple[BestCapture, ...]] = {}

    def evaluate(self, counted: CountedView) -> list[PlayValue]:
        """Return every play of *counted* with its value."""
        return self.values(
            counted.floor,
            counted.hand,
            counted.other_size,
            counted.pool,
            counted.lead,
            counted.deals_left,
        )

    def values(
        self, floor: int, hand: int, other_size: int, pool: int, lead: int, deals_left: int
    ) -> list[PlayValue]:
        """Return every play of *hand* with its value; see `CountedView` for the arguments."""
        weights, kernel = self.weights, self.kernel
        card_value = self.card_value(lead, deals_left)
        count = kernel.size(pool)
        reply_size, reply_weight = other_size, weights.reply
        if not other_size:
            reply_size = kernel.rules.hand_size if deals_left else 0
            reply_weight *= weights.reply_new_hand
        plays = []
        for rank in kernel.ranks_in(hand):
            unit = 1 << 3 * rank
            rest = hand - unit
            cost = 0.0
            if rank == JACK_RANK:
                cost = weights.jack - weights.spare_jack * (rest >> 3 * JACK_RANK & 7)
            elif rank == self.komi:
                cost = weights.komi
            keeps_komi = self.komi > 0 and rest >> 3 * KOMI_RANK & 7
            if rank in _QUEENS_AND_KINGS:
                trail_value = weights.trail_court
            else:
                trail_value = weights.trail_pip * _PIPS[rank]
            for move in kernel.moves(floor, rank):
                after, taken, cards, points, basra = move
                value = points + basra + card_value * cards - cost
                if reply_size:
                    value -= reply_weight * self.expected_reply(
                        after, pool, count, reply_size, card_value
                    )
                if after:
                    left = kernel.size(after)
                    value += weights.floor_card * left
                    if rest:
                        number, second = self._next_captures(after, rest, card_value)
                        value += weights.next_captures * number + weights.second_capture * second
                    if keeps_komi:
                        value += weights.komi_floor * left
                else:
                    value += weights.empty_floor
                if not taken:
                    value += trail_value
                plays.append((value, rank, move))
        return plays

    def wastes(self, floor: int, rank: int) -> bool:
        """Whether laying *rank* on *floor* wastes a jack or a komi: there is nothing to sweep."""
        return not floor and rank in (JACK_RANK, self.komi)

    def best_captures(self, floor: int) -> tuple[BestCapture, ...]:
        """Return what each rank that captures takes from *floor* at best."""
        try:
            return self._capture_cache[floor]
        except KeyError:
            if len(self._capture_cache) >= _CACHE_SIZE:
                self._capture_cache.clear()
            captures = self._capture_cache[floor] = tuple(self._find_best_captures(floor))
            return captures

    def _find_best_captures(self, floor: int) -> list[BestCapture]:
        weights = self.weights
        costs = {JACK_RANK: weights.reply_jack, self.komi: weights.reply_komi}
        captures: list[BestCapture] = []
        for rank in self.kernel.ranks:
            if floor >> 3 * rank & 7 >= self.kernel.copies[rank]:
                continue
            best = max(
                self.kernel.moves(floor, rank),
                key=lambda move: move[3] + move[4] + 2 * move[2],
            )
            if best[2]:
                cost = costs.get(rank, 0.0)
                captures.append((3 * rank, best[3] + best[4], best[2], cost, best[4] > 0))
        return captures

    def card_value(self, lead: int, deals_left: int) -> float:
        """Return what a card is worth to a seat that is *lead* cards ahead."""
        weights = self.weights
        sharp = 0.05 + 0.09 / deals_left if deals_left else 0.2
        even = 1 - tanh(sharp * lead) ** 2
        return weights.race * self.kernel.rules.most_cards * sharp * even + weights.card

    def expected_reply(
        self, floor: int, pool: int, count: int, size: int, card_value: float
    ) -> float:
        """Return the expected best capture of one who holds *size* cards of *pool*.

        *count* is how many cards are in *pool*.
        """
        gains = [
            (points + card_value * cards - cost, pool >> shift & 7)
            for shift, points, cards, cost, _ in self.best_captures(floor)
            if pool >> shift & 7
        ]
        gains.sort(reverse=True)
        chance_of_none = chances_of_none(count, size)
        expected, better, so_far = 0.0, 0, 1.0
        for gain, number in gains:
            if gain <= 0:
                break
            better += number
            none = chance_of_none[better]
            expected += gain * (so_far - none)
            so_far = none
        return expected

    def danger(self, floor: int, pool: int, size: int) -> float:
        """Return the chance that one who holds *size* cards of *pool* can make a basra."""
        threats = sum(pool >> shift & 7 for shift, *_, basra in self.best_captures(floor) if basra)
        return 1 - chances_of_none(self.kernel.size(pool), size)[threats]

    def _next_captures(self, floor: int, hand: int, card_value: float) -> tuple[int, float]:
        """How many ranks in *hand* can capture, and what the second best of them would gain."""
        number, best, second = 0, 0.0, 0.0
        for shift, points, cards, cost, _ in self.best_captures(floor):
            if hand >> shift & 7:
                number += 1
                gain = points + card_value * cards - cost
                if gain > best:
                    best, second = gain, best
                elif gain > second:
                    second = gain
        return number, second

    def leaf_features(self, floor: int, pool: int, lead: int, taker: int) -> LeafFeatures:
        """Return the features for the seat that plays next, whose *lead* and *taker* these are.

        *pool* are the cards still to be dealt.
        """
        total = self.kernel.size(pool)
        left = self.kernel.size(floor)
        basras = captures = cards_taken = specials = 0
        for shift, _, cards, cost, basra in self.best_captures(floor):
            number = pool >> shift & 7
            if number:
                captures += number
                cards_taken += number * cards
                if basra:
                    basras += number
                if cost:
                    specials += number
        return (
            1.0,
            float(lead),
            float(left),
            float(left * taker),
            float(not floor),
            basras / total,
            captures / total,
            cards_taken / total,
            specials * left / total,
        )

    def prospects(
        self, floor: int, pool: int, lead: int, taker: int, deals_left: int
    ) -> tuple[float, float]:
        """Return what the seat that plays next may expect before *deals_left* more deals.

        First its chance to have most cards less the other's, then its margin in all other points.
        """
        weights = self.leaf_weights[deals_left - 1]
        features = self.leaf_features(floor, pool, lead, taker)
        race = points = 0.0
        for feature, for_race, for_points in zip(
            features, weights.race, weights.points, strict=True
        ):
            race += for_race * feature
            points += for_points * feature
        return tanh(race), points

    def leaf_value(
        self, floor: int, pool: int, lead: int, taker: int, deals_left: int, most_cards: int
    ) -> float:
        """Return how many points more than the other the seat that plays next may expect.

        *most_cards* are the points for most cards.
        """
        race, points = self.prospects(floor, pool, lead, taker, deals_left)
        return most_cards * race + points


@lru_cache(maxsize=4096)
def chances_of_none(count: int, size: int) -> tuple[float, ...]:
    """Return, for 0 to *count* marked cards among *count*, the chance that *size* hold none."""
    whole = comb(count, size)
    return tuple(comb(count - marked, size) / whole for marked in range(count + 1))


def evaluator_for(rules: Rules, opponent_weight: float = 1.0) -> Evaluator:
    """Return the evaluator for *rules*, the same one each time.

    The other's reply weighs *opponent_weight* times what was fitted.
    """
    return _evaluator(rules, opponent_weight)


@lru_cache(maxsize=64)
def _evaluator(rules: Rules, opponent_weight: float) -> Evaluator:
    name = nearest_preset(rules)
    weights = Weights(**PLAY_WEIGHTS[name])
    weights = weights._replace(reply=weights.reply * opponent_weight)
    leaf_weights = [LeafWeights(race, points) for race, points in LEAF_WEIGHTS[name]]
    return Evaluator(kernel_for(rules), weights, leaf_weights)


def nearest_preset(rules: Rules) -> str:
    """Return the preset whose weights *rules* borrow.

    It has as many cards in a hand, and differs in the fewest fields.
    """
    return min(
        (name for name, preset in PRESETS.items() if preset.hand_size == rules.hand_size),
        key=lambda name: sum(
            getattr(rules, field) != getattr(PRESETS[name], field) for field in FIELDS
        ),
    )
