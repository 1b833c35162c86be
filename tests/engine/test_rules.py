"""The rule book, paragraph by paragraph: each test bears the number of what it proves.

Positions are laid out by `table`, and what may be played is read as a player would write it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from basra.engine import (
    ALL,
    DECK,
    KOMI,
    PRESETS,
    Card,
    Cards,
    IllegalPlayError,
    Line,
    Match,
    Play,
    Round,
    Rules,
    RulesError,
    Seat,
    captures,
    shuffled,
    stream,
)
from basra.engine.cards import JACKS, parse_sequence
from basra.engine.scoring import Tally
from tests.strategies import random_play

RULE_BOOK = Path(__file__).parents[2] / "docs" / "rules.md"
V1, V2, PAGAT, JAWAKER, AHWA, LEVANT, JORDAN, LEBANON = map(
    Rules.preset, ("v1", "v2", "pagat", "jawaker", "ahwa", "levant", "jordan", "lebanon")
)
MAXIMUM = [name for name, rules in PRESETS.items() if rules.capture == "maximum"]

in_every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
where_taking_is_compulsory = pytest.mark.parametrize(
    "rules", [PRESETS[name] for name in MAXIMUM], ids=MAXIMUM
)
in_the_published_versions = pytest.mark.parametrize("rules", [V1, V2], ids=["v1", "v2"])


def pack(text: str) -> tuple[Card, ...]:
    """Return the whole pack, beginning with the cards of *text*, the others in card order."""
    first = parse_sequence(text)
    return first + tuple(card for card in DECK if card not in first)


def table(
    floor: str,
    hand: str,
    other: str = "",
    *,
    rules: Rules = V2,
    stock: int = 0,
    turn: str = "S",
    last: str = "N",
) -> Round:
    """Return a state with South's and North's hand; other cards are in the stock and the piles."""
    shown = Cards.parse(f"{floor} {hand} {other}")
    rest = [card for card in reversed(DECK) if card not in shown]
    above, below = rest[:stock], rest[stock:]
    half = len(below) // 2
    fields = (
        Cards.parse(hand).compact,
        Cards.parse(other).compact,
        Cards.parse(floor).compact,
        "".join(map(str, above)),
        "".join(map(str, below[:half])),
        "".join(map(str, below[half:])),
    )
    return Round.parse(f"{'/'.join(field or '-' for field in fields)} 0-0 {turn} {last}", rules)


def options(card: str, floor: str, rules: Rules) -> list[str]:
    """Return the plays of *card* on *floor*, written out, with ! where one makes a basra."""
    state = table(floor, card, "3S" if card != "3S" and "3S" not in floor else "9S", rules=rules)
    return [state.text(play) for play in state.legal_plays()]


def points(card: str, floor: str, rules: Rules) -> int:
    """Return the points of the basra that *card* makes by clearing *floor*, 0 for none."""
    other = next(str(one) for one in DECK if str(one) not in f"{card} {floor}")
    state = table(floor, card, other, rules=rules)
    play = Play(Card.parse(card), state.floor)
    assert state.is_legal(play), f"{card} does not clear {floor}"
    before, after = state.tally().points, state.play(play)
    counted = sum(after.basras) * rules.basra + sum(after.jack_basras) * rules.jack_basra
    assert before == table(floor, card, other, rules=rules).tally().points
    assert counted == state.basra_points(play)
    return counted


def over(south: int, rules: Rules, basras: str = "0-0", dealer: Seat = Seat.NORTH) -> Round:
    """Return a round that is over, with *south* cards in South's pile."""
    pile = Cards.of(DECK[:south])
    piles = f"{pile.compact}/{(ALL - pile).compact}"
    return Round.parse(f"-/-/-/-/{piles} {basras} {dealer.other.letter} S", rules)


def played_out(state: Round, seed: int) -> Round:
    """Return the end of a round that is played at random."""
    rng = stream(seed, "plays")
    while not state.is_over:
        state = state.play(random_play(state, rng))
    return state


# ------------------------------------------------------------------ 1 the deal


