"""Deals: what lies where at the opening, where barred cards go, when new hands come."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine import (
    ALL,
    DECK,
    KOMI,
    PRESETS,
    Card,
    Cards,
    Match,
    PositionError,
    Round,
    Rules,
    Seat,
    shuffled,
    stream,
)
from basra.engine.cards import JACKS, parse_sequence
from tests.engine.test_shuffles import chi_square_p
from tests.strategies import decks, house_rules, random_play, rounds, rule_sets, seeds

V2 = Rules.preset("v2")
LEBANON = Rules.preset("lebanon")
POLICIES = ("bury", "bottom", "redeal", "keep")
BARRED = JACKS | (1 << KOMI)


def pack(text: str) -> tuple[Card, ...]:
    """Return the whole pack, beginning with the cards of *text*, the others in card order."""
    first = parse_sequence(text)
    return first + tuple(card for card in DECK if card not in first)


def policy(opening: str, rules: Rules = V2) -> Rules:
    return replace(rules, opening=opening)


def dealt(state: Round) -> list[Card]:
    """Return every card of an opening: hands, floor and stock."""
    return [*state.hands[0], *state.hands[1], *state.floor, *state.stock]


# ------------------------------------------------------------------ who gets what


@pytest.mark.parametrize("dealer", Seat)
@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        pytest.param("KCKDKHKS", "QCQDQHQS", V2, id="hands-of-four"),
        pytest.param("KCKDKHKSTCTD", "QCQDQHQSTHTS", LEBANON, id="hands-of-six"),
    ],
)
def test_the_other_seat_gets_the_first_cards_then_the_dealer_then_the_floor(
    first: str, second: str, rules: Rules, dealer: Seat
) -> None:
    deck = pack(f"{first} {second} 2C3D4H5S 9H9S")
    state = Round.deal(deck, dealer=dealer, rules=rules)
    assert state.hands[dealer.other] == Cards.parse(first)
    assert state.hands[dealer] == Cards.parse(second)
    assert state.floor == Cards.parse("2C 3D 4H 5S")
    assert state.stock == deck[2 * rules.hand_size + 4 :]
    assert Round.deal(list(deck), dealer=dealer, rules=rules) == state


@given(decks(), st.sampled_from(Seat), rule_sets())
def test_an_opening_has_every_card_once_and_nothing_taken(
    deck: tuple[Card, ...], dealer: Seat, rules: Rules
) -> None:
    state = Round.deal(deck, dealer=dealer, rules=rules)
    assert sorted(dealt(state)) == list(DECK)
    assert len(state.floor) == 4
    assert [len(hand) for hand in state.hands] == [rules.hand_size] * 2
    assert (state.turn, state.dealer) == (dealer.other, dealer)
    assert (state.piles, state.basras, state.jack_basras) == ((0, 0), (0, 0), (0, 0))
    assert state.last_taker is None
    assert state.history == ()
    assert state.deal_number == 1


@given(decks(), rule_sets())
def test_only_the_floor_and_the_stock_change_for_a_barred_card(
    deck: tuple[Card, ...], rules: Rules
) -> None:
    if rules.opening == "redeal":
        rules = policy("bury", rules)
    state = Round.deal(deck, dealer=Seat.NORTH, rules=rules)
    size = rules.hand_size
    assert state.hands == (Cards.of(deck[:size]), Cards.of(deck[size : 2 * size]))
    if Cards.of(deck[2 * size : 2 * size + 4]).isdisjoint(rules.barred):
        assert state.floor == Cards.of(deck[2 * size : 2 * size + 4])
        assert state.stock == deck[2 * size + 4 :]


# ----------------------------------------------------------- what is not the pack


@pytest.mark.parametrize(
    ("deck", "problems"),
    [
        pytest.param(DECK[:-1], ("{KS} is not in the pack",), id="51-cards"),
        pytest.param((*DECK, DECK[5]), ("2D stands 2 times in the pack",), id="53-cards"),
        pytest.param(
            (*DECK[:-1], DECK[0]),
            ("AC stands 2 times in the pack", "{KS} is not in the pack"),
            id="52-cards-of-which-one-twice",
        ),
        pytest.param((), (f"{ALL} is not in the pack",), id="no-cards"),
        pytest.param(
            (DECK[0], DECK[0], DECK[1], DECK[1], *DECK[1:-2]),
            (
                "AC stands 2 times in the pack",
                "AD stands 3 times in the pack",
                "{KH KS} is not in the pack",
            ),
            id="several-faults-at-once",
        ),
    ],
)
def test_what_is_not_the_whole_pack_is_refused_with_everything_wrong_with_it(
    deck: tuple[Card, ...], problems: tuple[str, ...]
) -> None:
    for rules in (V2, LEBANON, policy("redeal")):
        with pytest.raises(PositionError) as refused:
            Round.deal(deck, rules=rules)
        assert refused.value.problems == problems


# ----------------------------------------------------------------- barred cards


@given(decks(), rule_sets())
def test_no_barred_card_lies_on_the_opening_floor(deck: tuple[Card, ...], rules: Rules) -> None:
    state = Round.deal(deck, rules=rules)
    if rules.opening != "keep":
        assert state.floor.isdisjoint(rules.barred)


@pytest.mark.parametrize("opening", ["bury", "bottom", "redeal"])
@pytest.mark.parametrize(
    "deck",
    [
        pytest.param("AC2C3C4C AD2D3D4D JSJHJDJC 7D", id="jacks-on-the-floor-komi-on-the-stock"),
        pytest.param("AC2C3C4C AD2D3D4D 7DJHJDJC JS", id="komi-and-jacks-on-the-floor"),
        pytest.param("AC2C3C4C AD2D3D4D JSAHAS9D JHJDJC7D", id="strong-cards-on-top-of-the-stock"),
        pytest.param("AC2C3C4C AD2D3D4D AH2H3H4H JSJHJDJC7D", id="all-on-top-of-the-stock"),
    ],
)
def test_a_pack_stacked_with_jacks_still_gives_a_legal_floor(deck: str, opening: str) -> None:
    state = Round.deal(pack(deck), rules=policy(opening))
    assert len(state.floor) == 4
    assert state.floor.isdisjoint(BARRED)
    assert sorted(dealt(state)) == list(DECK)
    assert Round.parse(str(state), policy(opening)) == state


def test_a_barred_card_is_replaced_by_the_next_of_the_stock_and_lies_where_it_was_put() -> None:
    state = Round.deal(pack("AC2C3C4C AD2D3D4D 9CJS9D7D JHKDJCKH"), rules=policy("bottom"))
    assert state.floor == Cards.parse("9C 9D KD KH")
    assert state.known == state.stock[-4:] == parse_sequence("JS JH 7D JC")
    assert len(state.stock) == 40


@given(seeds(), st.sets(st.sampled_from(list(BARRED))))
def test_under_bottom_the_removed_cards_are_the_last_ones_always(
    seed: int, barred: set[Card]
) -> None:
    rules = replace(V2, opening="bottom", barred=Cards.of(barred))
    deck = shuffled(Random(seed))
    state = Round.deal(deck, rules=rules)
    removed = [card for card in deck[8:12] if card in barred]
    assert set(removed) <= set(state.known)
    assert state.stock[40 - len(state.known) :] == state.known
    untouched = [card for card in deck[8:] if card not in state.known]
    assert set(untouched[:4]) == set(state.floor)
    assert list(state.stock[: 40 - len(state.known)]) == untouched[4:]
    assert bool(removed) == bool(state.known)


@given(seeds())
def test_a_buried_card_leaves_the_order_of_the_other_cards_alone(seed: int) -> None:
    deck = shuffled(Random(seed))
    state = Round.deal(deck, rules=V2)
    others = [card for card in deck[8:] if card not in BARRED]
    assert set(others[:4]) == set(state.floor)
    assert [card for card in state.stock if card not in BARRED] == others[4:]
    assert state.known == ()


def test_under_redeal_a_floor_without_barred_cards_is_dealt_as_it_lies() -> None:
    deck = pack("AC2C3C4C AD2D3D4D 9C9D9H9S JC")
    assert Round.deal(deck, rules=policy("redeal")) == Round(
        policy("redeal"),
        Seat.SOUTH,
        (Cards.parse("AC 2C 3C 4C"), Cards.parse("AD 2D 3D 4D")),
        Cards.parse("9C 9D 9H 9S"),
        deck[12:],
    )


def test_only_the_cards_the_rules_name_are_barred() -> None:
    deck = pack("AC2C3C4C AD2D3D4D JS7DKDKH")
    assert KOMI in Round.deal(deck, rules=replace(V2, barred=JACKS)).floor
    assert Round.deal(deck, rules=replace(V2, barred=Cards(0))).floor == Cards.of(deck[8:12])


def test_in_lebanon_the_seven_of_diamonds_may_open_on_the_floor_and_a_jack_may_not() -> None:
    deck = pack("ACADAHASTCTD 2C2D2H2S3C3D 7DJH9C9D KCJC")
    floor = Round.deal(deck, rules=LEBANON).floor
    assert KOMI in floor
    assert Card.parse("JH") not in floor


def test_no_jack_and_no_komi_opens_on_the_floor_though_a_third_of_packs_has_one_there() -> None:
    needed = 0
    for seed in range(4_000):
        deck = shuffled(stream(seed, "deck", 1))
        state = Round.deal(deck)
        assert not state.floor & BARRED
        assert len(state.floor) == 4
        assert len(set(dealt(state))) == len(dealt(state)) == 52
        needed += not Cards.of(deck[8:12]).isdisjoint(BARRED)
    assert 0.325 < needed / 4_000 < 0.357


# --------------------------------------------------------- where the buried lie


@pytest.mark.parametrize("rules", [V2, LEBANON], ids=["four", "six"])
def test_a_barred_card_is_buried_at_every_place_of_the_stock_equally_often(rules: Rules) -> None:
    size = 52 - 4 - 2 * rules.hand_size
    places = [0] * size
    rng = Random("buried places")
    for _ in range(12_000):
        deck = shuffled(rng)
        barred = Cards.of(deck[48 - size : 52 - size]) & rules.barred
        if len(barred) == 1:
            (card,) = barred
            places[Round.deal(deck, rules=rules).stock.index(card)] += 1
    expected = sum(places) / size
    assert expected > 60
    statistic = sum((count - expected) ** 2 / expected for count in places)
    assert 0.001 < chi_square_p(statistic, size - 1) < 0.999


# ------------------------------------------------------------- later deals


@given(rounds(rule_sets(), max_plays=47))
def test_the_cards_of_a_deal_go_to_the_non_dealer_first(state: Round) -> None:
    size, dealer, deal, stock = (
        state.rules.hand_size,
        state.dealer,
        state.deal_number,
        state.stock,
    )
    rng = Random(str(state))
    after = state
    for _ in range(sum(map(len, state.hands))):
        assert (after.dealer, after.deal_number, after.stock) == (dealer, deal, stock)
        after = after.play(random_play(after, rng))
    assert after.is_over == (deal == state.rules.deals == 24 // size)
    if after.is_over:
        assert len(after.history) == 48
    if not after.is_over:
        assert after.hands[dealer.other] == Cards.of(stock[:size])
        assert after.hands[dealer] == Cards.of(stock[size : 2 * size])
        assert after.deal_number == deal + 1
    assert (after.dealer, after.turn) == (dealer, dealer.other)


@given(seeds(), house_rules(), st.sampled_from(Seat))
def test_an_opening_is_the_position_its_line_shows(seed: int, rules: Rules, dealer: Seat) -> None:
    state = Round.deal(shuffled(Random(seed)), dealer=dealer, rules=rules)
    assert Round.parse(str(state), rules) == state


# ---------------------------------------------------- one process, many matches


def test_three_matches_in_one_process_have_whole_packs_in_different_orders() -> None:
    orders = []
    for number in range(3):
        rng = Random(number)
        match = Match(PRESETS["ahwa"])
        played = 0
        while not match.is_over:
            played += 1
            deck = shuffled(stream(number, "deck", played))
            state = Round.deal(deck, dealer=match.dealer, rules=match.rules)
            assert sorted(dealt(state)) == list(DECK)
            orders.append(state.stock)
            while not state.is_over:
                state = state.play(random_play(state, rng))
            match = match.after(state)
    assert len(orders) >= 6
    assert len(set(orders)) == len(orders)
