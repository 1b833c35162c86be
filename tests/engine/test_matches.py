"""A match: rounds to a target, ties, carried points, the dealer, the winner."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine import (
    ALL,
    DECK,
    PRESETS,
    Cards,
    IllegalPlayError,
    Match,
    Round,
    Rules,
    Seat,
    shuffled,
    stream,
)
from basra.engine.scoring import Line, Tally
from tests.strategies import random_play, rounds, rule_sets

V2 = Rules.preset("v2")
AHWA = Rules.preset("ahwa")


def over(south: int, match: Match, basras: str = "0-0") -> Round:
    """Return the next round of *match* at its end, with *south* cards in South's pile."""
    pile = Cards.of(DECK[:south])
    fields = (cards.compact or "-" for cards in (pile, ALL - pile))
    first = match.dealer.other.letter
    return Round.parse(f"-/-/-/-/{'/'.join(fields)} {basras} {first} S", match.rules)


def after(match: Match, *rounds_: int) -> Match:
    """Return *match* after rounds with so many cards each in South's pile."""
    for south in rounds_:
        match = match.after(over(south, match))
    return match


def scoring(*rounds_: tuple[int, int]) -> tuple[Tally, ...]:
    """Return tallies with these points."""
    return tuple(Tally((Line("basras", (0, 0), points),)) for points in rounds_)


def play_out(match: Match, seed: int) -> Round:
    """Return the next round of *match*, played out at random."""
    deck = shuffled(stream(seed, "deck", len(match.tallies)))
    state = Round.deal(deck, dealer=match.dealer, rules=match.rules)
    rng = stream(seed, "plays", len(match.tallies))
    while not state.is_over:
        state = state.play(random_play(state, rng))
    return state


def random_match(rules: Rules, seed: int, first_dealer: Seat = Seat.NORTH) -> list[Match]:
    """Return a match after every round of it, played at random."""
    matches = [Match(rules, first_dealer)]
    while not matches[-1].is_over:
        matches.append(matches[-1].after(play_out(matches[-1], seed)))
    return matches


# --------------------------------------------------------------------- the score


def test_a_new_match_stands_at_nothing() -> None:
    match = Match()
    assert match.scores == (0, 0)
    assert match.carried == 0
    assert match.tallies == ()
    assert match.winner is None
    assert not match.is_over
    assert match.rules == V2


def test_a_match_after_a_round_is_another_match_and_the_old_one_stays() -> None:
    before = Match(V2)
    later = before.after(over(30, before, "2-1"))
    assert later.scores == (50, 10)
    assert before == Match(V2)


@pytest.mark.parametrize("name", PRESETS)
def test_points_add_up_and_the_first_round_that_brings_a_winner_ends_a_match(name: str) -> None:
    for seed in range(4):
        *unfinished, last = random_match(PRESETS[name], seed)
        target = PRESETS[name].target
        for match in (*unfinished, last):
            lines = [line.points for tally in match.tallies for line in tally.lines]
            assert match.scores == (sum(one for one, _ in lines), sum(two for _, two in lines))
        for match in unfinished:
            south, north = match.scores
            assert max(south, north) < target or south == north
            assert match.winner is None
            assert not match.is_over
        assert last.winner is not None
        assert last.scores[last.winner] >= target
        assert last.scores[last.winner] > last.scores[last.winner.other]


def test_matches_in_one_process_do_not_know_of_each_other() -> None:
    first = random_match(AHWA, seed=3)[-1]
    assert random_match(AHWA, seed=4)[-1] != first
    assert random_match(AHWA, seed=3)[-1] == first
    assert Match(AHWA).scores == (0, 0)


# -------------------------------------------------------------------- the winner


@pytest.mark.parametrize(
    ("rounds_", "winner"),
    [
        pytest.param([(120, 0)], None, id="one-short-of-the-target"),
        pytest.param([(121, 0)], Seat.SOUTH, id="exactly-the-target"),
        pytest.param([(0, 150)], Seat.NORTH, id="past-the-target"),
        pytest.param([(60, 30), (61, 30)], Seat.SOUTH, id="in-two-rounds"),
        pytest.param([(126, 126)], None, id="level-above-the-target"),
        pytest.param([(121, 121)], None, id="level-at-the-target"),
        pytest.param([(126, 126), (0, 0)], None, id="still-level"),
        pytest.param([(126, 126), (30, 31)], Seat.NORTH, id="one-point-apart-after-another-round"),
        pytest.param([(123, 130)], Seat.NORTH, id="both-over-the-higher-wins"),
        pytest.param([(130, 123)], Seat.SOUTH, id="both-over-whichever-seat"),
        pytest.param([(122, 121)], Seat.SOUTH, id="both-over-by-one-point"),
        pytest.param([(0, 0)], None, id="nothing-scored"),
    ],
)
def test_the_first_to_the_target_wins_and_if_both_reach_it_the_higher(
    rounds_: list[tuple[int, int]], winner: Seat | None
) -> None:
    match = Match(V2, tallies=scoring(*rounds_))
    assert match.winner is winner
    assert match.is_over == (winner is not None)
    mirrored = Match(V2, tallies=scoring(*((north, south) for south, north in rounds_)))
    assert mirrored.winner is (None if winner is None else winner.other)


