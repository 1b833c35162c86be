"""The animation of a play: the steps in which it is shown after the match has moved on.

A play is committed before it is shown.  These are pictures of the table before it, so breaking
them off loses nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic

from textual.timer import Timer

from basra.engine.outcome import PlayOutcome
from basra.engine.state import View

BLINK = 0.17
"""Seconds of one step of a flash: on and off again are fewer than three a second."""
BANNER = {"full": 0.6, "short": 0.4}
"""Seconds for which a basra is announced over the floor."""
SEEN = 0.15
"""Seconds for which a step is seen before a key may skip it, and for which no key may have come."""


class StepKind(Enum):
    """What a step shows."""

    CARD = "card"
    """The card on the floor, and marked what it takes."""
    DARK = "dark"
    """The same without the marks."""
    BANNER = "banner"
    """The floor after it, and the basra announced."""


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """A step and the seconds it lasts; infinitely many where it waits for a key."""

    kind: StepKind
    seconds: float

    @property
    def waits(self) -> bool:
        """Whether only a key ends it."""
        return math.isinf(self.seconds)


def animation_steps(
    *, theirs: bool, points: int, animation: str, pace: float
) -> tuple[AnimationStep, ...]:
    """Return the steps that show a play worth *points* as a basra.

    The other player's card lies for the *pace*, one's own is not waited for; at a pace of 0
    nothing is shown of either.

    >>> steps = animation_steps(theirs=True, points=10, animation="full", pace=1.2)
    >>> [step.kind.value for step in steps]
    ['card', 'dark', 'card', 'banner']
    >>> animation_steps(theirs=False, points=10, animation="off", pace=1.2)
    ()
    """
    if not pace:
        return ()
    steps = [AnimationStep(StepKind.CARD, pace)] if theirs else []
    if points and animation == "full":
        if not theirs:
            steps.append(AnimationStep(StepKind.CARD, BLINK))
        steps += [AnimationStep(StepKind.DARK, BLINK), AnimationStep(StepKind.CARD, BLINK)]
    if points and animation in BANNER:
        steps.append(AnimationStep(StepKind.BANNER, BANNER[animation]))
    return tuple(steps)


def allowed_animation(wanted: str, level: str) -> str:
    """Return the animation that was *wanted*, as far as Textual's own *level* allows it.

    >>> allowed_animation("full", "none"), allowed_animation("full", "basic")
    ('off', 'short')
    >>> allowed_animation("off", "full")
    'off'
    """
    if level == "none":
        return "off"
    return "short" if level == "basic" and wanted == "full" else wanted


def view_before_last_play(view: View) -> View:
    """Return *view* as it was before the last play, so that it can be shown again.

    Hands are those of now: what was dealt since stays in them.
    """
    last = view.outcomes[-1]
    piles = list(view.piles)
    if last.taken:
        piles[last.seat] = piles[last.seat] - (last.taken | (1 << last.card))
    mine = last.seat is view.seat
    return replace(
        view,
        turn=last.seat,
        hand=view.hand | (1 << last.card) if mine else view.hand,
        other_hand_size=view.other_hand_size if mine else view.other_hand_size + 1,
        floor=last.floor,
        piles=(piles[0], piles[1]),
        outcomes=view.outcomes[:-1],
    )


@dataclass(frozen=True, slots=True)
class AnimatedPlay:
    """A play that is shown, and the table before it."""

    before: View
    outcome: PlayOutcome


class PlayAnimation:
    """The steps of a play that are still to be shown."""

    def __init__(
        self, set_timer: Callable[[float, Callable[[], None]], Timer], on_step: Callable[[], None]
    ) -> None:
        """Show nothing yet; *on_step* is called when the next step is due."""
        self._set_timer = set_timer
        self._on_step = on_step
        self._timer: Timer | None = None
        self._since = 0.0
        self._steps: tuple[AnimationStep, ...] = ()
        self.play: AnimatedPlay | None = None

    @property
    def step(self) -> AnimationStep | None:
        """The step that is shown, if any."""
        return self._steps[0] if self._steps else None

    def start(self, play: AnimatedPlay, steps: tuple[AnimationStep, ...]) -> None:
        """Show these *steps* of *play* from the first on."""
        self.play, self._steps = play, steps
        self.restart_step()

    def restart_step(self) -> None:
        """Show the step from its beginning, for as long as it lasts."""
        self._stop_timer()
        self._since = monotonic()
        if self.step is not None and not self.step.waits:
            self._timer = self._set_timer(self.step.seconds, self._on_step)

    def advance(self) -> None:
        """Go on to the next step, if there is one."""
        self._steps = self._steps[1:]
        self.restart_step()

    def stop(self) -> None:
        """Show no more of it."""
        self._steps, self.play = (), None
        self._stop_timer()

    def is_seen(self) -> bool:
        """Whether the step has been there long enough for a key to mean it."""
        return monotonic() - self._since >= SEEN

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
