"""The curtain: between two people at one keyboard it hides what either of them holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from basra.engine.seats import Seat
from basra.i18n import _
from basra.match.session import Session
from basra.messages.names import Names
from basra.tui import registry
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import paint_curtain
from basra.tui.screens.base import DebouncedScreen
from basra.tui.themes import Theme


class CurtainScreen(DebouncedScreen):
    """Who is next; nothing of what anybody holds or laid."""

    NAME: ClassVar[str] = registry.CURTAIN

    def __init__(
        self, session: Session, reveal: Callable[[], None], debounce: float | None = None
    ) -> None:
        """Hide the table of *session* until a fresh key, *debounce* seconds after any other.

        Then *reveal* is called, and the curtain goes.
        """
        super().__init__(debounce)
        self._session, self._reveal = session, reveal

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        session = self._session
        names = Names(*session.names)
        south, north = session.match.scores
        lines = [
            _("deal {deal} of {deals}").format(
                deal=session.view(session.turn).deal_number, deals=session.rules.deals
            ),
            _("match: {south} {first}, {north} {second}").format(
                south=names[Seat.SOUTH], first=south, north=names[Seat.NORTH], second=north
            ),
        ]
        if session.why_no_take_back(self.undo) is None:
            lines.append(
                _("u: {name} takes the last card back").format(name=names[session.turn.other])
            )
        turn = names.turn(session.turn)
        return paint_curtain(names[session.turn], turn, lines, self.note, width, height, theme)

    def handle_action(self, action: str) -> None:
        if action == "leave":
            self.game.matches.leave()
        elif action == "go":
            self._reveal()
            self.navigator.back()
        elif action == "undo":
            self._take_back()

    def _take_back(self) -> None:
        """Give the turn back to whoever has just laid; no card is shown or named."""
        reason = self._session.why_no_take_back(self.undo)
        if reason is None:
            self._session.take_back(self.undo)
        self.show_note(reason or _("the last card is back in the hand it came from"))
