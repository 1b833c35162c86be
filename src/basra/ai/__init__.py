"""The computer players: the bots by name.

A bot's only input is what its seat may see, a `View`, and a random stream of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from basra.ai.baselines import GreedyBot, RandomBot
from basra.ai.bot import Bot
from basra.ai.heuristic_bot import HeuristicBot
from basra.ai.search_bots import PimcBot, SearchBot
from basra.engine.errors import UnknownNameError, quote

DEFAULT = "medium"
"""The name of the bot that plays when none is asked for."""
LEVELS = ("beginner", "easy", "medium", "hard", "expert", "master")
"""The opponents, weakest first; the other bots are there for reference."""
_PIMC = re.compile(r"pimc:([1-9][0-9]{0,4})")

_BOTS: tuple[Bot, ...] = (
    RandomBot(),
    GreedyBot(),
    HeuristicBot(
        "beginner",
        "misjudges often by a little, and sees only what lies on the table",
        temperature=7.0,
        opponent_weight=0.6,
        memory=False,
        solves_last_deal=False,
    ),
    HeuristicBot(
        "easy",
        "takes what is best now, with an occasional slip; no memory",
        temperature=3.0,
        opponent_weight=0.8,
        memory=False,
        solves_last_deal=False,
    ),
    HeuristicBot(
        "medium",
        "weighs what it leaves you, but forgets the cards that are gone",
        temperature=0.5,
        opponent_weight=1.5,
        memory=False,
        solves_last_deal=False,
    ),
    HeuristicBot(
        "hard",
        "counts every card, and plays the last deal without a fault",
        temperature=0.0,
        opponent_weight=1.0,
        memory=True,
        solves_last_deal=True,
    ),
    SearchBot(
        "expert",
        "imagines the hands that your plays hint at, and plays each of them out",
        plies=4000,
    ),
    SearchBot(
        "master",
        "does the same more thoroughly, a third of a second for every card",
        plies=40_000,
    ),
)


def bots() -> Mapping[str, Bot]:
    """Return the bots by name, the weakest first.

    >>> list(bots())
    ['chance', 'greedy', 'beginner', 'easy', 'medium', 'hard', 'expert', 'master']
    """
    return MappingProxyType({bot.name: bot for bot in _BOTS})


def bot(name: str) -> Bot:
    """Return the bot called *name*, or a `PimcBot` for `pimc:N`, N being the number of worlds.

    Raises `UnknownNameError` listing the names there are.
    """
    key = name.strip().lower()
    pimc = _PIMC.fullmatch(key)
    if pimc is not None:
        return PimcBot(int(pimc[1]))
    try:
        return bots()[key]
    except KeyError:
        raise UnknownNameError(
            f"there is no computer player called {quote(name)}; "
            f"there are {', '.join(bots())} and pimc:WORLDS"
        ) from None


__all__ = ["DEFAULT", "LEVELS", "Bot", "bot", "bots"]
