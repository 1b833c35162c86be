"""The worker processes of a review.

A worker reads the match from its standard input in one line, then one task a line, and answers
each with a line; when its input ends, it ends.  So it can be started while a screen has the
terminal, it outlives no game, and it can be killed at any moment.

A thread for each worker sends it the next task once it has answered the last.  A task that no
worker answered, because none could be started or it was killed, is done in this process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, TypeAlias

from basra.ai.cancellation import check_cancelled
from basra.engine.errors import BasraError
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.match.header import Header
from basra.match.log import MatchLog, written
from basra.review.review import Review, ReviewItem
from basra.review.task import Reviewer, Task

_POLL = 0.03
"""Seconds between two looks at whether the review is still wanted."""
_Answer: TypeAlias = tuple[Task, str | None]
"""A task, and the line that answers it; ``None`` where no worker did."""


def run_in_workers(
    workers: int, log: MatchLog, worlds: int, todo: Sequence[Task]
) -> Generator[ReviewItem | None, None, None]:
    """Yield what the tasks *todo* result in, done by so many *workers*, as each is finished.

    When the iterator is closed the workers are gone.
    """
    pool = Pool(min(workers, len(todo)), _match_line(log, worlds), todo)
    reviewer = Reviewer(log, worlds)
    try:
        for _ in todo:
            task, line = pool.answer()
            yield reviewer.run(task) if line is None else _parse_answer(line, task, reviewer)
    finally:
        pool.close()


class Pool:
    """Some workers, and the tasks that none of them has yet."""

    def __init__(self, workers: int, match: str, todo: Sequence[Task]) -> None:
        """Start so many *workers* on the tasks *todo* of a *match*, the first line they read."""
        self._todo = iter(todo)
        self._lock = Lock()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self.processes: list[subprocess.Popen[str]] = []
        for _ in range(workers):
            process = _start_worker()
            if process is not None:
                self.processes.append(process)
        self._threads = [
            Thread(target=self._serve, args=(process, match), daemon=True)
            for process in self.processes
        ]
        for thread in self._threads:
            thread.start()

    def answer(self) -> _Answer:
        """Return the next answer; raise `ai.cancellation.Cancelled` where none is wanted."""
        while True:
            check_cancelled()
            try:
                return self._answers.get(timeout=_POLL)
            except Empty:
                if any(thread.is_alive() for thread in self._threads):
                    continue
            try:
                return self._answers.get_nowait()
            except Empty:  # no worker is left: the rest is for the caller
                task = self._next()
                assert task is not None, "as many answers as tasks"
                return task, None

    def close(self) -> None:
        """Kill the workers, whatever they are doing."""
        with self._lock:
            self._todo = iter(())
        for process in self.processes:
            process.kill()
        for thread in self._threads:
            thread.join()

    def _next(self) -> Task | None:
        with self._lock:
            return next(self._todo, None)

    def _serve(self, process: subprocess.Popen[str], match: str) -> None:
        """Send tasks to a worker for as long as it answers."""
        assert process.stdin is not None
        assert process.stdout is not None
        prefix = match
        answer = "\n"
        while answer.endswith("\n") and (task := self._next()) is not None:
            try:
                process.stdin.write(f"{prefix}{task.round} {task.number}\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except (OSError, ValueError):  # it is gone, or its answer is no text
                answer = ""
            prefix = ""
            self._answers.put((task, answer if answer.endswith("\n") else None))
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()
        process.wait()


def _start_worker() -> subprocess.Popen[str] | None:
    """Start a worker; ``None`` where the system does not let us."""
    if not sys.executable:
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "basra.review"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
    except OSError:
        return None


def _match_line(log: MatchLog, worlds: int) -> str:
    """Return the line from which a worker reads the match."""
    match = {
        "rules": str(log.match.rules),
        "dealer": int(log.match.first_dealer),
        "deeds": written(log),
        "worlds": worlds,
    }
    return json.dumps(match) + "\n"


def _parse_answer(line: str, task: Task, reviewer: Reviewer) -> ReviewItem | None:
    """Return what the answer of a worker says; do the task again where it says nothing."""
    try:
        review = Review.parse(line)
    except BasraError:
        return reviewer.run(task)
    items: tuple[ReviewItem, ...] = (*review.plays, *review.pars)
    return items[0] if items else None


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Be a worker: read a match and tasks of it, and answer each, until there are no more."""
    match = json.loads(requests.readline())
    header = Header(
        ("South", "North"),
        rules=Rules.parse(match["rules"]),
        first_dealer=Seat(match["dealer"]),
    )
    reviewer = Reviewer(MatchLog.replay(header, match["deeds"]), match["worlds"])
    for line in requests:
        round_, number = line.split()
        item = reviewer.run(Task(int(round_), int(number)))
        answers.write(f"{Review.of([] if item is None else [item])}\n")
        answers.flush()
