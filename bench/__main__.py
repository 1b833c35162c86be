"""`python -m bench [PART ...]`: run the parts that are named, or all."""

from __future__ import annotations

import sys

from bench import habits, rounds, screen, solver

PARTS = {"solver": solver.main, "rounds": rounds.main, "habits": habits.main, "screen": screen.main}


def main(names: list[str]) -> int:
    """Run the parts called *names*; return 1 where one misses its figure, 2 for an unknown name."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    missed = [name for name in names or PARTS if not PARTS[name]()]
    if missed:
        print(f"missed its figures: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


sys.exit(main(sys.argv[1:]))
