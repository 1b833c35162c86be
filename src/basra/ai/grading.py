"""Grading a play that was made, by what its player could know.

The coach is asked with the player's view alone: no hidden card and nothing that came later counts.
A play is called bad only where that is certain: an error of measurement is no error of the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from random import Random

from basra.ai.coach import WORLDS, Advice, advise, reason
from basra.ai.kernel import kernel_for
from basra.engine.plays import Play
from basra.engine.state import View

ROLLOUTS = 20 * WORLDS
"""Rollouts for one decision; where there are very many plays, each has fewer worlds."""
FEWEST_WORLDS = 25
NOTHING_ELSE = "There was nothing else to play."


class Grade(IntEnum):
    """How good a play was."""

    BEST = 0
    FINE = 1
    SLIP = 2
    MISTAKE = 3
    BLUNDER = 4

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a play was worth, beside the best that could be known then.

    >>> str(Verdict(Play.parse("4D"), Play.parse("JSx2C"), 3.1, 0.6).grade)
    'mistake'
    >>> str(Verdict(Play.parse("4D"), Play.parse("JSx2C"), 3.1, 4.0).grade)
    'fine'
    """

    play: Play
    best: Play
    """The play that the coach liked best."""
    loss: float
    """Points that the play was expected to cost against the best, in hundredths at the finest."""
    interval: float
    """The true loss lies within so much of `loss`, 95 times in 100; 0 where it is exact."""
    is_exact: bool = False
    """Whether every card was known to the player, as in the last deal."""
    is_forced: bool = False
    """Whether there was nothing else to play."""
    reason: str = ""
    """Why the best play was the best, in a sentence of the coach."""

    @property
    def is_certain(self) -> bool:
        """Whether the loss is at least two standard errors, so that it may be held against one."""
        return self.loss * 1.96 >= 2 * self.interval

    @property
    def certain_loss(self) -> float:
        """The loss where it is certain, else 0."""
        return self.loss if self.is_certain else 0.0

    @property
    def grade(self) -> Grade:
        """How good the play was; nothing worse than fine is said of a loss that is not certain."""
        if self.loss < 0.5:
            return Grade.BEST
        if self.loss < 1 or not self.is_certain:
            return Grade.FINE
        if self.loss < 3:
            return Grade.SLIP
        return Grade.MISTAKE if self.loss <= 8 else Grade.BLUNDER

    @property
    def is_flagged(self) -> bool:
        """Whether the play was a slip or worse."""
        return self.grade > Grade.FINE


def grade_play(view: View, play: Play, rng: Random, worlds: int = WORLDS) -> Verdict | None:
    """Return the verdict on *play*, made by the seat of *view*; all plays meet the same worlds.

    ``None`` for a capture beyond those that are listed (3.8), which has no value.
    """
    plays = view.legal_plays()
    if plays == (play,):
        return Verdict(play, play, 0.0, 0.0, is_exact=True, is_forced=True, reason=NOTHING_ELSE)
    affordable = max(FEWEST_WORLDS, ROLLOUTS // max(1, len(plays)))
    advice = advise(view, rng, max(2, min(worlds, affordable)))
    own = _advice_on(play, advice, view)
    if own is None:
        return None
    return Verdict(
        play,
        advice[0].play,
        round(own.loss, 2),
        round(own.interval, 2),
        is_exact=not view.stock_size,
        reason=reason(view, advice),
    )


def _advice_on(play: Play, advice: tuple[Advice, ...], view: View) -> Advice | None:
    """The advice on *play*, or on one that is worth the same."""
    kernel = kernel_for(view.rules)
    key = kernel.key(play)
    return next((one for one in advice if kernel.key(one.play) == key), None)
