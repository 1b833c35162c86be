"""Saving matches: how long a play takes to save, a match to resume, a list to make.

A play is saved once the disk has it, and a disk that others use takes its time; what it takes for
a block of its own is printed beside, and a play that takes hardly more misses nothing.  The other
times are those of the processor, so that other work on the machine counts less.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from basra import ai
from basra.engine import Rules
from basra.history.archive import Archive
from basra.history.database import queries
from basra.history.database.rows import MatchResult
from basra.history.game_record import Record
from basra.match.log import written
from basra.match.session import Player, Session

PLAYERS = Player("Mona"), Player("Computer", ai.bot("chance"))
COMMIT, RESUME, LIST = 5.0, 200.0, 300.0
"""The most milliseconds each may take."""
MATCHES = 10_000
LONGEST = Rules(target=2_000)
"""A match of a good twenty times the usual length."""


def finished_match(seed: str, rules: Rules) -> Session:
    """Return a match that is over."""
    session = Session(PLAYERS, rules=rules, seed=seed)
    _play(session)
    return session


def _play(session: Session, lay: Callable[[Session], None] | None = None) -> None:
    rng = Random(session.seed)
    while not session.match.is_over:
        if session.is_round_over:
            session.next_round()
            continue
        plays = session.round.legal_plays()
        play = plays[int(rng.random() * len(plays))]
        if lay is None:
            session.lay(play)
        else:
            start = perf_counter()
            session.lay(play)
            TIMES.append(perf_counter() - start)


TIMES: list[float] = []


def commits(folder: Path) -> float:
    """Return the milliseconds within which 95 of 100 plays are laid and saved."""
    TIMES.clear()
    archive = Archive(folder)
    for number in range(8):
        session = Session(PLAYERS, seed=str(number))
        session.autosave = archive.begin(session.header(archive.now()), session.log)
        _play(session, lambda _: None)
    archive.close()
    return 1_000 * sorted(TIMES)[len(TIMES) * 95 // 100]


def syncs(folder: Path) -> float:
    """Return the milliseconds within which the disk has 95 of 100 blocks."""
    times = []
    with (folder / "block").open("wb", buffering=0) as file:
        for _ in range(600):
            file.write(bytes(4096))
            times.append(_milliseconds(lambda: os.fsync(file.fileno())))
    return sorted(times)[len(times) * 95 // 100]


def resumes(folder: Path) -> tuple[float, int]:
    """Return the milliseconds to resume a very long match, and how many entries it has."""
    archive = Archive(folder)
    session = finished_match("long", LONGEST)
    autosave = archive.begin(session.header(archive.now()), session.log)
    best = min(
        _milliseconds(lambda: archive.resume(autosave.number), process_time) for _ in range(5)
    )
    count = queries.entry_count(archive.connection, autosave.number)
    archive.close()
    return best, count


def lists(folder: Path) -> float:
    """Return the milliseconds to list very many matches and count who has won how often."""
    archive = Archive(folder)
    _fill(archive)
    best = min(_milliseconds(lambda: _count(archive), process_time) for _ in range(3))
    archive.close()
    return best


def _fill(archive: Archive) -> None:
    """Store many matches, of fifty different ones, under many names and times."""
    sessions = [finished_match(str(number), Rules(target=30)) for number in range(50)]
    rows = []
    for session in sessions:
        record = Record(session.header("2026-11-30T19:40:16Z"), session.log)
        result = MatchResult.of(record, "2026-11-30T20:00:00Z")
        assert result is not None
        rows.append((record.header, written(session.log), result))

    def fill(connection: sqlite3.Connection) -> None:
        for number in range(MATCHES):
            header, entries, result = rows[number % len(rows)]
            names = f"Mona {number % 20}", "Computer"
            started = f"2026-{1 + number % 12:02}-{1 + number % 28:02}T19:40:{number % 60:02}Z"
            header = replace(header, names=names, started=started)
            match = queries.add_match(connection, header)
            queries.add_entries(connection, match, 1, entries, started)
            queries.add_result(connection, match, result)

    assert archive.write(fill)


def _count(archive: Archive) -> Counter[tuple[str, bool]]:
    won: Counter[tuple[str, bool]] = Counter()
    stored = archive.matches()
    assert len(stored) == MATCHES
    for match in stored:
        assert match.header is not None
        assert match.result is not None
        south, north = match.result.statistics.points
        won[match.header.names[0], south > north] += 1
    return won


def _milliseconds(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    start = clock()
    work()
    return 1_000 * (clock() - start)


def main() -> bool:
    """Print the times beside their limits; return whether all hold."""
    print("keeping matches                               ms    at most")
    with tempfile.TemporaryDirectory(prefix="basra-records-") as folder:
        home = Path(folder)
        resume, entries = resumes(home / "resume")
        commit, disk = commits(home / "commit"), syncs(home)
        figures = (
            ("a play laid and kept, 95 of 100", commit, COMMIT),
            (f"a match of {entries} deeds resumed", resume, RESUME),
            (f"{MATCHES} matches listed and counted", lists(home / "list"), LIST),
        )
    print(f"  {'a block on this disk, 95 of 100':38} {disk:8.1f}")
    for name, taken, most in figures:
        print(f"  {name:38} {taken:8.1f} {most:8.0f}")
    return all(taken <= most for _, taken, most in figures)
