"""Twenty thousand rounds of every quick level against itself: nothing fails, no card is lost."""

from __future__ import annotations

from basra.ai import bot
from basra.engine import PRESETS, Round, Rules, shuffled, stream

LEVELS = ("chance", "greedy", "beginner", "easy", "medium", "hard")
ROUNDS = 20_000


def cards_in(state: Round) -> int:
    """Return how many different cards lie anywhere in *state*."""
    south, north = state.hands
    lying = south | north | state.floor | state.piles[0] | state.piles[1]
    return len(lying) + len(state.stock)


def plays_with_a_card_lost(name: str, rules: Rules, rounds: int) -> int:
    """Let a level play *rounds* rounds; return after how many plays there were not 52 cards."""
    player, lost = bot(name), 0
    for number in range(rounds):
        state = Round.deal(shuffled(stream(number, "endurance")), rules=rules)
        while not state.is_over:
            rng = stream(number, len(state.history))
            state = state.play(player.choose(state.view(state.turn), rng))
            lost += cards_in(state) != 52
    return lost


def main() -> bool:
    """Print how every level came through; return whether no card was ever lost."""
    print(f"rounds of a level against itself, {ROUNDS} over all presets    plays with a card lost")
    whole = True
    for name in LEVELS:
        lost = sum(
            plays_with_a_card_lost(name, rules, ROUNDS // len(PRESETS))
            for rules in PRESETS.values()
        )
        print(f"  {name:12} {lost:10}")
        whole = whole and lost == 0
    return whole