@pytest.mark.rule("1.1")
def test_four_cards_go_to_the_other_player_four_to_the_dealer_four_to_the_floor() -> None:
    state = Round.deal(pack("KCKDKHKS QCQDQHQS 2C3D4H5S"), dealer=Seat.NORTH)
    assert state.hands == (Cards.parse("KC KD KH KS"), Cards.parse("QC QD QH QS"))
    assert state.floor == Cards.parse("2C 3D 4H 5S")
    assert len(state.stock) == 40


@pytest.mark.rule("1.2")
def test_six_deals_make_a_round_and_each_comes_when_both_hands_are_empty() -> None:
    state = Round.deal(shuffled(stream(1, "deck")))
    rng = stream(1, "plays")
    deals = [state.deal_number]
    while not state.is_over:
        after = state.play(random_play(state, rng))
        if len(after.stock) < len(state.stock):
            assert sum(map(len, state.hands)) == 1
            assert after.hands == (Cards.of(state.stock[:4]), Cards.of(state.stock[4:8]))
            assert (after.floor - state.floor).issubset(state.hands[state.turn])
            deals.append(after.deal_number)
        state = after
    assert deals == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("1.3")
def test_the_player_who_did_not_deal_begins_every_deal_and_play_alternates() -> None:
    for dealer in Seat:
        state = Round.deal(shuffled(stream(2, "deck")), dealer=dealer)
        rng = stream(2, "plays")
        for number in range(48):
            assert state.turn is (dealer if number % 2 else dealer.other)
            state = state.play(random_play(state, rng))


@pytest.mark.rule("1.3")
def test_the_deal_passes_to_the_other_player_each_round() -> None:
    match = Match(replace(V2, target=1_000), Seat.SOUTH)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        match = match.after(over(30, match.rules, dealer=match.dealer))
    assert dealers == [Seat.SOUTH, Seat.NORTH, Seat.SOUTH, Seat.NORTH]


@pytest.mark.rule("1.4")
@in_every_preset
def test_a_barred_card_on_the_opening_floor_is_replaced_from_the_stock_and_buried(
    rules: Rules,
) -> None:
    size = 2 * rules.hand_size
    deck = pack("AC2C3C4CAD2D3D4DAH2H3H4H"[: 2 * size] + "JS9C9D9H 8S")
    state = Round.deal(deck, rules=rules)
    assert state.floor == Cards.parse("8S 9C 9D 9H")
    assert Card.parse("JS") in state.stock
    assert [card for card in state.stock if card not in JACKS] == [
        card for card in deck[size + 5 :] if card not in JACKS
    ]
    assert state.known == ()


@pytest.mark.rule("1.4")
@in_every_preset
def test_a_barred_card_that_comes_as_the_replacement_is_replaced_too(rules: Rules) -> None:
    size = 2 * rules.hand_size
    deck = pack("AC2C3C4CAD2D3D4DAH2H3H4H"[: 2 * size] + "JS9C9D9H JHJD8S")
    state = Round.deal(deck, rules=rules)
    assert state.floor == Cards.parse("8S 9C 9D 9H")
    assert JACKS.issubset(Cards.of(state.stock))


@pytest.mark.rule("1.4")
def test_the_komi_is_barred_wherever_it_sweeps() -> None:
    for rules in PRESETS.values():
        assert rules.barred == (JACKS | (1 << KOMI) if rules.komi else JACKS)


@pytest.mark.rule("1.5")
def test_with_hands_of_six_a_round_is_four_deals() -> None:
    state = Round.deal(shuffled(stream(3, "deck")), rules=LEBANON)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert len(state.floor) == 4
    assert LEBANON.deals == 4
    rng = stream(3, "plays")
    deals = set()
    while not state.is_over:
        deals.add(state.deal_number)
        state = state.play(random_play(state, rng))
    assert deals == {1, 2, 3, 4}
    with pytest.raises(RulesError, match="hand_size must be 4 or 6"):
        replace(V2, hand_size=5)


@pytest.mark.rule("1.6")
def test_under_bottom_a_barred_card_goes_under_the_stock_and_both_know_it() -> None:
    rules = replace(V2, opening="bottom")
    state = Round.deal(pack("AC2C3C4C AD2D3D4D JS9H7D9D 8S8H"), rules=rules)
    assert state.floor == Cards.parse("8H 8S 9D 9H")
    assert state.stock[-2:] == parse_sequence("JS 7D")
    assert state.view(Seat.SOUTH).bottom == state.view(Seat.NORTH).bottom == state.stock[-2:]


