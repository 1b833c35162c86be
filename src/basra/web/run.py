"""The server while it runs: where it listens, what it says, how it ends.

Law of this file: a server that listens has said where, and says it truly; one that ends takes all
its games with it.
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

from basra.disk import reason
from basra.files import NO_FOLDER, folder
from basra.web.capacity import Visits
from basra.web.game_process import command
from basra.web.origins import Place, ServingError
from basra.web.server import Server

ENDING = 5.0
"""Seconds that the games have to end when the server does."""
Say = Callable[[str], None]


def run(place: Place, most: int, environment: Mapping[str, str], tell: Say, warn: Say) -> None:
    """Serve the game at *place* for *most* pages at a time until a signal ends it.

    *tell* is given the URL, *warn* what should be known.  Raises `ServingError` where nothing can
    be served there.
    """
    with root_of(environment, warn) as root, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(place, most, root, environment, tell))


async def _serve(
    place: Place, most: int, root: Path, environment: Mapping[str, str], tell: Say
) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, name), ended.set)
    listening = _listening(place)
    place = replace(place, port=listening.getsockname()[1])
    server = Server(place, Visits(most), root, command(), environment)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=ENDING)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        tell(place.public or place.url)
        await ended.wait()
    finally:
        await runner.cleanup()


def _listening(place: Place) -> socket.socket:
    """Return what listens at *place*."""
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        family, *_, address = min(found, key=lambda one: one[0] != socket.AF_INET)
        listening = socket.create_server(address[:2], family=family, backlog=128)
    except (OSError, UnicodeError) as error:
        raise ServingError(f"{place.host} port {place.port}: {_why(error)}") from None
    listening.setblocking(False)
    return listening


@contextmanager
def root_of(environment: Mapping[str, str], warn: Say) -> Iterator[Path]:
    """Give the folder of the visitors' folders; one that ends with the server where need be."""
    root = folder(environment, "data")
    try:
        if root is None:
            raise OSError(NO_FOLDER)
        root = root / "web"
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        warn(f"matches are kept no longer than the server runs: {_why(error)}")
        with tempfile.TemporaryDirectory(prefix="basra-", ignore_cleanup_errors=True) as passing:
            yield Path(passing)
    else:
        yield root


def _why(error: OSError | UnicodeError) -> str:
    """What is wrong, in the words of the system."""
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno).lower()
    return reason(error)
