"""Views: a seat sees what it may and nothing else, however it looks."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace
from itertools import product
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from basra.engine import (
    ALL,
    PRESETS,
    Card,
    Cards,
    IllegalPlayError,
    Play,
    Round,
    Rules,
    Seat,
    View,
    shuffled,
    stream,
)
from basra.engine.cards import parse_sequence
from tests.engine.test_shuffles import chi_square_p
from tests.strategies import presets, random_play, rounds, rule_sets, seeds

V2 = Rules.preset("v2")
BOTTOM = replace(V2, opening="bottom")
OPENINGS = ("bury", "bottom", "redeal", "keep")


@st.composite
def openings(draw: DrawFn) -> Rules:
    """Draw a preset or other house rules, with any way to treat a barred card alike."""
    rules = draw(rule_sets())
    return replace(rules, opening=draw(st.sampled_from(OPENINGS)))


@st.composite
def burdened(draw: DrawFn) -> Round:
    """Draw a state of a round at whose opening barred cards went under the stock for all to see."""
    hand_size = draw(st.sampled_from([4, 6]))
    rules = replace(BOTTOM, hand_size=hand_size)
    rng = Random(draw(seeds()))
    strong = [card for card in shuffled(rng) if card in rules.barred]
    others = [card for card in shuffled(rng) if card not in rules.barred]
    count = draw(st.integers(1, 5))
    hands, rest = others[: 2 * hand_size], others[2 * hand_size :]
    deck = [*hands, *shuffled(rng, [*strong[: min(count, 4)], *rest[: 4 - min(count, 4)]])]
    deck += [*strong[4:count], *shuffled(rng, [*strong[count:], *rest[4 - min(count, 4) :]])]
    state = Round.deal(deck, dealer=draw(st.sampled_from(Seat)), rules=rules)
    for _ in range(draw(st.integers(0, 48))):
        state = state.play(random_play(state, rng))
    return state


def any_rounds() -> SearchStrategy[Round]:
    return rounds(openings()) | burdened()


def with_the_unseen_changed(state: Round, seat: Seat, rng: Random) -> Round:
    """Return a round that differs from *state* only in where the cards lie that *seat* cannot see.

    Cards that both seats saw go under the stock stay where they are, in the stock or in a hand.
    """
    other = seat.other
    fixed = Cards.of(state.known) & (state.hands[other] if not state.stock else ALL)
    hidden = [*state.hands[other] - fixed, *(card for card in state.stock if card not in fixed)]
    order = shuffled(rng, hidden)
    cut = len(state.hands[other] - fixed)
    hand = Cards.of(order[:cut]) | (state.hands[other] & fixed)
    stock = (*order[cut:], *(card for card in state.stock if card in fixed))
    hands = (state.hands[0], hand) if seat is Seat.SOUTH else (hand, state.hands[1])
    return replace(state, hands=hands, stock=stock)


# ----------------------------------------------------------------- what it shows


@given(any_rounds(), st.sampled_from(Seat))
def test_a_view_shows_its_own_hand_and_of_the_other_only_how_many(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    assert view.seat is seat
    assert view.hand == state.hands[seat]
    assert view.other_hand_size == len(state.hands[seat.other])
    assert view.stock_size == len(state.stock)
    assert view.unseen == ALL - (view.hand | view.floor | view.piles[0] | view.piles[1])
    assert view.unseen == state.hands[seat.other] | Cards.of(state.stock)
    if state.rules.opening != "bottom":
        assert (view.known, view.bottom, view.other_known) == ((), (), Cards(0))


@given(any_rounds(), st.sampled_from(Seat))
def test_a_view_agrees_with_the_round_on_everything_public(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    for name in (
        "rules",
        "turn",
        "floor",
        "piles",
        "basras",
        "jack_basras",
        "last_taker",
        "known",
        "scores",
        "carried",
        "history",
        "is_over",
        "is_last_card",
        "dealer",
        "deal_number",
    ):
        assert getattr(view, name) == getattr(state, name), name
    assert view.tally() == state.tally()
    assert view.tally(30) == state.tally(30)


@given(any_rounds())
def test_only_the_seat_on_turn_has_plays_and_they_are_those_of_the_round(state: Round) -> None:
    view, other = state.view(state.turn), state.view(state.turn.other)
    assert view.legal_plays() == state.legal_plays()
    assert other.legal_plays() == ()
    for play in state.legal_plays()[:12]:
        assert view.why_not(play) is None
        assert view.basra(play) == state.basra(play)
        assert view.basra_points(play) == state.basra_points(play)
        assert view.read_play(state.text(play)) == play


@given(any_rounds())
def test_a_seat_that_is_not_on_turn_is_refused_whatever_it_lays(state: Round) -> None:
    assume(not state.is_over)
    view = state.view(state.turn.other)
    for card in (*view.hand, *state.hands[state.turn]):
        for play in (Play(card), Play(card, view.floor)):
            refusal = view.why_not(play)
            assert refusal is not None
            assert refusal.paragraph == "1.3"
            assert str(state.turn) in refusal.reason
    for card in view.hand:
        with pytest.raises(IllegalPlayError):
            view.read_play(f"{card}x{view.floor.compact}" if view.floor else str(card))


@given(any_rounds(), st.sampled_from(Seat), st.sampled_from(list(ALL)))
def test_once_the_round_is_over_a_view_refuses_every_play(
    state: Round, seat: Seat, card: Card
) -> None:
    while not state.is_over:
        state = state.play(state.legal_plays()[0])
    refusal = state.view(seat).why_not(Play(card))
    assert refusal is not None
    assert refusal.paragraph == "1.2"
    assert state.view(seat).legal_plays() == ()


# ------------------------------------------------------------- what it does not


@given(any_rounds(), st.sampled_from(Seat), seeds())
def test_a_view_is_the_same_and_imagines_the_same_however_the_unseen_cards_lie(
    state: Round, seat: Seat, seed: int
) -> None:
    other = with_the_unseen_changed(state, seat, Random(seed))
    view, twin = state.view(seat), other.view(seat)
    assert view == twin
    assert hash(view) == hash(twin)
    assert repr(view) == repr(twin)
    assert str(view) == str(twin)
    assert view.legal_plays() == twin.legal_plays()
    assert view.imagine(Random(seed)) == twin.imagine(Random(seed))
    for name in ("unseen", "bottom", "other_known", "deal_number", "dealer"):
        assert getattr(view, name) == getattr(twin, name), name


@given(any_rounds(), st.sampled_from(Seat), seeds())
def test_the_pickle_of_a_view_is_the_same_however_the_unseen_cards_lie(
    state: Round, seat: Seat, seed: int
) -> None:
    other = with_the_unseen_changed(state, seat, Random(seed))
    bare = View.parse(str(state.view(seat)), state.rules)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        dumped = pickle.dumps(state.view(seat), protocol)
        assert pickle.dumps(other.view(seat), protocol) == dumped
        assert pickle.dumps(replace(state.view(seat), outcomes=()), protocol) == pickle.dumps(
            bare, protocol
        )


@given(any_rounds(), st.sampled_from(Seat))
def test_the_text_of_a_view_names_no_hidden_card(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    hidden = view.unseen - Cards.of(view.known)
    shown = repr(replace(view, rules=V2)).replace(repr(V2), "").replace("TH: ", "")
    for text in (str(view), shown):
        named = set(map(Card.parse, re.findall(r"[A2-9TJQK][CDHS]", text)))
        assert named.isdisjoint(set(hidden))
        assert view.hand == Cards.of(named & set(view.hand))


def test_no_field_of_a_view_can_hold_the_other_hand_or_the_stock() -> None:
    assert {field.name: field.type for field in fields(View)} == {
        "rules": "Rules",
        "seat": "Seat",
        "turn": "Seat",
        "hand": "Cards",
        "other_hand_size": "int",
        "floor": "Cards",
        "stock_size": "int",
        "piles": "tuple[Cards, Cards]",
        "basras": "tuple[int, int]",
        "jack_basras": "tuple[int, int]",
        "last_taker": "Seat | None",
        "known": "tuple[Card, ...]",
        "scores": "tuple[int, int]",
        "carried": "int",
        "outcomes": "tuple[PlayOutcome, ...]",
    }
    assert not hasattr(next(iter(seen())), "__dict__")


def seen() -> list[View]:
    state = Round.deal(shuffled(stream(4, "deck")))
    return [state.view(seat) for seat in Seat]


def with_all_pairs_uneven() -> Round:
    """Return a state, whether it can be reached or not, in which no two numbers are the same."""
    state = Round.deal(shuffled(stream(4, "uneven")), rules=Rules.preset("ahwa"))
    return replace(
        state,
        piles=(Cards.of(state.stock[:2]), Cards.of(state.stock[2:5])),
        basras=(1, 2),
        jack_basras=(3, 4),
        last_taker=Seat.NORTH,
        scores=(5, 6),
        carried=7,
    )


@given(any_rounds(), st.sampled_from(Seat))
@example(with_all_pairs_uneven(), Seat.SOUTH)
def test_a_view_cannot_be_changed_and_can_be_copied_and_pickled(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    with pytest.raises(FrozenInstanceError):
        view.hand = Cards(0)  # type: ignore[misc]
    for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert twin == view
        assert type(twin) is View
        assert hash(twin) == hash(view)
        assert repr(twin) == repr(view)
        assert twin.legal_plays() == view.legal_plays()
        assert twin.imagine(Random(1)) == view.imagine(Random(1))


# -------------------------------------------------------------------- imagining


@given(any_rounds(), st.sampled_from(Seat), seeds())
def test_a_view_cannot_tell_imagined_rounds_from_the_real_one(
    state: Round, seat: Seat, seed: int
) -> None:
    view = state.view(seat)
    assert view.imagine(Random(seed)).view(seat) == view


def test_every_state_of_a_round_can_be_imagined_by_both_seats() -> None:
    rng = stream("imagined states")
    for preset, opening in product(PRESETS.values(), ("bury", "bottom")):
        state = Round.deal(shuffled(rng), rules=replace(preset, opening=opening))
        while not state.is_over:
            for seat in Seat:
                view = state.view(seat)
                assert view.imagine(rng).view(seat) == view
            state = state.play(random_play(state, rng))


@given(any_rounds(), st.sampled_from(Seat), seeds())
def test_an_imagined_round_could_lie_on_a_table_and_be_played_out(
    state: Round, seat: Seat, seed: int
) -> None:
    rng = Random(seed)
    imagined = state.view(seat).imagine(rng)
    assert Round.parse(str(imagined), state.rules) == replace(imagined, outcomes=())
    while not imagined.is_over:
        imagined = imagined.play(random_play(imagined, rng))
    assert len(imagined.history) == 48


@given(rounds(presets(), min_plays=40))
def test_what_follows_from_the_view_is_imagined_as_it_is(state: Round) -> None:
    last = state.view(state.turn)
    if not last.stock_size:
        assert last.imagine(Random(0)).hands[state.turn.other] == state.hands[state.turn.other]


def test_every_unseen_card_is_imagined_in_the_other_hand_equally_often() -> None:
    state = Round.deal(shuffled(stream(6, "deck")))
    rng = stream(6, "plays")
    while len(state.stock) > 8:
        state = state.play(random_play(state, rng))
    view = state.view(Seat.SOUTH)
    assert (len(view.unseen), view.other_hand_size) == (12, 4)
    counts = dict.fromkeys(view.unseen, 0)
    tops = dict.fromkeys(view.unseen, 0)
    draw = stream("imagined")
    for _ in range(3_000):
        imagined = view.imagine(draw)
        for card in imagined.hands[Seat.NORTH]:
            counts[card] += 1
        tops[imagined.stock[0]] += 1
    # Four of twelve cards are drawn at a time, without replacement: 11/8 of a chi-square.
    statistic = sum((count - 1_000) ** 2 / 1_000 for count in counts.values())
    assert 0.001 < chi_square_p(statistic * 11 / 8, 11) < 0.999
    statistic = sum((count - 250) ** 2 / 250 for count in tops.values())
    assert 0.001 < chi_square_p(statistic, 11) < 0.999


def test_the_same_stream_imagines_the_same_round() -> None:
    for view in seen():
        assert view.imagine(Random(5)) == view.imagine(Random(5))
        assert len({view.imagine(Random(seed)) for seed in range(50)}) == 50


# --------------------------------------------- cards both saw go under the stock


@given(burdened(), st.sampled_from(Seat))
def test_both_seats_know_the_cards_under_the_stock_and_later_whose_hand_they_came_to(
    state: Round, seat: Seat
) -> None:
    view = state.view(seat)
    assert state.known
    if state.stock:
        assert view.bottom == state.known == state.stock[-len(state.known) :]
        assert view.other_known == Cards(0)
    else:
        assert view.bottom == ()
        assert view.other_known == Cards.of(state.known) & state.hands[seat.other]
    assert view.other_known.issubset(state.hands[seat.other])
    assert view.known == state.known


@given(burdened(), st.sampled_from(Seat), seeds())
def test_what_both_saw_go_under_the_stock_is_imagined_where_it_lies(
    state: Round, seat: Seat, seed: int
) -> None:
    view = state.view(seat)
    imagined = view.imagine(Random(seed))
    if state.stock:
        assert imagined.stock[-len(state.known) :] == state.known
    else:
        dealt = Cards.of(state.known)
        assert imagined.hands[seat.other] & dealt == state.hands[seat.other] & dealt
    assert imagined.view(seat) == view
    assert imagined.view(seat.other).known == state.known


def test_the_last_hands_hold_the_cards_from_under_the_stock_for_both_to_know() -> None:
    deck = parse_sequence("AC2C3C4C AD2D3D4D JS9HJHJC 9S7DJD")
    deck += tuple(card for card in ALL if card not in deck)
    state = Round.deal(deck, dealer=Seat.NORTH, rules=BOTTOM)
    assert state.known == parse_sequence("JS JH 7D JD JC")
    rng = Random(2)
    while state.stock:
        assert state.view(Seat.SOUTH).bottom == state.view(Seat.NORTH).bottom == state.known
        state = state.play(random_play(state, rng))
    south, north = state.view(Seat.SOUTH), state.view(Seat.NORTH)
    assert Card.parse("JS") in south.hand
    assert north.hand == Cards.parse("JH JC 7D JD")
    assert south.other_known == north.hand
    assert north.other_known == Cards.parse("JS")
    after = state.play(state.read_play(f"JSx{state.floor.compact}" if state.floor else "JS"))
    assert after.view(Seat.NORTH).other_known == Cards(0)
