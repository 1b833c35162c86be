"""Two people at one keyboard: nobody sees the other's cards, whatever is pressed in between."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot

from basra.engine.cards import DECK
from basra.match.session import Session
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import PEOPLE, position, screen_text, session_at, settle, shows


@pytest.fixture(name="painted")
def _painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every row that is painted, not only the last picture."""
    rows: list[str] = []
    render_line = Board.render_line

    def spy(self: Board, y: int) -> object:
        strip = render_line(self, y)
        rows.append(strip.text)
        return strip

    monkeypatch.setattr(Board, "render_line", spy)
    return rows


def assert_nothing_of_a_hand(session: Session, painted: list[str]) -> None:
    held = [card.glyph for hand in session.round.hands for card in hand]
    assert not [row for row in painted if any(glyph in row for glyph in held)]


async def to_the_next_curtain(pilot: Pilot[None]) -> None:
    for _ in range(200):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, CurtainScreen):
            return
    raise AssertionError("the curtain does not come")


async def test_nothing_pressed_at_the_curtain_shows_a_card_of_either_hand(
    painted: list[str],
) -> None:
    session = Session(PEOPLE, seed="12")
    app = BasraApp(Options(pace=0), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_next_curtain(pilot)
        for turn in range(9):
            painted.clear()
            await pilot.press("question_mark", "escape", "f1", "escape")
            for key in (*"lsrvhdox1q", "tab", "ctrl+s"):
                await pilot.press(key)
                if isinstance(app.screen, TitleScreen):
                    await shows(pilot, "Resume match")
                    await pilot.press("enter")
                    await to_the_next_curtain(pilot)
            app._hide_hands(None)
            await pilot.pause()
            assert isinstance(app.screen, CurtainScreen)
            assert_nothing_of_a_hand(session, painted)
            assert len(session.round.history) == turn
            await pilot.press("enter")
            await settle(pilot)
            shown = screen_text(app)
            mine, theirs = session.turn, session.turn.other
            assert all(card.glyph in shown for card in session.round.hands[mine])
            assert not any(card.glyph in shown for card in session.round.hands[theirs])
            await pilot.press("l")
            assert "You" not in screen_text(app)
            await pilot.press("l", "r")
            assert "You " not in screen_text(app)
            await pilot.press("escape", "right", "enter")
            await to_the_next_curtain(pilot)


async def test_who_has_just_laid_may_take_it_back_at_the_curtain_and_no_card_is_named(
    painted: list[str],
) -> None:
    session = Session(PEOPLE, seed="12")
    app = BasraApp(Options(pace=0), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_next_curtain(pilot)
        first = session.player.name
        before = session.round
        await pilot.press("enter", "right", "enter")
        await to_the_next_curtain(pilot)
        assert session.player.name != first
        painted.clear()
        await shows(pilot, f"u: {first} takes the last card back")
        await pilot.press("u")
        assert session.round == before
        await shows(pilot, f"{first}’s turn")
        await pilot.press("u")
        await shows(pilot, "there is nothing to take back")
        assert_nothing_of_a_hand(session, painted)
        await pilot.press("enter", "right", "enter", "enter")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("u")
        assert "there is nothing to take back" in screen_text(app), "the other has the keyboard"
        assert len(session.round.history) == 1


async def test_a_basra_is_announced_with_both_hands_face_down(painted: list[str]) -> None:
    session = session_at(position("9S KD KH KC", "2C 2D 2H 2S", "4D 5D"), PEOPLE)
    app = BasraApp(Options(pace=0.05), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_next_curtain(pilot)
        assert isinstance(app.screen, CurtainScreen)
        app.screen.handle_action("go")
        await pilot.pause()
        number = next(n for n, card in enumerate(session.round.hands[0], 1) if str(card) == "9S")
        await pilot.press(str(number))
        painted.clear()
        await pilot.press("enter")
        await to_the_next_curtain(pilot)
        assert any("★ BASRA +10" in row for row in painted)
        assert any("▚▚▚" in row for row in painted)
        assert_nothing_of_a_hand(session, painted)


async def test_suspending_in_a_turn_hides_the_hand_until_its_player_is_back(
    painted: list[str],
) -> None:
    session = Session(PEOPLE, seed="12")
    app = BasraApp(Options(pace=0), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_next_curtain(pilot)
        await pilot.press("enter", "1", "escape")
        painted.clear()
        app._hide_hands(None)
        app._resume_screens(None)
        await pilot.pause()
        await pilot.press("escape")
        await to_the_next_curtain(pilot)
        await pilot.press("enter", "r")
        app._hide_hands(None)
        painted.clear()
        await to_the_next_curtain(pilot)
        assert_nothing_of_a_hand(session, painted)
        assert len(session.round.history) == 0


@pytest.mark.parametrize("seed", range(2))
async def test_two_people_play_a_round_to_its_end(seed: int) -> None:
    rng = Random(seed)
    session = session_at(position("AC 9D KH 2S", "KD 3D 8C 8D", "QC 3S", last_deal=True), PEOPLE)
    app = BasraApp(Options(pace=0), session=session)
    async with app.run_test(size=(60, 18)) as pilot:
        while isinstance(app.screen, CurtainScreen | TableScreen):
            key = "enter" if isinstance(app.screen, CurtainScreen) else "right"
            await pilot.press(key, *["right"] * int(rng.random() * 3), "enter")
            await pilot.pause()
        assert session.is_round_over
        await shows(pilot, "Round 1 is over")
        assert len(DECK) == sum(map(len, session.round.piles)) + len(session.round.floor)
