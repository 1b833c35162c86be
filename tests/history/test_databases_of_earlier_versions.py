"""Databases as released versions wrote them: each opens with everything in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.game_record import read_records
from basra.history.statistics import Statistics
from basra.match.log import ABANDONED
from basra.match.session import Session
from basra.review import Review
from tests.history.test_database_file import notices_of

DATABASES = Path(__file__).parents[1] / "data" / "databases"
VERSIONS = sorted(path.stem for path in DATABASES.glob("*.sqlite3"))


@pytest.fixture(name="archive", params=VERSIONS)
def _archive(request: pytest.FixtureRequest, tmp_path: Path) -> Archive:
    """The archive of a version: three matches that are over, two that are not, and a review."""
    shutil.copy(DATABASES / f"{request.param}.sqlite3", tmp_path / db.NAME)
    return Archive(tmp_path)


def text_of(name: str) -> str:
    return (DATABASES / name).read_text("utf-8")


def test_there_is_one_of_the_first_version() -> None:
    assert "0.1.0" in VERSIONS


def test_it_opens_without_a_word_and_with_everything_in_it(archive: Archive) -> None:
    assert not notices_of(archive)
    records = list(read_records(text_of("0.1.0.basra")))
    assert [str(archive.record(number)) for number in range(1, 6)] == list(map(str, records))
    results = [match.result and match.result.text for match in reversed(archive.matches())]
    assert results == ["40-0", "14-12", ABANDONED, None, None]
    assert archive.unfinished() == [5, 4]
    assert [archive.number_of(record) for record in records] == [1, 2, 3, 4, 5]
    assert not any(archive.is_open_elsewhere(number) for number in range(1, 6))
    found = Statistics.of(archive.matches())
    assert (found.unassisted.won, found.assisted.abandoned) == (1, 1)
    assert (found.two_people, found.unfinished, found.damaged) == (1, 2, 0)
    review = Review.load(archive.review(1), records[0].log)
    assert f"{review}\n" == text_of("0.1.0.review.json")
    archive.close()


def test_a_match_of_it_is_played_on(archive: Archive) -> None:
    record, autosave = archive.resume(5)
    session = Session.resumed(record.header, record.log)
    session.autosave = autosave
    assert session.log.why_not_back() is None
    session.take_back()
    session.redo()
    session.abandon()
    autosave.release()
    match = archive.match(5)
    assert match is not None
    assert match.result is not None
    assert match.result.text == ABANDONED
    assert archive.record(5).log == session.log
    assert not notices_of(archive)
    archive.close()
