"""How the program ends where nobody asked it to: by a signal, without a terminal, by a mistake.

Law of this file: Textual shows what went wrong with every local variable, hidden cards among them;
none of that reaches the terminal.  `fault` is what `start.py` makes a crash report of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from basra.diagnostics import describe_game
from basra.terminal import lifecycle

if TYPE_CHECKING:
    from rich.console import RenderableType

    from basra.match.session import Session
    from basra.match.settings import Settings


class Endings(App[None]):
    """What ends the program; `BasraApp` does the rest."""

    if TYPE_CHECKING:
        session: Session | None
        settings: Settings

    fault: Exception | None = None
    """What ended the program, where that was its own mistake."""

    def watch_terminal(self) -> None:
        """Listen to signals, and look from time to time whether the terminal is still there."""
        if not self.is_headless:
            lifecycle.on_signals(self._ended_by)
            self.set_interval(lifecycle.LOOKS, self._look_for_terminal)

    def _ended_by(self, code: int) -> None:
        lifecycle.end_for_certain(code)
        self.exit(return_code=code)

    def _look_for_terminal(self) -> None:
        if lifecycle.is_gone():
            self._ended_by(lifecycle.HUNG_UP)

    def _handle_exception(self, error: Exception) -> None:
        self.fault = self.fault or error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """End at once: for an error that has a picture of its own, or where no key can be read."""
        if self.fault is None and lifecycle.is_gone():
            self._ended_by(lifecycle.HUNG_UP)
            return
        self.fault = self.fault or RuntimeError("the keys can no longer be read")
        self._return_code = 1
        self._close_messages_no_wait()

    def told(self) -> dict[str, str]:
        """Return what a crash report says of the game: no hidden card, no player's name."""
        return describe_game(self.session, self.settings)
