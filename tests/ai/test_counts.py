"""Counted views: what a seat knows, in rank counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.ai.counts import OpponentPlay, count_view, find_play
from basra.ai.kernel import kernel_for
from basra.engine import PRESETS, Cards, Round, Seat, View, shuffled, stream
from basra.engine.shuffles import pick
from tests.strategies import rounds, views


@given(rounds(), st.sampled_from(Seat))
def test_a_counted_view_counts_what_the_view_shows(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    kernel = kernel_for(state.rules)
    counted = count_view(view, kernel)
    assert counted.floor == kernel.rank_counts(state.floor)
    assert counted.hand == kernel.rank_counts(state.hands[seat])
    assert counted.pool + kernel.rank_counts(view.bottom) == kernel.rank_counts(view.unseen)
    assert counted.lead == len(state.piles[seat]) - len(state.piles[seat.other])
    assert counted.other_size == len(state.hands[seat.other])
    at_a_glance = count_view(view, kernel, memory=False)
    assert at_a_glance.opponent_plays == ()
    assert kernel.size(at_a_glance.pool) >= kernel.size(counted.pool)


@pytest.mark.parametrize("name", ["v2", "pagat", "jawaker", "lebanon"])
def test_what_the_other_played_in_this_deal_is_remembered_as_it_was(name: str) -> None:
    rules = PRESETS[name]
    kernel = kernel_for(rules)
    for number in range(6):
        rng = stream(number, "seen", name)
        state = Round.deal(shuffled(rng), rules=rules)
        expected: dict[Seat, list[OpponentPlay]] = {Seat.SOUTH: [], Seat.NORTH: []}
        while not state.is_over:
            for seat in Seat:
                counted = count_view(state.view(seat), kernel)
                assert list(counted.opponent_plays) == expected[seat]
            turn, observer = state.turn, state.turn.other
            play = pick(rng, state.legal_plays())
            unplayed = state.hands[0] | state.hands[1] | Cards.of(state.stock)
            expected[observer].append(
                OpponentPlay(
                    kernel.rank_counts(state.floor),
                    len(state.hands[observer]),
                    kernel.rank_counts(unplayed),
                    len(state.piles[turn]) - len(state.piles[observer]),
                    kernel.rank_of[play.card],
                    kernel.rank_counts(play.taken),
                )
            )
            after = state.play(play)
            if len(after.stock) < len(state.stock):
                expected = {Seat.SOUTH: [], Seat.NORTH: []}
            state = after


@given(views())
def test_a_move_and_the_play_found_for_it_are_the_same(view: View) -> None:
    kernel = kernel_for(view.rules)
    for card in {play.card for play in view.legal_plays()}:
        rank = kernel.rank_of[card]
        for move in kernel.moves(kernel.rank_counts(view.floor), rank):
            play = find_play(view, kernel, rank, move)
            assert kernel.rank_counts(play.taken) == move[1]
            assert kernel.rank_of[play.card] == rank
