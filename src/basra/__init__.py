"""Egyptian Basra: an exact rules engine, computer opponents and a table in the terminal.

The names here are the ones to build on; importing them loads no terminal code.
"""

from __future__ import annotations

from basra.engine import (
    ALL,
    DECK,
    KOMI,
    NONE,
    PRESETS,
    BasraError,
    Card,
    Cards,
    Match,
    Play,
    Round,
    Rules,
    Seat,
    View,
    basra_points,
    captures,
    shuffled,
    stream,
)

__version__ = "0.1.0"

__all__ = [
    "ALL",
    "DECK",
    "KOMI",
    "NONE",
    "PRESETS",
    "BasraError",
    "Card",
    "Cards",
    "Match",
    "Play",
    "Round",
    "Rules",
    "Seat",
    "View",
    "__version__",
    "basra_points",
    "captures",
    "shuffled",
    "stream",
]
