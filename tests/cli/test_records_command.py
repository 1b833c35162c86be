"""The commands records, replay and stats."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from basra.cli import record_source
from basra.history.archive import Archive
from basra.history.database.connection import NAME
from basra.history.game_record import Record, read_records
from basra.match.log import HINTS
from tests.cli.invoke import invoke
from tests.history.quick_match import match
from tests.test_architecture import loaded_by


@pytest.fixture(scope="module")
def three_matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an archive with three matches: over, with help, not finished."""
    folder = tmp_path_factory.mktemp("three")
    archive = Archive(folder)
    match("1", archive=archive)
    helped = match("2", archive=archive, plays=5, preset="pagat")
    helped.assist(HINTS)
    helped.abandon()
    match("3", archive=archive, plays=7)
    archive.close()
    return folder


@pytest.fixture
def kept(three_matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the three matches, in which the commands work."""
    folder = tmp_path / "data"
    shutil.copytree(three_matches, folder)
    monkeypatch.setenv("BASRA_DATA_DIR", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def test_records_lists_the_newest_first(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    code, out, err = invoke(capsys, "records")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert "unfinished" in lines[0]
    assert "abandoned" in lines[1]
    assert lines[1].endswith("with help")
    assert "You - Computer (greedy)" in lines[2]


def test_records_as_json_has_times_in_utc(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    code, out, _ = invoke(capsys, "records", "--json")
    found = json.loads(out)["matches"]
    assert code == 0
    assert [one["state"] for one in found] == ["unfinished", "abandoned", "over"]
    assert {one["started"] for one in found} == {"2026-11-20T18:00:00Z"}
    assert found[1]["rules"] == "pagat"
    assert found[1]["assisted"] is True
    south, north = found[2]["points"]
    assert south != north


def test_an_empty_archive_lists_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASRA_DATA_DIR", str(tmp_path))
    assert invoke(capsys, "records") == (0, "", "no match is saved yet\n")


def damage(folder: Path, number: int) -> None:
    """Let the first entry of a match be another than the one that was sealed."""
    connection = sqlite3.connect(folder / NAME)
    with connection:
        connection.execute("UPDATE matches SET south = 'X' || south WHERE id = ?", (number,))
    connection.close()


def test_a_damaged_match_is_listed_as_such_and_the_others_are_exported(
    capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    damage(kept, 2)
    _, out, _ = invoke(capsys, "records")
    assert "damaged: what stands above the match is damaged" in out.splitlines()[1]
    code, out, err = invoke(capsys, "records", "export", "--all")
    assert code == 1
    assert "left out: match 2 is damaged" in err
    assert len(list(read_records(out))) == 2
    assert invoke(capsys, "replay", "2", "--plain")[0] == 1


def test_what_is_exported_reads_back_as_what_was_played(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    code, out, err = invoke(capsys, "records", "export", "1")
    assert (code, err) == (0, "")
    assert str(Record.parse(out)) == out
    assert invoke(capsys, "records", "export", "1", "one.basra")[:2] == (0, "")
    assert (tmp_path / "one.basra").read_text(encoding="utf-8") == out
    assert [path.name for path in tmp_path.iterdir()] == ["data", "one.basra"]


def test_an_export_writes_over_nothing_unless_told(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there.basra"
    there.write_text("dear", encoding="utf-8")
    code, out, err = invoke(capsys, "records", "export", "1", "there.basra")
    assert (code, out) == (1, "")
    assert "already exists; --force overwrites it" in err
    assert there.read_text(encoding="utf-8") == "dear"
    assert invoke(capsys, "records", "export", "1", "there.basra", "--force")[0] == 0
    assert there.read_text(encoding="utf-8").startswith("[Format")
    for name in ("data", "none/such", "a\0b", ""):
        code, _, err = invoke(capsys, "records", "export", "1", name, "--force")
        assert code == 1, name
        assert err.count("\n") == 1


def test_a_file_system_without_links_gets_the_file_all_the_same(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", no_links)
    assert invoke(capsys, "records", "export", "1", "one.basra")[0] == 0
    assert (tmp_path / "one.basra").read_text(encoding="utf-8").startswith("[Format")


@pytest.mark.skipif(os.name != "posix", reason="modes of Unix")
def test_a_file_has_the_mode_that_files_have_and_keeps_its_own(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    file = tmp_path / "one.basra"
    before = os.umask(0o027)
    try:
        invoke(capsys, "records", "export", "1", "one.basra")
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        file.chmod(0o600)
        invoke(capsys, "records", "export", "1", "one.basra", "--force")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("words", [(), ("x",), ("1", "a", "b"), ("--all", "a", "b")], ids=" ".join)
def test_an_export_says_how_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], kept: Path, words: tuple[str, ...]
) -> None:
    assert invoke(capsys, "records", "export", *words)[0] == 2


def test_an_import_adds_what_is_new_and_counts_what_is_there(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invoke(capsys, "records", "export", "--all", "all.basra")
    again = invoke(capsys, "records", "import", "all.basra")
    assert again == (0, "0 imported; 3 already there\n", "")
    monkeypatch.setenv("BASRA_DATA_DIR", str(tmp_path / "other"))
    fresh = invoke(capsys, "records", "import", "all.basra")
    assert fresh == (0, "3 imported, numbers 1 to 3; 0 already there\n", "")
    first, second = (list(_records(tmp_path / name)) for name in ("data", "other"))
    assert first == second


def test_an_unfinished_record_without_a_date_is_taken_in_once(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    text = invoke(capsys, "records", "export", "3")[1]
    bare = re.sub(r"\[(Date|Seed) .*\n", "", text)
    assert bare != text
    shorter = bare.rstrip("\n").rpartition(" ")[0] + "\n"
    for content, said in (
        (bare, "1 imported, number 4; 0 already there\n"),
        (bare, "0 imported; 1 already there\n"),
        (shorter, "1 imported, number 5; 0 already there\n"),
    ):
        (tmp_path / "bare.basra").write_text(content, encoding="utf-8")
        assert invoke(capsys, "records", "import", "bare.basra") == (0, said, "")


def _records(folder: Path) -> list[str]:
    archive = Archive(folder)
    texts = [str(archive.record(match.number)) for match in archive.matches()]
    archive.close()
    return texts


def text_of(kept: Path) -> str:
    archive = Archive(kept)
    text = str(archive.record(1))
    archive.close()
    return text


MESSES = {
    "nothing": (b"", "is empty"),
    "words": (b"hello\n", "line 1: a record begins with"),
    "no-text": (b'[Format "1"]\n\xff\xfe\n', "line 2: it is not UTF-8 text"),
    "a-nul": (b'[Format "1"]\n[South "A\x00"]\n', "line 2: no line of a record"),
    "nested": (b'[Format "1"]\n' + b"[" * 1500 + b"\n", "line 2: no tag"),
    "a-pickle": (b"\x80\x04\x95\x10\x00\x00\x00", "line 1: it is not UTF-8 text"),
}


@pytest.mark.parametrize(("content", "sentence"), MESSES.values(), ids=MESSES)
def test_a_mess_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], kept: Path, content: bytes, sentence: str, tmp_path: Path
) -> None:
    before = _records(kept)
    (tmp_path / "mess.basra").write_bytes(content)
    for words in (("records", "import"), ("replay", "--plain")):
        code, out, err = invoke(capsys, *words, "mess.basra")
        assert (code, out) == (1, "")
        assert sentence in err
        assert err.count("\n") == 1
        assert err.rstrip("\n").isprintable()
    assert _records(kept) == before


CHANGES = {
    "a-card-of-the-other": (r"\n1\. (\S+) (\S+)", r"\n1. \2 \1", "line 15: "),
    "no-play": (r"\n1\. ", "\n1. 2C2D", "line 15: not a play"),
    "another-score": (r'\[Result "', '[Result "1', "the result is"),
    "another-round": (r"\n(\d+-\d+)\n", r"\n9\1\n", "the round is worth"),
    "an-escape-code": (r'\[South "You', '[South "\x1b[2J', "no line of a record"),
    "a-turn-of-direction": (r'\[South "You', '[South "\u202e', "no line of a record"),
    "another-format": (r'\[Format "1"\]', '[Format "2"]', "line 1: format '2' is not known"),
    "a-card-twice": (r'\[Deck "....', '[Deck "2C2C', "not a pack"),
}


@pytest.mark.parametrize(("old", "new", "sentence"), CHANGES.values(), ids=CHANGES)
def test_a_record_that_was_changed_is_refused_and_nothing_with_it_is_taken_in(
    capsys: pytest.CaptureFixture[str],
    kept: Path,
    tmp_path: Path,
    old: str,
    new: str,
    sentence: str,
) -> None:
    text = text_of(kept)
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    (tmp_path / "two.basra").write_text(f"{changed}\n{text}", encoding="utf-8")
    before = _records(kept)
    code, out, err = invoke(capsys, "records", "import", "two.basra")
    assert (code, out) == (1, "")
    assert "line" in err
    assert sentence in err
    assert "nothing was imported" in err
    assert "\x1b" not in err
    assert _records(kept) == before


def test_what_is_no_file_or_too_long_is_refused(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long").write_bytes(b"x" * 2000)
    monkeypatch.setattr(record_source, "MAX_BYTES", 1000)
    for name, sentence in (
        ("data", "is no ordinary file"),
        ("pipe", "is no ordinary file"),
        ("long", "far too long"),
        ("none", "no such file"),
        ("a\0b", "null"),
    ):
        code, out, err = invoke(capsys, "records", "import", name)
        assert (code, out) == (1, "")
        assert sentence in err


def test_replay_prints_a_match_deal_by_deal(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    code, out, err = invoke(capsys, "replay", "1", "--plain")
    assert (code, err) == (0, "")
    archive = Archive(kept)
    log = archive.record(1).log
    archive.close()
    assert out.count("Deal ") == sum(-(-len(played.history) // 8) for played in log.rounds)
    assert out.count(" on {") == sum(len(played.history) for played in log.rounds)
    assert f"Result: {log.result}" in out
    assert "Result: not finished" in invoke(capsys, "replay", "3", "--plain")[1]


def test_a_number_is_a_match_and_a_path_is_a_file(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    invoke(capsys, "records", "export", "1", "./3")
    of_file, of_match = (invoke(capsys, "replay", name, "--plain")[1] for name in ("./3", "3"))
    assert "not finished" in of_match
    assert "not finished" not in of_file
    assert invoke(capsys, "replay", "99", "--plain")[2] == "basra: there is no match 99\n"


def test_a_replay_without_a_terminal_is_in_lines(
    capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    assert invoke(capsys, "replay", "1") == invoke(capsys, "replay", "1", "--plain")


def test_stats_prints_tables_and_json(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    code, out, err = invoke(capsys, "stats")
    assert (code, err) == (0, "")
    assert "By opponent" in out
    assert "matches not finished: 1" in out
    found = json.loads(invoke(capsys, "stats", "--json")[1])
    assert (found["alone"]["matches"], found["assisted"]["abandoned"]) == (1, 1)
    assert found["alone"]["won"] + found["alone"]["lost"] == 1
    assert found["unfinished"] == 1
    assert found["assisted"]["average_margin"] is None
    assert invoke(capsys, "stats", "--plain")[1].isascii()


def test_these_commands_load_no_terminal_code(kept: Path) -> None:
    for words in (["records"], ["stats"], ["replay", "1", "--plain"], ["records", "export", "1"]):
        loaded = loaded_by(f"from basra.cli.main import main; main({words})")
        assert "textual" not in loaded, words
        assert "plotext" not in loaded, words