@pytest.mark.rule("1.6")
def test_under_redeal_all_is_dealt_again_until_no_barred_card_is_on_the_floor() -> None:
    rules = replace(V2, opening="redeal")
    deck = pack("AC2C3C4C AD2D3D4D JS9H7D9D 8S8H")
    state = Round.deal(deck, rules=rules)
    assert state.floor.isdisjoint(rules.barred)
    assert state.hands[0] != Cards.of(deck[:4])


@pytest.mark.rule("1.6")
def test_under_keep_any_card_opens_on_the_floor() -> None:
    rules = replace(V2, opening="keep")
    deck = pack("AC2C3C4C AD2D3D4D JS9H7D9D")
    assert Round.deal(deck, rules=rules).floor == Cards.parse("JS 9H 7D 9D")


# ------------------------------------------------------------------- 2 a turn


@pytest.mark.rule("2.1")
def test_exactly_one_card_of_the_own_hand_is_laid_and_nobody_passes() -> None:
    state = table("AC 9H", "5S KD", "5C KS")
    assert {str(play.card) for play in state.legal_plays()} == {"5S", "KD"}
    with pytest.raises(IllegalPlayError, match=r"5C is not in the hand.*rule 2\.1"):
        state.play(Play.parse("5C"))
    assert sum(map(len, state.play(Play.parse("5S")).hands)) == 3


@pytest.mark.rule("2.2")
def test_a_card_that_takes_goes_to_the_pile_with_what_it_took() -> None:
    state = table("5H 9H", "5S KD", "5C KS")
    after = state.play(state.read_play("5S"))
    assert after.piles[0] - state.piles[0] == Cards.parse("5H 5S")
    assert after.floor == Cards.parse("9H")


@pytest.mark.rule("2.2")
def test_a_card_that_takes_nothing_trails() -> None:
    state = table("5H 9H", "6S KD", "5C KS")
    after = state.play(state.read_play("6S"))
    assert after.floor == Cards.parse("5H 6S 9H")
    assert after.piles == state.piles


@pytest.mark.rule("2.3")
def test_a_floor_that_was_cleared_is_not_filled_up_and_the_next_player_trails() -> None:
    state = table("5H", "5S KD", "6C KS", stock=8)
    after = state.play(state.read_play("5S!"))
    assert after.floor == Cards(0)
    assert after.stock == state.stock
    assert [str(play) for play in after.legal_plays()] == ["6C", "KS"]


@pytest.mark.rule("2.3")
@in_every_preset
def test_the_floor_grows_only_by_the_card_that_trails(rules: Rules) -> None:
    state = Round.deal(shuffled(stream(5, "deck")), rules=rules)
    rng = stream(5, "plays")
    while not state.is_over:
        play = random_play(state, rng)
        after = state.play(play)
        assert (after.floor - state.floor).issubset(Cards.of([play.card]))
        state = after


# ---------------------------------------------------------- 3 what a card takes


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("card", ["5S", "QH", "JS", "7D"])
def test_on_an_empty_floor_every_card_trails_and_the_last_taker_stays(card: str) -> None:
    for rules in PRESETS.values():
        state = table("", card, "9S", rules=rules)
        assert [state.text(play) for play in state.legal_plays()] == [card]
        after = state.play(Play.parse(card))
        assert after.floor == Cards.parse(card)
        assert after.last_taker is Seat.NORTH
        assert after.piles == state.piles
        assert (after.basras, after.jack_basras) == ((0, 0), (0, 0))


@pytest.mark.rule("3.2")
@where_taking_is_compulsory
def test_a_numeral_takes_its_equals_and_groups_that_add_up_to_it(rules: Rules) -> None:
    assert options("7C", "3H 4C 7S KD", rules) == ["7Cx3H4C7S"]
    assert options("TH", "3H 4S 6D 7C QD", rules) == ["THx3H4S6D7C"]
    assert options("8S", "2C 2D 4H 9H", rules) == ["8Sx2C2D4H"]


