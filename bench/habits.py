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
from basra.ai.counts import count_view
from basra.ai.double_dummy import solve_last_deal
from basra.ai.kernel import kernel_for
from basra.engine import Play, Round, Rules, View, shuffled, stream
from basra.engine.rules import BARRABLE as SPECIALS

ROUNDS = {"expert": 150, "master": 50}
OTHERS = 2000
"""Rounds of the levels that are not named there."""
LIMITS_MS = {"hard": 3.0, "expert": 60.0, "master": 400.0}
LONGEST_MS = 1500.0
MOST_THROWN, LEAST_MADE = 0.02, 0.98


@dataclass
class Share:
    """How often something was done, out of so many chances."""

    done: int = 0
    chances: int = 0

    def count(self, is_done: bool) -> None:
        """Count one more chance."""
        self.done += is_done
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

    specials_thrown: Share = field(default_factory=Share)
    """Jacks and komis laid on an empty floor with another card in hand."""
    basras_made: Share = field(default_factory=Share)
    """Basras made that could be made."""
    basras_made_early: Share = field(default_factory=Share)
    """The same before the last deal."""
    basras_declined: int = 0
    """Basras not made in a last deal …"""
    better_declined: int = 0
    """… though not making them was worth more, by exact play of both hands."""
    basras_given_away: Share = field(default_factory=Share)
    """Basras given away: the other could make one after the play, and not after another."""
    times: list[float] = field(default_factory=list)
    """Milliseconds for each play."""


def measure_habits(name: str, rounds: int, rules: Rules) -> Habits:
    """Let the bot called *name* play *rounds* against itself and watch."""
    player, habits = bot(name), Habits()
    for number in range(rounds):
        state = Round.deal(shuffled(stream(number, "habits")), rules=rules)
        while not state.is_over:
            view = state.view(state.turn)
            start = process_time()
            play = player.choose(view, stream(number, "bot", len(state.history)))
            habits.times.append(1000 * (process_time() - start))
            specials = view.hand & SPECIALS
            if not view.floor and specials and view.hand - specials:
                habits.specials_thrown.count(play.card in specials)
            if any(view.basra(other) for other in view.legal_plays()):
                is_made = bool(view.basra(play))
                habits.basras_made.count(is_made)
                if view.stock_size:
                    habits.basras_made_early.count(is_made)
                elif not is_made:
                    habits.basras_declined += 1
                    habits.better_declined += _is_better_without(view)
            gifts = {other: _gives_a_basra(state, other) for other in view.legal_plays()}
            if len(set(gifts.values())) == 2:
                habits.basras_given_away.count(gifts[play])
            state = state.play(play)
    return habits


def _gives_a_basra(state: Round, play: Play) -> bool:
    """Whether the other, holding what he does, can make a basra after *play*."""
    after = state.play(play)
    return any(after.basra(reply) for reply in after.legal_plays())


def _is_better_without(view: View) -> bool:
    """Whether every basra of a last deal is worth less than the best play, both hands known."""
    kernel = kernel_for(view.rules)
    values = solve_last_deal(count_view(view, kernel), kernel)
    return max(value for value, _, move in values if move[4]) < max(values)[0]


def main() -> bool:
    """Print the habits of every level under v2; return whether all are within their limits."""
    rules, met = Rules.preset("v2"), True
    fewest = 1.0
    for name in LEVELS:
        rounds = ROUNDS.get(name, OTHERS)
        habits = measure_habits(name, rounds, rules)
        times = sorted(habits.times)
        late, longest = times[len(times) * 95 // 100], times[-1]
        print(f"{name}, {rounds} rounds")
        print(f"  specials thrown on an empty floor  {habits.specials_thrown}")
        print(f"  basras taken of those offered      {habits.basras_made}")
        print(f"    before the last deal             {habits.basras_made_early}")
        declined = f"{habits.basras_declined}, {habits.better_declined}"
        print(f"    declined in it, and worth more   {declined}")
        print(f"  basras given away needlessly       {habits.basras_given_away}")
        print(f"  milliseconds a play                {late:5.1f} (95 %), {longest:.1f} at most")
        least, most = habits.basras_given_away.bounds()
        met = met and least <= fewest
        fewest = min(fewest, most)
        if name in LEVELS[2:]:
            met = met and habits.specials_thrown.bounds()[0] <= MOST_THROWN
            met = met and habits.basras_made.bounds()[1] >= LEAST_MADE
        if name in LIMITS_MS:
            met = met and late <= LIMITS_MS[name] and longest <= LONGEST_MS
    return met
