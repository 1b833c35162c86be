"""The table: choosing and laying cards, the computer's turns, whose eyes may see what.

How it thinks: `_go_on` looks at the match and does what comes next: show a play step by step, wait
for a person, let the computer think, hang the curtain, show the tally.  It is called after every
play and whenever the table comes to the front; while another screen lies on top nothing moves on.
The computer thinks elsewhere (`thinking`); what it found for another state than that on the table
is not heard.  A play is made before it is shown, so that nothing is lost where the showing is
broken off.
"""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import ClassVar

from textual import on
from textual.timer import Timer

from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.match.log import DEMO, MEMORY
from basra.match.session import Session
from basra.messages.names import Names
from basra.tui import keymap
from basra.tui.animation import (
    SEEN,
    AnimatedPlay,
    PlayAnimation,
    allowed_animation,
    animation_steps,
)
from basra.tui.painting.canvas import Picture
from basra.tui.painting.table import Scene, paint_table
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.coaching import Coach, Counsel
from basra.tui.screens.scene import scene_of
from basra.tui.screens.table_actions import TableActions, stand_in
from basra.tui.screens.thinking import Thinker, Thought
from basra.tui.selection import Selection
from basra.tui.themes import Theme

GLANCE = 0.4
"""The part of the pace for which one's own play is seen before the computer's card comes."""
LONGEST_GLANCE = 0.5
"""The most seconds of that."""
_TELLING = (keymap.SAID, keymap.COACH)
"""The screens over the table that tell the hand."""