@pytest.mark.rule("3.2")
@where_taking_is_compulsory
def test_no_floor_card_is_in_two_groups(rules: Rules) -> None:
    assert options("7S", "AC 6C 6H KD", rules) == ["7SxAC6C", "7SxAC6H"]
    with pytest.raises(IllegalPlayError):
        table("AC 6C 6H KD", "7S", "9S", rules=rules).read_play("7SxAC6C6H")


@pytest.mark.rule("3.2")
@where_taking_is_compulsory
def test_an_ace_counts_one_and_never_eleven_or_fourteen(rules: Rules) -> None:
    assert options("AD", "5S 6H", rules) == ["AD"]
    assert options("AD", "AS TH", rules) == ["ADxAS"]
    assert options("AD", "9C 5C", rules) == ["AD"]


@pytest.mark.rule("3.3")
@where_taking_is_compulsory
def test_queens_and_kings_take_their_like_and_are_in_no_sum(rules: Rules) -> None:
    assert options("QS", "QH QD KD 2C", rules) == ["QSxQDQH"]
    assert options("KS", "3H KC KD", rules) == ["KSxKCKD"]
    assert options("QS", "5H 7C", rules) == ["QS"]
    assert options("KS", "QD QH", rules) == ["KS"]
    assert options("TS", "QD KD JH", rules) == ["TS"]


@pytest.mark.rule("3.4")
@in_every_preset
def test_a_jack_takes_the_floor_and_is_taken_by_no_other_ordinary_card(rules: Rules) -> None:
    assert options("JC", "3H QS", rules) == ["JCx3HQS"]
    assert options("JS", "6H 7C KD", rules) == ["JSx6H7CKD"]
    assert options("5C", "3H JS", rules) == ["5C"]
    assert options("QS", "JH", rules) == ["QS"]


@pytest.mark.rule("3.5")
def test_the_komi_takes_the_floor_except_in_lebanon() -> None:
    for rules in (V1, V2, PAGAT, JAWAKER, AHWA, LEVANT, JORDAN):
        assert options("7D", "2C QH KS", rules) == ["7Dx2CQHKS"]
    assert options("7D", "2C QH KS", LEBANON) == ["7D"]
    assert options("7D", "3C 4H KS", LEBANON) == ["7Dx3C4H"]


@pytest.mark.rule("3.6")
def test_the_komi_on_the_floor_is_an_ordinary_seven() -> None:
    for rules in (V1, PAGAT, AHWA, JORDAN, LEBANON):
        assert options("7S", "7D KH", rules) == ["7Sx7D"]
        assert options("TS", "3C 7D KH", rules) == ["TSx3C7D"]
        assert options("5S", "7D", rules) == ["5S"]
        assert options("KS", "7D KH", rules) == ["KSxKH"]


@pytest.mark.rule("3.6")
def test_under_any_card_whatever_is_laid_takes_the_komi_from_the_floor_as_well() -> None:
    for rules in (V2, LEVANT):
        assert options("5S", "7D", rules) == ["5Sx7D!"]
        assert options("5S", "7D KH", rules) == ["5Sx7D"]
        assert options("KS", "7D KH 2C", rules) == ["KSx7DKH"]
        assert options("TS", "3C 7D 7S", rules) == ["TSx3C7D7S!"]
        assert options("QS", "7D QH", rules) == ["QSx7DQH!"]


@pytest.mark.rule("3.7")
@where_taking_is_compulsory
def test_who_can_take_must_take_and_takes_the_most(rules: Rules) -> None:
    assert options("6S", "AC 2D 3H 5S 6D", rules) == ["6SxAC2D3H6D"]
    state = table("AC 7H 8C KD", "8S", "9S", rules=rules)
    for refused in ("8Sx8C", "8SxAC7H"):
        with pytest.raises(IllegalPlayError, match=r"rule 3\.7"):
            state.read_play(refused)
    with pytest.raises(IllegalPlayError, match=r"rule 3\.7"):
        state.play(Play.parse("8S"))


@pytest.mark.rule("3.7")
@where_taking_is_compulsory
def test_between_captures_of_equal_size_the_player_chooses_by_suit_too(rules: Rules) -> None:
    assert options("9H", "3C 3D 6H 9S", rules) == ["9Hx3C6H9S", "9Hx3D6H9S"]
    assert options("8D", "4C 4H 4S", rules) == ["8Dx4C4H", "8Dx4C4S", "8Dx4H4S"]
    assert options("7H", "2C 2S 5H", rules) == ["7Hx2C5H", "7Hx2S5H"]


