"""Commands that show no screen, beside a Python that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

NOTHING = ("-c", "pass")
COMMANDS = (
    ("-m", "basra", "--version"),
    ("-m", "basra", "takes", "8H", "AC", "7D", "KD", "8S"),
)
TRIES, LIMIT = 25, 6.0


def seconds(words: tuple[str, ...]) -> float:
    """Return how long one run takes, bytecode and buffers as a player has them."""
    unusual = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    variables = {name: value for name, value in os.environ.items() if name not in unusual}
    start = perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, env=variables, check=True)
    return perf_counter() - start


def main() -> bool:
    """Print each command's time; return whether all take at most six times what nothing takes.

    One run after the other, and the quickest of each counts: other work only makes one slower.
    """
    runs = (NOTHING, *COMMANDS)
    best = dict.fromkeys(runs, float("inf"))
    for number in range(TRIES + 1):
        for words in runs:
            taken = seconds(words)
            if number:  # the first ones write what Python compiles
                best[words] = min(best[words], taken)
    nothing = best[NOTHING]
    print(f"commands without a screen; python -c pass takes {nothing * 1000:.0f} ms")
    met = True
    for words in COMMANDS:
        ratio = best[words] / nothing
        met = met and ratio <= LIMIT
        what = " ".join(("basra", *words[2:]))
        print(f"  {what:40} {best[words] * 1000:6.0f} ms {ratio:6.2f} times {LIMIT:6.2f}")
    return met
