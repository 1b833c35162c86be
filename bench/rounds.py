"""Random rounds a second: through the public API, and through the packed kernel."""

from __future__ import annotations

from random import Random

from basra.ai.kernel import kernel_for
from basra.engine import Round, Rules, shuffled
from basra.engine.shuffles import pick
from bench.loop import per_loop

API_FLOOR, KERNEL_FLOOR = 120, 350


def api_round(rng: Random, rules: Rules) -> Round:
    """Play a round at random through `Round`: shuffle, deal, list the plays, play."""
    state = Round.deal(shuffled(rng), rules=rules)
    while not state.is_over:
        state = state.play(pick(rng, state.legal_plays()))
    return state


def kernel_round(rng: Random, rules: Rules) -> None:
    """Play a round at random through the kernel: shuffle, play."""
    deck = shuffled(rng)
    kernel_for(rules).play_random_round(deck[8:12], deck[:8] + deck[12:], rng.random)


def main() -> bool:
    """Print rounds a loop for the presets that matter most; return whether the floors are met."""
    print("random rounds, through …     a loop   a second   at least a loop")
    met = True
    for name in ("v1", "v2", "pagat", "jawaker"):
        rules = Rules.preset(name)
        for label, play, count, floor in (
            ("Round", api_round, 200, API_FLOOR),
            ("kernel", kernel_round, 800, KERNEL_FLOOR),
        ):
            rng = Random(name)
            for _ in range(4 * count):
                play(rng, rules)
            ratio, rate = per_loop(lambda _: play(rng, rules), count)  # noqa: B023
            met = met and (ratio >= floor or name == "jawaker")
            print(f"  {label:8} {name:12} {ratio:12.0f} {rate:10.0f} {floor:12}")
    return met
