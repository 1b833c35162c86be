"""The coach and the demo at the table: help that is asked for, and what it does to a match."""

from __future__ import annotations

import dataclasses
from threading import Event

import pytest
from textual.pilot import Pilot

from basra import ai
from basra.ai.coach import Advice
from basra.engine.cards import Card
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.match.log import DEMO, HINTS
from basra.match.session import Player, Session
from basra.match.settings import Settings
from basra.tui.app import BasraApp, Options
from basra.tui.painting.prompts import prompts
from basra.tui.painting.table import paint_table
from basra.tui.screens.coach import CoachScreen
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.scores import TallyScreen
from basra.tui.screens.table import stand_in
from tests.screen import (
    AGAINST_GREEDY,
    PEOPLE,
    position,
    screen_text,
    session_at,
    settle,
    shows,
    table_of,
    until,
)
from tests.tui.test_goldens import scene_of

BASRA = position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D")
SIZES = [(60, 18), (80, 24), (120, 40)]


def at_once(**given: str) -> Options:
    return Options(pace=0, given=given)


async def hear(pilot: Pilot[None], words: str) -> None:
    await until(pilot, lambda: words in screen_text(pilot.app))


@pytest.mark.parametrize("size", SIZES)
async def test_the_coach_tells_the_idea_then_the_card_then_every_play(
    size: tuple[int, int],
) -> None:
    session = session_at(BASRA)
    app = BasraApp(at_once(), session=session)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("h")
        await hear(pilot, "There is a basra to be made.")
        await shows(pilot, "h again: which card, and why")
        assert table_of(app).hand.selection.card is None, "the idea names no card"
        assert session.assists == {HINTS}
        await pilot.press("ا")
        await shows(pilot, "9♠ clears the floor: a basra, +10")
        assert table_of(app).chosen == session.advice(Seat.SOUTH)[0].play
        assert not session.round.history, "the card is chosen and not laid"
        await pilot.press("h")
        assert isinstance(app.screen, CoachScreen)
        shown = screen_text(app)
        assert shown.count("takes nothing, stays on the floor") == 3
        assert "best" in shown
        await pilot.press("h", "enter")
        assert str(session.round.history[0]) == "9Sx4D5D"


async def test_another_key_ends_what_the_coach_says_and_h_says_it_again() -> None:
    app = BasraApp(at_once(), session=session_at(BASRA))
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        await pilot.press("h", "h")
        await hear(pilot, "9♠ clears the floor")
        await pilot.press("right")
        assert "clears the floor" not in screen_text(app)
        await pilot.press("h")
        await shows(pilot, "9♠ clears the floor")
        assert table_of(app).hand.selection.card == Card.parse("9S")


async def test_the_coach_may_be_left_thinking_and_nothing_of_it_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, go = Event(), Event()

    def slow(*_: object) -> tuple[Advice, ...]:
        asked.set()
        go.wait(20)
        return session.advice(Seat.SOUTH)

    session = session_at(BASRA)
    monkeypatch.setattr(session, "advice_task", lambda *_: slow)
    app = BasraApp(at_once(), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h")
        await hear(pilot, "the coach is thinking…")
        await pilot.press("?", "escape", "right", "enter")
        go.set()
        await settle(pilot)
        assert len(session.round.history) == 2
        assert table_of(app).coach.says is None
        assert not session.assists


async def test_hints_can_be_switched_off() -> None:
    session = session_at(BASRA)
    app = BasraApp(at_once(hints="off"), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("h")
        await shows(pilot, "hints are switched off in the settings")
    assert not session.assists


@pytest.mark.parametrize("hints", ["on", "always"])
async def test_two_people_get_hints_only_where_the_settings_say_so_and_never_at_the_curtain(
    hints: str,
) -> None:
    session = session_at(BASRA, PEOPLE)
    app = BasraApp(at_once(hints=hints), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("h", "d")
        await shows(pilot, "no such key")
        await pilot.press("enter", "h")
        if hints == "on":
            await shows(pilot, "no hints between two people")
            assert not session.assists
            return
        await hear(pilot, "There is a basra")
        await pilot.press("h", "h")
        assert isinstance(app.screen, CoachScreen)
        app._hide_hands(None)
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert "9♠" not in screen_text(app)
        assert len(app.screen_stack) == 3, "what told the hand is gone"


def test_what_the_coach_says_fits_two_lines_or_says_where_the_rest_is() -> None:
    long = "Lay 10♦: no ten is left to match it; " + "it leaves no basra at all, it is said; " * 4
    for width, height in SIZES:
        scene = dataclasses.replace(scene_of(4), hint=(long, ""))
        shown = paint_table(scene, width, height, BasraApp().table_theme).text
        assert "Lay 10♦: no ten is left" in shown
        if width < 120:
            assert "… h: all of it" in shown
        (first, _), (second, _) = prompts(scene, width - 2)
        assert max(len(first), len(second)) <= width - 2


def test_a_cost_is_shown_as_far_as_it_is_known() -> None:
    from basra.tui.screens.coach import _cost

    play = BASRA.legal_plays()[0]
    said = [_cost(Advice(play, 0.0, *cost)) for cost in ((0, 0), (2, 0), (2, 0.5), (1, 1.5))]
    assert said == ["as good", "2.0", "1.5–2.5", "up to 2.5"]


# ------------------------------------------------------------------ the demo


async def test_the_computer_plays_my_hand_until_i_take_it_back() -> None:
    session = Session(AGAINST_GREEDY, seed="7", first_dealer=Seat.NORTH)
    app = BasraApp(dataclasses.replace(at_once(), pace=0.1), session=session)
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        await pilot.press("d")
        await shows(pilot, "your hand · demo, d ends it")
        await until(pilot, lambda: len(session.round.history) >= 4)
        assert session.assists == {DEMO}
        await pilot.press("ي")
        await settle(pilot)
        assert "demo" not in screen_text(app)
        laid = len(session.round.history)
        await pilot.press("d", "d")
        await settle(pilot)
        assert len(session.round.history) in (laid, laid + 2)
        await pilot.press("d", "u")
        await settle(pilot)
        assert not table_of(app).demo, "what was taken back is not laid again at once"


async def test_the_demo_plays_a_round_to_its_tally() -> None:
    session = Session(AGAINST_GREEDY, seed="7", rules=Rules.preset("pagat"))
    app = BasraApp(at_once(), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, TallyScreen))
        help_ = "a match with help: the computer played a hand"
        await until(pilot, lambda: help_ in " ".join(screen_text(app).split()))


async def test_there_is_no_demo_between_two_people() -> None:
    app = BasraApp(at_once(), session=session_at(BASRA, PEOPLE))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter", "d")
        await shows(pilot, "there is no hand that the computer could take over")


def test_the_demo_is_as_strong_as_the_opponent() -> None:
    you = Player("You")
    for level in ai.LEVELS:
        session = Session((you, Player("Computer", ai.bot(level))))
        assert stand_in(session).name == level
    assert stand_in(Session((you, Player("Computer", ai.bot("chance"))))).name == "hard"


def test_hints_of_the_settings_may_be_written_as_a_switch() -> None:
    assert Settings.parse("hints = false").hints == "off"
    assert Settings.parse("hints = true").hints == "on"
    assert Settings.parse('hints = "always"').hints == "always"
