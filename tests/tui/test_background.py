"""While the computer thinks: everything else works, and leaving breaks the thought off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import Random
from threading import Event

import pytest

from basra.ai.cancellation import Cancelled, check_cancelled
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.state import View
from basra.match.session import Player, Session
from basra.tui.app import BasraApp, Options
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import screen_text, settle, shows, until


class Ponderer:
    """A bot that thinks until it is woken or broken off."""

    name = "ponderer"
    character = "ponders"

    def __init__(self) -> None:
        self.wake, self.asked, self.broken_off = Event(), Event(), Event()

    def choose(self, view: View, rng: Random) -> Play:
        self.asked.set()
        while not self.wake.wait(0.005):
            try:
                check_cancelled()
            except Cancelled:
                self.broken_off.set()
                raise
        return view.legal_plays()[0]


class Sleeper(Ponderer):
    """A bot that cannot be broken off."""

    def choose(self, view: View, rng: Random) -> Play:
        self.asked.set()
        self.wake.wait(20)
        return view.legal_plays()[0]


@pytest.fixture(name="ponderer")
def _ponderer() -> Iterator[Ponderer]:
    bot = Ponderer()
    yield bot
    bot.wake.set()


def app_against(bot: Ponderer, dealer: Seat = Seat.SOUTH) -> BasraApp:
    players = Player("You"), Player("Computer", bot)
    session = Session(players, seed="7", first_dealer=dealer)
    return BasraApp(Options(pace=0), session=session)


async def test_everything_is_answered_while_the_computer_thinks(ponderer: Ponderer) -> None:
    app = app_against(ponderer)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Computer is thinking…" in screen_text(app))
        await pilot.press("question_mark")
        await shows(pilot, "lay the chosen card")
        await pilot.press("escape", "m")
        await shows(pilot, "A match is on")
        await pilot.press("escape")
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        await shows(pilot, "Computer is thinking…")
        await pilot.press("right")
        await shows(pilot, "wait: Computer is on turn")
        assert not ponderer.broken_off.is_set(), "the thought goes on meanwhile"
        ponderer.wake.set()
        await settle(pilot)
        assert app.session is not None
        assert len(app.session.round.history) == 1
        assert "is thinking" not in screen_text(app)


async def test_quick_thinking_is_not_mentioned(ponderer: Ponderer) -> None:
    ponderer.wake.set()
    app = app_against(ponderer)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not app.screen.thinking.is_slow


@pytest.mark.parametrize("keys", ["q", "m 6", "ctrl+q", "u"])
async def test_leaving_cancels_the_thinking(keys: str, ponderer: Ponderer) -> None:
    app = app_against(ponderer, Seat.NORTH if keys == "u" else Seat.SOUTH)
    session = app.session
    assert session is not None
    async with app.run_test(size=(80, 24)) as pilot:
        if keys == "u":
            await settle(pilot)
            await pilot.press("right", "enter")
        await until(pilot, ponderer.asked.is_set)
        await pilot.press(*keys.split())
        if keys != "ctrl+q":
            await until(pilot, ponderer.broken_off.is_set)
    assert ponderer.broken_off.wait(5)
    assert not session.round.history


async def test_suspending_cancels_the_thinking_and_coming_back_starts_it_again(
    ponderer: Ponderer,
) -> None:
    app = app_against(ponderer)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, ponderer.asked.is_set)
        app._hide_hands(None)
        await until(pilot, ponderer.broken_off.is_set)
        ponderer.wake.set()
        app._resume_screens(None)
        await settle(pilot)
        assert app.session is not None
        assert len(app.session.round.history) == 1


async def test_a_bot_that_cannot_be_broken_off_holds_nothing_up() -> None:
    bot = Sleeper()
    app = app_against(bot)
    session = app.session
    assert session is not None
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, bot.asked.is_set)
            assert all(
                thread.daemon for thread in threading.enumerate() if "thought" in thread.name
            )
            await pilot.press("q")
            assert isinstance(app.screen, TitleScreen)
            await shows(pilot, "Resume match")
            await pilot.press("1")
            assert isinstance(app.screen, TableScreen)
            bot.wake.set()
            await settle(pilot)
            assert len(session.round.history) == 1, "the table that was left lays nothing"
    finally:
        bot.wake.set()
