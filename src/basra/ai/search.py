"""Searching the worlds that a seat cannot tell apart.

A *world* is a hand that the other may hold, sampled by how well it explains his plays in this
deal.  A *rollout* plays the deal out in one world after one candidate play.  The seat's own later
plays are chosen by how good they have been so far and how little they are known (UCB); the other
plays as a good player who cannot see this hand would (see `evaluation`), and so does the seat
beyond the tree.  At the end of the deal a leaf value is taken.  Values are points of the round, or
match equity where the match may be decided (see `match_equity`).

A search knows the seat's own cards, what lies open and how the other has played in this deal, and
nothing else; it stops after a number of rollouts, never after a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from basra.ai.beliefs import sample_hands
from basra.ai.cancellation import check_cancelled
from basra.ai.counts import CountedView
from basra.ai.evaluation import Evaluator
from basra.ai.kernel import Kernel, Move
from basra.ai.match_equity import MatchEquity

EXPLORATION = 10.0
"""Points by which a later play that is little known may be better than it looks."""
_PRUNING_INTERVAL = 20
"""Worlds between two times that candidates are dropped."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A play that is open now, and what it came to in each world."""

    rank: int
    move: Move
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What it came to, on average."""
        return sum(self.results) / len(self.results) if self.results else 0.0


@dataclass(slots=True)
class Node:
    """A later play of the seat's own."""

    rank: int
    move: Move
    visits: int = 0
    total: float = 0.0


def candidates_of(kernel: Kernel, floor: int, hand: int) -> list[Candidate]:
    """Return the plays that *hand* has on *floor*."""
    return [
        Candidate(rank, move)
        for rank in kernel.ranks_in(hand)
        for move in kernel.moves(floor, rank)
    ]


