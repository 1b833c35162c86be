"""Two hundred kills of the program at random instants, and forty signals that ask it to go."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.kills import KillReport, killed

KILLS = 200
ASKED = 20


def main() -> bool:
    """Print what was found after every kind of end; return whether nothing was lost."""
    print("ends of the program                 ends  as it was  matches over  counted once  deeds")
    ends: Sequence[tuple[str, int, tuple[int, ...]]] = (
        ("killed", KILLS, (signal.SIGKILL,)),
        ("asked to end, terminal closed", ASKED, (signal.SIGTERM, signal.SIGHUP)),
    )
    found = [_one(*end) for end in ends]
    return all(found)


def _one(name: str, count: int, signals: tuple[int, ...]) -> bool:
    with tempfile.TemporaryDirectory(prefix="basra-kills-") as home:
        try:
            found = killed(Path(home), count, name, signals)
        except AssertionError as error:
            print(f"  {name:32} something was lost: {error}")
            return False
    _say(name, found)
    return True


def _say(name: str, found: KillReport) -> None:
    counts = f"{found.kills:6} {found.resumed:10} {found.over:13} {found.over:13} {found.entries:6}"
    print(f"  {name:32}{counts}")
    where = ", ".join(f"{count} {place}" for place, count in found.where.most_common())
    print(f"    with this on the screen: {where}")
