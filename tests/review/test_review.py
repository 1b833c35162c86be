"""A whole match reviewed: blind to what its players could not see, repeatable, stoppable."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from math import exp

import pytest

from basra.ai import bot
from basra.ai.cancellation import Cancelled, cancellable
from basra.ai.double_dummy import par
from basra.ai.grading import Verdict
from basra.engine import Card, Play, Rules, Seat, shuffled, stream
from basra.match.log import ABANDON, MatchLog, dealing
from basra.review import Par, PlayReview, Review, review, state_before, steps, workers
from basra.review.task import Reviewer, Task, tasks
from basra.review.workers import Pool, serve

WORLDS = 20
V2 = Rules.preset("v2")


def bots_match(
    deck: tuple[Card, ...], plays: int = 48, rules: Rules = V2, log: MatchLog | None = None
) -> MatchLog:
    """Return a match whose first, or next, round from *deck* was played so far by two bots."""
    if log is None:
        log = MatchLog.begin(deck, (True, False), rules, Seat.NORTH)
    else:
        log = log.after(dealing(deck))
    bots = bot("easy"), bot("hard")
    for number in range(plays):
        turn = log.round.turn
        play = bots[turn].choose(log.round.view(turn), stream("played", number))
        log = log.play(play)
    return log


@cache
def some_match() -> MatchLog:
    """Return a match of one whole round and a part of the second."""
    first = bots_match(shuffled(stream(1, "review")))
    return bots_match(shuffled(stream(2, "review")), 11, log=first)


@cache
def its_review() -> Review:
    return review(some_match(), workers=0, worlds=WORLDS)


def test_every_play_is_graded_and_every_round_has_a_par() -> None:
    log, found = some_match(), its_review()
    assert [(one.round, one.number) for one in found.plays] == [
        *((1, number) for number in range(1, 49)),
        *((2, number) for number in range(1, 12)),
    ]
    assert [one.round for one in found.pars] == [1, 2]
    for one in found.plays:
        state = state_before(log, one.round, one.number)
        assert one.seat is state.turn
        assert len(state.history) == one.number - 1
        assert one.verdict.play == log.rounds[one.round - 1].history[one.number - 1]
        assert one.verdict.is_forced == (len(state.legal_plays()) == 1)
        assert found.verdict(one.round, one.number) is one.verdict
    assert found.verdict(2, 12) is None
    assert found.fits(log)


def test_par_is_what_south_gets_with_all_cards_open() -> None:
    log = some_match()
    for at in (0, 1):
        opening = log.opening(at)
        value = par(opening, 1_000_000)
        assert value is not None
        assert its_review().par(at + 1) == (value if opening.turn is Seat.SOUTH else -value)
    assert {log.opening(at).turn for at in (0, 1)} == set(Seat)
    assert its_review().par(3) is None


def test_one_seat_is_reviewed_where_only_one_is_wanted() -> None:
    whole = its_review()
    for seat in Seat:
        found = review(some_match(), (seat,), workers=0, worlds=WORLDS)
        assert found.plays == tuple(one for one in whole.plays if one.seat is seat)
        assert found.pars == whole.pars


def test_cards_that_nobody_has_seen_change_no_verdict() -> None:
    deck = shuffled(stream(1, "review"))
    other = deck[:-8] + tuple(reversed(deck[-8:]))
    logs = [bots_match(one, 40) for one in (deck, other)]
    assert logs[0].round.history == logs[1].round.history
    assert logs[0].round != logs[1].round
    before_the_last_deal = [review(log, workers=0, worlds=WORLDS).plays[:40] for log in logs]
    assert before_the_last_deal[0] == before_the_last_deal[1]


def test_a_review_repeats_itself_in_processes_of_their_own() -> None:
    calls: list[tuple[int, int]] = []
    found = review(
        some_match(),
        workers=2,
        worlds=WORLDS,
        progress=lambda done, total: calls.append((done, total)),
    )
    assert found == its_review()
    assert calls == [(done, 61) for done in range(1, 62)]


def test_what_was_taken_back_is_not_reviewed_and_a_match_given_up_is() -> None:
    log = MatchLog.begin(shuffled(stream(1, "review")), (True, True), V2, Seat.NORTH)
    first, second = log.round.legal_plays()[:2]
    log = log.play(first).after("back").play(second).after(ABANDON)
    found = review(log, workers=1, worlds=WORLDS)
    assert [one.verdict.play for one in found.plays] == [second]


def test_a_match_without_a_play_has_a_par_only() -> None:
    log = bots_match(shuffled(stream(1, "review")), 0)
    found = review(log, workers=1, worlds=WORLDS)
    assert found.plays == ()
    assert len(found.pars) == 1
    assert found.accuracy(Seat.SOUTH) is None


# ------------------------------------------------------------------- breaking off


@pytest.mark.parametrize("number", [0, 2])
def test_a_review_that_is_not_wanted_any_more_ends(number: int) -> None:
    done: list[int] = []
    with pytest.raises(Cancelled):
        review(
            some_match(),
            workers=number,
            worlds=WORLDS,
            progress=lambda now, _: done.append(now),
            unwanted=lambda: len(done) >= 3,
        )
    assert done == [1, 2, 3]


def test_a_par_that_takes_long_can_be_broken_off() -> None:
    log = bots_match(shuffled(stream(0, "m")), 0, Rules.preset("jawaker"))
    asked = 0

    def unwanted() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    with pytest.raises(Cancelled), cancellable(unwanted):
        Reviewer(log, WORLDS).run(Task(1, 0))
    assert asked == 6


def test_the_workers_end_with_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []
    start = workers._start_worker

    def note() -> subprocess.Popen[str] | None:
        process = start()
        assert process is not None
        started.append(process)
        return process

    monkeypatch.setattr(workers, "_start_worker", note)
    found = steps(some_match(), workers=2, worlds=WORLDS)
    assert next(found).done == 1
    assert [process.poll() for process in started] == [None, None]
    found.close()
    assert all(process.returncode is not None for process in started)


def test_a_worker_ends_when_whoever_started_it_has_gone() -> None:
    process = workers._start_worker()
    assert process is not None
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write(workers._match_line(some_match(), WORLDS) + "1 0\n")
        process.stdin.flush()
        assert Review.parse(process.stdout.readline()).pars == its_review().pars[:1]
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("", id="no-interpreter"),
        pytest.param("/nowhere/python", id="none-can-be-started"),
        pytest.param(sys.executable, id="it-dies-at-once"),
    ],
)
def test_without_workers_the_review_is_done_here(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "executable", command)
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    log = bots_match(shuffled(stream(1, "review")), 5)
    found = review(log, workers=2, worlds=WORLDS)
    assert found.plays == its_review().plays[:5]


def test_a_worker_that_is_killed_leaves_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[Pool] = []
    begin = Pool.__init__

    def noted(self: Pool, *args: object) -> None:
        pools.append(self)
        begin(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Pool, "__init__", noted)
    found = steps(some_match(), workers=2, worlds=WORLDS)
    items = [next(found).item]
    for process in pools[0].processes:
        process.kill()
    items += [step.item for step in found]
    assert Review.of(one for one in items if one is not None).plays == its_review().plays


def test_a_screen_that_has_standard_error_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    class Captured(io.StringIO):
        def fileno(self) -> int:
            return -1

    monkeypatch.setattr(sys, "stderr", Captured())
    log = bots_match(shuffled(stream(1, "review")), 4)
    assert review(log, workers=2, worlds=WORLDS).plays == its_review().plays[:4]


def test_a_worker_answers_each_task_with_a_line() -> None:
    log = bots_match(shuffled(stream(1, "review")), 3)
    todo = tasks(log, tuple(Seat))
    requests = io.StringIO(
        workers._match_line(log, WORLDS) + "".join(f"{one.round} {one.number}\n" for one in todo)
    )
    answers = io.StringIO()
    serve(requests, answers)
    lines = answers.getvalue().splitlines()
    assert len(lines) == len(todo) == 4
    assert [json.loads(line)["format"] for line in lines] == [1] * 4
    assert Review.parse(lines[1]).plays == its_review().plays[:1]


# -------------------------------------------------------------------- what follows


def reviews_of(seat: Seat, *losses: float, forced: bool = False) -> list[PlayReview]:
    """Return verdicts on plays of *seat* that cost so much."""
    play, best = Play.parse("4D"), Play.parse("5S")
    return [
        PlayReview(1, 2 * at + 2 - seat, seat, Verdict(play, best, loss, 0.5, is_forced=forced))
        for at, loss in enumerate(losses)
    ]


def test_accuracy_falls_with_every_loss_and_no_blunder_outweighs_the_rest() -> None:
    def accuracy(*losses: float) -> float:
        found = Review.of(reviews_of(Seat.SOUTH, *losses)).accuracy(Seat.SOUTH)
        assert found is not None
        return found

    assert accuracy(0, 0) == 100
    assert accuracy(1.5) == pytest.approx(100 * exp(-1))
    assert accuracy(0, 1.5) == pytest.approx(50 + 50 * exp(-1))
    assert accuracy(0, 1) > accuracy(0, 5) > accuracy(0, 60)
    assert accuracy(0, 0, 0, 60) == pytest.approx(75)
    assert Review.of(reviews_of(Seat.SOUTH, 1)).accuracy(Seat.NORTH) is None


def test_what_is_not_certain_or_not_decided_does_not_count() -> None:
    uncertain = Review.of(reviews_of(Seat.SOUTH, 0.4, 0.3))
    assert uncertain.accuracy(Seat.SOUTH) == 100
    forced = reviews_of(Seat.NORTH, 0, forced=True)
    assert Review.of(forced).accuracy(Seat.NORTH) is None
    both = Review.of([*forced, *reviews_of(Seat.NORTH, 0, 5)[1:]])
    assert both.mean_loss(Seat.NORTH) == 5
    assert len(both.decisions(Seat.NORTH)) == 1


def test_the_costliest_plays_are_the_worst_three_of_those_flagged() -> None:
    found = Review.of([*reviews_of(Seat.SOUTH, 2, 0.1, 9, 4, 3), *reviews_of(Seat.NORTH, 0.6, 1.5)])
    assert [one.verdict.loss for one in found.costliest(Seat.SOUTH)] == [9, 4, 3]
    assert [one.verdict.loss for one in found.costliest(Seat.NORTH)] == [1.5]
    assert [one.verdict.loss for one in found.flagged()] == [2, 1.5, 9, 4, 3]


def test_a_review_fits_its_own_match_only() -> None:
    log, found = some_match(), its_review()
    one = found.plays[0]
    assert not found.fits(bots_match(shuffled(stream(9, "review"))))
    for other in (
        replace(one, seat=one.seat.other),
        replace(one, round=3),
        replace(one, number=49),
        replace(one, verdict=replace(one.verdict, play=found.plays[1].verdict.play)),
    ):
        assert not Review((other,)).fits(log)
    assert not Review((), (Par(3, 0),)).fits(log)
