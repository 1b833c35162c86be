"""What the other may hold, judged by how it has played.

Law of this file: it imagines hands from what a seat has not seen and weighs them by the plays of
this deal; it decides nothing.
"""

from __future__ import annotations

from math import exp
from random import Random

from basra.ai.cancellation import pause
from basra.ai.counts import Table
from basra.ai.evaluation import Judge

DOUBT = 2.0
"""Points by which the other is taken to misjudge his plays."""
WHIM = 0.03
"""How often the other is taken to play anything at all."""


def imagined_hands(judge: Judge, table: Table, rng: Random, count: int) -> list[int]:
    """Return *count* bags that the other may hold, as often as each explains what he played."""
    packed = judge.kernel
    cards = [
        kind for kind in packed.kinds_in(table.pool) for _ in range(table.pool >> 3 * kind & 7)
    ]
    random, held = rng.random, table.other_size
    drawn = []
    for _ in range(count):
        for place in range(held):
            other = place + int(random() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        drawn.append(sum(1 << 3 * kind for kind in cards[:held]))
    if not table.seen:
        return drawn
    explained = {hand: explains(judge, table, hand) for hand in set(drawn)}
    step = sum(explained[hand] for hand in drawn) / count
    kept: list[int] = []
    so_far, mark = 0.0, step * random()
    for hand in drawn:
        so_far += explained[hand]
        while mark < so_far and len(kept) < count:
            kept.append(hand)
            mark += step
    return kept or drawn


def explains(judge: Judge, table: Table, hand: int) -> float:
    """Return how likely the other's plays in this deal are if it has *hand* left."""
    likely = 1.0
    for seen in reversed(table.seen):
        pause()
        hand += 1 << 3 * seen.kind
        pool = seen.out - hand
        values = judge.values(seen.floor, hand, seen.facing, pool, seen.lead, table.deals_left)
        best = max(values)[0]
        total = chosen = 0.0
        for value, kind, move in values:
            weight = exp((value - best) / DOUBT)
            total += weight
            if kind == seen.kind and move[1] == seen.taken:
                chosen += weight
        likely *= (1 - WHIM) * chosen / total + WHIM / len(values)
    return likely
