"""The bot that plays any legal card."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from basra.engine.plays import Play
from basra.engine.shuffles import pick
from basra.engine.views import View


@dataclass(frozen=True, slots=True)
class Chance:
    """Plays any legal play, each as likely as the next."""

    name: str = "chance"
    character: str = "plays any card that comes to hand"

    def choose(self, view: View, rng: Random) -> Play:
        """Return a legal play drawn from *rng*."""
        return pick(rng, view.legal_plays())
