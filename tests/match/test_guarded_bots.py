"""Bots in a session: one that fails is guarded, one that thinks can be cancelled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from basra import ai
from basra.ai.cancellation import Cancelled
from basra.engine.cards import ALL, DECK, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.state import View
from basra.match.session import Player, Session
from tests.screen import PEOPLE, position, session_at

GREEDY = Player("greedy", ai.bot("greedy"))


class Faulty:
    """A bot that does what it was made for."""

    name = "faulty"
    character = "misbehaves"

    def __init__(self, answer: Callable[[View], object]) -> None:
        self.answer = answer

    def choose(self, view: View, rng: Random) -> Play:
        return self.answer(view)  # type: ignore[return-value]


def fails(view: View) -> object:
    raise RuntimeError("out of ideas")


FAULTY = Player("faulty", Faulty(fails))


def not_in_hand(view: View) -> Play:
    return Play(next(card for card in DECK if card not in view.hand))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(fails, id="raises"),
        pytest.param(lambda view: None, id="returns-nothing"),
        pytest.param(lambda view: "QH", id="returns-a-word"),
        pytest.param(not_in_hand, id="a-card-that-it-does-not-hold"),
        pytest.param(lambda view: Play(next(iter(view.hand)), Cards(ALL)), id="takes-everything"),
    ],
)
def test_a_bot_that_fails_costs_one_line_of_the_log_and_the_match_goes_on(
    answer: Callable[[View], object], caplog: pytest.LogCaptureFixture
) -> None:
    session = Session((Player("faulty", Faulty(answer)), GREEDY), seed="4")
    plays = 0
    while not session.is_round_over:
        plays += session.turn is Seat.SOUTH
        session.lay(session.think())
    assert len(caplog.records) == plays == 24
    assert {record.name for record in caplog.records} == {"basra.ai.bot"}
    assert "faulty" in caplog.text.lower()


def test_where_even_greed_fails_the_first_legal_play_is_played(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("basra.ai.baselines.GreedyBot.choose", lambda *_: fails(_[1]))
    session = Session((FAULTY, GREEDY), seed="4", first_dealer=Seat.NORTH)
    assert session.think() == session.round.legal_plays()[0]
    assert len(caplog.records) == 2


def test_thinking_that_is_cancelled_changes_nothing() -> None:
    master = Player("master", ai.bot("master"))
    session = Session((master, master), seed="4")
    before = session.round
    for think in (session.think, partial(session.advice, session.turn)):
        with pytest.raises(Cancelled):
            think(lambda: True)
    assert session.round is before


def test_a_bot_given_thinks_for_a_person() -> None:
    session = Session(PEOPLE, seed="4")
    job = session.think_task(bot=ai.bot("greedy"))
    assert job() in session.round.legal_plays()


def test_the_coach_ranks_every_play_of_the_seat_on_turn_and_repeats_itself() -> None:
    session = session_at(position("9S KD", "2C 3C", "4D 5D", last_deal=True), PEOPLE)
    advice = session.advice(Seat.SOUTH)
    assert {one.play for one in advice} == set(session.round.legal_plays())
    assert str(advice[0].play.card) == "9S", "the basra"
    assert session.advice(Seat.SOUTH) == advice
    assert session.advice(Seat.NORTH) == ()
    assert not session.assists, "asking is for whoever shows the answer to note"
