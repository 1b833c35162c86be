"""What a bot is, and how to get a legal play from one that may misbehave."""

from __future__ import annotations

import logging
from random import Random
from typing import Protocol

from basra.ai.baselines import GreedyBot
from basra.ai.cancellation import Cancelled
from basra.engine.plays import Play
from basra.engine.state import View

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


class Bot(Protocol):
    """A computer player, whose plays depend on its view and its random stream alone."""

    @property
    def name(self) -> str:
        """The name it is chosen by, such as ``greedy``."""
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


def choose_safely(bot: Bot, view: View, rng: Random) -> Play:
    """Return what *bot* plays, or what `GreedyBot` would play where it fails.

    A bot's mistake must not end a match, so every exception is caught and logged; only `Cancelled`
    passes through.
    """
    legal = view.legal_plays()
    for player in (bot, GreedyBot()):
        try:
            play = player.choose(view, rng)
            if play in legal:
                return legal[legal.index(play)]
            _log.warning("%s chose %r, no legal play of %s", player.name, play, view)
        except Cancelled:
            raise
        except Exception as fault:  # whatever it is, the match goes on
            _log.warning("%s failed at %s: %r", type(player).__name__, view, fault)
    return legal[0]
