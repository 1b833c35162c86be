"""A play tried again: the table before it as its player saw it, and what another play is worth.

Nothing is shown that the player could not see then; the answer comes once a play has been chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import on

from basra.engine.plays import Play
from basra.engine.shuffles import stream
from basra.engine.views import View
from basra.i18n import ENGLISH, _, current_language
from basra.messages.capture_choices import missing
from basra.tui import registry, review_marks
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import TextLine
from basra.tui.painting.scene import Scene
from basra.tui.painting.table import paint_table
from basra.tui.replay_moments import Moment, Replay
from basra.tui.screens.background import ThinkingTask
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.pages import PageScreen
from basra.tui.selection import HandInput
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.review import PlayReview


class TryScreen(PaintedScreen):
    """The table of one player before a play, where another may be chosen."""

    NAME: ClassVar[str] = registry.TRY

    def __init__(self, view: View, replay: Replay, judged: PlayReview) -> None:
        """Show *view*, in which the play was made that was *judged*."""
        super().__init__()
        self.view = view
        self._replay, self._judged = replay, judged
        self.thinking = ThinkingTask(self)
        self.hand = HandInput(self.thinking.cancel, tells_laid=False)

    @property
    def chosen(self) -> Play | None:
        """The play that Enter would choose, legal or not."""
        return self.hand.chosen(self.view)

    def plain_scene(self) -> Scene:
        """Return what the table shows of the play, whatever the settings are."""
        chosen, one = self.chosen, self._judged
        return Scene(
            self.view,
            self._replay.names,
            self._replay.scores(Moment(one.round - 1, one.number - 1)),
            chosen,
            self.hand.number(self.view) if chosen else (1, 1),
            why_not=missing(self.view, chosen) if chosen else "",
            note=self.note,
            thinking=_("the coach is thinking…") if self.thinking.is_slow else "",
            screen=registry.TRY,
            progress=_("round {round}, play {play}").format(round=one.round, play=one.number),
        )

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        return replace(self.plain_scene(), by_rank=self.game.settings.floor_order == "rank")

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_table(self.scene(), width, height, theme)

    def handle_action(self, action: str) -> None:
        reply = self.hand.handle_action(action, self.view)
        if action == "back":
            self.navigator.back()
            return
        if action == "order":
            self.game.cycle("floor_order")
        elif reply is not None:
            self.note = reply.note
            if reply.lays:
                self._grade_chosen()
        self.repaint()

    def on_unmount(self) -> None:
        self.thinking.cancel()

    def _grade_chosen(self) -> None:
        """Have the chosen play graded, in the same worlds as the one that was made."""
        play = self.chosen
        if play is None:
            self.note = _("choose a card first")
            return
        if self.view.why_not(play) is not None:
            self.note = _("these cards are no capture")
            return
        then = self._judged.verdict
        if (
            play == then.play and current_language() == ENGLISH
        ):  # its reason stands there in English
            self._answer(then)
        else:
            state = self._replay.state(Moment(self._judged.round - 1, self._judged.number - 1))
            self.thinking.start(state, self._prepare_grading(play))

    def _prepare_grading(self, play: Play) -> Callable[[Callable[[], bool]], Callable[[], Verdict]]:
        view, one = self.view, self._judged

        def prepare(is_cancelled: Callable[[], bool]) -> Callable[[], Verdict]:
            def grade() -> Verdict:
                from basra.ai.cancellation import cancellable
                from basra.ai.grading import grade_play

                with cancellable(is_cancelled):
                    verdict = grade_play(view, play, stream("review", one.round, one.number))
                return one.verdict if verdict is None else verdict

            return grade

        return prepare

    @on(ThinkingTask.Finished)
    def _take_verdict(self, message: ThinkingTask.Finished) -> None:
        from basra.ai.grading import Verdict

        message.stop()
        if message.cancelled.is_set():
            return
        self.thinking.cancel()
        if isinstance(message.result, Exception):
            raise message.result
        assert isinstance(message.result, Verdict)
        self._answer(message.result)
        self.repaint()

    def _answer(self, chosen: Verdict) -> None:
        """Show what the chosen play is worth."""
        sentences = review_marks.compare_with_played(
            chosen, self._judged.verdict, self._replay.names, self.view.seat
        )
        self.navigator.open_answer(list(sentences))


class AnswerScreen(PageScreen):
    """What a play that was tried is worth, with the sentence of the coach."""

    NAME: ClassVar[str] = registry.ANSWER

    def __init__(self, sentences: Sequence[tuple[str, str]]) -> None:
        """Show these *sentences*, each with its tone."""
        super().__init__()
        self._sentences = sentences

    def lines(self, width: int) -> Sequence[TextLine]:
        lines = []
        for words, tone in self._sentences:
            lines += [*(TextLine(line, tone) for line in wrap(words, width)), TextLine("")]
        return [*lines, TextLine(_("Back: choose another play, or leave with Esc."), "dim")]
