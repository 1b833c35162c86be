"""Searching the worlds that a seat cannot tell apart.

Law of this file: it knows a seat's own cards, what lies open and how the other has played in this
deal, and nothing else; it stops after a number of tries, never after a time.

How it thinks: each try imagines the other's hand, drawn by how well it explains his plays in this
deal, and plays the deal out in it once for every play that is open.  The seat's own later plays
are chosen by how good they have been so far and how little they are known; the other plays as a
good player who cannot see this hand would (see `judge`), and so does the seat beyond what has been
tried.  At the end of the deal a fitted value is taken (`dealends`).  Units are points of the round,
weighed by what they mean for the match where that is at stake (`stakes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from basra.ai.beliefs import imagined_hands
from basra.ai.cancellation import pause
from basra.ai.counts import Table
from basra.ai.evaluation import Judge
from basra.ai.kernel import Kernel, Move
from basra.ai.leaf_values import DealEnd, deal_end_value, features, prospects
from basra.ai.match_equity import Stakes

EXPLORE = 10.0
"""Points by which a later play that is little known may be better than it looks."""
_LAP = 20
"""Worlds between two looks at who is behind."""


@dataclass(slots=True, eq=False)
class Option:
    """A play that is open now, and what it came to in each world."""

    kind: int
    move: Move
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What it came to, on average."""
        return sum(self.results) / len(self.results) if self.results else 0.0


@dataclass(slots=True)
class Node:
    """A later play of the seat's own."""

    kind: int
    move: Move
    tries: int = 0
    total: float = 0.0


def options_of(packed: Kernel, floor: int, hand: int) -> list[Option]:
    """Return the plays that *hand* has on *floor*."""
    return [
        Option(kind, move) for kind in packed.kinds_in(hand) for move in packed.moves(floor, kind)
    ]


