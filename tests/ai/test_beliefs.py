"""Beliefs: hands the other may hold, and how well each explains his plays."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from basra.ai.beliefs import likelihood, sample_hands
from basra.ai.counts import OpponentPlay, count_view
from basra.ai.evaluation import evaluator_for
from basra.engine import Cards, Round, Rules, View, shuffled, stream
from tests.strategies import views


@given(views(), st.integers(0, 2**32))
def test_sampled_hands_are_of_cards_that_have_not_been_seen(view: View, seed: int) -> None:
    evaluator = evaluator_for(view.rules)
    kernel = evaluator.kernel
    counted = count_view(view, kernel)
    hands = sample_hands(evaluator, counted, Random(seed), 12)
    assert len(hands) == 12
    for hand in hands:
        assert kernel.size(hand) == counted.other_size
        for rank in kernel.ranks_in(hand):
            assert hand >> 3 * rank & 7 <= counted.pool >> 3 * rank & 7


def test_a_hand_that_would_have_made_a_basra_explains_a_trailed_card_badly() -> None:
    rules = Rules.preset("v2")
    evaluator = evaluator_for(rules)
    kernel = evaluator.kernel
    queen_trailed_on_a_five = OpponentPlay(
        kernel.rank_counts(Cards.parse("5H")),
        4,
        kernel.rank_counts(Cards.parse("5C QD 9S KC 2C 3D 7H TD AC 8H JC 6S")),
        0,
        kernel.rank_of[next(iter(Cards.parse("QD")))],
        0,
    )
    state = Round.deal(shuffled(stream(1)), rules=rules)
    counted = count_view(state.view(state.turn), kernel)._replace(
        opponent_plays=(queen_trailed_on_a_five,), deals_left=3
    )
    with_a_five = likelihood(evaluator, counted, kernel.rank_counts(Cards.parse("5C 9S KC")))
    without = likelihood(evaluator, counted, kernel.rank_counts(Cards.parse("3D 9S KC")))
    assert with_a_five < without / 3
