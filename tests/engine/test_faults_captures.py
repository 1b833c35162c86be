"""Faults that other programs for games of this kind have had, and what is right instead."""

from __future__ import annotations

from random import Random

import pytest

from basra.ai import bot
from basra.engine.captures import basra_points, captures, is_capture, may_trail
from basra.engine.cards import ALL, DECK, KOMI, NONE, Card, Cards
from basra.engine.errors import AmbiguousPlayError, IllegalPlayError, NotationError
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from tests.oracle import oracle_maximal

V2 = Rules.preset("v2")
COMPULSORY = [
    pytest.param(rules, id=name) for name, rules in PRESETS.items() if rules.capture == "maximum"
]
SWEEPING_KOMI = [pytest.param(rules, id=name) for name, rules in PRESETS.items() if rules.komi]
ALL_PRESETS = [pytest.param(rules, id=name) for name, rules in PRESETS.items()]


def takes(card: str, floor: str, rules: Rules = V2) -> list[str]:
    """Return what *card* may take from *floor*, each capture as text."""
    return [str(taken) for taken in captures(Card.parse(card), Cards.parse(floor), rules)]


def middle_of_a_round(hand: str, floor: str, rules: Rules = V2) -> Round:
    """Return a round in its middle, south to play *hand*; what is not named lies elsewhere."""
    south, on_floor = Cards.parse(hand), Cards.parse(floor)
    rest = list(ALL - south - on_floor)
    north, stock = rest[: len(south)], rest[len(south) : len(south) + 4 * rules.hand_size]
    return Round(
        rules=rules,
        turn=Seat.SOUTH,
        hands=(south, Cards.of(north)),
        floor=on_floor,
        stock=tuple(stock),
        piles=(NONE, Cards.of(rest[len(south) + len(stock) :])),
        last_taker=Seat.NORTH,
    )


@pytest.mark.parametrize("rules", COMPULSORY)
def test_an_equal_card_and_a_separate_sum_go_in_one_play_that_is_one_basra(rules: Rules) -> None:
    assert takes("7C", "7S 3H 4C", rules) == ["{3H 4C 7S}"]
    state = middle_of_a_round("7C AS", "7S 3H 4C", rules)
    after = state.play(Play.parse("7Cx3H4C7S"))
    assert after.floor == NONE
    assert (after.basras, after.jack_basras) == ((1, 0), (0, 0))
    (line,) = (line for line in after.tally().lines if line.source == "basras")
    assert (line.counts, line.points) == ((1, 0), (10, 0))


def test_a_ten_finds_nine_numerals_among_one_card_of_every_rank() -> None:
    floor = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC QC KC"
    (found,) = captures(Card.parse("TH"), Cards.parse(floor), V2)
    assert str(Cards.parse(floor) - found) == "{5C QC KC}"
    maximal = oracle_maximal(Card.parse("TH"), Cards.parse(floor))
    left = {str(Cards.parse(floor) - taken) for taken in maximal}
    assert left == {"{5C QC KC}", "{6C 9C QC KC}", "{7C 8C QC KC}"}


def test_a_ten_takes_thirteen_of_four_aces_twos_threes_and_three_fours() -> None:
    ten, floor = Card.parse("TH"), Cards.parse("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H")
    found = captures(ten, floor, V2)
    maximal = oracle_maximal(ten, floor)
    assert len(maximal) == 176
    assert set(found) == {taken for taken in maximal if len(taken) == 13}
    assert len(found) == len(set(found)) == 18
    free = captures(ten, floor, Rules.preset("jawaker"))
    assert len(free) == len(set(free))
    assert maximal == {
        taken
        for taken in free
        if not any(taken != larger and taken.issubset(larger) for larger in free)
    }


def test_cards_that_look_alike_are_still_several_cards() -> None:
    assert takes("4D", "4S 4H 4C") == ["{4C 4H 4S}"]
    options = captures(Card.parse("8D"), Cards.parse("4S 4H 4C"), V2)
    assert sorted(map(str, options)) == ["{4C 4H}", "{4C 4S}", "{4H 4S}"]
    for taken in options:
        after = middle_of_a_round("8D 2C", "4S 4H 4C").play(Play(Card.parse("8D"), taken))
        assert [card.rank for card in after.floor] == ["4"]


def test_a_group_that_was_not_chosen_stays_on_the_floor() -> None:
    state = middle_of_a_round("7S 2C", "AS 6H 6C KD")
    assert sorted(takes("7S", "AS 6H 6C KD")) == ["{AS 6C}", "{AS 6H}"]
    assert str(state.play(Play.parse("7SxAS6H")).floor) == "{6C KD}"
    assert str(state.play(Play.parse("7SxAS6C")).floor) == "{6H KD}"


@pytest.mark.parametrize("rules", ALL_PRESETS)
def test_an_ace_is_one_and_nothing_else(rules: Rules) -> None:
    assert takes("AD", "5S 6H", rules) == []
    assert takes("AD", "AS TH", rules) == ["{AS}"]
    assert takes("JD", "AS TH", rules) == ["{AS TH}"]
    for king_or_queen in ("QD", "KD"):
        assert takes(king_or_queen, "2S AS TH", rules) == []


@pytest.mark.parametrize("rules", COMPULSORY)
def test_an_equal_card_is_not_forced_ahead_of_a_sum(rules: Rules) -> None:
    assert takes("8H", "8S 5D 3C", rules) == ["{3C 5D 8S}"]


