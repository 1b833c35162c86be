"""Matches kept by the program in the terminal: what waits, what is offered, what is never lost."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from basra import ai
from basra.engine.rules import Rules
from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.match.game_options import GameOptions
from basra.match.log import ABANDONED, MEMORY
from basra.match.session import Player, Session
from basra.match.settings import Settings
from basra.tui.app import BasraApp, Options
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.menu import MenuScreen
from basra.tui.screens.scores import OverScreen, TallyScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from tests.history.test_autosave import autosaved, resumed
from tests.screen import PEOPLE, screen_text, settle, shows, title_items, until

AGAINST_CHANCE = Player("Mona"), Player("Computer", ai.bot("chance"))


@contextlib.asynccontextmanager
async def started(
    folder: Path, size: tuple[int, int] = (80, 24), **settings: object
) -> AsyncIterator[tuple[BasraApp, Pilot[None]]]:
    """The program as it starts, with its matches in *folder*."""
    app = BasraApp(Options(pace=0), archive=partial(Archive, folder))
    app._settings.current = Settings().replace(animation="off", **settings)
    async with app.run_test(size=size) as pilot:
        yield app, pilot


def keep(folder: Path, players: tuple[Player, Player], plays: int = 0, **given: object) -> Session:
    """Keep a match as another run of the program has left it."""
    archive = Archive(folder)
    rules = given.pop("rules", Rules())
    assert isinstance(rules, Rules)
    session = Session(players, rules=rules, seed=str(given.get("seed", "7")))
    autosaved(archive, session)
    for _ in range(plays):
        session.lay(session.round.legal_plays()[0])
    archive.close()
    return session


def kept_now(folder: Path, number: int = 1) -> Session:
    """Return a match as it lies on the disk."""
    archive = Archive(folder)
    session = resumed(archive, number)
    archive.close()
    return session


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_the_title_offers_first_what_was_left(size: tuple[int, int], tmp_path: Path) -> None:
    keep(tmp_path, AGAINST_CHANCE, 18, rules=Rules(target=150))
    async with started(tmp_path, size) as (app, pilot):
        await shows(pilot, "Resume match")
        item = title_items(app)[0]
        assert item.action == "resume"
        shown = screen_text(app)
        for part in ("0:0", "chance", "deal 3/6", "just now"):
            assert part in item.description
            assert part in shown
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.session is not None
        assert app.session.rules.target == 150
        assert "150" in screen_text(app)


async def test_the_computer_makes_no_move_of_its_own_and_nothing_is_announced_again(
    tmp_path: Path,
) -> None:
    left = keep(tmp_path, AGAINST_CHANCE, 2)
    while not left.player.is_human or not left.view(left.turn).legal_plays():
        left.lay(left.think())
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await settle(pilot)
        assert app.session is not None
        before = kept_now(tmp_path).log
        assert app.session.log == before
        assert "★" not in screen_text(app)
        assert sum(map(len, before.round.hands)) + len(before.round.floor) > 0


async def test_several_that_wait_are_listed_and_each_can_be_resumed(tmp_path: Path) -> None:
    for number in range(3):
        players = Player("Mona"), Player(f"Other {number}")
        keep(tmp_path, players, number, seed=str(number))
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "2 more wait")
        await pilot.press("2")
        assert isinstance(app.screen, MenuScreen)
        await shows(pilot, "Other 1")
        assert "Other 0" in screen_text(app)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert app.session is not None
        assert app.session.players[1].name == "Other 0"
        await pilot.press("q")
        await shows(pilot, "2 more wait")
        assert "Other 0" in title_items(app)[0].description


async def test_a_new_game_while_one_waits_loses_nothing(tmp_path: Path) -> None:
    left = keep(tmp_path, AGAINST_CHANCE, 5)
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "Resume match")
        app.matches.begin(GameOptions(level="chance", seed="new"))
        await settle(pilot)
        await pilot.press("1", "1")
        await settle(pilot)
        await pilot.press("q")
        await shows(pilot, "1 more waits")
    assert kept_now(tmp_path, 1).log == left.log
    assert kept_now(tmp_path, 2).seed == "new"


async def test_who_has_played_before_is_not_called_new(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "New here?")
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("m", "7")
        await shows(pilot, "Abandon the match?")
        assert isinstance(app.screen, MenuScreen)
        app.screen._debounce = 0.0
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, TitleScreen))
        assert "New here?" not in screen_text(app)


async def test_a_match_of_two_that_waits_is_not_called_by_one_of_them(tmp_path: Path) -> None:
    keep(tmp_path, PEOPLE, 3)
    keep(tmp_path, AGAINST_CHANCE)
    async with started(tmp_path) as (_, pilot):
        await shows(pilot, "Other matches")
        await pilot.press("2")
        await shows(pilot, ">1  Two players")


async def test_giving_up_is_asked_for_and_only_that(tmp_path: Path) -> None:
    keep(tmp_path, AGAINST_CHANCE)
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("m", "7")
        await shows(pilot, "Abandon the match?")
        await pilot.press("escape")
        await settle(pilot)
        assert not kept_now(tmp_path).log.result
        await pilot.press("m", "7")
        await shows(pilot, "Abandon the match?")
        assert isinstance(app.screen, MenuScreen)
        app.screen._debounce = 0.0
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, TitleScreen))
        assert "Resume match" not in screen_text(app)
    assert kept_now(tmp_path).log.result == ABANDONED


async def test_two_people_find_the_curtain_when_they_come_back(tmp_path: Path) -> None:
    left = keep(tmp_path, PEOPLE, 3)
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        shown = screen_text(app)
        assert not any(card.glyph in shown for hand in left.round.hands for card in hand)
        await pilot.press("enter")
        await settle(pilot)
        shown = screen_text(app)
        mine, theirs = left.round.hands[left.turn], left.round.hands[left.turn.other]
        assert all(card.glyph in shown for card in mine)
        assert not any(card.glyph in shown for card in theirs)


async def test_help_that_was_had_is_marked_after_a_restart_too(tmp_path: Path) -> None:
    keep(tmp_path, AGAINST_CHANCE)
    async with started(tmp_path, memory="on") as (app, pilot):
        await pilot.press("enter")
        await settle(pilot)
        assert app.session is not None
        assert app.session.assists == {MEMORY}
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await settle(pilot)
        assert app.session is not None
        assert app.session.assists == {MEMORY}


@pytest.mark.parametrize("key", ["enter", "q"])
async def test_a_match_that_was_watched_is_kept_once_it_is_over(key: str, tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        app.matches.begin(
            GameOptions("watch", level="chance", south="greedy", target="1", seed="7")
        )
        await until(pilot, lambda: isinstance(app.screen, TallyScreen))
        assert [kept.result is not None for kept in app.matches.archive.matches()] == [True]
        await pilot.press(key)
        if key == "enter":
            await until(pilot, lambda: isinstance(app.screen, OverScreen))
        await pilot.press("q")
        assert len(app.matches.archive.matches()) == 1
        assert app.matches.archive.unfinished() == []


async def test_a_result_is_kept_with_the_last_card_and_the_match_is_no_longer_offered(
    tmp_path: Path,
) -> None:
    left = keep(tmp_path, PEOPLE, 47, rules=Rules(target=1))
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await pilot.press("enter", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, TallyScreen))
        assert app.session is not None
        assert kept_now(tmp_path).log.result == app.session.log.result
        assert left.match.scores == (0, 0)
    async with started(tmp_path) as (app, pilot):
        await pilot.pause()
        assert "Resume match" not in screen_text(app)
        assert app.matches.archive.matches()[0].result is not None


async def test_a_round_that_is_over_is_counted_again_and_the_next_is_dealt(tmp_path: Path) -> None:
    keep(tmp_path, AGAINST_CHANCE, 48, rules=Rules(target=1_000))
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TallyScreen))
        await shows(pilot, "Round 1 is over")
        await pilot.press("enter")
        await settle(pilot)
        assert app.session is not None
        assert kept_now(tmp_path).log.decks == app.session.log.decks
        assert len(app.session.log.decks) == 2


# ----------------------------------------------------------------- in another window

_LAY, _OVER = 0, 48


@pytest.mark.parametrize(
    ("players", "plays", "keys"),
    [
        pytest.param(AGAINST_CHANCE, 0, ["right", "enter"], id="a-card"),
        pytest.param(AGAINST_CHANCE, 0, ["d"], id="the-computer-plays-the-hand"),
        pytest.param(AGAINST_CHANCE, 0, ["h"], id="a-hint"),
        pytest.param(AGAINST_CHANCE, 2, ["u"], id="taking-back"),
        pytest.param(AGAINST_CHANCE, 48, ["enter"], id="the-next-round"),
        pytest.param(AGAINST_CHANCE, 0, ["m", "7", "down", "enter"], id="giving-up"),
        pytest.param(PEOPLE, 1, ["enter"], id="the-keyboard"),
        pytest.param(PEOPLE, 1, ["u"], id="taking-back-at-the-curtain"),
    ],
)
async def test_a_match_resumed_elsewhere_ends_here_whatever_is_pressed(
    players: tuple[Player, Player], plays: int, keys: list[str], tmp_path: Path
) -> None:
    keep(tmp_path, players, plays, rules=Rules(target=1_000), seed="7")
    async with started(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, TitleScreen))
        await settle(pilot)
        other = Archive(tmp_path)
        theirs = resumed(other, 1)
        if theirs.is_round_over:
            theirs.next_round()
        else:
            theirs.lay(theirs.round.legal_plays()[-1])
        for key in keys:
            for screen in app.screen_stack:
                if isinstance(screen, MenuScreen):
                    screen._debounce = 0.0
            await pilot.press(key)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, TitleScreen))
        await shows(pilot, "was gone on with in another window")
        assert kept_now(tmp_path).log == theirs.log
        await pilot.press("down", "up", "enter")
        await until(pilot, lambda: not isinstance(app.screen, TitleScreen))
        assert app.session is not None
        await until(pilot, lambda: app.session is not None)
        other.close()


async def test_a_match_that_is_open_elsewhere_is_asked_for_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, AGAINST_CHANCE)
    monkeypatch.setattr(Archive, "is_open_elsewhere", lambda self, number: True)
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "Resume match")
        await pilot.press("enter")
        await shows(pilot, "open in another window")
        await pilot.press("1")
        assert isinstance(app.screen, TitleScreen)
        await pilot.press("enter")
        await shows(pilot, "open in another window")
        assert isinstance(app.screen, MenuScreen)
        app.screen._debounce = 0.0
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_a_match_ended_elsewhere_is_reported_and_no_longer_offered(tmp_path: Path) -> None:
    keep(tmp_path, AGAINST_CHANCE)
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "Resume match")
        other = Archive(tmp_path)
        resumed(other, 1).abandon()
        other.close()
        await pilot.press("enter")
        await shows(pilot, "ended in another window")
        assert "Resume match" not in screen_text(app)


# ------------------------------------------------------------------------ what is told


async def test_a_file_set_aside_is_reported_once_with_its_path(tmp_path: Path) -> None:
    (tmp_path / db.NAME).write_text("rubbish")
    async with started(tmp_path, (120, 40)) as (app, pilot):
        await shows(pilot, "matches not read")
        assert "matches-broken-1.sqlite3" in "".join(screen_text(app).split())
        await pilot.press("down")
        assert "matches not read" not in screen_text(app)
        await pilot.press("up", "enter")
        await settle(pilot)
        assert "matches not read" not in screen_text(app)
    async with started(tmp_path) as (app, pilot):
        await shows(pilot, "Resume match")
        assert "broken" not in screen_text(app)


async def test_two_notices_are_shown_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / db.NAME).write_text("rubbish")
    async with started(tmp_path) as (app, pilot):
        app.matches.archive.add_notice("and something else")
        await shows(pilot, "matches not read")
        await pilot.pause()
        assert "and something else" not in screen_text(app)
        await pilot.press("down")
        await shows(pilot, "and something else")
        await pilot.press("down")
        assert "and something else" not in screen_text(app)


async def test_where_nothing_can_be_kept_a_notice_says_so_and_one_plays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    async with started(tmp_path / "file") as (app, pilot):
        await shows(pilot, "matches are not kept")
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("1", "1")
        await settle(pilot)
        await pilot.press("q")
        await shows(pilot, "Resume match")
        assert "not kept" not in screen_text(app)


async def test_a_match_that_is_damaged_is_reported_and_the_next_one_offered(tmp_path: Path) -> None:
    keep(tmp_path, PEOPLE, 3)
    keep(tmp_path, AGAINST_CHANCE, seed="marked-seed")
    path = tmp_path / db.NAME
    path.write_bytes(path.read_bytes().replace(b"marked-seed", b"marked-sEed"))
    async with started(tmp_path, (120, 40)) as (app, pilot):
        await shows(pilot, "match 2 is damaged")
        assert (
            "North" in title_items(app)[0].description or "Tarek" in title_items(app)[0].description
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))


async def test_a_computer_player_that_is_known_no_more_is_reported(tmp_path: Path) -> None:
    class Stranger:
        name = character = "stranger"

        def choose(self, view: object, rng: object) -> None: ...

    keep(tmp_path, (Player("Mona"), Player("X", Stranger())))  # type: ignore[arg-type]
    async with started(tmp_path, (120, 40)) as (app, pilot):
        await shows(pilot, "stranger")
        assert "Resume match" not in screen_text(app)
        assert app.session is None


async def test_without_a_word_nothing_is_kept_where_nobody_wants_it(tmp_path: Path) -> None:
    app = BasraApp(Options(pace=0, seed="7"), archive=partial(Archive, None, why_not=""))
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert "not kept" not in screen_text(app)
        assert app.matches.archive.path is None
        assert app.session is not None
