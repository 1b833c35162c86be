"""The rules of Egyptian Basra, exact, as pure values.

Nothing in this package reads a clock, a disk or a terminal, draws a random number of its own, or
imports anything of ours from outside the package.
"""

from __future__ import annotations

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
from basra.engine.events import (
    Dealt,
    Event,
    Laid,
    LeftOver,
    MadeBasra,
    RoundOver,
    Took,
)
from basra.engine.matches import Match
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
    "Dealt",
    "Event",
    "IllegalPlayError",
    "Laid",
    "LeftOver",
    "Line",
    "MadeBasra",
    "Match",
    "NotationError",
    "Play",
    "PositionError",
    "Refusal",
    "Round",
    "RoundOver",
    "Rules",
    "RulesError",
    "Seat",
    "Tally",
    "Took",
    "UnknownNameError",
    "View",
    "basra_points",
    "captures",
    "shuffled",
    "stream",
]
