"""What matches come to, against a slow count and against what must always hold."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.rules import Rules
from basra.history.archive import Archive
from basra.history.database.rows import MatchResult, StoredMatch
from basra.history.match_statistics import MatchStatistics
from basra.history.statistics import Group, Statistics, Totals
from basra.history.statistics_tables import NONE, tables_of
from basra.match.header import Header
from basra.match.log import ABANDONED
from basra.match.session import Player
from basra.messages.times import local
from tests.history.quick_match import match

few = st.integers(0, 12)


@st.composite
def results(draw: st.DrawFn) -> MatchResult:
    points = draw(st.tuples(few, few).filter(lambda pair: pair[0] != pair[1]))
    rounds = draw(st.integers(0, 4))
    result = draw(st.sampled_from([ABANDONED, "{}-{}".format(*points)]))
    rounds = rounds if result == ABANDONED else max(1, rounds)
    counts = MatchStatistics(
        rounds, points, *(draw(st.tuples(few, few)) if rounds else (0, 0) for _ in range(3))
    )
    return MatchResult(result, "2026-11-30T10:00:00Z", draw(st.booleans()), counts, "")


@st.composite
def histories(draw: st.DrawFn) -> list[StoredMatch]:
    """Matches of every sort in any order."""
    names = st.sampled_from(["You", "Mona", "Tarek"])
    levels = st.sampled_from(["", "", "easy", "hard"])
    rules = st.sampled_from([Rules.preset("v2"), replace(Rules.preset("pagat"), target=50)])
    numbers = draw(st.lists(st.integers(1, 99), unique=True, max_size=12))
    found = []
    for number in numbers:
        header = Header((draw(names), draw(names)), (draw(levels), draw(levels)), draw(rules))
        kind = draw(st.integers(0, 9))
        if kind == 0:
            found.append(StoredMatch(number, None, damage="damaged"))
        else:
            found.append(StoredMatch(number, header, draw(results()) if kind > 1 else None))
    return found


def both(name: str, group: Group) -> Totals:
    return dict(group).get(name, Totals())


@given(histories())
def test_every_match_is_counted_once_and_somebody_won_each_that_is_finished(
    history: list[StoredMatch],
) -> None:
    found = Statistics.of(history)
    counted = found.unassisted.matches + found.assisted.matches + found.two_people + found.watched
    assert counted + found.unfinished + found.damaged == len(history)
    for group in (found.levels, found.presets):
        assert sum(totals.matches for _, totals in group) == found.unassisted.matches
        assert sum(totals.won for _, totals in group) == found.unassisted.won
        assert sum(totals.margin_sum for _, totals in group) == found.unassisted.margin_sum
    everybody = [totals for _, totals in (*found.levels, *found.presets, *found.players)]
    for totals in (found.unassisted, found.assisted, *everybody):
        assert totals.won + totals.lost + totals.abandoned == totals.matches
        assert totals.streak <= totals.longest_streak <= totals.won
        assert (totals.mean_margin is None) == (totals.finished == 0)
        assert (
            (totals.made_per_round is None) == (totals.rounds == 0) == (totals.best_round is None)
        )
    assert len(found.margins) == found.unassisted.finished
    assert sum(found.margins) == found.unassisted.margin_sum


@given(histories())
def test_the_count_of_each_player_is_that_of_a_slow_reader(history: list[StoredMatch]) -> None:
    found = Statistics.of(history)
    for name in ("You", "Mona", "Tarek"):
        won = lost = best = streak = 0
        for stored in sorted(history, key=lambda one: one.number):
            if stored.header is None or stored.result is None:
                continue
            levels, counts = stored.header.levels, stored.result.statistics
            if any(levels) and (all(levels) or stored.result.is_assisted):
                continue
            for seat in (0, 1):
                if levels[seat] or stored.header.names[seat] != name:
                    continue
                best = max(best, counts.best_round[seat])
                if stored.result.text == ABANDONED:
                    streak = 0
                elif counts.points[seat] > counts.points[1 - seat]:
                    won, streak = won + 1, streak + 1
                else:
                    lost, streak = lost + 1, 0
        totals = both(name, found.players)
        assert (totals.won, totals.lost, totals.best_round or 0, totals.streak) == (
            won, lost, best, streak,
        )  # fmt: skip


@given(st.data(), histories())
def test_the_order_in_which_matches_are_listed_does_not_matter(
    data: st.DataObject, history: list[StoredMatch]
) -> None:
    assert Statistics.of(history) == Statistics.of(data.draw(st.permutations(history)))


@given(histories(), st.integers(30, 120))
def test_a_table_is_as_wide_as_it_may_be_and_loses_nothing(
    history: list[StoredMatch], width: int
) -> None:
    for table in tables_of(Statistics.of(history)):
        parts = list(table.split(width))
        assert [head for part in parts for head in part.heads[1:]] == list(table.heads[1:])
        for part in parts:
            lines = list(part.lines())
            assert len(lines) == len(table.rows) + 1
            assert len({len(line) for line in lines}) == 1
            assert len(lines[0]) <= width or len(part.heads) == 2


@given(histories())
def test_the_columns_of_all_tables_stand_under_each_other(history: list[StoredMatch]) -> None:
    heads = [next(table.lines()) for table in tables_of(Statistics.of(history))]
    assert len(set(heads)) == 1


def test_where_nothing_was_played_there_is_no_number() -> None:
    found = Statistics.of([])
    assert (
        found.unassisted.mean_margin,
        found.unassisted.made_per_round,
        found.unassisted.best_round,
    ) == (None,) * 3
    (table,) = tables_of(found)
    assert table.rows[0][5:8] == (NONE,) * 3


def test_a_person_in_the_north_is_seen_from_there_and_a_player_without_points_counts() -> None:
    counts = MatchStatistics(2, (30, 0), (2, 0), (1, 0), (20, 0))
    header = Header(("Computer", "Mona"), ("easy", ""))
    ending = MatchResult("30-0", "", False, counts, "")
    found = Statistics.of([StoredMatch(1, header, ending)])
    mona = both("Mona", found.players)
    assert (mona.won, mona.lost, mona.mean_margin, mona.best_round) == (0, 1, -30, 0)
    assert (mona.made_per_round, mona.given_per_round, mona.sweeps) == (0, 1, 0)
    assert dict(found.levels) == {"easy": mona}


def test_the_archive_and_its_statistics_agree_with_the_matches_played() -> None:
    archive = Archive(None, why_not="")
    sessions = [match(str(seed), archive=archive) for seed in range(6)]
    people = Player("Mona"), Player("Tarek")
    match("two", players=people, archive=archive)
    match("open", plays=5, archive=archive)
    found = Statistics.of(archive.matches())
    scores = [session.match.scores for session in sessions]
    assert found.margins == tuple(south - north for south, north in scores)
    assert found.unassisted.won == sum(south > north for south, north in scores)
    assert (found.two_people, found.watched, found.unfinished, found.damaged) == (1, 0, 1, 0)
    two = [both(name, found.players) for name in ("Mona", "Tarek")]
    assert two[0].won + two[1].won == 1
    assert two[0].mean_margin == -(two[1].mean_margin or 0)


@pytest.fixture
def _two_hours_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "XST-2")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_two_hours_east")
@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2026-11-30T23:30:00Z", "2026-12-01 01:30"),
        ("2026-07-01T12:00:00Z", "2026-07-01 14:00"),
        ("2026-11-30", "2026-11-30"),
        ("", ""),
    ],
)
def test_a_time_is_shown_as_the_clock_of_the_player_had_it(stored: str, shown: str) -> None:
    assert local(stored) == shown
