"""Selecting a card and what it takes: only what the view allows, and why not otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.cards import Card, Cards
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.messages.capture_choices import missing, plays_of
from basra.tui.selection import Selection
from tests.screen import position
from tests.strategies import rounds

JAWAKER = Rules.preset("jawaker")


def view_of(hand: str, floor: str, rules: Rules | None = None) -> View:
    return position(hand, "2C 2D 2H 2S", floor, rules=rules).view(Seat.SOUTH)


def clicked(selection: Selection, view: View, *cards: str) -> tuple[Selection, str]:
    note = ""
    for card in cards:
        selection, note = selection.toggle(view, Card.parse(card))
    return selection, note


def test_nothing_is_chosen_at_first() -> None:
    view = view_of("8S AC QC KD", "3C 5D 5H")
    assert Selection().play(view) is None
    assert Selection().next_capture(view, 1).note == "choose a card first"
    assert Selection().toggle(view, Card.parse("3C")).note == "first choose a card of your hand"


def test_the_arrows_go_round_the_hand() -> None:
    view = view_of("8S AC QC KD", "3C 5D 5H")
    first = Selection().next_card(view, 1)
    assert first.card == Card.parse("AC")
    assert Selection().next_card(view, -1) == first.next_card(view, -1)
    for _ in range(4):
        first = first.next_card(view, 1)
    assert first.card == Card.parse("AC")


def test_a_click_on_the_floor_settles_a_tie_at_once() -> None:
    view = view_of("8S AC QC KD", "3C 5D 5H")
    selection, note = clicked(Selection(Card.parse("8S")), view, "5H")
    assert (selection.play(view), note) == (Play.parse("8Sx3C5H"), "")
    selection, note = clicked(selection, view, "5H")
    assert (selection.play(view), note) == (Play.parse("8Sx3C5D"), "")


def test_what_must_or_cannot_be_taken_is_said() -> None:
    view = view_of("8S AC QC KD", "3C 5D QH")
    selection, note = clicked(Selection(Card.parse("8S")), view, "3C")
    assert (selection.play(view), note) == (Play.parse("8Sx3C5D"), "8♠ must take 3♣ here")
    selection, note = clicked(selection, view, "QH")
    assert (selection.play(view), note) == (Play.parse("8Sx3C5D"), "8♠ cannot take Q♥ here")


def test_under_free_capture_cards_are_put_together_one_by_one() -> None:
    view = view_of("8S AC QC KD", "8C 3C 5D QH", JAWAKER)
    selection = Selection(Card.parse("8S"))
    assert selection.play(view) == Play.parse("8Sx3C5D8C")
    selection, _ = clicked(selection, view, "8C")
    assert selection.play(view) == Play.parse("8Sx3C5D")
    selection, _ = clicked(selection, view, "5D")
    play = selection.play(view)
    assert play == Play.parse("8Sx3C")
    assert missing(view, play) == "8♠ takes 3♣ only with 5♦"
    assert selection.capture_number(view) == (0, 4)
    selection, _ = clicked(selection, view, "3C")
    assert selection.play(view) == Play.parse("8S")
    assert selection.capture_number(view) == (4, 4)


def test_tab_leaves_cards_that_are_no_capture_for_one_that_is() -> None:
    view = view_of("8S AC QC KD", "8C 3C 5D QH", JAWAKER)
    selection, _ = clicked(Selection(Card.parse("8S")), view, "QH")
    assert missing(view, selection.play(view) or Play(Card(0))) == "8♠ cannot take Q♥"
    assert selection.next_capture(view, 1).selection == Selection(Card.parse("8S"), 0)
    assert selection.next_capture(view, -1).selection == Selection(Card.parse("8S"), 3)


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        pytest.param("3C", "8♠ takes 3♣ only with 5♦ or 5♥", id="several-ways"),
        pytest.param("3C 3H", "8♠ takes 3♣ 3♥ only with 2♥", id="one-card-more"),
        pytest.param("QC", "8♠ cannot take Q♣", id="never"),
        pytest.param("3C QC", "8♠ cannot take Q♣", id="one-of-them-never"),
        pytest.param("3C 5D", "", id="a-capture"),
    ],
)
def test_what_is_missing_is_said(picked: str, words: str) -> None:
    round_ = position("8S AC KC KD", "4C 4D 4H 4S", "3C 3H 2H 5D 5H QC", rules=JAWAKER)
    view = round_.view(Seat.SOUTH)
    assert missing(view, Play(Card.parse("8S"), Cards.parse(picked))) == words


@given(rounds(), st.data())
def test_whatever_is_clicked_the_choice_is_legal_or_says_why_not(
    state: Round, data: st.DataObject
) -> None:
    view = state.view(state.turn)
    if view.is_over:
        return
    selection = Selection(data.draw(st.sampled_from(list(view.hand))))
    for _ in range(data.draw(st.integers(0, 6)) if view.floor else 0):
        selection, _note = selection.toggle(view, data.draw(st.sampled_from(list(view.floor))))
        play = selection.play(view)
        assert play is not None
        assert (view.why_not(play) is None) is (missing(view, play) == "")
        if view.rules.capture != "free":
            assert play in plays_of(view, play.card)
        number, count = selection.capture_number(view)
        assert count == len(plays_of(view, play.card))
        assert not number or plays_of(view, play.card)[number - 1] == play


@given(rounds())
def test_tab_goes_through_every_play_of_a_card_once(state: Round) -> None:
    view = state.view(state.turn)
    for card in view.hand:
        plays, selection = plays_of(view, card)[:200], Selection(card)
        seen = []
        for _ in plays:
            seen.append(selection.play(view))
            selection = selection.next_capture(view, 1).selection
        assert seen == list(plays)
