"""What a card takes: what the rule book says of all floors holds on floors at random."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.captures import Basra, basra, basra_points, captures, is_capture, may_trail
from basra.engine.cards import KOMI, NONE, Card, Cards
from basra.engine.rules import Rules
from tests.strategies import cards, floors, laid, rule_sets, ways_to_take

V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))


class TestClauses:
    """What the rule book says of all floors, on floors at random."""

    @pytest.mark.rule("3.1")
    @given(cards(), ways_to_take())
    def test_on_an_empty_floor_every_card_trails(self, card: Card, rules: Rules) -> None:
        assert captures(card, NONE, rules) == ()
        assert may_trail(card, NONE, rules)
        assert not is_capture(card, NONE, NONE, rules)
        assert basra(card, NONE, NONE, rules) is Basra.NONE

    @pytest.mark.rule("3.2")
    @given(laid(max_size=14), st.sampled_from([V1, V2]))
    def test_a_numeral_takes_all_its_equals_whatever_else_it_takes(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        equals = {other for other in floor if other.rank == card.rank}
        found = captures(card, floor, rules)
        assert all(equals <= set(taken) for taken in found)
        assert found or not equals

    @pytest.mark.rule("3.3")
    @given(st.sampled_from("QK"), laid(max_size=14), ways_to_take())
    def test_queens_and_kings_are_taken_by_their_like_or_in_a_sweep_only(
        self, rank: str, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        floor = floor | (Cards.parse(rank + "C") - Cards.of([card]))
        for taken in captures(card, floor, rules):
            if any(other.rank == rank for other in taken):
                assert card.rank == rank or taken == floor

    @pytest.mark.rule("3.4")
    @given(st.sampled_from(["JC", "JD", "JH", "JS"]), floors(min_size=1), ways_to_take())
    def test_a_jack_takes_the_whole_floor_and_cannot_trail_on_it(
        self, name: str, floor: Cards, rules: Rules
    ) -> None:
        jack = Card.parse(name)
        floor = floor - Cards.of([jack]) or Cards.parse("KC")
        assert captures(jack, floor, rules) == (floor,)
        assert not may_trail(jack, floor, rules)

    @pytest.mark.rule("3.5")
    @given(floors(min_size=1), ways_to_take())
    def test_the_komi_sweeps_or_is_a_seven_like_the_seven_of_clubs(
        self, floor: Cards, rules: Rules
    ) -> None:
        seven = Card.parse("7C")
        floor = floor - Cards.of([KOMI, seven]) or Cards.parse("KC")
        expected = (floor,) if rules.komi else captures(seven, floor, rules)
        assert captures(KOMI, floor, rules) == expected

    @pytest.mark.rule("3.6")
    @given(laid(max_size=12), ways_to_take())
    def test_under_any_card_the_komi_on_the_floor_is_always_taken(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        if rules.komi_on_floor == "any_card" and KOMI in floor:
            found = captures(card, floor, rules)
            assert found
            assert all(KOMI in taken for taken in found)
            assert not may_trail(card, floor, rules)

    @pytest.mark.rule("3.7")
    @given(laid(max_size=12), ways_to_take())
    def test_a_floor_that_can_be_cleared_is_the_one_largest_capture(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        found = captures(card, floor, rules)
        if floor in found:
            assert found[0] == floor
            assert rules.capture == "free" or len(found) == 1

    @pytest.mark.rule("3.8")
    @given(laid(max_size=12))
    def test_where_taking_is_free_the_largest_captures_come_first(
        self, card_and_floor: tuple[Card, Cards]
    ) -> None:
        card, floor = card_and_floor
        must = captures(card, floor, V1)
        assert captures(card, floor, JAWAKER)[: len(must)] == must

    @pytest.mark.rule("3.8")
    @given(laid(min_size=1, max_size=12))
    def test_where_taking_is_free_all_but_a_jack_and_the_komi_may_trail(
        self, card_and_floor: tuple[Card, Cards]
    ) -> None:
        card, floor = card_and_floor
        assert may_trail(card, floor, JAWAKER) is not (card.rank == "J" or card == KOMI)

    @pytest.mark.rule("3.9")
    @given(laid(max_size=12), st.sampled_from([V1, JAWAKER]))
    def test_what_numerals_take_adds_up_to_a_multiple_of_their_number(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        if card.number and card != KOMI:
            for taken in captures(card, floor, rules):
                assert sum(other.number for other in taken) % card.number == 0
                assert max(other.number for other in taken) <= card.number

    @pytest.mark.rule("4.1")
    @given(laid(min_size=1, max_size=12), rule_sets())
    def test_what_leaves_a_card_on_the_floor_is_no_basra(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            if taken != floor:
                assert basra(card, floor, taken, rules) is Basra.NONE

    @pytest.mark.rule("4.2")
    @given(st.sampled_from(["JC", "JD", "JH", "JS"]), floors(min_size=2), rule_sets())
    def test_a_jack_that_takes_several_cards_makes_no_basra(
        self, name: str, floor: Cards, rules: Rules
    ) -> None:
        jack = Card.parse(name)
        floor = floor - Cards.of([jack])
        if len(floor) > 1:
            assert basra_points(jack, floor, floor, rules) == 0

    @pytest.mark.rule("4.6")
    @given(laid(min_size=1, max_size=12), rule_sets())
    def test_the_last_card_makes_the_same_basra_or_none_at_all(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            usual = basra(card, floor, taken, rules)
            last = basra(card, floor, taken, rules, last_card=True)
            assert last is (usual if rules.last_card_basra else Basra.NONE)

    @pytest.mark.parametrize(
        ("card", "floor", "rules", "made"),
        [
            pytest.param("5S", "5H", Rules(), Basra.ORDINARY, id="an-ordinary-basra"),
            pytest.param("5S", "5H", Rules(basra=0), Basra.NONE, id="one-without-points"),
            pytest.param("JS", "JH", Rules(), Basra.JACK, id="a-jack-on-a-jack"),
            pytest.param("JS", "JH", Rules(jack_basra=0), Basra.NONE, id="one-worth-nothing"),
            pytest.param("JS", "JH", Rules(basra=0), Basra.JACK, id="one-where-others-are-not"),
            pytest.param("7D", "JH", Rules(), Basra.JACK, id="the-komi-on-a-jack"),
            pytest.param("7D", "JH", Rules(jack_basra=0), Basra.NONE, id="the-komi-for-nothing"),
        ],
    )
    def test_a_basra_is_of_a_sort_and_one_without_points_of_none(
        self, card: str, floor: str, rules: Rules, made: Basra
    ) -> None:
        on_floor = Cards.parse(floor)
        assert basra(Card.parse(card), on_floor, on_floor, rules) is made

    @given(laid(min_size=1, max_size=10), rule_sets())
    def test_a_basra_without_points_is_none(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            made = basra(card, floor, taken, rules)
            assert bool(made) is (basra_points(card, floor, taken, rules) > 0)

    @given(laid(min_size=1, max_size=10), rule_sets())
    def test_a_basra_at_the_price_of_a_jack_is_made_by_a_jack_or_on_one(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            if basra(card, floor, taken, rules) is Basra.JACK:
                assert len(floor) == 1
                assert card.rank == "J" or (card == KOMI and next(iter(floor)).rank == "J")
