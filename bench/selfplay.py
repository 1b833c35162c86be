"""Rounds of the judgement against itself, in the kernel: what the fitting is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from basra.ai.double_dummy import last_deal
from basra.ai.evaluation import Judge
from basra.ai.kernel import Kernel
from basra.engine import ALL, Round
from basra.engine.shuffles import pack

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


def played(judge: Judge, number: int, seed: str, mark: Callable[[Played], None]) -> Played:
    """Let *judge* play round *number* of *seed* against itself; *mark* is called between deals."""
    packed = judge.kernel
    rules, size = packed.rules, packed.rules.hand_size
    opening = Round.deal(pack(seed, number), rules=rules)
    hands = [packed.bag(opening.hands[0]), packed.bag(opening.hands[1])]
    floor, stock = packed.bag(opening.floor), list(opening.stock)
    out = packed.bag(ALL) - floor
    state = Played(packed, floor, hands, [size, size], out, rules.deals - 1, [0, 0], [0, 0])
    while True:
        for _ in range(size):
            for seat in (0, 1):
                _play(state, judge, seat)
        if not stock:
            break
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
