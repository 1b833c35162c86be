"""The table: choosing and laying cards, the computer's turns, whose eyes may see what.

How it thinks: `_go_on` looks at the match and does what comes next: wait for a person, let the
computer think, hang the curtain, show the tally.  It is called after every play and whenever the
table comes to the front; while another screen lies on top nothing moves on.  The computer thinks
in a thread of its own, which posts what it found; a table that is gone does not hear it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Thread
from time import monotonic
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from basra.engine.cards import Card
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.session import Session
from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.floor import slots
from basra.tui.render import Scene, paint_table
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Look
from basra.tui.words import Names, told


@lru_cache(maxsize=2)
def _plays(view: View) -> dict[Card, tuple[Play, ...]]:
    plays: dict[Card, list[Play]] = {}
    for play in view.legal_plays():
        plays.setdefault(play.card, []).append(play)
    return {card: tuple(found) for card, found in plays.items()}


def plays_of(view: View, card: Card) -> tuple[Play, ...]:
    """Return the plays of one card, captures first."""
    return _plays(view).get(card, ())


GLANCE = 0.4
"""The part of the pace for which one's own play is seen before the computer's card comes."""


class TableScreen(PaintedScreen):
    """A match being played."""

    KIND: ClassVar[str] = keys.TABLE

    @dataclass
    class Thought(Message):
        """The computer has settled on a play, or its thinking failed."""

        play: Play | Exception

    def __init__(self, session: Session, pace: float) -> None:
        """Show *session*; the computer's card is shown for *pace* seconds before it goes."""
        super().__init__()
        self.session = session
        self._pace = pace
        self._card: Card | None = None
        self._choice = 0
        self._laying: Play | None = None
        self._thinks = False
        self._since = monotonic()
        self._lifted: Seat | None = None
        self._timer: Timer | None = None

    # ------------------------------------------------------------ what is seen

    @property
    def seat(self) -> Seat:
        """The seat from which the table is seen."""
        session = self.session
        if session.is_hot_seat:
            return session.turn
        return Seat.SOUTH if session.players[Seat.SOUTH].is_human else Seat.NORTH

    @property
    def view(self) -> View:
        """What that seat may know."""
        return self.session.view(self.seat)

    @property
    def is_covered(self) -> bool:
        """Whether the hand must not be seen, since the keyboard is between two people."""
        return self.session.is_hot_seat and self._lifted is not self.session.turn

    @property
    def chosen(self) -> Play | None:
        """The play that Enter would make."""
        if self._card is None or self.is_covered:
            return None
        plays = plays_of(self.view, self._card)
        return plays[self._choice % len(plays)] if plays else None

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        session, chosen = self.session, self.chosen
        count = len(plays_of(self.view, chosen.card)) if chosen else 1
        return Scene(
            self.view,
            Names(*(player.name for player in session.players)),
            session.match.scores,
            chosen,
            (self._choice % count + 1, count),
            self._laying,
            self.is_covered,
            self.note,
        )

    def paint(self, width: int, height: int, look: Look) -> Picture:
        return paint_table(self.scene(), width, height, look)

    # ------------------------------------------------------------ what comes next

    def on_screen_resume(self) -> None:
        self._go_on()

    def lift(self) -> None:
        """Show the hand of the seat on turn: its player has the keyboard."""
        self._lifted = self.session.turn

    def cover(self) -> None:
        """Hide the hand again until its player asks for it."""
        self._card, self._lifted = None, None
        if self.session.is_hot_seat and self.is_active:
            self._go_on()

    def _go_on(self) -> None:
        """Do what comes next, if the table is what is seen."""
        if self.is_active and self.is_running:
            if self.session.is_round_over:
                self.game.show_tally(self.session)
            elif self.is_covered:
                self.game.show_curtain(self)
            elif not self.session.player.is_human:
                self._let_think()
        self.repaint()

    def _let_think(self) -> None:
        """Start the computer's turn, or take it up again where another screen broke it off."""
        if not self._thinks:
            self._thinks, self._since = True, monotonic()
            Thread(target=self._think, name="computer", daemon=True).start()
        elif self._laying is not None and self._timer is None:
            self._shown()

    def _think(self) -> None:
        """Find the computer's play; this runs in its own thread, while no card can be laid."""
        try:
            found: Play | Exception = self.session.think()
        except Exception as fault:  # a bot that fails is reported where it is seen
            found = fault
        try:
            self.post_message(self.Thought(found))
        except RuntimeError:
            return  # the program has ended meanwhile

    def on_table_screen_thought(self, message: Thought) -> None:
        if isinstance(message.play, Exception):
            raise message.play
        since = monotonic() - self._since
        deeds = told(self.view)
        rest = self._pace * (1 if deeds and deeds[-1].points else GLANCE)
        show = partial(self._show, message.play)
        self._after(rest - since if self._pace > 0 else 0.0, show)

    def _after(self, seconds: float, deed: Callable[[], None]) -> None:
        """Do the next step of the computer's turn, at once where nobody is to wait for it."""
        if seconds > 0:
            self._timer = self.set_timer(seconds, deed)
        else:
            deed()

    def _show(self, play: Play) -> None:
        """Show the computer's card on the floor, with what it will take."""
        self._laying = play
        self._after(self._pace, self._shown)
        self.repaint()

    def _shown(self) -> None:
        """Let the computer's card do what it does; behind another screen, wait."""
        self._timer = None
        if self.is_active and self._laying is not None:
            play, self._laying, self._thinks = self._laying, None, False
            self.note = ""
            self.session.lay(play)
            self._go_on()

    # ------------------------------------------------------------ what a person does

    def do(self, deed: str) -> None:
        session = self.session
        if deed == "leave":
            self.game.leave()
            return
        if session.is_round_over or self.is_covered:
            return
        if deed == "log":
            self.game.open_log(session)
            return
        if not session.player.is_human:
            self.say(f"wait: {session.player.name} is on turn")
            return
        if deed.isdigit():
            self._pick(int(deed))
        elif deed in ("left", "right"):
            self._step(1 if deed == "right" else -1)
        elif deed in ("next", "previous"):
            self._other(1 if deed == "next" else -1)
        elif deed == "play":
            self._lay()
        self.repaint()

    def _pick(self, number: int) -> None:
        places = slots(self.view)
        card = places[number - 1] if number <= len(places) else None
        if card is None:
            gone = number <= len(places)
            self.note = f"card {number} is laid already" if gone else f"there is no card {number}"
        elif card == self._card:
            self._lay()
        else:
            self._card, self._choice = card, 0

    def _step(self, way: int) -> None:
        places = [card for card in slots(self.view) if card is not None]
        if self._card in places:
            at = (places.index(self._card) + way) % len(places)
        else:
            at = 0 if way > 0 else -1
        self._card, self._choice = places[at], 0

    def _other(self, way: int) -> None:
        chosen = self.chosen
        if chosen is None:
            self.note = "choose a card first"
            return
        count = len(plays_of(self.view, chosen.card))
        if count == 1:
            self.note = f"{chosen.card.glyph} has only this play"
        self._choice = (self._choice + way) % count

    def _lay(self) -> None:
        play = self.chosen
        if play is None:
            self.note = "choose a card first"
            return
        refusal = self.view.why_not(play)
        if refusal is not None:
            self.note = str(refusal)
            return
        self._card, self._choice, self._lifted = None, 0, None
        self.session.lay(play)
        self._go_on()

    def on_unmount(self, event: events.Unmount) -> None:
        del event
        if self._timer is not None:
            self._timer.stop()