@pytest.mark.rule("3.8")
def test_where_taking_is_free_any_groups_may_be_taken_or_none() -> None:
    assert sorted(options("8S", "AC 7D 8H KD", JAWAKER)) == sorted(
        ["8Sx8H", "8SxAC7D", "8SxAC7D8H", "8S"]
    )
    assert sorted(options("4S", "4C 4D", JAWAKER)) == sorted(["4Sx4C", "4Sx4D", "4Sx4C4D!", "4S"])
    assert sorted(options("QS", "QC QD KH", JAWAKER)) == sorted(["QSxQC", "QSxQD", "QSxQCQD", "QS"])


@pytest.mark.rule("3.8")
@pytest.mark.parametrize("card", ["JS", "7D"])
def test_where_taking_is_free_a_jack_and_the_komi_still_sweep(card: str) -> None:
    state = table("5H 9C", card, "3S", rules=JAWAKER)
    assert [str(play) for play in state.legal_plays()] == [f"{card}x5H9C"]
    for refused in (Play.parse(card), Play.parse(f"{card}x5H")):
        with pytest.raises(IllegalPlayError, match=r"rule 3\.8"):
            state.play(refused)


@pytest.mark.rule("3.8")
def test_where_taking_is_free_and_any_card_takes_the_komi_it_must_go_and_the_rest_is_free() -> None:
    rules = replace(JAWAKER, komi_on_floor="any_card")
    assert sorted(options("5S", "7D 9C", rules)) == ["5Sx7D"]
    assert sorted(options("KS", "7D KH", rules)) == ["KSx7D", "KSx7DKH!"]
    assert sorted(options("8S", "AC 7D 8H", rules)) == sorted(
        ["8Sx7D", "8Sx7D8H", "8SxAC7D", "8SxAC7D8H!"]
    )
    with pytest.raises(IllegalPlayError, match=r"rule 3\.8"):
        table("7D 9C", "5S", "3S", rules=rules).play(Play.parse("5S"))


@pytest.mark.rule("3.9")
@where_taking_is_compulsory
def test_the_largest_capture_is_found_whatever_sum_comes_first(rules: Rules) -> None:
    assert options("7S", "AC 2C 3C 4D 5S 6H", rules) == ["7SxAC2C3C4D5S6H!"]


@pytest.mark.rule("3.9")
@where_taking_is_compulsory
def test_not_every_card_that_is_in_some_sum_is_taken(rules: Rules) -> None:
    assert options("8S", "AC 2D 3S 5H 6D 8C", rules) == ["8Sx2D3S5H6D8C"]


@pytest.mark.rule("3.10")
@where_taking_is_compulsory
def test_captures_are_exact_on_large_floors(rules: Rules) -> None:
    ten = Card.parse("TH")
    one_of_each = Cards.parse("AC 2C 3C 4C 5C 6C 7C 8C 9C")
    assert captures(ten, one_of_each, rules) == (one_of_each - Cards.parse("5C"),)
    small = Cards.parse("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H")
    found = captures(ten, small, rules)
    assert len(found) == len(set(found)) == 18
    assert {len(taken) for taken in found} == {13}


# -------------------------------------------------------------------- 4 basra


@pytest.mark.rule("4.1")
@in_every_preset
def test_a_numeral_queen_or_king_that_clears_the_floor_makes_ten_points(rules: Rules) -> None:
    assert rules.basra == 10
    for card, floor in [("5S", "5H"), ("QS", "QH"), ("KC", "KD KH"), ("5S", "2H 3C 5D")]:
        assert points(card, floor, rules) == 10
    assert options("QC", "QH KD", rules)[0] == "QCxQH"


@pytest.mark.rule("4.2")
@in_every_preset
def test_the_sweep_of_a_jack_is_no_basra(rules: Rules) -> None:
    assert points("JS", "5H", rules) == 0
    assert points("JS", "JD JH", rules) == 0
    assert points("JS", "2C 3C KD", rules) == 0


