"""Positions to try bots and solvers on, and what exact play makes of them."""

from __future__ import annotations

from basra.ai.counts import count_view
from basra.ai.double_dummy import solve_last_deal
from basra.ai.kernel import kernel_for
from basra.engine import ALL, Cards, Play, Round, Rules, View, shuffled, stream
from basra.engine.shuffles import pick


def with_the_rest_in_a_pile(line: str) -> str:
    """Return the view *line* of south with every card that it does not show in north's pile."""
    hand, other, floor, stock, *_ = line.split(" ")[0].split("/")
    shown = Cards.parse(hand) | Cards.parse(floor)
    hidden = len(other) // 2 + int(stock)
    pile = Cards.of(tuple(ALL - shown)[hidden:])
    return f"{hand}/{other}/{floor}/{stock}/-/{pile.compact} 0-0 S N"


def random_position(name: str, number: int, rules: Rules, plays: int) -> Round:
    """Return a round after so many plays at random; *name* and *number* are its seed."""
    rng = stream(number, name, rules.name)
    state = Round.deal(shuffled(rng), rules=rules)
    for _ in range(plays):
        state = state.play(pick(rng, state.legal_plays()))
    return state


def exact_values(view: View) -> dict[Play, float]:
    """Return what every play of a last deal comes to, both hands being known."""
    kernel = kernel_for(view.rules)
    solved = solve_last_deal(count_view(view, kernel), kernel)
    values = {(rank, move[1]): value for value, rank, move in solved}
    return {play: values[kernel.key(play)] for play in view.legal_plays()}
