"""Stories at the table: keys in, what the screen and the match say out."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from textual import events

from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.messages.card_order import hand_slots
from basra.tui.app import BasraApp, Options
from basra.tui.painting.table import paint_table
from basra.tui.screens.scores import OverScreen, TallyScreen
from basra.tui.screens.table import TableScreen
from tests.screen import position, screen_text, session_at, settle, shows, table_of, until

AT_ONCE = Options(seed="7", start=True, pace=0)


def assert_table_shows_the_match(app: BasraApp) -> None:
    """The screen shows what the match is, painted afresh."""
    table = table_of(app)
    width, height = app.size
    assert screen_text(app) == paint_table(table.scene(), width, height, app.table_theme).text


@pytest.mark.slow
async def test_a_match_is_played_by_keyboard_to_its_end_and_played_again() -> None:
    rules = dataclasses.replace(Rules.preset("pagat"), target=10)
    app = BasraApp(dataclasses.replace(AT_ONCE, rules=rules, seed="8"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        first = app.session
        assert first is not None
        for _ in range(200):
            if not isinstance(app.screen, TableScreen):
                break
            await pilot.press("right", "enter")
            await settle(pilot)
        assert isinstance(app.screen, TallyScreen)
        shown = screen_text(app)
        assert "Round 1 is over" in shown
        for line in first.tally.lines:
            name = {"cards": "most cards"}.get(line.source, line.source)
            row = next(row for row in shown.splitlines() if row.strip().startswith(name))
            numbers = [int(word) for word in row[40:].split()]
            assert numbers == [
                line.counts[0],
                line.points[0],
                line.counts[1],
                line.points[1],
            ], row
        assert first.match.is_over, "the target is low enough for one round"
        await pilot.press("enter")
        assert isinstance(app.screen, OverScreen)
        winner = first.match.winner
        assert winner is not None
        await shows(pilot, f"{first.players[winner].name} win")
        await pilot.press("r")
        await settle(pilot)
        assert app.session is not None
        assert app.session is not first
        assert app.session.match.first_dealer is first.match.first_dealer.other
        assert_table_shows_the_match(app)


async def test_a_tie_between_two_captures_is_settled_with_tab() -> None:
    session = session_at(position("8S AC QC KD", "2C 2D 2H 2S", "3C 5D 5H"))
    app = BasraApp(AT_ONCE, session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        number = str([str(card) for card in hand_slots(table_of(app).view)].index("8S") + 1)
        await pilot.press(number)
        await shows(pilot, "8♠ takes 3♣ 5♦")
        await shows(pilot, "choice 1 of 2: Tab")
        await pilot.press("tab")
        await shows(pilot, "8♠ takes 3♣ 5♥")
        await shows(pilot, "choice 2 of 2: Tab")
        await pilot.press("down", "up")
        await pilot.press("enter")
        assert session.round.history[0] == Play.parse("8Sx3C5H")


async def test_free_capture_offers_every_choice_and_to_take_nothing_last() -> None:
    rules = Rules.preset("jawaker")
    round_ = position("8S AC QC KD", "2C 2D 2H 2S", "8C 3C 5D", rules=rules)
    app = BasraApp(AT_ONCE, session=session_at(round_))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("2", "shift+tab")
        await shows(pilot, "8♠ takes nothing, stays on the floor")
        await shows(pilot, "choice 4 of 4: Tab")
        await pilot.press("tab")
        await shows(pilot, "8♠ takes the whole floor: 3♣ 5♦ 8♣")
        await shows(pilot, "★ BASRA +10")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        pytest.param("enter", "choose a card first", id="nothing-is-chosen"),
        pytest.param("tab", "choose a card first", id="no-capture-to-change"),
        pytest.param("6", "there is no card 6", id="no-such-card"),
        pytest.param("x", "no such key", id="a-key-without-an-action"),
        pytest.param("1 tab", "2♠ has only this play", id="one-capture-only"),
    ],
)
async def test_a_refused_key_says_why_and_lays_nothing(keys: str, says: str) -> None:
    app = BasraApp(AT_ONCE)
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        before = table_of(app).session.round
        await pilot.press(*keys.split())
        assert says in screen_text(app)
        assert table_of(app).session.round == before
        await pilot.press("right")
        assert says not in screen_text(app)


async def test_hammered_keys_lay_one_card_a_turn_and_are_not_kept() -> None:
    app = BasraApp(dataclasses.replace(AT_ONCE, pace=1.2))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        for _ in range(2):
            laid = len(session.round.history)
            for _ in range(8):
                for key in ("right", "enter", "1", "space"):
                    app.post_message(events.Key(key, None))
            while len(session.round.history) == laid:
                await pilot.pause(0.01)
            await settle(pilot)
            assert len(session.round.history) == laid + 2
            assert_table_shows_the_match(app)


async def test_the_computers_card_is_shown_with_what_it_takes_before_it_goes() -> None:
    round_ = position("AC AD AH KD", "9S 2D 2H", "4C 5D QC")
    session = session_at(round_)
    app = BasraApp(dataclasses.replace(AT_ONCE, pace=0.5), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("1", "1")
        while "Computer lays" not in screen_text(app):
            await shows(pilot, "You laid A♣, took nothing")
            await pilot.pause(0.02)
        shown = screen_text(app)
        assert "Computer lays 9♠ and takes 4♣ 5♦" in shown
        assert shown.count("✓") == 2
        assert "•" in shown
        await settle(pilot)
        await shows(pilot, "played 9♠")
        await shows(pilot, "took 4♣ 5♦")


@pytest.mark.slow
async def test_cards_are_chosen_and_laid_with_the_mouse_and_no_cell_does_harm() -> None:
    app = BasraApp(AT_ONCE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        assert await pilot.click(offset=(10, 16))
        assert not session.round.history
        assert "2♠" in screen_text(app).splitlines()[21]
        await pilot.click(offset=(10, 16))
        await settle(pilot)
        assert len(session.round.history) == 2
        rng = Random(5)
        for cell in range(24):
            laid = len(session.round.history)
            x, y = int(rng.random() * 80), int(rng.random() * 23)
            button, times = 1 + cell % 3, 1 + (cell // 3) % 3
            await pilot.click(offset=(x, y), button=button, times=times)
            await settle(pilot)
            if not isinstance(app.screen, TableScreen):
                break
            assert len(session.round.history) in (laid, laid + 2)
        else:
            assert_table_shows_the_match(app)


async def test_the_menu_does_by_arrows_what_letters_do() -> None:
    app = BasraApp(AT_ONCE)
    async with app.run_test(size=(60, 18)) as pilot:
        await settle(pilot)
        table = table_of(app)
        await pilot.press("right", "enter")
        await settle(pilot)
        after = table.session.round
        await pilot.press("escape", "down", "enter")
        await shows(pilot, "At the table")
        assert "u Backspace" in screen_text(app)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert "taken back" in screen_text(app)
        await pilot.press("escape", "down", "enter", "down", "down", "enter")
        await settle(pilot)
        assert table.session.round == after
        await pilot.press("escape", "down", "enter", *["down"] * 5, "enter")
        await shows(pilot, "The plays of this round")
        await pilot.press("escape", "escape", *["down"] * 4, "enter")
        await shows(pilot, "The table. Each turn lays")


async def test_what_the_menu_is_asked_for_breaks_off_the_play_being_shown() -> None:
    session = session_at(position("AC AD AH KD", "9S 2D 2H", "4C 5D QC"))
    app = BasraApp(dataclasses.replace(AT_ONCE, pace=60), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        table = table_of(app)
        await pilot.press("1", "1")
        await shows(pilot, "Computer lays 9♠")
        await pilot.press("escape")
        await shows(pilot, "A match is on")
        await pilot.press("down", "enter", "enter")
        await until(pilot, lambda: table.is_active and table.coach.says is not None)
        assert table.animation.step is None
