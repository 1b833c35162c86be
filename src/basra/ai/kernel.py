"""A round as a few small numbers, for search.

Suits hardly matter, so a card is reduced to its *rank*, an index: 0 (ace) to 12 (king), 13 for the
komi, and 14 and 15 for the two of clubs and the ten of diamonds where the rules give points for
them.  *Rank counts* say how many cards of each rank lie somewhere: one ``int``, three bits a rank.

The kernel decides nothing about the rules.  It asks the engine once what a rank takes from the
ranks that matter to it, and caches the answer; a property over random rounds of every preset holds
the two equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from basra.engine.captures import RELEVANT, basra_points, captures, may_trail
from basra.engine.cards import DECK, JACKS, KOMI, Card, Cards
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.scoring import TEN_OF_DIAMONDS, TWO_OF_CLUBS, card_points

JACK_RANK = next(iter(JACKS)) >> 2
KOMI_RANK = 13
_CACHE_SIZE = 1 << 16
_LOW = sum(7 << 6 * pair for pair in range(8))

Move: TypeAlias = tuple[int, int, int, int, int]
"""What a card of some rank can do to a floor, as plain numbers:

the rank counts of the floor afterwards; those of the cards taken, 0 where the card trails; how many
cards go to the pile, the played one among them; what those are worth by themselves; and the points
of the basra, which do not count where the last card of a round makes none.
"""
PlayValue: TypeAlias = tuple[float, int, Move]
"""A play: what it is worth to the seat that makes it, the rank of its card, and its move."""


class Result(NamedTuple):
    """The outcome of a round; pairs are the first player's and the dealer's."""

    cards: tuple[int, int]
    points: tuple[int, int]
    """Points but for most cards."""


class Kernel:
    """The rules of a round in rank counts, under one set of house rules."""

    def __init__(self, rules: Rules) -> None:
        """Make a kernel for *rules*; use `kernel_for`, which caches them."""
        self.rules = rules
        special = [(Cards(1 << KOMI), KOMI_RANK)]
        if rules.two_of_clubs_points:
            special.append((TWO_OF_CLUBS, 14))
        if rules.ten_of_diamonds_points:
            special.append((TEN_OF_DIAMONDS, 15))
        self.rank_of = tuple(
            next((rank for cards, rank in special if card in cards), card >> 2) for card in DECK
        )
        """The rank index of every card."""
        self._cards_of = [[card for card in DECK if self.rank_of[card] == k] for k in range(16)]
        self.copies = tuple(map(len, self._cards_of))
        """How many cards of each rank the pack has."""
        self.ranks = tuple(rank for rank in range(16) if self.copies[rank])
        """The ranks that the pack has."""
        self._points = [
            card_points(Cards(1 << cards[0]), rules) if cards else 0 for cards in self._cards_of
        ]
        self._relevant = [
            self._mask(RELEVANT[rules.taking][cards[-1]]) if cards else 0
            for cards in self._cards_of
        ]
        self._move_cache: dict[int, tuple[Move, ...]] = {}
        self._capture_cache: dict[int, list[tuple[int, int, int, int]]] = {}

    def _mask(self, cards: int) -> int:
        """The bits of the ranks that are among *cards*; -1, which means all cards, stays -1."""
        ranks = {self.rank_of[card] for card in DECK if cards >> card & 1}
        return -1 if cards < 0 else sum(7 << 3 * rank for rank in ranks)

    def rank_counts(self, cards: Iterable[Card]) -> int:
        """Return the rank counts of *cards*."""
        rank_of = self.rank_of
        return sum(1 << 3 * rank_of[card] for card in cards)

    @staticmethod
    def size(counts: int) -> int:
        """Return how many cards are in *counts*."""
        pairs = (counts & _LOW) + (counts >> 3 & _LOW)
        return pairs % 63

    def ranks_in(self, counts: int) -> tuple[int, ...]:
        """Return the ranks that are in *counts*, each once."""
        return _ranks_in(counts)

    def points(self, counts: int) -> int:
        """Return the points that the cards of *counts* are worth in a pile by themselves."""
        return sum(points * (counts >> 3 * rank & 7) for rank, points in enumerate(self._points))

    def key(self, play: Play) -> tuple[int, int]:
        """Return the rank that *play* lays and the rank counts it takes.

        Of the plays of one position, those with equal keys are worth the same.
        """
        return self.rank_of[play.card], self.rank_counts(play.taken)

    def moves(self, floor: int, rank: int) -> tuple[Move, ...]:
        """Return what a card of *rank* can do to a *floor*, each different outcome once."""
        try:
            return self._move_cache[floor << 4 | rank]
        except KeyError:
            if len(self._move_cache) >= _CACHE_SIZE:
                self._move_cache.clear()
            moves = self._move_cache[floor << 4 | rank] = self._find_moves(floor, rank)
            return moves

    def _find_moves(self, floor: int, rank: int) -> tuple[Move, ...]:
        """The moves of *rank*, from its captures on the part of the floor that matters to it."""
        relevant = self._relevant[rank]
        if relevant < 0 and floor & (floor - 1) and rank != KOMI_RANK:
            # Two cards or more of one rank leave one bit too, and are no basra for a jack either.
            return ((0, floor, self.size(floor) + 1, self.points(floor) + self._points[rank], 0),)
        part = floor & relevant
        moves = []
        for taken, cards, points, basra in self._captures(part, rank):
            after = floor - taken if taken else floor + (1 << 3 * rank)
            moves.append((after, taken, cards, points, 0 if after else basra))
        return tuple(moves)

    def _captures(self, floor: int, rank: int) -> list[tuple[int, int, int, int]]:
        """What *rank* takes from *floor*: rank counts, number of cards, points, and the basra.

        The engine is asked once, with cards that stand for the ranks.
        """
        outcomes = self._capture_cache.get(floor << 4 | rank)
        if outcomes is not None:
            return outcomes
        rules, card = self.rules, self._cards_of[rank][-1]
        on_floor = Cards.of(
            [
                card
                for number, cards in enumerate(self._cards_of)
                for card in cards[: floor >> 3 * number & 7]
            ]
        )
        by_counts: dict[int, tuple[int, int, int, int]] = {}
        for taken in captures(card, on_floor, rules):
            counts = self.rank_counts(taken)
            if counts not in by_counts:
                pile = taken | card
                basra = basra_points(card, taken, taken, rules)
                by_counts[counts] = (counts, len(pile), card_points(pile, rules), basra)
        if may_trail(card, on_floor, rules):
            by_counts[0] = (0, 0, 0, 0)
        if len(self._capture_cache) >= _CACHE_SIZE:
            self._capture_cache.clear()
        self._capture_cache[floor << 4 | rank] = outcomes = list(by_counts.values())
        return outcomes

    def play_random_round(
        self, floor: Sequence[Card], cards: Sequence[Card], random: Callable[[], float]
    ) -> Result:
        """Play a round from its opening at random, every card of a hand equally likely.

        *cards* are the cards in the order they are dealt: the first player's hand, the dealer's,
        and so on to the end of the stock.  *random* is the ``random`` of a stream.
        """
        cache, moves_of = self._move_cache, self.moves
        size = self.rules.hand_size
        order = [self.rank_of[card] for card in cards]
        on_floor = self.rank_counts(floor)
        piles, points, taker = [0, 0], [0, 0], -1
        basra = 0
        for start in range(0, len(order), 2 * size):
            hands = order[start : start + size], order[start + size : start + 2 * size]
            for left in range(size, 0, -1):
                seat = 0
                for hand in hands:
                    rank = hand.pop(int(random() * left))
                    moves = cache.get(on_floor << 4 | rank) or moves_of(on_floor, rank)
                    move = moves[0] if len(moves) == 1 else moves[int(random() * len(moves))]
                    on_floor, _, count, worth, basra = move
                    if count:
                        piles[seat] += count
                        points[seat] += worth + basra
                        taker = seat
                    seat = 1
        if not self.rules.last_card_basra:
            points[1] -= basra
        if taker >= 0:
            piles[taker] += 52 - piles[0] - piles[1]
            points[taker] += self.points(on_floor)
        return Result((piles[0], piles[1]), (points[0], points[1]))


@lru_cache(maxsize=1 << 14)
def _ranks_in(counts: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(16) if counts >> 3 * rank & 7)


@lru_cache(maxsize=32)
def kernel_for(rules: Rules) -> Kernel:
    """Return the kernel of *rules*, the same one each time."""
    return Kernel(rules)
