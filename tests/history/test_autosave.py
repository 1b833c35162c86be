"""Matches saved while they are played: every entry, two windows, disks that fail."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import filelock
import pytest

from basra import ai
from basra.engine.errors import RecordError
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.history.archive import Archive
from basra.history.autosave import Autosave, OvertakenError
from basra.history.database import connection as db
from basra.history.database import queries
from basra.history.game_record import Record
from basra.match.log import ABANDONED, HAND_OVER, HINTS, MEMORY, MatchLog
from basra.match.session import Player, Session
from tests.history.random_match import AGAINST_CHANCE, PEOPLE, a_session, wander
from tests.history.test_database_file import notices_of

SHORT = Rules(target=1)


def autosaved(archive: Archive, session: Session) -> Autosave:
    """Have a match saved from now on; return its autosave."""
    autosave = archive.begin(session.header(archive.now()), session.log)
    session.autosave = autosave
    return autosave


def resumed(archive: Archive, number: int) -> Session:
    """Return a match as a process finds it that has just been started."""
    record, autosave = archive.resume(number)
    session = Session.resume(record.header, record.log)
    session.autosave = autosave
    return session


def sound(path: Path) -> bool:
    """Whether a database holds together."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


# ------------------------------------------------------------------ saved and reloaded


class Reader:
    """Reads a match of an archive as it grows, and holds it against the one that is played."""

    def __init__(self, archive: Archive, number: int) -> None:
        self.archive = archive
        self.number = number
        self.checks = 0
        header = archive.match(number)
        assert header is not None
        assert header.header is not None
        self._log = MatchLog.replay(header.header, self._entries_after(0))
        self._count = self._entry_count()

    def check(self, session: Session) -> None:
        """Check that what is stored is the match; every few entries, that it can be resumed."""
        for entry in self._entries_after(self._count):
            self._log = self._log.after(entry)
        self._count = self._entry_count()
        assert self._log == session.log
        if self.checks % 16 == 0 or session.log.result:
            self._resume(session)
        self.checks += 1

    def _resume(self, session: Session) -> None:
        again = resumed(self.archive, self.number)
        assert again.log == session.log
        assert again.header() == session.header()
        log = session.log
        if not (log.result or session.is_round_over or session.player.is_human):
            assert again.think() == session.think(), "the same seed, the same play"

    def _entries_after(self, number: int) -> list[str]:
        rows = self.archive.connection.execute(
            "SELECT deed FROM deeds WHERE match = ? AND number > ? ORDER BY number",
            (self.number, number),
        )
        return [entry for (entry,) in rows]

    def _entry_count(self) -> int:
        return queries.entry_count(self.archive.connection, self.number)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_match_is_found_as_it_was_after_every_entry(rules: Rules, tmp_path: Path) -> None:
    short = Rules.parse(f'preset = "{rules.name}"\ntarget = {max(1, rules.target // 4)}')
    archive = Archive(tmp_path)
    checks = 0
    for number in range(6):
        rng = Random(f"{rules.name} {number}")
        session = a_session(rng, short)
        autosave = autosaved(archive, session)
        reader = Reader(archive, autosave.number)
        wander(session, rng, entries=110, after=reader.check)
        stored = archive.match(autosave.number)
        assert stored is not None
        assert (stored.result is not None) == bool(session.log.result)
        checks += reader.checks
    assert checks > 200
    assert not notices_of(archive)
    archive.close()


def entry_count(archive: Archive, number: int) -> int:
    return len(queries.entries(archive.connection, number)[0])


