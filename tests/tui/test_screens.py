"""Stories of the other screens: menu, curtain, help, sizes; and how they all look."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from basra.engine.rules import Rules
from basra.match.game_options import GameOptions
from basra.match.session import Session
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.new_game import NewGameScreen
from basra.tui.screens.pages import HelpScreen
from basra.tui.screens.rules import RulesScreen
from basra.tui.screens.scores import TallyScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import AGAINST_FIRST, PEOPLE, position, screen_text, session_at, settle, shows

AT_ONCE = Options(seed="7", pace=0, level="greedy")


def glyphs_of_the_hands(session: Session) -> list[str]:
    return [card.glyph for hand in session.round.hands for card in hand]


@pytest.mark.slow
async def test_the_curtain_hides_both_hands_from_the_laid_card_to_a_fresh_enter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every row that is painted in between is looked at, not only the last picture."""
    painted: list[str] = []
    render_line = Board.render_line

    def spy(self: Board, y: int) -> object:
        strip = render_line(self, y)
        painted.append(strip.text)
        return strip

    monkeypatch.setattr(Board, "render_line", spy)
    app = BasraApp(dataclasses.replace(AT_ONCE, hot_seat=True, start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session = app.session
        assert session is not None
        for turn in range(9):  # over the end of the first deal
            assert isinstance(app.screen, CurtainScreen)
            name = session.player.name
            await shows(pilot, f"{name}’s turn")
            hidden = glyphs_of_the_hands(session)
            assert not [glyph for glyph in hidden if any(glyph in row for row in painted)]
            await pilot.press("enter" if turn % 2 else "space")
            await settle(pilot)
            mine = [card.glyph for card in session.round.hands[session.turn]]
            assert all(glyph in screen_text(app) for glyph in mine)
            assert len(session.round.history) == turn, "the key of the curtain laid nothing"
            assert "You" not in screen_text(app).replace("Your", "")
            await pilot.press("right")
            painted.clear()
            await pilot.press("enter")
            await pilot.pause()


async def test_a_key_held_down_does_not_open_the_curtain() -> None:
    app = BasraApp(dataclasses.replace(AT_ONCE, hot_seat=True, start=True, pace=0.01))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(8):
            await pilot.press("enter")
        assert isinstance(app.screen, CurtainScreen)
        await pilot.pause(0.45)
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)


async def test_two_people_play_to_the_tally_and_the_next_round_begins_behind_the_curtain() -> None:
    session = session_at(position("AC", "KD", "QC 3S", last_deal=True), PEOPLE)
    app = BasraApp(AT_ONCE, session=session)
    async with app.run_test(size=(60, 18)) as pilot:
        for _ in range(2):
            await pilot.press("enter", "right", "enter")
        assert isinstance(app.screen, TallyScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, CurtainScreen)
        assert session.round_number == 2
        await pilot.press("q")
        await shows(pilot, "Resume match")
        await pilot.press("enter")
        assert isinstance(app.screen, CurtainScreen), "resuming shows no hand either"
        app._hide_hands(None)
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)
        app._hide_hands(None)
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen), "coming back from the shell shows none"


async def test_the_menu_is_worked_by_arrows_digits_and_mouse() -> None:
    app = BasraApp(AT_ONCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "New here? Enter starts a match")
        await pilot.press("down", "down", "down", "down", "down", "down", "enter")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("end", "pageup", "home", "down", "escape", "9")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "0")
        assert isinstance(app.screen, TitleScreen)
        row = next(
            y for y, line in enumerate(screen_text(app).split("\n")) if "Two players" in line
        )
        await pilot.click(offset=(20, row))
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, CurtainScreen)
        await pilot.press("Q")
        assert isinstance(app.screen, TitleScreen)
        await pilot.press("q")
    assert app.return_code == 0


def test_names_are_cleaned_told_apart_and_never_you_for_two_people() -> None:
    names = ("[b]Ali[/b]\x1b[31m", "[b]Ali[/b][31m")
    south, north = GameOptions(who="two", names=names).players()
    assert "\x1b" not in south.name
    assert south.name != north.name
    both = GameOptions(who="two", names=("You", "Computer")).players()
    assert [player.name for player in both] == ["South", "North"]


async def test_names_are_text_and_not_markup() -> None:
    names = ("[bold red]Mona", "[/] كومي with a very long name")
    app = BasraApp(dataclasses.replace(AT_ONCE, names=names, hot_seat=True, start=True))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("enter")
        await shows(pilot, "[bold")
        assert all(len(line) <= 60 for line in screen_text(app).split("\n"))


SIZES = [(60, 18), (80, 24), (120, 40)]


@pytest.mark.slow
async def test_every_screen_survives_every_size_and_looks_as_before(
    golden: Callable[[str, str], None],
) -> None:
    """The goldens are tests/data/screens; the sizes between them only must not fail."""
    rules = dataclasses.replace(Rules.preset("pagat"), target=10)
    app = BasraApp(dataclasses.replace(AT_ONCE, hot_seat=False))

    async with app.run_test(size=(80, 24)) as pilot:

        async def theme(name: str) -> None:
            for width, height in [(1, 1), (59, 40), (300, 17), *SIZES]:
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                shown = screen_text(app)
                if (width, height) in SIZES:
                    golden(f"screens/{name}-{width}x{height}.txt", shown)
                elif width > 20:
                    assert "Your game is safe." in shown

        await theme("title")
        await pilot.press("9")
        await theme("help")
        await pilot.press("escape", "7", "down")
        await theme("rules")
        await pilot.press("escape")
        app.matches.session = Session(AGAINST_FIRST, rules=rules, seed="7")
        app.start("resume")
        await settle(pilot)
        await theme("table")
        for _ in range(5):
            await pilot.press("right", "enter")
            await settle(pilot)
        await pilot.press("right", "right")
        await theme("table-chosen")
        await pilot.press("l")
        await theme("log")
        await pilot.press("l")
        while isinstance(app.screen, TableScreen):
            await pilot.press("right", "enter")
            await settle(pilot)
        await theme("tally")
        await pilot.press("enter")
        await theme("over")
        await pilot.press("q", "3", "enter")
        await theme("curtain")
