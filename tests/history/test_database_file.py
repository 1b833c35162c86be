"""The file of the database, whatever lies in its place."""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from basra import files
from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.database import integrity, queries
from basra.match.session import Session
from tests.history.random_match import AGAINST_CHANCE


def notices_of(archive: Archive) -> list[str]:
    """Return every notice, until there are no more."""
    return list(iter(archive.next_notice, None))


def store_one(folder: Path, seed: str = "7") -> int:
    """Store a match that has just begun; return its number."""
    archive = Archive(folder)
    assert not notices_of(archive)
    session = Session(AGAINST_CHANCE, seed=seed)
    autosave = archive.begin(session.header(archive.now()), session.log)
    archive.close()
    return autosave.number


def works(folder: Path, seed: str = "again") -> None:
    """Check that matches are stored in *folder* from one process to the next."""
    number = store_one(folder, seed)
    assert number
    archive = Archive(folder)
    assert archive.record(number).header.seed == seed
    archive.close()


def bytes_of(path: Path) -> dict[str, bytes]:
    """Return the database and its log, by what their names end with."""
    besides = ("", "-wal")
    return {
        end: Path(f"{path}{end}").read_bytes() for end in besides if Path(f"{path}{end}").exists()
    }


class Malice:
    """What would run something if anybody unpickled it."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return exec, ("raise SystemExit('unpickled')",)


def foreign(path: Path) -> None:
    """Make a database of another program."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.commit()


def newer(path: Path) -> None:
    """Make a database of a later version of the game."""
    store_one(path.parent)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {queries.VERSION + 1}")


def other_tables(path: Path) -> None:
    """Make a database that says it is one of ours, and is not."""
    store_one(path.parent)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE more (text)")
        connection.commit()


def a_format_of_nothing(path: Path) -> None:
    """Make a database of ours without a version."""
    store_one(path.parent)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (lambda path: path.write_bytes(b""), "the file is empty"),
    "garbage": (lambda path: path.write_bytes(bytes(range(256)) * 64), "not a database"),
    "a few bytes": (lambda path: path.write_bytes(b"SQLite format 3\0"), "not a database"),
    "text": (lambda path: path.write_text("{}"), "not a database"),
    "a pickle": (lambda path: path.write_bytes(pickle.dumps(Malice())), "not a database"),
    "foreign": (foreign, "not one of this game"),
    "newer": (newer, f"a newer version of the game wrote it (format {queries.VERSION + 1})"),
    "other tables": (other_tables, "its tables are not those of this game"),
    "no version": (a_format_of_nothing, "its tables are not those of this game"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_used_is_set_aside_as_it_is(name: str, tmp_path: Path) -> None:
    make, reason = BAD[name]
    path = tmp_path / db.NAME
    make(path)
    before = bytes_of(path)
    archive = Archive(tmp_path)
    (notice,) = notices_of(archive)
    aside = tmp_path / "matches-broken-1.sqlite3"
    assert notice.startswith(f"matches not read, their file is now {aside}: ")
    assert reason in notice
    assert "\n" not in notice
    assert bytes_of(aside) == before
    archive.close()
    works(tmp_path)


def test_one_after_another_they_get_names_of_their_own(tmp_path: Path) -> None:
    for number in range(1, 4):
        (tmp_path / db.NAME).write_text(f"rubbish {number}")
        archive = Archive(tmp_path)
        assert f"matches-broken-{number}.sqlite3" in notices_of(archive)[0]
        archive.close()
    for number in range(1, 4):
        aside = tmp_path / f"matches-broken-{number}.sqlite3"
        assert aside.read_text() == f"rubbish {number}"


def test_a_folder_in_its_place_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / db.NAME / "deep").mkdir(parents=True)
    archive = Archive(tmp_path)
    assert "it is no ordinary file" in notices_of(archive)[0]
    archive.close()
    assert (tmp_path / "matches-broken-1.sqlite3" / "deep").is_dir()
    works(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / db.NAME)
    archive = Archive(tmp_path)
    assert "it is no ordinary file" in notices_of(archive)[0]
    archive.close()
    assert stat.S_ISFIFO((tmp_path / "matches-broken-1.sqlite3").stat().st_mode)
    works(tmp_path)


