"""The rules of Egyptian Basra, exact, as pure values.

Nothing in this package reads a clock, a disk or a terminal, draws a random number of its own, or
imports anything of ours from outside the package.

What a question about one card needs is here at once, the rest when it is first asked for: a
command that answers such a question should not have to read the whole engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra.engine.captures import Basra, basra_points, captures
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
from basra.engine.rules import PRESETS, Rules

if TYPE_CHECKING:
    from basra.engine.matches import Match
    from basra.engine.outcome import PlayOutcome
    from basra.engine.plays import Play, Refusal
    from basra.engine.rounds import Round
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

_LATER = {
    name: module
    for module, names in {
        "outcome": ("PlayOutcome",),
        "matches": ("Match",),
        "plays": ("Play", "Refusal"),
        "rounds": ("Round",),
        "scoring": ("Line", "Tally"),
        "seats": ("Seat",),
        "shuffles": ("shuffled", "stream"),
        "views": ("View",),
    }.items()
    for name in names
}

if not TYPE_CHECKING:  # a module that has any name would have every wrong one too

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
