"""Rounds of an evaluator against itself, in the kernel: what the leaf weights are fitted to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from basra.ai.double_dummy import last_deal_solver
from basra.ai.evaluation import Evaluator
from basra.ai.kernel import Kernel
from basra.engine import ALL, Round
from basra.engine.shuffles import pack

_EXACT = 8
"""Cards in both hands of the last deal from which on it is played exactly: more take too long."""


@dataclass(slots=True)
class SelfPlay:
    """The state of a round in the kernel; pairs are the first player's and the dealer's."""

    kernel: Kernel
    floor: int
    hands: list[int]
    sizes: list[int]
    unplayed: int
    """The rank counts of both hands and the stock."""
    deals_left: int
    piles: list[int]
    points: list[int]
    """Points but for most cards."""
    taker: int = -1

    def sign(self, seat: int) -> int:
        """Return 1 where *seat* took last, -1 where the other did, 0 where nobody has yet."""
        return 0 if self.taker < 0 else 1 if self.taker == seat else -1


def play_round(
    evaluator: Evaluator, number: int, seed: str, on_deal_end: Callable[[SelfPlay], None]
) -> SelfPlay:
    """Let *evaluator* play round *number* of *seed* against itself; return how it ended.

    *on_deal_end* is called between deals.
    """
    kernel = evaluator.kernel
    rules, size = kernel.rules, kernel.rules.hand_size
    opening = Round.deal(pack(seed, number), rules=rules)
    hands = [kernel.rank_counts(opening.hands[0]), kernel.rank_counts(opening.hands[1])]
    floor, stock = kernel.rank_counts(opening.floor), list(opening.stock)
    unplayed = kernel.rank_counts(ALL) - floor
    state = SelfPlay(kernel, floor, hands, [size, size], unplayed, rules.deals - 1, [0, 0], [0, 0])
    while True:
        for _ in range(size):
            for seat in (0, 1):
                _play(state, evaluator, seat)
        if not stock:
            break
        on_deal_end(state)
        state.hands = [kernel.rank_counts(stock[:size]), kernel.rank_counts(stock[size : 2 * size])]
        state.sizes = [size, size]
        state.deals_left -= 1
        stock = stock[2 * size :]
    if state.taker >= 0:
        state.piles[state.taker] += 52 - sum(state.piles)
        state.points[state.taker] += kernel.points(state.floor)
    return state


def _play(state: SelfPlay, evaluator: Evaluator, seat: int) -> None:
    kernel, other = state.kernel, 1 - seat
    lead = state.piles[seat] - state.piles[other]
    hand, pool = state.hands[seat], state.unplayed - state.hands[seat]
    if state.deals_left or sum(state.sizes) > _EXACT:
        plays = evaluator.values(
            state.floor, hand, state.sizes[other], pool, lead, state.deals_left
        )
    else:
        plays = last_deal_solver(kernel).values(state.floor, hand, pool, lead, state.sign(seat))
    _, rank, move = max(plays)
    unit = 1 << 3 * rank
    state.hands[seat] -= unit
    state.sizes[seat] -= 1
    state.unplayed -= unit
    state.floor, taken, cards, points, basra = move
    if taken:
        state.piles[seat] += cards
        state.points[seat] += points
        state.taker = seat
        if state.unplayed or kernel.rules.last_card_basra:
            state.points[seat] += basra
