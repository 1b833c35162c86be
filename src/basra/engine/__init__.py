"""The rules of Egyptian Basra, exact, as pure values.

Nothing in this package reads a clock, a disk or a terminal, draws a random number of its own, or
imports anything of ours from outside the package.

A module is imported when one of its names is first asked for, so that a command that answers a
question about one card need not read the whole engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra.engine.captures import captures  # at once: its module would take this name

if TYPE_CHECKING:
    from basra.engine.captures import Basra, basra_points
    from basra.engine.cards import ALL, DECK, KOMI, NONE, Card, Cards
    from basra.engine.errors import (
        AmbiguousPlayError,
        BasraError,
        IllegalPlayError,
        NotationError,
        PositionError,
        RulesError,
        UnknownNameError,
    )
    from basra.engine.matches import Match
    from basra.engine.outcome import PlayOutcome
    from basra.engine.plays import Play, Refusal
    from basra.engine.rounds import Round
    from basra.engine.rules import PRESETS, Rules
    from basra.engine.scoring import Line, Tally
    from basra.engine.seats import Seat
    from basra.engine.shuffles import shuffled, stream
    from basra.engine.views import View

__all__ = [
    "ALL",
    "DECK",
    "KOMI",
    "NONE",
    "PRESETS",
    "AmbiguousPlayError",
    "Basra",
    "BasraError",
    "Card",
    "Cards",
    "IllegalPlayError",
    "Line",
    "Match",
    "NotationError",
    "Play",
    "PlayOutcome",
    "PositionError",
    "Refusal",
    "Round",
    "Rules",
    "RulesError",
    "Seat",
    "Tally",
    "UnknownNameError",
    "View",
    "basra_points",
    "captures",
    "shuffled",
    "stream",
]

_MODULES = (
    *("errors", "cards", "rules", "captures", "seats", "shuffles", "scoring", "plays"),
    *("outcome", "views", "rounds", "matches"),
)
"""The modules that the names are in, each after those that it imports."""

if not TYPE_CHECKING:  # a module that has any name would have every wrong one too

    def __getattr__(name: str) -> Any:
        if name in __all__:
            for module in _MODULES:
                names = vars(import_module(f"{__name__}.{module}"))
                if name in names:
                    return globals().setdefault(name, names[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
