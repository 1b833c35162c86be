"""What every computer player is."""

from __future__ import annotations

from random import Random
from typing import Protocol

from basra.engine.plays import Play
from basra.engine.views import View


class Bot(Protocol):
    """A player: pure in its view and its stream of chance."""

    @property
    def name(self) -> str:
        """The word it is asked for by, such as ``greedy``."""
        ...

    @property
    def character(self) -> str:
        """How it plays, in one line for whoever chooses an opponent."""
        ...

    def choose(self, view: View, rng: Random) -> Play:
        """Return one of the legal plays of *view*, whose seat is on turn.

        The same view and the same stream give the same play.
        """
        ...
