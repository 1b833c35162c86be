"""A play shown step by step on the table, after the match has moved on.

Law of this file: it holds pictures and a timer, no fact of the game; to break it off loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from textual.timer import Timer

from basra.engine.plays import Play
from basra.engine.views import View
from basra.tui.animation import SEEN, Shot


@dataclass(frozen=True, slots=True)
class Reel:
    """A play, and the table before it."""

    before: View
    play: Play


class Film:
    """The steps still to be shown."""

    def __init__(
        self, set_timer: Callable[[float, Callable[[], None]], Timer], step: Callable[[], None]
    ) -> None:
        """Show nothing yet; *step* is called when the next one is due."""
        self._set_timer = set_timer
        self._step = step
        self._timer: Timer | None = None
        self._since = 0.0
        self._shots: tuple[Shot, ...] = ()
        self.reel: Reel | None = None

    @property
    def shot(self) -> Shot | None:
        """The step that is shown, if any."""
        return self._shots[0] if self._shots else None

    def start(self, reel: Reel, shots: tuple[Shot, ...]) -> None:
        """Show these steps of a play from the first on."""
        self.reel, self._shots = reel, shots
        self.roll()

    def roll(self) -> None:
        """Show the step from its beginning, for as long as it lasts."""
        self._stop()
        self._since = monotonic()
        if self.shot is not None and not self.shot.waits:
            self._timer = self._set_timer(self.shot.seconds, self._step)

    def advance(self) -> None:
        """Go on to the next step, if there is one."""
        self._shots = self._shots[1:]
        self.roll()

    def end(self) -> None:
        """Show no more of it."""
        self._shots, self.reel = (), None
        self._stop()

    def was_seen(self) -> bool:
        """Whether the step has been there long enough for a key to mean it."""
        return monotonic() - self._since >= SEEN

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
