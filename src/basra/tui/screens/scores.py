"""The score sheets: of a round, of the match so far, and of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.timer import Timer

from basra.engine.cards import NONE
from basra.engine.matches import Match
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.match.session import Session
from basra.messages.names import Names
from basra.tui import registry
from basra.tui.animation import allowed_animation
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import TextLine
from basra.tui.painting.score_sheets import ScoreSheet, paint_match_result, paint_tally, score_lines
from basra.tui.screens.base import DebouncedScreen
from basra.tui.screens.pages import PageScreen
from basra.tui.themes import Theme

COUNT = {"full": 0.35, "short": 0.15}
"""Seconds from one line of a tally to the next."""


def sheet_of(session: Session) -> ScoreSheet:
    """Return what the sheets show of *session*, whose round is over."""
    last = session.round.outcomes[-1]
    return ScoreSheet(
        Names(*session.names),
        (Seat.SOUTH, Seat.NORTH),
        session.match.tallies,
        session.rules.target,
        last.left_over or NONE,
        session.round.last_taker,
        session.match.winner,
        session.assists,
    )


class TallyScreen(DebouncedScreen):
    """The points of the round that is over, counted up line by line."""

    NAME: ClassVar[str] = registry.TALLY

    def __init__(self, session: Session, debounce: float | None = None) -> None:
        """Show the last round of *session*."""
        super().__init__(debounce)
        self._session = session
        self._shown: int | None = None
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        animation = allowed_animation(self.game.settings.animation, self.game.animation_level)
        if animation in COUNT and self.game.pace:
            self._shown = 0
            self._timer = self.set_interval(COUNT[animation], self._count_on)

    def _count_on(self) -> None:
        if self.is_active and self._shown is not None:
            self._shown += 1
            if self._shown >= len(self._session.tally.lines):
                self._end_counting()
            self.repaint()

    def _end_counting(self) -> None:
        self._shown = None
        if self._timer is not None:
            self._timer.stop()

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        sheet = sheet_of(self._session)
        return paint_tally(sheet, self.note, width, height, theme, self._shown)

    def dispatch(self, action: str | None) -> None:
        if self._shown is not None and action not in (
            "help",
            "leave",
            "interrupt",
            "suspend",
            "exit",
        ):
            self._end_counting()  # the key that ends the counting does nothing else
            self.restart_debounce()
            self.repaint()
        else:
            super().dispatch(action)

    def handle_action(self, action: str) -> None:
        if action == "leave":
            self.game.matches.leave()
        elif action == "go":
            self.game.matches.next_round()


class OverScreen(DebouncedScreen):
    """Who has won the match."""

    NAME: ClassVar[str] = registry.OVER

    def __init__(self, session: Session, debounce: float | None = None) -> None:
        """Show the end of *session*."""
        super().__init__(debounce)
        self._session = session

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_match_result(sheet_of(self._session), self.note, width, height, theme)

    def handle_action(self, action: str) -> None:
        if action == "leave":
            self.game.matches.leave()
        elif action == "go":
            self.game.matches.rematch()
        elif action == "look":
            self.game.matches.replay_match()


class ScoresScreen(PageScreen):
    """The points of every round of the match, and of the one on the table so far."""

    NAME: ClassVar[str] = registry.SCORES

    def __init__(self, names: Names, match: Match, now: Tally) -> None:
        """Show the rounds of *match*, and what the one on the table comes to *now*."""
        super().__init__()
        self._names, self._match, self._now = names, match, now

    def lines(self, width: int) -> Sequence[TextLine]:
        return score_lines(self._names, self._match, self._now, width)
