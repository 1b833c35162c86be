"""Keys, clicks and sizes at random on every screen: nothing breaks, nothing lies, nothing leaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.pilot import Pilot

from basra.engine.rules import Rules
from basra.engine.shuffles import pick
from basra.match.session import Session
from basra.tui import keymap, registry
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.replay import ReplayScreen
from basra.tui.screens.table import TableScreen
from tests.screen import AGAINST_FIRST, AGAINST_GREEDY, PEOPLE, plain, screen_text, settle, shows
from tests.tui.history_samples import reviewed

pytestmark = pytest.mark.slow

SCREENS = [row.name for row in registry.SCREENS]
NAMES = sorted(
    {name for key in keymap.KEYS for name in key.keys} - {"ctrl+z", "ctrl+c", "ctrl+q"} | {"x", "9"}
)
LIKELY = ("right", "enter", "1", "2", "3", "4", "tab", "u", "escape", "space", "enter", "right")
SIZES = ((60, 18), (72, 22), (80, 24), (100, 32), (120, 40), (59, 17), (1, 1), (300, 100))


def assert_screen_is_current(app: BasraApp) -> None:
    """The screen shows what it would if it were painted afresh, and only what may be seen."""
    screen = app.screen
    assert isinstance(screen, PaintedScreen)
    width, height = app.size
    shown = screen_text(app)
    fresh = plain(screen._paint(width, height).text)
    assert shown.split() == fresh.split()
    if not isinstance(screen, TableScreen | CurtainScreen) or app.table_theme.fallbacks:
        return
    session = app.session
    assert session is not None
    seen = session.turn if session.is_hot_seat else 0
    covered = isinstance(screen, CurtainScreen) or screen.is_covered
    at_rest = isinstance(screen, TableScreen) and screen.animation.step is None
    at_rest = at_rest and not screen.is_too_small(width, height)
    for seat, hand in enumerate(session.round.hands):
        leaked = [card.glyph for card in hand if card.glyph in shown]
        if covered or seat != seen:
            assert not leaked, leaked
        elif at_rest:
            assert len(leaked) == len(hand)
    if not covered and at_rest:
        assert all(card.glyph in shown for card in session.round.floor)


async def becomes_current(pilot: Pilot[None], app: BasraApp) -> None:
    """The screen is true, as soon as what was just thought or changed has been painted."""
    for _ in range(300):
        try:
            return assert_screen_is_current(app)
        except AssertionError:
            await pilot.pause(0.01)
    assert_screen_is_current(app)


async def random_action(pilot: Pilot[None], app: BasraApp, rng: Random) -> None:
    """Press, click, move or resize, whatever comes."""
    die = rng.random()
    if die < 0.75:
        for _ in range(1 if die < 0.6 else 5):
            name = pick(rng, NAMES if rng.random() < 0.3 else LIKELY)
            app.screen.post_message(events.Key(name, name if len(name) == 1 else None))
    elif die < 0.95:
        board = app.screen.query_one(Board)
        x, y = int(rng.random() * app.size[0]), int(rng.random() * app.size[1])
        button = 1 + int(rng.random() * 3)
        place = (board, x, y, 0, 0, button, False, False, False)
        if die < 0.9:
            board.post_message(events.MouseMove(*place, screen_x=x, screen_y=y))
            chain = 1 + int(rng.random() * 3)
            board.post_message(events.Click(*place, screen_x=x, screen_y=y, chain=chain))
        else:
            board.post_message(events.MouseScrollUp(*place, screen_x=x, screen_y=y))
            board.post_message(events.MouseScrollDown(*place, screen_x=x, screen_y=y))
    else:
        await pilot.resize_terminal(*pick(rng, SIZES))
    await pilot.pause()


@pytest.mark.parametrize("hot_seat", [False, True], ids=["against-the-computer", "two-people"])
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_pressed_and_clicked_the_screen_is_current(
    seed: int, hot_seat: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(BasraApp, "exit", lambda *_, **__: None)
    rng = Random(f"monkey/{seed}/{hot_seat}")
    players = PEOPLE if hot_seat else AGAINST_GREEDY
    rules = Rules.preset("jawaker" if seed else "v2")
    monkeypatch.setattr(ReplayScreen, "WORKERS", 1)
    first = Session(players, rules=rules, seed=str(seed))
    app = BasraApp(Options(pace=0.01), session=first, archive=reviewed)
    turns = 0
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(200):
            session = app.session
            laid = len(session.round.history) if session else 0
            await random_action(pilot, app, rng)
            if app.session is None:
                app.matches.session = Session(players, rules=rules, seed=str(rng.random()))
            if session and app.session is session and not session.is_round_over:
                turns += abs(len(session.round.history) - laid)
            if isinstance(app.screen, CurtainScreen) and rng.random() < 0.5:
                app.screen.handle_action("go")
                await pilot.pause()
            if not isinstance(app.screen, TableScreen) and rng.random() < 0.1:
                app.start("resume")
                await pilot.pause()
            if app.table_theme.fallbacks:
                app.change(look="paper")
                await pilot.pause()
            await becomes_current(pilot, app)
        assert turns > 3, "the monkey has played"


async def opened(app: BasraApp, pilot: Pilot[None], name: str) -> None:
    """Show the screen called *name*."""
    rules = replace(Rules.preset("pagat"), target=5 if name == registry.OVER else 101)
    app.matches.session = Session(AGAINST_FIRST, rules=rules, seed="7")
    if name == registry.TITLE:
        pass
    elif name == registry.ANSWER:
        app.navigator.open_answer([("the best", "good")])
    elif name != registry.HELP and registry.row_of(name).menu:
        app.start(name)
    elif name in (registry.REPLAY, registry.TRY):
        app.start("records")
        await pilot.pause()
        await pilot.press("enter", *["n", "t"] * (name == registry.TRY))
    elif name == registry.HELP:
        app.navigator.open_help(registry.TABLE)
    elif name == registry.CURTAIN:
        app.matches.session = Session(PEOPLE, seed="7")
        app.start("resume")
    else:
        app.start("resume")
        await settle(pilot)
        presses = {
            registry.LOG: "l",
            registry.MENU: "escape",
            registry.SCORES: "s",
            registry.WORDS: "r",
        }
        if name in presses:
            await pilot.press(presses[name])
        if name == registry.COACH:
            assert isinstance(app.screen, TableScreen)
            await pilot.press("h", "h")
            while app.screen.coach.says is None:
                await pilot.pause(0.01)
            await pilot.press("h")
        while name in (registry.TALLY, registry.OVER) and isinstance(app.screen, TableScreen):
            await pilot.press("right", "enter")
            await settle(pilot)
        if name == registry.OVER:
            await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, PaintedScreen)
    assert name == app.screen.NAME


@pytest.mark.parametrize("name", SCREENS)
async def test_no_screen_minds_any_size_in_two_hundred_steps(name: str) -> None:
    rng = Random(name)
    app = BasraApp(Options(pace=0), archive=reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, name)
        screen = app.screen
        assert isinstance(screen, PaintedScreen)
        before = app.session.round if app.session else None
        for step in range(200):
            width, height = pick(rng, SIZES) if step % 4 == 0 else _any_size(rng)
            if step % 20:
                painted = screen._paint(width, height)
                assert (len(painted.rows), painted.width) == (height, width)
                continue
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert [app.screen] == [screen]
            assert_screen_is_current(app)
        assert before is (app.session.round if app.session else None)


def _any_size(rng: Random) -> tuple[int, int]:
    return 1 + int(rng.random() * 300), 1 + int(rng.random() * 100)


@pytest.mark.parametrize("name", SCREENS)
async def test_a_click_on_any_cell_of_any_screen_does_no_harm(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every cell with every button, once, twice and three times; at most one card a turn."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(BasraApp, "exit", lambda *_, **__: None)
    app = BasraApp(Options(pace=0), archive=reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, name)
        screen = app.screen
        assert isinstance(screen, PaintedScreen)
        done: list[str | None] = []
        monkeypatch.setattr(screen, "dispatch", done.append)
        board = screen.query_one(Board)
        for y in range(24):
            for x in range(80):
                for button, chain in ((1, 1), (1, 2), (1, 3), (2, 1), (3, 2)):
                    place = (board, x, y, 0, 0, button, False, False, False)
                    click = events.Click(*place, screen_x=x, screen_y=y, chain=chain)
                    board.on_click(click)
            await pilot.pause()
        known = {hit.action for hit in board.picture.click_regions}
        assert set(done) == known
        assert (
            name not in (registry.TABLE, registry.TRY, registry.TITLE, registry.MENU)
            or len(known) > 4
        )


async def test_a_whole_round_is_played_with_the_mouse_alone() -> None:
    app = BasraApp(Options(pace=0), session=Session(AGAINST_FIRST, seed="7"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        while isinstance(app.screen, TableScreen):
            hits = app.screen.query_one(Board).picture.click_regions
            hit = next(hit for hit in hits if hit.action.startswith("hand"))
            await pilot.click(offset=(hit.x + 2, hit.y + 2), times=2)
            await settle(pilot)
            assert_screen_is_current(app)
        session = app.session
        assert session is not None
        assert session.is_round_over
        await shows(pilot, "Round 1 is over")
        assert not isinstance(app.screen, MenuScreen)