def test_a_play_without_a_choice_is_answered_with_all_choices_each_of_them_legal() -> None:
    state = middle_of_a_round("7H KC", "2C 2S 5H")
    with pytest.raises(AmbiguousPlayError) as refused:
        state.read_play("7H")
    assert refused.value.plays == ("7Hx2C5H", "7Hx2S5H")
    for text in refused.value.plays:
        assert state.is_legal(state.read_play(text))


@pytest.mark.parametrize("seed", range(5))
def test_where_the_two_of_clubs_is_worth_two_points_the_computer_takes_it(seed: int) -> None:
    state = middle_of_a_round("7H KC", "2C 2S 5H", Rules.preset("pagat"))
    assert str(bot("greedy").choose(state.view(Seat.SOUTH), Random(seed))) == "7Hx2C5H"


def test_a_card_played_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = middle_of_a_round("7H KC", "2C 2S 5H")
    before, text = hash(state), str(state)
    for card in state.hands[Seat.NORTH]:
        for taken in (NONE, *captures(card, state.floor, state.rules)):
            with pytest.raises(IllegalPlayError, match="not in the hand of the seat on turn"):
                state.play(Play(card, taken))
            refusal = state.view(Seat.NORTH).why_not(Play(card, taken))
            assert str(refusal) == "South is on turn (rule 1.3)"
    assert (hash(state), str(state)) == (before, text)


def test_no_card_can_be_named_twice_nor_one_that_does_not_lie_there() -> None:
    state = middle_of_a_round("8D KC", "4S 2H")
    with pytest.raises(NotationError, match="twice"):
        state.read_play("8Dx4S4S")
    with pytest.raises(NotationError, match="twice"):
        Cards.of([Card.parse("4S"), Card.parse("4S")])
    with pytest.raises(IllegalPlayError, match=r"\{4C\} is not on the floor"):
        state.read_play("8Dx4S4C")
    with pytest.raises(IllegalPlayError, match=r"\{8D\} is not on the floor"):
        state.play(Play(Card.parse("8D"), Cards.parse("8D")))


@pytest.mark.parametrize("rules", SWEEPING_KOMI)
def test_the_komi_makes_a_basra_as_the_rules_in_force_say_and_not_on_any_single_card(
    rules: Rules,
) -> None:
    expected = {"wild": (10, 10), "groups": (10, 0), "sum10": (0, 0)}[rules.komi_basra]
    points = {
        "2H 3C 5S": 10,
        "2H 3C 6S": 0,
        "TS": 10,
        "QH 2C": 0,
        "3H 4C 7S": expected[0],
        "KS": expected[1],
    }
    for floor, worth in points.items():
        on_floor = Cards.parse(floor)
        assert captures(KOMI, on_floor, rules) == (on_floor,)
        assert basra_points(KOMI, on_floor, on_floor, rules) == worth, floor
    assert captures(KOMI, NONE, rules) == ()
    assert may_trail(KOMI, NONE, rules)


@pytest.mark.parametrize("rules", ALL_PRESETS)
def test_it_is_the_card_played_that_sweeps_and_not_the_one_that_lies_there(rules: Rules) -> None:
    assert takes("5C", "JS 3H", rules) == []
    assert takes("JC", "QS 3H", rules) == ["{3H QS}"]
    floor = Cards.parse("QS 3H")
    assert basra_points(Card.parse("JC"), floor, floor, rules) == 0
    if rules.komi_on_floor == "plain":
        assert takes("5C", "7D 3H", rules) == []
    else:
        assert takes("5C", "7D 3H", rules) == ["{7D}"]


@pytest.mark.parametrize("rules", ALL_PRESETS)
def test_a_card_that_takes_its_equal_alone_makes_one_basra_whatever_the_rank(rules: Rules) -> None:
    for card in DECK:
        for other in DECK:
            if card.rank == other.rank != "J" and card != other:
                floor = Cards.of([other])
                state = middle_of_a_round(f"{card} JC", str(floor), rules)
                after = state.play(Play(card, floor))
                assert (after.basras, after.jack_basras) == ((1, 0), (0, 0))


@pytest.mark.parametrize("rules", ALL_PRESETS)
def test_a_jack_is_worth_something_on_a_lone_jack_and_on_no_other_floor(rules: Rules) -> None:
    jack = Card.parse("JC")
    for other in DECK:
        if other != jack:
            floor = Cards.of([other])
            worth = rules.jack_basra if other.rank == "J" else 0
            if other == KOMI and rules.jack_takes_lone_komi:
                worth = rules.jack_basra
            assert basra_points(jack, floor, floor, rules) == worth
            if len(pair := floor | Cards.parse("JD")) == 2:
                assert basra_points(jack, pair, pair, rules) == 0


@pytest.mark.parametrize("rules", ALL_PRESETS)
def test_a_floor_that_was_cleared_is_not_filled_up(rules: Rules) -> None:
    state = middle_of_a_round("9C 4H", "9D", rules)
    after = state.play(Play.parse("9Cx9D"))
    assert sum(after.basras) == 1
    assert after.floor == NONE
    assert after.stock == state.stock
    assert all(not play.taken for play in after.legal_plays())
    card = next(iter(after.hands[Seat.NORTH]))
    assert not is_capture(card, NONE, NONE, rules)
    assert after.play(Play(card)).floor == Cards.of([card])
