"""The bots that reckon a play ahead: beginner to hard.

Law of this file: a level differs from the next by what it remembers and how finely it weighs,
never by what it may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from basra.ai.counts import Table, play_of, table_of
from basra.ai.double_dummy import Valued, last_deal
from basra.ai.evaluation import Judge
from basra.ai.evaluators import heeding
from basra.ai.kernel import Move, kernel
from basra.engine.plays import Play
from basra.engine.views import View


@dataclass(frozen=True, slots=True)
class Reckoner:
    """Values every play by counting and takes the best, or nearly."""

    name: str
    character: str
    haze: float
    """How many points it misjudges by: the plays are drawn by exp(value / haze); 0 for the best."""
    heed: float
    """How much it minds what it leaves the other: 1 as much as is right for who counts cards."""
    memory: bool
    """Whether it remembers what has been taken."""
    exact: bool
    """Whether it plays the last deal exactly."""

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play of highest value, as far as the haze lets it see."""
        packed = kernel(view.rules)
        table = table_of(view, packed, memory=self.memory)
        judge = heeding(view.rules, self.heed)
        if self.exact and not table.deals_left:
            _, kind, move = exact_play(judge, table)
        else:
            plays = judged(judge, table)
            _, kind, move = drawn(plays, self.haze, rng) if self.haze else max(plays)
        return play_of(view, packed, kind, move)


def judged(judge: Judge, table: Table) -> list[Valued]:
    """Return the plays of *table* as *judge* values them."""
    return judge.values(
        table.floor, table.hand, table.other_size, table.pool, table.lead, table.deals_left
    )


def exact_play(judge: Judge, table: Table) -> Valued:
    """Return the best play of a last deal.

    Of plays that are as good it is a basra, else one that throws no jack or komi away because
    nothing depends on it any more, else the one that *judge* likes best.
    """
    values = last_deal(judge.kernel, table.carried).values(
        table.floor, table.hand, table.pool, table.lead, table.taker
    )
    best = max(values)[0]
    liking = {(kind, move): value for value, kind, move in judged(judge, table)}

    def preferred(play: Valued) -> tuple[bool, bool, float]:
        _, kind, move = play
        return *manners(judge, table.floor, kind, move), liking[kind, move]

    return max((play for play in values if play[0] == best), key=preferred)


def manners(judge: Judge, floor: int, kind: int, move: Move) -> tuple[bool, bool]:
    """Return what speaks for a play that is as good as another.

    Whether it makes a basra, and whether it keeps what would sweep nothing.
    """
    return move[4] > 0, not judge.throws_away(floor, kind)


def drawn(plays: list[Valued], haze: float, rng: Random) -> Valued:
    """Return one of *plays*, each drawn in proportion to exp(value / *haze*)."""
    best = max(plays)[0]
    weights = [exp((value - best) / haze) for value, _, _ in plays]
    mark = rng.random() * sum(weights)
    for weight, play in zip(weights, plays, strict=True):
        mark -= weight
        if mark < 0:
            return play
    return plays[-1]
