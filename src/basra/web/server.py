"""The web server: request handlers for the page, its files, downloads and the WebSocket.

No request is answered before `ServedAddress` has accepted its headers.  The only files sent are
those in one table, so that there is no path to climb and no folder to list.
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

from basra.web.capacity import Capacity, Slot
from basra.web.game_process import GameProcess
from basra.web.origins import ServedAddress
from basra.web.visitors import (
    COOKIE,
    COOKIE_MAX_AGE,
    game_environment,
    new_visitor,
    parse_visitor,
    visitor_folder,
)

log = logging.getLogger("basra.web")

_PAGES = Path(__file__).parent / "page"
_TEXTUAL_SERVE = Path(textual_serve.__file__).parent / "static"
STATIC_FILES: Final = {
    "page.css": _PAGES / "page.css",
    "page.js": _PAGES / "page.js",
    "textual.js": _TEXTUAL_SERVE / "js" / "textual.js",
    "xterm.css": _TEXTUAL_SERVE / "css" / "xterm.css",
    "RobotoMono.ttf": _TEXTUAL_SERVE / "fonts" / "RobotoMono-VariableFont_wght.ttf",
}
"""Every file that is served, by its name under ``/static/``."""
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; font-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response: our pages use only our files, and no other site uses them."""
HEARTBEAT = 15.0
"""Seconds between pings of a browser."""
INPUT_TIMEOUT = 10.0
"""Seconds after which a game that reads no input is ended."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The game at one address, for visitors with their folders under one folder."""

    def __init__(
        self,
        address: ServedAddress,
        capacity: Capacity,
        root: Path,
        command: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        """Start each game by *command*, in *environment* but with the folder of its visitor."""
        self.address = address
        self._capacity = capacity
        self._root = root
        self._command = command
        self._environment = environment
        self._downloads = DownloadManager()
        self._sockets: set[web.WebSocketResponse] = set()
        self._stop_tasks: set[asyncio.Task[None]] = set()

    def make_application(self) -> web.Application:
        """Return the aiohttp application, with its routes, headers and shutdown."""

        @web.middleware
        async def check_headers(request: web.Request, handler: Handler) -> web.StreamResponse:
            refusal = self._refuse(request)
            return await handler(request) if refusal is None else refusal

        app = web.Application(middlewares=[check_headers])
        app.router.add_get("/", self._handle_page)
        app.router.add_get("/ws", self._handle_websocket)
        app.router.add_get("/static/{name}", self._handle_static)
        app.router.add_get("/download/{key}", self._handle_download)
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close_sockets)
        app.on_cleanup.append(self._wait_for_games)
        return app

    def _refuse(self, request: web.Request) -> web.Response | None:
        """Return the refusal of a request for another host or from another site, or ``None``."""
        host = request.headers.get(hdrs.HOST)
        if not self.address.accepts_host(host):
            return web.Response(status=403, text="There is no game under this name.\n")
        if not self.address.accepts_origin(request.headers.get(hdrs.ORIGIN), host):
            return web.Response(status=403, text="Another page may not play here.\n")
        return None

    async def _handle_page(self, request: web.Request) -> web.StreamResponse:
        if self._capacity.has_room_for(parse_visitor(request.cookies.get(COOKIE))):
            return web.FileResponse(_PAGES / "page.html", headers={"Cache-Control": "no-store"})
        return _busy_response()

    async def _handle_static(self, request: web.Request) -> web.StreamResponse:
        path = STATIC_FILES.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def _handle_download(self, request: web.Request) -> web.StreamResponse:
        """Send a file that a game has saved for its player, once."""
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

    async def _handle_websocket(self, request: web.Request) -> web.StreamResponse:
        """Run a game for a visitor until the page, or the game, is closed."""
        visitor = parse_visitor(request.cookies.get(COOKIE)) or new_visitor()
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=1.0)
        if not socket.can_prepare(request):
            raise web.HTTPBadRequest(text="This address is for the page of the game.\n")
        slot = await self._capacity.acquire(visitor)
        if slot is None:
            return _busy_response()
        try:
            game = self._new_game(visitor, socket)
        except OSError:
            await self._capacity.release(slot)
            raise
        self._sockets.add(socket)
        try:
            self._set_cookie(socket, visitor)
            await socket.prepare(request)
            await game.start(_query_int(request, "width", 80), _query_int(request, "height", 24))
            await _receive_messages(socket, game)
        except OSError as error:
            log.error("a game could not be played: %s", error)
        finally:
            self._sockets.discard(socket)
            slot.is_closing = True
            stopping = asyncio.create_task(self._stop_game(game, slot, socket))
            self._stop_tasks.add(stopping)
            stopping.add_done_callback(self._stop_tasks.discard)
            await asyncio.shield(stopping)  # the process ends even where this handler is cancelled
        return socket

    def _set_cookie(self, socket: web.WebSocketResponse, visitor: str) -> None:
        """Let the browser keep the id of *visitor*."""
        socket.set_cookie(
            COOKIE,
            visitor,
            max_age=COOKIE_MAX_AGE,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=self.address.is_secure,
        )

    async def _stop_game(
        self, game: GameProcess, slot: Slot, socket: web.WebSocketResponse
    ) -> None:
        """Stop *game*, and only then free its *slot*."""
        try:
            await game.stop()
        finally:
            await self._capacity.release(slot)
            if socket.prepared:
                await socket.close()

    def _new_game(self, visitor: str, socket: web.WebSocketResponse) -> GameProcess:
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

        return GameProcess(
            self._command,
            game_environment(visitor_folder(visitor, self._root), self._environment),
            write_bytes=send_bytes,
            write_str=send_str,
            close=close,
            downloads=self._downloads,
        )

    async def _close_sockets(self, _: web.Application) -> None:
        """Close every page, which stops its game."""
        closing = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in set(self._sockets)]
        await asyncio.gather(*closing, return_exceptions=True)

    async def _wait_for_games(self, _: web.Application) -> None:
        """Wait until the last game has ended."""
        while self._stop_tasks:
            await asyncio.gather(self._stop_tasks.pop(), return_exceptions=True)


async def _receive_messages(socket: web.WebSocketResponse, game: GameProcess) -> None:
    """Handle the messages of a page until it is closed or sends one that no page of ours does."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            async with asyncio.timeout(INPUT_TIMEOUT):
                await _handle_message(socket, game, json.loads(message.data))
        except (TypeError, ValueError, KeyError, IndexError, AttributeError):
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        except TimeoutError:
            log.error("a game took no keys for %.0f seconds and is ended", INPUT_TIMEOUT)
            await socket.close(code=WSCloseCode.INTERNAL_ERROR)


async def _handle_message(socket: web.WebSocketResponse, game: GameProcess, message: Any) -> None:
    match message:
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


def _query_int(request: web.Request, name: str, default: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else default


def _busy_response() -> web.Response:
    page = (_PAGES / "busy.html").read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-store", "Retry-After": "30"}
    return web.Response(status=503, text=page, content_type="text/html", headers=headers)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY_HEADERS)
