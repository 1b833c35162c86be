"""What a card takes and when it is a basra: the engine agrees with the oracle on any floor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from basra.engine.captures import basra_points, captures, is_capture, may_trail
from basra.engine.cards import DECK, KOMI, NONE, NUMERALS, Card, Cards
from basra.engine.rules import Rules
from tests.oracle import (
    oracle_basra,
    oracle_captures,
    oracle_maximal,
    oracle_may_trail,
    oracle_most,
)
from tests.strategies import cards, floors, laid, rule_sets, ways_to_take

V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))


class TestAgreementWithTheOracle:
    @given(laid(max_size=12), ways_to_take())
    def test_the_same_captures(self, card_and_floor: tuple[Card, Cards], rules: Rules) -> None:
        card, floor = card_and_floor
        found = captures(card, floor, rules)
        assert set(found) == oracle_captures(card, floor, rules)
        assert len(found) == len(set(found))

    @pytest.mark.parametrize("sharing", ["plain", "any_card"])
    @pytest.mark.parametrize("capture", ["maximum", "free"])
    @given(laid(min_size=3, max_size=12))
    def test_the_same_captures_under_each_way_to_take(
        self, capture: str, sharing: str, card_and_floor: tuple[Card, Cards]
    ) -> None:
        card, floor = card_and_floor
        rules = Rules(capture=capture, komi_on_floor=sharing)
        assert set(captures(card, floor, rules)) == oracle_captures(card, floor, rules)

    @given(floors(min_size=6, max_size=14))
    def test_the_same_captures_of_a_ten_on_a_crowded_floor(self, floor: Cards) -> None:
        ten = Card.parse("TS")
        floor = floor - Cards.of([ten])
        assert set(captures(ten, floor, V1)) == oracle_captures(ten, floor, V1)

    @given(laid(max_size=12), ways_to_take(), st.data())
    def test_is_capture_says_yes_to_the_same_sets(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, data: st.DataObject
    ) -> None:
        card, floor = card_and_floor
        able = oracle_captures(card, floor, rules)
        for taken in able:
            assert is_capture(card, floor, taken, rules)
            spoilt = Cards(taken ^ (1 << data.draw(cards(), label="added or left out")))
            assert is_capture(card, floor, spoilt, rules) is (spoilt in able)

    @given(laid(max_size=8), ways_to_take())
    def test_is_capture_says_no_to_all_other_sets(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        able = oracle_captures(card, floor, rules)
        for taken in subsets(floor):
            assert is_capture(card, floor, taken, rules) is (taken in able)

    @given(laid(max_size=12), ways_to_take())
    def test_the_same_cards_may_trail(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        assert may_trail(card, floor, rules) is oracle_may_trail(card, floor, rules)

    @given(laid(max_size=10), rule_sets(), st.booleans())
    def test_the_same_basras(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, last_card: bool
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            points = oracle_basra(card, floor, taken, rules, last_card)
            assert basra_points(card, floor, taken, rules, last_card=last_card) == points

    @given(floors(min_size=1, max_size=10), rule_sets())
    def test_the_same_basras_of_the_komi(self, floor: Cards, rules: Rules) -> None:
        floor = floor - Cards.of([KOMI])
        for taken in captures(KOMI, floor, rules):
            points = oracle_basra(KOMI, floor, taken, rules)
            assert basra_points(KOMI, floor, taken, rules) == points

    @given(st.sampled_from(DECK), st.sampled_from(DECK), rule_sets(), st.booleans())
    def test_the_same_basras_on_a_single_card(
        self, card: Card, other: Card, rules: Rules, last_card: bool
    ) -> None:
        assume(card != other)
        floor = Cards.of([other])
        for taken in captures(card, floor, rules):
            points = oracle_basra(card, floor, taken, rules, last_card)
            assert basra_points(card, floor, taken, rules, last_card=last_card) == points

    @settings(max_examples=25)
    @given(floors(min_size=12, max_size=18))
    def test_the_same_size_of_the_largest_capture_on_a_large_floor(self, floor: Cards) -> None:
        for card in (Card.parse("8S"), Card.parse("9S"), Card.parse("TS")):
            rest = floor - Cards.of([card])
            found = captures(card, rest, V1)
            assert len(found[0] if found else NONE) == oracle_most(card, rest)

    @given(st.sampled_from(list(NUMERALS)), floors(max_size=10))
    def test_the_largest_captures_are_the_largest_of_those_in_no_other(
        self, card: Card, floor: Cards
    ) -> None:
        assume(card != KOMI)
        floor = floor - Cards.of([card])
        maximal = oracle_maximal(card, floor)
        most = max(map(len, maximal), default=0)
        assert set(captures(card, floor, V1)) == {taken for taken in maximal if len(taken) == most}


def subsets(floor: Cards) -> Iterator[Cards]:
    """Yield every subset of *floor*, the empty one too."""
    subset = int(floor)
    while True:
        yield Cards(subset)
        if not subset:
            return
        subset = subset - 1 & floor
