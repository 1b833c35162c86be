"""The curtain: between two people at one keyboard it hides what either of them holds."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from basra.session import Session
from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.screens.base import PaintedScreen
from basra.tui.sheets import paint_curtain
from basra.tui.themes import Look
from basra.tui.words import Names

CALM = 0.35
"""Seconds without a key or click before the curtain opens, so that none held down opens it."""


class CurtainScreen(PaintedScreen):
    """Who is next; nothing of what anybody holds or laid."""

    KIND: ClassVar[str] = keys.CURTAIN

    def __init__(self, session: Session, calm: float = CALM) -> None:
        """Hide the table of *session* until a fresh key, *calm* seconds after any other."""
        super().__init__()
        self._session = session
        self._calm = calm
        self._disturbed = monotonic()

    def on_screen_resume(self) -> None:
        self._disturbed = monotonic()

    def paint(self, width: int, height: int, look: Look) -> Picture:
        session = self._session
        names = Names(*(player.name for player in session.players))
        south, north = session.match.scores
        lines = (
            f"deal {session.view(session.turn).number_of_deal} of {session.rules.deals}",
            f"match: {names.south} {south}, {names.north} {north}",
        )
        turn = names.turn(session.turn)
        return paint_curtain(session.player.name, turn, lines, self.note, width, height, look)

    def _done(self, deed: str | None) -> None:
        now = monotonic()
        fresh = now - self._disturbed >= self._calm
        self._disturbed = now
        if fresh or deed != "go":
            super()._done(deed)

    def do(self, deed: str) -> None:
        if deed == "leave":
            self.game.leave()
        elif deed == "go":
            self.game.open_curtain()
