"""The arena: fair, repeatable, and the same whoever computes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from basra.ai import bot
from basra.ai.arena import Pair, play_pair, play_pairs, standing
from basra.engine import Rules, UnknownNameError

V2 = Rules.preset("v2")


def untimed(pair: Pair) -> Pair:
    return replace(pair, seconds=(0.0, 0.0))


def test_a_bot_is_as_strong_as_itself() -> None:
    """Without chance in its plays it plays both rounds of a pair alike."""
    found = standing(play_pairs(("hard", "hard"), V2, "even", 6))
    assert (found.margin, found.wins, found.losses, found.ties) == (0, 0, 0, 6)
    assert found.majority_share == 0.5


def test_swapping_the_bots_swaps_the_result() -> None:
    for number in range(4):
        there = play_pair((bot("hard"), bot("medium")), V2, "swap", number)
        back = play_pair((bot("medium"), bot("hard")), V2, "swap", number)
        assert there.plays == back.plays == (48, 48)
        assert abs(there.margin) <= 200


def test_the_result_is_the_same_whatever_the_number_of_jobs() -> None:
    names = ("greedy", "chance")
    alone = sorted(map(untimed, play_pairs(names, V2, "jobs", 6)), key=lambda pair: pair.number)
    shared = sorted(
        map(untimed, play_pairs(names, V2, "jobs", 6, jobs=2)), key=lambda pair: pair.number
    )
    assert alone == shared
    assert standing(alone).margin == standing(reversed(shared)).margin


def test_in_matches_what_counts_is_who_won() -> None:
    rules = replace(V2, target=40)
    found = standing(play_pairs(("hard", "chance"), rules, "m", 6, matches=True))
    assert found.margin > 0
    assert all(
        pair.margin in (-1, 0, 1)
        for pair in play_pairs(("hard", "medium"), rules, "m", 4, matches=True)
    )
    assert standing(play_pairs(("hard", "hard"), rules, "m", 3, matches=True)).margin == 0


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownNameError, match="computer player"):
        next(play_pairs(("hard", "nobody"), V2, "x", 5))


def test_the_interval_is_that_of_the_mean_of_pairs() -> None:
    pairs = [
        Pair(number, margin, (1, 1), (2, 1), (0.0, 0.0), (48, 48))
        for number, margin in enumerate((4.0, -2.0, 1.0, 1.0))
    ]
    found = standing(pairs)
    assert found.margin == 1.0
    assert found.interval == pytest.approx(1.96 * (6.0**0.5) / 2)
    assert (found.wins, found.losses, found.ties) == (3, 1, 0)
    assert found.basras == (1.0, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker", "at_least"),
    [
        ("beginner", "chance", 6),
        ("easy", "beginner", 4),
        ("medium", "easy", 2.5),
        ("hard", "medium", 5),
        ("hard", "greedy", 13),
    ],
)
def test_each_level_beats_the_one_below(stronger: str, weaker: str, at_least: float) -> None:
    """The measured leads are larger (docs/bots.md); these are clear of chance."""
    found = standing(play_pairs((stronger, weaker), V2, "ladder", 400))
    assert found.margin > at_least
