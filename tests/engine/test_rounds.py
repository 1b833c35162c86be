"""Rounds: properties that hold in every state that can be reached, under every rule."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from basra.engine import (
    DECK,
    KOMI,
    PRESETS,
    AmbiguousPlayError,
    Card,
    Cards,
    IllegalPlayError,
    Match,
    NotationError,
    Play,
    Round,
    Rules,
    Seat,
    shuffled,
    stream,
)
from tests.oracle import oracle_basra, oracle_captures, oracle_may_trail
from tests.strategies import decks, house_rules, random_play, rounds, rule_sets, seeds

RULE_BOOK = Path(__file__).parents[2] / "docs" / "rules.md"
PARAGRAPHS = set(re.findall(r"^### (\d+\.\d+) ", RULE_BOOK.read_text(encoding="utf-8"), re.M))
JAWAKER = Rules.preset("jawaker")
FREE_AND_ANY_CARD = replace(JAWAKER, komi_on_floor="any_card", opening="keep")
V2 = Rules.preset("v2")

under_any_rules = pytest.mark.parametrize(
    "rules",
    [
        *(pytest.param(rules, id=name) for name, rules in PRESETS.items()),
        pytest.param(FREE_AND_ANY_CARD, id="free-and-any-card"),
        pytest.param(replace(V2, opening="bottom"), id="bottom"),
    ],
)


def played_out(seed: int, rules: Rules, dealer: Seat = Seat.NORTH) -> Iterator[Round]:
    """Yield every state of a random round."""
    state = Round.deal(shuffled(stream(seed, "deck")), dealer=dealer, rules=rules)
    rng = stream(seed, "plays")
    yield state
    while not state.is_over:
        state = state.play(random_play(state, rng))
        yield state


def cards_of(state: Round) -> list[Card]:
    """Return every card of *state* in card order, one that lies in two places twice."""
    (south, north), piles = state.hands, state.piles
    return sorted([*south, *north, *state.floor, *state.stock, *piles[0], *piles[1]])


def oracle_plays(card: Card, floor: Cards, rules: Rules) -> set[Play]:
    plays = {Play(card, taken) for taken in oracle_captures(card, floor, rules)}
    return plays | {Play(card)} if oracle_may_trail(card, floor, rules) else plays


def subsets(cards: Cards) -> Iterator[Cards]:
    for size in range(len(cards) + 1):
        yield from map(Cards.of, combinations(cards, size))


def refused(state: Round, play: Play, *paragraphs: str) -> None:
    """Assert that *play* is refused by one of *paragraphs*, in words, and changes nothing."""
    before = str(state), state.history
    refusal = state.why_not(play)
    assert refusal is not None
    assert refusal.paragraph in paragraphs
    assert refusal.paragraph in PARAGRAPHS
    assert refusal.reason
    assert not state.is_legal(play)
    with pytest.raises(IllegalPlayError, match=re.escape(str(refusal))) as error:
        state.play(play)
    assert str(error.value).endswith(f"(rule {refusal.paragraph})")
    assert (str(state), state.history) == before


# ------------------------------------------------------------ what always holds


@given(rounds(rule_sets()))
def test_every_card_is_in_one_place_under_any_house_rules(state: Round) -> None:
    assert cards_of(state) == list(DECK)
    if not state.is_over:
        assert cards_of(state.play(state.legal_plays()[-1])) == list(DECK)


@under_any_rules
def test_a_round_is_48_plays_in_turn_and_every_state_but_the_last_has_a_play(rules: Rules) -> None:
    for seed in range(8):
        states = list(played_out(seed, rules))
        assert len(states) == 49
        assert all(cards_of(state) == list(DECK) for state in states)
        for number, state in enumerate(states[:-1]):
            assert state.turn is (Seat.NORTH if number % 2 else Seat.SOUTH)
            assert not state.is_over
            assert state.legal_plays()
            assert state.dealer is Seat.NORTH
            assert state.is_last_card == (number == 47)
            assert state.deal_number == number // (2 * rules.hand_size) + 1
            assert len(state.history) == number
        assert states[-1].is_over
        assert states[-1].legal_plays() == ()
        assert states[-1].dealer is Seat.NORTH


@given(rounds(rule_sets(), max_plays=47))
def test_a_play_moves_its_cards_and_nothing_else(state: Round) -> None:
    seat = state.turn
    for play in state.legal_plays()[:12]:
        after = state.play(play)
        assert after.turn is seat.other
        assert after.history == (*state.history, play)
        assert (after.rules, after.known) == (state.rules, state.known)
        if len(after.stock) == len(state.stock) and not after.is_over:
            assert after.hands[seat] == state.hands[seat] - Cards.of([play.card])
            assert after.hands[seat.other] == state.hands[seat.other]
        if after.is_over:
            continue
        assert after.piles[seat.other] == state.piles[seat.other]
        if play.taken:
            assert after.floor == state.floor - play.taken
            assert after.piles[seat] == state.piles[seat] | play.taken | Cards.of([play.card])
            assert after.last_taker is seat
        else:
            assert after.floor == state.floor | Cards.of([play.card])
            assert after.piles[seat] == state.piles[seat]
            assert after.last_taker is state.last_taker


@given(rounds(rule_sets(), max_plays=47))
def test_a_play_leaves_the_state_before_it_as_it_was(state: Round) -> None:
    before, text = copy.deepcopy(state), str(state)
    for play in state.legal_plays()[:12]:
        state.play(play)
        state.view(state.turn).read_play(str(play))
        state.text(play)
    assert state == before
    assert str(state) == text
    assert hash(state) == hash(before)


@given(rounds(rule_sets()))
def test_a_state_cannot_be_changed_and_can_be_copied_and_pickled(state: Round) -> None:
    with pytest.raises(FrozenInstanceError):
        state.floor = Cards(0)  # type: ignore[misc]
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert type(twin) is Round
        assert hash(twin) == hash(state)
        assert str(twin) == str(state)
        assert twin.legal_plays() == state.legal_plays()


@given(decks(), seeds(), rule_sets(), st.sampled_from(Seat))
def test_a_history_played_again_from_the_same_pack_gives_the_same_states(
    deck: tuple[Card, ...], seed: int, rules: Rules, dealer: Seat
) -> None:
    rng = Random(seed)
    states = [Round.deal(deck, dealer=dealer, rules=rules)]
    while not states[-1].is_over:
        states.append(states[-1].play(random_play(states[-1], rng)))
    again = Round.deal(deck, dealer=dealer, rules=rules)
    for state, play in zip(states, states[-1].history, strict=False):
        assert again == state
        again = again.play(again.read_play(str(play)))
    assert again == states[-1]


# --------------------------------------------------------------------- legality


@under_any_rules
def test_the_legal_plays_are_those_of_the_slow_reading_in_every_state(rules: Rules) -> None:
    for seed in range(5):
        for state in played_out(seed, rules):
            plays = state.legal_plays()
            if len(state.floor) <= 10:
                hand = state.hands[state.turn]
                expected = {
                    play for card in hand for play in oracle_plays(card, state.floor, rules)
                }
                assert set(plays) == expected
            assert len(set(plays)) == len(plays)
            assert [play.card for play in plays] == sorted(play.card for play in plays)


@given(rounds(rule_sets(), max_plays=47))
def test_of_all_cards_and_all_sets_of_floor_cards_only_the_legal_plays_are_accepted(
    state: Round,
) -> None:
    if len(state.floor) > 6:
        state = replace(state, floor=Cards.of(list(state.floor)[:6]))
    legal = set(state.legal_plays())
    for card in (*state.hands[state.turn], *list(state.hands[state.turn.other])[:1]):
        for taken in subsets(state.floor):
            play = Play(card, taken)
            assert state.is_legal(play) == (play in legal), play
            assert (state.why_not(play) is None) == (play in legal), play


@given(rounds(rule_sets(), max_plays=47))
def test_captures_of_a_card_come_before_trailing_it(state: Round) -> None:
    cards = [play.card for play in state.legal_plays()]
    for number, play in enumerate(state.legal_plays()):
        if not play.taken:
            assert play.card not in cards[number + 1 :]


@given(rounds(rule_sets(), max_plays=47), st.sampled_from(DECK))
def test_a_card_that_is_not_in_the_hand_is_refused(state: Round, card: Card) -> None:
    assume(card not in state.hands[state.turn])
    for absent in (card, *list(state.hands[state.turn.other])[:1]):
        refused(state, Play(absent), "2.1")
        refused(state, Play(absent, state.floor), "2.1")
        with pytest.raises(IllegalPlayError, match=rf"{absent} is not in the hand.*rule 2\.1"):
            state.read_play(str(absent))


@given(rounds(rule_sets(), max_plays=47), st.sets(st.sampled_from(DECK), min_size=1, max_size=4))
def test_taking_a_card_that_is_not_on_the_floor_is_refused(state: Round, others: set[Card]) -> None:
    for card in state.hands[state.turn]:
        absent = Cards.of(others) - state.floor - Cards.of([card])
        if absent:
            refused(state, Play(card, absent), "2.2")
            refused(state, Play(card, absent | state.floor), "2.2")
            refusal = state.why_not(Play(card, absent))
            assert refusal is not None
            assert str(absent) in refusal.reason


@under_any_rules
def test_taking_too_little_too_much_or_nothing_is_refused_by_the_paragraph_in_force(
    rules: Rules,
) -> None:
    paragraph = "3.8" if rules.capture == "free" else "3.7"
    tried = 0
    for state in list(played_out(21, rules))[::3]:
        for card in state.hands[state.turn]:
            legal = {play.taken for play in state.legal_plays() if play.card == card}
            for taken in list(subsets(state.floor))[:16]:
                if taken not in legal:
                    refused(state, Play(card, taken), paragraph)
                    tried += 1
    assert tried > 50


def test_a_refusal_says_what_the_card_takes() -> None:
    state = Round.parse(
        "8S/9C/AC7C8H/-/2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6C6D6H6SADAHAS/"
        "7D7H7S8C8D9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKHKS 0-0 S S"
    )
    with pytest.raises(IllegalPlayError) as error:
        state.play(Play.parse("8Sx8H"))
    assert "8S cannot take {8H} here; it takes {AC 7C 8H} (rule 3.7)" in str(error.value)
    with pytest.raises(IllegalPlayError) as error:
        state.play(Play.parse("8S"))
    assert "8S cannot be laid without taking; it takes {AC 7C 8H} (rule 3.7)" in str(error.value)


@given(rounds(rule_sets(), min_plays=48), st.sampled_from(DECK))
def test_once_the_round_is_over_every_play_is_refused(state: Round, card: Card) -> None:
    refused(state, Play(card), "1.2")
    with pytest.raises(IllegalPlayError):
        state.read_play(str(card))


# -------------------------------------------------------------------- its text


@under_any_rules
def test_every_play_reads_back_from_its_text_and_has_its_mark_when_it_makes_a_basra(
    rules: Rules,
) -> None:
    marks = 0
    for seed in range(5):
        for state in played_out(seed, rules):
            texts = []
            for play in state.legal_plays():
                text = state.text(play)
                points = oracle_basra(
                    play.card, state.floor, play.taken, rules, last_card=state.is_last_card
                )
                assert state.basra_points(play) == points
                assert text == str(play) + "!" * (points > 0)
                assert state.read_play(text) == play
                assert state.read_play(str(play)) == play
                assert state.view(state.turn).read_play(text) == play
                texts.append(text)
                marks += points > 0
            assert len(set(texts)) == len(texts)
    assert marks > 5


@given(rounds(rule_sets(), max_plays=47))
def test_small_letters_spaces_and_any_order_of_cards_read_as_the_same_play(state: Round) -> None:
    for play in state.legal_plays()[:8]:
        text = state.text(play)
        assert state.read_play(text.lower()) == play
        assert state.read_play(f"  {text.replace('x', ' × ')} ") == play
        if play.taken:
            backwards = " ".join(map(str, reversed(list(play.taken))))
            assert state.read_play(f"{play.card} X {backwards}") == play


@given(rounds(rule_sets(), max_plays=47))
def test_a_mark_on_a_play_that_makes_no_basra_is_refused(state: Round) -> None:
    before = copy.deepcopy(state)
    for play in state.legal_plays()[:12]:
        if not state.basra(play):
            with pytest.raises(IllegalPlayError, match=r"no basra.*\(rule 4\.1\)"):
                state.read_play(f"{play}!")
    assert state == before


@given(rounds(rule_sets() | st.just(FREE_AND_ANY_CARD), max_plays=47))
def test_a_bare_card_trails_where_it_may_or_takes_the_one_way_it_can(state: Round) -> None:
    floor = state.floor
    if len(floor) > 8:
        return
    for card in state.hands[state.turn]:
        ways = oracle_captures(card, floor, state.rules)
        if oracle_may_trail(card, floor, state.rules):
            assert state.read_play(str(card)) == Play(card)
        elif len(ways) == 1:
            assert state.read_play(str(card)) == Play(card, *ways)
        else:
            with pytest.raises(AmbiguousPlayError) as error:
                state.read_play(str(card))
            assert sorted(error.value.plays) == sorted(str(Play(card, taken)) for taken in ways)
            for text in error.value.plays:
                assert text in str(error.value)
                assert state.read_play(text).card == card


def test_a_bare_card_with_several_captures_is_refused_with_the_list_of_them() -> None:
    state = Round.parse(
        "7S/9C/AC6C6HKD/-/2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6D6SADAHASJH/"
        "7C7D7H8C8D8H8S9D9H9STCTDTHTSJCJDJSQCQDQHQSKCKHKS 0-0 S S"
    )
    before = copy.deepcopy(state)
    with pytest.raises(AmbiguousPlayError) as error:
        state.read_play("7S")
    assert error.value.plays == ("7SxAC6C", "7SxAC6H")
    assert "7SxAC6C or 7SxAC6H" in str(error.value)
    assert state == before
    assert state.play(state.read_play("7sx6cac")).floor == Cards.parse("6H KD")


def test_what_is_no_play_is_refused_as_such_and_quoted() -> None:
    state = next(played_out(1, V2))
    before = copy.deepcopy(state)
    for text in ("", "8", "8SxAC7DAC", "8Sx", "??", "8S!!", "\x1b[2J"):
        with pytest.raises(NotationError, match="not a play") as error:
            state.read_play(text)
        assert str(error.value).isprintable()
    assert state == before


@given(rounds(rule_sets()), st.text(max_size=12) | st.from_regex(r"[A2-9TJQKCDHSx! ]{0,9}"))
def test_any_text_is_a_legal_play_or_refused(state: Round, text: str) -> None:
    try:
        play = state.read_play(text)
    except (NotationError, AmbiguousPlayError, IllegalPlayError):
        return
    assert state.is_legal(play)
    assert state.play(play).history[-1] == play


# ------------------------------------------------------------------- basras


@given(rounds(house_rules(), max_plays=47))
def test_a_basra_is_counted_for_the_seat_that_makes_it_and_for_nobody_else(state: Round) -> None:
    seat = state.turn
    for play in state.legal_plays()[:12]:
        after = state.play(play)
        points = oracle_basra(
            play.card, state.floor, play.taken, state.rules, last_card=state.is_last_card
        )
        raised = (
            after.basras[seat] - state.basras[seat],
            after.jack_basras[seat] - state.jack_basras[seat],
        )
        assert sum(raised) == (points > 0)
        assert raised[0] * state.rules.basra + raised[1] * state.rules.jack_basra == points
        assert after.basras[seat.other] == state.basras[seat.other]
        assert after.jack_basras[seat.other] == state.jack_basras[seat.other]


# ------------------------------------------------------------------- the mirror


def mirrored(state: Round) -> Round:
    """Return *state* with South and North changed places."""
    return replace(
        state,
        turn=state.turn.other,
        hands=state.hands[::-1],
        piles=state.piles[::-1],
        basras=state.basras[::-1],
        jack_basras=state.jack_basras[::-1],
        last_taker=None if state.last_taker is None else state.last_taker.other,
        outcomes=tuple(
            outcome._replace(
                seat=outcome.seat.other,
                left_to=None if outcome.left_to is None else outcome.left_to.other,
            )
            for outcome in state.outcomes
        ),
    )


@given(decks(), seeds(), rule_sets())
def test_with_the_seats_changed_everything_changes_places(
    deck: tuple[Card, ...], seed: int, rules: Rules
) -> None:
    one = Round.deal(deck, dealer=Seat.NORTH, rules=rules)
    other = Round.deal(deck, dealer=Seat.SOUTH, rules=rules)
    rng = Random(seed)
    while True:
        assert mirrored(one) == other
        assert other.legal_plays() == one.legal_plays()
        assert other.tally().points == one.tally().points[::-1]
        assert [line.counts[::-1] for line in other.tally().lines] == [
            line.counts for line in one.tally().lines
        ]
        if one.is_over:
            break
        play = random_play(one, rng)
        assert other.text(play) == one.text(play)
        one, other = one.play(play), other.play(play)
    matches = Match(rules, Seat.NORTH).after(one), Match(rules, Seat.SOUTH).after(other)
    assert matches[0].scores == matches[1].scores[::-1]
    assert matches[0].carried == matches[1].carried
    assert matches[0].dealer is matches[1].dealer.other
    winner = matches[1].winner
    assert matches[0].winner is (None if winner is None else winner.other)


@given(rounds(rule_sets()))
def test_the_mirror_of_a_state_is_a_state_and_reads_as_one(state: Round) -> None:
    twin = mirrored(state)
    assert Round.parse(str(twin), state.rules) == replace(twin, outcomes=())
    assert twin.dealer is state.dealer.other
    assert twin.deal_number == state.deal_number
    assert twin.view(Seat.SOUTH).hand == state.view(Seat.NORTH).hand


# -------------------------------------------------------- the samples have it all


def test_the_random_rounds_reach_what_is_worth_testing() -> None:
    burnt = lone_jacks = komis = choices = 0
    for seed in range(60):
        for state in played_out(seed, V2):
            cards = [play.card for play in state.legal_plays()]
            choices += len(set(cards)) < len(cards)
            komis += KOMI in state.floor
            burnt += not state.floor and (KOMI in cards or any(c.rank == "J" for c in cards))
            lone_jacks += len(state.floor) == 1 and next(iter(state.floor)).rank == "J"
    assert min(burnt, lone_jacks, komis, choices) > 2
