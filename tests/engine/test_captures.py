"""What a card takes: the table of cases worked out by hand, and the oracle on floors at random.

The table is tests/data/captures.txt; it says itself how to read it.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from basra.engine.captures import (
    MOST_LISTED,
    Basra,
    basra,
    basra_points,
    captures,
    is_capture,
    may_trail,
)
from basra.engine.cards import ALL, DECK, KOMI, NONE, NUMERALS, Card, Cards
from basra.engine.errors import PositionError
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import shuffled
from tests.conftest import DATA
from tests.oracle import (
    oracle_basra,
    oracle_captures,
    oracle_maximal,
    oracle_may_trail,
    oracle_most,
)
from tests.strategies import cards, floors, house_rules, laid, presets, rule_sets, seeds

ROW = re.compile(r"(.+?) \| (\w\w) on (.+?)( as the last card)? \| (.+)")


class Case(NamedTuple):
    """A line of the table under one set of rules."""

    card: Card
    floor: Cards
    rules: Rules
    last_card: bool
    takes: dict[Cards, int]
    """Every capture, and the points of the basra it makes."""
    trails: bool


def table() -> Iterator[tuple[str, Case]]:
    """Yield every case of the table, with a sentence that names it."""
    for line in (DATA / "captures.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or "|" not in line:
            continue
        match = ROW.fullmatch(line)
        assert match, f"no case: {line}"
        for name, rules in rules_of(match[1]):
            floor = NONE if match[3] == "-" else Cards.parse(match[3])
            words = match[5].split(", ")
            takes = [word.split("!") for word in words if word != "trails"]
            points = {
                Cards.parse(taken): int("".join(points)) for taken, *points in takes if points
            }
            every = {Cards.parse(taken): 0 for taken, *_ in takes} | points
            last = bool(match[4])
            case = Case(Card.parse(match[2]), floor, rules, last, every, "trails" in words)
            yield f"{match[2]} on {floor}{match[4] or ''} under {name}", case


def rules_of(text: str) -> Iterator[tuple[str, Rules]]:
    """Yield the rules that the first column of the table names, each with its name."""
    names, _, change = text.partition(" with ")
    if names == "all":
        names = " ".join(PRESETS)
    elif names == "maximum":
        names = " ".join(name for name, rules in PRESETS.items() if rules.capture == "maximum")
    for name in names.split():
        label = f"{name} with {change}" if change else name
        yield label, Rules.parse(f'preset = "{name}"\n{change}')


TABLE = [pytest.param(*case, id=sentence) for sentence, case in table()]
COLUMNS = ("card", "floor", "rules", "last_card", "takes", "trails")
WAYS_TO_TAKE = [
    Rules(capture="maximum", komi_on_floor="plain"),
    Rules(capture="maximum", komi_on_floor="any_card"),
    Rules(capture="free", komi_on_floor="plain"),
    Rules(capture="free", komi_on_floor="any_card"),
    Rules(capture="maximum", komi_on_floor="plain", komi=False, komi_basra="never"),
    Rules(capture="free", komi_on_floor="plain", komi=False, komi_basra="never"),
]
V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))


def ways_to_take() -> SearchStrategy[Rules]:
    """Return rules of every kind, as far as what a card takes goes."""
    return st.sampled_from(WAYS_TO_TAKE)


class TestTheTable:
    @pytest.mark.parametrize(COLUMNS, TABLE)
    def test_the_engine_answers_as_worked_out_by_hand(
        self,
        card: Card,
        floor: Cards,
        rules: Rules,
        last_card: bool,
        takes: dict[Cards, int],
        trails: bool,
    ) -> None:
        found = captures(card, floor, rules)
        made = {
            taken: basra_points(card, floor, taken, rules, last_card=last_card) for taken in found
        }
        assert made == takes
        assert len(found) == len(takes)
        assert may_trail(card, floor, rules) is trails
        assert all(is_capture(card, floor, taken, rules) for taken in takes)

    @pytest.mark.parametrize(COLUMNS, TABLE)
    def test_the_oracle_answers_as_worked_out_by_hand(
        self,
        card: Card,
        floor: Cards,
        rules: Rules,
        last_card: bool,
        takes: dict[Cards, int],
        trails: bool,
    ) -> None:
        found = oracle_captures(card, floor, rules)
        assert takes == {
            taken: oracle_basra(card, floor, taken, rules, last_card) for taken in found
        }
        assert oracle_may_trail(card, floor, rules) is trails

    def test_it_has_cases_for_every_preset(self) -> None:
        rules = {case.rules for _, case in table()}
        assert rules.issuperset(PRESETS.values())

    def test_no_case_stands_in_it_twice(self) -> None:
        sentences = [sentence for sentence, _ in table()]
        assert len(sentences) == len(set(sentences)) > 80


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


class TestTheListOfCaptures:
    @given(laid(max_size=16), ways_to_take())
    def test_every_capture_is_of_cards_on_the_floor_and_not_empty(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            assert taken
            assert taken.issubset(floor)
            assert type(taken) is Cards

    @given(laid(max_size=16), st.sampled_from([V1, V2]))
    def test_under_maximum_all_are_equally_large_and_in_order(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        found = captures(*card_and_floor, rules)
        assert len({len(taken) for taken in found}) <= 1
        assert list(found) == sorted(set(found))

    @given(laid(max_size=12), st.sampled_from(["plain", "any_card"]))
    def test_where_taking_is_free_they_stand_from_the_largest_to_the_smallest(
        self, card_and_floor: tuple[Card, Cards], sharing: str
    ) -> None:
        rules = dataclasses.replace(JAWAKER, komi_on_floor=sharing)
        found = captures(*card_and_floor, rules)
        assert list(found) == sorted(set(found), key=lambda taken: (-len(taken), taken))

    @given(laid(max_size=14), ways_to_take())
    def test_a_card_may_trail_or_take(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        assert captures(card, floor, rules) or may_trail(card, floor, rules)

    @given(laid(max_size=12), ways_to_take(), seeds())
    def test_the_order_in_which_the_floor_is_named_does_not_matter(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
    ) -> None:
        card, floor = card_and_floor
        mixed = Cards.parse(" ".join(map(str, shuffled(Random(seed), tuple(floor)))))
        assert captures(card, mixed, rules) == captures(card, floor, rules)

    @given(laid(max_size=12), presets(), seeds())
    def test_suits_do_not_matter_but_for_the_komi(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
    ) -> None:
        card, floor = card_and_floor
        renamed = other_suits(Random(seed))
        asked = captures(renamed[card], Cards.of([renamed[one] for one in floor]), rules)
        answer = {
            Cards.of([renamed[one] for one in taken]) for taken in captures(card, floor, rules)
        }
        assert set(asked) == answer

    @given(house_rules(), house_rules())
    def test_rules_that_take_alike_are_numbered_alike(self, one: Rules, other: Rules) -> None:
        alike = all(
            getattr(one, name) == getattr(other, name)
            for name in ("capture", "komi", "komi_on_floor")
        )
        assert (one.taking == other.taking) is alike

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_a_card_that_lies_on_the_floor_cannot_be_played(self, rules: Rules) -> None:
        with pytest.raises(PositionError, match="8S cannot be played while it lies on the floor"):
            captures(Card.parse("8S"), Cards.parse("AC 8S"), rules)


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


@pytest.mark.rule("3.10")
class TestLargeFloors:
    """Floors no brute force can search, up to all of the pack but the card laid."""

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    @pytest.mark.parametrize("card", DECK, ids=str)
    def test_on_the_whole_pack_a_card_takes_all_it_could_ever_take(
        self, card: Card, rules: Rules
    ) -> None:
        floor = ALL - Cards.of([card])
        found = captures(card, floor, rules)
        sweeps = card.rank == "J" or (card == KOMI and rules.komi)
        # Pairs such as 4 + 5 use up all the lower numerals, for an even number n + n those in the
        # middle, so that all numerals up to the card's own go; of a picture its three equals.
        largest = {
            other
            for other in floor
            if sweeps
            or other.rank == card.rank
            or 0 < other.number < card.number
            or (other == KOMI and rules.komi_on_floor == "any_card")
        }
        assert found[0] == Cards.of(largest)
        assert len(found) == len(set(found))
        if rules.capture == "maximum":
            assert len(found) == 1
        assert all(is_capture(card, floor, taken, rules) for taken in found[::97])

    @given(floors(min_size=13, max_size=51), cards(), ways_to_take())
    def test_every_capture_listed_can_be_parted_into_groups(
        self, floor: Cards, card: Card, rules: Rules
    ) -> None:
        floor = floor - Cards.of([card])
        found = captures(card, floor, rules)
        assert len(found) == len(set(found)) <= MOST_LISTED or rules.capture == "maximum"
        for taken in found[:: len(found) // 50 + 1]:
            assert is_capture(card, floor, taken, rules)
            assert can_be_parted(card, taken, rules)

    @given(seeds(), st.sampled_from(list(NUMERALS)), st.integers(20, 51))
    def test_no_capture_put_together_at_random_is_larger(
        self, seed: int, card: Card, size: int
    ) -> None:
        rng = Random(seed)
        floor = Cards.of(shuffled(rng)[:size]) - Cards.of([card])
        most = len(next(iter(captures(card, floor, V1)), NONE))
        assert all(len(random_union(card, floor, rng)) <= most for _ in range(10))

    @given(seeds(), st.sampled_from(list(NUMERALS)), st.integers(30, 51))
    def test_so_few_cards_stay_that_fewer_never_leave_whole_groups(
        self, seed: int, card: Card, size: int
    ) -> None:
        floor = Cards.of(shuffled(Random(seed))[:size]) - Cards.of([card])
        assume(card != KOMI)
        numbers = sorted(other.number for other in floor if 0 < other.number < card.number)
        taken = next(iter(captures(card, floor, V1)), NONE)
        stay = len(numbers) - sum(other.number < card.number for other in taken)
        assert stay == fewest_that_stay(card.number, tuple(numbers))

    @given(seeds(), cards(), st.integers(20, 51), st.sampled_from(["plain", "any_card"]))
    def test_a_capture_put_together_at_random_is_one_though_it_may_not_be_listed(
        self, seed: int, card: Card, size: int, sharing: str
    ) -> None:
        rules = dataclasses.replace(JAWAKER, komi_on_floor=sharing, komi=True)
        rng = Random(seed)
        floor = Cards.of(shuffled(rng)[:size]) - Cards.of([card])
        taken = random_union(card, floor, rng)
        if sharing == "any_card":
            taken = taken | floor & 1 << KOMI
        if card.rank != "J" and card != KOMI:
            assert is_capture(card, floor, taken, rules) is bool(taken)

    @pytest.mark.rule("3.8")
    def test_where_taking_is_free_the_list_is_cut_but_keeps_the_largest(self) -> None:
        ten = Card.parse("TH")
        floor = ALL - Cards.of([ten])
        found = captures(ten, floor, JAWAKER)
        assert len(found) == len(set(found)) == MOST_LISTED
        assert found[:1] == captures(ten, floor, V1)
        assert [len(taken) for taken in found] == sorted(map(len, found), reverse=True)

    def test_cards_beyond_the_thirty_second_are_not_forgotten(self) -> None:
        floor = Cards.parse("AC AD AH AS 9C 9D 9H 9S TC TD TH JC JD QC KC")
        assert captures(Card.parse("TS"), floor, V1) == (Cards.parse("ACADAHAS9C9D9H9STCTDTH"),)

    def test_four_aces_twos_threes_and_three_fours_leave_a_ten_eighteen_choices(self) -> None:
        floor = Cards.parse("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H")
        found = captures(Card.parse("TH"), floor, V1)
        assert [len(taken) for taken in found] == [13] * 18
        assert set(found) <= oracle_maximal(Card.parse("TH"), floor)


def subsets(floor: Cards) -> Iterator[Cards]:
    """Yield every subset of *floor*, the empty one too."""
    subset = int(floor)
    while True:
        yield Cards(subset)
        if not subset:
            return
        subset = subset - 1 & floor


def other_suits(rng: Random) -> dict[Card, Card]:
    """Return a card for every card, of the same rank, the komi for the komi."""
    renamed: dict[Card, Card] = {}
    for rank in "A23456789TJQK":
        suits = "CHS" if rank == "7" else "CDHS"
        others = shuffled(rng, [Card.parse(rank + suit) for suit in suits])
        renamed |= dict(zip((Card.parse(rank + suit) for suit in suits), others, strict=True))
    return renamed | {KOMI: KOMI}


def fewest_that_stay(total: int, numbers: tuple[int, ...]) -> int:
    """Return how many of *numbers* must stay for the others to part into groups of *total*."""
    for few in range(len(numbers) + 1):
        for staying in combinations_with_replacement(range(1, total), few):
            rest = Counter(numbers)
            rest.subtract(staying)
            if min(rest.values(), default=0) >= 0 and fits(total, tuple(rest.elements())):
                return few
    raise AssertionError("nothing taken leaves no group unfilled")


def can_be_parted(card: Card, taken: Cards, rules: Rules) -> bool:
    """Return whether *taken* is groups for *card*; the komi may be besides where it is shared."""
    if card.rank == "J" or (card == KOMI and rules.komi):
        return True
    grouped = [other for other in taken if other.rank != card.rank]
    if any(other.number == 0 for other in grouped):
        return False
    besides = [KOMI] if rules.komi_on_floor == "any_card" else []
    return any(
        fits(card.number, tuple(other.number for other in grouped if other not in spared))
        for spared in ([], besides)
    )


@cache
def fits(total: int, numbers: tuple[int, ...], room: int = 0) -> bool:
    """Return whether *numbers* fill groups of *total*; *room* is left in the one being filled."""
    if not numbers:
        return room == 0
    if (sum(numbers) - room) % (total or 1):
        return False
    if room == 0:
        *rest, highest = sorted(numbers)
        return highest < total and fits(total, tuple(rest), total - highest)
    for number in set(numbers):
        if number <= room:
            rest = list(numbers)
            rest.remove(number)
            if fits(total, tuple(rest), room - number):
                return True
    return False


def random_union(card: Card, floor: Cards, rng: Random) -> Cards:
    """Return some of the equals of *card* and some groups for it, put together at random."""
    taken, rest = NONE, floor
    for _ in range(8):
        group: list[Card] = []
        for other in shuffled(rng, tuple(rest)):
            if other.rank == card.rank and not group:
                group = [other]
                break
            total = sum(one.number for one in group)
            if 0 < other.number < card.number and total + other.number <= card.number:
                group.append(other)
        whole = [one.rank for one in group] == [card.rank] or (
            card.number > 0 and sum(one.number for one in group) == card.number
        )
        if whole:
            taken, rest = taken | Cards.of(group), rest - Cards.of(group)
    return taken
