"""What a play is thought to be worth, and what a seat is thought to know."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.ai.beliefs import explains, imagined_hands
from basra.ai.counts import Seen, play_of, table_of
from basra.ai.evaluation import chances_of_none
from basra.ai.evaluators import mind, nearest_preset
from basra.ai.kernel import kernel
from basra.ai.leaf_values import features
from basra.engine import PRESETS, Cards, Round, Rules, Seat, View, shuffled, stream
from basra.engine.shuffles import pick
from tests.strategies import rounds, views


@pytest.mark.parametrize(("count", "held"), [(1, 1), (5, 2), (8, 4), (9, 0), (7, 7)])
def test_the_chance_to_hold_none_is_that_of_counting_hands(count: int, held: int) -> None:
    hands = list(combinations(range(count), held))
    for marked in range(count + 1):
        without = sum(all(card >= marked for card in hand) for hand in hands)
        assert chances_of_none(count, held)[marked] == pytest.approx(without / len(hands))


def test_the_expected_reply_is_the_mean_over_every_hand_the_other_may_hold() -> None:
    rules = Rules.preset("v2")
    judge, packed = mind(rules).judge, kernel(rules)
    pool = Cards.parse("AC 3D 4H 4S 9C JD QH")
    floor = packed.bag(Cards.parse("3C 4D QS"))
    worth = 2.0
    best = {
        packed.kind_of[card]: max(
            (
                points + worth * cards - cost
                for shift, points, cards, cost, _ in judge.takes(floor)
                if shift == 3 * packed.kind_of[card]
            ),
            default=0.0,
        )
        for card in pool
    }
    hands = list(combinations(pool, 3))
    mean = sum(max(0.0, *(best[packed.kind_of[card]] for card in hand)) for hand in hands)
    reply = judge.reply(floor, packed.bag(pool), len(pool), 3, worth)
    assert reply == pytest.approx(mean / len(hands))


@given(rounds(), st.sampled_from(Seat))
def test_a_table_counts_what_the_view_shows(state: Round, seat: Seat) -> None:
    view = state.view(seat)
    packed = kernel(state.rules)
    table = table_of(view, packed)
    assert table.floor == packed.bag(state.floor)
    assert table.hand == packed.bag(state.hands[seat])
    assert table.pool + packed.bag(view.bottom) == packed.bag(view.unseen)
    assert table.lead == len(state.piles[seat]) - len(state.piles[seat.other])
    assert table.other_size == len(state.hands[seat.other])
    forgetful = table_of(view, packed, memory=False)
    assert forgetful.seen == ()
    assert packed.size(forgetful.pool) >= packed.size(table.pool)


@pytest.mark.parametrize("name", ["v2", "pagat", "jawaker", "lebanon"])
def test_what_the_other_played_in_this_deal_is_remembered_as_it_was(name: str) -> None:
    rules = PRESETS[name]
    packed = kernel(rules)
    for number in range(6):
        rng = stream(number, "seen", name)
        state = Round.deal(shuffled(rng), rules=rules)
        seen: dict[Seat, list[Seen]] = {Seat.SOUTH: [], Seat.NORTH: []}
        while not state.is_over:
            for seat in Seat:
                assert list(table_of(state.view(seat), packed).seen) == seen[seat]
            turn, watcher = state.turn, state.turn.other
            play = pick(rng, state.legal_plays())
            out = packed.bag(state.hands[0] | state.hands[1] | Cards.of(state.stock))
            lead = len(state.piles[turn]) - len(state.piles[watcher])
            seen[watcher].append(
                Seen(
                    packed.bag(state.floor),
                    len(state.hands[watcher]),
                    out,
                    lead,
                    packed.kind_of[play.card],
                    packed.bag(play.taken),
                )
            )
            after = state.play(play)
            if len(after.stock) < len(state.stock):
                seen = {Seat.SOUTH: [], Seat.NORTH: []}
            state = after


@given(views(), st.integers(0, 2**32))
def test_imagined_hands_are_of_cards_that_have_not_been_seen(view: View, seed: int) -> None:
    packed = kernel(view.rules)
    table = table_of(view, packed)
    judge = mind(view.rules).judge
    hands = imagined_hands(judge, table, Random(seed), 12)
    assert len(hands) == 12
    for hand in hands:
        assert packed.size(hand) == table.other_size
        for kind in packed.kinds_in(hand):
            assert hand >> 3 * kind & 7 <= table.pool >> 3 * kind & 7


def test_a_hand_that_would_have_made_a_basra_explains_a_trailed_card_badly() -> None:
    rules = Rules.preset("v2")
    packed = kernel(rules)
    seen = Seen(
        packed.bag(Cards.parse("5H")),
        4,
        packed.bag(Cards.parse("5C QD 9S KC 2C 3D 7H TD AC 8H JC 6S")),
        0,
        packed.kind_of[next(iter(Cards.parse("QD")))],
        0,
    )
    state = Round.deal(shuffled(stream(1)), rules=rules)
    table = table_of(state.view(state.turn), packed)._replace(seen=(seen,), deals_left=3)
    judge = mind(rules).judge
    with_five = explains(judge, table, packed.bag(Cards.parse("5C 9S KC")))
    without = explains(judge, table, packed.bag(Cards.parse("3D 9S KC")))
    assert with_five < without / 3


@given(views())
def test_a_move_and_the_play_it_stands_for_are_the_same(view: View) -> None:
    packed = kernel(view.rules)
    for card in {play.card for play in view.legal_plays()}:
        kind = packed.kind_of[card]
        for move in packed.moves(packed.bag(view.floor), kind):
            found = play_of(view, packed, kind, move)
            assert packed.bag(found.taken) == move[1]
            assert packed.kind_of[found.card] == kind


def test_house_rules_borrow_from_the_preset_nearest_to_them() -> None:
    assert nearest_preset(Rules.parse('preset = "pagat"\ntarget = 60\nbasra = 12')) == "pagat"
    assert nearest_preset(Rules.parse('preset = "v1"\nhand_size = 6')) == "lebanon"
    assert all(nearest_preset(rules) == name for name, rules in PRESETS.items())


def test_a_mind_has_numbers_for_every_end_of_a_deal() -> None:
    for rules in PRESETS.values():
        judge, ends = mind(rules)
        assert len(ends) >= rules.deals - 1
        row = features(judge, 0, kernel(rules).bag(Cards.parse("AC JD QH KS")), 3, 1)
        assert all(len(end.race) == len(end.points) == len(row) for end in ends)
