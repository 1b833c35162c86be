"""The score sheets: of a round, and of a match that is over."""

from __future__ import annotations

from typing import ClassVar

from basra.engine.seats import Seat
from basra.session import Session
from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.screens.base import PaintedScreen
from basra.tui.sheets import Sheet, paint_over, paint_tally
from basra.tui.themes import Look
from basra.tui.words import Names, left_over


def sheet_of(session: Session) -> Sheet:
    """Return what the sheets show of *session*, whose round is over."""
    view = session.view(Seat.SOUTH)
    return Sheet(
        Names(*(player.name for player in session.players)),
        (Seat.SOUTH, Seat.NORTH),
        session.match.tallies,
        session.rules.target,
        left_over(view),
        view.last_taker,
        session.match.winner,
    )


class TallyScreen(PaintedScreen):
    """The points of the round that is over."""

    KIND: ClassVar[str] = keys.TALLY

    def __init__(self, session: Session) -> None:
        """Show the last round of *session*."""
        super().__init__()
        self._session = session

    def paint(self, width: int, height: int, look: Look) -> Picture:
        return paint_tally(sheet_of(self._session), self.note, width, height, look)

    def do(self, deed: str) -> None:
        if deed == "leave":
            self.game.leave()
        elif deed == "go":
            self.game.after_tally()


class OverScreen(PaintedScreen):
    """Who has won the match."""

    KIND: ClassVar[str] = keys.OVER

    def __init__(self, session: Session) -> None:
        """Show the end of *session*."""
        super().__init__()
        self._session = session

    def paint(self, width: int, height: int, look: Look) -> Picture:
        return paint_over(sheet_of(self._session), self.note, width, height, look)

    def do(self, deed: str) -> None:
        if deed == "leave":
            self.game.leave()
        elif deed == "go":
            self.game.rematch()