class TableScreen(TableActions, PaintedScreen):
    """A match being played."""

    KIND: ClassVar[str] = keymap.TABLE

    def __init__(self, session: Session, pace: float | None = None) -> None:
        """Show *session*; a *pace* given takes the place of that in the settings."""
        super().__init__()
        self.session = session
        self.selection = Selection()
        self.preview: Selection | None = None
        self.log_back = 0
        self.animation = PlayAnimation(self.set_timer, self._step)
        self._pace = pace
        self.thinker = Thinker(self)
        self.coach = Coach(self)
        self.demo = False
        """Whether the computer plays in the place of the person."""
        self._thought: Thought | None = None
        self._since = monotonic()
        self._last_key = 0.0
        self._lifted: Seat | None = None
        self._rest: Timer | None = None

    # ------------------------------------------------------------ what is seen

    @property
    def pace(self) -> float:
        """Seconds for which the computer's card is shown."""
        return self.game.pace if self._pace is None else self._pace

    @property
    def names(self) -> Names:
        """The names of both seats."""
        return Names(*self.session.names)

    @property
    def seat(self) -> Seat:
        """The seat from which the table is seen."""
        session = self.session
        if session.is_hot_seat:
            return session.turn
        return Seat.NORTH if session.players[Seat.NORTH].is_human else Seat.SOUTH

    @property
    def view(self) -> View:
        """What that seat may know."""
        return self.session.view(self.seat)

    @property
    def is_covered(self) -> bool:
        """Whether the hand must not be seen, since the keyboard is between two people."""
        return self.session.is_hot_seat and self._lifted is not self.session.turn

    @property
    def is_automatic(self) -> bool:
        """Whether the computer lays the next card."""
        return self.demo or not self.session.player.is_human

    @property
    def chosen(self) -> Play | None:
        """The play that Enter would make, legal or not."""
        view = self.view
        if self.is_covered or self.is_automatic:
            return None
        return (self.preview or self.selection).play(view)

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        return scene_of(self)

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_table(self.scene(), width, height, theme)

    @property
    def stands_in(self) -> bool:
        """Whether the computer plays in the place of the person now."""
        return self.demo and self.session.player.is_human

    # ------------------------------------------------------------ what comes next

    def on_screen_resume(self) -> None:
        if self.game.settings.memory == "on" and not self.session.is_round_over:
            self.session.assist(MEMORY)
        self._go_on()

    def lift(self) -> None:
        """Show the hand of the seat on turn: its player has the keyboard, and plays stand."""
        self.session.hand_over()
        self._lifted = self.session.turn

    def cover(self) -> None:
        """Think no more, and hide a hand that two people share until its player asks for it."""
        self.thinker.stop()
        self.coach.forget()
        self.forget()
        self._lifted = None
        if self.session.is_hot_seat:
            shown = self.game.screen
            if isinstance(shown, PaintedScreen) and shown.KIND in _TELLING:
                self.game.pop_screen()
            if self.is_active:
                self._go_on()

    def take_up(self) -> None:
        """Go on where the program was suspended."""
        self._go_on()

    def forget(self) -> None:
        """Have nothing chosen."""
        self.selection, self.preview, self.log_back = Selection(), None, 0

    def _go_on(self) -> None:
        """Do what comes next, if the table is what is seen."""
        if self.is_active and self.is_running:
            if self.animation.step is not None:
                self.animation.restart_step()
            elif self.session.is_round_over:
                self.game.show_tally(self.session)
            elif self.is_covered:
                self.game.show_curtain(self)
            elif self.is_automatic:
                self._let_think()
            self.game.tell_news()
        self.repaint()

    def _let_think(self) -> None:
        """Start the computer's turn, or take it up again where another screen broke it off."""
        state = self.session.round
        if self._thought is not None and self._thought.state is state:
            self._answer()
        elif self.thinker.state is not state:
            self._since = monotonic()
            bot = stand_in(self.session) if self.stands_in else None
            self.thinker.ask(state, partial(self.session.thinking, bot=bot))

    @on(Thought)
    def _found(self, message: Thought) -> None:
        message.stop()
        if message.unwanted.is_set() or message.state is not self.session.round:
            return
        self.thinker.stop()
        if isinstance(message.found, Exception):
            raise message.found
        if isinstance(message.found, Counsel):
            self.coach.heard(message.found)
            return
        self._thought = message
        outcomes = self.session.round.outcomes
        is_announced = bool(outcomes and outcomes[-1].points)
        rest = min(self.pace * GLANCE, LONGEST_GLANCE) if not is_announced else 0.0
        rest -= monotonic() - self._since
        if rest > 0:
            self._rest = self.set_timer(rest, self._answer)
        else:
            self._answer()

    def _answer(self) -> None:
        """Lay what the computer has settled on; behind another screen, wait."""
        found = self._thought
        if found is None or found.state is not self.session.round:
            return
        if not self.is_active or self.animation.step is not None:
            return
        self._thought = None
        assert isinstance(found.found, Play)
        self.note = ""
        self.make(found.found)

    def make(self, play: Play) -> None:
        """Make a play and show it; raise `IllegalPlayError`, with nothing changed, for no play."""
        before = self.view
        theirs = self.is_automatic
        if self.stands_in:
            self.session.assist(DEMO)
        outcome = self.session.lay(play)
        self.forget()
        self._lifted = None if self.session.is_hot_seat else self._lifted
        if outcome.points and self.game.settings.bell == "basra":
            self.game.bell()
        self.show(AnimatedPlay(before, outcome), theirs=theirs)

    def show(
        self, play: AnimatedPlay, *, theirs: bool, announced: bool = True, least: float = 0.0
    ) -> None:
        """Show a play that was made, its card for the pace or *least* seconds.

        A basra is *announced* only the first time.
        """
        animation = allowed_animation(self.game.settings.animation, self.game.animation_level)
        pace, points = max(self.pace, least), play.outcome.points if announced else 0
        steps = animation_steps(theirs=theirs, points=points, animation=animation, pace=pace)
        self.animation.start(play, steps)
        self._go_on()

    def _step(self) -> None:
        """Go on in what is shown; behind another screen, wait."""
        if self.is_active:
            self.animation.advance()
            if self.animation.step is None:
                self._go_on()
            self.repaint()

    # ------------------------------------------------------------ what a person does

    _WHILE_SHOWN = frozenset(
        {
            "undo",
            "menu",
            "leave",
            "log",
            "scores",
            "said",
            "slower",
            "faster",
            "theme",
            "suits",
            "demo",
        }
    )
    """What a key may do while a play is shown; any other one goes on."""

    def _done(self, action: str | None) -> None:
        now = monotonic()
        quiet, self._last_key = now - self._last_key >= SEEN, now
        watching = self.animation.step is not None and not self.is_too_small(*self.size)
        if action != "hint":
            self.coach.says = None
        basic = {"help", "interrupt", "suspend", "exit"} | self._WHILE_SHOWN
        if watching and action not in basic:
            if quiet and self.animation.is_seen():
                self.animation.stop()
                self._go_on()
            return
        super()._done(action)

    def stop_showing(self) -> None:
        """Break off what is shown, and what the computer was about to do."""
        self.animation.stop()
        self.stop_thinking()

    def stop_thinking(self) -> None:
        """Break off what the computer was about to do."""
        if self._rest is not None:
            self._rest.stop()
        self.thinker.stop()
        self._thought = None

    def after_change(self) -> None:
        """Go on after the state of the match was changed otherwise than by a play."""
        self.forget()
        self._go_on()

    def on_unmount(self) -> None:
        self.stop_showing()
