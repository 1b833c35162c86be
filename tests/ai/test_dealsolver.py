"""Exact play: against looking at everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from basra.ai.counts import table_of
from basra.ai.double_dummy import last_deal, par_values
from basra.ai.kernel import kernel
from basra.engine import PRESETS, Play, Round, Rules, Seat, shuffled, stream
from basra.engine.shuffles import pick


def margin(state: Round, seat: Seat) -> int:
    points = state.tally().points
    return points[seat] - points[seat.other]


def outcome(state: Round, seat: Seat) -> int:
    """Return the final margin of *seat* if both play perfectly, by trying everything."""
    if state.is_over:
        return margin(state, seat)
    outcomes = [outcome(state.play(play), seat) for play in state.legal_plays()]
    return max(outcomes) if state.turn is seat else min(outcomes)


def pruned(state: Round, seat: Seat, low: float, high: float) -> float:
    """The same by plain alpha-beta, without memory."""
    if state.is_over:
        return margin(state, seat)
    for play in state.legal_plays():
        value = pruned(state.play(play), seat, low, high)
        if state.turn is seat:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if state.turn is seat else high


def played_on(number: int, rules: Rules, left: int) -> Round:
    """Return a round played at random until *left* cards are still to be laid."""
    rng = stream(number, "solver", rules.name)
    state = Round.deal(shuffled(rng), rules=rules)
    while len(state.stock) + len(state.hands[0]) + len(state.hands[1]) > left:
        state = state.play(pick(rng, state.legal_plays()))
    return state


@pytest.mark.parametrize("carried", [30, 60])
def test_what_is_carried_goes_to_who_has_most_cards(carried: int) -> None:
    packed = kernel(PRESETS["ahwa"])
    for number in range(8):
        state = replace(played_on(number, PRESETS["ahwa"], left=6), carried=carried)
        table = table_of(state.view(state.turn), packed)
        best, _, _ = max(
            last_deal(packed, table.carried).values(
                table.floor, table.hand, table.pool, table.lead, table.taker
            )
        )
        seat = state.turn
        assert best + margin(state, seat) == outcome(state, seat)


@pytest.mark.parametrize("name", PRESETS)
def test_the_last_deal_is_played_as_well_as_can_be(name: str) -> None:
    packed = kernel(PRESETS[name])
    for number in range(8):
        state = played_on(number, PRESETS[name], left=6)
        table = table_of(state.view(state.turn), packed)
        values = {
            (kind, move[1]): value
            for value, kind, move in last_deal(packed).values(
                table.floor, table.hand, table.pool, table.lead, table.taker
            )
        }
        so_far = margin_so_far(state)
        for play in state.legal_plays():
            value = values[packed.kind_of[play.card], packed.bag(play.taken)]
            assert outcome(state.play(play), state.turn) == so_far + value


def margin_so_far(state: Round) -> int:
    points = state.tally().points
    return points[state.turn] - points[state.turn.other]


@pytest.mark.parametrize("name", ["v1", "v2", "pagat", "ahwa", "jordan"])
def test_par_of_two_deals_is_that_of_plain_alpha_beta(name: str) -> None:
    for number in range(2):
        state = played_on(number, PRESETS[name], left=11)
        so_far = margin_so_far(state)
        for value, play in par_values(state):
            expected = pruned(state.play(play), state.turn, -1000, 1000)
            assert value + so_far == expected


def test_par_lists_every_play_the_best_first() -> None:
    state = Round.deal(shuffled(stream(3, "par")), rules=Rules.preset("v2"))
    values = par_values(state)
    assert sorted(play for _, play in values) == sorted(state.legal_plays())
    assert [value for value, _ in values] == sorted((value for value, _ in values), reverse=True)


def test_par_of_a_round_that_is_over_is_nothing() -> None:
    state = played_on(1, Rules.preset("v2"), left=0)
    plays: list[tuple[float, Play]] = []
    assert par_values(state) == plays
