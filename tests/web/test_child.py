"""A real game behind a page: what reaches the page, what does not, and how it ends."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from basra.match.settings import Settings
from basra.web.game_process import game_command
from basra.web.visitors import new_visitor, visitor_folder
from tests.web.serving import children_of, hand_of, is_running, open_page, serving, wait_until

WINDOW = "?width=80&height=24"
ENDLESS = """
import sys
sys.path[:] = sys.argv[1:]
from basra import ai
from basra.web.child import main

def choose(self, view, rng):
    while True:
        pass

type(ai.bot("master")).choose = choose
sys.exit(main())
"""
"""A game whose strongest players never come to an end, and cannot be cancelled."""


class Page:
    """What a page would show of a game, and the keys typed into it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def press(self, keys: str) -> None:
        await self.socket.send_json(["stdin", keys])

    async def shows(self, text: str) -> None:
        """Wait until *text* is on the page."""
        await self.until(lambda shown: text in shown, f"{text!r} is not on the page")

    async def until(self, holds: Callable[[str], bool], fault: str) -> None:
        """Wait until something *holds* of the text on the page; else say its *fault*."""
        try:
            async with asyncio.timeout(60):
                while not holds(self.text):
                    message = await self.socket.receive()
                    assert message.type is WSMsgType.BINARY, (message, self.text)
                    self._stream.feed(message.data)
        except TimeoutError:
            raise AssertionError(f"{fault}:\n{self.text}") from None


def test_only_the_driver_reaches_the_page() -> None:
    program = (
        "import os, subprocess, sys, warnings\n"
        "from basra.web.child import redirect_stdout\n"
        "redirect_stdout()\n"
        "print('printed')\n"
        "os.write(1, b'written')\n"
        "sys.stdout.write('said')\n"
        "subprocess.run(['echo', 'by another'])\n"
        "warnings.warn('warned')\n"
        "os.write(sys.__stdout__.fileno(), b'meant')\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "meant"
    for word in ("printed", "written", "said", "by another", "warned"):
        assert word in done.stderr


def hasty_visitor(root: Path) -> str:
    """Return a visitor whose computer plays at once, so that a test need not wait for it."""
    visitor = new_visitor()
    settings = Settings(pace="instant", animation="off")
    visitor_folder(visitor, root).joinpath("settings.toml").write_text(str(settings))
    return visitor


@pytest.mark.slow
async def test_a_game_is_played_with_warnings_and_chatter_on(tmp_path: Path) -> None:
    loud = {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1", "PYTHONFAULTHANDLER": "1"}
    async with (
        serving(tmp_path, game_command(), environment={**os.environ, **loud}) as client,
        await open_page(client, query=WINDOW) as socket,
    ):
        page = Page(socket)
        await page.shows("the Egyptian card game")
        await page.press("\r")
        await page.shows("your hand")
        await page.press("?")
        await page.shows("lay the chosen card")


@pytest.mark.slow
async def test_the_process_ends_with_its_page_while_the_computer_thinks(tmp_path: Path) -> None:
    visitor = new_visitor()
    visitor_folder(visitor, tmp_path).joinpath("settings.toml").write_text(
        str(Settings(level="master", dealer="me", animation="off")), encoding="utf-8"
    )
    command = list(game_command())
    command[command.index("-c") + 1] = ENDLESS
    async with serving(tmp_path, tuple(command)) as client:
        socket = await open_page(client, visitor, query=WINDOW)
        page = Page(socket)
        await page.shows("the Egyptian card game")
        (pid,) = children_of(os.getpid())
        await page.press("\r")
        await page.shows("is thinking")
        await socket.close()
        await wait_until(lambda: not is_running(pid))


@pytest.mark.slow
async def test_a_reload_offers_the_same_match_and_another_visitor_does_not_see_it(
    tmp_path: Path,
) -> None:
    visitor = hasty_visitor(tmp_path)
    async with serving(tmp_path, game_command(), limit=2) as client:
        async with await open_page(client, visitor, query=WINDOW) as socket:
            page = Page(socket)
            await page.shows("the Egyptian card game")
            await page.press("\r")
            await page.shows("Your turn")
            hand = hand_of(page.text)
        async with await open_page(client, query=WINDOW) as socket:
            other = Page(socket)
            await other.shows("Enter starts a match")
            assert "Resume" not in other.text
        async with await open_page(client, visitor, query=WINDOW) as socket:
            page = Page(socket)
            await page.shows("Resume")
            await page.press("\r")
            await page.shows("Your turn")
            assert hand_of(page.text) == hand


@pytest.mark.slow
async def test_a_second_page_of_a_visitor_leaves_the_match_of_the_first_alone(
    tmp_path: Path,
) -> None:
    visitor = hasty_visitor(tmp_path)
    async with (
        serving(tmp_path, game_command()) as client,
        await open_page(client, visitor, query=WINDOW) as first,
    ):
        one = Page(first)
        await one.shows("the Egyptian card game")
        await one.press("\r")
        await one.shows("Your turn")
        hand = hand_of(one.text)
        async with await open_page(client, visitor, query=WINDOW) as second:
            two = Page(second)
            await two.shows("Resume match")
            await two.press("\r")
            await two.shows("This match is open in another window.")
            await two.press("\x1b")
            await two.shows("the Egyptian card game")
            await two.press("2")
            await two.shows("first to deal")
            await two.press("\r")
            await two.shows("your hand")
            await one.press("11")
            await one.until(
                lambda text: "Your turn" in text and len(hand_of(text)) == len(hand) - 1,
                "the first page does not play on",
            )


@pytest.mark.slow
async def test_leaving_the_game_closes_the_page(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, game_command()) as client,
        await open_page(client, query=WINDOW) as socket,
    ):
        page = Page(socket)
        await page.shows("the Egyptian card game")
        await page.press("q")
        async for message in socket:
            assert message.type is WSMsgType.BINARY
        assert socket.close_code is not None


@pytest.mark.slow
async def test_a_saved_table_is_handed_to_the_browser_and_not_left_on_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with (
        serving(tmp_path / "web", game_command()) as client,
        await open_page(client, query=WINDOW) as socket,
    ):
        page = Page(socket)
        await page.shows("the Egyptian card game")
        await page.press("\r")
        await page.shows("Your turn")
        await page.press("\x13")
        await page.shows("into your downloads")
        await page.press("\r")
        while (message := await asyncio.wait_for(socket.receive(), 60)).type is WSMsgType.BINARY:
            pass
        kind, key = message.json()
        assert kind == "deliver_file_start"
        reading = asyncio.create_task(_read(socket))
        answer = await client.get(f"/download/{key}")
        text = await answer.text()
        reading.cancel()
        assert answer.headers["Content-Disposition"] == 'attachment; filename="basra.txt"'
        assert "your hand" in text
        assert (await client.get(f"/download/{key}")).status == 404
    assert not list(tmp_path.glob("*.txt"))


async def _read(socket: ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass
