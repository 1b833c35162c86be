"""The process of one game, as the server sees it.

A game is started from a list of arguments, never through a shell, and none of them comes from a
visitor.  When its page is closed it is asked to quit, and killed where it does not.

Overridden and read are names of textual-serve's `AppService` that are private; pyproject.toml
bounds its version for that.
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

QUIT_TIMEOUT = 1.5
"""Seconds that a game has to quit once its page is closed."""
MAX_WIDTH, MAX_HEIGHT = 500, 200
"""The largest size of a window, in cells."""
_START: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from basra.web.child import main; sys.exit(main())"
)


def game_command() -> tuple[str, ...]:
    """Return the arguments that start a game with the Python and the packages of this process."""
    return (sys.executable, "-P", "-c", _START, *map(os.path.abspath, sys.path))


class GameProcess(AppService):
    """The process of a game, and the messages between it and its page."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[None]],
        downloads: DownloadManager,
    ) -> None:
        """Run *command* in *environment*; the three callbacks reach the page."""
        super().__init__(
            "basra",
            write_bytes=write_bytes,
            write_str=write_str,
            close=close,
            download_manager=downloads,
        )
        self._command = tuple(command)
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
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,  # Ctrl+C on the server's terminal is for the server
        )
        # What a game prints besides goes straight to the server's own standard error.
        process.stderr = asyncio.StreamReader()
        process.stderr.feed_eof()
        self._process, self._stdin = process, process.stdin
        return process

    async def start(self, width: int, height: int) -> None:
        """Start the game in a window of this size, in cells."""
        await super().start(*_clamp_size(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Pass on the size of the window, in cells."""
        await super().set_terminal_size(*_clamp_size(width, height))

    async def run(self) -> None:
        """Pass on the output of the game until it ends; then close the page."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    async def stop(self) -> None:
        """Stop the game and whatever it has started, and wait until it has ended."""
        process, task = self._process, self._task
        if process is None:
            return
        self._task = None
        try:
            async with asyncio.timeout(QUIT_TIMEOUT):
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


def _clamp_size(width: object, height: object) -> tuple[int, int]:
    """Return the size of a window within bounds, whatever the page claims.

    >>> _clamp_size(80, 10**9), _clamp_size("wide", None)
    ((80, 200), (80, 24))
    """
    return _clamp(width, 80, MAX_WIDTH), _clamp(height, 24, MAX_HEIGHT)


def _clamp(number: object, default: int, maximum: int) -> int:
    return max(1, min(number, maximum)) if isinstance(number, int) else default


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
