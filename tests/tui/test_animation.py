"""What is shown of a play: a few steps, none where none are wanted, skipped by any key."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.match.session import Player, Session
from basra.tui.animation import (
    AnimationStep,
    StepKind,
    allowed_animation,
    animation_steps,
    view_before_last_play,
)
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.table import TableScreen
from tests.screen import First, position, screen_text, session_at, settle, shows
from tests.strategies import rounds

MOST = {"off": 2, "short": 4, "full": 9}
"""Frames a play may cost, by the setting."""


@given(st.booleans(), st.integers(0, 30), st.sampled_from(list(MOST)), st.floats(0, 3))
def test_no_play_takes_more_frames_than_its_setting_allows(
    theirs: bool, points: int, animation: str, pace: float
) -> None:
    shown = animation_steps(theirs=theirs, points=points, animation=animation, pace=pace)
    assert len(shown) + 1 <= MOST[animation]
    assert all(step.seconds > 0 for step in shown)


def test_nothing_blinks_faster_than_three_times_a_second() -> None:
    shown = animation_steps(theirs=False, points=10, animation="full", pace=1.0)
    marked = [step for step in shown if step.kind is not StepKind.BANNER]
    changes = [step.seconds for step in marked]
    assert min(first + second for first, second in pairwise(changes)) > 1 / 3


def test_where_a_key_is_waited_for_the_card_stays() -> None:
    assert animation_steps(theirs=True, points=0, animation="full", pace=math.inf) == (
        AnimationStep(StepKind.CARD, math.inf),
    )
    assert AnimationStep(StepKind.CARD, math.inf).waits


def test_textual_can_be_made_to_move_nothing() -> None:
    assert [allowed_animation("full", level) for level in ("none", "basic", "full")] == [
        "off",
        "short",
        "full",
    ]


def basra_for(seat: Seat) -> Session:
    """A table where the next play of *seat* is a basra, and south is on turn."""
    hands = ("9S KD KH KC", "2C 2D 2H 2S") if seat is Seat.SOUTH else ("4C KD KH KC", "9S 2D 2H QS")
    floor = "4D 5D" if seat is Seat.SOUTH else "5D"
    return session_at(position(*hands, floor), (Player("You"), Player("Computer", Best())))


class Best(First):
    """A bot that takes all it can."""

    def choose(self, view: View, rng: Random) -> Play:
        return max(view.legal_plays(), key=lambda play: len(play.taken))


@pytest.mark.parametrize("animation", list(MOST))
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.NORTH], ids=["own", "the-computers"])
async def test_a_basra_costs_no_more_frames_than_allowed(seat: Seat, animation: str) -> None:
    session = basra_for(seat)
    app = BasraApp(Options(pace=0.01, given={"animation": animation}), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        number = next(n for n, card in enumerate(table.view.hand, 1) if str(card) in ("9S", "4C"))
        await pilot.press(str(number))
        sent = table.query_one(Board).updates
        await pilot.press("enter")
        await settle(pilot)
        await pilot.pause(0.05)
        assert sum(session.round.basras) == 1
        plays = len(session.round.history)
        assert table.query_one(Board).updates - sent <= MOST[animation] + plays - 1
        await shows(pilot, "★")


async def test_the_computers_card_waits_for_a_key_which_lays_nothing() -> None:
    session = basra_for(Seat.NORTH)
    app = BasraApp(Options(given={"pace": "wait", "animation": "off"}), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        number = next(
            n for n, card in enumerate(session.view(Seat.SOUTH).hand, 1) if str(card) == "4C"
        )
        await pilot.press(str(number), "enter")
        while "any key goes on" not in screen_text(app):
            await pilot.pause(0.02)
        await shows(pilot, "Computer lays 9♠ and takes all: 4♣ 5♦")
        await shows(pilot, "★ BASRA +10 for Computer")
        await pilot.pause(0.2)
        laid = len(session.round.history)
        await pilot.press("1")
        assert "any key goes on" not in screen_text(app)
        assert len(session.round.history) == laid
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chosen is None, "the key that goes on does nothing else"
        await pilot.press("v")
        await shows(pilot, "Computer lays 9♠")
        await pilot.press("x")
        assert "any key goes on" in screen_text(app), "too soon to have been seen"
        await pilot.pause(0.2)
        await pilot.press("x")
        await shows(pilot, "played 9♠")


@pytest.mark.parametrize(("bell", "rings"), [("off", 0), ("basra", 1)])
async def test_a_basra_rings_where_that_is_wanted(
    bell: str, rings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[int] = []
    monkeypatch.setattr(BasraApp, "bell", lambda self: rung.append(1))
    app = BasraApp(Options(pace=0, given={"bell": bell}), session=basra_for(Seat.SOUTH))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        number = next(n for n, card in enumerate(app.screen.view.hand, 1) if str(card) == "9S")
        await pilot.press(str(number), str(number))
        assert len(rung) == rings


@given(rounds(), st.sampled_from(Seat))
def test_a_play_shown_again_begins_with_the_table_before_it(state: Round, seat: Seat) -> None:
    if state.is_over:
        return
    before = state.view(seat)
    play = state.legal_plays()[0]
    after = state.play(play)
    if after.is_over or len(after.stock) != len(state.stock) or not after.history:
        return
    again = view_before_last_play(after.view(seat))
    kept = ("turn", "hand", "other_hand_size", "floor", "stock_size", "piles", "outcomes")
    for field in kept:
        assert getattr(again, field) == getattr(before, field), field
