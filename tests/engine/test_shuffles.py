"""Shuffles are fair, named streams of chance are the same everywhere and always."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from math import erfc, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine import DECK, Card, shuffled, stream
from basra.engine.shuffles import pick
from tests.strategies import seeds

MATCH_SEVEN_ROUND_ONE = (
    "QC4S5S2S5CJHKD6D7HQH9D5H7STC4C8D6HQSKH7C3DAS3HJCJSKC"
    "6S8S2D9C8HTS8C6C5D3CQDTDAH7DJD9H3S4DADAC2C4H2HKS9STH"
)


def chi_square_p(statistic: float, freedom: int) -> float:
    """Return the chance of a larger chi-square: Wilson and Hilferty's normal approximation."""
    spread = 2 / (9 * freedom)
    return erfc(((statistic / freedom) ** (1 / 3) - 1 + spread) / sqrt(2 * spread)) / 2


def positions_p(shuffle: Callable[[Random], tuple[Card, ...]], times: int) -> float:
    """Return how likely the counts of every card in every place are, were *shuffle* fair.

    In every shuffle each card has one place and each place one card, so the sum of squares is
    52/51 of a chi-square with 51 times 51 degrees of freedom.
    """
    rng = Random("places of every card")
    counts = [[0] * 52 for _ in range(52)]
    for _ in range(times):
        for row, card in zip(counts, shuffle(rng), strict=True):
            row[card] += 1
    expected = times / 52
    statistic = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return chi_square_p(statistic * 51 / 52, 51 * 51)


def swapped_with_any_place(rng: Random) -> tuple[Card, ...]:
    """The classical faulty shuffle: every place is swapped with any other."""
    order = list(DECK)
    for place in range(52):
        other = int(rng.random() * 52)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@given(seeds())
def test_a_shuffled_pack_has_every_card_once(seed: int) -> None:
    order = shuffled(Random(seed))
    assert len(order) == 52
    assert sorted(order) == list(DECK)
    assert all(type(card) is Card for card in order)


@given(seeds(), st.lists(st.sampled_from(DECK)))
def test_any_cards_can_be_shuffled_and_the_given_order_stays(seed: int, cards: list[Card]) -> None:
    before = list(cards)
    assert sorted(shuffled(Random(seed), cards)) == sorted(before)
    assert cards == before


def test_different_streams_give_different_orders() -> None:
    orders = {shuffled(stream(seed, "deck", 1)) for seed in range(300)}
    orders |= {shuffled(stream(7, "deck", number)) for number in range(2, 300)}
    assert len(orders) == 598


def test_a_stream_goes_on_to_another_order() -> None:
    rng = stream(1, "deck")
    assert len({shuffled(rng) for _ in range(100)}) == 100


def test_the_pack_of_a_named_stream_is_the_same_for_ever() -> None:
    assert "".join(map(str, shuffled(stream(7, "deck", 1)))) == MATCH_SEVEN_ROUND_ONE


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ((0, "deck", 1), "AD4D3S3C2DQCAH8H"),
        ((1, "deck", 1), "4D4C5H6DTS4S2S6H"),
        ((7, "deck", 2), "5H2HKH2C4SAD9H2D"),
        ((7, "bot", 0, 12), "9H6DQS9CJS8H7S2H"),
        (("luck", "deck", 1), "6H3CKSTCAH3H7HAC"),
        (("كومي",), "JS9S7CJD4C7H6C2D"),
    ],
)
def test_named_streams_begin_as_ever(path: tuple[int | str, ...], first: str) -> None:
    assert "".join(map(str, shuffled(stream(*path))[:8])) == first


def test_a_stream_is_named_by_its_text_so_a_number_and_its_digits_are_one_name() -> None:
    assert shuffled(stream(7, "deck", 1)) == shuffled(stream("7", "deck", "1"))
    assert shuffled(stream(1, 23)) != shuffled(stream(12, 3))


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_every_process_shuffles_alike_whatever_its_hash_seed(hash_seed: str) -> None:
    program = (
        "from basra.engine import shuffled, stream\n"
        "print(*shuffled(stream(7, 'deck', 1)), sep='')\n"
    )
    environment = os.environ | {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == MATCH_SEVEN_ROUND_ONE


def test_shuffling_leaves_the_global_generator_alone() -> None:
    before = random.getstate()
    shuffled(stream(3, "deck", 1))
    pick(stream(3, "pick"), DECK)
    assert random.getstate() == before


@given(seeds(), st.lists(st.integers(), min_size=1))
def test_a_pick_is_one_of_the_things(seed: int, things: list[int]) -> None:
    assert pick(Random(seed), things) in things


def test_every_thing_is_picked_equally_often() -> None:
    rng = stream("picks")
    counts = [0] * 5
    for _ in range(5_000):
        counts[pick(rng, range(5))] += 1
    statistic = sum((count - 1_000) ** 2 / 1_000 for count in counts)
    assert 0.001 < chi_square_p(statistic, 4) < 0.999


def test_the_chance_of_a_chi_square_is_as_in_the_tables() -> None:
    assert chi_square_p(67.505, 50) == pytest.approx(0.05, abs=0.001)
    assert chi_square_p(29.707, 50) == pytest.approx(0.99, abs=0.001)
    assert chi_square_p(135.807, 100) == pytest.approx(0.01, abs=0.001)


def test_every_card_comes_to_every_place_equally_often() -> None:
    assert 0.001 < positions_p(shuffled, 20_000) < 0.999


def test_a_shuffle_that_swaps_with_any_place_would_be_found_out() -> None:
    assert positions_p(swapped_with_any_place, 10_000) < 1e-9
