"""A match being played: its chance, its names, its rounds; taking back and doing again."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra import ai
from basra.engine.cards import ALL, DECK, Cards
from basra.engine.errors import IllegalPlayError
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import pick
from basra.match.header import LONGEST_NAME, clean_name
from basra.match.log import MEMORY, TAKING_BACK
from basra.match.session import Player, Session
from tests.screen import AGAINST_GREEDY, PEOPLE, position, session_at

BOTS = Player("one", ai.bot("chance")), Player("two", ai.bot("greedy"))


def laid(session: Session, rng: Random) -> Play:
    """Lay a play for whoever is on turn: a person's drawn from *rng*."""
    plays = session.round.legal_plays()
    play = pick(rng, plays) if session.player.is_human else session.think()
    session.lay(play)
    return play


def to_a_decision(session: Session) -> None:
    """Let the computer play until a person is on turn."""
    while not session.is_round_over and not session.player.is_human:
        session.lay(session.think())


def against_greedy(seed: str = "3") -> Session:
    return Session(AGAINST_GREEDY, seed=seed, first_dealer=Seat.NORTH)


# ------------------------------------------------------------------- the match


def transcript(seed: str, rounds: int = 2) -> list[object]:
    session = Session(BOTS, seed=seed, rules=Rules.preset("pagat"))
    lines: list[object] = [session.match.first_dealer]
    for _ in range(rounds):
        lines.append(session.round)
        while not session.is_round_over:
            lines.append(laid(session, Random(0)))
        lines.append(session.tally)
        if session.match.is_over:
            break
        session.next_round()
    return lines


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    assert transcript("a") == transcript("a")
    assert transcript("a") != transcript("b")


def test_without_a_seed_no_two_matches_are_alike() -> None:
    assert Session(BOTS).seed != Session(BOTS).seed


def test_either_seat_deals_first_about_equally_often() -> None:
    first = [Session(BOTS, seed=str(seed)).match.first_dealer for seed in range(400)]
    assert 160 < first.count(Seat.SOUTH) < 240


def test_the_dealer_can_be_settled_and_the_deal_passes_on() -> None:
    session = Session(BOTS, seed="1", first_dealer=Seat.SOUTH)
    dealers = []
    for _ in range(3):
        dealers.append(session.round.dealer)
        while not session.is_round_over:
            laid(session, Random(0))
        session.next_round()
    assert dealers == [Seat.SOUTH, Seat.NORTH, Seat.SOUTH]
    assert session.round_number == 4


def test_every_round_of_a_match_is_dealt_from_a_pack_of_its_own() -> None:
    session = Session(BOTS, seed="1")
    first = session.round
    while not session.is_round_over:
        laid(session, Random(0))
    session.next_round()
    assert session.round.hands != first.hands


def test_a_rematch_keeps_the_players_and_passes_the_deal_on() -> None:
    session = Session(PEOPLE, rules=Rules.preset("pagat"), seed="1")
    session.assist(MEMORY)
    again = session.rematch()
    assert again.players == session.players
    assert again.rules == session.rules
    assert again.match.first_dealer is session.match.first_dealer.other
    assert again.seed != session.seed
    assert not again.assists


def test_no_round_is_dealt_while_one_is_on_or_after_the_match() -> None:
    session = session_at(position("AC", "KD", "QC 3S", last_deal=True), PEOPLE)
    with pytest.raises(IllegalPlayError, match=r"not over \(rule 6\.1\)"):
        session.next_round()
    match = session.match
    for _ in range(400):
        while not session.is_round_over:
            laid(session, Random(0))
        if session.match.is_over:
            break
        session.next_round()
    assert session.match.is_over
    assert match is not session.match
    with pytest.raises(IllegalPlayError, match=r"match is over \(rule 6\.2\)"):
        session.next_round()


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(Play(DECK[0]), id="a-card-of-the-floor"),
        pytest.param(Play(DECK[5], Cards(1 << DECK[0])), id="a-capture-that-is-none"),
    ],
)
def test_a_play_that_is_refused_changes_nothing(play: Play) -> None:
    session = session_at(position("2D 3C 4C 5C", "6C 7C 8C 9C", "AC KD"), PEOPLE)
    before = session.round, session.match
    with pytest.raises(IllegalPlayError):
        session.lay(play)
    assert (session.round, session.match) == before
    assert session.why_no_take_back() is not None


def test_nobody_thinks_for_a_person_or_after_the_last_card() -> None:
    with pytest.raises(IllegalPlayError, match="no computer player is on turn"):
        Session(PEOPLE, seed="1").think()


# ------------------------------------------------------------------- the names


@given(st.text(max_size=400))
def test_a_name_is_one_line_without_control_or_turning_characters(text: str) -> None:
    name = clean_name(text, "South")
    assert 1 <= len(name) <= LONGEST_NAME
    assert name == name.strip()
    assert not [char for char in name if unicodedata.category(char)[0] == "C"]
    assert clean_name(name, "South") == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("", "South", id="empty"),
        pytest.param("\x1b[31mAli\x1b[0m", "[31mAli[0m", id="escape-codes"),
        pytest.param("\u202eAli\u2066", "Ali", id="marks-that-turn-text"),
        pytest.param("[/bold]\tMona\n", "[/bold] Mona", id="markup-and-lines"),
        pytest.param("كومي", "كومي", id="arabic"),
        pytest.param("x" * 300, "x" * LONGEST_NAME, id="300-characters"),
        pytest.param("\u202e\x00", "South", id="nothing-is-left"),
    ],
)
def test_names_as_people_type_or_paste_them(text: str, name: str) -> None:
    assert clean_name(text, "South") == name


