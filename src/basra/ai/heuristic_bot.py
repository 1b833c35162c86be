"""The bots that evaluate without searching: beginner to hard.

A level differs from the next by what it remembers and how finely it weighs, never by what it may
see.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from basra.ai.counts import CountedView, count_view, find_play
from basra.ai.double_dummy import solve_last_deal
from basra.ai.evaluation import Evaluator, evaluator_for
from basra.ai.kernel import Move, PlayValue, kernel_for
from basra.engine.plays import Play
from basra.engine.state import View


@dataclass(frozen=True, slots=True)
class HeuristicBot:
    """Evaluates every play and takes the best, or nearly."""

    name: str
    character: str
    temperature: float
    """How many points it misjudges by: it draws by exp(value / temperature); 0 for the best."""
    opponent_weight: float
    """How much the other's reply counts: 1 as much as is right for who counts cards."""
    memory: bool
    """Whether it remembers what has been taken."""
    solves_last_deal: bool
    """Whether it plays the last deal exactly."""

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play of highest value, or one drawn by its temperature."""
        kernel = kernel_for(view.rules)
        counted = count_view(view, kernel, memory=self.memory)
        evaluator = evaluator_for(view.rules, self.opponent_weight)
        if self.solves_last_deal and not counted.deals_left:
            _, rank, move = best_of_last_deal(evaluator, counted)
        elif self.temperature:
            _, rank, move = sample_softmax(evaluator.evaluate(counted), self.temperature, rng)
        else:
            _, rank, move = max(evaluator.evaluate(counted))
        return find_play(view, kernel, rank, move)


def best_of_last_deal(evaluator: Evaluator, counted: CountedView) -> PlayValue:
    """Return the best play of a last deal, both hands being known.

    Ties are broken by `tie_break`, and then by what *evaluator* makes of the plays.
    """
    plays = solve_last_deal(counted, evaluator.kernel)
    best = max(plays)[0]
    at_a_glance = {(rank, move): value for value, rank, move in evaluator.evaluate(counted)}

    def preference(play: PlayValue) -> tuple[bool, bool, float]:
        _, rank, move = play
        return *tie_break(evaluator, counted.floor, rank, move), at_a_glance[rank, move]

    return max((play for play in plays if play[0] == best), key=preference)


def tie_break(evaluator: Evaluator, floor: int, rank: int, move: Move) -> tuple[bool, bool]:
    """Return the preference among plays that are as good as each other, the highest first.

    A basra comes first, then a play that wastes no jack or komi.
    """
    return move[4] > 0, not evaluator.wastes(floor, rank)


def sample_softmax(plays: list[PlayValue], temperature: float, rng: Random) -> PlayValue:
    """Return one of *plays*, each drawn in proportion to exp(value / *temperature*)."""
    best = max(plays)[0]
    weights = [exp((value - best) / temperature) for value, _, _ in plays]
    mark = rng.random() * sum(weights)
    for weight, play in zip(weights, plays, strict=True):
        mark -= weight
        if mark < 0:
            return play
    return plays[-1]
