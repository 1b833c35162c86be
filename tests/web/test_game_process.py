"""The process of a game: its room, its end, the messages between it and its page."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from aiohttp import (
    WSMsgType,
    WSServerHandshakeError,
)

from basra.web import capacity
from basra.web.game_process import game_command
from basra.web.visitors import COOKIE, new_visitor
from tests.web.serving import (
    FAKE_GAME,
    fake_game,
    introduction,
    is_running,
    open_page,
    receive,
    serving,
    wait_until,
)

# ----------------------------------------------------------------- no more room


async def test_one_too_many_gets_a_polite_page_and_disturbs_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, limit=1) as client:
        async with await open_page(client) as socket:
            await introduction(socket)
            answer = await client.get("/")
            assert answer.status == 503
            assert "As soon as somebody leaves there is one for you." in await answer.text()
            with pytest.raises(WSServerHandshakeError) as refused:
                await open_page(client)
            assert refused.value.status == 503
            await socket.send_json(["stdin", "still here"])
            assert await receive(socket) == b"Dstill here"
        async with await open_page(client) as socket:
            await introduction(socket)


async def test_a_reload_keeps_its_place_when_all_are_taken(tmp_path: Path) -> None:
    visitor = new_visitor()
    async with serving(tmp_path, limit=1) as client:
        before = await open_page(client, visitor)
        first = await introduction(before)
        page = await client.get("/", headers={"Cookie": f"{COOKIE}={visitor}"})
        assert page.status == 200
        _, socket = await asyncio.gather(before.close(), open_page(client, visitor))
        second = await introduction(socket)
        assert not is_running(first["pid"])
        assert second["BASRA_DATA_DIR"] == first["BASRA_DATA_DIR"]
        await socket.close()


async def test_a_second_page_of_the_one_visitor_there_is_room_for_waits_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "WAIT_TIMEOUT", 0.05)
    visitor = new_visitor()
    async with serving(tmp_path, limit=1) as client, await open_page(client, visitor) as socket:
        with pytest.raises(WSServerHandshakeError):
            await open_page(client, visitor)
        await introduction(socket)


# --------------------------------------------------------------------- the end


@pytest.mark.parametrize("flags", [(), ("stubborn",)])
async def test_a_closed_page_ends_its_process(tmp_path: Path, flags: tuple[str, ...]) -> None:
    async with serving(tmp_path, fake_game(*flags)) as client:
        socket = await open_page(client)
        pid = (await introduction(socket))["pid"]
        await socket.close()
        await wait_until(lambda: not is_running(pid))


async def test_pages_opened_and_closed_leave_no_process(tmp_path: Path) -> None:
    pids = []
    async with serving(tmp_path, limit=3) as client:
        for _ in range(10):
            async with await open_page(client) as socket:
                pids.append((await introduction(socket))["pid"])
        await wait_until(lambda: not any(map(is_running, pids)))


async def test_a_lost_connection_ends_its_process(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        socket = await open_page(client)
        pid = (await introduction(socket))["pid"]
        assert socket._response.connection
        assert socket._response.connection.transport
        socket._response.connection.transport.abort()
        await wait_until(lambda: not is_running(pid))


async def test_when_the_server_ends_all_games_do(tmp_path: Path) -> None:
    async with serving(tmp_path, fake_game("stubborn")) as client:
        sockets = [await open_page(client) for _ in range(2)]
        pids = [(await introduction(socket))["pid"] for socket in sockets]
    assert not any(map(is_running, pids))


@pytest.mark.parametrize("keys", ["q", "crash"])
async def test_a_game_that_ends_or_fails_closes_its_page(tmp_path: Path, keys: str) -> None:
    async with serving(tmp_path) as client, await open_page(client) as socket:
        pid = (await introduction(socket))["pid"]
        await socket.send_json(["stdin", keys])
        assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE
        await wait_until(lambda: not is_running(pid))


async def test_a_game_that_never_begins_closes_its_page(tmp_path: Path) -> None:
    async with serving(tmp_path, fake_game("silent")) as client, await open_page(client) as socket:
        assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE


async def test_a_game_that_cannot_be_started_closes_its_page_and_takes_no_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, (str(tmp_path / "no such file"),), limit=1) as client:
        for _ in range(2):
            async with await open_page(client) as socket:
                assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE
    assert "no such file" in caplog.text


async def test_where_no_folder_can_be_made_nobody_plays_and_no_place_is_taken(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    async with serving(tmp_path / "file", limit=1) as client:
        for _ in range(2):
            with pytest.raises(WSServerHandshakeError) as failed:
                await open_page(client)
            assert failed.value.status == 500
        assert (await client.get("/")).status == 200


# ------------------------------------------------------------------- messages


async def test_a_message_that_no_page_sends_ends_that_page_only(tmp_path: Path) -> None:
    async with serving(tmp_path) as client, await open_page(client) as other:
        await introduction(other)
        for text in (
            "no json",
            "[" * 10_000,
            "[]",
            "{}",
            "1",
            '["stdin"]',
            '["stdin", 1]',
            '["resize", {"width": 80}]',
            '["resize", {"width": "80", "height": "24"}]',
            '["quit"]',
            '["deliver_chunk_request", {}]',
        ):
            async with await open_page(client) as rude:
                await introduction(rude)
                await rude.send_str(text)
                closing = await asyncio.wait_for(rude.receive(), 30)
                assert closing.type is WSMsgType.CLOSE, text[:50]
        await other.send_json(["stdin", "x"])
        assert await receive(other) == b"Dx"


async def test_keys_sizes_and_focus_reach_the_game(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as client,
        await open_page(client, query="?width=100&height=30") as socket,
    ):
        facts = await introduction(socket)
        assert (facts["COLUMNS"], facts["ROWS"]) == ("100", "30")
        assert facts["TEXTUAL_DRIVER"] == "textual.drivers.web_driver:WebDriver"
        for message in (["stdin", "é \ud800"], ["focus"], ["blur"]):
            await socket.send_str(json.dumps(message))
        await socket.send_json(["resize", {"width": 90, "height": 28}])
        assert await receive(socket) == "Dé ?".encode()
        rest = [json.loads((await receive(socket))[1:]) for _ in range(3)]
        assert rest == [
            {"type": "focus"},
            {"type": "blur"},
            {"type": "resize", "width": 90, "height": 28},
        ]
        await socket.send_json(["ping", "17"])
        answer = await asyncio.wait_for(socket.receive(), 30)
        assert json.loads(answer.data) == ["pong", "17"]


@pytest.mark.parametrize(
    ("query", "size"),
    [
        ("", ("80", "24")),
        ("?width=99999&height=99999", ("500", "200")),
        ("?width=0&height=-5", ("1", "24")),
        ("?width=1e9&height=x", ("80", "24")),
        ("?width=%D9%A3", ("80", "24")),
    ],
)
async def test_no_window_is_larger_than_can_be(
    tmp_path: Path, query: str, size: tuple[str, str]
) -> None:
    async with serving(tmp_path) as client, await open_page(client, query=query) as socket:
        facts = await introduction(socket)
        assert (facts["COLUMNS"], facts["ROWS"]) == size
        await socket.send_json(["resize", {"width": 10**9, "height": -1}])
        resized = json.loads((await receive(socket))[1:])
        assert (resized["width"], resized["height"]) == (500, 1)


# ------------------------------------------------------------ the command line


async def test_a_game_is_started_from_a_folder_with_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / 'it\'s "here"; $(touch gone) & co:'
    module = odd / "basra" / "web" / "child.py"
    module.parent.mkdir(parents=True)
    for package in (module.parents[1], module.parent):
        (package / "__init__.py").touch()
    module.write_text(f"def main():\n    exec({FAKE_GAME!r}, globals())\n", encoding="utf-8")
    python = odd / "the python"
    python.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "path", [str(odd), *sys.path])
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.chdir(odd)
    async with serving(odd / "data", game_command()) as client, await open_page(client) as socket:
        facts = await introduction(socket)
        assert facts["where"] == str(module)
        assert Path(facts["BASRA_DATA_DIR"]).parent == odd / "data"
    assert not list(tmp_path.rglob("gone"))


def test_the_command_holds_no_word_of_a_visitor() -> None:
    words = game_command()
    assert words[0] == sys.executable
    assert words[4:] == tuple(str(Path(place).absolute()) for place in sys.path)
