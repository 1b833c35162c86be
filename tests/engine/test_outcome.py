"""Outcomes: each says all that a play changed on the table, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from basra.engine import (
    Basra,
    Card,
    Cards,
    IllegalPlayError,
    Play,
    PlayOutcome,
    Round,
    Rules,
    Seat,
    shuffled,
    stream,
)
from tests.oracle import oracle_basra
from tests.strategies import random_play, rounds, rule_sets, seeds

V2 = Rules.preset("v2")


def outcome_of(state: Round, play: Play) -> PlayOutcome:
    """Return what *play* does on *state*."""
    return state.play(play).outcomes[-1]


class Table:
    """What a table shows that learns of a round by the outcomes of its plays alone."""

    def __init__(self, state: Round) -> None:
        self.floor = state.floor
        self.piles = list(state.piles)
        self.deal = state.deal_number
        self.last_taker = state.last_taker

    def show(self, outcome: PlayOutcome) -> None:
        assert outcome.floor == self.floor
        self.floor = (self.floor | Cards.of([outcome.card])) - outcome.taken
        if outcome.taken:
            gained = outcome.taken | Cards.of([outcome.card])
            self.floor = self.floor - gained
            self.piles[outcome.seat] = self.piles[outcome.seat] | gained
            self.last_taker = outcome.seat
        if outcome.left_over is not None:
            assert outcome.left_over == self.floor
            assert outcome.left_to is self.last_taker
            if outcome.left_to is not None:
                self.piles[outcome.left_to] = self.piles[outcome.left_to] | self.floor
                self.floor = Cards(0)
        self.deal = outcome.dealt or self.deal


@given(rounds(rule_sets(), max_plays=47))
def test_an_outcome_says_all_that_a_play_changes_on_the_table(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        after, table = state.play(play), Table(state)
        outcome = after.outcomes[-1]
        table.show(outcome)
        assert (outcome.seat, outcome.play) == (state.turn, play)
        assert table.floor == after.floor
        assert tuple(table.piles) == after.piles
        assert table.deal == after.deal_number
        assert table.last_taker is after.last_taker
        assert outcome.basra is state.basra(play)
        assert outcome.points == oracle_basra(
            play.card, state.floor, play.taken, state.rules, last_card=state.is_last_card
        )


@given(rounds(rule_sets(), max_plays=47))
def test_an_outcome_names_new_hands_and_the_end_exactly_when_they_come(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        after = state.play(play)
        outcome = after.outcomes[-1]
        new_hands = len(after.stock) < len(state.stock)
        assert outcome.dealt == (after.deal_number if new_hands else 0)
        assert outcome.ends_round is after.is_over


@given(rounds(rule_sets(), max_plays=47), seeds())
def test_outcomes_are_the_same_whatever_the_cards_still_to_come(state: Round, seed: int) -> None:
    order = shuffled(Random(seed), state.stock)
    for play in state.legal_plays()[:12]:
        assert outcome_of(replace(state, stock=order), play) == outcome_of(state, play)


@given(rounds(rule_sets(), max_plays=47))
def test_outcomes_of_a_round_stay_with_it_in_the_order_of_its_plays(state: Round) -> None:
    assert state.history == tuple(outcome.play for outcome in state.outcomes)
    for play in state.legal_plays()[:12]:
        assert state.play(play).outcomes[:-1] == state.outcomes
    assert state.view(Seat.SOUTH).outcomes == state.view(Seat.NORTH).outcomes == state.outcomes


def test_a_play_that_is_refused_has_no_outcome() -> None:
    state = Round.deal(shuffled(stream(1, "deck")))
    for card in state.hands[state.turn.other]:
        with pytest.raises(IllegalPlayError):
            state.play(Play(card))
    assert state.outcomes == ()


def one_card_each(floor: str, south: str, north: str, rules: Rules = V2) -> Round:
    """Return a state with one card in each hand and the stock empty; South lays, North took."""
    shown = Cards.parse(f"{floor} {south} {north}")
    rest = [card for card in map(Card, range(52)) if card not in shown]
    piles = "".join(map(str, rest[:24])), "".join(map(str, rest[24:]))
    return Round.parse(f"{south}/{north}/{floor or '-'}/-/{'/'.join(piles)} 0-0 S N", rules)


@pytest.mark.parametrize(
    ("floor", "card", "preset", "sort", "points"),
    [
        pytest.param("5H", "5S", "v2", Basra.ORDINARY, 10, id="a-card-on-its-equal"),
        pytest.param("JH", "JS", "v2", Basra.JACK, 30, id="a-jack-on-a-jack"),
        pytest.param("JH", "JS", "pagat", Basra.NONE, 0, id="a-jack-on-a-jack-under-pagat"),
    ],
)
def test_an_outcome_has_the_sort_of_its_basra_and_its_points(
    floor: str, card: str, preset: str, sort: Basra, points: int
) -> None:
    state = one_card_each(floor, card, "9C", Rules.preset(preset))
    outcome = outcome_of(state, state.read_play(card))
    assert (outcome.basra, outcome.points) == (sort, points)
    assert outcome.is_clear
    assert outcome.text == f"{card}x{floor}" + ("!" if points else "")


def test_the_last_outcome_has_what_was_left_over_and_who_got_it() -> None:
    state = one_card_each("2C3D", "KS", "QH")
    state = state.play(state.read_play("KS"))
    assert outcome_of(state, state.read_play("QH")) == PlayOutcome(
        Seat.NORTH,
        Play(Card.parse("QH")),
        Cards.parse("2C 3D KS"),
        left_over=Cards.parse("2C 3D QH KS"),
        left_to=Seat.NORTH,
    )


def test_if_the_last_card_clears_the_floor_nothing_is_left_over() -> None:
    state = one_card_each("", "KS", "KH")
    state = state.play(state.read_play("KS"))
    outcome = outcome_of(state, state.read_play("KH!"))
    assert outcome.points
    assert outcome.ends_round
    assert outcome.left_over == Cards(0)


def test_a_whole_round_has_an_outcome_for_every_play_and_one_end() -> None:
    state = Round.deal(shuffled(stream(3, "deck")))
    rng = stream(3, "plays")
    while not state.is_over:
        state = state.play(random_play(state, rng))
    outcomes = state.outcomes
    assert [outcome.dealt for outcome in outcomes if outcome.dealt] == [2, 3, 4, 5, 6]
    assert Cards.of([outcome.card for outcome in outcomes]) | outcomes[0].floor == (1 << 52) - 1
    assert [outcome.ends_round for outcome in outcomes] == [False] * 47 + [True]


def test_an_outcome_cannot_be_changed() -> None:
    outcome = PlayOutcome(Seat.SOUTH, Play.parse("AC"), Cards(0))
    with pytest.raises(AttributeError):
        outcome.seat = Seat.NORTH  # type: ignore[misc]
    assert len({outcome, PlayOutcome(Seat.SOUTH, Play.parse("AC"), Cards(0))}) == 1
