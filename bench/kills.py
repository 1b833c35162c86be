"""Two hundred kills of the program at random instants, and forty signals that ask it to go."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.kills import Outcome, play_and_kill

KILLS = 200
ASKED = 20


def main() -> bool:
    """Print what was found after every kind of end; return whether nothing was lost."""
    print("ends of the program                 ends  as it was  matches over  counted once  deeds")
    ends: Sequence[tuple[str, int, tuple[int, ...]]] = (
        ("killed", KILLS, (signal.SIGKILL,)),
        ("asked to end, terminal closed", ASKED, (signal.SIGTERM, signal.SIGHUP)),
    )
    results = [_measure(*end) for end in ends]
    return all(results)


def _measure(name: str, count: int, signals: tuple[int, ...]) -> bool:
    with tempfile.TemporaryDirectory(prefix="basra-kills-") as home:
        try:
            outcome = play_and_kill(Path(home), count, name, signals)
        except AssertionError as error:
            print(f"  {name:32} something was lost: {error}")
            return False
    _print(name, outcome)
    return True


def _print(name: str, outcome: Outcome) -> None:
    over = f"{outcome.over:13} {outcome.over:13}"
    counts = f"{outcome.kills:6} {outcome.resumed:10} {over} {outcome.entries:6}"
    print(f"  {name:32}{counts}")
    where = ", ".join(f"{count} {place}" for place, count in outcome.where.most_common())
    print(f"    with this on the screen: {where}")