def gap(best: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return how far *values* are behind *best* over the same worlds, and its standard error.

    Of a single world, which is taken for exact, the error is 0.
    """
    gaps = [ahead - behind for ahead, behind in zip(best, values, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count == 1:
        return mean, 0.0
    return mean, sqrt(sum((one - mean) ** 2 for one in gaps) / (count - 1) / count)


def is_behind(option: Option, best: Option) -> bool:
    """Whether *option* is clearly worse than *best* over the same worlds."""
    mean, error = gap(best.results, option.results)
    return mean > 2.5 * error + 0.05


class Search:
    """A search of one position."""

    def __init__(
        self,
        judge: Judge,
        ends: Sequence[DealEnd],
        table: Table,
        rng: Random,
        *,
        hands: int,
        stakes: Stakes | None = None,
    ) -> None:
        """Prepare to search *table*, not of the last deal, with *hands* imagined beforehand."""
        self.judge = judge
        self.packed = judge.kernel
        self.end = ends[table.deals_left - 1]
        self.table = table
        self.stakes = stakes
        self.most_cards = self.packed.rules.most_cards + table.carried
        self.worlds = imagined_hands(judge, table, rng, hands)
        self.nodes: dict[object, list[Node]] = {}
        self.choices: dict[tuple[int, int, int, int, int], tuple[int, Move]] = {}
        self.leaves: dict[tuple[int, int, int, int], float] = {}
        self.prospects: dict[tuple[int, int, int, int], tuple[float, float]] = {}

    def run(self, tries: int) -> list[Option]:
        """Return the plays, the best first, after about so many *tries*.

        Every world is tried with every play that is still in the race, so that luck with the
        worlds is the same for all; a play that is clearly behind drops out.
        """
        hand, floor = self.table.hand, self.table.floor
        race = options_of(self.packed, floor, hand)
        out: list[Option] = []
        made = number = 0
        while made < tries and len(race) > 1:
            world = self.worlds[number % len(self.worlds)]
            for option in race:
                option.results.append(self._try(world, option))
            made += len(race)
            number += 1
            pause()
            if number % _LAP == 0:
                race.sort(key=lambda option: option.mean, reverse=True)
                behind = [option for option in race[1:] if is_behind(option, race[0])]
                out = behind + out
                race = [option for option in race if option not in behind]
        race.sort(key=lambda option: option.mean, reverse=True)
        return race + out

    def all_results(self, worlds: int) -> dict[tuple[int, Move], list[float]]:
        """Return what every play comes to in each of so many *worlds*, none dropping out."""
        options = options_of(self.packed, self.table.floor, self.table.hand)
        for number in range(worlds):
            pause()
            world = self.worlds[number % len(self.worlds)]
            for option in options:
                option.results.append(self._try(world, option))
        return {(option.kind, option.move): option.results for option in options}

    def _try(self, other: int, first: Option) -> float:
        """Play the deal out in one world and return what it comes to."""
        table, packed = self.table, self.packed
        floor, hand, lead, taker = table.floor, table.hand, table.lead, table.taker
        size, other_size = packed.size(hand), table.other_size
        out = table.pool + hand
        gain = made = 0
        kind, move = first.kind, first.move
        path: object = None
        mine, inside = True, True
        tried: list[Node] = []
        while True:
            unit = 1 << 3 * kind
            floor, taken, cards, points, basra = move
            out -= unit
            if mine:
                hand -= unit
                size -= 1
                if taken:
                    lead += cards
                    made += points + basra
                    gain += points + basra
                    taker = 1
            else:
                other -= unit
                other_size -= 1
                if taken:
                    lead -= cards
                    made += points + basra
                    gain -= points + basra
                    taker = -1
            mine = not mine
            if not (hand or other):
                break
            path = (path, kind, taken)
            if not mine:
                kind, move = self._choice(floor, other, size, out - other, -lead)
            elif not inside:
                kind, move = self._choice(floor, hand, other_size, out - hand, lead)
            else:
                nodes = self.nodes.get(path)
                if nodes is None:
                    inside = False
                    kind, move = self._choice(floor, hand, other_size, out - hand, lead)
                    nodes = self.nodes[path] = [
                        Node(option.kind, option.move) for option in options_of(packed, floor, hand)
                    ]
                    node = next(node for node in nodes if node.kind == kind and node.move == move)
                else:
                    node = _picked(nodes)
                    kind, move = node.kind, node.move
                tried.append(node)
        if self.stakes is None:
            value = gain + self._leaf(floor, out, lead, taker, mine)
        else:
            value = self._stake(
                self.stakes, (made + gain) // 2, made, floor, out, lead, taker, mine
            )
        for node in tried:
            node.tries += 1
            node.total += value
        return value

    def _choice(
        self, floor: int, hand: int, other_size: int, pool: int, lead: int
    ) -> tuple[int, Move]:
        """What a good player does here who sees *hand* only."""
        key = (floor, hand, other_size, pool, lead)
        choice = self.choices.get(key)
        if choice is None:
            pause()
            left = self.table.deals_left
            _, kind, move = max(self.judge.values(floor, hand, other_size, pool, lead, left))
            choice = self.choices[key] = (kind, move)
        return choice

    def _leaf(self, floor: int, pool: int, lead: int, taker: int, mine: bool) -> float:
        """What the end of the deal is worth to the seat that searches; *mine*: it plays next."""
        if not mine:
            lead, taker = -lead, -taker
        key = (floor, pool, lead, taker)
        value = self.leaves.get(key)
        if value is None:
            row = features(self.judge, floor, pool, lead, taker)
            value = self.leaves[key] = deal_end_value(self.end, self.most_cards, row)
        return value if mine else -value

    def _stake(
        self,
        stakes: Stakes,
        gained: int,
        made: int,
        floor: int,
        pool: int,
        lead: int,
        taker: int,
        mine: bool,
    ) -> float:
        """`_leaf` where the match is at stake: both have *made* so much, this seat *gained*."""
        if not mine:
            lead, taker = -lead, -taker
        key = (floor, pool, lead, taker)
        found = self.prospects.get(key)
        if found is None:
            found = prospects(self.end, features(self.judge, floor, pool, lead, taker))
            self.prospects[key] = found
        race, lean = found if mine else (-found[0], -found[1])
        cards = self.packed.worth(floor + pool)
        return stakes.deal_end(gained, made - gained, cards, race, lean, self.table.deals_left)


def _picked(nodes: list[Node]) -> Node:
    """The play to try: one that is untried, or the one that may be best."""
    so_far = 0
    for node in nodes:
        if not node.tries:
            return node
        so_far += node.tries
    spread = EXPLORE * sqrt(log(so_far))
    return max(nodes, key=lambda node: node.total / node.tries + spread / sqrt(node.tries))
