"""Runs the server: opens its socket, announces its URL, ends it on a signal.

The URL is announced only once the server listens; when it ends, all its games have ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from aiohttp import web

from basra.files import NO_FOLDER, reason, user_folder
from basra.web.capacity import Capacity
from basra.web.game_process import game_command
from basra.web.origins import ServedAddress, ServingError
from basra.web.server import Server

SHUTDOWN_TIMEOUT = 5.0
"""Seconds that the games have to end when the server does."""
Output = Callable[[str], None]


def run(
    address: ServedAddress,
    max_sessions: int,
    environment: Mapping[str, str],
    announce: Output,
    warn: Output,
) -> None:
    """Serve the game at *address*, to *max_sessions* pages at a time, until a signal ends it.

    *announce* gets the URL, *warn* a warning.  Raises `ServingError` where nothing can be served
    there.
    """
    with visitors_root(environment, warn) as root, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(address, max_sessions, root, environment, announce))


async def _serve(
    address: ServedAddress,
    max_sessions: int,
    root: Path,
    environment: Mapping[str, str],
    announce: Output,
) -> None:
    signalled = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, name), signalled.set)
    listener = _open_listener(address)
    address = replace(address, port=listener.getsockname()[1])
    server = Server(address, Capacity(max_sessions), root, game_command(), environment)
    runner = web.AppRunner(
        server.make_application(), access_log=None, shutdown_timeout=SHUTDOWN_TIMEOUT
    )
    await runner.setup()
    try:
        await web.SockSite(runner, listener).start()
        announce(address.public_url or address.url)
        await signalled.wait()
    finally:
        await runner.cleanup()


def _open_listener(address: ServedAddress) -> socket.socket:
    """Return a socket that listens at *address*, by IPv4 where its name has both."""
    try:
        resolved = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        family, *_, bound = min(resolved, key=lambda one: one[0] != socket.AF_INET)
        listener = socket.create_server(bound[:2], family=family, backlog=128)
    except (OSError, UnicodeError) as error:
        where = f"{address.host} port {address.port}"
        raise ServingError(f"{where}: {_error_reason(error)}") from None
    listener.setblocking(False)
    return listener


@contextmanager
def visitors_root(environment: Mapping[str, str], warn: Output) -> Iterator[Path]:
    """Give the folder for the visitors' folders; a temporary one where it cannot be written."""
    data = user_folder(environment, "data")
    try:
        if data is None:
            raise OSError(NO_FOLDER)
        root = data / "web"
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        warn(f"matches are kept no longer than the server runs: {_error_reason(error)}")
        with tempfile.TemporaryDirectory(prefix="basra-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    else:
        yield root


def _error_reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno).lower()
    return reason(error)
