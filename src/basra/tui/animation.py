"""What is shown of a play, step by step, before the table is as the play leaves it.

Law of this file: pure.  The match has moved on already; these are only pictures of how it did, so
that whoever breaks them off misses nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

BLINK = 0.17
"""Seconds of one step of a flash: on and off again are fewer than three a second."""
BANNER = {"full": 0.6, "short": 0.4}
"""Seconds for which a basra is cried out."""
SEEN = 0.15
"""Seconds for which a step is seen before a key may skip it, and for which no key may have come."""


class Step(Enum):
    """What a step shows."""

    CARD = "card"
    """The card on the floor, and marked what it takes."""
    DARK = "dark"
    """The same without the marks."""
    CRY = "cry"
    """The floor after it, and the basra cried out."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A step and the seconds it lasts; infinitely many where it waits for a key."""

    step: Step
    seconds: float

    @property
    def waits(self) -> bool:
        """Whether only a key ends it."""
        return math.isinf(self.seconds)


def shots(*, theirs: bool, points: int, animation: str, pace: float) -> tuple[Shot, ...]:
    """Return the steps that show a play worth *points* as a basra.

    The other player's card lies for the *pace*, one's own is not waited for; at a pace of 0
    nothing is shown of either.

    >>> [s.step.value for s in shots(theirs=True, points=10, animation="full", pace=1.2)]
    ['card', 'dark', 'card', 'cry']
    >>> shots(theirs=False, points=10, animation="off", pace=1.2)
    ()
    """
    if not pace:
        return ()
    found = [Shot(Step.CARD, pace)] if theirs else []
    if points and animation == "full":
        if not theirs:
            found.append(Shot(Step.CARD, BLINK))
        found += [Shot(Step.DARK, BLINK), Shot(Step.CARD, BLINK)]
    if points and animation in BANNER:
        found.append(Shot(Step.CRY, BANNER[animation]))
    return tuple(found)


def animation_of(wanted: str, level: str) -> str:
    """Return the animation that was *wanted*, as far as Textual's own *level* allows it.

    >>> animation_of("full", "none"), animation_of("full", "basic"), animation_of("off", "full")
    ('off', 'short', 'off')
    """
    if level == "none":
        return "off"
    return "short" if level == "basic" and wanted == "full" else wanted
