"""A play tried again: the table before it as its player saw it, and what another play is worth.

Law of this file: nothing of it is shown that the player could not see then; the answer comes once
a play has been chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import on

from basra.engine.cards import Card
from basra.engine.plays import Play
from basra.engine.shuffles import stream
from basra.engine.views import View
from basra.i18n import ENGLISH, _, in_force
from basra.messages.capture_choices import missing
from basra.messages.card_order import slots
from basra.tui import keymap, review_marks
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import TextLine
from basra.tui.painting.table import Scene, paint_table
from basra.tui.replay_moments import Moment, Replay
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.pages import PageScreen
from basra.tui.screens.thinking import Thinker, Thought
from basra.tui.selection import Selection
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.review import PlayReview


class TryScreen(PaintedScreen):
    """The table of one player before a play, where another may be chosen."""

    KIND: ClassVar[str] = keymap.TRY

    def __init__(self, view: View, replay: Replay, judged: PlayReview) -> None:
        """Show *view*, in which the play was made that was *judged*."""
        super().__init__()
        self.view = view
        self._replay, self._judged = replay, judged
        self.selection = Selection()
        self.thinker = Thinker(self)

    @property
    def chosen(self) -> Play | None:
        """The play that Enter would choose, legal or not."""
        return self.selection.play(self.view)

    def plain_scene(self) -> Scene:
        """Return what the table shows of the play, whatever the settings are."""
        chosen, one = self.chosen, self._judged
        return Scene(
            self.view,
            self._replay.names,
            self._replay.scores(Moment(one.round - 1, one.number - 1)),
            chosen,
            self.selection.number(self.view) if chosen else (1, 1),
            missing=missing(self.view, chosen) if chosen else "",
            note=self.note,
            thinking=_("the coach is thinking…") if self.thinker.is_slow else "",
            screen=keymap.TRY,
            where=_("round {round}, play {play}").format(round=one.round, play=one.number),
        )

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        return replace(self.plain_scene(), by_rank=self.game.settings.floor_order == "rank")

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_table(self.scene(), width, height, theme)

    def do(self, action: str) -> None:
        match action.split():
            case ["back"]:
                self.game.pop_screen()
                return
            case [digit] if digit.isdigit():
                self._pick(int(digit))
            case ["hand", digit]:
                self._pick(int(digit))
            case ["floor", card]:
                self._answered(*self.selection.toggled(self.view, Card.parse(card)))
            case ["left" | "right"]:
                self._choose(self.selection.stepped(self.view, 1 if action == "right" else -1))
            case ["next" | "previous"]:
                self._answered(*self.selection.other(self.view, 1 if action == "next" else -1))
            case ["order"]:
                self.game.cycle("floor_order")
            case ["play"]:
                self._ask()
        self.repaint()

    def on_unmount(self) -> None:
        self.thinker.stop()

    def _choose(self, selection: Selection) -> None:
        self.thinker.stop()
        self.selection = selection

    def _answered(self, selection: Selection, note: str) -> None:
        self._choose(selection)
        self.note = note

    def _pick(self, number: int) -> None:
        places = slots(self.view)
        card = places[number - 1] if number <= len(places) else None
        if card is None:
            self.note = _("there is no card {number}").format(number=number)
        elif card == self.selection.card:
            self._ask()
        else:
            self._choose(Selection(card))

    def _ask(self) -> None:
        """Have the chosen play judged, in the same worlds as the one that was made."""
        play = self.chosen
        if play is None:
            self.note = _("choose a card first")
            return
        if self.view.why_not(play) is not None:
            self.note = _("these cards are no capture")
            return
        then = self._judged.verdict
        if play == then.play and in_force() == ENGLISH:  # its reason stands there in English
            self._answer(then)
        else:
            state = self._replay.state(Moment(self._judged.round - 1, self._judged.number - 1))
            self.thinker.ask(state, self._judging(play))

    def _judging(self, play: Play) -> Callable[[Callable[[], bool]], Callable[[], Verdict]]:
        view, one = self.view, self._judged

        def thinking(unwanted: Callable[[], bool]) -> Callable[[], Verdict]:
            def judge() -> Verdict:
                from basra.ai.cancellation import cancellable
                from basra.ai.grading import grade_play

                with cancellable(unwanted):
                    found = grade_play(view, play, stream("review", one.round, one.number))
                return one.verdict if found is None else found

            return judge

        return thinking

    @on(Thought)
    def _found(self, message: Thought) -> None:
        from basra.ai.grading import Verdict

        message.stop()
        if message.unwanted.is_set():
            return
        self.thinker.stop()
        if isinstance(message.found, Exception):
            raise message.found
        assert isinstance(message.found, Verdict)
        self._answer(message.found)
        self.repaint()

    def _answer(self, chosen: Verdict) -> None:
        """Say what the chosen play is worth."""
        said = review_marks.answer(chosen, self._judged.verdict, self._replay.names, self.view.seat)
        self.game.push_screen(AnswerScreen(list(said)))


class AnswerScreen(PageScreen):
    """What a play that was tried is worth, with the sentence of the coach."""

    KIND: ClassVar[str] = keymap.SAID
    HEADING = "The answer"

    def __init__(self, said: Sequence[tuple[str, str]]) -> None:
        """Say these sentences, each in its tone."""
        super().__init__()
        self._said = said

    def lines(self, width: int) -> Sequence[TextLine]:
        lines = []
        for words, tone in self._said:
            lines += [*(TextLine(line, tone) for line in wrap(words, width)), TextLine("")]
        return [*lines, TextLine(_("Back: choose another play, or leave with Esc."), "dim")]
