"""A bot at the table, whatever it does.

Law of this file: it is the only one that catches everything, since a guest's mistake must not end
a match; what went wrong is one entry in the log.
"""

from __future__ import annotations

import logging
from random import Random

from basra.ai.bot import Bot
from basra.ai.cancellation import Interrupted
from basra.ai.greedy import Greedy
from basra.engine.plays import Play
from basra.engine.views import View

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


def played(bot: Bot, view: View, rng: Random) -> Play:
    """Return what *bot* plays; where it fails, what greed would.

    Raises `Interrupted` where the thought was broken off.
    """
    legal = view.legal_plays()
    for player in (bot, Greedy()):
        try:
            play = player.choose(view, rng)
            if play in legal:
                return legal[legal.index(play)]
            _log.warning("%s chose %r, no legal play of %s", player.name, play, view)
        except Interrupted:
            raise
        except Exception as fault:  # whatever it is, the match goes on
            _log.warning("%s failed at %s: %r", type(player).__name__, view, fault)
    return legal[0]
