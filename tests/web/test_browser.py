"""The game in a real browser: keys, mouse, reload, two visitors, too many, a closed tab."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from basra.history.archive import Archive
from basra.match.settings import Settings
from tests.web.browser import Browser, browser, needs_browser
from tests.web.proxy import PATH, certificate, free_port, in_front
from tests.web.serving import (
    below_hand,
    children_of,
    hand_of,
    is_running,
    port_of,
    server_process,
    wait_until,
)

pytestmark = [pytest.mark.slow, needs_browser]
ENDS = "You win the match", "Computer wins the match"
"""How a match against the computer ends; the cards are drawn, so either may win."""


@dataclass
class House:
    """A server that is running."""

    url: str
    pid: int
    root: Path

    @property
    def games(self) -> list[int]:
        """The processes of the games that are being played."""
        return children_of(self.pid)


@contextmanager
def house(folder: Path, *arguments: str) -> Iterator[House]:
    with server_process(*arguments, BASRA_DATA_DIR=str(folder)) as (process, url):
        yield House(url, process.pid, folder / "web")


def ends(*pids: int) -> None:
    """Wait until these processes have ended."""
    asyncio.run(wait_until(lambda: not any(map(is_running, pids))))


def begin(page: Browser) -> None:
    """Go from the title to the table, and wait for the turn of the player."""
    page.shows("the Egyptian card game")
    page.press(Keys.ENTER)
    page.shows("Your turn")


def lay(page: Browser, *, by_mouse: bool) -> None:
    """Lay the first card of the hand."""
    text = page.text
    card = hand_of(text)[0]
    if by_mouse:
        row = page.row_of(card, below="your hand")
        page.click(card, below="your hand")
        page.until(
            lambda: page.row_of(card, below="your hand") != row,
            lambda: f"{card} is not chosen:\n{page.text}",
        )
        page.click(card, below="your hand")
    else:
        digits = next(line for line in below_hand(text) if re.fullmatch(r" *[1-6][1-6 ]*", line))
        page.press(digits.split()[0], Keys.ENTER)
    page.until(
        lambda: not any(card in line for line in below_hand(page.text)),
        lambda: f"{card} is not laid:\n{page.text}",
    )


def go_on(page: Browser) -> None:
    """Go on from the points of a round; they want a key that comes after a pause."""

    def is_gone() -> bool:
        page.press(Keys.ENTER)
        return page.comes(lambda: " is over" not in page.text, 3)

    page.until(is_gone, lambda: f"the points do not go:\n{page.text}")


def test_a_match_is_played_with_keys_and_mouse_kept_and_nothing_comes_from_elsewhere(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as at, browser(at.url) as page:
        page.shows("the Egyptian card game")
        (folder,) = at.root.iterdir()
        folder.joinpath("settings.toml").write_text(
            str(Settings(pace="instant", animation="off", target=20)), encoding="utf-8"
        )
        page.reload()
        begin(page)
        rounds = 0
        while not any(end in page.text for end in ENDS):
            rounds += 1
            for number in range(24):
                lay(page, by_mouse=number % 2 == 1)
                page.shows("Your turn", f"Round {rounds} is over")
            page.shows(f"Round {rounds} is over")
            go_on(page)
            page.shows("Your turn", *ENDS)
        archive = Archive(folder)
        (match,) = archive.matches()
        archive.close()
        assert match.result
        assert all(points in page.text for points in match.result.text.split("-"))
        assert page.runs("return document.fonts.check(\"16px 'Roboto Mono'\")")
        assert page.asked
        own = at.url.removeprefix("http")
        assert not [
            url for url in page.asked if not url.startswith(("data:", f"http{own}", f"ws{own}"))
        ]
        (cookie,) = page.cookies
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        assert cookie["value"] == folder.name
        assert page.runs("return document.cookie") == ""


def test_a_reload_offers_the_same_match(tmp_path: Path) -> None:
    with house(tmp_path, "--max-sessions", "1") as at, browser(at.url) as page:
        begin(page)
        hand = hand_of(page.text)
        (before,) = at.games
        page.reload()
        page.shows("Resume")
        ends(before)
        page.press(Keys.ENTER)
        page.shows("Your turn")
        assert hand_of(page.text) == hand
        assert len(at.games) == 1


def test_two_visitors_have_a_game_each_and_a_third_is_asked_to_wait(tmp_path: Path) -> None:
    with (
        house(tmp_path, "--max-sessions", "2") as at,
        browser(at.url) as one,
        browser(at.url) as other,
    ):
        begin(one)
        begin(other)
        assert hand_of(one.text) != hand_of(other.text)
        assert len(at.games) == 2
        assert one.cookies[0]["value"] != other.cookies[0]["value"]
        hand = hand_of(other.text)
        lay(one, by_mouse=False)
        with browser(at.url) as third:
            third.says("All places are taken just now.")
            one.press("q")
            one.shows("Resume")
            one.press("q")
            one.says("A match that you were in is kept and waits for you.")
            third.open()
            third.shows("Enter starts a match")
            assert "Resume" not in third.text
        assert hand_of(other.text) == hand
        one.press(Keys.ENTER)
        one.shows("Resume")


def test_a_closed_tab_ends_its_process_and_no_other(tmp_path: Path) -> None:
    with house(tmp_path) as at, browser(at.url) as page:
        begin(page)
        (first,) = at.games
        before = page.new_tab()
        page.shows("the Egyptian card game")
        (second,) = set(at.games) - {first}
        page.close_tab(before)
        ends(second)
        assert at.games == [first]


def test_when_the_server_ends_the_page_says_so_and_no_process_stays(tmp_path: Path) -> None:
    with house(tmp_path) as at, browser(at.url) as page:
        begin(page)
        games = at.games
        assert len(games) == 1
        os.kill(at.pid, signal.SIGTERM)
        page.says("A match that you were in is kept and waits for you.")
        ends(*games)


def test_a_server_that_is_killed_takes_its_games_with_it(tmp_path: Path) -> None:
    with house(tmp_path) as at, browser(at.url) as page:
        begin(page)
        games = at.games
        assert len(games) == 1
        os.kill(at.pid, signal.SIGKILL)
        page.says("A match that you were in is kept and waits for you.")
        ends(*games)


def test_the_browser_keeps_no_key_that_is_needed(tmp_path: Path) -> None:
    with house(tmp_path) as at, browser(at.url) as page:
        page.shows("the Egyptian card game")
        page.press(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
        page.shows("Your turn")
        page.press(Keys.TAB, Keys.ESCAPE)
        page.shows("back to the table")
        page.press(Keys.ESCAPE)
        page.shows("Your turn")
        page.press("?")
        page.shows("lay the chosen card")
        page.press(Keys.ESCAPE)
        page.shows("Your turn")
        page.press("q")
        page.shows("Resume")


def test_a_saved_table_is_a_file_of_the_browser(tmp_path: Path) -> None:
    with house(tmp_path / "data") as at, browser(at.url) as page:
        page.saves_into(tmp_path)
        begin(page)
        page.hold(Keys.CONTROL, "s")
        page.shows("into your downloads")
        page.press(Keys.ENTER)
        page.shows("your browser has it")
        page.until(lambda: (tmp_path / "basra.txt").exists(), lambda: page.text)
        assert "your hand" in (tmp_path / "basra.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate is needed")
def test_behind_https_and_under_another_path_the_page_finds_all_that_is_its_own(
    tmp_path: Path,
) -> None:
    port = free_port()
    public = f"https://localhost:{port}{quote(PATH)}"
    with (
        in_front(port, certificate(tmp_path)) as behind,
        house(tmp_path / "data", "--public-url", public) as at,
    ):
        assert at.url == public
        behind.append(port_of(at.pid))
        with browser(at.url) as page:
            begin(page)
            assert page.runs("return document.fonts.check(\"16px 'Roboto Mono'\")")
            own = public.removeprefix("https")
            foreign = ("data:", f"https{own}", f"wss{own}")
            assert not [url for url in page.asked if not url.startswith(foreign)]
            assert page.cookies[0]["secure"]
            page.saves_into(tmp_path)
            page.hold(Keys.CONTROL, "s")
            page.shows("into your downloads")
            page.press(Keys.ENTER)
            page.until(lambda: (tmp_path / "basra.txt").exists(), lambda: page.text)