def test_a_strong_player_repeats_itself_after_a_restart(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    players = Player("Mona"), Player("Computer", ai.bot("medium"))
    session = Session(players, seed="strong")
    autosave = autosaved(archive, session)
    wander(session, Random(1), entries=9, straight=True)
    while session.player.is_human:
        session.lay(session.round.legal_plays()[0])
    expected = session.think()
    archive.close()
    again = resumed(Archive(tmp_path), autosave.number)
    assert again.think() == expected
    assert again.round == session.round, "the computer has made no move of its own"


def test_a_bad_hand_is_not_dealt_again(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE)
    autosave = autosaved(archive, session)
    archive.close()
    for _ in range(2):
        again = resumed(Archive(tmp_path), autosave.number)
        assert again.round.hands == session.round.hands
        assert again.round.stock == session.round.stock
    wander(session, Random(3), entries=48, straight=True)
    wander(again, Random(3), entries=48, straight=True)
    session.autosave = None
    session.next_round()
    again.next_round()
    assert again.log.decks == session.log.decks, "nor is the next round"


def test_both_seats_see_after_a_restart_what_they_saw(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosave = autosaved(archive, session)
    wander(session, Random(2), entries=30)
    again = resumed(archive, autosave.number)
    for seat in Seat:
        assert again.view(seat) == session.view(seat)


def test_help_that_was_had_and_the_target_are_saved(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=150), seed="7")
    autosave = autosaved(archive, session)
    session.assist(HINTS)
    session.assist(MEMORY)
    archive.close()
    again = resumed(Archive(tmp_path), autosave.number)
    assert again.assists == {HINTS, MEMORY}
    assert again.rules.target == 150


def test_what_is_laid_stays_laid_for_the_next_person(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosave = autosaved(archive, session)
    session.lay(session.round.legal_plays()[0])
    session.hand_over()
    assert queries.entries(archive.connection, autosave.number)[0][-1] == HAND_OVER
    assert resumed(archive, autosave.number).why_no_take_back() == "there is nothing to take back"


def test_the_clock_may_go_back(tmp_path: Path) -> None:
    times = iter([f"2026-11-30T{hour:02}:00:00Z" for hour in (12, 11, 10, 9, 8, 7, 6)])
    archive = Archive(tmp_path, now=lambda: next(times))
    first, second = Session(AGAINST_CHANCE, seed="1"), Session(AGAINST_CHANCE, seed="2")
    one, two = autosaved(archive, first), autosaved(archive, second)
    assert archive.unfinished() == [two.number, one.number]
    first.lay(first.round.legal_plays()[0])
    assert archive.unfinished() == [one.number, two.number]
    assert [stored.number for stored in archive.matches()] == [two.number, one.number]


# ------------------------------------------------------------------------- results


def test_a_result_comes_with_the_last_card_and_counts_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=SHORT, seed="7")
    autosave = autosaved(archive, session)
    wander(session, Random(1), straight=True)
    stored = archive.match(autosave.number)
    assert stored is not None
    assert stored.result is not None
    assert stored.result.text == session.log.result
    assert stored.result.statistics.points == session.match.scores
    assert not stored.result.is_assisted
    assert archive.unfinished() == []
    result = stored.result
    with pytest.raises(sqlite3.IntegrityError):
        archive.write(lambda found: queries.add_result(found, autosave.number, result))
    assert len(archive.matches()) == 1


def test_a_match_that_is_given_up_is_no_longer_offered(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = autosaved(archive, session)
    session.abandon()
    stored = archive.match(autosave.number)
    assert stored is not None
    assert stored.result is not None
    assert stored.result.text == ABANDONED
    assert archive.unfinished() == []


def test_totals_are_carried_from_round_to_round_and_a_new_match_begins_at_nothing(
    tmp_path: Path,
) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = autosaved(archive, session)
    for _ in range(5):
        wander(session, Random(1), entries=48, straight=True)
        session = resumed(archive, autosave.number)
        points = [tally.points for tally in session.match.tallies]
        assert session.match.scores == tuple(map(sum, zip(*points, strict=True)))
        session.next_round()
    assert len(session.match.tallies) == 5
    assert session.rematch().match.scores == (0, 0)


def test_records_are_taken_in_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=SHORT, seed="7")
    wander(session, Random(1), straight=True)
    record = Record(session.header("2026-11-30T19:40:16Z"), session.log)
    numbers, there = archive.import_records([record])
    assert there == 0
    assert archive.import_records([record]) == ([], 1)
    assert str(archive.record(numbers[0])) == str(record)
    stored = archive.match(numbers[0])
    assert stored is not None
    assert stored.result is not None
    assert stored.result.ended == record.header.started


@pytest.mark.parametrize("number", [0, -1, 99, 2**63, 10**30])
def test_a_number_that_no_match_has_is_refused(number: int, tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    with pytest.raises(RecordError, match=f"there is no match {number}"):
        archive.record(number)
    assert not archive.is_open_elsewhere(number)
    assert not notices_of(archive)


# ---------------------------------------------------------------------- two windows


def test_the_second_window_cannot_write_over_the_first(tmp_path: Path) -> None:
    here, there = Archive(tmp_path), Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = autosaved(here, session)
    other = resumed(there, autosave.number)
    session.lay(session.round.legal_plays()[0])
    before, theirs = session.log, other.log
    for do in (
        lambda: other.lay(other.round.legal_plays()[-1]),
        lambda: other.assist(HINTS),
        other.abandon,
    ):
        with pytest.raises(OvertakenError, match="gone on with in another window"):
            do()
        assert other.log is theirs
    assert isinstance(other.autosave, Autosave)
    assert not other.autosave.is_current
    assert autosave.is_current
    other.autosave.release()
    assert resumed(there, autosave.number).log == before
    session.lay(session.think() if session.player.bot else session.round.legal_plays()[0])
    assert resumed(here, autosave.number).log == session.log
    assert not notices_of(here)
    assert not notices_of(there)


OTHER = """
import sys
from pathlib import Path
from basra.history.archive import Archive
archive = Archive(Path(sys.argv[1]))
for number in map(int, sys.argv[2:]):
    archive.lock(number)
print("open", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def open_in_another_process(folder: Path, *numbers: int) -> Iterator[subprocess.Popen[str]]:
    """Have matches open in a process of its own, which is killed in the end."""
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(folder), *map(str, numbers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_match_is_open_elsewhere_until_that_process_ends_however_it_ends(tmp_path: Path) -> None:
    archive, again = Archive(tmp_path), Archive(tmp_path)
    autosaves = [
        autosaved(archive, Session(AGAINST_CHANCE, seed=str(number))) for number in range(3)
    ]
    first, second, third = (autosave.number for autosave in autosaves)
    assert not archive.is_open_elsewhere(first), "it is open here"
    assert not again.is_open_elsewhere(first), "and so it is for another archive"
    for autosave in autosaves[1:]:
        autosave.release()
    with open_in_another_process(tmp_path, first, second, third):
        assert [archive.is_open_elsewhere(number) for number in (first, second, third)] == [
            False, True, True,
        ]  # fmt: skip
        autosaves[1].lock()
        autosaves[1].release()
        assert archive.is_open_elsewhere(second), "nobody unlocks what another process has open"
    assert not archive.is_open_elsewhere(second)
    autosaves[1].lock()
    assert not archive.is_open_elsewhere(second)
    archive.close()
    again.close()
    assert not archive.is_open_elsewhere(third)
    assert os.listdir(tmp_path) == [db.NAME], "no lock is left behind"


def test_a_match_shared_by_two_windows_is_open_as_long_as_one_of_them_plays(
    tmp_path: Path,
) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosave = autosaved(archive, session)
    autosave.release()
    with open_in_another_process(tmp_path, autosave.number):
        autosave.lock()
        session.lay(session.round.legal_plays()[0])
    session.lay(session.round.legal_plays()[0])
    assert archive._locks is not None
    assert archive._locks._held.keys() == {autosave.number}, "the first chance was taken"
    archive.close()


def test_where_nothing_can_be_locked_no_match_is_open_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    with monkeypatch.context() as patch:
        patch.setattr(filelock.FileLock, "acquire", refuse)
        autosave = autosaved(archive, session)
        Path(tmp_path / f".matches-{autosave.number}.lock").touch()
        assert not archive.is_open_elsewhere(autosave.number)
        session.lay(session.round.legal_plays()[0])
        autosave.release()
    assert archive.record(autosave.number).log == session.log
    assert not notices_of(archive)
    memory = Archive(None, why_not="")
    autosaved(memory, Session(PEOPLE, seed="7")).release()
    assert not memory.is_open_elsewhere(1)


# -------------------------------------------------------------------- disks that fail


class Failing:
    """A database that cannot be written for a while."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    def __enter__(self) -> None:
        connection = self.archive.connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with contextlib.suppress(sqlite3.Error):
            while True:  # fill what room there is in the pages that are there
                connection.execute("INSERT INTO claims VALUES (NULL, ?)", ("x" * 40,))

    def __exit__(self, *_: object) -> None:
        connection = self.archive.connection
        connection.execute("PRAGMA max_page_count = 1000000")
        connection.execute("DELETE FROM claims WHERE holder LIKE 'xxx%'")


def lay_until_it_fails(archive: Archive, session: Session) -> None:
    """Lay cards till one could not be saved."""
    for _ in range(300):
        wander(session, Random(1), entries=1, straight=True)
        if archive._is_failing:
            return
    raise AssertionError("there is room without end")


def test_on_a_full_disk_the_match_goes_on_and_what_waits_is_saved_later(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = autosaved(archive, session)
    with Failing(archive):
        lay_until_it_fails(archive, session)
        before = entry_count(archive, autosave.number)
        wander(session, Random(1), entries=12, straight=True)
        assert notices_of(archive) == ["matches are not kept for now: database or disk is full"]
        assert entry_count(archive, autosave.number) == before
        other = Archive(tmp_path)
        assert resumed(other, autosave.number).log != session.log
        other.close()
    wander(session, Random(1), entries=1, straight=True)
    assert resumed(archive, autosave.number).log == session.log
    assert not notices_of(archive)
    assert sound(tmp_path / db.NAME)


def test_what_waits_is_saved_when_the_match_is_released(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = autosaved(archive, session)
    with Failing(archive):
        lay_until_it_fails(archive, session)
        session.abandon()
    assert archive.unfinished() == [autosave.number]
    autosave.release()
    assert archive.unfinished() == []
    stored = archive.match(autosave.number)
    assert stored is not None
    assert stored.result is not None
    autosave.release()
    assert len(archive.matches()) == 1


def test_a_match_begun_on_a_full_disk_is_saved_once_there_is_room(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    first = autosaved(archive, Session(AGAINST_CHANCE, seed="first"))
    with Failing(archive):
        sessions = [Session(AGAINST_CHANCE, seed=f"{number}") for number in range(40)]
        autosaves = [autosaved(archive, session) for session in sessions]
        at = next(at for at, autosave in enumerate(autosaves) if not autosave.number)
        session, autosave = sessions[at], autosaves[at]
        session.hand_over()
        session.lay(session.round.legal_plays()[0])
        assert not autosave.number
    assert len(notices_of(archive)) == 1
    session.lay(session.round.legal_plays()[0])
    assert autosave.number > first.number
    assert resumed(archive, autosave.number).log == session.log


@contextlib.contextmanager
def mounted(where: Path, size: str) -> Iterator[Path]:
    """A disk of its own, as small as *size* says."""
    where.mkdir()
    mount = shutil.which("mount")
    words = [str(mount), "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(where)]
    if mount is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield where
    finally:
        subprocess.run(["umount", str(where)], check=True)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "1m") as disk:
        archive = Archive(disk)
        session = Session(PEOPLE, rules=Rules(target=1_000), seed="7")
        autosave = autosaved(archive, session)
        wander(session, Random(1), entries=5, straight=True)
        filler = disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 512)
        before = session.log
        for _ in range(60):
            wander(session, Random(1), entries=1, straight=True)
            if not archive._is_failing:
                before = session.log
        (notice,) = notices_of(archive)
        assert notice.startswith("matches are not kept for now: ")
        copy = tmp_path / "copy"
        shutil.copytree(disk, copy, ignore=shutil.ignore_patterns("filler"))
        there = Archive(copy)
        assert not notices_of(there)
        assert there.record(autosave.number).log == before, "what was saved is whole"
        filler.unlink()
        wander(session, Random(1), entries=1, straight=True)
        assert resumed(archive, autosave.number).log == session.log
        archive.close()
        assert sound(disk / db.NAME)


def test_a_full_disk_at_the_first_start(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "16k") as disk:
        (disk / "filler").write_bytes(b"x" * 12_000)
        archive = Archive(disk)
        (notice,) = notices_of(archive)
        assert notice.startswith("matches are not kept: ")
        autosaved(archive, Session(AGAINST_CHANCE, seed="7"))
        archive.close()
        assert os.listdir(disk) == ["filler"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    archive = Archive(folder)
    autosave = autosaved(archive, Session(AGAINST_CHANCE, seed="7"))
    archive.close()
    before = (folder / db.NAME).read_bytes()
    with mounted(tmp_path / "disk", "1m") as disk:
        shutil.copy(folder / db.NAME, disk / db.NAME)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        archive = Archive(disk)
        (notice,) = notices_of(archive)
        assert notice.startswith("matches are not kept: ")
        session = resumed(archive, autosave.number)
        session.abandon()
        assert archive.unfinished() == []
        assert not notices_of(archive)
        archive.close()
        assert (disk / db.NAME).read_bytes() == before


# ---------------------------------------------------- a database that goes or is damaged


def test_a_match_goes_on_when_its_database_is_taken_away(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosaved(archive, session)
    wander(session, Random(1), entries=9)
    for name in os.listdir(tmp_path):
        (tmp_path / name).unlink()
    session.hand_over()
    session.lay(session.round.legal_plays()[0])
    archive.close()
    again = Archive(tmp_path)
    (number,) = again.unfinished()
    assert resumed(again, number).round == session.round


def test_a_match_goes_on_in_the_database_that_another_process_has_begun(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosaved(archive, session)
    db.set_aside(tmp_path / db.NAME, "another program says so")
    other = Archive(tmp_path)
    theirs = Session(PEOPLE, seed="theirs")
    autosave = autosaved(other, theirs)
    session.lay(session.round.legal_plays()[0])
    theirs.lay(theirs.round.legal_plays()[0])
    assert sorted(other.unfinished()) == [autosave.number, autosave.number + 1]
    assert other.record(autosave.number).log == theirs.log
    assert other.record(autosave.number + 1).log == session.log


def test_damage_that_shows_while_one_plays_costs_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosaved(archive, session)
    wander(session, Random(1), entries=5, straight=True)
    really = queries.add_entries
    failed: list[bool] = []

    def malformed(*given: object) -> None:
        if not failed:
            failed.append(True)
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(queries, "add_entries", malformed)
    session.lay(session.round.legal_plays()[0])
    (notice,) = notices_of(archive)
    assert "matches-broken-1.sqlite3: database disk image is malformed" in notice
    (number,) = archive.unfinished()
    assert resumed(archive, number).round == session.round
    assert (tmp_path / "matches-broken-1.sqlite3").exists()
    session.lay(session.round.legal_plays()[0])
    assert archive.record(number).log == session.log


def test_a_log_is_whole_or_refused_whatever_an_entry_says(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = autosaved(archive, session)
    archive.write(lambda found: queries.add_entries(found, autosave.number, 2, ["KSxAC"], "now"))
    with pytest.raises(RecordError, match=f"match {autosave.number} is damaged: deed 2: "):
        archive.resume(autosave.number)
    assert isinstance(session.log, MatchLog)
