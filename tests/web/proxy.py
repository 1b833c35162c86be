"""A server in front of the game's, as somebody would put it there: HTTPS, and a path of its own."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, test_utils, web

PATH = "/card games/basra/"
_HOP = ("connection", "upgrade", "host", "transfer-encoding", "content-encoding", "content-length")


def certificate(folder: Path) -> ssl.SSLContext:
    """Return what a server needs to speak HTTPS, signed by nobody."""
    key, signed = folder / "key.pem", folder / "signed.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-keyout", str(key), "-out", str(signed)),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(signed, key)
    return context


@contextmanager
def in_front(port: int, context: ssl.SSLContext) -> Iterator[list[int]]:
    """Pass on what comes in at *port* to the one that is put into the list."""
    behind: list[int] = []
    ready, ended = threading.Event(), threading.Event()

    async def serve() -> None:
        async with ClientSession() as session:

            async def handle(request: web.Request) -> web.StreamResponse:
                return await _passed_on(request, session, f"http://127.0.0.1:{behind[0]}/")

            app = web.Application()
            app.router.add_route("*", "/{path:.*}", handle)
            runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", port, ssl_context=context).start()
            ready.set()
            await asyncio.to_thread(ended.wait)
            await runner.cleanup()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield behind
    finally:
        ended.set()
        thread.join()


async def _passed_on(
    request: web.Request, session: ClientSession, target: str
) -> web.StreamResponse:
    if not request.path.startswith(PATH):
        raise web.HTTPNotFound
    url = target + request.path.removeprefix(PATH)
    headers = {name: value for name, value in request.headers.items() if name.lower() not in _HOP}
    if request.headers.get("Upgrade", "").lower() != "websocket":
        async with session.get(url, headers=headers) as answer:
            kept = {n: v for n, v in answer.headers.items() if n.lower() not in _HOP}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)
    headers = {n: v for n, v in headers.items() if not n.lower().startswith("sec-websocket")}
    async with session.ws_connect(url, headers=headers, params=request.query) as far:
        near = web.WebSocketResponse()
        for cookie in far._response.headers.getall("Set-Cookie", ()):
            near.headers.add("Set-Cookie", cookie)
        await near.prepare(request)
        ways = [asyncio.create_task(_pour(near, far)), asyncio.create_task(_pour(far, near))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await near.close()
    return near


Socket = web.WebSocketResponse | ClientWebSocketResponse


async def _pour(out_of: Socket, into: Socket) -> None:
    async for message in out_of:
        if message.type is WSMsgType.BINARY:
            await into.send_bytes(message.data)
        elif message.type is WSMsgType.TEXT:
            await into.send_str(message.data)


def free_port() -> int:
    """A port that nothing listens on."""
    return test_utils.unused_port()