@pytest.mark.rule("4.2")
def test_a_jack_on_a_lone_jack_has_a_value_of_its_own() -> None:
    found = {name: points("JS", "JH", rules) for name, rules in PRESETS.items()}
    assert found == {
        "v1": 10,
        "v2": 30,
        "pagat": 0,
        "jawaker": 0,
        "ahwa": 30,
        "levant": 20,
        "jordan": 20,
        "lebanon": 0,
    }


KOMI_BASRAS = {
    "wild": {"5H", "3H 4C 7S", "QC QD", "KS", "4H 6C TD", "AH 2C 3S"},
    "groups": {"5H", "3H 4C 7S", "4H 6C TD", "AH 2C 3S"},
    "sum10": {"5H", "AH 2C 3S"},
    "single": {"5H", "KS", "JC"},
    "always": {
        "5H",
        "3H 4C 7S",
        "QC QD",
        "KS",
        "4H 6C TD",
        "AH 2C 3S",
        "2H 3C 6S",
        "QH KD",
        "JC",
        "JC JD",
    },
    "never": set[str](),
}
KOMI_FLOORS = sorted(set().union(*KOMI_BASRAS.values()))
KOMI_BASRAS["always"] = set(KOMI_FLOORS)


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("when", KOMI_BASRAS)
def test_the_sweep_of_the_komi_is_a_basra_as_the_house_rule_says(when: str) -> None:
    rules = replace(V2, komi_basra=when, komi_on_floor="plain")
    for floor in KOMI_FLOORS:
        expected = 10 if floor in KOMI_BASRAS[when] else 0
        if when == "wild" and floor == "JC":
            expected = rules.jack_basra
        assert points("7D", floor, rules) == expected, floor


@pytest.mark.rule("4.4")
def test_the_komi_on_a_lone_jack_is_worth_what_a_jack_would_be_if_it_is_wild() -> None:
    found = {
        name: points("7D", "JH", rules) for name, rules in PRESETS.items() if name != "lebanon"
    }
    assert found == {
        "v1": 10,
        "v2": 30,
        "pagat": 0,
        "jawaker": 0,
        "ahwa": 30,
        "levant": 20,
        "jordan": 0,
    }
    assert points("7D", "JH", replace(V2, jack_basra=0)) == 0
    assert points("7D", "JD JH", V2) == 0


@pytest.mark.rule("4.4")
@pytest.mark.parametrize(
    ("when", "worth"), [("single", 10), ("always", 10), ("groups", 0), ("sum10", 0), ("never", 0)]
)
def test_the_komi_on_a_lone_jack_is_an_ordinary_basra_or_none_if_it_is_not(
    when: str, worth: int
) -> None:
    rules = replace(V2, komi_basra=when)
    state = table("JH", "7D", "3S", rules=rules)
    after = state.play(state.read_play("7D"))
    assert points("7D", "JH", rules) == worth
    assert after.jack_basras == (0, 0)


@pytest.mark.rule("4.5")
@in_every_preset
def test_a_jack_on_a_lone_komi_makes_nothing_except_in_levant(rules: Rules) -> None:
    assert points("JS", "7D", rules) == (20 if rules is LEVANT else 0)
    assert points("JS", "7D", replace(V2, jack_takes_lone_komi=True)) == 30
    assert points("JS", "2C 7D", LEVANT) == 0


@pytest.mark.rule("4.6")
@in_every_preset
def test_a_basra_with_the_very_last_card_counts_except_in_jordan(rules: Rules) -> None:
    for card, floor in [("5S", "5H"), ("JS", "JH"), ("7D", "4H")]:
        usual = points(card, floor, rules) if card != "7D" or rules.komi else 0
        state = table(floor, card, rules=rules)
        assert state.is_last_card
        play = max(state.legal_plays(), key=lambda play: len(play.taken))
        assert state.basra_points(play) == (0 if rules is JORDAN else usual)
        if play.taken:
            after = state.play(play)
            assert after.piles[0] == state.piles[0] | Cards.parse(f"{card} {floor}")


