"""The packed kernel, held equal to the engine."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.ai.kernel import Kernel, kernel_for
from basra.engine import PRESETS, Cards, Round, Rules, Seat, shuffled, stream
from basra.engine.scoring import card_points
from basra.engine.shuffles import pick
from tests.strategies import rounds, rule_sets

EVERY_PRESET = pytest.mark.parametrize("name", PRESETS)


def assert_kernel_agrees(state: Round) -> None:
    """Every card of the hand does the same to the floor in the kernel as in the engine."""
    kernel = kernel_for(state.rules)
    floor = kernel.rank_counts(state.floor)
    for card in state.hands[state.turn]:
        outcomes = set()
        for play in state.legal_plays():
            if play.card != card:
                continue
            after = state.floor - play.taken if play.taken else state.floor | 1 << card
            pile = Cards(play.taken | 1 << card) if play.taken else Cards(0)
            outcomes.add(
                (
                    kernel.rank_counts(after),
                    kernel.rank_counts(play.taken),
                    len(pile),
                    card_points(pile, state.rules),
                    state.basra_points(play) if not state.is_last_card else None,
                )
            )
        moves = {
            (*move[:4], None if state.is_last_card else move[4])
            for move in kernel.moves(floor, kernel.rank_of[card])
        }
        assert moves == outcomes


@given(rounds())
def test_a_card_does_in_the_kernel_what_it_does_in_the_engine(state: Round) -> None:
    assert_kernel_agrees(state)


@EVERY_PRESET
def test_kernel_and_engine_agree_all_through_random_rounds(name: str) -> None:
    for number in range(12):
        rng = stream(number, "kernel", name)
        state = Round.deal(shuffled(rng), rules=PRESETS[name])
        while not state.is_over:
            assert_kernel_agrees(state)
            state = state.play(pick(rng, state.legal_plays()))


@given(rule_sets(), st.integers(0, 2**32))
def test_a_random_round_in_the_kernel_scores_as_its_twin_in_the_engine(
    rules: Rules, seed: int
) -> None:
    opening = Round.deal(shuffled(Random(seed)), rules=rules)
    size = rules.hand_size
    dealt = [*opening.hands[0], *opening.hands[1], *opening.stock]
    kernel = Kernel(rules)
    sample_softmax: list[float] = []

    def remembered() -> float:
        sample_softmax.append(Random(f"{seed}/{len(sample_softmax)}").random())
        return sample_softmax[-1]

    result = kernel.play_random_round(tuple(opening.floor), dealt, remembered)

    draws = iter(sample_softmax)
    state = opening
    hands = {Seat.SOUTH: list(dealt[:size]), Seat.NORTH: list(dealt[size : 2 * size])}
    dealt_so_far = 2 * size
    while not state.is_over:
        hand = hands[state.turn]
        card = hand.pop(int(next(draws) * len(hand)))
        moves = kernel.moves(kernel.rank_counts(state.floor), kernel.rank_of[card])
        move = moves[0] if len(moves) == 1 else moves[int(next(draws) * len(moves))]
        state = state.play(
            next(
                play
                for play in state.legal_plays()
                if play.card == card and kernel.rank_counts(play.taken) == move[1]
            )
        )
        if not any(hands.values()):
            for seat in (Seat.SOUTH, Seat.NORTH):
                hands[seat] = list(dealt[dealt_so_far : dealt_so_far + size])
                dealt_so_far += size
    tally = state.tally()
    most_cards = next(line for line in tally.lines if line.source == "cards")
    assert result.cards == most_cards.counts
    assert result.points == tuple(
        total - most for total, most in zip(tally.points, most_cards.points, strict=True)
    )


@EVERY_PRESET
def test_the_worth_of_a_bag_is_that_of_its_cards(name: str) -> None:
    rules = PRESETS[name]
    kernel = kernel_for(rules)
    for number in range(50):
        cards = Cards.of(shuffled(stream(number, "bag"))[: number + 1])
        assert kernel.points(kernel.rank_counts(cards)) == card_points(cards, rules)


def test_the_kernel_of_equal_rules_is_made_once() -> None:
    assert kernel_for(Rules.preset("v1")) is kernel_for(Rules.parse('preset = "v1"'))
