"""Servers under test, with fake games behind them, and what a page sends and receives.

There is no browser here: a test speaks the protocol between a page and a game itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import ClientWebSocketResponse, DummyCookieJar, WSMsgType, test_utils

from basra.web.capacity import Capacity
from basra.web.origins import ServedAddress
from basra.web.server import Server
from basra.web.visitors import COOKIE

Client: TypeAlias = test_utils.TestClient[Any, Any]

FAKE_GAME = """
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
"""A fake game, which reports its environment and repeats what it receives."""


def fake_game(*flags: str) -> tuple[str, ...]:
    """Return the command of a fake game: ``stubborn`` ends only by force, ``silent`` at once."""
    return (sys.executable, "-c", FAKE_GAME, *flags)


@asynccontextmanager
async def serving(
    root: Path,
    command: tuple[str, ...] | None = None,
    *,
    limit: int = 8,
    public_url: str = "",
    environment: Mapping[str, str] = os.environ,
) -> AsyncIterator[Client]:
    """Give a client of a server that is running in this process."""
    address = ServedAddress("127.0.0.1", test_utils.unused_port(), public_url=public_url)
    server = Server(
        address, Capacity(limit), root, fake_game() if command is None else command, environment
    )
    async with test_utils.TestClient(
        test_utils.TestServer(server.make_application(), host="127.0.0.1", port=address.port)
    ) as client:
        yield client


async def receive(socket: ClientWebSocketResponse) -> bytes:
    """Return the next binary message of a game."""
    message = await asyncio.wait_for(socket.receive(), 30)
    assert message.type is WSMsgType.BINARY, message
    data: bytes = message.data
    return data


async def introduction(socket: ClientWebSocketResponse) -> dict[str, Any]:
    """Return the first message of a fake game: its process, folders and window."""
    facts: dict[str, Any] = json.loads(await receive(socket))
    return facts


async def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something *holds*."""
    stop = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < stop
        await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def page_headers(client: Client, cookie: str = "") -> dict[str, str]:
    """Return the headers that a page of this server sends."""
    headers = {"Origin": f"http://{client.host}:{client.port}"}
    return headers | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})


async def open_page(client: Client, visitor: str = "", query: str = "") -> ClientWebSocketResponse:
    """Open a WebSocket as *visitor*, or as a new one, whatever was opened before."""
    client.session._cookie_jar = DummyCookieJar()
    return await client.ws_connect(f"/ws{query}", headers=page_headers(client, visitor))


# ---------------------------------------------------------- a server in a process of its own


@contextmanager
def server_process(
    *arguments: str, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a server in a process of its own, and the URL that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "basra", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        text=True,
    )
    assert process.stdout
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def listening_addresses(port: int) -> set[str]:
    """The addresses of this machine at which something listens on *port*."""
    return {address for address, number, _ in _listeners() if number == port}


def port_of(pid: int) -> int:
    """The port on which a process listens."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(descriptor))
    (port,) = {number for _, number, inode in _listeners() if f"socket:[{inode}]" in inodes}
    return port


def _listeners() -> Iterator[tuple[str, int, str]]:
    """The address, the port and the inode of every socket that listens."""
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        address, _, number = fields[1].partition(":")
        if fields[3] == "0A":
            yield socket.inet_ntoa(bytes.fromhex(address)[::-1]), int(number, 16), fields[9]


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that are still running."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    rows = (row.split() for row in found.stdout.splitlines())
    return [int(number) for number, state in rows if "Z" not in state and _is_game(int(number))]


def _is_game(pid: int) -> bool:
    try:
        return b"basra.web.child" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


# ------------------------------------------------------------------- the table as text


def below_hand(text: str) -> list[str]:
    """What stands under the line `your hand`, line by line, without what is beside the table."""
    lines = text.partition("your hand")[2].split("\n")[1:]
    return [line.partition("│")[0].rstrip() for line in lines]


def hand_of(text: str) -> list[str]:
    """The cards that lie under `your hand`, while none is chosen."""
    return next(filter(None, below_hand(text)), "").split()
