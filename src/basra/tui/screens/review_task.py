"""A review made beside a screen, and shown on it.

Law of this file: the thread touches nothing; what it finds comes back to the screen as messages.
It ends with the screen, and its processes with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from basra.match.log import MatchLog
    from basra.review import Review
    from basra.tui.screens.base import PaintedScreen


@dataclass
class Progress(Message):
    """How far a review has come."""

    done: int
    total: int
    unwanted: Event


@dataclass
class Reviewed(Message):
    """A whole review, or what went wrong; it counts for nothing once it is unwanted."""

    found: Review | Exception
    unwanted: Event


class Reviewer:
    """What reviews a match for a screen."""

    def __init__(self, screen: PaintedScreen) -> None:
        """Tell *screen* what is found."""
        self._screen = screen
        self._unwanted = Event()
        self.progress: tuple[int, int] | None = None
        """How far it has come, while it goes on."""

    def start(self, log: MatchLog, workers: int | None = None) -> None:
        """Begin to review *log*, by so many *workers*, or as many as there are processors."""
        self.stop()
        self._unwanted = unwanted = Event()
        self.progress = (0, 0)
        Thread(
            target=self._review, args=(log, workers, unwanted), name="review", daemon=True
        ).start()

    def stop(self) -> None:
        """Break it off."""
        self._unwanted.set()
        self.progress = None

    def _review(self, log: MatchLog, workers: int | None, unwanted: Event) -> None:
        from basra.ai.cancellation import Cancelled
        from basra.review import review

        def told(done: int, total: int) -> None:
            self._post(Progress(done, total, unwanted))

        found: Review | Exception
        try:
            found = review(log, workers=workers, progress=told, unwanted=unwanted.is_set)
        except Cancelled:
            return
        except Exception as fault:  # it is raised where it is seen
            found = fault
        self._post(Reviewed(found, unwanted))

    def _post(self, message: Message) -> None:
        try:
            self._screen.post_message(message)
        except RuntimeError:
            return  # the program has ended meanwhile
