"""What the other may hold: hands sampled from the unseen cards, weighed by how he has played."""

from __future__ import annotations

from math import exp
from random import Random

from basra.ai.cancellation import check_cancelled
from basra.ai.counts import CountedView
from basra.ai.evaluation import Evaluator

OPPONENT_TEMPERATURE = 2.0
"""The other is taken to draw his plays by exp(value / temperature), in points …"""
OPPONENT_EPSILON = 0.03
"""… and with this chance to play anything at all."""


def sample_hands(evaluator: Evaluator, counted: CountedView, rng: Random, count: int) -> list[int]:
    """Return *count* hands, as rank counts, each as often as it explains what the other played."""
    kernel = evaluator.kernel
    cards = [
        rank for rank in kernel.ranks_in(counted.pool) for _ in range(counted.pool >> 3 * rank & 7)
    ]
    random, size = rng.random, counted.other_size
    hands = []
    for _ in range(count):
        for place in range(size):
            other = place + int(random() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        hands.append(sum(1 << 3 * rank for rank in cards[:size]))
    if not counted.opponent_plays:
        return hands
    weights = {hand: likelihood(evaluator, counted, hand) for hand in set(hands)}
    step = sum(weights[hand] for hand in hands) / count
    resampled: list[int] = []
    so_far, mark = 0.0, step * random()
    for hand in hands:
        so_far += weights[hand]
        while mark < so_far and len(resampled) < count:
            resampled.append(hand)
            mark += step
    return resampled or hands


def likelihood(evaluator: Evaluator, counted: CountedView, hand: int) -> float:
    """Return how likely the other's plays in this deal are if *hand* is what he has left."""
    likely = 1.0
    for play in reversed(counted.opponent_plays):
        check_cancelled()
        hand += 1 << 3 * play.rank
        pool = play.unplayed - hand
        values = evaluator.values(
            play.floor, hand, play.observer_size, pool, play.lead, counted.deals_left
        )
        best = max(values)[0]
        total = chosen = 0.0
        for value, rank, move in values:
            weight = exp((value - best) / OPPONENT_TEMPERATURE)
            total += weight
            if rank == play.rank and move[1] == play.taken:
                chosen += weight
        likely *= (1 - OPPONENT_EPSILON) * chosen / total + OPPONENT_EPSILON / len(values)
    return likely
