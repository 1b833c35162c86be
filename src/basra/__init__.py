"""Egyptian Basra: an exact rules engine, computer opponents and a table in the terminal.

The names to build on are those of `basra.engine`, which can be imported from here as well.
Importing them loads no terminal code, and each is read from the disk when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from basra.engine import *

__version__ = "0.1.0"

if not TYPE_CHECKING:  # a module that has any name would have every wrong one too

    def __getattr__(name: str) -> Any:
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import basra.engine as engine

        if name == "__all__":
            return [*engine.__all__, "__version__"]
        if name not in engine.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, getattr(engine, name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
