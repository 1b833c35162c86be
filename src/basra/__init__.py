"""Egyptian Basra: an exact rules engine, computer opponents and a table in the terminal.

The names here are the ones to build on; importing them loads no terminal code, and
each is read from the disk when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

if not TYPE_CHECKING:  # a module that has any name would have every wrong one too

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import basra.engine

        found = getattr(basra.engine, name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
