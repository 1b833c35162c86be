"""Stories of what can be done at the table besides laying a card."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from textual import events
from textual.widget import Widget

from basra.engine.cards import Card
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.match.log import MEMORY, TAKING_BACK
from basra.match.session import Session
from basra.messages.card_order import slots
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.screens.base import write_new
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.pages import WordsScreen
from basra.tui.screens.scores import ScoresScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.screen import AGAINST_FIRST, position, screen_text, session_at, settle, shows, table_of

AT_ONCE = Options(pace=0)
JAWAKER = Rules.preset("jawaker")


def place_of(app: BasraApp, action: str) -> tuple[int, int]:
    """The middle of the place on the screen that does *action* when it is clicked."""
    board = app.screen.query_one(Board)
    hit = next(hit for hit in board.picture.click_regions if hit.action == action)
    return hit.x + hit.width // 2, hit.y + hit.height // 2


def hand_of(app: BasraApp, card: str) -> str:
    return f"hand {slots(table_of(app).view).index(Card.parse(card)) + 1}"


def fresh() -> BasraApp:
    return BasraApp(AT_ONCE, session=Session(AGAINST_FIRST, seed="7", first_dealer=Seat.NORTH))


async def test_a_card_laid_by_accident_is_back_in_the_hand_with_one_key() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        before = session.round
        await pilot.press("u")
        await shows(pilot, "there is nothing to take back")
        await pilot.press("1", "1")
        await settle(pilot)
        after = session.round
        await pilot.press("backspace")
        assert session.round == before
        await shows(pilot, "taken back; U lays it again")
        await pilot.press("U")
        assert session.round == after
        assert session.assists == {TAKING_BACK}
        app.change(undo="off")
        await pilot.press("ع")
        await shows(pilot, "switched off in the settings")
        assert session.round == after


async def test_a_card_is_taken_back_while_the_computers_card_is_shown() -> None:
    session = Session(AGAINST_FIRST, seed="7", first_dealer=Seat.NORTH)
    app = BasraApp(dataclasses.replace(AT_ONCE, pace=30.0), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        before = session.round
        await pilot.press("1", "1")
        while "Computer lays" not in screen_text(app):
            await pilot.pause(0.02)
        await pilot.press("u")
        await settle(pilot)
        assert session.round == before
        assert "Computer lays" not in screen_text(app)


async def test_the_mouse_lifts_a_card_and_two_clicks_lay_it() -> None:
    session = session_at(position("8S AC QC KD", "2C 2D 2H 2S", "3C 5D 5H"), AGAINST_FIRST)
    app = BasraApp(AT_ONCE, session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        eight = place_of(app, hand_of(app, "8S"))
        await pilot.hover(offset=eight)
        await shows(pilot, "8♠ takes 3♣ 5♦")
        assert screen_text(app).count("✓") == 2
        await pilot.hover(offset=(2, 6))
        assert "8♠ takes" not in screen_text(app)
        await pilot.click(offset=eight)
        await pilot.hover(offset=place_of(app, hand_of(app, "AC")))
        await shows(pilot, "A♣ takes nothing")
        await pilot.hover(offset=(2, 6))
        assert "8♠ takes 3♣ 5♦" in screen_text(app), "what was chosen stays chosen"
        await pilot.click(offset=place_of(app, "floor 5H"))
        await shows(pilot, "8♠ takes 3♣ 5♥")
        await pilot.click(offset=eight)
        await settle(pilot)
        assert session.round.history[0] == Play.parse("8Sx3C5H")


async def test_what_the_mouse_shows_is_what_enter_lays() -> None:
    session = session_at(position("8S AC QC KD", "2C 2D 2H 2S", "3C 5D 5H"), AGAINST_FIRST)
    app = BasraApp(AT_ONCE, session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("1")
        await pilot.hover(offset=place_of(app, hand_of(app, "KD")))
        await shows(pilot, "K♦ takes nothing, stays on the floor")
        await pilot.press("enter")
        assert session.round.history[0] == Play.parse("KD")


async def test_a_double_and_a_triple_click_lay_one_card() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        for times, laid in ((2, 2), (3, 4), (5, 6)):
            number = next(n for n, card in enumerate(slots(table_of(app).view), 1) if card)
            await pilot.click(offset=place_of(app, f"hand {number}"), times=times)
            await settle(pilot)
            assert len(session.round.history) == laid


async def test_cards_are_picked_one_by_one_under_free_capture() -> None:
    round_ = position("8S AC QC KD", "2C 2D 2H 2S", "8C 3C 5D", rules=JAWAKER)
    app = BasraApp(AT_ONCE, session=session_at(round_, AGAINST_FIRST))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        before = session.round
        await pilot.click(offset=place_of(app, "floor 3C"))
        await shows(pilot, "first choose a card of your hand")
        await pilot.click(offset=place_of(app, hand_of(app, "8S")))
        await pilot.click(offset=place_of(app, "floor 8C"))
        await pilot.click(offset=place_of(app, "floor 5D"))
        await shows(pilot, "8♠ takes 3♣ only with 5♦")
        await pilot.press("enter")
        await shows(pilot, "these cards are no capture")
        assert session.round is before
        await pilot.click(offset=place_of(app, "floor 3C"))
        await shows(pilot, "8♠ takes nothing, stays on the floor")
        await pilot.press("enter")
        assert session.round.history[0] == Play.parse("8S")


async def test_the_keys_that_change_a_setting_say_so_and_are_kept() -> None:
    app = BasraApp(session=Session(AGAINST_FIRST, seed="7", first_dealer=Seat.NORTH))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key, says in (
            ("o", "the floor by rank"),
            ("O", "the floor as it was laid"),
            ("minus", "pace: slow"),
            ("minus", "pace: wait for a key"),
            ("minus", "pace: wait for a key"),
            ("plus", "pace: slow"),
            ("equals_sign", "pace: normal"),
            ("t", "theme: night"),
            ("c", "suits: four"),
        ):
            await pilot.press(key)
            assert says in screen_text(app), key
        assert (app.settings.theme, app.settings.suits) == ("night", "four")


async def test_quick_play_lays_with_one_digit_but_asks_where_there_is_a_choice() -> None:
    session = session_at(position("8S AC QC KD", "2C 2D 2H 2S", "3C 5D 5H"), AGAINST_FIRST)
    app = BasraApp(dataclasses.replace(AT_ONCE, given={"quick_play": "on"}), session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        numbers = {str(card): str(n) for n, card in enumerate(slots(table_of(app).view), 1)}
        await pilot.press(numbers["8S"])
        await shows(pilot, "choice 1 of 2")
        assert not session.round.history
        await pilot.press(numbers["AC"])
        assert session.round.history[0] == Play.parse("AC")


async def test_the_memory_strip_counts_what_is_out_and_marks_the_match() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = table_of(app).session
        assert not session.assists
        app.change(memory="on")
        await pilot.press("s", "escape")
        strip = next(row for row in screen_text(app).split("\n") if "A:" in row)
        counts = dict(item.split(":") for item in strip.split() if ":" in item)
        unseen = session.view(Seat.SOUTH).unseen
        assert len(counts) == 13
        for face, count in counts.items():
            assert int(count) == sum(card.glyph[:-1] == face for card in unseen)
        assert session.assists == {MEMORY}


async def test_words_score_log_and_menu_open_over_the_table_and_close_again() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        table = table_of(app)
        for key, screen in (("r", WordsScreen), ("s", ScoresScreen), ("escape", MenuScreen)):
            await pilot.press(key)
            assert isinstance(app.screen, screen)
            await pilot.press("q" if key == "s" else "escape")
            assert table_of(app) is table
        await pilot.press("escape", "down", "up", "enter")
        assert app.screen is table
        await pilot.press("escape", "9")
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("6")
        assert isinstance(app.screen, TitleScreen)
        assert app.session is table.session, "the match waits"


async def test_only_a_second_word_abandons_a_match() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("escape", "7", "enter")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("escape", "7", "escape", "escape", "7", "2")
        assert isinstance(app.screen, TitleScreen)
        assert app.session is None


async def test_the_question_before_a_match_is_lost_is_not_answered_by_hammered_keys() -> None:
    session = Session(AGAINST_FIRST, seed="7", first_dealer=Seat.NORTH)
    app = BasraApp(session=session)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("escape", "7", "2", "2", "2"):
            app.screen.post_message(events.Key(key, None))
            await pilot.pause()
        await shows(pilot, "Abandon the match?")
        assert app.session is session


@pytest.mark.parametrize(("number", "seen"), [("1", False), ("2", True)])
async def test_the_table_is_saved_as_text_with_or_without_the_hand(
    number: str, seen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        view = table_of(app).view
        await pilot.press("ctrl+s", number)
        saved = tmp_path / "basra-table-1.txt"
        await shows(pilot, "saved as")
        text = saved.read_text(encoding="utf-8")
        assert all(card.glyph in text for card in view.floor)
        assert all((card.glyph in text) is seen for card in view.hand)


def test_a_text_that_is_saved_never_replaces_another(tmp_path: Path) -> None:
    first, second = (write_new(tmp_path, text, "table-{}", ".txt") for text in ("one", "two"))
    assert [first.name, second.name] == ["table-1.txt", "table-2.txt"]
    assert (first.read_text("utf-8"), second.read_text("utf-8")) == ("one\n", "two\n")
    with pytest.raises(OSError, match="No such file"):
        write_new(tmp_path / "gone", "x", "table-{}", ".txt")


async def test_the_wheel_moves_the_log_and_a_click_opens_it() -> None:
    app = fresh()
    async with app.run_test(size=(80, 22)) as pilot:
        await settle(pilot)
        for _ in range(9):
            await pilot.press("right", "enter")
            await settle(pilot)
        shown = screen_text(app)
        board: Widget = app.screen.query_one(Board)
        board.post_message(events.MouseScrollUp(board, 60, 10, 0, -1, 0, False, False, False))
        await pilot.pause()
        await shows(pilot, "1 more below")
        board.post_message(events.MouseScrollDown(board, 60, 10, 0, 1, 0, False, False, False))
        await pilot.pause()
        assert screen_text(app) == shown
        await pilot.click(offset=(60, 10))
        await shows(pilot, "The plays of this round")
