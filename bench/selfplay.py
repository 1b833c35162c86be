"""Rounds of the judgement against itself, in the kernel: what the fitting is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from basra.ai.dealsolver import last_deal
from basra.ai.judge import Judge
from basra.ai.kernel import Kernel
from basra.engine import ALL, Round, shuffled, stream

_EXACT = 8
"""Cards in both hands of the last deal from which on it is played exactly: more take too long."""


@dataclass(slots=True)
class Played:
    """A round in the kernel; pairs are the first player's and the dealer's."""

    packed: Kernel
    floor: int
    hands: list[int]
    sizes: list[int]
    out: int
    """The bag of both hands and the stock."""
    deals_left: int
    piles: list[int]
    points: list[int]
    """Points but for most cards."""
    taker: int = -1

    def sign(self, seat: int) -> int:
        """Return 1 where *seat* took last, -1 where the other did, 0 where nobody has yet."""
        return 0 if self.taker < 0 else 1 if self.taker == seat else -1

    @property
    def margin(self) -> int:
        """What the first player has more, most cards among it: for a round that is over."""
        most = self.packed.rules.most_cards
        race = (self.piles[0] > self.piles[1]) - (self.piles[0] < self.piles[1])
        return self.points[0] - self.points[1] + most * race


def played(
    judges: tuple[Judge, Judge],
    number: int,
    seed: str,
    mark: Callable[[Played], None] | None = None,
) -> Played:
    """Play round *number* of *seed* and return it; *mark* is called between two deals."""
    packed = judges[0].kernel
    rules, size = packed.rules, packed.rules.hand_size
    opening = Round.deal(shuffled(stream(seed, "deck", number)), rules=rules)
    hands = [packed.bag(opening.hands[0]), packed.bag(opening.hands[1])]
    floor, stock = packed.bag(opening.floor), list(opening.stock)
    out = packed.bag(ALL) - floor
    state = Played(packed, floor, hands, [size, size], out, rules.deals - 1, [0, 0], [0, 0])
    while True:
        for _ in range(size):
            for seat in (0, 1):
                _play(state, judges[seat], seat)
        if not stock:
            break
        if mark is not None:
            mark(state)
        state.hands = [packed.bag(stock[:size]), packed.bag(stock[size : 2 * size])]
        state.sizes = [size, size]
        state.deals_left -= 1
        stock = stock[2 * size :]
    if state.taker >= 0:
        state.piles[state.taker] += 52 - sum(state.piles)
        state.points[state.taker] += packed.worth(state.floor)
    return state


def _play(state: Played, judge: Judge, seat: int) -> None:
    packed, other = state.packed, 1 - seat
    lead = state.piles[seat] - state.piles[other]
    hand, pool = state.hands[seat], state.out - state.hands[seat]
    if state.deals_left or sum(state.sizes) > _EXACT:
        plays = judge.values(state.floor, hand, state.sizes[other], pool, lead, state.deals_left)
    else:
        plays = last_deal(packed).values(state.floor, hand, pool, lead, state.sign(seat))
    _, kind, move = max(plays)
    unit = 1 << 3 * kind
    state.hands[seat] -= unit
    state.sizes[seat] -= 1
    state.out -= unit
    state.floor, taken, cards, points, basra = move
    if taken:
        state.piles[seat] += cards
        state.points[seat] += points
        state.taker = seat
        if state.out or packed.rules.last_card_basra:
            state.points[seat] += basra


def margins(judges: tuple[Judge, Judge], pairs: int, seed: str) -> Iterator[float]:
    """Yield what the first judge makes more than the second, a pair of rounds at a time.

    Each pack is played twice with the seats swapped.
    """
    for number in range(pairs):
        there = played(judges, number, seed).margin
        back = played((judges[1], judges[0]), number, seed).margin
        yield (there - back) / 2
