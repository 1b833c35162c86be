"""The bots that search: expert, master, and plain sampling of worlds for reference.

Law of this file: a bot here is a search and how much of it; thought is counted in tries, so that a
stream of chance repeats a play on any machine.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random

from basra.ai.beliefs import imagined_hands
from basra.ai.cancellation import pause
from basra.ai.counts import Table, play_of, table_of
from basra.ai.double_dummy import DealSolver, last_deal
from basra.ai.evaluation import Judge
from basra.ai.evaluators import mind
from basra.ai.heuristic_bot import exact_play, manners
from basra.ai.kernel import Move, kernel
from basra.ai.leaf_values import deal_end_value, features
from basra.ai.match_equity import stakes_of
from basra.ai.search import Option, Search, gap
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.views import View

_MOST_HANDS = 1500
"""Hands of the other that are imagined before a search; more of them change little."""
_CLOSE = 0.7
"""Points by which a play may seem worse and be taken for as good …"""
_CLOSE_BASRA = 2.0
"""… and by which a basra may, while nothing depends on it but points."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches the worlds it cannot tell apart, against a good player; last deals exactly."""

    name: str
    character: str
    plies: int
    """How many cards it lays in thought: the earlier in the deal, the fewer tries that makes."""
    for_match: bool = True
    """Whether it plays for the match rather than for points where the two differ."""

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play that the search found best."""
        plays = view.legal_plays()
        if len(plays) == 1:
            return plays[0]
        packed = kernel(view.rules)
        table = table_of(view, packed)
        judge, ends = mind(view.rules)
        if not table.deals_left:
            _, kind, move = exact_play(judge, table)
        else:
            tries = max(20, self.plies // (packed.size(table.hand) + table.other_size))
            hands = min(tries, _MOST_HANDS)
            stakes = stakes_of(view) if self.for_match else None
            search = Search(judge, ends, table, rng, hands=hands, stakes=stakes)
            basra = _CLOSE if stakes else _CLOSE_BASRA
            best = _settled(judge, table, search.run(tries), basra)
            kind, move = best.kind, best.move
        return play_of(view, packed, kind, move)


def _settled(judge: Judge, table: Table, options: list[Option], basra: float) -> Option:
    """Return the best of *options*, the best first.

    Of those as good it is the one of better manners, and then the one after which a basra of the
    other is least likely; a basra is as good if it seems worse by so many points as *basra*.
    """
    best = options[0]
    if not best.results:
        return best

    def is_close(option: Option) -> bool:
        worlds = len(option.results)
        behind, _ = gap(best.results[:worlds], option.results)
        if option.move[4]:
            return behind <= basra
        return worlds == len(best.results) and behind <= _CLOSE

    held = table.other_size or judge.kernel.rules.hand_size

    def preferred(option: Option) -> tuple[bool, bool, float]:
        danger = judge.danger(option.move[0], table.pool, held)
        return *manners(judge, table.floor, option.kind, option.move), -danger

    return max(filter(is_close, options), key=preferred)


@dataclass(frozen=True, slots=True)
class Sampler:
    """Imagines worlds, solves the deal in each with all hands open, and takes the best on average.

    The usual way to play cards with hidden hands, known as PIMC; here for reference.
    """

    worlds: int
    character: str = "imagines many deals and plays each as if all hands were open"

    @property
    def name(self) -> str:
        """`pimc:` and the number of worlds."""
        return f"pimc:{self.worlds}"

    def choose(self, view: View, rng: Random) -> Play:
        """Return the play that is best on average over the worlds."""
        packed = kernel(view.rules)
        table = table_of(view, packed)
        totals: dict[tuple[int, Move], float] = defaultdict(float)
        for values in sampled_values(view.rules, table, rng, self.worlds):
            for (kind, move), value in values.items():
                totals[kind, move] += value
        kind, move = max(totals, key=lambda play: (totals[play], play))
        return play_of(view, packed, kind, move)


def sampled_values(
    rules: Rules, table: Table, rng: Random, worlds: int
) -> list[dict[tuple[int, Move], float]]:
    """Return what each play comes to in each of *worlds* worlds, once in the last deal."""
    packed, (judge, ends) = kernel(rules), mind(rules)
    if not table.deals_left:
        solver = last_deal(packed)
        hands = [table.pool]
    else:
        end = ends[table.deals_left - 1]
        hands = imagined_hands(judge, table._replace(seen=()), rng, worlds)
    found = []
    for other in hands:
        pause()
        if table.deals_left:
            stock = table.pool - other

            def score(
                floor: int, lead: int, taker: int, _low: float, _high: float, stock: int = stock
            ) -> float:
                row = features(judge, floor, stock, lead, taker)
                return deal_end_value(end, rules.most_cards, row)

            solver = DealSolver(packed, score, is_last=False)
        values = solver.values(table.floor, table.hand, other, table.lead, table.taker)
        found.append({(kind, move): value for value, kind, move in values})
    return found
