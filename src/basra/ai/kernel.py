"""A round as a few small numbers, for search.

Law of this file: it decides nothing about the rules.  It asks the engine once what a kind of card
takes from the kinds that matter to it, and remembers the answer; a property over random rounds of
every preset holds the two equal.

How it thinks: suits hardly matter, so cards are reduced to *kinds*: the thirteen ranks, the komi
apart, and the two of clubs and ten of diamonds apart where the rules give points for them.  A
*bag* is how many cards of each kind lie somewhere, three bits a kind, in one ``int``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from basra.engine.captures import RELEVANT, basra_points, captures, may_trail
from basra.engine.cards import DECK, KOMI, Card, Cards
from basra.engine.rules import Rules
from basra.engine.scoring import TEN_OF_DIAMONDS, TWO_OF_CLUBS, card_points

KOMI_KIND = 13
"""The kind of the komi; those below it are the ranks."""
_REMEMBERED = 1 << 16
_LOW = sum(7 << 6 * pair for pair in range(8))

Move: TypeAlias = tuple[int, int, int, int, int]
"""What playing a kind of card can do to a floor, as plain numbers:

the bag on the floor afterwards; the bag that is taken, 0 where the card trails; how many cards go
to the pile, the played one among them; what those are worth by themselves; and the points of the
basra, which do not count where the last card of a round makes none.
"""


class Result(NamedTuple):
    """How a round came out, pairs being the first player's and the dealer's."""

    cards: tuple[int, int]
    points: tuple[int, int]
    """Points but for most cards."""


class Kernel:
    """The packed rules of a round under one set of house rules."""

    def __init__(self, rules: Rules) -> None:
        """Make a kernel for *rules*; use `kernel`, which remembers them."""
        self.rules = rules
        apart = [(Cards(1 << KOMI), KOMI_KIND)]
        if rules.two_of_clubs_points:
            apart.append((TWO_OF_CLUBS, 14))
        if rules.ten_of_diamonds_points:
            apart.append((TEN_OF_DIAMONDS, 15))
        self.kind_of = tuple(
            next((kind for cards, kind in apart if card in cards), card >> 2) for card in DECK
        )
        """The kind of every card: its rank, 0 (ace) to 12 (king), or 13 for the komi, and so on."""
        self._cards_of = [[card for card in DECK if self.kind_of[card] == k] for k in range(16)]
        self.count_of = tuple(map(len, self._cards_of))
        """How many cards there are of each kind."""
        self.kinds = tuple(kind for kind in range(16) if self.count_of[kind])
        """The kinds there are."""
        self._worth = [
            card_points(Cards(1 << cards[0]), rules) if cards else 0 for cards in self._cards_of
        ]
        self._matters = [
            self._mask(RELEVANT[rules.taking][cards[-1]]) if cards else 0
            for cards in self._cards_of
        ]
        self._moves: dict[int, tuple[Move, ...]] = {}
        self._answered: dict[int, list[tuple[int, int, int, int]]] = {}

    def _mask(self, cards: int) -> int:
        """The places in a bag of the kinds that are among *cards*, -1 for -1: all of them."""
        kinds = {self.kind_of[card] for card in DECK if cards >> card & 1}
        return -1 if cards < 0 else sum(7 << 3 * kind for kind in kinds)

    def bag(self, cards: Iterable[Card]) -> int:
        """Return the bag of *cards*."""
        kind_of = self.kind_of
        return sum(1 << 3 * kind_of[card] for card in cards)

    @staticmethod
    def size(bag: int) -> int:
        """Return how many cards are in *bag*."""
        pairs = (bag & _LOW) + (bag >> 3 & _LOW)
        return pairs % 63

    def kinds_in(self, bag: int) -> tuple[int, ...]:
        """Return the kinds that are in *bag*, each once."""
        return _kinds_in(bag)

    def worth(self, bag: int) -> int:
        """Return the points that the cards of *bag* are worth in a pile by themselves."""
        return sum(points * (bag >> 3 * kind & 7) for kind, points in enumerate(self._worth))

    def moves(self, floor: int, kind: int) -> tuple[Move, ...]:
        """Return what a card of *kind* can do to a *floor*, each different outcome once."""
        try:
            return self._moves[floor << 4 | kind]
        except KeyError:
            if len(self._moves) >= _REMEMBERED:
                self._moves.clear()
            moves = self._moves[floor << 4 | kind] = self._made(floor, kind)
            return moves

    def _made(self, floor: int, kind: int) -> tuple[Move, ...]:
        """Make the moves of *kind* from what the engine answers to the part that matters."""
        matters = self._matters[kind]
        if matters < 0 and floor & (floor - 1) and kind != KOMI_KIND:
            # Two cards or more of one kind leave one bit too, and are no basra for a jack either.
            return ((0, floor, self.size(floor) + 1, self.worth(floor) + self._worth[kind], 0),)
        part = floor & matters
        moves = []
        for taken, cards, points, basra in self._answers(part, kind):
            after = floor - taken if taken else floor + (1 << 3 * kind)
            moves.append((after, taken, cards, points, 0 if after else basra))
        return tuple(moves)

    def _answers(self, floor: int, kind: int) -> list[tuple[int, int, int, int]]:
        """Return what *kind* takes from *floor*: a bag, its cards and points, and the basra.

        Asks the engine, with cards that stand for the kinds, and remembers what it says.
        """
        answers = self._answered.get(floor << 4 | kind)
        if answers is not None:
            return answers
        rules, card = self.rules, self._cards_of[kind][-1]
        lying = Cards.of(
            [
                card
                for number, cards in enumerate(self._cards_of)
                for card in cards[: floor >> 3 * number & 7]
            ]
        )
        found: dict[int, tuple[int, int, int, int]] = {}
        for taken in captures(card, lying, rules):
            bag = self.bag(taken)
            if bag not in found:
                pile = taken | card
                basra = basra_points(card, taken, taken, rules)
                found[bag] = (bag, len(pile), card_points(pile, rules), basra)
        if may_trail(card, lying, rules):
            found[0] = (0, 0, 0, 0)
        if len(self._answered) >= _REMEMBERED:
            self._answered.clear()
        self._answered[floor << 4 | kind] = answers = list(found.values())
        return answers

    def random_round(
        self, floor: Sequence[Card], cards: Sequence[Card], random: Callable[[], float]
    ) -> Result:
        """Play a round from its opening at random, every card of a hand equally likely.

        *cards* are the cards in the order they are dealt: the first player's hand, the dealer's,
        and so on to the end of the stock.  *random* is the ``random`` of a stream.
        """
        known, ask = self._moves, self.moves
        size = self.rules.hand_size
        order = [self.kind_of[card] for card in cards]
        lying = self.bag(floor)
        piles, points, taker = [0, 0], [0, 0], -1
        basra = 0
        for start in range(0, len(order), 2 * size):
            hands = order[start : start + size], order[start + size : start + 2 * size]
            for left in range(size, 0, -1):
                seat = 0
                for hand in hands:
                    kind = hand.pop(int(random() * left))
                    moves = known.get(lying << 4 | kind) or ask(lying, kind)
                    move = moves[0] if len(moves) == 1 else moves[int(random() * len(moves))]
                    lying, _, count, worth, basra = move
                    if count:
                        piles[seat] += count
                        points[seat] += worth + basra
                        taker = seat
                    seat = 1
        if not self.rules.last_card_basra:
            points[1] -= basra
        if taker >= 0:
            piles[taker] += 52 - piles[0] - piles[1]
            points[taker] += self.worth(lying)
        return Result((piles[0], piles[1]), (points[0], points[1]))


@lru_cache(maxsize=1 << 14)
def _kinds_in(bag: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(16) if bag >> 3 * kind & 7)


@lru_cache(maxsize=32)
def kernel(rules: Rules) -> Kernel:
    """Return the kernel of *rules*, the same one each time."""
    return Kernel(rules)
