"""The table: laying cards, the computer's turns, whose eyes may see what.

`_advance` looks at the match and does what comes next: show a play step by step, wait for a person,
let the computer think, hang the curtain, show the tally.  It is called after every play and
whenever the table comes to the front; while another screen lies on top nothing moves on.  A play
is made before it is shown, so that nothing is lost where the animation is broken off.
"""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.timer import Timer

from basra import ai
from basra.engine.errors import IllegalPlayError
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.i18n import _
from basra.match.log import DEMO, HINTS, MEMORY
from basra.match.session import Session
from basra.match.settings import CHOICES
from basra.messages.capture_choices import missing, plays_of
from basra.messages.names import Names, named
from basra.messages.plays import log_rows
from basra.tui import registry
from basra.tui.animation import (
    SEEN,
    AnimatedPlay,
    PlayAnimation,
    StepKind,
    allowed_animation,
    animation_steps,
    view_before_last_play,
)
from basra.tui.painting.canvas import Picture
from basra.tui.painting.prompts import basra_banner
from basra.tui.painting.scene import Scene
from basra.tui.painting.table import paint_table
from basra.tui.screens.background import ThinkingTask
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.coach import Coach, Hint, prepare_hint
from basra.tui.selection import HandInput, Selection
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.ai import Bot

REPLY_DELAY = 0.4
"""The part of the pace for which one's own play is seen before the computer's card comes."""
LONGEST_REPLY_DELAY = 0.5
"""The most seconds of that."""
SHOWN_AGAIN = 1.2
"""Seconds for which a play is shown again, at the least."""
_WHILE_SHOWN = frozenset(
    {
        *("help", "interrupt", "suspend", "exit", "undo", "menu", "leave", "log", "scores"),
        *("words", "slower", "faster", "theme", "suits", "demo"),
    }
)
"""What a key may do while a play is shown; any other one ends the showing."""
_HAND_TELLERS = (registry.WORDS, registry.COACH)
"""The screens over the table that tell the hand."""


