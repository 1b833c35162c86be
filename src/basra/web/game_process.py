"""The process of one game, as the server sees it.

Law of this file: a game is started from a list of words, never through a shell, and no word of it
comes from a visitor.  When its page is gone it is asked to end, and before long made to.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

PATIENCE = 1.5
"""Seconds that a game has to end by itself once its page is gone."""
WIDEST, TALLEST = 500, 200
"""The largest window, in cells, that is believed."""
_START: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from basra.web.child import main; sys.exit(main())"
)


def command() -> tuple[str, ...]:
    """Return the words that start a game with the Python and the packages of this process."""
    places = (os.path.abspath(place) for place in sys.path)
    return (sys.executable, "-P", "-c", _START, *places)


class Game(AppService):
    """The process of a game, and what passes between it and its page."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        *,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[None]],
        downloads: DownloadManager,
    ) -> None:
        """Play by the command *words* in *environment*; the rest is how to reach the page."""
        super().__init__(
            "basra",
            write_bytes=write_bytes,
            write_str=write_str,
            close=close,
            download_manager=downloads,
        )
        self._words = tuple(words)
        self._environment = dict(environment)

    @property
    def process(self) -> Process | None:
        """The process, once there is one."""
        return self._process

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        built = super()._build_environment(width, height)
        names = (name for name in built if name.startswith(("TEXTUAL_", "TERM_PROGRAM")))
        size = {"COLUMNS": str(width), "ROWS": str(height)}
        return self._environment | {name: built[name] for name in names} | size

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=PIPE,
            stdout=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,  # Ctrl+C on the server's terminal is for the server
        )
        # What a game says beside the protocol goes straight to the server's own standard error.
        process.stderr = asyncio.StreamReader()
        process.stderr.feed_eof()
        self._process, self._stdin = process, process.stdin
        return process

    async def start(self, width: int, height: int) -> None:
        """Start the game in a window of this size."""
        await super().start(*_bounded(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the game how large its window is."""
        await super().set_terminal_size(*_bounded(width, height))

    async def run(self) -> None:
        """Pass on what the game says until it ends; then the page is told so."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    async def stop(self) -> None:
        """End the game and whatever it has started, and wait until it has ended."""
        process, task = self._process, self._task
        if process is None:
            return
        self._task = None
        try:
            async with asyncio.timeout(PATIENCE):
                await self._download_manager.cancel_app_downloads(self.app_service_id)
                await self.send_meta({"type": "quit"})
                await process.wait()
        except TimeoutError:
            _kill(process)
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError, ValueError):
                await task
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        while await process.stdout.read(1 << 16):
            pass
        await process.wait()


def _bounded(width: object, height: object) -> tuple[int, int]:
    """The size of a window, whatever a page says it is.

    >>> _bounded(80, 10**9), _bounded("wide", None)
    ((80, 200), (80, 24))
    """
    return _within(width, 80, WIDEST), _within(height, 24, TALLEST)


def _within(number: object, usual: int, most: int) -> int:
    return max(1, min(number, most)) if isinstance(number, int) else usual


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
