"""The double-dummy solver and par, against looking at everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from basra.ai.double_dummy import par, par_values
from basra.engine import PRESETS, Play, Round, Rules, Seat, shuffled, stream
from tests.ai.positions import exact_values, random_position


def margin(state: Round, seat: Seat) -> int:
    points = state.tally().points
    return points[seat] - points[seat.other]


def minimax(state: Round, seat: Seat) -> int:
    """Return the final margin of *seat* if both play perfectly, by trying everything."""
    if state.is_over:
        return margin(state, seat)
    outcomes = [minimax(state.play(play), seat) for play in state.legal_plays()]
    return max(outcomes) if state.turn is seat else min(outcomes)


def alpha_beta(state: Round, seat: Seat, low: float, high: float) -> float:
    """The same by plain alpha-beta, without memory."""
    if state.is_over:
        return margin(state, seat)
    for play in state.legal_plays():
        value = alpha_beta(state.play(play), seat, low, high)
        if state.turn is seat:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if state.turn is seat else high


def position(number: int, rules: Rules, left: int) -> Round:
    """Return a round played at random until *left* cards are still to be laid."""
    return random_position("solver", number, rules, 48 - left)


@pytest.mark.parametrize("carried", [30, 60])
def test_what_is_carried_goes_to_who_has_most_cards(carried: int) -> None:
    for number in range(8):
        state = replace(position(number, PRESETS["ahwa"], left=6), carried=carried)
        seat = state.turn
        best = max(exact_values(state.view(seat)).values())
        assert best + margin(state, seat) == minimax(state, seat)


@pytest.mark.parametrize("name", PRESETS)
def test_the_last_deal_is_played_as_well_as_can_be(name: str) -> None:
    for number in range(8):
        state = position(number, PRESETS[name], left=6)
        seat = state.turn
        for play, value in exact_values(state.view(seat)).items():
            assert minimax(state.play(play), seat) == margin(state, seat) + value


@pytest.mark.parametrize("name", ["v1", "v2", "pagat", "ahwa", "jordan"])
def test_par_of_two_deals_is_that_of_plain_alpha_beta(name: str) -> None:
    for number in range(2):
        state = position(number, PRESETS[name], left=11)
        seat = state.turn
        values = par_values(state)
        assert par(state, 1_000_000) == values[0][0]
        for value, play in values:
            expected = alpha_beta(state.play(play), seat, -1000, 1000)
            assert value + margin(state, seat) == expected


def test_par_lists_every_play_the_best_first() -> None:
    state = Round.deal(shuffled(stream(3, "par")), rules=Rules.preset("v2"))
    values = par_values(state)
    assert sorted(play for _, play in values) == sorted(state.legal_plays())
    assert [value for value, _ in values] == sorted((value for value, _ in values), reverse=True)
    assert par(state, 1_000_000) == values[0][0]


def test_par_of_a_round_that_is_over_is_nothing() -> None:
    state = position(1, Rules.preset("v2"), left=0)
    plays: list[tuple[float, Play]] = []
    assert par_values(state) == plays


def test_par_that_takes_too_long_is_not_known() -> None:
    state = Round.deal(shuffled(stream(3, "par")), rules=Rules.preset("v2"))
    assert par(state, 1000) is None
