"""How the bots use their specials, what they give away, and how long they think.

A share is printed with the interval in which the true one lies 95 times in 100, and out of how
many.  It misses its figure where that interval leaves it out.  A higher level gives fewer basras
away, which counts where the other can make one and could not after another play: how many there
are to be given hangs on how many either takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from time import process_time

from basra.ai import LEVELS, bot
from basra.ai.counts import table_of
from basra.ai.double_dummy import last_deal
from basra.ai.kernel import kernel
from basra.engine import Play, Round, Rules, View, shuffled, stream
from basra.engine.rules import BARRABLE as SPECIALS

ROUNDS = {"expert": 150, "master": 50}
OTHERS = 2000
"""Rounds of the levels that are not named there."""
LIMITS_MS = {"hard": 3.0, "expert": 60.0, "master": 400.0}
LONGEST_MS = 1500.0
MOST_THROWN, LEAST_TAKEN = 0.02, 0.98


@dataclass
class Share:
    """How often something was done, out of so many chances."""

    done: int = 0
    chances: int = 0

    def count(self, was_done: bool) -> None:
        """Count one more chance."""
        self.done += was_done
        self.chances += 1

    def bounds(self) -> tuple[float, float]:
        """The interval of Wilson, which also holds for shares near nothing and near all."""
        if not self.chances:
            return 0.0, 1.0
        count, share, z = self.chances, self.done / self.chances, 1.96
        middle = (share + z * z / (2 * count)) / (1 + z * z / count)
        width = z * sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2) / (1 + z * z / count)
        return max(0.0, middle - width), min(1.0, middle + width)

    def __str__(self) -> str:
        low, high = self.bounds()
        share = 100 * self.done / max(1, self.chances)
        return f"{share:5.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {self.chances}"


@dataclass
class Habits:
    """What one bot did in some rounds against itself."""

    thrown: Share = field(default_factory=Share)
    """Jacks and komis laid on an empty floor with another card in hand."""
    taken: Share = field(default_factory=Share)
    """Basras made that could be made."""
    taken_early: Share = field(default_factory=Share)
    """The same before the last deal."""
    declined: int = 0
    """Basras not made in a last deal …"""
    better: int = 0
    """… though not making them was worth more, by exact play of both hands."""
    given: Share = field(default_factory=Share)
    """Basras given away: the other could make one after the play, and not after another."""
    times: list[float] = field(default_factory=list)
    """Milliseconds for each play."""


def habits_of(name: str, rounds: int, rules: Rules) -> Habits:
    """Let the bot called *name* play *rounds* against itself and watch."""
    player, found = bot(name), Habits()
    for number in range(rounds):
        state = Round.deal(shuffled(stream(number, "habits")), rules=rules)
        while not state.is_over:
            view = state.view(state.turn)
            start = process_time()
            play = player.choose(view, stream(number, "bot", len(state.history)))
            found.times.append(1000 * (process_time() - start))
            specials = view.hand & SPECIALS
            if not view.floor and specials and view.hand - specials:
                found.thrown.count(play.card in specials)
            if any(view.basra(other) for other in view.legal_plays()):
                made = bool(view.basra(play))
                found.taken.count(made)
                if view.stock_size:
                    found.taken_early.count(made)
                elif not made:
                    found.declined += 1
                    found.better += _is_better_without(view)
            gifts = {other: _gives_a_basra(state, other) for other in view.legal_plays()}
            if len(set(gifts.values())) == 2:
                found.given.count(gifts[play])
            state = state.play(play)
    return found


def _gives_a_basra(state: Round, play: Play) -> bool:
    """Whether the other, holding what he does, can make a basra after *play*."""
    after = state.play(play)
    return any(after.basra(reply) for reply in after.legal_plays())


def _is_better_without(view: View) -> bool:
    """Whether every basra of a last deal is worth less than the best play, both hands known."""
    packed = kernel(view.rules)
    table = table_of(view, packed)
    values = last_deal(packed, table.carried).values(
        table.floor, table.hand, table.pool, table.lead, table.taker
    )
    return max(value for value, _, move in values if move[4]) < max(values)[0]


def main() -> bool:
    """Print the habits of every level under v2; return whether all are within their limits."""
    rules, met = Rules.preset("v2"), True
    fewest = 1.0
    for name in LEVELS:
        rounds = ROUNDS.get(name, OTHERS)
        found = habits_of(name, rounds, rules)
        times = sorted(found.times)
        late, longest = times[len(times) * 95 // 100], times[-1]
        print(f"{name}, {rounds} rounds")
        print(f"  specials thrown on an empty floor  {found.thrown}")
        print(f"  basras taken of those offered      {found.taken}")
        print(f"    before the last deal             {found.taken_early}")
        print(f"    declined in it, and worth more   {found.declined}, {found.better}")
        print(f"  basras given away needlessly       {found.given}")
        print(f"  milliseconds a play                {late:5.1f} (95 %), {longest:.1f} at most")
        least, most = found.given.bounds()
        met = met and least <= fewest
        fewest = min(fewest, most)
        if name in LEVELS[2:]:
            met = met and found.thrown.bounds()[0] <= MOST_THROWN
            met = met and found.taken.bounds()[1] >= LEAST_TAKEN
        if name in LIMITS_MS:
            met = met and late <= LIMITS_MS[name] and longest <= LONGEST_MS
    return met