def test_level_at_the_target_another_round_is_played_until_they_differ() -> None:
    rules = replace(V2, target=30)
    match = Match(rules)
    for _ in range(3):
        match = match.after(over(26, match, "3-3"))
        assert match.scores[0] == match.scores[1] >= 30
        assert not match.is_over
    match = match.after(over(27, match))
    assert match.winner is Seat.SOUTH
    assert len(match.tallies) == 4


def test_passing_the_target_within_a_round_ends_nothing() -> None:
    rules = replace(AHWA, target=1)
    match = Match(rules)
    state = Round.deal(shuffled(stream(2, "deck")), rules=rules)
    rng = stream(2, "plays")
    passed = 0
    while not state.is_over:
        passed += max(state.tally().points) >= rules.target
        with pytest.raises(IllegalPlayError):
            match.after(state)
        assert match.winner is None
        state = state.play(random_play(state, rng))
    assert passed
    assert match.after(state).tallies == (state.tally(),)


@pytest.mark.parametrize("target", [1, 101, 150, 1_000])
def test_any_target_is_the_one_that_is_played_to(target: int) -> None:
    rules = replace(V2, target=target)
    match = random_match(rules, seed=1)[-1]
    assert max(match.scores) >= target
    assert all(max(earlier.scores) < target for earlier in random_match(rules, seed=1)[:-1])


# -------------------------------------------------------------- carried points


def test_points_of_several_ties_add_up_for_the_next_majority() -> None:
    rules = replace(AHWA, target=1_000)
    match = Match(rules)
    for ties in (1, 2, 3):
        match = match.after(over(26, match))
        assert match.carried == 30 * ties
    assert sum(match.scores) == 3 * 13
    match = match.after(over(20, match))
    lines = {line.source: line.points for line in match.tallies[-1].lines}
    assert lines["cards"] == (0, 30)
    assert lines["carried"] == (0, 90)
    assert sum(match.scores) == 4 * 13 + 30 + 90
    assert match.carried == 0
    match = match.after(over(30, match))
    assert sum(match.scores) == 5 * 13 + 30 + 90 + 30


def test_carried_points_can_bring_the_match() -> None:
    rules = replace(AHWA, target=61)
    match = after(Match(rules), 26, 26)
    assert not match.is_over
    assert match.after(over(10, match)).winner is Seat.NORTH


def test_carried_points_are_nobodys_until_they_are_won() -> None:
    match = after(Match(AHWA), 26)
    assert sum(match.scores) == 13
    assert match.carried == 30


@pytest.mark.parametrize("tie", ["none", "both"])
def test_where_ties_are_not_carried_nothing_waits(tie: str) -> None:
    rules = replace(V2, tie=tie)
    match = after(Match(rules), 26)
    assert match.carried == 0
    assert match.scores == ((0, 0) if tie == "none" else (30, 30))


# ------------------------------------------------------------------- the dealer


@pytest.mark.parametrize("first", Seat)
def test_the_deal_passes_on_after_every_round_also_after_a_tie(first: Seat) -> None:
    rules = replace(V2, target=20)
    match = Match(rules, first)
    dealers = []
    for _ in range(6):
        dealers.append(match.dealer)
        match = match.after(over(26, match, "2-2"))
        assert not match.is_over
    assert dealers == [first, first.other] * 3


@pytest.mark.parametrize("first", Seat)
def test_the_seat_that_does_not_deal_lays_the_first_card_of_each_round(first: Seat) -> None:
    for match in random_match(V2, seed=8, first_dealer=first)[:-1]:
        state = Round.deal(
            shuffled(stream(8, "deck", len(match.tallies))), dealer=match.dealer, rules=V2
        )
        assert state.turn is match.dealer.other


# ------------------------------------------------------------- what is refused


@given(rounds(rule_sets(), max_plays=47))
def test_an_unfinished_round_is_refused(state: Round) -> None:
    with pytest.raises(IllegalPlayError, match=r"rule 6\.1"):
        Match(state.rules).after(state)


def test_a_round_that_has_not_been_dealt_is_not_over() -> None:
    undealt = Round(V2, Seat.SOUTH, (Cards(0), Cards(0)), Cards(0), DECK)
    assert not undealt.is_over
    with pytest.raises(IllegalPlayError, match=r"rule 6\.1"):
        Match(V2).after(undealt)


def test_a_round_of_other_rules_is_refused() -> None:
    for rules in PRESETS.values():
        match = Match(replace(rules, target=rules.target + 1))
        with pytest.raises(IllegalPlayError, match="other rules"):
            match.after(over(30, Match(rules)))


@pytest.mark.parametrize("first", Seat)
def test_a_round_that_the_other_seat_dealt_is_refused(first: Seat) -> None:
    for match in (Match(V2, first), after(Match(V2, first), 30)):
        wrong = over(30, replace(match, first_dealer=first.other))
        with pytest.raises(IllegalPlayError, match=r"to deal \(rule 1\.3\)"):
            match.after(wrong)
        assert match.after(over(30, match)).dealer is match.dealer.other


def test_once_somebody_has_won_no_further_round_counts() -> None:
    match = Match(V2, tallies=scoring((121, 0)))
    with pytest.raises(IllegalPlayError, match="the match is over"):
        match.after(over(30, match))


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=8))
def test_a_winner_is_ahead_and_at_the_target_and_nobody_else_is(
    rounds_: list[tuple[int, int]],
) -> None:
    match = Match(V2, tallies=scoring(*rounds_))
    south, north = match.scores
    leads = [south > north, north > south]
    for seat in Seat:
        assert (match.winner is seat) == (leads[seat] and match.scores[seat] >= 121)