def paired_difference(best: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return how far *values* are behind *best* over the same worlds, and its standard error.

    Of a single world, which is taken for exact, the error is 0.
    """
    differences = [ahead - behind for ahead, behind in zip(best, values, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    if count == 1:
        return mean, 0.0
    return mean, sqrt(sum((one - mean) ** 2 for one in differences) / (count - 1) / count)


def is_clearly_worse(candidate: Candidate, best: Candidate) -> bool:
    """Whether *candidate* is clearly worse than *best* over the same worlds."""
    mean, error = paired_difference(best.results, candidate.results)
    return mean > 2.5 * error + 0.05


class Search:
    """A search of one position."""

    def __init__(
        self,
        evaluator: Evaluator,
        root: CountedView,
        rng: Random,
        *,
        worlds: int,
        equity: MatchEquity | None = None,
    ) -> None:
        """Prepare to search *root*, not of the last deal, in so many *worlds* drawn from *rng*.

        With *equity* it plays for the match, else for points.
        """
        self.evaluator = evaluator
        self.kernel = evaluator.kernel
        self.root = root
        self.equity = equity
        self.most_cards = self.kernel.rules.most_cards + root.carried
        self.worlds = sample_hands(evaluator, root, rng, worlds)
        self.nodes: dict[object, list[Node]] = {}
        self._policy_cache: dict[tuple[int, int, int, int, int], tuple[int, Move]] = {}
        self._leaf_cache: dict[tuple[int, int, int, int], float] = {}
        self._prospects_cache: dict[tuple[int, int, int, int], tuple[float, float]] = {}

    def run(self, rollouts: int) -> list[Candidate]:
        """Return the plays, the best first, after about so many *rollouts*.

        Every world is tried with every play that is still active, so that luck with the worlds is
        the same for all; a play that is clearly worse is dropped.
        """
        active = candidates_of(self.kernel, self.root.floor, self.root.hand)
        dropped: list[Candidate] = []
        count = number = 0
        while count < rollouts and len(active) > 1:
            self._try_world(number, active)
            count += len(active)
            number += 1
            check_cancelled()
            if number % _PRUNING_INTERVAL == 0:
                active.sort(key=lambda candidate: candidate.mean, reverse=True)
                worse = [one for one in active[1:] if is_clearly_worse(one, active[0])]
                dropped = worse + dropped
                active = [candidate for candidate in active if candidate not in worse]
        active.sort(key=lambda candidate: candidate.mean, reverse=True)
        return active + dropped

    def all_results(self, worlds: int) -> dict[tuple[int, Move], list[float]]:
        """Return what every play comes to in each of so many *worlds*, none being dropped."""
        candidates = candidates_of(self.kernel, self.root.floor, self.root.hand)
        for number in range(worlds):
            check_cancelled()
            self._try_world(number, candidates)
        return {(candidate.rank, candidate.move): candidate.results for candidate in candidates}

    def _try_world(self, number: int, candidates: list[Candidate]) -> None:
        world = self.worlds[number % len(self.worlds)]
        for candidate in candidates:
            candidate.results.append(self._rollout(world, candidate))

    def _rollout(self, other: int, first: Candidate) -> float:
        """Play the deal out from *first*, the other holding *other*; return what it comes to."""
        root, kernel = self.root, self.kernel
        floor, hand, lead, taker = root.floor, root.hand, root.lead, root.taker
        size, other_size = kernel.size(hand), root.other_size
        unplayed = root.pool + hand
        gain = total = 0
        rank, move = first.rank, first.move
        path: object = None
        is_mine, in_tree = True, True
        visited: list[Node] = []
        while True:
            unit = 1 << 3 * rank
            floor, taken, cards, points, basra = move
            unplayed -= unit
            if is_mine:
                hand -= unit
                size -= 1
                if taken:
                    lead += cards
                    total += points + basra
                    gain += points + basra
                    taker = 1
            else:
                other -= unit
                other_size -= 1
                if taken:
                    lead -= cards
                    total += points + basra
                    gain -= points + basra
                    taker = -1
            is_mine = not is_mine
            if not (hand or other):
                break
            path = (path, rank, taken)
            if not is_mine:
                rank, move = self._policy(floor, other, size, unplayed - other, -lead)
            elif not in_tree:
                rank, move = self._policy(floor, hand, other_size, unplayed - hand, lead)
            else:
                nodes = self.nodes.get(path)
                if nodes is None:
                    in_tree = False
                    rank, move = self._policy(floor, hand, other_size, unplayed - hand, lead)
                    nodes = self.nodes[path] = [
                        Node(one.rank, one.move) for one in candidates_of(kernel, floor, hand)
                    ]
                    node = next(node for node in nodes if node.rank == rank and node.move == move)
                else:
                    node = _select(nodes)
                    rank, move = node.rank, node.move
                visited.append(node)
        if self.equity is None:
            value = gain + self._leaf_value(floor, unplayed, lead, taker, is_mine)
        else:
            mine = (total + gain) // 2
            value = self._leaf_equity(
                self.equity, mine, total - mine, floor, unplayed, lead, taker, is_mine
            )
        for node in visited:
            node.visits += 1
            node.total += value
        return value

    def _policy(
        self, floor: int, hand: int, other_size: int, pool: int, lead: int
    ) -> tuple[int, Move]:
        """What a good player does here who sees *hand* only."""
        key = (floor, hand, other_size, pool, lead)
        play = self._policy_cache.get(key)
        if play is None:
            check_cancelled()
            deals_left = self.root.deals_left
            values = self.evaluator.values(floor, hand, other_size, pool, lead, deals_left)
            _, rank, move = max(values)
            play = self._policy_cache[key] = (rank, move)
        return play

    def _leaf_value(self, floor: int, pool: int, lead: int, taker: int, is_mine: bool) -> float:
        """What the end of the deal is worth to this seat; *is_mine*: it plays next."""
        if not is_mine:
            lead, taker = -lead, -taker
        key = (floor, pool, lead, taker)
        value = self._leaf_cache.get(key)
        if value is None:
            value = self._leaf_cache[key] = self.evaluator.leaf_value(
                floor, pool, lead, taker, self.root.deals_left, self.most_cards
            )
        return value if is_mine else -value

    def _leaf_equity(
        self,
        equity: MatchEquity,
        mine: int,
        theirs: int,
        floor: int,
        pool: int,
        lead: int,
        taker: int,
        is_mine: bool,
    ) -> float:
        """`_leaf_value` for the match; *mine* and *theirs* are points made in the rollout."""
        if not is_mine:
            lead, taker = -lead, -taker
        key = (floor, pool, lead, taker)
        prospects = self._prospects_cache.get(key)
        if prospects is None:
            prospects = self._prospects_cache[key] = self.evaluator.prospects(
                floor, pool, lead, taker, self.root.deals_left
            )
        race, margin = prospects if is_mine else (-prospects[0], -prospects[1])
        card_points = self.kernel.points(floor + pool)
        return equity.leaf_value(mine, theirs, card_points, race, margin, self.root.deals_left)


def _select(nodes: list[Node]) -> Node:
    """The play to try: one that is untried, or the one that may be best."""
    visits = 0
    for node in nodes:
        if not node.visits:
            return node
        visits += node.visits
    spread = EXPLORATION * sqrt(log(visits))
    return max(nodes, key=lambda node: node.total / node.visits + spread / sqrt(node.visits))
