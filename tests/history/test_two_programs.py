"""Several programs at once, each in a process of its own."""

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
from basra.history.record import Record
from basra.match.log import MatchLog
from basra.match.session import Session
from tests.history.test_keeping import kept_in, resumed, sound
from tests.history.test_store import news_of
from tests.history.wandering import AGAINST_CHANCE, wander

SPAWN = multiprocessing.get_context("spawn")
SHORT = Rules(target=1)
pytestmark = pytest.mark.slow


def play(folder: Path, who: str, matches: int, told: multiprocessing.Queue[list[str]]) -> None:
    """Finish so many short matches, in a process of its own."""
    archive = Archive(folder)
    news = []
    for number in range(matches):
        session = Session(AGAINST_CHANCE, rules=SHORT, seed=f"{who} {number}")
        autosave = kept_in(archive, session)
        wander(session, Random(number))
        autosave.release()
    news += news_of(archive)
    archive.close()
    told.put(news)


def together(folder: Path, programs: int, matches: int) -> list[str]:
    """Let programs play at once; return everything that any was told."""
    told: multiprocessing.Queue[list[str]] = SPAWN.Queue()
    at_once = [
        SPAWN.Process(target=play, args=(folder, str(number), matches, told))
        for number in range(programs)
    ]
    for process in at_once:
        process.start()
    news = [line for _ in at_once for line in told.get(timeout=300)]
    for process in at_once:
        process.join(60)
        assert process.exitcode == 0
    told.close()
    return news


def test_two_programs_finish_fifty_matches_each_at_once(tmp_path: Path) -> None:
    assert together(tmp_path, 2, 50) == []
    assert sound(tmp_path / db.NAME)
    archive = Archive(tmp_path)
    kept = archive.kept()
    assert len(kept) == 100
    assert archive.unfinished() == []
    records = [archive.record(one.number) for one in kept]
    assert len({str(record) for record in records}) == 100
    assert {record.header.seed for record in records} == {
        f"{who} {number}" for who in "01" for number in range(50)
    }
    for one, record in zip(kept, records, strict=True):
        assert str(Record.parse(str(record))) == str(record)
        assert one.ending is not None
        assert one.ending.result == record.log.result
    archive.close()


def test_ten_programs_start_for_the_first_time_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    assert together(folder, 10, 1) == []
    assert sound(folder / db.NAME)
    archive = Archive(folder)
    assert sorted(kept.header.seed for kept in archive.kept() if kept.header) == sorted(
        f"{number} 0" for number in range(10)
    )
    archive.close()
    assert os.listdir(folder) == [db.NAME]


def test_ten_programs_find_the_same_damage_at_once(tmp_path: Path) -> None:
    (tmp_path / db.NAME).write_bytes(b"rubbish" * 1_000)
    told = together(tmp_path, 10, 1)
    assert len(told) == 1
    assert "matches-broken-1.sqlite3" in told[0]
    assert (tmp_path / "matches-broken-1.sqlite3").read_bytes() == b"rubbish" * 1_000
    archive = Archive(tmp_path)
    assert len(archive.kept()) == 10
    archive.close()
    assert sorted(os.listdir(tmp_path)) == ["matches-broken-1.sqlite3", db.NAME]


def race(folder: Path, number: int, who: int, told: multiprocessing.Queue[int], start: Any) -> None:
    """Go on with a match that another process goes on with too; tell how many entries were kept."""
    archive = Archive(folder)
    session = resumed(archive, number)
    keep = session.keep
    assert keep is not None
    kept = 0

    def count(entry: str, log: MatchLog) -> None:
        nonlocal kept
        keep(entry, log)
        kept += 1

    session.keep = count
    start.wait()
    with contextlib.suppress(OvertakenError):
        wander(session, Random(who))
    archive.close()
    told.put(kept)


def test_the_same_match_played_in_two_windows_stays_one_match(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    numbers = [
        kept_in(archive, Session(AGAINST_CHANCE, rules=SHORT, seed=str(number))).number
        for number in range(5)
    ]
    for number in numbers:
        told: multiprocessing.Queue[int] = SPAWN.Queue()
        start = SPAWN.Barrier(2)
        both = [
            SPAWN.Process(target=race, args=(tmp_path, number, who, told, start))
            for who in range(2)
        ]
        for process in both:
            process.start()
        kept = [told.get(timeout=120) for _ in both]
        for process in both:
            process.join(60)
            assert process.exitcode == 0
        told.close()
        assert archive.length(number) == 1 + sum(kept)
        assert archive.record(number).log.result
    assert len([kept for kept in archive.kept() if kept.ending]) == 5
    assert not news_of(archive)
    archive.close()
    assert sound(tmp_path / db.NAME)


def play_for_ever(folder: Path) -> None:
    """Play one match after another till somebody ends it."""
    archive = Archive(folder)
    while True:
        session = Session(AGAINST_CHANCE, rules=SHORT)
        kept_in(archive, session)
        wander(session, Random(1))


def test_a_program_that_is_killed_leaves_whole_matches_and_hinders_nobody(tmp_path: Path) -> None:
    rng = Random("kills")
    counted = 0
    for _ in range(15):
        process = SPAWN.Process(target=play_for_ever, args=(tmp_path,))
        process.start()
        path = tmp_path / db.NAME
        while not path.exists() or rows(path) <= counted:
            time.sleep(0.01)
        time.sleep(rng.random() / 10)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        archive = Archive(tmp_path)
        assert not news_of(archive)
        kept = archive.kept()
        unfinished = archive.unfinished()
        assert len(unfinished) <= counted + 1
        for one in kept:
            log = archive.record(one.number).log
            assert bool(log.result) == (one.ending is not None) == (one.number not in unfinished)
            assert not archive.is_open_elsewhere(one.number)
        counted = rows(path)
        archive.close()
        assert sound(path)


def rows(path: Path) -> int:
    """Return how many entries a database has."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            found: int = connection.execute("SELECT count(*) FROM deeds").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error:
        return 0
    return found
