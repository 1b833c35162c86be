"""Unions of groups of one sum, against trying everything out."""

from __future__ import annotations

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from basra.engine.cards import NUMERALS, Cards
from basra.engine.groups import (
    groups,
    holds,
    largest_unions,
    size,
    splits,
    stack_of,
    unions,
)
from tests.strategies import floors

TOTALS = range(1, 11)


def stack(*counts: int) -> int:
    """Return the stack that has so many aces, twos, threes …"""
    return sum(count << 4 * place for place, count in enumerate(counts))


def counts(stack: int) -> tuple[int, ...]:
    """Return how many aces, twos, threes … up to tens are in *stack*."""
    return tuple(stack >> 4 * place & 15 for place in range(10))


def total_of(stack: int) -> int:
    return sum(number * count for number, count in enumerate(counts(stack), 1))


def stacks(most: int = 9) -> SearchStrategy[int]:
    """Return stacks of the numbers up to *most* with few cards, so that all can be tried out."""
    few = st.lists(st.integers(1, most), max_size=11)
    return few.map(lambda numbers: stack(*(min(4, numbers.count(one)) for one in range(1, 11))))


def all_groups(total: int) -> list[int]:
    """Return every stack of two or more cards that adds up to *total*, by trying them all."""
    rooms = [range(min(4, total // number) + 1) for number in range(1, total)]
    every = (stack(*chosen) for chosen in product(*rooms))
    return [one for one in every if total_of(one) == total and sum(counts(one)) >= 2]


def all_unions(total: int, of: int, pieces: list[int]) -> set[int]:
    """Return every total of *pieces* that *of* has room for, nothing included."""
    found, latest = {0}, {0}
    while latest:
        latest = {one + piece for one in latest for piece in pieces if fits(one + piece, of)}
        latest -= found
        found |= latest
    return found


def fits(one: int, other: int) -> bool:
    return all(a <= b for a, b in zip(counts(one), counts(other), strict=True))


class TestGroups:
    def test_they_are_all_the_ways_to_make_a_sum_by_their_highest_number(self) -> None:
        for total in TOTALS:
            by_highest = {highest: groups(total, highest) for highest in range(11)}
            assert sorted(chain(*by_highest.values())) == sorted(all_groups(total))
            for highest, ways in by_highest.items():
                for group in ways:
                    assert counts(group)[highest - 1] > 0
                    assert not any(counts(group)[highest:])

    def test_no_number_is_used_five_times(self) -> None:
        assert groups(5, 1) == ()
        assert groups(4, 1) == (stack(4),)

    def test_a_card_of_the_sum_itself_is_none(self) -> None:
        assert groups(7, 7) == ()
        assert groups(1, 1) == ()


class TestUnions:
    @given(st.sampled_from(TOTALS), stacks())
    def test_the_largest_are_the_largest_of_all(self, total: int, of: int) -> None:
        below = stack(*counts(of)[: total - 1])
        every = all_unions(total, below, all_groups(total))
        most = max(map(size, every))
        found = largest_unions(total, below)
        assert found[0] == most
        assert set(found[1]) == {union for union in every if size(union) == most}
        assert len(found[1]) == len(set(found[1]))

    @given(st.sampled_from(TOTALS), stacks(10))
    def test_every_union_is_found_once(self, total: int, of: int) -> None:
        at_most = stack(*counts(of)[:total])
        pieces = [*all_groups(total), 1 << 4 * (total - 1)]
        found = list(unions(total, at_most))
        assert len(found) == len(set(found))
        assert set(found) == all_unions(total, at_most, pieces) - {0}

    @given(st.sampled_from(TOTALS), stacks(10))
    def test_a_stack_splits_if_it_is_a_union_itself(self, total: int, of: int) -> None:
        below = stack(*counts(of)[: total - 1])
        assert splits(total, below) is (below in all_unions(total, below, all_groups(total)))

    @pytest.mark.parametrize(
        ("total", "of", "most"),
        [
            pytest.param(10, stack(4, 4, 4, 3), 13, id="four-aces-twos-threes-and-three-fours"),
            pytest.param(10, stack(*[4] * 9), 36, id="all-from-ace-to-nine-in-pairs"),
            pytest.param(7, stack(1, 1, 1, 1, 1, 1), 6, id="ace-to-six-in-three-pairs"),
            pytest.param(5, stack(0, 0, 1, 1), 0, id="no-group-at-all"),
            pytest.param(1, 0, 0, id="nothing-is-below-an-ace"),
        ],
    )
    def test_the_most_cards_groups_can_take(self, total: int, of: int, most: int) -> None:
        found = largest_unions(total, of)
        assert found[0] == most
        assert all(fits(union, of) and size(union) == found[0] for union in found[1])


class TestStacks:
    @given(stacks(10), stacks(10))
    def test_one_holds_another_if_it_has_as_many_of_every_number(self, one: int, of: int) -> None:
        assert holds(of, one) is fits(one, of)

    @given(floors(max_size=52))
    def test_a_set_of_cards_is_stacked_by_number(self, floor: Cards) -> None:
        numbers = [card.number for card in floor & NUMERALS]
        stacked = stack_of(floor & NUMERALS)
        assert counts(stacked) == tuple(numbers.count(number) for number in TOTALS)
        assert size(stacked) == len(numbers)
