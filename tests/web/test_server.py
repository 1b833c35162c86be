"""What a server answers: to its own pages, to strangers, to visitors."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from aiohttp import (
    ClientWebSocketResponse,
    WSServerHandshakeError,
)
from yarl import URL

from basra.web import server as server_module
from basra.web.server import STATIC_FILES
from basra.web.visitors import COOKIE, new_visitor, parse_visitor
from tests.web.serving import (
    introduction,
    open_page,
    page_headers,
    receive,
    serving,
)

# ------------------------------------------------------------------- the page


async def test_the_page_asks_for_nothing_that_the_server_does_not_have(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
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
    async with serving(tmp_path) as client:
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
    async with serving(tmp_path) as client:
        for name in STATIC_FILES:
            answer = await client.get(f"/static/{name}")
            assert answer.status == 200
            assert await answer.read() == STATIC_FILES[name].read_bytes()


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
    async with serving(tmp_path) as client:
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
    async with serving(tmp_path) as client:
        assert (await client.get(path, headers=headers)).status == 403


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
async def test_no_game_is_started_for_another_sites_page(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    async with serving(tmp_path) as client:
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect("/ws", headers=page_headers(client) | headers)
        assert refused.value.status == 403
    assert list(tmp_path.iterdir()) == []


async def test_the_socket_is_no_page(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        assert (await client.get("/ws")).status == 400
    assert list(tmp_path.iterdir()) == []


async def test_behind_another_server_its_page_may_play(tmp_path: Path) -> None:
    async with serving(tmp_path, public_url="https://play.example/basra/") as client:
        headers = {"Origin": "https://play.example", "Host": "play.example"}
        async with client.ws_connect("/ws", headers=headers) as socket:
            await introduction(socket)
            assert socket._response.cookies[COOKIE]["secure"]


# ------------------------------------------------------------------- visitors


def cookie_of(socket: ClientWebSocketResponse) -> Any:
    return SimpleCookie(socket._response.headers["Set-Cookie"])[COOKIE]


async def test_a_visitor_is_known_by_a_number_that_no_script_and_no_other_site_sees(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as client, await open_page(client) as socket:
        cookie = cookie_of(socket)
        assert parse_visitor(cookie.value)
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert not cookie["secure"]
        assert (await introduction(socket))["BASRA_DATA_DIR"] == str(tmp_path / cookie.value)


async def test_the_page_alone_makes_nobody_a_visitor(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        assert "Set-Cookie" not in (await client.get("/")).headers
    assert list(tmp_path.iterdir()) == []


async def test_visitors_have_a_process_and_a_folder_each(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as client,
        await open_page(client) as one,
        await open_page(client) as other,
    ):
        first, second = await introduction(one), await introduction(other)
        assert first["pid"] != second["pid"]
        assert first["BASRA_DATA_DIR"] != second["BASRA_DATA_DIR"]
        assert all(game["BASRA_CONFIG_DIR"] == game["BASRA_DATA_DIR"] for game in (first, second))
        await one.send_json(["stdin", "a"])
        await other.send_json(["stdin", "b"])
        assert (await receive(one), await receive(other)) == (b"Da", b"Db")


async def test_who_comes_back_finds_what_is_theirs(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        async with await open_page(client) as socket:
            visitor = cookie_of(socket).value
            first = await introduction(socket)
        async with await open_page(client, visitor) as socket:
            assert cookie_of(socket).value == visitor
            assert (await introduction(socket))["BASRA_DATA_DIR"] == first["BASRA_DATA_DIR"]


@pytest.mark.parametrize("sent", ["../../etc", "..", "x" * 4000, "0" * 31])
async def test_a_made_up_number_opens_nobodys_folder(tmp_path: Path, sent: str) -> None:
    async with serving(tmp_path) as client, await open_page(client, sent) as socket:
        assert parse_visitor(cookie_of(socket).value)
        assert cookie_of(socket).value != sent
        assert Path((await introduction(socket))["BASRA_DATA_DIR"]).parent == tmp_path


async def test_two_pages_of_one_visitor_play_side_by_side(tmp_path: Path) -> None:
    visitor = new_visitor()
    async with (
        serving(tmp_path) as client,
        await open_page(client, visitor) as one,
        await open_page(client, visitor) as other,
    ):
        first, second = await introduction(one), await introduction(other)
        assert first["pid"] != second["pid"]
        assert first["BASRA_DATA_DIR"] == second["BASRA_DATA_DIR"]