class TableScreen(PaintedScreen):
    """A match being played."""

    NAME: ClassVar[str] = registry.TABLE

    def __init__(self, session: Session, pace: float | None = None) -> None:
        """Show *session*; a *pace* given takes the place of that in the settings."""
        super().__init__()
        self.session = session
        self.hand = HandInput()
        self.animation = PlayAnimation(self.set_timer, self._next_step)
        self.thinking = ThinkingTask(self)
        self.coach = Coach()
        self.demo = False
        """Whether the computer plays in the place of the person."""
        self.log_back = 0
        """How many rows the log beside the table is turned back."""
        self._pace = pace
        self._reply: ThinkingTask.Finished | None = None
        """What the computer will lay."""
        self._reply_timer: Timer | None = None
        self._thinking_since = monotonic()
        self._last_key = 0.0
        self._revealed_to: Seat | None = None
        self._is_laid_by_click = False

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
        return self.session.is_hot_seat and self._revealed_to is not self.session.turn

    @property
    def is_automatic(self) -> bool:
        """Whether the computer lays the next card."""
        return self.demo or not self.session.player.is_human

    @property
    def is_demo_turn(self) -> bool:
        """Whether the computer lays the next card in the place of a person."""
        return self.demo and self.session.player.is_human

    @property
    def chosen(self) -> Play | None:
        """The play that Enter would make, legal or not."""
        return None if self.is_covered or self.is_automatic else self.hand.chosen(self.view)

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        session, settings = self.session, self.game.settings
        view, chosen = self.view, self.chosen
        scene = Scene(
            view,
            self.names,
            session.match.scores,
            chosen,
            self.hand.number(view) if chosen else (1, 1),
            why_not=missing(view, chosen) if chosen else "",
            by_rank=settings.floor_order == "rank",
            shows_memory=settings.memory == "on",
            log_offset=self.log_back,
            is_covered=self.is_covered,
            note=self.note,
            thinking=self._who_thinks() if self.thinking.is_slow else "",
            hint=None if self.hand.preview else self.coach.says,
            by_computer=self.demo or not session.players[view.seat].is_human,
            is_demo=self.demo,
        )
        step, play = self.animation.step, self.animation.play
        if step is None or play is None:
            return scene
        if step.kind is StepKind.BANNER:
            return scene.during_play(banner=basra_banner(play.outcome.points))
        is_marked = step.kind is StepKind.CARD
        return scene.during_play(
            play.before, play.outcome, highlights_capture=is_marked, waits_for_key=step.waits
        )

    def _who_thinks(self) -> str:
        if not self.is_automatic:
            return _("the coach is thinking…")
        if self.is_demo_turn:
            return _("the computer is thinking for you…")
        return _("{name} is thinking…").format(name=self.names[self.session.turn])

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_table(self.scene(), width, height, theme)

    # ------------------------------------------------------------ whose eyes

    def reveal_hand(self) -> None:
        """Show the hand of the seat on turn: its player has the keyboard, and plays stand."""
        self.session.hand_over()
        self._revealed_to = self.session.turn

    def hide_hand(self) -> None:
        """Think no more, and hide a hand that two people share until its player asks for it."""
        self.thinking.cancel()
        self.coach.reset()
        self._drop_selection()
        self._revealed_to = None
        if self.session.is_hot_seat:
            top = self.app.screen
            if isinstance(top, PaintedScreen) and top.NAME in _HAND_TELLERS:
                self.navigator.back()
            if self.is_active:
                self._advance()

    # ------------------------------------------------------------ what comes next

    def on_screen_resume(self) -> None:
        if self.game.settings.memory == "on" and not self.session.is_round_over:
            self.session.assist(MEMORY)
        self._advance()

    def resume(self) -> None:
        """Go on where the program was suspended."""
        self._advance()

    def on_unmount(self) -> None:
        self._stop_showing()

    def _advance(self) -> None:
        """Do what comes next, if the table is what is seen."""
        if self.is_active and self.is_running:
            if self.animation.step is not None:
                self.animation.restart_step()
            elif self.session.is_round_over:
                self.navigator.show_tally(self.session)
            elif self.is_covered:
                self.navigator.show_curtain(self.session, self.reveal_hand)
            elif self.is_automatic:
                self._start_thinking()
            self.game.show_notices()
        self.repaint()

    def _start_thinking(self) -> None:
        """Start the computer's turn, or resume it where another screen interrupted it."""
        state = self.session.round
        if self._reply is not None and self._reply.state is state:
            self._lay_reply()
        elif self.thinking.state is not state:
            self._thinking_since = monotonic()
            bot = stand_in(self.session) if self.is_demo_turn else None
            self.thinking.start(state, partial(self.session.thinking, bot=bot))

    @on(ThinkingTask.Finished)
    def _take_result(self, message: ThinkingTask.Finished) -> None:
        message.stop()
        if message.cancelled.is_set() or message.state is not self.session.round:
            return
        self.thinking.cancel()
        if isinstance(message.result, Exception):
            raise message.result
        if isinstance(message.result, Hint):
            self._show_hint(message.result)
            self.repaint()
            return
        self._reply = message
        outcomes = self.session.round.outcomes
        is_announced = bool(outcomes and outcomes[-1].points)
        delay = 0.0 if is_announced else min(self.pace * REPLY_DELAY, LONGEST_REPLY_DELAY)
        delay -= monotonic() - self._thinking_since
        if delay > 0:
            self._reply_timer = self.set_timer(delay, self._lay_reply)
        else:
            self._lay_reply()

    def _lay_reply(self) -> None:
        """Lay what the computer has settled on; behind another screen, wait."""
        reply = self._reply
        if reply is None or reply.state is not self.session.round:
            return
        if not self.is_active or self.animation.step is not None:
            return
        self._reply = None
        assert isinstance(reply.result, Play)
        self.note = ""
        self.lay(reply.result)

    def lay(self, play: Play) -> None:
        """Make a play and show it; raise `IllegalPlayError`, with nothing changed, for no play."""
        before = self.view
        theirs = self.is_automatic
        if self.is_demo_turn:
            self.session.assist(DEMO)
        outcome = self.session.lay(play)
        self._drop_selection()
        self._revealed_to = None if self.session.is_hot_seat else self._revealed_to
        if outcome.points and self.game.settings.bell == "basra":
            self.game.bell()
        self._show_play(AnimatedPlay(before, outcome), theirs=theirs)

    def _show_play(
        self, play: AnimatedPlay, *, theirs: bool, announced: bool = True, least: float = 0.0
    ) -> None:
        """Show a play that was made, its card for the pace or *least* seconds.

        A basra is *announced* only the first time.
        """
        animation = allowed_animation(self.game.settings.animation, self.game.animation_level)
        pace, points = max(self.pace, least), play.outcome.points if announced else 0
        steps = animation_steps(theirs=theirs, points=points, animation=animation, pace=pace)
        self.animation.start(play, steps)
        self._advance()

    def _next_step(self) -> None:
        """Show the next step of the animation; behind another screen, wait."""
        if self.is_active:
            self.animation.advance()
            if self.animation.step is None:
                self._advance()
            self.repaint()

    def _stop_showing(self) -> None:
        """Break off what is shown, and what the computer was about to do."""
        self.animation.stop()
        self._stop_thinking()

    def _stop_thinking(self) -> None:
        """Break off what the computer was about to do."""
        if self._reply_timer is not None:
            self._reply_timer.stop()
        self.thinking.cancel()
        self._reply = None

    def _drop_selection(self) -> None:
        """Have nothing chosen, and the log at its end."""
        self.hand.clear()
        self.log_back = 0

    # ------------------------------------------------------------ what keys do

    def dispatch(self, action: str | None) -> None:
        now = monotonic()
        is_quiet, self._last_key = now - self._last_key >= SEEN, now
        if action != "hint":
            self.coach.says = None
        is_shown = self.animation.step is not None and not self.is_too_small(*self.size)
        if not is_shown or action in _WHILE_SHOWN:
            super().dispatch(action)
        elif is_quiet and self.animation.is_seen():
            self.animation.stop()
            self._advance()

    def handle_action(self, action: str) -> None:
        session = self.session
        is_done = self._handle_any_time(action)
        if not is_done and not session.is_round_over and not self.is_covered:
            if session.is_watched:
                self.note = _("you look on; q leaves")
            elif not session.player.is_human:
                self.note = _("wait: {name} is on turn").format(name=named(session.player.name))
            elif self.demo:
                self.note = _("the computer plays your hand: d ends it")
            else:
                self._handle_on_turn(action)
        self.repaint()

    def run_menu_action(self, action: str) -> None:
        """Do what was chosen in the menu; a play that is being shown is broken off for it."""
        if self.animation.step is not None:
            self.animation.stop()
            self._advance()
        if self.is_active:
            self.dispatch(action)

    def _handle_any_time(self, action: str) -> bool:
        """Do what needs no turn; return whether *action* is of that kind."""
        session, navigator = self.session, self.navigator
        match action:
            case "leave":
                self.game.matches.leave()
            case "menu":
                from basra.tui.screens.menu import open_table_menu

                open_table_menu(self.game, session, self.run_menu_action)
            case "undo" | "redo":
                self._take_back_or_redo(action)
            case "order" | "theme" | "suits" | "slower" | "faster":
                self._change_setting(action)
            case "scores":
                navigator.open_scores(self.names, session.match, session.tally)
            case "demo" if not self.is_covered:
                self._switch_demo()
            case "log" if not self.is_covered:
                navigator.open_log(session.view(Seat.SOUTH), self.names)
            case "words" if not self.is_covered:
                navigator.open_words(self.view, self.names, session.match.scores)
            case "picture" if not self.is_covered:
                from basra.tui.screens.menu import offer_picture

                offer_picture(self, self.scene())
            case _:
                return False
        return True

    def _handle_on_turn(self, action: str) -> None:
        """Do what only the person on turn may do."""
        quick = action.isdigit() and self.game.settings.quick_play == "on"
        reply = self.hand.handle_action(action, self.view, quick=quick)
        if reply is not None:
            self.note = reply.note
            if reply.lays:
                self._lay_chosen()
        elif action == "hint":
            self._ask_coach()
        elif action == "again":
            self._show_again()

    def _lay_chosen(self) -> None:
        play = self.chosen
        if play is None:
            self.note = _("choose a card first")
            return
        try:
            self.lay(play)
        except IllegalPlayError:
            self.note = _("these cards are no capture")

    def _show_again(self) -> None:
        view = self.view
        if not view.outcomes or view.outcomes[-1].seat is view.seat:
            self.note = _("there is no play to be seen again")
            return
        play = AnimatedPlay(view_before_last_play(view), view.outcomes[-1])
        self._show_play(play, theirs=True, announced=False, least=SHOWN_AGAIN)

    def _ask_coach(self) -> None:
        """Show the next of what the coach has to say."""
        session, coach = self.session, self.coach
        state = session.round
        self.note = self.game.settings.why_no_hint(is_hot_seat=session.is_hot_seat)
        if self.note:
            return
        coach.begin(state)
        hint = coach.hint
        if hint is not None and coach.is_at_end:
            self.navigator.open_advice(hint.view, hint.advice, hint.reason)
            return
        coach.step()
        if hint is not None:
            self._show_hint(hint)
        elif self.thinking.state is not state:
            self.thinking.start(state, partial(prepare_hint, session, self.view))

    def _show_hint(self, hint: Hint) -> None:
        self.session.assist(HINTS)
        play = self.coach.speak(hint)
        if play is not None:
            index = plays_of(self.view, play.card).index(play)
            self.hand.select(Selection(play.card, index))

    def _change_setting(self, action: str) -> None:
        """Change a setting that has a key of its own."""
        game = self.game
        match action:
            case "order":
                by_rank = game.cycle("floor_order") == "rank"
                self.note = _("the floor by rank") if by_rank else _("the floor as it was laid")
            case "theme" | "suits":
                sentence = _("theme: {value}") if action == "theme" else _("suits: {value}")
                self.note = sentence.format(value=_(game.cycle(action)))
            case _:
                paces = CHOICES["pace"]
                index = paces.index(game.settings.pace) + (1 if action == "slower" else -1)
                if 0 <= index < len(paces):
                    game.change(pace=paces[index])
                pace = game.settings.pace
                pace = _("wait for a key") if pace == "wait" else _(pace)
                self.note = _("the computer’s pace: {pace}").format(pace=pace)

    def _take_back_or_redo(self, action: str) -> None:
        session = self.session
        if action == "redo":
            reason = None if session.can_redo else _("nothing was taken back")
        else:
            reason = session.why_not_back(self.undo)
        if reason is not None:
            self.note = reason
            return
        self._stop_showing()
        self.demo = False
        if action == "undo":
            session.take_back(self.undo)
            self.note = _("taken back; U lays it again")
        else:
            session.redo()
            self.note = _("laid again")
        self._drop_selection()
        self._advance()

    def _switch_demo(self) -> None:
        """Let the computer play the hand of the person, or no more."""
        session = self.session
        if len({player.is_human for player in session.players}) == 1:
            self.note = _("there is no hand that the computer could take over")
            return
        self.demo = not self.demo
        if session.player.is_human:
            self._stop_thinking()
        self._drop_selection()
        self._advance()
        self.note = (
            _("the computer plays your hand") if self.demo else _("you play your hand again")
        )

    # ------------------------------------------------------------ what the mouse does

    def handle_click(self, action: str, chain: int) -> None:
        """Do what a click asks for: of quick clicks on one spot none follows one that laid."""
        if chain == 1:
            self._is_laid_by_click = False
        if self._is_laid_by_click:
            return
        before = self.session.round
        self.dispatch(action)
        self._is_laid_by_click = self.session.round is not before

    def handle_hover(self, action: str | None) -> None:
        if self.hand.handle_hover(action, None if self.is_covered else self.view):
            self.repaint()

    def handle_wheel(self, way: int) -> None:
        most = len(log_rows(self.view)) - 1
        self.log_back = max(0, min(most, self.log_back - way))
        self.repaint()


def stand_in(session: Session) -> Bot:
    """Return who plays for the person: a player as strong as the opponent, or else a good one."""
    for player in session.players:
        if player.bot is not None and player.bot.name in ai.LEVELS:
            return player.bot
    return ai.bot("hard")
