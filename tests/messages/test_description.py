"""The table in plain words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from basra.engine.cards import DECK, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.state import Round
from basra.messages.description import card_name, describe_position
from basra.messages.names import Names
from tests.screen import position
from tests.strategies import rounds

NAMES = Names("You", "Computer")


def test_a_position_is_told_in_whole_sentences() -> None:
    state = position("8S AC QC KD", "2C 2D 2H 2S", "3C 5D JH").play(Play.parse("8Sx3C5D"))
    assert describe_position(state.view(Seat.SOUTH), NAMES, (12, 30)) == (
        "Computer’s turn. Deal 2 of 6; 32 cards in the stock. "
        "You laid the 8 of spades and took the 3 of clubs and the 5 of diamonds. "
        "On the floor lies 1 card: the jack of hearts. "
        "You hold the ace of clubs at 1, the queen of clubs at 3 and the king of diamonds at 4. "
        "Computer holds 4 cards. "
        "You have 12 in the match, and in this round 12 cards taken and 0 basras. "
        "Computer has 30 in the match, and in this round 0 cards taken and 0 basras. "
        "The match goes to 121."
    )


@given(rounds(), st.sampled_from(Seat))
def test_everything_that_is_seen_is_said_and_nothing_hidden(state: Round, seat: Seat) -> None:
    words = describe_position(state.view(seat), NAMES, (0, 0))
    said = {card for card in DECK if card_name(card) in words}
    assert set(state.hands[seat] | state.floor) <= said
    hidden = state.hands[seat.other] | Cards.of(state.stock)
    assert not said & set(hidden)
    assert words.isascii() or "’" in words
