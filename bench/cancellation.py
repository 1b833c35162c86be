"""How soon a bot, the coach or par stops: the longest time between two checks for cancellation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

from basra.ai import bot
from basra.ai.cancellation import cancellable
from basra.ai.coach import advise
from basra.ai.double_dummy import par_values
from basra.engine import Round, Rules, shuffled, stream

LIMIT_MS = 50.0
ROUNDS = 2


def longest_ms(think: Callable[[], object]) -> float:
    """Return the longest that *think* goes on without a check, from its start to its end."""
    last, longest = process_time(), 0.0

    def is_cancelled() -> bool:
        nonlocal last, longest
        now = process_time()
        longest = max(longest, now - last)
        last = now
        return False

    with cancellable(is_cancelled):
        think()
    is_cancelled()
    return 1000 * longest


def main() -> bool:
    """Print the longest of some rounds; return whether each is within the limit."""
    print(f"a thought stops after at most              ms   (limit {LIMIT_MS:.0f} ms)")
    met = True
    for preset in ("v2", "jawaker", "lebanon"):
        for name in ("hard", "expert", "master", "coach", "par"):
            longest = max(
                _in_a_round(name, Rules.preset(preset), round_) for round_ in range(ROUNDS)
            )
            print(f"  {name:10} {preset:10} {longest:25.1f}", flush=True)
            met = met and longest <= LIMIT_MS
    return met


def _in_a_round(name: str, rules: Rules, number: int) -> float:
    """The longest in a round of `medium` against itself, in which *name* is asked now and then."""
    state = Round.deal(shuffled(stream(number, "thought")), rules=rules)
    longest = 0.0
    while not state.is_over:
        place = len(state.history)
        if place % 5 == 0 or not state.stock:
            longest = max(longest, longest_ms(partial(_think, name, state)))
        view = state.view(state.turn)
        state = state.play(bot("medium").choose(view, stream(number, "medium", place)))
    return longest


def _think(name: str, state: Round) -> object:
    """What *name* makes of *state*; par only where little is left to be played."""
    view, rng = state.view(state.turn), stream("thought", len(state.history))
    if name == "par":
        return par_values(state) if len(state.stock) <= 2 * state.rules.hand_size else None
    return advise(view, rng) if name == "coach" else bot(name).choose(view, rng)
