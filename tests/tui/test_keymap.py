"""The table of keys: every key has an action, docs/playing.md lists them, they may be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from basra.match.settings import Settings
from basra.tui import keymap, registry
from basra.tui.app import BasraApp, Options
from basra.tui.painting.canvas import Canvas
from basra.tui.painting.key_bar import paint_key_bar
from basra.tui.screens import menu
from basra.tui.screens.pages import HelpScreen
from basra.tui.themes import DEFAULT_THEME
from tests.screen import screen_text, settle

SCREENS = [row.name for row in registry.SCREENS]
GROUPS = {group for row in registry.SCREENS for group in row.keys} | {registry.EVERYWHERE}
PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


@pytest.fixture(autouse=True)
def _usual_keys() -> Iterator[None]:
    yield
    keymap.use_own_keys({})


def rows_of_the_page() -> list[tuple[str, str]]:
    section = PLAYING.read_text(encoding="utf-8").split("## Keys at the table")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    return [(key.replace("`", ""), what) for key, what in rows[2:]]


def test_the_page_on_playing_lists_the_keys_of_the_table_as_the_table_of_keys_has_them() -> None:
    wanted = [(key.shown, key.label) for key in keymap.of_screen(registry.TABLE) if key.shown]
    assert rows_of_the_page() == wanted


@pytest.mark.parametrize("screen", SCREENS)
def test_the_help_of_a_screen_names_all_its_keys(screen: str) -> None:
    lines = {(line.key, line.text) for line in HelpScreen(screen).lines(200)}
    wanted = {(key.shown, key.label) for key in keymap.of_screen(screen) if key.shown}
    assert wanted <= lines


@pytest.mark.parametrize("screen", SCREENS)
def test_a_row_without_words_of_its_own_follows_the_row_that_speaks_for_it(screen: str) -> None:
    rows = list(keymap.of_screen(screen))
    assert rows[0].shown
    assert {screen for key in keymap.KEYS for screen in key.screens} <= {*SCREENS, *GROUPS}
    names = [name for key in rows for name in key.keys]
    assert len(names) == len(set(names)), "no key does two things"
    assert "b" not in names, "an Arabic keyboard sends two letters there"
    everywhere = {"ctrl+z", "ctrl+c", "ctrl+q"}
    assert everywhere <= set(names)
    odd = [n for n in names if re.fullmatch(r"f\d+|(ctrl|alt)\+.*", n)]
    assert set(odd) - everywhere <= {"f1", "ctrl+s"}


PLAIN = {"up", "down", "left", "right", "enter", "space", "escape", "tab", "shift+tab"}


def test_everything_at_the_table_can_be_reached_without_a_letter_or_a_digit() -> None:
    """By arrows, Enter, Esc, Tab and Space: the menu leads to what has no such key itself."""
    for screen in SCREENS:
        actions = {key.action for key in keymap.of_screen(screen) if PLAIN & set(key.keys)}
        assert actions & {"go", "play", "back", "menu"}, screen
        assert actions & {"back", "menu", "leave", "quit", "up"}, screen
    typed = {key.action for key in keymap.of_screen(registry.TABLE) if not PLAIN & set(key.keys)}
    in_the_menu = {item.action for item in menu.MORE} | {"help", "leave"}
    in_the_settings = {"order", "slower", "faster", "theme", "suits"}
    digits = {"1", "2", "3", "4", "5", "6"}
    of_the_shell = {"suspend", "interrupt", "exit"}
    assert typed - in_the_menu - in_the_settings - digits - of_the_shell == set()


TWINS = (
    "hint ا h|demo ي d|undo ع u|again ر v|log م l|scores س s|order خ o|theme ف t|suits ؤ c|"
    "words ق r|leave ض q"
)


@pytest.mark.parametrize("row", TWINS.split("|"))
def test_letters_work_in_both_cases_and_on_an_arabic_layout(row: str) -> None:
    action, arabic, latin = row.split()
    for name in (arabic, latin, latin.upper() if latin != "u" else latin):
        assert keymap.action_of(registry.TABLE, name) == action


SENT = [
    pytest.param("&", "1", id="azerty-1"),
    pytest.param("é", "2", id="azerty-2"),
    pytest.param('"', "3", id="azerty-3"),
    pytest.param("'", "4", id="azerty-4"),
    pytest.param("(", "5", id="azerty-5"),
    pytest.param("٣", "3", id="arabic-indic-3"),
    pytest.param("؟", "help", id="arabic-question-mark"),
    pytest.param("\x1bOq", "1", id="keypad-with-num-lock"),
    pytest.param("\x1bOM", "play", id="keypad-enter"),
    pytest.param("\x1b[57400u", "1", id="keypad-with-num-lock-kitty"),
    pytest.param("\x1b[57414u", "play", id="keypad-enter-kitty"),
    pytest.param("\x1b[57417u", "left", id="keypad-without-num-lock-kitty"),
    pytest.param("\x1b[D", "left", id="keypad-without-num-lock"),
    pytest.param("\x1b[57412u", "slower", id="keypad-minus-kitty"),
    pytest.param("\x1b[57413u", "faster", id="keypad-plus-kitty"),
    pytest.param("-", "slower", id="minus"),
    pytest.param("+", "faster", id="plus"),
    pytest.param("=", "faster", id="equals"),
    pytest.param("\x7f", "undo", id="backspace"),
    pytest.param("U", "redo", id="shift-u"),
    pytest.param("\x13", "picture", id="ctrl-s"),
    pytest.param("\t", "next", id="tab"),
    pytest.param("\x1b[Z", "previous", id="shift-tab"),
]


@pytest.mark.parametrize(("sent", "action"), SENT)
def test_what_keyboards_send_does_what_the_table_says(sent: str, action: str) -> None:
    parser = XTermParser()
    found = [event for event in parser.feed(sent) if isinstance(event, events.Key)]
    assert len(found) == 1
    name, char = found[0].key, found[0].character
    did = keymap.action_of(registry.TABLE, name) or (
        keymap.action_of(registry.TABLE, char) if char else None
    )
    assert did == action, (name, char)


def test_own_keys_take_the_place_of_letters_and_leave_the_others() -> None:
    assert keymap.use_own_keys({"undo": ("z", "é")}) != "", "é is a card on some keyboards"
    assert keymap.use_own_keys({"undo": ("z",), "redo": ("Z",)}) == ""
    actions = {
        name: keymap.action_of(registry.TABLE, name) for name in ("z", "Z", "u", "backspace", "U")
    }
    assert actions == {"z": "undo", "Z": "redo", "u": None, "backspace": "undo", "U": None}
    canvas = Canvas(80, 1, DEFAULT_THEME)
    paint_key_bar(canvas, registry.TABLE)
    assert "z undo" in canvas.picture().text


@pytest.mark.parametrize(
    ("own", "words"),
    [
        pytest.param({"undo": ("l",)}, "l would be both undo and log", id="taken"),
        pytest.param({"undo": ("x",), "log": ("x",)}, "x would be both undo and log", id="twice"),
        pytest.param({"undo": ("enter",)}, "enter would be both lay and undo", id="enter"),
        pytest.param({"jump": ("x",)}, "there is no 'jump'", id="no-such-action"),
    ],
)
def test_keys_that_clash_are_refused_in_a_sentence(
    own: dict[str, tuple[str, ...]], words: str
) -> None:
    assert words in keymap.use_own_keys(own)
    assert keymap.action_of(registry.TABLE, "u") == "undo", "the table is as it always is"


async def test_keys_of_the_settings_work_and_a_clash_is_noted_on_the_screen() -> None:
    class Kept:
        def __init__(self, own: dict[str, tuple[str, ...]]) -> None:
            self.settings = Settings(keys=own)

        def load(self) -> tuple[Settings, str | None]:
            return self.settings, None

        def save(self, settings: Settings) -> str | None:
            return None

    for own, said in (({"undo": ("z",)}, ""), ({"undo": ("l",)}, "l would be both")):
        app = BasraApp(Options(pace=0), store=Kept(own))  # type: ignore[arg-type]
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert said in screen_text(app)
            app.start("play")
            await settle(pilot)
            await pilot.press("z")
            wanted = "no such key" if said else "there is nothing to take back"
            assert wanted in screen_text(app)


def test_a_narrow_key_bar_keeps_help_and_the_way_out() -> None:
    canvas = Canvas(40, 1, DEFAULT_THEME)
    paint_key_bar(canvas, registry.TABLE, digits="1-4")
    shown = canvas.picture().text
    assert "? help" in shown
    assert "Esc menu" in shown
    assert "l log" not in shown
