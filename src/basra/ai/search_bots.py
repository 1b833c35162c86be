"""The bots that search: expert, master, and PIMC for reference.

Their thought is counted in plies, rollouts or worlds, never in seconds, so that the same random
stream gives the same play on any machine.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random

from basra.ai.beliefs import sample_hands
from basra.ai.cancellation import check_cancelled
from basra.ai.counts import CountedView, count_view, find_play
from basra.ai.double_dummy import DoubleDummySolver, last_deal_solver
from basra.ai.evaluation import Evaluator, evaluator_for
from basra.ai.heuristic_bot import best_of_last_deal, tie_break
from basra.ai.kernel import Move, kernel_for
from basra.ai.match_equity import match_equity
from basra.ai.search import Candidate, Search, paired_difference
from basra.engine.plays import Play
from basra.engine.state import View

_FEWEST_ROLLOUTS = 20
_MOST_WORLDS = 1500
"""Worlds that are imagined before a search; more of them change little."""
_CLOSE = 0.7
"""Points by which a play may seem worse and be taken for as good …"""
_CLOSE_BASRA = 2.0
"""… and by which a basra may, while the match is not at stake."""


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Searches the worlds it cannot tell apart, against a good player; solves last deals."""

    name: str
    character: str
    plies: int
    """How many cards it lays in thought: the earlier in the deal, the fewer rollouts that makes."""
    for_match: bool = True
    """Whether it plays for the match rather than for points where the two differ."""

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play that the search found best."""
        plays = view.legal_plays()
        if len(plays) == 1:
            return plays[0]
        evaluator = evaluator_for(view.rules)
        kernel = evaluator.kernel
        counted = count_view(view, kernel)
        if not counted.deals_left:
            _, rank, move = best_of_last_deal(evaluator, counted)
        else:
            depth = kernel.size(counted.hand) + counted.other_size
            rollouts = max(_FEWEST_ROLLOUTS, self.plies // depth)
            worlds = min(rollouts, _MOST_WORLDS)
            equity = match_equity(view) if self.for_match else None
            search = Search(evaluator, counted, rng, worlds=worlds, equity=equity)
            close_basra = _CLOSE_BASRA if equity is None else _CLOSE
            best = _choose(evaluator, counted, search.run(rollouts), close_basra)
            rank, move = best.rank, best.move
        return find_play(view, kernel, rank, move)


def _choose(
    evaluator: Evaluator, counted: CountedView, candidates: list[Candidate], close_basra: float
) -> Candidate:
    """Return the best of *candidates*, which are sorted, the best first.

    Of those that are as good, `tie_break` decides, and then how unlikely a basra of the other is;
    a basra is as good if it seems worse by at most *close_basra* points.
    """
    best = candidates[0]
    if not best.results:
        return best

    def is_close(candidate: Candidate) -> bool:
        worlds = len(candidate.results)
        behind, _ = paired_difference(best.results[:worlds], candidate.results)
        if candidate.move[4]:
            return behind <= close_basra
        return worlds == len(best.results) and behind <= _CLOSE

    reply_size = counted.other_size or evaluator.kernel.rules.hand_size

    def preference(candidate: Candidate) -> tuple[bool, bool, float]:
        rank, move = candidate.rank, candidate.move
        danger = evaluator.danger(move[0], counted.pool, reply_size)
        return *tie_break(evaluator, counted.floor, rank, move), -danger

    return max(filter(is_close, candidates), key=preference)


@dataclass(frozen=True, slots=True)
class PimcBot:
    """Perfect-information Monte Carlo, the usual way to play cards with hidden hands.

    It imagines worlds, solves the deal in each with all hands open, and takes the best on average.
    """

    worlds: int
    character: str = "imagines many deals and plays each as if all hands were open"

    @property
    def name(self) -> str:
        """`pimc:` and the number of worlds."""
        return f"pimc:{self.worlds}"

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play that is best on average over the worlds."""
        kernel = kernel_for(view.rules)
        counted = count_view(view, kernel)
        totals: dict[tuple[int, Move], float] = defaultdict(float)
        for values in _solve_worlds(evaluator_for(view.rules), counted, rng, self.worlds):
            for play, value in values.items():
                totals[play] += value
        rank, move = max(totals, key=lambda play: (totals[play], play))
        return find_play(view, kernel, rank, move)


def _solve_worlds(
    evaluator: Evaluator, counted: CountedView, rng: Random, worlds: int
) -> list[dict[tuple[int, Move], float]]:
    """Return what each play comes to in each of *worlds* worlds, once in the last deal."""
    kernel, deals_left = evaluator.kernel, counted.deals_left
    if not deals_left:
        solver = last_deal_solver(kernel)
        hands = [counted.pool]
    else:
        hands = sample_hands(evaluator, counted._replace(opponent_plays=()), rng, worlds)
    results = []
    for other in hands:
        check_cancelled()
        if deals_left:
            stock = counted.pool - other

            def leaf_value(
                floor: int, lead: int, taker: int, _low: float, _high: float, stock: int = stock
            ) -> float:
                most_cards = kernel.rules.most_cards
                return evaluator.leaf_value(floor, stock, lead, taker, deals_left, most_cards)

            solver = DoubleDummySolver(kernel, leaf_value, is_last=False)
        values = solver.values(counted.floor, counted.hand, other, counted.lead, counted.taker)
        results.append({(rank, move): value for value, rank, move in values})
    return results
