"""Work in a thread beside a screen: what the computer or the coach thinks, and a review.

The thread touches nothing; what it finds comes back to the screen as messages.  A screen has one
task of a kind at a time, a new one cancels the one before, and none keeps the program alive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer

from basra.engine.state import Round

if TYPE_CHECKING:
    from basra.match.log import MatchLog
    from basra.review import Review
    from basra.tui.screens.base import PaintedScreen

SLOW = 0.3
"""Seconds after which it is said that somebody thinks."""


class _Task:
    """A thread that works for a screen."""

    def __init__(self, screen: PaintedScreen) -> None:
        """Post what is found to *screen*."""
        self._screen = screen
        self._cancelled = Event()

    def _post(self, message: Message) -> None:
        try:
            self._screen.post_message(message)
        except RuntimeError:
            return  # the program has ended meanwhile


class ThinkingTask(_Task):
    """A play of the computer, or what the coach says, being thought out."""

    @dataclass
    class Finished(Message):
        """What was found for a state, or what went wrong; of no use once it is cancelled."""

        state: Round
        result: object
        cancelled: Event

    def __init__(self, screen: PaintedScreen) -> None:
        super().__init__(screen)
        self._timer: Timer | None = None
        self.state: Round | None = None
        """The state that is being thought about."""
        self.is_slow = False
        """Whether it has taken long enough for it to be said."""

    def start(
        self, state: Round, prepare: Callable[[Callable[[], bool]], Callable[[], object]]
    ) -> None:
        """Begin to think about *state*: do what *prepare* returns, given how to see a cancel."""
        self.cancel()
        self.state, self._cancelled = state, Event()
        job = prepare(self._cancelled.is_set)
        self._timer = self._screen.set_timer(SLOW, self._show_slow)
        work = (state, job, self._cancelled)
        Thread(target=self._think, args=work, name="thinking", daemon=True).start()

    def cancel(self) -> None:
        """Break off what is being thought."""
        self._cancelled.set()
        self.state, self.is_slow = None, False
        if self._timer is not None:
            self._timer.stop()

    def _show_slow(self) -> None:
        self.is_slow = True
        self._screen.repaint()

    def _think(self, state: Round, job: Callable[[], object], cancelled: Event) -> None:
        from basra.ai.cancellation import Cancelled

        try:
            result = job()
        except Cancelled:
            return
        except Exception as fault:  # it is raised where it is seen
            result = fault
        self._post(self.Finished(state, result, cancelled))


class ReviewTask(_Task):
    """A match being reviewed."""

    @dataclass
    class Progress(Message):
        """How far a review has come."""

        done: int
        total: int
        cancelled: Event

    @dataclass
    class Finished(Message):
        """A whole review, or what went wrong; of no use once it is cancelled."""

        result: Review | Exception
        cancelled: Event

    def __init__(self, screen: PaintedScreen) -> None:
        super().__init__(screen)
        self.progress: tuple[int, int] | None = None
        """How many plays of how many are reviewed, while it is under way."""

    def start(self, log: MatchLog, workers: int | None = None) -> None:
        """Begin to review *log*, by so many *workers*, or as many as there are processors."""
        self.cancel()
        self._cancelled = Event()
        self.progress = (0, 0)
        work = (log, workers, self._cancelled)
        Thread(target=self._review, args=work, name="review", daemon=True).start()

    def cancel(self) -> None:
        """Break it off."""
        self._cancelled.set()
        self.progress = None

    def _review(self, log: MatchLog, workers: int | None, cancelled: Event) -> None:
        from basra.ai.cancellation import Cancelled
        from basra.review import review

        def post_progress(done: int, total: int) -> None:
            self._post(self.Progress(done, total, cancelled))

        result: Review | Exception
        try:
            result = review(
                log, workers=workers, progress=post_progress, is_cancelled=cancelled.is_set
            )
        except Cancelled:
            return
        except Exception as fault:  # it is raised where it is seen
            result = fault
        self._post(self.Finished(result, cancelled))
