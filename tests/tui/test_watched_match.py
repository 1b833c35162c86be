"""Watching: two computers at the table, and one's own match that waits meanwhile."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from basra import ai
from basra.engine.seats import Seat
from basra.files import SettingsFile
from basra.match.game_options import GameOptions
from basra.match.session import Session
from basra.match.settings import Settings
from basra.tui.app import BasraApp, Options
from basra.tui.screens.new_game import NewGameScreen
from basra.tui.screens.scores import TallyScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import AGAINST_FIRST, screen_text, settle, shows, until

SIZES = [(60, 18), (80, 24), (120, 40)]
WATCH = GameOptions("watch", level="easy", south="medium", seed="7")


@pytest.mark.parametrize("size", SIZES)
async def test_watching_is_chosen_on_the_title_with_both_levels(
    size: tuple[int, int], tmp_path: Path
) -> None:
    app = BasraApp(Options(seed="7"), store=SettingsFile(tmp_path))
    async with app.run_test(size=size) as pilot:
        await pilot.press("4")
        assert isinstance(app.screen, NewGameScreen)
        shown = screen_text(app)
        assert "two computers" in shown
        assert "first computer" in shown
        assert "second computer" in shown
        await pilot.press("down", "down", "left", "down", "right")
        assert f"It {ai.bot('hard').character}." in " ".join(screen_text(app).split())
        await pilot.press("up", "up", "up", "enter")
        assert isinstance(app.screen, TableScreen)
        session = app.session
        assert session is not None
        assert [player.name for player in session.players] == ["medium", "hard"]
        shown = screen_text(app)
        assert "medium’s hand" in shown
        assert "choose a card" not in shown
        assert all(card.glyph in shown for card in session.round.hands[Seat.SOUTH])
        assert not any(card.glyph in shown for card in session.round.hands[Seat.NORTH])
        await pilot.press("1", "h", "d", "u")
        await shows(pilot, "there is nothing to take back")
        assert not session.assists
        bar = screen_text(app).splitlines()[-1]
        assert "menu" in bar
        assert not any(word in bar for word in ("card", "lay", "hint", "undo"))
        await pilot.press("m")
        assert "Abandon" not in screen_text(app)
        await pilot.press("2")
        assert "Hint" not in screen_text(app)
        await pilot.press("escape", "q")
        assert isinstance(app.screen, TitleScreen)
        assert "Resume match" not in screen_text(app)
        await pilot.press("4")
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.game_options == dataclasses.replace(WATCH, level="hard", seed="")
    assert SettingsFile(tmp_path).load()[0] == Settings(), "what was watched is no last choice"


async def test_ones_own_match_waits_while_another_one_is_watched() -> None:
    own = Session(AGAINST_FIRST, seed="7")
    app = BasraApp(Options(pace=0), session=own)
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        await pilot.press("q")
        app.matches.begin(WATCH)
        await until(pilot, lambda: isinstance(app.screen, TallyScreen))
        await shows(pilot, "medium")
        await pilot.press("enter")
        await until(pilot, lambda: "Round 2 is over" in screen_text(app))
        await pilot.press("q")
        assert app.session is own
        await shows(pilot, "Resume match")
        await pilot.press("1")
        await settle(pilot)
        await shows(pilot, "your hand")


def test_two_of_one_level_are_told_apart() -> None:
    same = dataclasses.replace(WATCH, south="easy")
    assert [player.name for player in same.players()] == ["easy", "easy 2"]
    assert same.describe() == "easy against easy · v2 · to 121"


async def test_the_six_levels_are_there_and_one_of_the_command_line_besides() -> None:
    for level, wanted in (("hard", ai.LEVELS), ("pimc:20", ("pimc:20", *ai.LEVELS))):
        screen = NewGameScreen(GameOptions(level=level))
        seen = set()
        for _ in range(8):
            screen.change_value("level", 1)
            seen.add(screen.game_options.level)
            row = next(row for row in screen.rows() if row.name == "level")
            assert ai.bot(screen.game_options.level).character in row.hint
        assert seen == set(wanted)
    assert GameOptions().level == ai.DEFAULT == "medium"
