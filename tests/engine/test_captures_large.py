"""What a card takes from floors no brute force can search, up to the rest of the pack."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from basra.engine.captures import MOST_LISTED, captures, is_capture
from basra.engine.cards import ALL, DECK, KOMI, NONE, NUMERALS, Card, Cards
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import shuffled
from tests.oracle import oracle_maximal
from tests.strategies import cards, floors, seeds, ways_to_take

V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))


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


def fewest_that_stay(total: int, numbers: tuple[int, ...]) -> int:
    """Return how many of *numbers* must stay for the others to part into groups of *total*."""
    for few in range(len(numbers) + 1):
        for staying in combinations_with_replacement(range(1, total), few):
            rest = Counter(numbers)
            rest.subtract(staying)
            if min(rest.values(), default=0) >= 0 and fits(total, tuple(rest.elements())):
                return few
    raise AssertionError("nothing taken leaves no group unfilled")


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
