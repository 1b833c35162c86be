"""Computer opponents: what a bot is, and the bots by name.

A bot's only input is what its seat may see, a `View`, and a stream of chance of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from basra.ai.bot import Bot
from basra.ai.chance import Chance
from basra.ai.greedy import Greedy
from basra.engine.errors import UnknownNameError, quote

DEFAULT = "greedy"
"""The name of the bot that plays when none is asked for."""


def bots() -> Mapping[str, Bot]:
    """Return the bots by name, the weakest first.

    >>> list(bots())
    ['chance', 'greedy']
    """
    return MappingProxyType({bot.name: bot for bot in (Chance(), Greedy())})


def bot(name: str) -> Bot:
    """Return the bot called *name*; raise `UnknownNameError` naming those there are."""
    try:
        return bots()[name.strip().lower()]
    except (KeyError, AttributeError):
        raise UnknownNameError(
            f"there is no computer player called {quote(name)}; there are {', '.join(bots())}"
        ) from None


__all__ = ["DEFAULT", "Bot", "bot", "bots"]
