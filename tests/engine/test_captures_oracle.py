"""What a card takes and when it is a basra: the engine agrees with the slow oracle on any floor.

On floors that no brute force can search, up to the rest of the pack, what is listed is checked
part by part instead (rule book, 3.10).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from basra.engine.captures import MOST_LISTED, basra_points, captures, is_capture, may_trail
from basra.engine.cards import ALL, DECK, KOMI, NONE, NUMERALS, Card, Cards
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import shuffled
from tests.oracle import oracle_basra, oracle_captures, oracle_may_trail, oracle_most
from tests.strategies import WAYS_TO_TAKE, cards, floors, laid, rule_sets, seeds, ways_to_take

V1, JAWAKER = Rules.preset("v1"), Rules.preset("jawaker")


# ------------------------------------------------------- floors an oracle can search


@pytest.mark.parametrize(
    "rules", WAYS_TO_TAKE, ids=lambda way: f"{way.capture}-{way.komi_on_floor}-{way.komi}"
)
@given(laid(max_size=12), st.data())
def test_the_oracle_finds_the_same_captures_and_no_other_set_is_one(
    rules: Rules, card_and_floor: tuple[Card, Cards], data: st.DataObject
) -> None:
    card, floor = card_and_floor
    able = oracle_captures(card, floor, rules)
    listed = captures(card, floor, rules)
    assert set(listed) == able
    assert len(listed) == len(able)
    assert may_trail(card, floor, rules) is oracle_may_trail(card, floor, rules)
    changed = 1 << data.draw(cards(), label="added or left out")
    tried = {*able, *(Cards(taken ^ changed) for taken in able)}
    for taken in tried.union(subsets(floor) if len(floor) <= 8 else ()):
        assert is_capture(card, floor, taken, rules) is (taken in able), taken


@given(floors(min_size=6, max_size=14))
def test_the_oracle_finds_the_same_captures_of_a_ten_on_a_crowded_floor(floor: Cards) -> None:
    ten = Card.parse("TS")
    floor = floor - Cards.of([ten])
    assert set(captures(ten, floor, V1)) == oracle_captures(ten, floor, V1)


def subsets(floor: Cards) -> Iterator[Cards]:
    """Yield every subset of *floor*, the empty one too."""
    subset = int(floor)
    while True:
        yield Cards(subset)
        if not subset:
            return
        subset = subset - 1 & floor


@given(laid(max_size=10), floors(max_size=10), rule_sets(), st.booleans())
def test_the_oracle_finds_the_same_basras_of_any_card_and_of_the_komi(
    card_and_floor: tuple[Card, Cards], other_floor: Cards, rules: Rules, last_card: bool
) -> None:
    for card, floor in (card_and_floor, (KOMI, other_floor - KOMI)):
        for taken in captures(card, floor, rules):
            points = oracle_basra(card, floor, taken, rules, last_card)
            assert basra_points(card, floor, taken, rules, last_card=last_card) == points


@settings(max_examples=25)
@given(floors(min_size=12, max_size=18))
def test_the_oracle_finds_the_same_size_of_the_largest_capture(floor: Cards) -> None:
    for card in (Card.parse("8S"), Card.parse("9S"), Card.parse("TS")):
        rest = floor - Cards.of([card])
        listed = captures(card, rest, V1)
        assert len(listed[0] if listed else NONE) == oracle_most(card, rest)


# --------------------------------------------------------- floors too large for one


@pytest.mark.rule("3.10")
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_on_the_whole_pack_a_card_takes_all_it_could_ever_take(rules: Rules) -> None:
    for card in DECK:
        floor = ALL - Cards.of([card])
        listed = captures(card, floor, rules)
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
        assert listed[0] == Cards.of(largest), card
        assert len(listed) == len(set(listed)), card
        if rules.capture == "maximum":
            assert len(listed) == 1, card
        assert all(is_capture(card, floor, taken, rules) for taken in listed[::97]), card


@pytest.mark.rule("3.10")
@given(floors(min_size=13, max_size=51), cards(), ways_to_take())
def test_every_capture_listed_can_be_parted_into_groups(
    floor: Cards, card: Card, rules: Rules
) -> None:
    floor = floor - Cards.of([card])
    listed = captures(card, floor, rules)
    assert len(listed) == len(set(listed)) <= MOST_LISTED or rules.capture == "maximum"
    equals = Cards.of([other for other in floor if other.rank == card.rank])
    for taken in listed[:: len(listed) // 50 + 1]:
        assert is_capture(card, floor, taken, rules)
        assert can_be_parted(card, taken, rules)
        assert rules.capture == "free" or equals.issubset(taken)


@pytest.mark.rule("3.10")
@given(seeds(), cards(), st.integers(20, 51), st.sampled_from(["plain", "any_card"]))
def test_a_capture_put_together_at_random_is_legal_and_never_larger(
    seed: int, card: Card, size: int, sharing: str
) -> None:
    rules = dataclasses.replace(JAWAKER, komi_on_floor=sharing, komi=True)
    rng = Random(seed)
    floor = Cards.of(shuffled(rng)[:size]) - Cards.of([card])
    most = len(next(iter(captures(card, floor, V1)), NONE))
    for _ in range(10):
        taken = random_union(card, floor, rng)
        assert len(taken) <= most
        if sharing == "any_card":
            taken = taken | floor & 1 << KOMI
        if card.rank != "J" and card != KOMI:
            assert is_capture(card, floor, taken, rules) is bool(taken)


@pytest.mark.rule("3.10")
@given(seeds(), st.sampled_from(list(NUMERALS)), st.integers(30, 51))
def test_so_few_cards_stay_that_fewer_never_leave_whole_groups(
    seed: int, card: Card, size: int
) -> None:
    floor = Cards.of(shuffled(Random(seed))[:size]) - Cards.of([card])
    assume(card != KOMI)
    numbers = sorted(other.number for other in floor if 0 < other.number < card.number)
    taken = next(iter(captures(card, floor, V1)), NONE)
    stay = len(numbers) - sum(other.number < card.number for other in taken)
    assert stay == fewest_that_stay(card.number, tuple(numbers))


@pytest.mark.rule("3.8")
def test_where_taking_is_free_the_list_is_cut_but_keeps_the_largest() -> None:
    ten = Card.parse("TH")
    floor = ALL - Cards.of([ten])
    listed = captures(ten, floor, JAWAKER)
    assert len(listed) == len(set(listed)) == MOST_LISTED == 10_000
    assert listed[:1] == captures(ten, floor, V1)
    assert [len(taken) for taken in listed] == sorted(map(len, listed), reverse=True)


def test_cards_beyond_the_thirty_second_are_not_forgotten() -> None:
    floor = Cards.parse("AC AD AH AS 9C 9D 9H 9S TC TD TH JC JD QC KC")
    assert captures(Card.parse("TS"), floor, V1) == (Cards.parse("ACADAHAS9C9D9H9STCTDTH"),)


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