@pytest.mark.rule("4.7")
def test_what_is_left_at_the_end_goes_to_the_last_taker_and_is_no_basra() -> None:
    state = table("AD 2C 3S 8H", "7S", rules=PAGAT)
    after = state.play(state.read_play("7S"))
    assert after.is_over
    assert after.floor == Cards(0)
    assert after.piles[1] == state.piles[1] | Cards.parse("AD 2C 3S 7S 8H")
    assert after.basras == after.jack_basras == (0, 0)


# --------------------------------------------------------- 5 scoring a round


@pytest.mark.rule("5.1")
@in_every_preset
def test_the_larger_pile_scores_the_points_for_most_cards(rules: Rules) -> None:
    for south, line in [(27, (rules.most_cards, 0)), (25, (0, rules.most_cards))]:
        assert over(south, rules).tally().lines[0] == Line("cards", (south, 52 - south), line)


@pytest.mark.rule("5.1")
def test_at_26_each_nobody_scores_or_the_points_wait_or_both_score() -> None:
    for tie, scored, waiting in [("none", (0, 0), 0), ("carry", (0, 0), 30), ("both", (30, 30), 0)]:
        counted = over(26, replace(V2, tie=tie)).tally()
        assert counted.points == scored
        assert counted.carried == waiting


@pytest.mark.rule("5.1")
def test_points_that_wait_add_up_for_the_next_majority() -> None:
    rules = replace(V2, tie="carry")
    match = Match(rules)
    for _ in range(2):
        match = match.after(over(26, rules, dealer=match.dealer))
    assert (match.scores, match.carried) == ((0, 0), 60)
    match = match.after(over(20, rules, dealer=match.dealer))
    assert (match.scores, match.carried) == ((0, 90), 0)


@pytest.mark.rule("5.2")
def test_basras_score_for_who_made_them_when_the_round_is_scored() -> None:
    counted = over(20, V2, "2+1-3").tally()
    assert counted.points == (2 * 10 + 30, 3 * 10 + 30)


@pytest.mark.rule("5.3")
def test_jacks_aces_two_of_clubs_and_ten_of_diamonds_score_in_some_presets() -> None:
    pile = Cards.parse("JC JD AH 2C TD") | Cards.of(DECK[20:30])
    line = f"-/-/-/-/{pile.compact}/{(ALL - pile).compact} 0-0 S S"
    for name, rules in PRESETS.items():
        south = Round.parse(line, rules).tally().points[0]
        assert south == (0 if name in ("v1", "v2", "levant") else 1 + 1 + 1 + 2 + 3), name


@pytest.mark.rule("5.4")
@in_every_preset
def test_the_points_of_a_round_add_up_to_the_checksum_of_its_preset(rules: Rules) -> None:
    checksum = {30: 30, 3: 16}[rules.most_cards] + (13 if rules in (JAWAKER, AHWA) else 0)
    for seed in range(25):
        state = played_out(Round.deal(shuffled(stream(seed, "deck")), rules=rules), seed)
        assert len(state.piles[0]) + len(state.piles[1]) == 52
        basras = 10 * sum(state.basras) + rules.jack_basra * sum(state.jack_basras)
        tie = len(state.piles[0]) == 26
        assert sum(state.tally().points) - basras == checksum - tie * rules.most_cards


# ----------------------------------------------------------------- 6 the match


@pytest.mark.rule("6.1")
def test_nobody_wins_in_the_middle_of_a_round() -> None:
    rules = replace(V2, target=10)
    state = table("5H", "5S 2D", "9C 3D", rules=rules)
    state = state.play(state.read_play("5S!"))
    assert state.tally().points == (10, 0)
    assert not state.is_over
    with pytest.raises(IllegalPlayError, match=r"rule 6\.1"):
        Match(rules).after(state)


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        pytest.param([(120, 30)], None, id="one-point-short"),
        pytest.param([(90, 30), (31, 30)], Seat.SOUTH, id="exactly-the-target"),
        pytest.param([(90, 30), (60, 30)], Seat.SOUTH, id="past-the-target"),
        pytest.param([(123, 130)], Seat.NORTH, id="both-over-it-the-higher-wins"),
        pytest.param([(126, 126)], None, id="level-another-round"),
        pytest.param([(126, 126), (0, 0)], None, id="level-again-and-another"),
        pytest.param([(126, 126), (30, 29)], Seat.SOUTH, id="until-they-differ"),
    ],
)
def test_the_first_to_the_target_wins_and_if_level_another_round_is_played(
    rounds: list[tuple[int, int]], winner: Seat | None
) -> None:
    tallies = tuple(Tally((Line("basras", (0, 0), scored),)) for scored in rounds)
    match = Match(V2, tallies=tallies)
    assert match.winner is winner
    assert match.is_over == (winner is not None)


