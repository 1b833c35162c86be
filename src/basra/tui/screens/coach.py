"""The coach at the table: first the idea, then the card with the reason, then every play.

A hint is computed by `basra.ai.coach`, in a thread; it is shown only to the player whose turn it
is, and the match counts as assisted from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.views import View
from basra.i18n import _
from basra.tui import registry
from basra.tui.painting.pages import KEY_COLUMNS, TextLine
from basra.tui.painting.prompts import short_preview
from basra.tui.screens.pages import PageScreen

if TYPE_CHECKING:
    from basra.ai.coach import Advice
    from basra.match.session import Session

MORE = "h again: which card, and why"


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach has found for a view."""

    view: View
    advice: tuple[Advice, ...]
    """Every play, the best first."""
    idea: str
    reason: str


class Coach:
    """How much of the hint for the state on the table has been shown."""

    def __init__(self) -> None:
        """Say nothing until asked."""
        self._state: Round | None = None
        self.hint: Hint | None = None
        self._step = 0
        self.says: tuple[str, str] | None = None
        """What is shown now: a sentence, and how to learn more."""

    def begin(self, state: Round) -> None:
        """Start from the idea again where *state* is not the one of the last hint."""
        if self._state is not state:
            self._state, self.hint, self._step = state, None, 0

    @property
    def is_at_end(self) -> bool:
        """Whether the card and the reason are shown; then comes every play."""
        return self.says is not None and self._step == 2 and self.hint is not None

    def step(self) -> None:
        """Let the next be shown: the idea, then the card."""
        self._step = min(2, self._step + 1)

    def speak(self, hint: Hint) -> Play | None:
        """Say as much of *hint* as was asked for; return the play that is advised by name."""
        self.hint = hint
        if self._step == 1:
            self.says = hint.idea, _(MORE)
            return None
        self.says = hint.reason, ""
        return hint.advice[0].play

    def reset(self) -> None:
        """Be as if never asked."""
        self._state, self.hint, self.says = None, None, None


def prepare_hint(
    session: Session, view: View, is_cancelled: Callable[[], bool]
) -> Callable[[], Hint]:
    """Return the work of finding a hint for *view*, to be done in a thread."""
    job = session.advising(view.seat, is_cancelled)

    def think() -> Hint:
        from basra.ai.coach import idea, reason

        advice = job()
        why = reason(view, advice)
        return Hint(view, advice, idea(view, advice), why[0].upper() + why[1:])

    return think


class CoachScreen(PageScreen):
    """Every play of the hand, the best first, and what it costs against the best."""

    NAME: ClassVar[str] = registry.COACH

    def __init__(self, view: View, advice: tuple[Advice, ...], reason: str) -> None:
        """Show all *advice* for *view*, under the *reason* for the best play."""
        super().__init__()
        self._view, self._advice, self._reason = view, advice, reason

    def lines(self, width: int) -> Sequence[TextLine]:
        lines = [TextLine(line, "strong") for line in wrap(self._reason, width)]
        lines.append(TextLine(""))
        for number, one in enumerate(self._advice):
            what = short_preview(one.play, self._view.floor, width - KEY_COLUMNS)
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
