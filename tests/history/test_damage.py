"""A database cut short or changed anywhere: a sound state or a refusal, and no byte is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from basra.engine.errors import RecordError
from basra.engine.rules import Rules
from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.game_record import Record
from basra.match.session import Player, Session
from tests.conftest import read_or_refuse
from tests.history.random_match import AGAINST_CHANCE, PEOPLE, wander
from tests.history.test_autosave import autosaved
from tests.history.test_database_file import bytes_of, notices_of


@pytest.fixture(autouse=True)
def _the_disk_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost by a power cut here, and thousands of commits take their time."""
    really = db._connect

    def quick(path: Path | str) -> sqlite3.Connection:
        connection = really(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    monkeypatch.setattr(db, "_connect", quick)


class Whole(NamedTuple):
    """A small database as it lies on the disk."""

    closed: dict[str, bytes]
    logged: dict[str, bytes]
    """With one match more, and the log of what was written last."""
    states: frozenset[str]
    """The records of every state that any of its matches has been in."""


@pytest.fixture(scope="module", name="whole")
def _whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    path = tmp_path_factory.mktemp("whole") / db.NAME
    states: set[str] = set()

    def save(seed: str, players: tuple[Player, Player], entries: int) -> Session:
        session = Session(players, rules=Rules(target=1), seed=seed)
        header = session.header(archive.now())
        autosave = session.autosave = archive.begin(header, session.log)
        states.add(str(Record(header, session.log)))

        def note(now: Session) -> None:
            states.add(str(Record(header, now.log)))

        wander(session, Random(seed), entries=entries, after=note)
        if session.log.result == "" and players == PEOPLE:
            session.abandon()
            note(session)
        autosave.release()
        return session

    archive = Archive(path.parent)
    assert save("one", PEOPLE, 1_000).match.is_over
    for seed in ("two", "three"):
        save(seed, PEOPLE, 12)
    assert archive.save_review(1, '{"format": 1}')
    archive.close()
    closed = bytes_of(path)
    archive = Archive(path.parent)
    save("last", AGAINST_CHANCE, 6)
    logged = bytes_of(path)
    archive.close()
    assert (set(closed), set(logged)) == ({""}, {"", "-wal"})
    return Whole(closed, logged, frozenset(states))


def record_or_refusal(archive: Archive, number: int) -> Record | None:
    """Return the record of a match, or ``None`` where it is refused in a sentence."""
    return read_or_refuse(lambda _: archive.record(number), "")


def resumable(archive: Archive) -> None:
    """Begin a match in *archive*, and check that it is stored."""
    session = Session(PEOPLE, seed="after")
    autosave = autosaved(archive, session)
    session.lay(session.round.legal_plays()[0])
    if archive.path is not None:
        assert archive.record(autosave.number).log == session.log
    archive.close()


def holds(folder: Path, whole: Whole, before: dict[str, bytes]) -> tuple[bool, int]:
    """Start with what lies in *folder*: whether it was set aside, and how many matches are bad.

    Every match that is not refused is in a state that one of the *whole* ones has been in.
    """
    archive = Archive(folder)
    notices = notices_of(archive)
    assert all(line.isprintable() for line in notices)
    bad = 0
    for stored in archive.matches():
        record = record_or_refusal(archive, stored.number)
        if record is None:
            bad += 1
            continue
        assert str(record) in whole.states
    assert archive.review(1) in (None, '{"format": 1}')
    notices += notices_of(archive)
    resumable(archive)
    aside = sorted(folder.glob("*-broken-*"))
    if aside:
        assert len(notices) == 1
        assert bytes_of(folder / "matches-broken-1.sqlite3") == before
    return bool(aside), bad


def lay(folder: Path, content: dict[str, bytes]) -> dict[str, bytes]:
    """Put a database into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for end, part in content.items():
        (folder / f"{db.NAME}{end}").write_bytes(part)
    return content


def flipped(content: bytes, rng: Random) -> bytes:
    """Return *content* with one byte changed: in nine of ten cases one that holds something."""
    at = rng.randrange(len(content))
    while not content[at] and rng.random() < 0.9:
        at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ rng.randrange(1, 256)]) + content[at + 1 :]


def flips(tmp_path: Path, whole: Whole, count: int, chance: str = "few") -> tuple[int, int]:
    """Change one byte, again and again; return how often a file and how often a match was bad."""
    rng = Random(chance)
    asides = bads = 0
    for number in range(count):
        content = dict(whole.closed if number % 2 else whole.logged)
        end = "-wal" if number % 4 == 0 else ""
        content[end] = flipped(content[end], rng)
        aside, bad = holds(tmp_path / "data", whole, lay(tmp_path / "data", content))
        asides, bads = asides + aside, bads + bool(bad)
    return asides, bads


def test_some_bytes_changed(tmp_path: Path, whole: Whole) -> None:
    asides, bads = flips(tmp_path, whole, 40)
    assert asides
    assert bads


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_many_bytes_changed(part: int, tmp_path: Path, whole: Whole) -> None:
    asides, bads = flips(tmp_path, whole, 500, f"part {part}")
    assert asides > 100
    assert bads > 100


@pytest.mark.slow
def test_a_database_cut_short_anywhere(tmp_path: Path, whole: Whole) -> None:
    content = whole.closed[""]
    for length in [*range(0, 120, 7), *range(120, len(content), 1031), len(content) - 1]:
        before = lay(tmp_path / "data", {"": content[:length]})
        aside, _ = holds(tmp_path / "data", whole, before)
        unused = length > len(content) - 4096  # the end of the last page may hold nothing
        assert aside or unused, f"cut to {length} of {len(content)} bytes"


@pytest.mark.slow
def test_a_log_cut_short_anywhere_loses_no_more_than_is_cut(tmp_path: Path, whole: Whole) -> None:
    content = whole.logged
    for length in range(0, len(content["-wal"]), 2047):
        before = lay(tmp_path / "data", {**content, "-wal": content["-wal"][:length]})
        assert holds(tmp_path / "data", whole, before) == (False, 0)


def test_one_bad_match_is_shown_as_such_and_the_others_work(tmp_path: Path, whole: Whole) -> None:
    content = whole.closed[""]
    at = content.index(b"Mona") + 1
    lay(tmp_path / "data", {"": content[:at] + b"e" + content[at + 1 :]})
    archive = Archive(tmp_path / "data")
    bad = [stored for stored in archive.matches() if stored.damage]
    assert [(stored.header, stored.damage) for stored in bad] == [
        (None, "what stands above the match is damaged")
    ]
    with pytest.raises(RecordError, match=f"match {bad[0].number} is damaged: what stands above"):
        archive.record(bad[0].number)
    good = [stored for stored in archive.matches() if not stored.damage]
    assert len(good) == 2
    assert all(str(archive.record(stored.number)) in whole.states for stored in good)
    assert not notices_of(archive)
    archive.close()
    assert os.listdir(tmp_path / "data") == [db.NAME]


def test_damage_in_a_large_database_shows_when_it_is_met(
    tmp_path: Path,
    whole: Whole,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(db, "MOST_CHECKED", 0)
    rng = Random("large")
    for _ in range(60):
        content = {"": flipped(whole.closed[""], rng)}
        lay(tmp_path / "data", content)
        archive = Archive(tmp_path / "data")
        for stored in archive.matches():
            record = record_or_refusal(archive, stored.number)
            assert record is None or str(record) in whole.states
        resumable(archive)
