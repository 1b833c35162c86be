"""What a server answers: to its own pages, to strangers, when it is full, when a page is closed."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from aiohttp import (
    ClientWebSocketResponse,
    DummyCookieJar,
    WSMsgType,
    WSServerHandshakeError,
    test_utils,
)
from yarl import URL

from basra.web import server as server_module
from basra.web import visits
from basra.web.games import command
from basra.web.server import FILES
from basra.web.visitors import COOKIE, drawn, known
from tests.web.guests import ECHO, comes_true, echo, heard, introduced, is_running, served

Client = test_utils.TestClient[Any, Any]


def own(client: Client, cookie: str = "") -> dict[str, str]:
    """The headers that a page of the server's sends."""
    headers = {"Origin": f"http://{client.host}:{client.port}"}
    return headers | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})


async def opened(client: Client, visitor: str = "", query: str = "") -> ClientWebSocketResponse:
    """Open a game as *visitor*, or as somebody new, whatever was opened before."""
    client.session._cookie_jar = DummyCookieJar()
    return await client.ws_connect(f"/ws{query}", headers=own(client, visitor))


# ------------------------------------------------------------------- the page


async def test_the_page_asks_for_nothing_that_the_server_does_not_have(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        answer = await client.get("/")
        page = await answer.text()
        assert answer.status == 200
        asked = re.findall(r'(?:src|href)="([^"]*)"', page)
        assert {"static/textual.js", "static/page.js", "static/page.css"} <= set(asked)
        for link in asked:
            if link != "data:,":
                assert (await client.get(f"/{link}")).status == 200, link
        style = await (await client.get("/static/page.css")).text()
        assert re.findall(r"url\(\"(.*?)\"\)", style) == ["RobotoMono.ttf"]


@pytest.mark.parametrize("name", ["page.html", "busy.html", "page.css", "page.js"])
def test_our_own_files_name_no_other_server(name: str) -> None:
    folder = Path(server_module.__file__).parent / "page"
    text = (folder / name).read_text(encoding="utf-8")
    assert not re.search(r"""["'(]\s*(?:https?:)?//\w""", text)


async def test_every_answer_forbids_what_is_not_its_own(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        for path in ("/", "/static/page.js", "/static/nothing", "/nothing"):
            headers = (await client.get(path)).headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "http" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff"


async def test_pages_under_another_path_find_all_that_is_theirs() -> None:
    folder = Path(server_module.__file__).parent / "page"
    for page in ("page.html", "busy.html"):
        links = re.findall(r'(?:src|href)="([^"]*)"', (folder / page).read_text(encoding="utf-8"))
        assert links
        assert not any(link.startswith("/") for link in links)
    assert 'new URL("ws", document.baseURI)' in (folder / "page.js").read_text(encoding="utf-8")


async def test_every_file_of_the_table_is_there(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        for name in FILES:
            answer = await client.get(f"/static/{name}")
            assert answer.status == 200
            assert await answer.read() == FILES[name].read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/static",
        "/static/",
        "/static/.",
        "/static/..",
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e%2fserver.py",
        "/static/..%5cserver.py",
        "/static/page.css%00.js",
        "/static//etc/passwd",
        "/static/js/textual.js",
        "/static/page.html",
        "/download/",
        "/download/..%2f..%2fetc%2fpasswd",
        "/download/0123",
        "/web",
    ],
)
async def test_nothing_is_listed_and_no_path_leads_out(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as client:
        url = URL(f"http://{client.host}:{client.port}{path}", encoded=True)
        answer = await client.session.get(url)
        text = await answer.text()
        assert answer.status == 404
        assert "server.py" not in text
        assert "root:" not in text


# ------------------------------------------------------------------- strangers


@pytest.mark.parametrize("path", ["/", "/ws", "/static/page.js", "/download/0123"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8000"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
    ],
)
async def test_strangers_are_refused(tmp_path: Path, path: str, headers: dict[str, str]) -> None:
    async with served(tmp_path) as client:
        assert (await client.get(path, headers=headers)).status == 403


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
async def test_no_game_is_started_for_another_sites_page(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    async with served(tmp_path) as client:
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect("/ws", headers=own(client) | headers)
        assert refused.value.status == 403
    assert list(tmp_path.iterdir()) == []


async def test_the_socket_is_no_page(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        assert (await client.get("/ws")).status == 400
    assert list(tmp_path.iterdir()) == []


async def test_behind_another_server_its_page_may_play(tmp_path: Path) -> None:
    async with served(tmp_path, public="https://play.example/basra/") as client:
        headers = {"Origin": "https://play.example", "Host": "play.example"}
        async with client.ws_connect("/ws", headers=headers) as socket:
            await introduced(socket)
            assert socket._response.cookies[COOKIE]["secure"]


# ------------------------------------------------------------------- visitors


def cookie_of(socket: ClientWebSocketResponse) -> Any:
    return SimpleCookie(socket._response.headers["Set-Cookie"])[COOKIE]


async def test_a_visitor_is_known_by_a_number_that_no_script_and_no_other_site_sees(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as client, await opened(client) as socket:
        cookie = cookie_of(socket)
        assert known(cookie.value)
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert not cookie["secure"]
        assert (await introduced(socket))["BASRA_DATA_DIR"] == str(tmp_path / cookie.value)


async def test_the_page_alone_makes_nobody_a_visitor(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        assert "Set-Cookie" not in (await client.get("/")).headers
    assert list(tmp_path.iterdir()) == []


async def test_visitors_have_a_process_and_a_folder_each(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as client,
        await opened(client) as one,
        await opened(client) as other,
    ):
        first, second = await introduced(one), await introduced(other)
        assert first["pid"] != second["pid"]
        assert first["BASRA_DATA_DIR"] != second["BASRA_DATA_DIR"]
        assert all(game["BASRA_CONFIG_DIR"] == game["BASRA_DATA_DIR"] for game in (first, second))
        await one.send_json(["stdin", "a"])
        await other.send_json(["stdin", "b"])
        assert (await heard(one), await heard(other)) == (b"Da", b"Db")


async def test_who_comes_back_finds_what_is_theirs(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        async with await opened(client) as socket:
            visitor = cookie_of(socket).value
            first = await introduced(socket)
        async with await opened(client, visitor) as socket:
            assert cookie_of(socket).value == visitor
            assert (await introduced(socket))["BASRA_DATA_DIR"] == first["BASRA_DATA_DIR"]


@pytest.mark.parametrize("sent", ["../../etc", "..", "x" * 4000, "0" * 31])
async def test_a_made_up_number_opens_nobodys_folder(tmp_path: Path, sent: str) -> None:
    async with served(tmp_path) as client, await opened(client, sent) as socket:
        assert known(cookie_of(socket).value)
        assert cookie_of(socket).value != sent
        assert Path((await introduced(socket))["BASRA_DATA_DIR"]).parent == tmp_path


async def test_two_pages_of_one_visitor_play_side_by_side(tmp_path: Path) -> None:
    visitor = drawn()
    async with (
        served(tmp_path) as client,
        await opened(client, visitor) as one,
        await opened(client, visitor) as other,
    ):
        first, second = await introduced(one), await introduced(other)
        assert first["pid"] != second["pid"]
        assert first["BASRA_DATA_DIR"] == second["BASRA_DATA_DIR"]


# ----------------------------------------------------------------- no more room


async def test_one_too_many_gets_a_polite_page_and_disturbs_nobody(tmp_path: Path) -> None:
    async with served(tmp_path, most=1) as client:
        async with await opened(client) as socket:
            await introduced(socket)
            answer = await client.get("/")
            assert answer.status == 503
            assert "As soon as somebody leaves there is one for you." in await answer.text()
            with pytest.raises(WSServerHandshakeError) as refused:
                await opened(client)
            assert refused.value.status == 503
            await socket.send_json(["stdin", "still here"])
            assert await heard(socket) == b"Dstill here"
        async with await opened(client) as socket:
            await introduced(socket)


async def test_a_reload_keeps_its_place_when_all_are_taken(tmp_path: Path) -> None:
    visitor = drawn()
    async with served(tmp_path, most=1) as client:
        before = await opened(client, visitor)
        first = await introduced(before)
        page = await client.get("/", headers={"Cookie": f"{COOKIE}={visitor}"})
        assert page.status == 200
        _, socket = await asyncio.gather(before.close(), opened(client, visitor))
        second = await introduced(socket)
        assert not is_running(first["pid"])
        assert second["BASRA_DATA_DIR"] == first["BASRA_DATA_DIR"]
        await socket.close()


async def test_a_second_page_of_the_one_visitor_there_is_room_for_waits_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "PATIENCE", 0.05)
    visitor = drawn()
    async with served(tmp_path, most=1) as client, await opened(client, visitor) as socket:
        with pytest.raises(WSServerHandshakeError):
            await opened(client, visitor)
        await introduced(socket)


# --------------------------------------------------------------------- the end


@pytest.mark.parametrize("manners", [(), ("stubborn",)])
async def test_a_closed_page_ends_its_process(tmp_path: Path, manners: tuple[str, ...]) -> None:
    async with served(tmp_path, echo(*manners)) as client:
        socket = await opened(client)
        pid = (await introduced(socket))["pid"]
        await socket.close()
        await comes_true(lambda: not is_running(pid))


async def test_pages_opened_and_closed_leave_no_process(tmp_path: Path) -> None:
    pids = []
    async with served(tmp_path, most=3) as client:
        for _ in range(10):
            async with await opened(client) as socket:
                pids.append((await introduced(socket))["pid"])
        await comes_true(lambda: not any(map(is_running, pids)))


async def test_a_lost_connection_ends_its_process(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        socket = await opened(client)
        pid = (await introduced(socket))["pid"]
        assert socket._response.connection
        assert socket._response.connection.transport
        socket._response.connection.transport.abort()
        await comes_true(lambda: not is_running(pid))


async def test_when_the_server_ends_all_games_do(tmp_path: Path) -> None:
    async with served(tmp_path, echo("stubborn")) as client:
        sockets = [await opened(client) for _ in range(2)]
        pids = [(await introduced(socket))["pid"] for socket in sockets]
    assert not any(map(is_running, pids))


@pytest.mark.parametrize("keys", ["q", "crash"])
async def test_a_game_that_ends_or_fails_closes_its_page(tmp_path: Path, keys: str) -> None:
    async with served(tmp_path) as client, await opened(client) as socket:
        pid = (await introduced(socket))["pid"]
        await socket.send_json(["stdin", keys])
        assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE
        await comes_true(lambda: not is_running(pid))


async def test_a_game_that_never_begins_closes_its_page(tmp_path: Path) -> None:
    async with served(tmp_path, echo("silent")) as client, await opened(client) as socket:
        assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE


async def test_a_game_that_cannot_be_started_closes_its_page_and_takes_no_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path, (str(tmp_path / "no such file"),), most=1) as client:
        for _ in range(2):
            async with await opened(client) as socket:
                assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE
    assert "no such file" in caplog.text


async def test_where_no_folder_can_be_made_nobody_plays_and_no_place_is_taken(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    async with served(tmp_path / "file", most=1) as client:
        for _ in range(2):
            with pytest.raises(WSServerHandshakeError) as failed:
                await opened(client)
            assert failed.value.status == 500
        assert (await client.get("/")).status == 200


# ---------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    "said",
    [
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
    ],
)
async def test_what_no_page_says_ends_that_page_only(tmp_path: Path, said: str) -> None:
    async with (
        served(tmp_path) as client,
        await opened(client) as rude,
        await opened(client) as other,
    ):
        await introduced(rude)
        await introduced(other)
        await rude.send_str(said)
        assert (await asyncio.wait_for(rude.receive(), 30)).type is WSMsgType.CLOSE
        await other.send_json(["stdin", "x"])
        assert await heard(other) == b"Dx"


async def test_keys_sizes_and_focus_reach_the_game(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as client,
        await opened(client, query="?width=100&height=30") as socket,
    ):
        told = await introduced(socket)
        assert (told["COLUMNS"], told["ROWS"]) == ("100", "30")
        assert told["TEXTUAL_DRIVER"] == "textual.drivers.web_driver:WebDriver"
        for said in (["stdin", "é \ud800"], ["focus"], ["blur"]):
            await socket.send_str(json.dumps(said))
        await socket.send_json(["resize", {"width": 90, "height": 28}])
        assert await heard(socket) == "Dé ?".encode()
        rest = [json.loads((await heard(socket))[1:]) for _ in range(3)]
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
    async with served(tmp_path) as client, await opened(client, query=query) as socket:
        told = await introduced(socket)
        assert (told["COLUMNS"], told["ROWS"]) == size
        await socket.send_json(["resize", {"width": 10**9, "height": -1}])
        resized = json.loads((await heard(socket))[1:])
        assert (resized["width"], resized["height"]) == (500, 1)


# ------------------------------------------------------------ the command line


async def test_a_game_is_started_from_a_folder_with_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / 'it\'s "here"; $(touch gone) & co:'
    module = odd / "basra" / "web" / "served.py"
    module.parent.mkdir(parents=True)
    for package in (module.parents[1], module.parent):
        (package / "__init__.py").touch()
    module.write_text(f"def main():\n    exec({ECHO!r}, globals())\n", encoding="utf-8")
    python = odd / "the python"
    python.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "path", [str(odd), *sys.path])
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.chdir(odd)
    async with served(odd / "data", command()) as client, await opened(client) as socket:
        told = await introduced(socket)
        assert told["where"] == str(module)
        assert Path(told["BASRA_DATA_DIR"]).parent == odd / "data"
    assert not list(tmp_path.rglob("gone"))


def test_the_command_holds_no_word_of_a_visitor() -> None:
    words = command()
    assert words[0] == sys.executable
    assert words[4:] == tuple(str(Path(place).absolute()) for place in sys.path)
