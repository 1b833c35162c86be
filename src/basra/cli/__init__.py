"""The commands that need no screen.

Law of this package: a command prints data on standard output and returns an exit code; what is
wrong with its arguments is raised as a `BasraError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType

NAMES = (
    *("takes", "rules", "watch", "hint", "par", "arena"),
    *("records", "replay", "review", "stats", "verify"),
    *("serve", "doctor", "completion"),
)
"""The commands, in the order of the help."""


def commands(names: Sequence[str] = NAMES) -> Iterator[ModuleType]:
    """Yield the modules of these commands, each of which has `add_to`; they are read only now."""
    return (import_module(f"basra.cli.{name}") for name in names)
