"""`python -m bench [PART ...]`: run the parts that are named, or all that take minutes at most."""

from __future__ import annotations

import sys

from bench import (
    cancellation,
    endurance,
    habits,
    kills,
    matches,
    records,
    review,
    rounds,
    screen,
    solver,
    startup,
)

PARTS = {
    "solver": solver.main,
    "rounds": rounds.main,
    "cancellation": cancellation.main,
    "habits": habits.main,
    "review": review.main,
    "startup": startup.main,
    "screen": screen.main,
    "records": records.main,
}
LONG = {"endurance": endurance.main, "matches": matches.main, "kills": kills.main}
"""Parts that take a quarter of an hour or more, run only where they are named."""


def main(names: list[str]) -> int:
    """Run the parts called *names*; return 1 where one misses its figure, 2 for an unknown name."""
    parts = PARTS | LONG
    unknown = [name for name in names if name not in parts]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(parts)}", file=sys.stderr)
        return 2
    missed = [name for name in names or PARTS if not parts[name]()]
    if missed:
        print(f"missed its figures: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


sys.exit(main(sys.argv[1:]))
