"""Several processes that play at once."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sqlite3
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from basra.engine.rules import Rules
from basra.history.archive import Archive
from basra.history.autosave import OvertakenError
from basra.history.database import connection as db
from basra.history.database import queries
from basra.history.game_record import Record
from basra.match.log import MatchLog
from basra.match.session import EntryStore, Session
from tests.history.random_match import AGAINST_CHANCE, wander
from tests.history.test_autosave import autosaved, resumed, sound
from tests.history.test_database_file import notices_of

FORKS = "forkserver" in multiprocessing.get_all_start_methods()
START: Any = multiprocessing.get_context("forkserver" if FORKS else "spawn")
if FORKS:  # each process then starts with all of this read already
    START.set_forkserver_preload(["tests.history.test_two_processes"])
SHORT = Rules(target=1)
pytestmark = pytest.mark.slow


def play(folder: Path, who: str, matches: int, notices: multiprocessing.Queue[list[str]]) -> None:
    """Finish so many short matches, in a process of its own."""
    archive = Archive(folder)
    for number in range(matches):
        session = Session(AGAINST_CHANCE, rules=SHORT, seed=f"{who} {number}")
        autosave = autosaved(archive, session)
        wander(session, Random(number))
        autosave.release()
    notices.put(notices_of(archive))
    archive.close()


def together(folder: Path, processes: int, matches: int) -> list[str]:
    """Let processes play at once; return the notices of all of them."""
    notices: multiprocessing.Queue[list[str]] = START.Queue()
    at_once = [
        START.Process(target=play, args=(folder, str(number), matches, notices))
        for number in range(processes)
    ]
    for process in at_once:
        process.start()
    found = [line for _ in at_once for line in notices.get(timeout=300)]
    for process in at_once:
        process.join(60)
        assert process.exitcode == 0
    notices.close()
    return found


def test_processes_that_start_for_the_first_time_at_once_finish_all_their_matches(
    tmp_path: Path,
) -> None:
    folder, processes, matches = tmp_path / "not" / "there", 5, 6
    assert together(folder, processes, matches) == []
    assert sound(folder / db.NAME)
    archive = Archive(folder)
    stored = archive.matches()
    assert archive.unfinished() == []
    records = [archive.record(one.number) for one in stored]
    assert sorted(record.header.seed for record in records) == sorted(
        f"{who} {number}" for who in range(processes) for number in range(matches)
    )
    for one, record in zip(stored, records, strict=True):
        assert str(Record.parse(str(record))) == str(record)
        assert one.result is not None
        assert one.result.text == record.log.result
    archive.close()
    assert os.listdir(folder) == [db.NAME]


def test_processes_that_find_the_same_damage_at_once_set_it_aside_once(tmp_path: Path) -> None:
    (tmp_path / db.NAME).write_bytes(b"rubbish" * 1_000)
    (notice,) = together(tmp_path, 5, 1)
    assert "matches-broken-1.sqlite3" in notice
    assert (tmp_path / "matches-broken-1.sqlite3").read_bytes() == b"rubbish" * 1_000
    archive = Archive(tmp_path)
    assert len(archive.matches()) == 5
    archive.close()
    assert sorted(os.listdir(tmp_path)) == ["matches-broken-1.sqlite3", db.NAME]


class Counter:
    """Counts the entries that were saved."""

    def __init__(self, autosave: EntryStore) -> None:
        self.count = 0
        self._autosave = autosave

    def append(self, entry: str, log: MatchLog) -> None:
        self._autosave.append(entry, log)
        self.count += 1


def race(
    folder: Path, numbers: list[int], who: int, counts: multiprocessing.Queue[int], start: Any
) -> None:
    """Continue matches that another process continues too; say how many entries were saved."""
    archive = Archive(folder)
    for number in numbers:
        session = resumed(archive, number)
        assert session.autosave is not None
        session.autosave = counter = Counter(session.autosave)
        start.wait()
        with contextlib.suppress(OvertakenError):
            wander(session, Random(who))
        counts.put(counter.count)
        start.wait()
    archive.close()


def test_the_same_match_played_in_two_windows_stays_one_match(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    numbers = []
    for seed in range(5):
        autosave = autosaved(archive, Session(AGAINST_CHANCE, rules=SHORT, seed=str(seed)))
        autosave.release()
        numbers.append(autosave.number)
    counts: multiprocessing.Queue[int] = START.Queue()
    start = START.Barrier(2)
    both = [
        START.Process(target=race, args=(tmp_path, numbers, who, counts, start)) for who in range(2)
    ]
    for process in both:
        process.start()
    saved = [sum(counts.get(timeout=120) for _ in both) for _ in numbers]
    for process in both:
        process.join(60)
        assert process.exitcode == 0
    counts.close()
    for number, count in zip(numbers, saved, strict=True):
        assert queries.entry_count(archive.connection, number) == 1 + count
        assert archive.record(number).log.result
    assert len([one for one in archive.matches() if one.result]) == 5
    assert not notices_of(archive)
    archive.close()
    assert sound(tmp_path / db.NAME)


def play_for_ever(folder: Path) -> None:
    """Play one match after another till somebody ends it."""
    archive = Archive(folder)
    while True:
        session = Session(AGAINST_CHANCE, rules=SHORT)
        autosave = autosaved(archive, session)
        wander(session, Random(1))
        autosave.release()


def test_a_process_that_is_killed_leaves_whole_matches_and_hinders_nobody(tmp_path: Path) -> None:
    rng = Random("kills")
    counted = 0
    for _ in range(8):
        process = START.Process(target=play_for_ever, args=(tmp_path,))
        process.start()
        path = tmp_path / db.NAME
        while not path.exists() or rows(path) <= counted:
            time.sleep(0.01)
        time.sleep(rng.random() / 10)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        archive = Archive(tmp_path)
        assert not notices_of(archive)
        unfinished = archive.unfinished()
        assert len(unfinished) <= counted + 1
        for one in archive.matches():
            log = archive.record(one.number).log
            assert bool(log.result) == (one.result is not None) == (one.number not in unfinished)
            assert not archive.is_open_elsewhere(one.number)
        counted = rows(path)
        archive.close()
        assert sound(path)


def rows(path: Path) -> int:
    """Return how many entries a database has."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            count: int = connection.execute("SELECT count(*) FROM deeds").fetchone()[0]
    except sqlite3.Error:
        return 0
    return count
