"""The game in Arabic: every screen, for terminals that turn letters and for those that do not."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra import i18n
from basra.engine.cards import Cards
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled
from basra.files import SettingsFile
from basra.i18n import ARABIC, ENGLISH
from basra.match.session import Session
from basra.match.settings import CHOICES, Settings
from basra.messages.names import Names
from basra.terminal.capabilities import Terminal
from basra.tui.app import BasraApp, Options
from basra.tui.painting.bidi import BLANK
from basra.tui.painting.scene import Scene, layout_for
from basra.tui.painting.table import paint_table
from basra.tui.screens.new_game import NewGameScreen
from basra.tui.screens.scores import OverScreen
from basra.tui.screens.settings import SettingsScreen
from basra.tui.screens.table import TableScreen
from basra.tui.themes import build_theme
from tests.screen import (
    AGAINST_FIRST,
    AGAINST_GREEDY,
    PEOPLE,
    painted_text,
    screen_text,
    settle,
    shows,
)
from tests.strategies import rounds
from tests.tui.test_random_input import becomes_current, random_action

SIZES = ((60, 18), (80, 24), (120, 40))
GIVEN = {"language": ARABIC, "arabic": "game"}
LATIN = frozenset(
    re.findall(
        r"\w+",
        "Enter Space Tab Esc Backspace Shift Ctrl PgUp PgDn Home End English F1 v1 v2 pagat fg "
        "A J Q K U C S N Z c d h l m n o q r s t u v",
    )
)
"""What is written in Latin letters in Arabic too: keys, cards, presets."""


@pytest.mark.slow
@pytest.mark.parametrize("letters", CHOICES["arabic"])
async def test_the_screens_look_as_before_and_nothing_is_left_in_english(
    letters: str, golden: Callable[[str, str], None]
) -> None:
    rules = dataclasses.replace(Rules.preset("pagat"), target=10)
    given = {"language": ARABIC, "arabic": letters}
    session = Session(AGAINST_FIRST, rules=rules, seed="7", first_dealer=Seat.NORTH)
    app = BasraApp(Options(pace=0, given=given, rules=rules, seed="7", level="easy"))
    seen: dict[tuple[int, int], list[str]] = {size: [] for size in SIZES}

    def look(name: str) -> None:
        for size in SIZES:
            shown = painted_text(app, *size)
            assert all(len(row) <= size[0] for row in shown.split("\n"))
            words = set(re.findall("[A-Za-z][A-Za-z0-9]*", shown))
            assert words <= LATIN or name == "rules", (name, words - LATIN)
            seen[size].append(f"{name}\n{shown}")
        assert painted_text(app, *SIZES[1]) == screen_text(app)

    async with app.run_test(size=SIZES[1]) as pilot:
        look("title")
        await pilot.press("2")
        look("new game")
        await pilot.press("escape", "3")
        look("two players")
        await pilot.press("escape", "7")
        look("rules")
        await pilot.press("escape", "8", "up")
        look("settings")
        await pilot.press("escape")
        app.matches.open_match(session)
        await settle(pilot)
        look("table")
        await pilot.press("1")
        look("chosen")
        await pilot.press("enter")
        await settle(pilot)
        look("laid")
        for key, name in (("l", "log"), ("s", "score"), ("r", "words"), ("escape", "menu")):
            await pilot.press(key)
            look(name)
            await pilot.press("escape")
        await pilot.press("question_mark")
        look("help")
        await pilot.press("escape")
        while not session.is_round_over:
            session.lay(session.round.legal_plays()[0])
        assert isinstance(app.screen, TableScreen)
        app.screen.resume()
        await pilot.pause()
        look("tally")
        await pilot.press("enter")
        assert isinstance(app.screen, OverScreen)
        look("over")
        app.matches.open_match(Session(PEOPLE, seed="7"))
        await pilot.pause()
        look("curtain")
    for (width, height), pictures in seen.items():
        if width < 100:
            text = f"\n{'=' * width}\n".join(pictures)
            golden(f"arabic/{letters}-{width}x{height}.txt", text)


@given(rounds(), st.sampled_from(Seat), st.sampled_from(SIZES), st.booleans(), st.booleans())
def test_any_table_can_be_painted_in_arabic_and_shows_no_hidden_card(
    state: Round, seat: Seat, size: tuple[int, int], is_shaping: bool, memory: bool
) -> None:
    i18n.set_language(ARABIC)
    view = state.view(seat)
    plays = view.legal_plays()
    scene = Scene(
        view, Names("You", "منى"), (12, 34), plays[0] if plays else None, shows_memory=memory
    )
    theme = build_theme("paper", "felt", "four", is_shaping=is_shaping, rtl=True)
    painted = paint_table(scene, *size, theme)
    assert all(sum(part.cell_length for part in row) == size[0] for row in painted.rows)
    layout = layout_for(*size)
    assert layout is not None
    hidden = state.hands[seat.other] | Cards.of(state.stock)
    assert not [card for card in hidden if card.glyph in painted.text]
    floor = "\n".join(painted.text.split("\n")[layout.floor_top : layout.hand_top - 1])
    assert all(card.glyph in floor for card in view.floor)


async def test_the_language_is_changed_at_once_and_kept_and_samples_tell_how(
    tmp_path: Path,
) -> None:
    app = BasraApp(Options(pace=0), store=SettingsFile(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("8", "up")
        await shows(pilot, "language")
        assert "Arabic" not in screen_text(app)
        await pilot.press("right")
        await shows(pilot, "اللغة")
        await pilot.press("down")
        await shows(pilot, "أنهي واحدة مكتوبة صح؟")
        assert "1  +10 :بصرة بعشرة    2  +10 :ﺓﺮﺸﻌﺑ ﺓﺮﺼﺑ" in screen_text(app)
        await pilot.press("right")
        await shows(pilot, "ﺔﻐﻠﻟﺍ")
        assert SettingsFile(tmp_path).load()[0] == Settings(language=ARABIC, arabic="game")
        await pilot.press("up", "left")
        await shows(pilot, "Everything is said in English.")
        assert i18n.current_language() == ENGLISH


async def test_where_arabic_cannot_be_written_it_is_english_and_the_setting_says_why() -> None:
    for terminal, theme, reason in (
        (Terminal(glyphs=False), "auto", "this terminal shows plain letters only"),
        (Terminal(), "ascii", "plain characters cannot write Arabic"),
    ):
        app = BasraApp(Options(pace=0, terminal=terminal, given={**GIVEN, "look": theme}))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("8", "up")
            await shows(pilot, "Everything is said in Arabic. But ")
            shown = screen_text(app)
            assert f"But {reason}." in " ".join(shown.split())
            assert shown.isascii()


async def test_a_name_is_written_from_the_right_with_the_cursor_at_its_end() -> None:
    app = BasraApp(Options(pace=0, given=GIVEN))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "up", "up", "up", *"منى")
        await shows(pilot, "ﻰﻨﻣ")
        await pilot.press("home", *"سي", "space")
        await shows(pilot, "ﻰﻨﻣ ﻲﺳ")
        await pilot.press("end", "backspace", "enter")
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.game_options.names[0] == "سي من"


@pytest.mark.parametrize("letters", CHOICES["arabic"])
async def test_whatever_is_pressed_in_arabic_the_screen_is_current(
    letters: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(BasraApp, "exit", lambda *_, **__: None)
    rng = Random(f"arabic/{letters}")
    given = {"language": ARABIC, "arabic": letters}
    app = BasraApp(Options(pace=0.01, given=given), session=Session(AGAINST_GREEDY, seed="7"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(60):
            await random_action(pilot, app, rng)
            await becomes_current(pilot, app)
            if not isinstance(app.screen, (TableScreen, SettingsScreen)) and rng.random() < 0.2:
                app.matches.open_match(Session(AGAINST_GREEDY, seed=str(rng.random())))
                await pilot.pause()


def test_english_rows_hold_no_blanks_of_another_kind() -> None:
    view = Round.deal(shuffled(Random(4))).view(Seat.SOUTH)
    for is_shaping in (False, True):
        theme = build_theme("paper", "felt", "four", is_shaping=is_shaping)
        painted = paint_table(Scene(view, Names("You", "Computer"), (0, 0)), 80, 24, theme)
        assert BLANK not in painted.text


@given(rounds(), st.sampled_from(Seat))
def test_letters_that_the_game_joins_need_no_blanks_of_another_kind(
    state: Round, seat: Seat
) -> None:
    i18n.set_language(ARABIC)
    theme = build_theme("paper", "felt", "four", is_shaping=True, rtl=True)
    painted = paint_table(Scene(state.view(seat), Names("You", "منى"), (0, 0)), 80, 24, theme)
    assert BLANK not in painted.text