def test_a_link_leads_to_where_the_matches_are(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    here.mkdir()
    (here / db.NAME).symlink_to(there / "games.sqlite3")
    works(here)
    assert (here / db.NAME).is_symlink()
    assert (there / "games.sqlite3").stat().st_size
    assert os.listdir(here) == [db.NAME]
    (there / "games.sqlite3").write_text("rubbish")
    archive = Archive(here)
    assert str(there / "games-broken-1.sqlite3") in notices_of(archive)[0]
    archive.close()


def test_a_link_that_leads_nowhere_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / db.NAME).symlink_to(tmp_path / "gone" / db.NAME)
    archive = Archive(tmp_path)
    assert notices_of(archive) == ["matches are not kept: no such file or directory"]
    plays_on(archive)
    assert (tmp_path / db.NAME).is_symlink()


def test_a_link_to_itself_prevents_no_start(tmp_path: Path) -> None:
    (tmp_path / db.NAME).symlink_to(tmp_path / db.NAME)
    archive = Archive(tmp_path)
    (notice,) = notices_of(archive)
    assert notice.startswith("matches are not kept: ")
    plays_on(archive)


def test_a_file_that_may_not_be_read_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_one(tmp_path)
    path = tmp_path / db.NAME
    before = path.read_bytes()
    really = integrity.check_header
    asked: list[Path] = []

    def refuse(path: Path) -> None:
        asked.append(path)
        if len(asked) == 1:
            with monkeypatch.context() as patch:
                patch.setattr(Path, "open", no_open)
                really(path)
        really(path)

    def no_open(self: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(db, "check_header", refuse)
        archive = Archive(tmp_path)
        assert "permission denied" in notices_of(archive)[0]
        archive.close()
    assert (tmp_path / "matches-broken-1.sqlite3").read_bytes() == before


def test_a_damaged_schema_is_set_aside_though_a_log_lies_beside_it(tmp_path: Path) -> None:
    """SQLite quotes the damage, and what it quotes is no text."""
    archive = Archive(tmp_path)
    session = Session(AGAINST_CHANCE, seed="7")
    archive.begin(session.header(), session.log).release()
    path = tmp_path / db.NAME
    content = bytes_of(path)
    archive.close()
    content[""] = content[""].replace(b"CREATE TABLE", b"CREATE \xe2ABLE", 1)
    for suffix, part in content.items():
        Path(f"{path}{suffix}").write_bytes(part)
    archive = Archive(tmp_path)
    assert "matches-broken-1.sqlite3: the names of its tables" in notices_of(archive)[0]
    archive.close()
    assert bytes_of(tmp_path / "matches-broken-1.sqlite3") == content
    works(tmp_path)


def test_a_log_without_its_database_is_set_aside_and_not_taken_for_anothers(tmp_path: Path) -> None:
    other = tmp_path / "other"
    archive = Archive(other)
    session = Session(AGAINST_CHANCE, seed="7")
    archive.begin(session.header(), session.log)
    log = (other / f"{db.NAME}-wal").read_bytes()
    assert log
    archive.close()
    (tmp_path / f"{db.NAME}-wal").write_bytes(log)
    archive = Archive(tmp_path)
    assert notices_of(archive) == [
        "the file of the matches is gone; what was written last is now "
        f"{tmp_path / 'matches-broken-1.sqlite3'}-wal"
    ]
    assert archive.matches() == []
    archive.close()
    assert (tmp_path / "matches-broken-1.sqlite3-wal").read_bytes() == log
    works(tmp_path)


def test_a_log_that_another_process_has_just_begun_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one made its database between two looks of this one."""
    folder = tmp_path / "data"
    first: list[Archive] = []
    really = os.path.lexists

    def lexists(path: str | Path) -> bool:
        found = really(path)
        if str(path) == str(folder / db.NAME) and not first:
            first.append(None)  # type: ignore[arg-type]
            first[0] = Archive(folder)
            session = Session(AGAINST_CHANCE, seed="theirs")
            first[0].begin(session.header(), session.log).release()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(os.path, "lexists", lexists)
        second = Archive(folder)
    assert not notices_of(second)
    assert [one.header.seed for one in second.matches() if one.header] == ["theirs"]
    assert first[0].unfinished() == second.unfinished()
    assert sorted(os.listdir(folder)) == [
        db.NAME,
        f"{db.NAME}-shm",
        f"{db.NAME}-wal",
    ]
    first[0].close()
    second.close()


# --------------------------------------------------------------------- other formats


def older(path: Path, version: int) -> None:
    """Make a database of an earlier *version* with a match in it, as that version did."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for statement in queries.schema(version):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute(f"PRAGMA application_id = {queries.APPLICATION_ID}")


@pytest.fixture(name="two_versions")
def _two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the program know one format more, so that there is one to come from."""
    created = {**queries._SCHEMA, queries.VERSION + 1: ("CREATE TABLE later (text TEXT)",)}
    monkeypatch.setattr(queries, "_SCHEMA", created)
    monkeypatch.setattr(queries, "VERSION", queries.VERSION + 1)


def test_an_earlier_format_is_brought_to_the_present_one_with_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = store_one(tmp_path)
    path = tmp_path / db.NAME
    was = queries.VERSION
    with contextlib.closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    monkeypatch.setattr(
        queries, "_SCHEMA", {**queries._SCHEMA, was + 1: ("CREATE TABLE later (text TEXT)",)}
    )
    monkeypatch.setattr(queries, "VERSION", was + 1)
    archive = Archive(tmp_path)
    backup = tmp_path / f"matches-format-{was}-1.sqlite3"
    assert notices_of(archive) == [
        f"matches brought to the present format; as they were they are in {backup}"
    ]
    assert archive.record(number).header.seed == "7"
    with contextlib.closing(sqlite3.connect(backup)) as connection:
        assert list(connection.iterdump()) == before
        assert connection.execute("PRAGMA user_version").fetchone() == (was,)
    second = Archive(tmp_path)
    assert not notices_of(second), "a format that stands only in the log is seen"
    assert second.record(number).header.seed == "7"
    second.close()
    archive.close()
    works(tmp_path)
    assert not list(tmp_path.glob("*broken*"))
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("version", range(1, queries.VERSION))
def test_every_format_there_has_been_can_be_read(version: int, tmp_path: Path) -> None:
    older(tmp_path / db.NAME, version)
    archive = Archive(tmp_path)
    assert "present format" in notices_of(archive)[0]
    archive.close()
    works(tmp_path)


def test_a_format_that_could_not_be_copied_first_is_left_as_it_is(
    tmp_path: Path, two_versions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(tmp_path / db.NAME, queries.VERSION - 1)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        archive = Archive(tmp_path)
        assert notices_of(archive) == ["matches are not kept: no space left on device"]
        plays_on(archive)
    with contextlib.closing(sqlite3.connect(tmp_path / db.NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (queries.VERSION - 1,)


# --------------------------------------------------------- where nothing can be stored


def plays_on(archive: Archive) -> None:
    """Check that a match can be played, stored in memory, and that no other notice follows."""
    assert archive.path is None
    session = Session(AGAINST_CHANCE, seed="on")
    session.autosave = autosave = archive.begin(session.header(archive.now()), session.log)
    session.lay(session.round.legal_plays()[0])
    assert archive.record(autosave.number).log == session.log
    session.abandon()
    assert autosave.number not in archive.unfinished()
    assert not notices_of(archive)
    archive.close()


def test_without_a_folder_matches_live_in_memory_and_one_notice_says_so() -> None:
    archive = Archive(None)
    assert notices_of(archive) == ["matches are not kept: there is no home folder"]
    plays_on(archive)
    silent = Archive(None, why_not="")
    assert not notices_of(silent)
    plays_on(silent)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "basra"):
        archive = Archive(folder)
        (notice,) = notices_of(archive)
        assert notice.startswith("matches are not kept: ")
        plays_on(archive)
    assert (tmp_path / "file").read_text() == "mine"


def test_where_nothing_can_be_written_what_is_there_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = store_one(tmp_path)
    before = bytes_of(tmp_path / db.NAME)
    really = db._connect

    def read_only(path: Path | str) -> sqlite3.Connection:
        if path == tmp_path / db.NAME:
            connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
            connection.execute("PRAGMA query_only = ON")
            return connection
        return really(path)

    monkeypatch.setattr(db, "_connect", read_only)
    archive = Archive(tmp_path)
    assert notices_of(archive) == ["matches are not kept: attempt to write a readonly database"]
    assert archive.unfinished() == [number]
    record, autosave = archive.resume(number)
    session = Session.resume(record.header, record.log)
    session.autosave = autosave
    session.lay(session.round.legal_plays()[0])
    assert archive.record(number).log == session.log
    archive.close()
    assert (tmp_path / db.NAME).read_bytes() == before[""]


def test_no_place_for_a_look_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = store_one(tmp_path / "data")
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    archive = Archive(tmp_path / "data")
    assert not notices_of(archive)
    assert archive.unfinished() == [number]
    archive.close()


def test_a_copy_that_cannot_be_opened_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = store_one(tmp_path)
    really = db._connect

    def full(path: Path | str) -> sqlite3.Connection:
        if "basra-look-" in str(path):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return really(path)

    monkeypatch.setattr(db, "_connect", full)
    archive = Archive(tmp_path)
    assert not notices_of(archive)
    assert archive.unfinished() == [number]
    archive.close()


def test_a_copy_torn_by_another_process_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = store_one(tmp_path)
    looks: list[str] = []
    really = integrity.check_database

    def check(connection: sqlite3.Connection) -> int:
        looks.append("look")
        if len(looks) < 3:
            raise integrity.DamageError("half of it is missing")
        return really(connection)

    monkeypatch.setattr(db, "check_database", check)
    archive = Archive(tmp_path)
    assert len(looks) == 3
    assert not notices_of(archive)
    assert archive.unfinished() == [number]
    archive.close()


# ------------------------------------------------------------------- what lies around


def test_what_killed_processes_have_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, temporary = tmp_path / "data", tmp_path / "tmp"
    data.mkdir()
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    left = [data / ".matches-x.tmp", data / ".matches-x.tmp-wal", temporary / "basra-look-x"]
    fresh = data / ".matches-y.tmp"
    for path in (*left[:2], fresh):
        path.write_bytes(b"x")
    left[2].mkdir()
    (left[2] / db.NAME).write_bytes(b"x")
    mine = data / "letters.tmp"
    mine.write_text("mine")
    long_ago = time.time() - 2 * files.OLD
    for path in (*left, mine):
        os.utime(path, (long_ago, long_ago))
    Archive(data).close()
    assert not [path for path in left if path.exists()]
    assert fresh.exists(), "another program may be at it"
    assert mine.exists()
    assert sorted(os.listdir(data)) == [fresh.name, mine.name, db.NAME]
    assert os.listdir(temporary) == []


@pytest.mark.skipif(os.name != "posix", reason="modes mean something else here")
def test_nobody_else_may_read_the_matches(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "basra"
    store_one(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / db.NAME).stat().st_mode) == 0o600


def test_a_place_with_marks_and_spaces_in_its_name(tmp_path: Path) -> None:
    for name in ("a b?c#d%20", "منى", "quote'\"", "mode=ro&x=y"):
        works(tmp_path / name)


def test_one_file_alone_opens_databases_and_nothing_that_is_read_is_run() -> None:
    source = Path(db.__file__).parents[2]
    texts = {path.relative_to(source): path.read_text("utf-8") for path in source.rglob("*.py")}
    assert Path("history/database/connection.py") in texts
    opening = [path for path, text in texts.items() if "sqlite3.connect" in text]
    assert opening == [Path("history/database/connection.py")]
    for word in ("pickle.load", "marshal", "yaml", " eval(", " exec(", "shelve"):
        assert not [path for path, text in texts.items() if word in text]
