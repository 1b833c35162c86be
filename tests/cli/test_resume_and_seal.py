"""`basra verify`, `--seal`, `--resume` and `--size-check`, as a player meets them."""

from __future__ import annotations

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from basra.engine.errors import RecordError
from basra.engine.rules import Rules
from basra.engine.shuffles import shuffled, stream
from basra.files import SettingsFile
from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.game_record import Record
from basra.history.seed_commitment import commit, verify
from basra.match.log import MatchLog
from basra.match.session import Player, Session, drawn_seed
from basra.tui.app import BasraApp, Options
from tests.cli.invoke import invoke
from tests.pty_terminal import Terminal
from tests.screen import settle, shows

PEOPLE = Player("Mona"), Player("Tarek")


def match(seed: str = "7", plays: int = 5) -> Session:
    session = Session(PEOPLE, rules=Rules.preset("pagat"), seed=seed)
    for _ in range(plays):
        session.lay(session.round.legal_plays()[0])
    return session


def record(session: Session) -> Record:
    return Record(session.header("2026-11-30T19:40:16Z"), session.log)


def test_a_seal_stands_for_every_pack_of_a_match() -> None:
    session = match(plays=48)
    session.next_round()
    assert verify(record(session)) == verify(record(session), commit("7"))
    assert verify(record(session), " 7902 699B E42C 8A8E ") == "7902699be42c8a8e"
    with pytest.raises(RecordError, match="the seal of this match is 7902699be42c8a8e, not '00'"):
        verify(record(session), "00")


def test_packs_that_were_chosen_later_do_not_fit_the_seed() -> None:
    session = match(plays=0)
    other = shuffled(stream("8", "deck", 1))
    start = session.log.humans, session.rules, session.match.first_dealer
    swapped = dataclasses.replace(record(session), log=MatchLog.begin(other, *start))
    with pytest.raises(RecordError, match="the pack of round 1 does not come from the seed"):
        verify(swapped)
    nameless = dataclasses.replace(
        record(session), header=dataclasses.replace(session.header(), seed="")
    )
    with pytest.raises(RecordError, match="names no seed"):
        verify(nameless)


def test_a_seed_is_too_long_to_be_found_by_trying() -> None:
    seeds = [drawn_seed() for _ in range(50)]
    assert len(set(seeds)) == 50
    assert max(map(len, seeds)) >= 19


def test_verify_answers_with_the_seal_or_with_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.basra"
    file.write_text(str(record(match())), encoding="utf-8")
    assert invoke(capsys, "verify", str(file)) == (
        0,
        "The pack comes from the seed of the match, and its seal is 7902699be42c8a8e.\n",
        "",
    )
    code, out, err = invoke(capsys, "verify", str(file), "beef")
    assert (code, out) == (1, "")
    assert err == "basra: the seal of this match is 7902699be42c8a8e, not 'beef'\n"


async def test_the_seal_is_shown_at_the_start_and_the_same_afterwards(tmp_path: Path) -> None:
    options = Options(seed="7", start=True, pace=0, seal=True)
    app = BasraApp(options, archive=lambda: Archive(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "seal 7902699be42c8a8e: note it")
        assert verify(app.matches.archive.record(1), "7902699be42c8a8e")


async def test_a_match_named_at_the_start_is_gone_on_with_at_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    wanted = archive.import_records([record(match())])[0][0]
    archive.import_records([record(match("8", plays=2))])
    archive.close()
    app = BasraApp(
        Options(resume=wanted, pace=0), store=SettingsFile(None), archive=lambda: Archive(tmp_path)
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.session is not None
        assert app.session.log.round == match().log.round


@pytest.mark.parametrize("kind", ["number", "file", "file-again"])
def test_a_match_to_resume_is_a_number_or_a_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BASRA_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)
    file = tmp_path / "match.basra"
    file.write_text(str(record(match())), encoding="utf-8")
    named = str(file)
    if kind != "file":
        archive = Archive(tmp_path)
        number = archive.import_records([record(match())])[0][0]
        archive.close()
        named = str(number) if kind == "number" else named
    code, out, _ = invoke(capsys, "--plain", "--resume", named)
    assert code == 0
    assert "Mona" in out
    archive = Archive(tmp_path)
    assert len(archive.matches()) == 1, "a match that is there is not taken in twice"
    archive.close()


def test_what_cannot_be_resumed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BASRA_DATA_DIR", str(tmp_path))
    session = match(plays=0)
    session.abandon()
    archive = Archive(tmp_path)
    archive.import_records([record(session)])
    archive.close()
    code, _, err = invoke(capsys, "--resume", "1")
    assert (code, err) == (1, "basra: 1: the match is over; basra replay shows it\n")
    code, _, err = invoke(capsys, "--resume", "9")
    assert (code, err) == (1, "basra: there is no match 9\n")
    code, _, err = invoke(capsys, "--resume", "1", "--level", "hard")
    assert code == 2
    assert "--resume continues a match as it was begun" in err


@pytest.mark.parametrize(
    ("size", "code", "said"),
    [
        ((80, 24), 0, "This window is 80×24: the table with its log beside it."),
        ((60, 18), 0, "This window is 60×18: the small table."),
        ((59, 17), 1, "This window is 59×17: too small for the table, which needs 60×18."),
    ],
)
def test_the_size_of_a_window_is_checked(size: tuple[int, int], code: int, said: str) -> None:
    program = "import sys; from basra.cli.main import main; sys.exit(main(['--size-check']))"
    with Terminal(program, size=size) as terminal:
        terminal.shows(said[:40])
        assert terminal.ends() == code


def test_there_may_be_no_window_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = invoke(capsys, "--size-check")
    assert (code, out) == (1, "There is no window here.\n")


def test_a_match_that_is_kept_damaged_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BASRA_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)
    archive = Archive(tmp_path)
    archive.import_records([record(match())])
    archive.close()
    with closing(sqlite3.connect(tmp_path / db.NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE matches SET seal = seal + 1")
    file = tmp_path / "match.basra"
    file.write_text(str(record(match())), encoding="utf-8")
    code, _, err = invoke(capsys, "--plain", "--resume", str(file))
    assert code == 1
    assert err == "basra: match 1 is damaged: what stands above the match is damaged\n"
