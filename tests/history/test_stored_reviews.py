"""Reviews stored with their matches, and databases from before there were any."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.database import queries
from tests.history.quick_match import match


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive with one match in it."""
    found = Archive(tmp_path)
    match("1", archive=found)
    return found


def test_a_review_is_stored_with_its_match_and_the_last_one_counts(
    archive: Archive, tmp_path: Path
) -> None:
    assert archive.review(1) is None
    assert archive.save_review(1, "first")
    assert archive.save_review(1, "second ± é")
    archive.close()
    again = Archive(tmp_path)
    assert again.review(1) == "second ± é"
    assert again.review(2) is None
    assert again.next_notice() is None
    again.close()


def test_a_match_that_is_not_there_stores_no_review(archive: Archive) -> None:
    assert not archive.save_review(99, "text")
    assert archive.review(99) is None
    assert archive.save_review(1, "text")
    archive.close()


@pytest.mark.parametrize("change", ["text = 'other'", "made = 'never'", "seal = 1", "text = x'ff'"])
def test_a_damaged_review_is_as_good_as_none(archive: Archive, change: str) -> None:
    archive.save_review(1, "text")
    archive.connection.execute(f"UPDATE reviews SET {change}")
    assert archive.review(1) is None
    assert archive.record(1).log.match.is_over
    archive.close()


def test_a_database_from_before_reviews_gets_a_place_for_them_after_a_backup(
    archive: Archive, tmp_path: Path
) -> None:
    record = str(archive.record(1))
    archive.close()
    with closing(sqlite3.connect(tmp_path / db.NAME)) as connection:
        connection.execute("DROP TABLE reviews")
        connection.execute("PRAGMA user_version = 1")
        assert queries.schema_of(connection) == queries.schema(1)
    again = Archive(tmp_path)
    assert "brought to the present format" in (again.next_notice() or "")
    assert str(again.record(1)) == record
    assert again.save_review(1, "text")
    assert again.review(1) == "text"
    again.close()
    (backup,) = tmp_path.glob("*format-1*")
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)
