"""Games that are none, and how to talk to one from a test.

Law of this file: it speaks what a page and a game speak with each other; nothing here is a browser.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import ClientWebSocketResponse, DummyCookieJar, WSMsgType, test_utils

from basra.web.capacity import Visits
from basra.web.origins import Place
from basra.web.server import Server
from basra.web.visitors import COOKIE

Client: TypeAlias = test_utils.TestClient[Any, Any]

ECHO = """
import json, os, signal, sys

def send(kind, data):
    os.write(1, kind + len(data).to_bytes(4, "big") + data)

stubborn = "stubborn" in sys.argv
if stubborn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if "silent" in sys.argv:
    sys.exit(3)
os.write(1, b"__GANGLION__\\n")
told = {name: os.environ.get(name) for name in (
    "BASRA_DATA_DIR", "BASRA_CONFIG_DIR", "COLUMNS", "ROWS", "TEXTUAL_DRIVER", "SECRET")}
send(b"D", json.dumps({"pid": os.getpid(), "where": __file__ if "__file__" in globals() else "",
                       **told}).encode())
while head := sys.stdin.buffer.read(5):
    data = sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
    if head[:1] == b"D" and data == b"q":
        break
    if head[:1] == b"M" and json.loads(data)["type"] == "quit":
        if not stubborn:
            break
    elif head[:1] == b"D" and data == b"crash":
        os._exit(9)
    else:
        send(b"D", head[:1] + data)
while stubborn:
    signal.pause()
send(b"M", b'{"type": "exit"}')
"""
"""A game that says where it is and repeats what it is told."""


def echo(*manners: str) -> tuple[str, ...]:
    """Return the words that start a game that is none, with these *manners*."""
    return (sys.executable, "-c", ECHO, *manners)


@asynccontextmanager
async def served(
    root: Path,
    words: tuple[str, ...] | None = None,
    *,
    most: int = 8,
    public: str = "",
    environment: Mapping[str, str] = os.environ,
) -> AsyncIterator[Client]:
    """Give a client of a server that is running."""
    place = Place("127.0.0.1", test_utils.unused_port(), public=public)
    server = Server(place, Visits(most), root, echo() if words is None else words, environment)
    async with test_utils.TestClient(
        test_utils.TestServer(server.application(), host="127.0.0.1", port=place.port)
    ) as client:
        yield client


async def heard(socket: ClientWebSocketResponse) -> bytes:
    """Return the next thing that a game says."""
    message = await asyncio.wait_for(socket.receive(), 30)
    assert message.type is WSMsgType.BINARY, message
    data: bytes = message.data
    return data


async def introduced(socket: ClientWebSocketResponse) -> dict[str, Any]:
    """Return what a game that is none says of itself."""
    told: dict[str, Any] = json.loads(await heard(socket))
    return told


async def comes_true(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something *holds*."""
    stop = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < stop
        await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def own(client: Client, cookie: str = "") -> dict[str, str]:
    """The headers that a page of the server's sends."""
    headers = {"Origin": f"http://{client.host}:{client.port}"}
    return headers | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})


async def opened(client: Client, visitor: str = "", query: str = "") -> ClientWebSocketResponse:
    """Open a game as *visitor*, or as somebody new, whatever was opened before."""
    client.session._cookie_jar = DummyCookieJar()
    return await client.ws_connect(f"/ws{query}", headers=own(client, visitor))