# ----------------------------------------------------------------- taking back


def test_taking_back_returns_to_the_last_own_decision() -> None:
    session = against_greedy()
    to_a_decision(session)
    before = session.round
    laid(session, Random(1))
    to_a_decision(session)
    assert session.turn is Seat.SOUTH
    session.take_back()
    assert session.round == before
    assert session.assists == {TAKING_BACK}


def test_a_play_can_be_taken_back_before_the_computer_has_answered() -> None:
    session = against_greedy()
    before = session.round
    laid(session, Random(1))
    session.take_back()
    assert session.round == before
    session.redo()
    assert session.turn is Seat.NORTH


def test_taking_back_again_and_again_ends_where_the_cards_were_dealt() -> None:
    session, states = against_greedy(), []
    for _ in range(3):
        states.append(session.round)
        laid(session, Random(1))
        to_a_decision(session)
    for state in reversed(states):
        session.take_back()
        assert session.round == state
    assert session.why_no_take_back() == "there is nothing to take back"
    with pytest.raises(IllegalPlayError, match="there is nothing to take back"):
        session.take_back()


def test_doing_again_undoes_every_taking_back_in_turn() -> None:
    session, states = against_greedy(), []
    for _ in range(3):
        laid(session, Random(1))
        to_a_decision(session)
        states.append(session.round)
    for _ in range(3):
        session.take_back()
    for state in states:
        assert session.can_redo
        session.redo()
        assert session.round == state
    assert not session.can_redo
    with pytest.raises(IllegalPlayError, match="nothing was taken back"):
        session.redo()


def test_another_play_forgets_what_was_taken_back() -> None:
    session = against_greedy()
    laid(session, Random(1))
    to_a_decision(session)
    session.take_back()
    laid(session, Random(2))
    assert not session.can_redo


def test_nothing_is_taken_back_to_before_cards_that_have_been_seen() -> None:
    session = against_greedy()
    for _ in range(4):
        assert session.why_no_take_back() is None or not session.round.history
        laid(session, Random(1))
        to_a_decision(session)
    assert session.round.deal_number == 2
    assert session.why_no_take_back() == "new cards have been dealt since"
    while not session.is_round_over:
        laid(session, Random(1))
    assert session.why_no_take_back() == "the round is over: nothing can be taken back"


def test_the_computer_repeats_itself_after_the_same_play() -> None:
    players = Player("You"), Player("Computer", ai.bot("chance"))
    session = Session(players, seed="5", first_dealer=Seat.NORTH)
    mine = laid(session, Random(1))
    answer = laid(session, Random(1))
    session.take_back()
    session.lay(mine)
    assert session.think() == answer


def test_where_only_the_last_play_may_be_taken_back_there_is_one_step() -> None:
    session = against_greedy()
    for _ in range(2):
        laid(session, Random(1))
        to_a_decision(session)
    session.take_back("turn")
    assert session.why_no_take_back("turn") == "only the last play can be taken back"
    assert session.why_no_take_back("free") is None
    laid(session, Random(2))
    assert session.why_no_take_back("turn") is None


def test_where_taking_back_is_off_nothing_is_taken_back() -> None:
    session = against_greedy()
    laid(session, Random(1))
    before = session.round
    with pytest.raises(IllegalPlayError, match="switched off"):
        session.take_back("off")
    assert session.round is before
    assert not session.assists


def test_two_people_take_back_only_until_the_other_has_the_keyboard() -> None:
    session = Session(PEOPLE, seed="1")
    before = session.round
    laid(session, Random(1))
    assert session.why_no_take_back() is None
    session.take_back()
    assert session.round == before
    laid(session, Random(1))
    session.hand_over()
    assert session.why_no_take_back() == "there is nothing to take back"
    assert not session.can_redo


@given(st.integers(0, 10**6), st.lists(st.sampled_from(["lay", "back", "redo"]), max_size=40))
def test_taking_back_and_doing_again_never_lose_a_card(seed: int, actions: list[str]) -> None:
    session, rng = Session(PEOPLE, seed=str(seed)), Random(seed)
    for action in actions:
        deal = session.round.deal_number
        if action == "lay" and not session.is_round_over:
            laid(session, rng)
        elif action == "back" and session.why_no_take_back() is None:
            session.take_back()
            assert session.round.deal_number == deal
        elif action == "redo" and session.can_redo:
            session.redo()
            assert session.round.deal_number == deal
        state = session.round
        there = [*state.hands, state.floor, *state.piles, Cards.of(state.stock)]
        assert sum(map(len, there)) == 52
        assert Cards(sum(there)) == ALL
        session.round.view(session.turn)
