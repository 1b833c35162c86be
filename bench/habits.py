"""How the bots use their specials, what they give away, and how long they think."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import process_time

from basra.ai import LEVELS, bot
from basra.engine import Round, Rules, shuffled, stream
from basra.engine.rules import BARRABLE as SPECIALS

ROUNDS = {"expert": 30, "master": 10}
LIMITS_MS = {"hard": 3.0, "expert": 60.0, "master": 400.0}
LONGEST_MS = 1500.0


@dataclass
class Habits:
    """What one bot did in some rounds against itself."""

    thrown: int = 0
    """Jacks and komis laid on an empty floor with another card in hand …"""
    throwable: int = 0
    """… out of so many chances."""
    taken: int = 0
    """Basras made …"""
    offered: int = 0
    """… out of so many that could be."""
    given: int = 0
    """Plays after which the other could make a basra …"""
    plays: int = 0
    """… out of so many plays."""
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
            found.plays += 1
            specials = view.hand & SPECIALS
            if not view.floor and specials and view.hand - specials:
                found.throwable += 1
                found.thrown += play.card in specials
            if any(view.basra(other) for other in view.legal_plays()):
                found.offered += 1
                found.taken += bool(view.basra(play))
            state = state.play(play)
            found.given += any(state.basra(reply) for reply in state.legal_plays())
    return found


def main() -> bool:
    """Print the habits of every level under v2; return whether all are within their limits."""
    rules, met = Rules.preset("v2"), True
    print("habits of a level   specials thrown  basras taken  offered a round  ms p95  longest")
    for name in LEVELS:
        rounds = ROUNDS.get(name, 150)
        found = habits_of(name, rounds, rules)
        times = sorted(found.times)
        late, longest = times[len(times) * 95 // 100], times[-1]
        thrown = 100 * found.thrown / max(1, found.throwable)
        taken = 100 * found.taken / max(1, found.offered)
        print(
            f"  {name:17} {thrown:14.1f}% {taken:12.1f}% {found.given / rounds:16.2f}"
            f" {late:7.1f} {longest:8.1f}"
        )
        if name in LEVELS[2:]:
            met = met and taken >= 98
        if name in LIMITS_MS:
            met = met and late <= LIMITS_MS[name] and longest <= LONGEST_MS and thrown <= 2
    return met
