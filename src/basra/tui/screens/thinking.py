"""A thought of the computer or of the coach, found in a thread of its own.

Law of this file: the thread touches nothing; what it finds comes back to the screen as a message.
There is one thought at a time, the next one breaks it off, and none keeps the program alive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias

from textual.message import Message
from textual.timer import Timer

from basra.engine.plays import Play
from basra.engine.rounds import Round

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.tui.screens.base import PaintedScreen
    from basra.tui.screens.coaching import Counsel

BUSY = 0.3
"""Seconds after which it is said that somebody thinks."""
Found: TypeAlias = "Play | Counsel | Verdict | Exception"
"""A play of the computer, what the coach says or judges, or what went wrong."""


@dataclass
class Thought(Message):
    """What was found for a state; it counts for nothing once it is unwanted."""

    state: Round
    found: Found
    unwanted: Event


class Thinker:
    """What thinks for a screen."""

    def __init__(self, screen: PaintedScreen) -> None:
        """Tell *screen* what is found."""
        self._screen = screen
        self._unwanted = Event()
        self._timer: Timer | None = None
        self.state: Round | None = None
        """The state that is being thought about."""
        self.is_slow = False
        """Whether the thought has taken long enough for it to be said."""

    def ask(
        self, state: Round, thinking: Callable[[Callable[[], bool]], Callable[[], Found]]
    ) -> None:
        """Begin the *thinking* about *state*, which is told how to see that it is unwanted."""
        self.stop()
        self.state, self._unwanted = state, Event()
        job = thinking(self._unwanted.is_set)
        self._timer = self._screen.set_timer(BUSY, self._say_so)
        thought = (state, job, self._unwanted)
        Thread(target=self._think, args=thought, name="thought", daemon=True).start()

    def stop(self) -> None:
        """Break off what is being thought."""
        self._unwanted.set()
        self.state, self.is_slow = None, False
        if self._timer is not None:
            self._timer.stop()

    def _say_so(self) -> None:
        self.is_slow = True
        self._screen.repaint()

    def _think(self, state: Round, job: Callable[[], Found], unwanted: Event) -> None:
        from basra.ai.cancellation import Cancelled

        try:
            found = job()
        except Cancelled:
            return
        except Exception as fault:  # it is raised where it is seen
            found = fault
        try:
            self._screen.post_message(Thought(state, found, unwanted))
        except RuntimeError:
            return  # the program has ended meanwhile
