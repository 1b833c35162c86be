"""What a person does at the table: keys, clicks, the mouse that passes over, the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra import ai
from basra.engine.cards import Card
from basra.engine.errors import IllegalPlayError
from basra.i18n import _
from basra.match.settings import CHOICES
from basra.messages.card_order import slots
from basra.messages.names import named
from basra.messages.plays import log_rows
from basra.tui.animation import AnimatedPlay, view_before_last_play
from basra.tui.screens.base import PaintedScreen
from basra.tui.selection import Answer, Selection

if TYPE_CHECKING:
    from basra.ai import Bot
    from basra.engine.plays import Play
    from basra.engine.views import View
    from basra.match.session import Session
    from basra.tui.animation import PlayAnimation
    from basra.tui.screens.coaching import Coach

AGAIN = 1.2
"""Seconds for which a play is shown again, at the least."""
_PACES = CHOICES["pace"]


def stand_in(session: Session) -> Bot:
    """Return who plays for the person: a player as strong as the opponent, or else a good one."""
    for player in session.players:
        if player.bot is not None and player.bot.name in ai.LEVELS:
            return player.bot
    return ai.bot("hard")


class TableActions(PaintedScreen):
    """The actions of the table; `TableScreen` holds the match and shows it."""

    if TYPE_CHECKING:
        session: Session
        selection: Selection
        preview: Selection | None
        log_back: int
        animation: PlayAnimation
        coach: Coach
        demo: bool

        @property
        def view(self) -> View: ...
        @property
        def is_covered(self) -> bool: ...
        @property
        def chosen(self) -> Play | None: ...
        def make(self, play: Play) -> None: ...
        def show(
            self,
            play: AnimatedPlay,
            *,
            theirs: bool,
            announced: bool = True,
            least: float = 0.0,
        ) -> None: ...
        def stop_showing(self) -> None: ...
        def stop_thinking(self) -> None: ...
        def after_change(self) -> None: ...
        def _go_on(self) -> None: ...

    _laid_by_click = False

    def do(self, action: str) -> None:
        if not self._aside(action) and not self.session.is_round_over and not self.is_covered:
            if self.session.is_watched:
                self.note = _("you look on; q leaves")
            elif not self.session.player.is_human:
                self.note = _("wait: {name} is on turn").format(
                    name=named(self.session.player.name)
                )
            elif self.demo:
                self.note = _("the computer plays your hand: d ends it")
            else:
                self._on_turn(action)
        self.repaint()

    def bidden(self, action: str) -> None:
        """Do what was chosen in the menu; a play that is being shown is broken off for it."""
        if self.animation.step is not None:
            self.animation.stop()
            self._go_on()
        if self.is_active:
            self._done(action)

    def _aside(self, action: str) -> bool:
        """Do what needs no turn; return whether *action* is of that kind."""
        match action:
            case "leave":
                self.game.leave()
            case "menu":
                self._open(action)
            case "undo" | "redo":
                self._back_or_again(action)
            case "order" | "theme" | "suits" | "slower" | "faster":
                self._set(action)
            case "demo" if not self.is_covered:
                self._switch_demo()
            case "log" if not self.is_covered:
                self.game.open_log(self.session)
            case "scores":
                self._open(action)
            case "said" | "picture" if not self.is_covered:
                self._open(action)
            case _:
                return False
        return True

    def _open(self, action: str) -> None:
        """Open a screen over the table; its file is read only now."""
        from basra.tui.screens import overlays
        from basra.tui.screens.table import TableScreen

        assert isinstance(self, TableScreen)
        opened = {
            "menu": overlays.open_menu,
            "scores": overlays.open_scores,
            "said": overlays.open_words,
            "picture": overlays.open_picture,
        }
        opened[action](self)

    def _set(self, action: str) -> None:
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
                at = _PACES.index(game.settings.pace) + (1 if action == "slower" else -1)
                if 0 <= at < len(_PACES):
                    game.change(pace=_PACES[at])
                pace = game.settings.pace
                pace = _("wait for a key") if pace == "wait" else _(pace)
                self.note = _("the computer’s pace: {pace}").format(pace=pace)

    def _back_or_again(self, action: str) -> None:
        session = self.session
        if action == "redo":
            reason = None if session.can_redo else _("nothing was taken back")
        else:
            reason = session.why_not_back(self.undo)
        if reason is not None:
            self.note = reason
            return
        self.stop_showing()
        self.demo = False
        if action == "undo":
            session.take_back(self.undo)
            self.note = _("taken back; U lays it again")
        else:
            session.redo()
            self.note = _("laid again")
        self.after_change()

    def _switch_demo(self) -> None:
        """Let the computer play the hand of the person, or no more."""
        session = self.session
        if len({player.is_human for player in session.players}) == 1:
            self.note = _("there is no hand that the computer could take over")
            return
        self.demo = not self.demo
        if session.player.is_human:
            self.stop_thinking()
        self.after_change()
        self.note = (
            _("the computer plays your hand") if self.demo else _("you play your hand again")
        )

    def _on_turn(self, action: str) -> None:
        match action.split():
            case [digit] if digit.isdigit():
                self._pick(int(digit), quick=self.game.settings.quick_play == "on")
            case ["hand", digit]:
                self._pick(int(digit))
            case ["floor", card]:
                self._answered(self.selection.toggled(self.view, Card.parse(card)))
            case ["left" | "right"]:
                self.choose(self.selection.stepped(self.view, 1 if action == "right" else -1))
            case ["next" | "previous"]:
                self._settle()
                self._answered(self.selection.other(self.view, 1 if action == "next" else -1))
            case ["play"]:
                self._settle()
                self._lay()
            case ["hint"]:
                self.coach.ask()
            case ["again"]:
                self._show_again()

    def choose(self, selection: Selection) -> None:
        """Have *choice* chosen, whatever the mouse shows."""
        self.selection, self.preview = selection, None

    def _answered(self, answer: Answer) -> None:
        self.choose(answer.selection)
        self.note = answer.note

    def _settle(self) -> None:
        """Choose what the mouse shows: what a sentence says is what Enter does."""
        if self.preview is not None:
            self.choose(self.preview)

    def _pick(self, number: int, *, quick: bool = False) -> None:
        places = slots(self.view)
        card = places[number - 1] if number <= len(places) else None
        if card is None:
            gone = number <= len(places)
            note = _("card {number} is laid already") if gone else _("there is no card {number}")
            self.note = note.format(number=number)
            return
        again = card == self.selection.card
        if not again:
            self.choose(Selection(card))
        if again or (quick and self.selection.number(self.view)[1] == 1):
            self.preview = None
            self._lay()

    def _lay(self) -> None:
        play = self.chosen
        if play is None:
            self.note = _("choose a card first")
        else:
            try:
                self.make(play)
            except IllegalPlayError:
                self.note = _("these cards are no capture")

    def _show_again(self) -> None:
        view = self.view
        if not view.outcomes or view.outcomes[-1].seat is view.seat:
            self.note = _("there is no play to be seen again")
            return
        play = AnimatedPlay(view_before_last_play(view), view.outcomes[-1])
        self.show(play, theirs=True, announced=False, least=AGAIN)

    # ------------------------------------------------------------ the mouse

    def clicked(self, action: str, chain: int) -> None:
        """Do what a click asks for: of quick clicks on one spot none follows one that laid."""
        if chain == 1:
            self._laid_by_click = False
        if self._laid_by_click:
            return
        before = self.session.round
        self._done(action)
        self._laid_by_click = self.session.round is not before

    def hovered(self, action: str | None) -> None:
        preview = None
        match action.split() if action else ():
            case ["hand", digit] if not self.is_covered:
                places = slots(self.view)
                card = places[int(digit) - 1] if int(digit) <= len(places) else None
                if card is not None and card != self.selection.card:
                    preview = Selection(card)
        if preview != self.preview:
            self.preview = preview
            self.repaint()

    def wheeled(self, way: int) -> None:
        most = len(log_rows(self.view)) - 1
        self.log_back = max(0, min(most, self.log_back - way))
        self.repaint()
