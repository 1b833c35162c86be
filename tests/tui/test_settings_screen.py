"""Stories of the settings: applied at once, kept, explained; and how they all look."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from basra.files import SettingsFile
from basra.match.settings import CHOICES, Settings
from basra.terminal.capabilities import NONE, Terminal
from basra.tui.app import BasraApp, Options
from basra.tui.screens.settings import HINTS, LABELS, SettingsScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import screen_text, shows

OPTIONS = Options(seed="7", pace=0, level="greedy")
PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"
SIZES = [(60, 18), (80, 24), (120, 40)]


def row_of(app: BasraApp, words: str) -> int:
    return next(y for y, row in enumerate(screen_text(app).split("\n")) if words in row)


def test_every_value_of_every_setting_is_explained() -> None:
    for name in LABELS:
        assert set(HINTS[name]) == set(CHOICES[name])
    assert set(LABELS) | {"players", "dealer"} == set(CHOICES)


async def test_a_setting_is_applied_at_once_and_kept(tmp_path: Path) -> None:
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("8")
        assert isinstance(app.screen, SettingsScreen)
        felt = app.table_theme
        await pilot.press("down", "right")
        assert app.settings.theme == "night"
        assert app.table_theme != felt
        await pilot.press("up", "left")
        assert "+---+" in screen_text(app), "the cards beside the list show it"
        await pilot.press("right", "end", "down", "down", "enter", "q")
        assert isinstance(app.screen, TitleScreen)
    again = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    assert again.settings == Settings(theme="night", suits="four")


async def test_settings_are_changed_by_mouse(tmp_path: Path) -> None:
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("8")
        row = row_of(app, "theme")
        await pilot.click(offset=(30, row))
        assert app.settings.theme == "felt", "the first click chooses the line"
        await pilot.click(offset=(30, row))
        assert app.settings.theme == "night"
        arrow = screen_text(app).split("\n")[row].index("←")
        await pilot.click(offset=(arrow, row))
        assert app.settings.theme == "felt"
        await pilot.click(offset=(70, 23))
        assert isinstance(app.screen, SettingsScreen)
        await pilot.click(offset=(screen_text(app).split("\n")[23].index("Esc"), 23))
        assert isinstance(app.screen, TitleScreen)


async def test_what_was_given_for_one_run_is_not_kept(tmp_path: Path) -> None:
    options = dataclasses.replace(OPTIONS, given={"theme": "light", "look": "ascii"})
    app = BasraApp(options, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)):
        assert app.settings == Settings(theme="light", look="ascii")
        app.change(pace="slow")
        assert app.settings == Settings(theme="light", look="ascii", pace="slow")
        app.change(theme="night")
        assert app.settings == Settings(theme="night", look="ascii", pace="slow")
    assert SettingsFile(tmp_path).load() == (Settings(theme="night", pace="slow"), None)


async def test_a_change_is_kept_however_soon_the_program_ends(tmp_path: Path) -> None:
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)):
        app.change(theme="night")
        app.exit()
    assert SettingsFile(tmp_path).load() == (Settings(theme="night"), None)


async def test_a_broken_settings_file_is_reported_on_the_first_screen(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("theme = pink")
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = " ".join(screen_text(app).split())
        assert "settings not read, their file is now" in words
        assert "settings-broken-1.toml:itisnotTOML" in words.replace(" ", "")
        await pilot.press("down")
        assert "not read" not in screen_text(app)
        await pilot.press("up", "enter")
        assert isinstance(app.screen, TableScreen)


async def test_a_wrong_value_is_reported_and_the_others_hold(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('pace = "slow"\ntheme = "pink"\n')
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(60, 18)) as pilot:
        await shows(pilot, "in settings.toml, line 2: theme must be one of")
        assert app.settings == Settings(pace="slow")
        await pilot.resize_terminal(80, 24)
        await shows(pilot, "the usual holds, and all the rest as")


async def test_settings_that_cannot_be_kept_hold_for_the_game_and_it_says_so_once() -> None:
    app = BasraApp(OPTIONS, store=SettingsFile(None))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "settings are not kept: there is no home folder")
        await pilot.press("8", "down", "right")
        await shows(pilot, "night")
        assert app.settings.theme == "night"
        assert "not kept" not in screen_text(app)


async def test_a_change_that_this_terminal_cannot_show_is_explained() -> None:
    app = BasraApp(dataclasses.replace(OPTIONS, terminal=Terminal(NONE)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("8", "down", "right")
        await shows(pilot, "But no colour is shown here: NO_COLOR")


def test_the_page_on_playing_lists_every_setting_with_its_values() -> None:
    section = (
        PLAYING.read_text(encoding="utf-8").split("## Looks and settings")[1].split("\n## ")[0]
    )
    rows = [row for row in section.splitlines() if row.startswith("| ")]
    for name, label in LABELS.items():
        row = next(row for row in rows if f"`{name}`" in row.split("|")[1])
        assert label.replace("’", "'") in row
        assert [word for word in CHOICES[name] if f"`{word}`" not in row] == []


# ------------------------------------------------------------------- how they look


@pytest.mark.slow
async def test_the_forms_survive_every_size_and_look_as_before(
    golden: Callable[[str, str], None],
) -> None:
    app = BasraApp(OPTIONS)

    async def theme(pilot: Pilot[None], name: str) -> None:
        for width, height in [(1, 1), (59, 40), (300, 17), *SIZES]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            if (width, height) in SIZES:
                golden(f"screens/{name}-{width}x{height}.txt", screen_text(app))

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("8", "down")
        await theme(pilot, "settings")
        await pilot.press("q", "3", "down", "down")
        await theme(pilot, "new-game")
