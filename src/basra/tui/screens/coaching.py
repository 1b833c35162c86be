"""The coach at the table: first the idea, then the card with the reason, then every play.

Law of this file: what the coach says is computed elsewhere (`basra.ai.coach`), off this thread; it
is shown only to the player whose turn it is, and the match counts as assisted from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from basra.engine.rounds import Round
from basra.engine.views import View
from basra.i18n import _
from basra.match.log import HINTS
from basra.messages.capture_choices import plays_of
from basra.tui import keymap
from basra.tui.painting.pages import KEY_COLUMNS, TextLine
from basra.tui.painting.shorten import preview
from basra.tui.screens.pages import PageScreen
from basra.tui.selection import Selection

if TYPE_CHECKING:
    from basra.ai.coach import Advice
    from basra.tui.screens.table import TableScreen

MORE = "h again: which card, and why"


@dataclass(frozen=True, slots=True)
class Counsel:
    """What the coach says of a view."""

    view: View
    advice: tuple[Advice, ...]
    """Every play, the best first."""
    idea: str
    reason: str


class Coach:
    """What a table has heard from the coach about the state on it."""

    def __init__(self, table: TableScreen) -> None:
        """Say nothing until asked."""
        self._table = table
        self._state: Round | None = None
        self._counsel: Counsel | None = None
        self._step = 0
        self.says: tuple[str, str] | None = None
        """What is shown now: a sentence, and how to hear more."""

    def refusal(self) -> str:
        """Return why the coach says nothing, or nothing where it speaks."""
        is_hot_seat = self._table.session.is_hot_seat
        return self._table.game.settings.why_no_hint(is_hot_seat=is_hot_seat)

    def ask(self) -> None:
        """Hear the next of what the coach has to say."""
        table, state = self._table, self._table.session.round
        table.note = self.refusal()
        if table.note:
            return
        if self._state is not state:
            self._state, self._counsel, self._step = state, None, 0
        if self.says and self._step == 2 and self._counsel:
            table.game.push_screen(CoachScreen(self._counsel))
            return
        self._step = min(2, self._step + 1)
        if self._counsel is not None:
            self._speak(self._counsel)
        elif table.thinker.state is not state:
            table.thinker.ask(state, self._thinking)

    def heard(self, counsel: Counsel) -> None:
        """Show what was found, as far as it has been asked for."""
        self._counsel = counsel
        self._speak(counsel)
        self._table.repaint()

    def forget(self) -> None:
        """Be as if never asked."""
        self._state, self._counsel, self.says = None, None, None

    def _speak(self, counsel: Counsel) -> None:
        table = self._table
        table.session.assist(HINTS)
        if self._step == 1:
            self.says = counsel.idea, _(MORE)
            return
        play = counsel.advice[0].play
        table.choose(Selection(play.card, plays_of(table.view, play.card).index(play)))
        self.says = counsel.reason, ""

    def _thinking(self, unwanted: Callable[[], bool]) -> Callable[[], Counsel]:
        session, view = self._table.session, self._table.view
        job = session.advising(view.seat, unwanted)

        def think() -> Counsel:
            from basra.ai.coach import idea, reason

            advice = job()
            why = reason(view, advice)
            return Counsel(view, advice, idea(view, advice), why[0].upper() + why[1:])

        return think


class CoachScreen(PageScreen):
    """Every play of the hand, the best first, and what it costs against the best."""

    KIND: ClassVar[str] = keymap.COACH
    HEADING = "The coach"

    def __init__(self, counsel: Counsel) -> None:
        """Show all of *counsel*."""
        super().__init__()
        self._counsel = counsel

    def lines(self, width: int) -> Sequence[TextLine]:
        counsel = self._counsel
        lines = [TextLine(line, "strong") for line in wrap(counsel.reason, width)]
        lines.append(TextLine(""))
        for number, one in enumerate(counsel.advice):
            what = preview(one.play, counsel.view.floor, width - KEY_COLUMNS)
            key, tone = (_cost(one), "text") if number else (_("best"), "good")
            lines.append(TextLine(what, tone, key))
        more = _(
            "The numbers are the points that a play costs against the best one, counted to the "
            "end of the round, as far as can be told from this seat."
        )
        return [*lines, TextLine(""), *(TextLine(line, "dim") for line in wrap(more, width))]


def _cost(advice: Advice) -> str:
    """Return between what numbers the cost of a play lies."""
    least, most = advice.loss - advice.interval, advice.loss + advice.interval
    if most < 0.05:
        return _("as good")
    if least <= 0:
        return _("up to {points}").format(points=f"{most:.1f}")
    return f"{least:.1f}–{most:.1f}" if advice.interval else f"{most:.1f}"
