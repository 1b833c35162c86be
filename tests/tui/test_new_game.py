"""Stories of a new game: who plays, by which rules; lines that are written in."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from basra import ai
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.files import SettingsFile
from basra.match.game_options import GameOptions, describe_rules
from basra.match.settings import CHOICES, Settings
from basra.tui import keymap
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.form import FormScreen, TextInput, as_line
from basra.tui.screens.new_game import NewGameScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import screen_text, shows

OPTIONS = Options(seed="7", pace=0, level="greedy")
SIZES = [(60, 18), (80, 24), (120, 40)]


def row_of(app: BasraApp, words: str) -> int:
    return next(y for y, row in enumerate(screen_text(app).split("\n")) if words in row)


async def test_a_new_game_is_chosen_and_the_choices_are_there_the_next_time(
    tmp_path: Path,
) -> None:
    app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2")
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("down", "right")  # from the start button round to who plays
        assert app.screen.game_options.who == "two"
        await pilot.press("left", "down", "right")
        assert app.screen.game_options.level == "beginner"
        await pilot.press("down", "right")
        assert describe_rules(PRESETS["pagat"])[:40] in " ".join(screen_text(app).split())
        await pilot.press("down", *["backspace"] * 3, "5", "0", "down")
        await pilot.press(*"q1?", "Q", "space", "left", "x", "enter", "right", "down")
        await pilot.press("ctrl+u", "9", "down")
        shown = screen_text(app)
        assert "against beginner · pagat · to 50." in shown
        await pilot.press("enter")
        session = app.session
        assert isinstance(app.screen, TableScreen)
        assert session is not None
        assert (session.rules.name, session.rules.target) == ("pagat", 50)
        assert [player.name for player in session.players] == ["q1?Qx", "Computer"]
        assert session.match.first_dealer is Seat.SOUTH
        assert session.seed == "9"
    kept, _ = SettingsFile(tmp_path).load()
    wanted = GameOptions(
        "computer", "beginner", Rules.preset("pagat"), "50", ("q1?Qx ", ""), "me", ""
    )
    assert dataclasses.replace(GameOptions.from_settings(kept), names=wanted.names) == wanted


@pytest.mark.parametrize("target", ["0", "-5", "abc", "1.5", "9" * 30, "1e3", " "])
async def test_a_bad_target_gets_a_sentence_in_its_place(target: str) -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(60, 18)) as pilot:
        app.push_screen(NewGameScreen(GameOptions(target=target)))
        await pilot.press("enter")
        if not target.strip():
            assert isinstance(app.screen, TableScreen)
            return
        assert isinstance(app.screen, NewGameScreen)
        await shows(pilot, "A target is a whole number from 1 on")
        await pilot.press("ctrl+u", "٥", "٠", "enter", "up", *["down"] * 4, "enter")
        assert isinstance(app.screen, TableScreen)
        assert app.session is not None
        assert app.session.rules.target == 50


async def test_a_line_that_is_written_in_takes_every_key_as_text() -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "up", "up", "up")
        for key in "qQ1?tb/كى":
            await pilot.press(key)
        await pilot.press("space", "h")
        await shows(pilot, "qQ1?tb/كى h")
        assert isinstance(app.screen, NewGameScreen)
        await pilot.press("escape")
        assert "qQ1" not in screen_text(app), "Esc leaves the line as it was"
        await pilot.press("escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_paste_of_a_megabyte_becomes_one_short_line() -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "up", "up", "up")
        app.post_message(events.Paste("Mona\n\x1b[31m★ " * 100_000))
        await pilot.pause()
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen)
        name = app.screen.game_options.names[1]
        assert name.startswith("Mona [31m★ Mona")
        assert len(name) <= 40
        assert all(len(row) <= 80 for row in screen_text(app).split("\n"))
        app.post_message(events.Paste("nothing is written in"))
        await pilot.press("up", "up", "up")
        await pilot.press("q")
        assert isinstance(app.screen, NewGameScreen)


async def test_house_rules_of_the_command_line_are_one_of_the_presets() -> None:
    house = dataclasses.replace(Rules(), basra=15, target=60)
    app = BasraApp(dataclasses.replace(OPTIONS, rules=house))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "house · to 60")
        await pilot.press("2", "down", "down", "down", "left")
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.game_options.rules.name == "lebanon"
        await pilot.press("right")
        assert app.screen.game_options.rules == house
        await shows(pilot, "House rules. Most cards 30, basra 15")


async def test_two_people_begin_behind_the_curtain_under_their_names() -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(80, 24)) as pilot:
        app.matches.begin(GameOptions(who="two", names=("[b]Mona", "كومي"), dealer="other"))
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        await shows(pilot, "[b]Mona’s turn")


async def test_names_of_any_length_and_with_codes_are_shown_and_kept(tmp_path: Path) -> None:
    names = ("\x1b]0;x\x07[/b]" + "W" * 300, "\u202eكومي\x9b31m")
    app = BasraApp(
        dataclasses.replace(OPTIONS, names=names, level=None), store=SettingsFile(tmp_path)
    )
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("3")
        shown = screen_text(app)
        assert "]0;x[/b]WWW" in shown
        assert shown.replace("\n", "").isprintable()
        await pilot.press("enter")
        assert isinstance(app.screen, CurtainScreen)
    assert SettingsFile(tmp_path).load()[0].names[1] == "كومي31m"


async def test_own_keys_that_clash_are_reported_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\nundo = ["l"]')
    try:
        app = BasraApp(OPTIONS, store=SettingsFile(tmp_path))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await shows(pilot, "keys: l would be both undo and log")
            await pilot.press("1")
            assert isinstance(app.screen, TableScreen)
    finally:
        keymap.use_own_keys({})


@pytest.mark.slow
@pytest.mark.parametrize("item", ["2", "3", "4", "8"])
async def test_clicks_and_keys_anywhere_never_fail_and_start_one_game_at_most(item: str) -> None:
    app = BasraApp(OPTIONS)
    rng = Random(item)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(item)
        assert isinstance(app.screen, FormScreen)
        screen: FormScreen = app.screen
        for _ in range(150):
            if app.screen is not screen:
                assert isinstance(app.screen, TableScreen | CurtainScreen)
                assert len(app.screen_stack) <= 3
                app.matches.leave()
                await pilot.pause()
                app.push_screen(screen := NewGameScreen(app.matches.game_options))
                await pilot.pause()
                continue
            actions = {hit.action for hit in screen.query_one(Board).picture.click_regions} - {
                "back",
                "help",
            }
            action = rng.sample(sorted(actions | {"up", "down", "left", "right", "go"}), 1)[0]
            screen.handle_click(action, rng.randrange(1, 4))
            await pilot.pause(0.001)
            assert screen_text(app)


def test_choices_that_are_known_no_more_become_the_usual() -> None:
    assert GameOptions.from_settings(Settings(rules="v9", level="oracle")) == GameOptions()
    assert set(ai.bots()) >= {GameOptions().level}


@given(
    st.builds(
        GameOptions,
        who=st.sampled_from(CHOICES["players"]),
        level=st.sampled_from(list(ai.bots())),
        rules=st.sampled_from(list(PRESETS.values())),
        target=st.integers(1, 500).map(str),
        names=st.tuples(st.text("ab ", max_size=5), st.text("كم", max_size=5)),
        dealer=st.sampled_from(CHOICES["dealer"]),
    )
)
def test_last_choices_are_read_back_from_the_settings(game_options: GameOptions) -> None:
    assert (
        GameOptions.from_settings(Settings().replace(**game_options.to_settings())) == game_options
    )
    assert game_options.problem() is None
    assert game_options.new_session().rules.target == int(game_options.target)


@pytest.mark.parametrize("name", PRESETS)
def test_the_summary_of_a_preset_fits_the_smallest_window(name: str) -> None:
    said = describe_rules(PRESETS[name])
    assert len(said) <= 3 * 40
    others = [describe_rules(rules) for other, rules in PRESETS.items() if other != name]
    assert said not in others


@given(
    st.text(), st.lists(st.sampled_from(["left", "right", "backspace", "delete", "home", "end"]))
)
def test_whatever_is_written_stays_one_line_with_its_cursor_in_it(
    text: str, moves: list[str]
) -> None:
    text_input = TextInput("Mona")
    for number, move in enumerate([*moves, "end"]):
        text_input.insert(text[number : number + 3])
        assert text_input.edit(move)
        assert 0 <= text_input.cursor <= len(text_input.text) <= 40
        assert as_line(text_input.text) == text_input.text


def test_a_seed_that_no_record_could_hold_is_refused_where_it_is_chosen() -> None:
    assert GameOptions(seed="x" * 200).problem() is None
    assert GameOptions(seed="x" * 201).problem() == ("seed", "A seed has at most 200 characters.")
    refused = GameOptions(seed="a\x1b[2Jb").problem()
    assert refused is not None
    assert refused[0] == "seed"
    assert "\x1b" not in refused[1]
