"""Matches kept while they are played: every entry, two windows, disks that fail."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from basra import ai
from basra.engine.errors import RecordError
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.history.archive import Archive
from basra.history.autosave import Autosave, OvertakenError
from basra.history.database import connection as db
from basra.history.database import files, processes, queries
from basra.history.record import Record
from basra.match.log import ABANDONED, HAND_OVER, HINTS, MEMORY, MatchLog
from basra.match.session import Player, Session
from tests.history.test_store import news_of
from tests.history.wandering import AGAINST_CHANCE, PEOPLE, a_session, wander

SHORT = Rules(target=1)


def kept_in(archive: Archive, session: Session) -> Autosave:
    """Have a match kept; return what keeps it."""
    autosave = archive.begin(session.header(archive.now()), session.log)
    session.keep = autosave
    return autosave


def resumed(archive: Archive, number: int) -> Session:
    """Return a match as a program finds it that has just been started."""
    record, autosave = archive.resume(number)
    session = Session.resumed(record.header, record.log)
    session.keep = autosave
    return session


def sound(path: Path) -> bool:
    """Whether a database holds together."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


# ------------------------------------------------------------------ saved and reloaded


def comes_back_after_every_deed(folder: Path, rules: Rules, number: int, entries: int) -> int:
    """Check that whoever starts the program after any entry finds the match as it was."""
    rng = Random(f"{rules.name} {number}")
    archive = Archive(folder)
    session = a_session(rng, rules)
    autosave = kept_in(archive, session)
    checked = 0

    def check(now: Session) -> None:
        nonlocal checked
        checked += 1
        again = resumed(archive, autosave.number)
        assert again.log == now.log
        assert again.header() == now.header()
        assert again.turn is now.turn
        assert again.round.last_taker is now.round.last_taker
        assert again.match.dealer is now.match.dealer
        assert again.match.carried == now.match.carried
        assert again.assists == now.assists
        assert archive.length(autosave.number) == entries_of(archive, autosave.number)
        if not now.log.result and not now.is_round_over and not now.player.is_human:
            assert again.think() == now.think(), "the same chance, the same play"

    wander(session, rng, entries=entries, after=check)
    kept = archive.one(autosave.number)
    assert kept is not None
    assert (kept.ending is not None) == bool(session.log.result)
    assert not news_of(archive)
    archive.close()
    return checked


def entries_of(archive: Archive, number: int) -> int:
    return len(queries.entries(archive._connection, number)[0])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_match_is_found_as_it_was_after_every_deed(rules: Rules, tmp_path: Path) -> None:
    for number in range(2):
        assert comes_back_after_every_deed(tmp_path, rules, number, 70) > 20


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_fifty_whole_matches_are_found_as_they_were_after_every_deed(
    rules: Rules, tmp_path: Path
) -> None:
    short = Rules.parse(f'preset = "{rules.name}"\ntarget = {max(1, rules.target // 4)}')
    for number in range(50):
        comes_back_after_every_deed(tmp_path, short, number, 110)