@pytest.mark.rule("6.2")
def test_any_positive_target_may_be_agreed() -> None:
    for target in (1, 101, 121, 150, 501):
        assert replace(V2, target=target).target == target
    for target in (0, -121):
        with pytest.raises(RulesError, match="target"):
            replace(V2, target=target)


# ------------------------------------------------------------ 7 worked examples


@pytest.mark.rule("7.1")
@in_the_published_versions
def test_on_ace_seven_eight_king_an_eight_takes_three_a_nine_two_a_king_one(rules: Rules) -> None:
    floor = "AC 7H 8C KD"
    assert options("8S", floor, rules) == ["8SxAC7H8C"]
    assert options("9S", floor, rules) == ["9SxAC8C"]
    assert options("KS", floor, rules) == ["KSxKD"]


@pytest.mark.rule("7.2")
@in_the_published_versions
def test_the_equal_of_a_card_thrown_on_an_empty_floor_makes_a_basra(rules: Rules) -> None:
    state = table("", "6S", "6H", rules=rules)
    state = state.play(state.read_play("6S"))
    play = state.read_play("6H")
    assert state.text(play) == "6Hx6S!"
    assert state.play(play).basras == (0, 1)


@pytest.mark.rule("7.3")
@in_the_published_versions
@pytest.mark.parametrize(("card", "floor"), [("TC", "AS 4D 5C TH"), ("8S", "AD 7C 8H")])
def test_several_groups_make_a_basra_and_so_does_the_komi_on_them(
    rules: Rules, card: str, floor: str
) -> None:
    assert options(card, floor, rules) == [f"{card}x{floor.replace(' ', '')}!"]
    assert options("7D", floor, rules) == [f"7Dx{floor.replace(' ', '')}!"]


@pytest.mark.rule("7.4")
@in_the_published_versions
@pytest.mark.parametrize(("burnt", "by"), [("JS", "JH"), ("7D", "7S")])
def test_a_jack_or_komi_kept_to_the_last_is_laid_on_nothing_and_taken(
    rules: Rules, burnt: str, by: str
) -> None:
    state = table("5H", burnt, f"5S {by}", rules=rules, stock=0, last="S", turn="N")
    state = state.play(state.read_play("5S!"))
    assert [state.text(play) for play in state.legal_plays()] == [burnt]
    state = state.play(state.read_play(burnt))
    assert state.floor == Cards.parse(burnt)
    play = state.read_play(by)
    assert state.text(play) == f"{by}x{burnt}!"
    assert state.basra_points(play) == (rules.jack_basra if burnt == "JS" else 10)


# --------------------------------------------- 9 what a fair shuffle looks like


def test_the_arithmetic_of_the_page_about_fair_shuffles_is_right() -> None:
    page = RULE_BOOK.read_text(encoding="utf-8")
    section = re.search(r"^## 9 .*", page, re.MULTILINE | re.DOTALL)
    assert section
    figures = {
        "34.1 %": 1 - comb(47, 4) / comb(52, 4),
        "10.9 %": 2 * comb(24, 4) / comb(48, 4),
        "5.5 %": comb(24, 4) / comb(48, 4),
        "2.5 %": comb(24, 5) / comb(48, 5),
    }
    for written, exact in figures.items():
        assert written in section[0]
        assert written == f"{100 * exact:.1f} %"


def test_a_side_is_dealt_all_four_jacks_as_often_as_the_page_says() -> None:
    rng = stream("four jacks")
    rounds, all_four = 10_000, 0
    for _ in range(rounds):
        state = Round.deal(shuffled(rng))
        first = state.hands[0] | Cards.of(
            [card for at in range(0, 40, 8) for card in state.stock[at : at + 4]]
        )
        all_four += len(first & JACKS) in (0, 4)
    assert all_four / rounds == pytest.approx(0.109, abs=0.01)
