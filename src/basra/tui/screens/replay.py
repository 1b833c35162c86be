"""A match that was played, looked at again: play by play, both hands open, with its review."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on

from basra.history.game_record import Record
from basra.i18n import _
from basra.tui import registry, review_marks
from basra.tui.painting.canvas import Picture
from basra.tui.painting.pages import MenuItem
from basra.tui.painting.scene import Prompt, Scene
from basra.tui.painting.table import paint_table
from basra.tui.replay_moments import Moment, Replay, replay_scene
from basra.tui.screens.background import ReviewTask
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.ai.grading import Verdict
    from basra.review import PlayReview, Review


class ReplayScreen(PaintedScreen):
    """The table at one moment of a match."""

    NAME: ClassVar[str] = registry.REPLAY
    WORKERS: ClassVar[int | None] = None
    """The processes that review; as many as there are processors where nothing is said."""

    def __init__(self, record: Record, number: int = 0) -> None:
        """Show *record* from its first play on; *number* is that of the archive, if it is there."""
        super().__init__()
        self.replay = Replay(record)
        self.number = number
        self.at = 0
        """The number of the moment that is shown."""
        self.review: Review | None = None
        self.review_task = ReviewTask(self)

    def on_mount(self) -> None:
        if self.number:
            from basra.review import Review

            text = self.game.matches.archive.review(self.number)
            self.review = Review.load(text, self.replay.record.log)

    def on_unmount(self) -> None:
        self.review_task.cancel()

    @property
    def verdict(self) -> Verdict | None:
        """What the review says of the play that is shown."""
        moment = self.replay.moment(self.at)
        if self.review is None or self.replay.outcome(moment) is None:
            return None
        return self.review.verdict(moment.round + 1, moment.plays + 1)

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        by_rank = self.game.settings.floor_order == "rank"
        scene = replay_scene(self.replay, self.at, self._remark(), by_rank=by_rank)
        marks = review_marks.round_marks(self.review, self.replay.moment(self.at).round + 1)
        return replace(scene, note=self.note, marks=marks)

    def _remark(self) -> Prompt:
        if self.review_task.progress is not None:
            return review_marks.progress_text(*self.review_task.progress), "dim"
        return review_marks.verdict_prompt(self.verdict)

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        return paint_table(self.scene(), width, height, theme)

    def handle_action(self, action: str) -> None:
        replay = self.replay
        match action:
            case "back":
                self.navigator.back()
                return
            case "right" | "left":
                self._go_to(self.at + (1 if action == "right" else -1))
            case "next deal" | "deal before":
                self._go_to(replay.deal_start(self.at, 1 if action == "next deal" else -1))
            case "home" | "end":
                self._go_to(0 if action == "home" else replay.count - 1)
            case "log" | "scores":
                self._open(action)
            case "order":
                by_rank = self.game.cycle("floor_order") == "rank"
                self.note = _("the floor by rank") if by_rank else _("the floor as it was laid")
            case "export":
                self.save_record(replay.record, self.number)
            case "review":
                self._review()
            case "mistake" | "mistake before":
                self._to_mistake(1 if action == "mistake" else -1)
            case "try":
                self._try()
        self.repaint()

    def handle_wheel(self, way: int) -> None:
        self.dispatch("right" if way > 0 else "left")

    def _go_to(self, at: int) -> None:
        """Show another moment; at the ends there is nowhere to go."""
        if at < 0 or at >= self.replay.count:
            self.note = _("this is the end of it") if at > 0 else _("this is where it begins")
        else:
            self.at = at

    def _open(self, action: str) -> None:
        """Show the plays, or the score, as they were then."""
        replay, moment = self.replay, self.replay.moment(self.at)
        if action == "log":
            marks = review_marks.round_marks(self.review, moment.round + 1)
            view = replay.state(moment).view(replay.seat)
            self.navigator.open_log(view, replay.names, marks)
        else:
            match = replay.record.log.match
            before = replace(match, tallies=match.tallies[: moment.round])
            self.navigator.open_scores(replay.names, before, replay.tally(moment))

    # ------------------------------------------------------------ the review

    def _review(self) -> None:
        """Start the review, stop it, or show what it has found."""
        if self.review is not None:
            self._show_review()
        elif self.review_task.progress is None:
            workers = 1 if self.game.is_web else self.WORKERS  # others want to play there too
            self.review_task.start(self.replay.record.log, workers)
        else:
            self.review_task.cancel()
            self.note = _("the review is stopped; r starts it again")

    @on(ReviewTask.Progress)
    def _show_progress(self, message: ReviewTask.Progress) -> None:
        message.stop()
        if not message.cancelled.is_set():
            self.review_task.progress = message.done, message.total
            self.repaint()

    @on(ReviewTask.Finished)
    def _take_review(self, message: ReviewTask.Finished) -> None:
        message.stop()
        if message.cancelled.is_set():
            return
        self.review_task.cancel()
        if isinstance(message.result, Exception):
            raise message.result
        self.review = message.result
        if self.number and self.replay.record.log.result:
            self.game.matches.archive.save_review(self.number, str(message.result))
        if self.is_active:
            self._show_review()
        self.repaint()

    def _show_review(self) -> None:
        """Say how well both played, and offer the most expensive plays to be tried again."""
        review, log, names = self.review, self.replay.record.log, self.replay.names
        assert review is not None
        found = review_marks.costliest(review, log.humans)
        items = [
            MenuItem(str(number), *review_marks.item_texts(one, log, names))
            for number, one in enumerate(found)
        ]
        items.append(
            MenuItem("look", _("Look at every play"), _("n: the next one that is flagged"))
        )

        def choose(action: str) -> None:
            if action.isdigit():
                self._try_again(found[int(action)])
            self.repaint()

        lines = [*review_marks.summary_lines(review, log, names), ""]
        tries = _("Try the most expensive plays again:")
        lines.append(tries if found else _("No play is flagged."))
        self.navigator.open_menu(_("The review"), lines, items, choose, debounce=None)

    def _to_mistake(self, way: int) -> None:
        """Go to the next play that is flagged, or the one before."""
        if self.review is None:
            self.note = _("first the review: r starts it")
            return
        log = self.replay.record.log
        flagged = [
            self.replay.number(Moment(one.round - 1, one.number - 1))
            for one in self.review.flagged()
            if log.humans[one.seat] or not any(log.humans)
        ]
        onwards = flagged if way > 0 else reversed(flagged)
        found = next((at for at in onwards if (at - self.at) * way > 0), None)
        if found is None:
            after = _("no play after this one is flagged")
            self.note = after if way > 0 else _("no play before this one is flagged")
        else:
            self.at = found

    def _try(self) -> None:
        """Try the play that is shown again."""
        moment = self.replay.moment(self.at)
        if self.review is None:
            self.note = _("first the review: r starts it")
            return
        for one in self.review.plays:
            if (one.round, one.number) == (moment.round + 1, moment.plays + 1):
                self._try_again(one)
                return
        self.note = _("there is no play to be tried here")

    def _try_again(self, one: PlayReview) -> None:
        """Show the table before a play as its player saw it, and let another be chosen."""
        moment = Moment(one.round - 1, one.number - 1)
        self.at = self.replay.number(moment)
        view = self.replay.state(moment).view(one.seat)
        self.navigator.open_retry(view, self.replay, one)
