"""The server: pages out, keys in.

Law of this file: no request is answered before `Place` has let it in; no file is sent but those in
one table, so that there is no path to climb and no folder to list.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, hdrs, web
from textual_serve.download_manager import DownloadManager

from basra.web.capacity import Visit, Visits
from basra.web.game_process import Game
from basra.web.origins import Place
from basra.web.visitors import COOKIE, REMEMBERED, drawn, environment_of, folder_of, known

log = logging.getLogger("basra.web")

_OURS = Path(__file__).parent / "page"
_THEIRS = Path(textual_serve.__file__).parent / "static"
FILES: Final = {
    "page.css": _OURS / "page.css",
    "page.js": _OURS / "page.js",
    "textual.js": _THEIRS / "js" / "textual.js",
    "xterm.css": _THEIRS / "css" / "xterm.css",
    "RobotoMono.ttf": _THEIRS / "fonts" / "RobotoMono-VariableFont_wght.ttf",
}
"""Every file that is sent, by the name it is asked for."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; font-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What every answer says: a page of ours uses nothing that is not ours, and nobody else's it."""
HEARTBEAT = 15.0
"""Seconds after which a browser that says nothing any more is asked whether it is there."""
STUCK = 10.0
"""Seconds after which a game that takes no keys is given up."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The game at one place, for visitors whose folders lie under one folder."""

    def __init__(
        self,
        place: Place,
        visits: Visits,
        root: Path,
        words: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        """Start each game by the command *words*, in an *environment* made its visitor's own."""
        self.place = place
        self._visits = visits
        self._root = root
        self._words = words
        self._environment = environment
        self._downloads = DownloadManager()
        self._sockets: set[web.WebSocketResponse] = set()
        self._endings: set[asyncio.Task[None]] = set()

    def application(self) -> web.Application:
        """Return what answers the requests."""

        @web.middleware
        async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._guarded(request, handler)

        app = web.Application(middlewares=[guarded])
        app.router.add_get("/", self._page)
        app.router.add_get("/ws", self._visit)
        app.router.add_get("/static/{name}", self._file)
        app.router.add_get("/download/{key}", self._download)
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close)
        app.on_cleanup.append(self._ended)
        return app

    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get(hdrs.HOST)
        if not self.place.is_asked(host):
            return web.Response(status=403, text="There is no game under this name.\n")
        if not self.place.is_own(request.headers.get(hdrs.ORIGIN), host):
            return web.Response(status=403, text="Another page may not play here.\n")
        return await handler(request)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if self._visits.has_room_for(known(request.cookies.get(COOKIE))):
            return web.FileResponse(_OURS / "page.html", headers={"Cache-Control": "no-store"})
        return _busy()

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = FILES.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Send the file that a game hands to its player, once."""
        key = request.match_info["key"]
        try:
            file = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound from None
        response = web.StreamResponse()
        response.content_type = "text/plain"
        response.charset = "utf-8"
        name = file.file_name if file.file_name.isascii() and file.file_name.isprintable() else ""
        response.headers[hdrs.CONTENT_DISPOSITION] = f"attachment; filename={json.dumps(name)}"
        await response.prepare(request)
        async for chunk in self._downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response

    async def _visit(self, request: web.Request) -> web.StreamResponse:
        """Play with a visitor until the page, or the game, is closed."""
        visitor = known(request.cookies.get(COOKIE)) or drawn()
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=1.0)
        if not socket.can_prepare(request):
            raise web.HTTPBadRequest(text="This address is for the page of the game.\n")
        visit = await self._visits.enter(visitor)
        if visit is None:
            return _busy()
        try:
            game = self._game(visitor, socket)
        except OSError:
            await self._visits.leave(visit)
            raise
        self._sockets.add(socket)
        try:
            self._recognise(socket, visitor)
            await socket.prepare(request)
            await game.start(_number(request, "width", 80), _number(request, "height", 24))
            await _listen(socket, game)
        except OSError as error:
            log.error("a game could not be played: %s", error)
        finally:
            self._sockets.discard(socket)
            visit.is_leaving = True
            ending = asyncio.create_task(self._end(game, visit, socket))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)  # whoever gives up waiting, the process does end
        return socket

    def _recognise(self, socket: web.WebSocketResponse, visitor: str) -> None:
        """Let the browser of *visitor* say next time who they are."""
        socket.set_cookie(
            COOKIE,
            visitor,
            max_age=REMEMBERED,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=self.place.is_secure,
        )

    async def _end(self, game: Game, visit: Visit, socket: web.WebSocketResponse) -> None:
        """End *game*; only then there is room for another."""
        try:
            await game.stop()
        finally:
            await self._visits.leave(visit)
            if socket.prepared:
                await socket.close()

    def _game(self, visitor: str, socket: web.WebSocketResponse) -> Game:
        async def send_bytes(data: bytes) -> None:
            if not socket.closed:
                with contextlib.suppress(ConnectionError):
                    await socket.send_bytes(data)

        async def send_str(data: str) -> None:
            if not socket.closed:
                with contextlib.suppress(ConnectionError):
                    await socket.send_str(data)

        async def close() -> None:
            await socket.close()

        return Game(
            self._words,
            environment_of(folder_of(visitor, self._root), self._environment),
            write_bytes=send_bytes,
            write_str=send_str,
            close=close,
            downloads=self._downloads,
        )

    async def _close(self, _: web.Application) -> None:
        """Tell every page that the server ends; their games end with them."""
        closing = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in set(self._sockets)]
        await asyncio.gather(*closing, return_exceptions=True)

    async def _ended(self, _: web.Application) -> None:
        """Wait until the last game has ended."""
        while self._endings:
            ending = self._endings.pop()
            await asyncio.gather(ending, return_exceptions=True)


async def _listen(socket: web.WebSocketResponse, game: Game) -> None:
    """Pass on what a page says until it is closed, or says what no page of ours does."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            async with asyncio.timeout(STUCK):
                await _obey(socket, game, json.loads(message.data))
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        except TimeoutError:
            log.error("a game took no keys for %.0f seconds and is ended", STUCK)
            await socket.close(code=WSCloseCode.INTERNAL_ERROR)


async def _obey(socket: web.WebSocketResponse, game: Game, said: Any) -> None:
    match said:
        case ["stdin", str(keys)]:
            await game.send_bytes(keys.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await game.set_terminal_size(width, height)
        case ["ping", str(stamp)]:
            await socket.send_json(["pong", stamp[:40]])
        case ["blur"]:
            await game.blur()
        case ["focus"]:
            await game.focus()
        case _:
            raise ValueError("no message of the page")


def _number(request: web.Request, name: str, usual: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else usual


def _busy() -> web.Response:
    page = (_OURS / "busy.html").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-store", "Retry-After": "30"}
    return web.Response(status=503, text=page, content_type="text/html", headers=headers)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
