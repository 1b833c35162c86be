"""Computer opponents: what a bot is, and the bots by name.

A bot's only input is what its seat may see, a `View`, and a stream of chance of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from basra.ai.bot import Bot
from basra.ai.chance import Chance
from basra.ai.greedy import Greedy
from basra.ai.heuristic_bot import Reckoner
from basra.ai.search_bots import Sampler, Searcher
from basra.engine.errors import UnknownNameError, quote

DEFAULT = "medium"
"""The name of the bot that plays when none is asked for."""
LEVELS = ("beginner", "easy", "medium", "hard", "expert", "master")
"""The opponents, weakest first; the others are there for reference."""
_SAMPLER = re.compile(r"pimc:([1-9][0-9]{0,4})")

_BOTS: tuple[Bot, ...] = (
    Chance(),
    Greedy(),
    Reckoner(
        "beginner",
        "misjudges often by a little, and sees only what lies on the table",
        haze=7.0,
        heed=0.6,
        memory=False,
        exact=False,
    ),
    Reckoner(
        "easy",
        "takes what is best now, with an occasional slip; no memory",
        haze=3.0,
        heed=0.8,
        memory=False,
        exact=False,
    ),
    Reckoner(
        "medium",
        "weighs what it leaves you, but forgets the cards that are gone",
        haze=0.5,
        heed=1.5,
        memory=False,
        exact=False,
    ),
    Reckoner(
        "hard",
        "counts every card, and plays the last deal without a fault",
        haze=0.0,
        heed=1.0,
        memory=True,
        exact=True,
    ),
    Searcher(
        "expert",
        "imagines the hands that your plays hint at, and plays each of them out",
        plies=4000,
    ),
    Searcher(
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
    """Return the bot called *name*, or `pimc:N` for sampling N worlds.

    Raises `UnknownNameError` naming those there are.
    """
    asked = name.strip().lower()
    sampler = _SAMPLER.fullmatch(asked)
    if sampler is not None:
        return Sampler(int(sampler[1]))
    try:
        return bots()[asked]
    except KeyError:
        raise UnknownNameError(
            f"there is no computer player called {quote(name)}; "
            f"there are {', '.join(bots())} and pimc:WORLDS"
        ) from None


__all__ = ["DEFAULT", "LEVELS", "Bot", "bot", "bots"]
