"""Events: they tell all that a play changed, in order, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine import (
    Card,
    Cards,
    Dealt,
    Event,
    IllegalPlayError,
    Laid,
    LeftOver,
    MadeBasra,
    Play,
    Round,
    RoundOver,
    Rules,
    Seat,
    Took,
    shuffled,
    stream,
)
from basra.engine.scoring import Tally
from tests.oracle import oracle_basra
from tests.strategies import random_play, rounds, rule_sets, seeds

V2 = Rules.preset("v2")
ORDER = (Laid, Took, MadeBasra, Dealt, LeftOver, RoundOver)


class Table:
    """What a table shows that is told of a round by its events alone."""

    def __init__(self, state: Round) -> None:
        self.floor = state.floor
        self.piles = list(state.piles)
        self.stock_size = len(state.stock)
        self.deal = state.number_of_deal
        self.last_taker = state.last_taker
        self.points = 0
        self.tally: Tally | None = None

    def tell(self, event: Event) -> None:
        if isinstance(event, Laid):
            self.floor = self.floor | Cards.of([event.card])
        elif isinstance(event, Took):
            gained = event.taken | Cards.of([event.card])
            self.floor = self.floor - gained
            self.piles[event.seat] = self.piles[event.seat] | gained
            self.last_taker = event.seat
        elif isinstance(event, MadeBasra):
            self.points = event.points
        elif isinstance(event, Dealt):
            self.deal, self.stock_size = event.deal, event.stock_size
        elif isinstance(event, LeftOver):
            if event.seat is not None:
                self.floor = self.floor - event.cards
                self.piles[event.seat] = self.piles[event.seat] | event.cards
        else:
            self.tally = event.tally


@given(rounds(rule_sets(), max_plays=47))
def test_the_events_of_a_play_tell_all_that_it_changes_on_the_table(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        after, table = state.play(play), Table(state)
        for event in state.events(play):
            table.tell(event)
        assert table.floor == after.floor
        assert tuple(table.piles) == after.piles
        assert (table.deal, table.stock_size) == (after.number_of_deal, len(after.stock))
        assert table.last_taker is after.last_taker
        assert table.points == oracle_basra(
            play.card, state.floor, play.taken, state.rules, last_card=state.is_last_card
        )
        assert table.tally == (after.tally() if after.is_over else None)


@given(rounds(rule_sets(), max_plays=47))
def test_events_come_in_the_order_it_happens_each_sort_once(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        sorts = [ORDER.index(type(event)) for event in state.events(play)]
        assert sorts == sorted(set(sorts))
        assert sorts[0] == 0


@given(rounds(rule_sets(), max_plays=47))
def test_the_events_begin_with_the_card_laid_by_the_seat_on_turn(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        laid, *others = state.events(play)
        assert laid == Laid(state.turn, play.card)
        took = [event for event in others if isinstance(event, Took)]
        assert took == ([Took(state.turn, play.card, play.taken)] if play.taken else [])


@given(rounds(rule_sets(), max_plays=47))
def test_new_hands_and_the_end_are_told_exactly_when_they_come(state: Round) -> None:
    for play in state.legal_plays()[:12]:
        after, events = state.play(play), state.events(play)
        dealt = [event for event in events if isinstance(event, Dealt)]
        new_hands = len(after.stock) < len(state.stock)
        assert dealt == ([Dealt(after.number_of_deal, len(after.stock))] if new_hands else [])
        assert isinstance(events[-1], RoundOver) == after.is_over
        assert any(isinstance(event, LeftOver) for event in events) <= after.is_over


@given(rounds(rule_sets(), max_plays=47), seeds())
def test_events_are_the_same_whatever_the_cards_still_to_come(state: Round, seed: int) -> None:
    order = shuffled(Random(seed), state.stock)
    for play in state.legal_plays()[:12]:
        assert replace(state, stock=order).events(play) == state.events(play)


@given(rounds(rule_sets(), max_plays=47), st.sampled_from(Seat))
def test_asking_for_events_changes_nothing(state: Round, seat: Seat) -> None:
    line, view = str(state), state.view(seat)
    for play in state.legal_plays()[:12]:
        assert state.events(play) == state.events(play)
    assert str(state) == line
    assert state.view(seat) == view


def test_a_play_that_is_refused_has_no_events() -> None:
    state = Round.deal(shuffled(stream(1, "deck")))
    for card in state.hands[state.turn.other]:
        with pytest.raises(IllegalPlayError):
            state.events(Play(card))


def one_card_each(floor: str, south: str, north: str, rules: Rules = V2) -> Round:
    """Return a state with one card in each hand and the stock empty; South lays, North took."""
    shown = Cards.parse(f"{floor} {south} {north}")
    rest = [card for card in map(Card, range(52)) if card not in shown]
    piles = "".join(map(str, rest[:24])), "".join(map(str, rest[24:]))
    return Round.parse(f"{south}/{north}/{floor or '-'}/-/{'/'.join(piles)} 0-0 S N", rules)


def test_a_basra_is_told_with_its_points_and_whether_it_is_the_jacks() -> None:
    state = one_card_each("5H", "5S", "9C")
    assert state.events(state.read_play("5S")) == (
        Laid(Seat.SOUTH, Card.parse("5S")),
        Took(Seat.SOUTH, Card.parse("5S"), Cards.parse("5H")),
        MadeBasra(Seat.SOUTH, 10, False),
    )
    state = one_card_each("JH", "JS", "9C")
    assert state.events(state.read_play("JS"))[-1] == MadeBasra(Seat.SOUTH, 30, True)
    state = one_card_each("JH", "JS", "9C", Rules.preset("pagat"))
    assert state.events(state.read_play("JS")) == (
        Laid(Seat.SOUTH, Card.parse("JS")),
        Took(Seat.SOUTH, Card.parse("JS"), Cards.parse("JH")),
    )


def test_the_end_tells_what_was_left_over_to_whom_and_the_tally() -> None:
    state = one_card_each("2C3D", "KS", "QH")
    state = state.play(state.read_play("KS"))
    play = state.read_play("QH")
    assert state.events(play) == (
        Laid(Seat.NORTH, Card.parse("QH")),
        LeftOver(Seat.NORTH, Cards.parse("2C 3D QH KS")),
        RoundOver(state.play(play).tally()),
    )


def test_if_the_last_card_clears_the_floor_nothing_is_left_over() -> None:
    state = one_card_each("", "KS", "KH")
    state = state.play(state.read_play("KS"))
    play = state.read_play("KH!")
    assert [type(event) for event in state.events(play)] == [Laid, Took, MadeBasra, RoundOver]


def test_a_whole_round_told_play_by_play_is_the_round() -> None:
    state = Round.deal(shuffled(stream(3, "deck")))
    rng = stream(3, "plays")
    told: list[Event] = []
    while not state.is_over:
        play = random_play(state, rng)
        told += state.events(play)
        state = state.play(play)
    assert [event.deal for event in told if isinstance(event, Dealt)] == [2, 3, 4, 5, 6]
    assert [event.card for event in told if isinstance(event, Laid)] == [
        play.card for play in state.history
    ]
    assert sum(isinstance(event, RoundOver) for event in told) == 1
    assert told[-1] == RoundOver(state.tally())


def test_an_event_cannot_be_changed() -> None:
    event = Laid(Seat.SOUTH, Card.parse("AC"))
    with pytest.raises(FrozenInstanceError):
        event.seat = Seat.NORTH  # type: ignore[misc]
    assert event == Laid(Seat.SOUTH, Card.parse("AC"))
    assert len({event, Laid(Seat.SOUTH, Card.parse("AC"))}) == 1
