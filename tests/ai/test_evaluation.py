"""Static evaluation: its chances against counting hands, and whose weights are used."""

from __future__ import annotations

from itertools import combinations

import pytest

from basra.ai.evaluation import chances_of_none, evaluator_for, nearest_preset
from basra.engine import PRESETS, Cards, Rules


@pytest.mark.parametrize(("count", "size"), [(1, 1), (5, 2), (8, 4), (9, 0), (7, 7)])
def test_the_chance_to_hold_none_is_that_of_counting_hands(count: int, size: int) -> None:
    hands = list(combinations(range(count), size))
    for marked in range(count + 1):
        without = sum(all(card >= marked for card in hand) for hand in hands)
        assert chances_of_none(count, size)[marked] == pytest.approx(without / len(hands))


def test_the_expected_reply_is_the_mean_over_every_hand_the_other_may_hold() -> None:
    evaluator = evaluator_for(Rules.preset("v2"))
    kernel = evaluator.kernel
    pool = Cards.parse("AC 3D 4H 4S 9C JD QH")
    floor = kernel.rank_counts(Cards.parse("3C 4D QS"))
    card_value = 2.0
    best = {
        kernel.rank_of[card]: max(
            (
                points + card_value * cards - cost
                for shift, points, cards, cost, _ in evaluator.best_captures(floor)
                if shift == 3 * kernel.rank_of[card]
            ),
            default=0.0,
        )
        for card in pool
    }
    hands = list(combinations(pool, 3))
    mean = sum(max(0.0, *(best[kernel.rank_of[card]] for card in hand)) for hand in hands)
    reply = evaluator.expected_reply(floor, kernel.rank_counts(pool), len(pool), 3, card_value)
    assert reply == pytest.approx(mean / len(hands))


def test_house_rules_borrow_the_weights_of_the_preset_nearest_to_them() -> None:
    assert nearest_preset(Rules.parse('preset = "pagat"\ntarget = 60\nbasra = 12')) == "pagat"
    assert nearest_preset(Rules.parse('preset = "v1"\nhand_size = 6')) == "lebanon"
    assert all(nearest_preset(rules) == name for name, rules in PRESETS.items())


def test_every_preset_has_leaf_weights_for_every_end_of_a_deal() -> None:
    for rules in PRESETS.values():
        evaluator = evaluator_for(rules)
        assert len(evaluator.leaf_weights) >= rules.deals - 1
        pool = evaluator.kernel.rank_counts(Cards.parse("AC JD QH KS"))
        features = evaluator.leaf_features(0, pool, 3, 1)
        for weights in evaluator.leaf_weights:
            assert len(weights.race) == len(weights.points) == len(features)
