"""Stories of looking back, told in keys: records, replay, review, trying again, statistics."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest
from rich.style import Style
from textual.pilot import Pilot

from basra import review
from basra.ai import cancellation
from basra.engine.cards import DECK
from basra.engine.errors import BasraError
from basra.engine.seats import Seat
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.i18n import ARABIC
from basra.match.settings import CHOICES
from basra.review import Review
from basra.terminal.capabilities import Terminal
from basra.tui.app import BasraApp, Options
from basra.tui.board import Board
from basra.tui.replay_moments import Moment, Replay
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.pages import HelpScreen, LogScreen
from basra.tui.screens.records import RecordsScreen
from basra.tui.screens.replay import ReplayScreen
from basra.tui.screens.retry import AnswerScreen, TryScreen
from basra.tui.screens.scores import OverScreen, ScoresScreen
from basra.tui.screens.statistics import StatisticsScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.history.quick_match import match
from tests.screen import screen_text, shows, title_items, until
from tests.tui.history_samples import archive, record, review_of, reviewed
from tests.tui.test_arabic import LATIN

OPTIONS = Options(pace=0)
RECORD = record()


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stand in an empty folder, in the time zone of the archives."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def opened(pilot: Pilot[None], *names: str) -> None:
    """Open an entry of the title by its label, and press more."""
    app = pilot.app
    assert isinstance(app, BasraApp)
    app.start(names[0])
    await pilot.pause()
    await pilot.press(*names[1:])


# ------------------------------------------------------------------------ records


async def test_the_title_leads_to_the_records_and_a_match_is_replayed_from_there() -> None:
    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "Resume match")
        labels = [item.label for item in title_items(app)]
        await pilot.press(str(labels.index("Records") + 1))
        assert isinstance(app.screen, RecordsScreen)
        await shows(pilot, "1 of 9")
        assert "waits" in screen_text(app).split("\n")[2]
        await pilot.press("down", "down", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.number == 7
        await shows(pilot, "play 1/")
        await pilot.press("escape")
        assert isinstance(app.screen, RecordsScreen)
        await shows(pilot, "3 of 9")


async def test_enter_on_a_match_that_waits_resumes_it() -> None:
    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter")
        assert isinstance(app.screen, TableScreen)
        assert app.session is not None
        assert len(app.session.round.history) >= 11


async def test_the_list_is_moved_by_every_key_and_by_the_mouse() -> None:
    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=(60, 18)) as pilot:
        await opened(pilot, "records")
        for key, number in (
            ("end", 9), ("down", 9), ("up", 8), ("pageup", 1), ("pagedown", 9), ("home", 1),
        ):  # fmt: skip
            await pilot.press(key)
            await shows(pilot, f"{number} of 9")
        await pilot.click(offset=(20, 5))
        await shows(pilot, "4 of 9")
        assert isinstance(app.screen, RecordsScreen)
        app.screen.dispatch("match 3")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_a_record_is_exported_beside_those_that_are_there(tmp_path: Path) -> None:
    kept = archive()
    wanted = kept.record(1)
    app = BasraApp(OPTIONS, archive=lambda: kept)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "end", "e")
        await shows(pilot, "saved as basra-match-1.basra")
        await pilot.press("enter", "e")
        await shows(pilot, "saved as basra-match-1-2.basra")
    first, second = sorted(tmp_path.glob("*.basra"))
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")
    assert Record.parse(first.read_text(encoding="utf-8")) == wanted


async def test_a_folder_that_takes_no_file_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("basra.tui.screens.base.write_new", refuse)
    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "e")
        await shows(pilot, "could not be saved: No space left on device")


async def test_a_damaged_match_is_marked_and_reported_and_the_others_are_read() -> None:
    found = archive()
    found.connection.execute("UPDATE matches SET north = 'x' WHERE id = 8")
    found.connection.execute("UPDATE deeds SET deed = 'KS' WHERE match = 6 AND number = 4")
    app = BasraApp(OPTIONS, archive=lambda: found)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records")
        await shows(pilot, "damaged: what stands above the match")
        await pilot.press("down", "enter")
        await shows(pilot, "match 8 is damaged")
        await pilot.press("down", "down", "enter")
        await shows(pilot, "match 6 is damaged: play 4")
        await pilot.press("up", "enter")
        assert isinstance(app.screen, ReplayScreen)


async def test_where_nothing_is_kept_the_list_says_so() -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "down", "end", "e", "enter")
        await shows(pilot, "No match is kept yet")
        await pilot.press("escape")
        assert isinstance(app.screen, TitleScreen)


# ------------------------------------------------------------------------- replay


async def test_a_replay_steps_jumps_and_stays_where_it_was() -> None:
    app = BasraApp(Options(pace=0, replay=(RECORD, 0)))
    rounds = RECORD.log.rounds
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await shows(pilot, f"round 1/{len(rounds)} · play 1/48")
        await pilot.press("left")
        await shows(pilot, "this is where it begins")
        await pilot.press("right", "space", "right", "left")
        await shows(pilot, "play 3/48")
        await pilot.press("pagedown")
        await shows(pilot, "play 9/48")
        await pilot.press("right", "left_square_bracket", "right_square_bracket", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await shows(pilot, "play 17/48")
        await pilot.press("l")
        assert isinstance(app.screen, LogScreen)
        assert screen_text(app).count("deal ") == 2
        await pilot.press("l", "s")
        assert isinstance(app.screen, ScoresScreen)
        await pilot.press("s", "o")
        await shows(pilot, "the floor by rank")
        await pilot.press("end")
        await shows(pilot, "the match, ")
        south, north = RECORD.log.match.scores
        assert f"{max(south, north)} to {min(south, north)}" in screen_text(app)
        await pilot.press("right")
        await shows(pilot, "this is the end of it")
        await pilot.press("home", "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_every_step_shows_what_the_engine_says() -> None:
    app = BasraApp(Options(pace=0, replay=(RECORD, 0)))
    replay = Replay(RECORD)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for at in range(0, replay.count, 7):
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            assert screen.at == at
            shown, state = screen_text(app), replay.state(replay.moment(at))
            open_cards = state.hands[0] | state.hands[1] | state.floor
            assert all(card.glyph in shown for card in open_cards)
            await pilot.press(*["right"] * min(7, replay.count - 1 - at))
            await pilot.pause()


async def test_an_unfinished_and_an_abandoned_match_end_where_they_were_left() -> None:
    left = match("5", plays=13)
    for session, words in ((left, "Here the match was left."), (left, "was given up")):
        found = Record(session.header(), session.log)
        app = BasraApp(Options(pace=0, replay=(found, 0)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("end")
            await shows(pilot, words)
        if not session.log.is_abandoned:
            session.abandon()


@pytest.mark.parametrize("is_kept", [True, False])
async def test_the_end_of_a_match_offers_to_look_back(is_kept: bool) -> None:
    kept = Archive(None, why_not="")
    session = match("3", archive=kept if is_kept else None)
    app = BasraApp(OPTIONS, archive=lambda: kept)
    async with app.run_test(size=(80, 24)) as pilot:
        app.matches.session = session
        app.push_screen(OverScreen(session))
        await shows(pilot, "look back")
        await pilot.press("l")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.number == (1 if is_kept else 0)
        assert app.screen.replay.record.log == session.log
        await pilot.press("escape")
        assert isinstance(app.screen, OverScreen)


# ------------------------------------------------------------------------- review


async def test_a_review_is_made_beside_the_screen_shown_and_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = partial(review.review, worlds=4)
    monkeypatch.setattr(review, "review", quick)
    monkeypatch.setattr(ReplayScreen, "WORKERS", 0)
    short = match("3", target=1)
    found = Archive(None, why_not="")
    found.import_records([Record(short.header(), short.log)])
    app = BasraApp(OPTIONS, archive=lambda: found)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter", "r")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await shows(pilot, "The review")
        await shows(pilot, "with all cards open, You by round:")
        await pilot.press("escape")
        text = found.review(1)
        assert text is not None
        assert Review.parse(text).fits(short.log)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert str(screen.review) == text
        await pilot.press("escape", "enter", "r")
        await shows(pilot, "The review")  # at once: it was kept


async def test_a_review_has_a_bar_and_is_stopped_by_its_key_and_by_leaving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped: list[str] = []
    begun = Event()

    def endless(
        _: object,
        *,
        progress: Callable[[int, int], None],
        unwanted: Callable[[], bool],
        workers: int | None,
    ) -> NoReturn:
        progress(3, 10)
        begun.set()
        while not unwanted():
            time.sleep(0.001)
        stopped.append("stopped")
        raise cancellation.Cancelled

    monkeypatch.setattr(review, "review", endless)
    app = BasraApp(Options(pace=0, replay=(RECORD, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await shows(pilot, "review [######..............] 3/10 · r stops it")
        await pilot.press("right", "r")
        await shows(pilot, "the review is stopped")
        await until(pilot, lambda: stopped == ["stopped"])
        begun.clear()
        await pilot.press("r")
        await asyncio.to_thread(begun.wait, 20)
        await pilot.press("escape")
        await until(pilot, lambda: len(stopped) == 2)


async def test_a_fault_in_a_review_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> NoReturn:
        raise BasraError("broken")

    monkeypatch.setattr(review, "review", broken)
    app = BasraApp(Options(pace=0, replay=(RECORD, 0)))

    async def story() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("r")
            await until(pilot, lambda: not app.is_running)

    with pytest.raises(BasraError, match="broken"):
        await story()


async def test_without_a_review_its_keys_say_how_to_get_one() -> None:
    app = BasraApp(Options(pace=0, replay=(RECORD, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("n", "N", "t"):
            await pilot.press(key)
            await shows(pilot, "first the review: r starts it")


async def test_n_goes_from_one_flagged_play_of_the_person_to_the_next() -> None:
    app = BasraApp(OPTIONS, archive=reviewed)
    wanted = [(one.round, one.number) for one in review_of(RECORD).flagged(Seat.SOUTH)]
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        seen = []
        for _ in wanted:
            await pilot.press("n")
            moment = screen.replay.moment(screen.at)
            seen.append((moment.round + 1, moment.plays + 1))
            assert " lost; better " in screen_text(app)
        assert seen == wanted
        await pilot.press("n")
        await shows(pilot, "no play after this one is flagged")
        await pilot.press("N")
        moment = screen.replay.moment(screen.at)
        assert (moment.round + 1, moment.plays + 1) == wanted[-2]
        await pilot.press("l")
        assert " ?!" in screen_text(app)


async def test_a_review_of_another_match_is_not_shown() -> None:
    found = reviewed()
    other = record("4")
    found.import_records([other])
    found.save_review(2, str(review_of(RECORD)))
    app = BasraApp(OPTIONS, archive=lambda: found)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.review is None


# ------------------------------------------------------------------ trying again


def trying(app: BasraApp) -> TryScreen:
    screen = app.screen
    assert isinstance(screen, TryScreen)
    return screen


async def test_an_expensive_play_is_tried_again_with_the_other_hand_covered() -> None:
    app = BasraApp(OPTIONS, archive=reviewed)
    worst = review_of(RECORD).costliest(Seat.SOUTH)[0]
    state = Replay(RECORD).state(Moment(worst.round - 1, worst.number - 1))
    view = state.view(Seat.SOUTH)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter", "r")
        await shows(pilot, f"1  round {worst.round}, play {worst.number}")
        assert isinstance(app.screen, MenuScreen)
        app.screen._debounce = 0
        await pilot.press("enter")
        screen = trying(app)
        await shows(pilot, "choose a card with")
        hidden = [card for card in DECK if card in view.unseen]
        assert not [card for card in hidden if card.glyph in screen_text(app)]
        await pilot.press("enter")
        await shows(pilot, "choose a card first")
        for _ in range(len(view.hand)):
            await pilot.press("right", "tab")
            assert not [card for card in hidden if card.glyph in screen_text(app)]
        while screen.chosen != worst.verdict.play:
            await pilot.press(
                "right" if screen.hand.selection.capture_number(view)[1] == 1 else "tab"
            )
            if screen.chosen is not None and screen.chosen.card != worst.verdict.play.card:
                await pilot.press("right")
        await pilot.press("enter")
        assert isinstance(app.screen, AnswerScreen)
        await shows(pilot, "It is what was played then.")
        await shows(pilot, "The coach: lay 8♠")
        await pilot.press("escape")
        assert trying(app) is screen
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replay.moment(app.screen.at) == Moment(worst.round - 1, worst.number - 1)


async def test_another_play_is_judged_in_its_own_right() -> None:
    app = BasraApp(OPTIONS, archive=reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "records", "enter", "n", "t")
        screen = app.screen
        assert isinstance(screen, TryScreen)
        then = screen._judged.verdict.play
        await pilot.press("right")
        while screen.chosen is None or screen.chosen.card == then.card:
            await pilot.press("right")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AnswerScreen))
        await shows(pilot, "Then you played")
        await pilot.press("escape", "9", "x", "escape")
        assert isinstance(app.screen, ReplayScreen)


# --------------------------------------------------------------------- statistics


async def test_the_statistics_are_tables_under_a_chart() -> None:
    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, "statistics")
        assert isinstance(app.screen, StatisticsScreen)
        await shows(pilot, "Margins of the last matches")
        await pilot.press("end")
        await shows(pilot, "matches of two people: 1")
        await pilot.press("question_mark")
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_no_screen_for_looking_back_has_a_character_that_is_none_in_plain_looks(
    size: tuple[int, int],
) -> None:
    plain = Options(pace=0, terminal=Terminal(glyphs=False))
    app = BasraApp(plain, archive=reviewed)
    async with app.run_test(size=size) as pilot:

        def assert_ascii() -> None:
            shown = screen_text(app)
            assert shown.isascii(), sorted(set(shown) - set(map(chr, range(127))))

        await opened(pilot, "records")
        for keys in (["enter"], ["n"], ["l"], ["escape", "s"], ["escape", "r"], ["escape", "t"]):
            await pilot.press(*keys)
            assert_ascii()
        await pilot.press("escape", "escape", "escape")
        found = archive()
        app.matches._archive = found
        await opened(pilot, "records")
        assert_ascii()
        await pilot.press("escape")
        await opened(pilot, "statistics")
        assert_ascii()
        await pilot.press("end")
        assert_ascii()


async def test_without_colour_nothing_of_these_screens_has_any() -> None:
    plain = Options(pace=0, terminal=Terminal(colours=0))
    app = BasraApp(plain, archive=reviewed)
    async with app.run_test(size=(80, 24)) as pilot:
        for action, keys in (("records", ("enter", "n")), ("statistics", ())):
            await opened(pilot, action, *keys)
            picture = app.screen.query_one(Board).picture
            styles = {part.style for row in picture.rows for part in row}
            assert {style and (style.color or style.bgcolor) for style in styles} <= {None, Style()}
            await pilot.press("escape")


SIZES = ((60, 18), (80, 24), (120, 40))


@pytest.mark.parametrize("size", SIZES)
async def test_the_screens_for_looking_back_look_as_they_did(
    size: tuple[int, int], golden: Callable[[str, str], None]
) -> None:
    def theme(name: str) -> None:
        golden(f"screens/{name}-{size[0]}x{size[1]}.txt", screen_text(app))

    app = BasraApp(OPTIONS, archive=archive)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "records", "down")
        theme("records")
        await pilot.press("escape")
        await opened(pilot, "statistics")
        theme("statistics")
        await pilot.press("end")
        theme("statistics-end")
    app = BasraApp(OPTIONS, archive=reviewed)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "records", "enter", "pagedown", "n")
        theme("replay")
        await pilot.press("end")
        theme("replay-end")
        await pilot.press("r")
        theme("review")
        await pilot.press("escape", "home", "n", "t", "right")
        theme("try")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("letters", CHOICES["arabic"])
@pytest.mark.parametrize("kept", [archive, reviewed])
async def test_in_arabic_nothing_of_these_screens_is_left_in_english(
    kept: Callable[[], Archive], letters: str, size: tuple[int, int]
) -> None:
    known = LATIN | {"e", "first", "Mona", "Tarek", "jawaker", "levant"}
    given = {"language": ARABIC, "arabic": letters}
    app = BasraApp(Options(pace=0, given=given), archive=kept)

    def theme(name: str) -> None:
        shown = screen_text(app)
        assert all(len(row) <= size[0] for row in shown.split("\n"))
        words = set(re.findall("[A-Za-z][A-Za-z0-9]*", shown))
        assert words <= known, (name, words - known)

    async with app.run_test(size=size) as pilot:
        await opened(pilot, "statistics")
        theme("statistics")
        await pilot.press("end")
        theme("statistics, the end")
        await pilot.press("question_mark")
        theme("help")
        await pilot.press("escape", "escape")
        await opened(pilot, "records", "down")
        theme("records")
        if kept is archive:
            return
        await pilot.press("enter", "n")
        for keys in (["question_mark"], ["escape", "l"], ["escape", "end"], ["r"]):
            await pilot.press(*keys)
            theme(f"replay, {keys}")
        await pilot.press("escape", "home", "n", "t")
        theme("try")
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(app.screen, AnswerScreen))
        theme("answer")