def test_a_strong_player_repeats_itself_after_a_restart(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    players = Player("Mona"), Player("Computer", ai.bot("medium"))
    session = Session(players, seed="strong")
    autosave = kept_in(archive, session)
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
    autosave = kept_in(archive, session)
    archive.close()
    for _ in range(2):
        again = resumed(Archive(tmp_path), autosave.number)
        assert again.round.hands == session.round.hands
        assert again.round.stock == session.round.stock
    wander(session, Random(3), entries=48, straight=True)
    wander(again, Random(3), entries=48, straight=True)
    session.keep = None
    session.next_round()
    again.next_round()
    assert again.log.decks == session.log.decks, "nor is the next round"


def test_both_seats_see_after_a_restart_what_they_saw(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosave = kept_in(archive, session)
    wander(session, Random(2), entries=30)
    again = resumed(archive, autosave.number)
    for seat in Seat:
        assert again.view(seat) == session.view(seat)


def test_help_that_was_had_and_the_target_are_kept(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=150), seed="7")
    autosave = kept_in(archive, session)
    session.assist(HINTS)
    session.assist(MEMORY)
    archive.close()
    again = resumed(Archive(tmp_path), autosave.number)
    assert again.assists == {HINTS, MEMORY}
    assert again.rules.target == 150


def test_what_is_laid_stays_laid_for_the_next_person(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    autosave = kept_in(archive, session)
    session.lay(session.round.legal_plays()[0])
    session.hand_over()
    assert queries.entries(archive._connection, autosave.number)[0][-1] == HAND_OVER
    assert resumed(archive, autosave.number).why_not_back() == "there is nothing to take back"


def test_the_clock_may_go_back(tmp_path: Path) -> None:
    times = iter([f"2026-11-30T{hour:02}:00:00Z" for hour in (12, 11, 10, 9, 8, 7, 6)])
    archive = Archive(tmp_path, now=lambda: next(times))
    first, second = Session(AGAINST_CHANCE, seed="1"), Session(AGAINST_CHANCE, seed="2")
    one, two = kept_in(archive, first), kept_in(archive, second)
    assert archive.unfinished() == [two.number, one.number]
    first.lay(first.round.legal_plays()[0])
    assert archive.unfinished() == [one.number, two.number]
    assert [kept.number for kept in archive.kept()] == [two.number, one.number]


# ------------------------------------------------------------------------- results


def test_a_result_comes_with_the_last_card_and_counts_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=SHORT, seed="7")
    autosave = kept_in(archive, session)
    wander(session, Random(1), straight=True)
    kept = archive.one(autosave.number)
    assert kept is not None
    assert kept.ending is not None
    assert kept.ending.result == session.log.result
    assert kept.ending.figures.points == session.match.scores
    assert not kept.ending.is_assisted
    assert archive.unfinished() == []
    ending = kept.ending
    with pytest.raises(OvertakenError):
        archive.keep(lambda connection: queries.add_ending(connection, autosave.number, ending))
    assert len(archive.kept()) == 1


def test_a_match_that_is_given_up_is_no_longer_offered(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = kept_in(archive, session)
    session.abandon()
    kept = archive.one(autosave.number)
    assert kept is not None
    assert kept.ending is not None
    assert kept.ending.result == ABANDONED
    assert archive.unfinished() == []


def test_totals_are_carried_from_round_to_round_and_a_new_match_begins_at_nothing(
    tmp_path: Path,
) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = kept_in(archive, session)
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
    numbers, there = archive.add([record])
    assert there == 0
    assert archive.add([record]) == ([], 1)
    assert str(archive.record(numbers[0])) == str(record)
    kept = archive.one(numbers[0])
    assert kept is not None
    assert kept.ending is not None
    assert kept.ending.ended == record.header.started


@pytest.mark.parametrize("number", [0, -1, 99, 2**63, 10**30])
def test_a_number_that_no_match_has_is_refused(number: int, tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    with pytest.raises(RecordError, match=f"there is no match {number}"):
        archive.record(number)
    assert archive.length(number) == 0
    assert not archive.is_open_elsewhere(number)
    assert not news_of(archive)


# ---------------------------------------------------------------------- two windows


def test_the_second_window_cannot_write_over_the_first(tmp_path: Path) -> None:
    here, there = Archive(tmp_path), Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = kept_in(here, session)
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
    assert isinstance(other.keep, Autosave)
    assert not other.keep.is_current
    assert autosave.is_current
    other.keep.release()
    assert resumed(there, autosave.number).log == before
    session.lay(session.think() if session.player.bot else session.round.legal_plays()[0])
    assert resumed(here, autosave.number).log == session.log
    assert not news_of(here)
    assert not news_of(there)


def test_who_has_a_match_open_is_known_and_a_program_that_was_killed_has_not(
    tmp_path: Path,
) -> None:
    archive = Archive(tmp_path)
    autosave = kept_in(archive, Session(AGAINST_CHANCE, seed="7"))
    assert not archive.is_open_elsewhere(autosave.number), "it is open here"
    other = subprocess.Popen(["sleep", "60"])
    try:
        started = processes._started(other.pid)
        claim = f"{other.pid} {started} {processes.me().split(' ', 2)[2]}"
        archive.keep(lambda connection: queries.claim(connection, autosave.number, claim))
        assert archive.is_open_elsewhere(autosave.number)
        autosave.release()
        assert archive.is_open_elsewhere(autosave.number), "nobody lets go what another one has"
    finally:
        other.kill()
        other.wait()
    assert not archive.is_open_elsewhere(autosave.number)
    autosave.claim()
    assert not archive.is_open_elsewhere(autosave.number)
    autosave.release()
    assert not archive.is_open_elsewhere(autosave.number)


@pytest.mark.parametrize(
    "who", ["", "x", "1", "99999999999999999999 1 here", "-1 - x", "1 2 elsewhere", "٣ - x"]
)
def test_whatever_a_claim_says_it_is_only_a_hint(who: str) -> None:
    assert not processes.is_alive(who)
    assert processes.is_alive(processes.me())


# -------------------------------------------------------------------- disks that fail


class Failing:
    """A database that cannot be written for a while."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    def __enter__(self) -> None:
        connection = self.archive._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with contextlib.suppress(sqlite3.Error):
            while True:  # fill what room there is in the pages that are there
                connection.execute("INSERT INTO claims VALUES (NULL, ?)", ("x" * 40,))

    def __exit__(self, *_: object) -> None:
        connection = self.archive._connection
        connection.execute("PRAGMA max_page_count = 1000000")
        connection.execute("DELETE FROM claims WHERE holder LIKE 'xxx%'")


def lay_until_it_fails(archive: Archive, session: Session) -> None:
    """Lay cards till one could not be kept."""
    for _ in range(300):
        wander(session, Random(1), entries=1, straight=True)
        if archive._is_failing:
            return
    raise AssertionError("there is room without end")


def test_on_a_full_disk_the_match_goes_on_and_what_waits_is_kept_later(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = kept_in(archive, session)
    with Failing(archive):
        lay_until_it_fails(archive, session)
        before = entries_of(archive, autosave.number)
        wander(session, Random(1), entries=12, straight=True)
        assert news_of(archive) == ["matches are not kept for now: database or disk is full"]
        assert entries_of(archive, autosave.number) == before
        other = Archive(tmp_path)
        assert resumed(other, autosave.number).log != session.log
        other.close()
    wander(session, Random(1), entries=1, straight=True)
    assert resumed(archive, autosave.number).log == session.log
    assert not news_of(archive)
    assert sound(tmp_path / db.NAME)


def test_what_waits_is_kept_when_the_match_is_let_go(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, rules=Rules(target=1_000), seed="7")
    autosave = kept_in(archive, session)
    with Failing(archive):
        lay_until_it_fails(archive, session)
        session.abandon()
    assert archive.unfinished() == [autosave.number]
    autosave.release()
    assert archive.unfinished() == []
    kept = archive.one(autosave.number)
    assert kept is not None
    assert kept.ending is not None
    autosave.release()
    assert len(archive.kept()) == 1


def test_a_match_begun_on_a_full_disk_is_kept_once_there_is_room(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    first = kept_in(archive, Session(AGAINST_CHANCE, seed="first"))
    with Failing(archive):
        sessions = [Session(AGAINST_CHANCE, seed=f"{number}") for number in range(40)]
        keepers = [kept_in(archive, session) for session in sessions]
        at = next(at for at, autosave in enumerate(keepers) if not autosave.number)
        session, autosave = sessions[at], keepers[at]
        session.hand_over()
        session.lay(session.round.legal_plays()[0])
        assert not autosave.number
    assert len(news_of(archive)) == 1
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
        autosave = kept_in(archive, session)
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
        (told,) = news_of(archive)
        assert told.startswith("matches are not kept for now: ")
        copy = tmp_path / "copy"
        shutil.copytree(disk, copy, ignore=shutil.ignore_patterns("filler"))
        there = Archive(copy)
        assert not news_of(there)
        assert there.record(autosave.number).log == before, "what was kept is whole"
        filler.unlink()
        wander(session, Random(1), entries=1, straight=True)
        assert resumed(archive, autosave.number).log == session.log
        archive.close()
        assert sound(disk / db.NAME)


def test_a_full_disk_at_the_first_start(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "16k") as disk:
        (disk / "filler").write_bytes(b"x" * 12_000)
        archive = Archive(disk)
        (told,) = news_of(archive)
        assert told.startswith("matches are not kept: ")
        kept_in(archive, Session(AGAINST_CHANCE, seed="7"))
        archive.close()
        assert os.listdir(disk) == ["filler"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    archive = Archive(folder)
    autosave = kept_in(archive, Session(AGAINST_CHANCE, seed="7"))
    archive.close()
    before = (folder / db.NAME).read_bytes()
    with mounted(tmp_path / "disk", "1m") as disk:
        shutil.copy(folder / db.NAME, disk / db.NAME)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        archive = Archive(disk)
        (told,) = news_of(archive)
        assert told.startswith("matches are not kept: ")
        session = resumed(archive, autosave.number)
        session.abandon()
        assert archive.unfinished() == []
        assert not news_of(archive)
        archive.close()
        assert (disk / db.NAME).read_bytes() == before


# ---------------------------------------------------- a database that goes or is damaged


def test_a_match_goes_on_when_its_database_is_taken_away(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    kept_in(archive, session)
    wander(session, Random(1), entries=9)
    for name in os.listdir(tmp_path):
        (tmp_path / name).unlink()
    session.hand_over()
    session.lay(session.round.legal_plays()[0])
    archive.close()
    again = Archive(tmp_path)
    (number,) = again.unfinished()
    assert resumed(again, number).round == session.round


def test_a_match_goes_on_in_the_database_that_another_program_has_begun(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(PEOPLE, seed="7")
    kept_in(archive, session)
    files.set_aside(tmp_path / db.NAME, "another program says so")
    other = Archive(tmp_path)
    theirs = Session(PEOPLE, seed="theirs")
    autosave = kept_in(other, theirs)
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
    kept_in(archive, session)
    wander(session, Random(1), entries=5, straight=True)
    really = queries.add_entries
    failed: list[bool] = []

    def malformed(*given: object) -> int:
        if not failed:
            failed.append(True)
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(queries, "add_entries", malformed)
    session.lay(session.round.legal_plays()[0])
    (told,) = news_of(archive)
    assert "matches-broken-1.sqlite3: database disk image is malformed" in told
    (number,) = archive.unfinished()
    assert resumed(archive, number).round == session.round
    assert (tmp_path / "matches-broken-1.sqlite3").exists()
    session.lay(session.round.legal_plays()[0])
    assert archive.record(number).log == session.log


def test_a_course_is_whole_or_refused_whatever_a_deed_says(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    autosave = kept_in(archive, session)
    with db.transaction(archive._connection):
        seal = queries.entries(archive._connection, autosave.number)[1]
        queries.add_entries(archive._connection, autosave.number, 2, seal, ["KSxAC"], "now")
    with pytest.raises(RecordError, match=f"match {autosave.number} is damaged: deed 2: "):
        archive.resume(autosave.number)
    assert isinstance(session.log, MatchLog)
