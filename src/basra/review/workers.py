"""Processes that review a match beside this one.

Law of this file: it alone starts processes.  A worker is a program of its own that hears of a
match on its standard input, then of one piece after another, and answers each with a line; when
its input ends, it ends.  So it can be started while a screen has the terminal, it outlives nobody,
and it can be ended at any moment.

How it thinks: a thread for each worker hands it the next piece when it has answered the last.
What a worker did not answer, because it could not start or was killed, is found out here.
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
from basra.review.review import Finding, Review
from basra.review.task import Piece, Reviewer

_PATIENCE = 0.03
"""Seconds between two looks at whether the review is still wanted."""
_Answer: TypeAlias = tuple[Piece, str | None]
"""A piece, and the line that answers it; ``None`` where no worker did."""


def found_by(
    workers: int, log: MatchLog, worlds: int, todo: Sequence[Piece]
) -> Generator[Finding | None, None, None]:
    """Yield what so many *workers* find out of *todo*, as each piece is finished.

    When the iterator is closed the workers are gone.
    """
    pool = Pool(min(workers, len(todo)), _told(log, worlds), todo)
    reviewer = Reviewer(log, worlds)
    try:
        for _ in todo:
            piece, line = pool.answer()
            yield reviewer.find(piece) if line is None else _understood(line, piece, reviewer)
    finally:
        pool.close()


class Pool:
    """Some workers, and the pieces that none of them has yet."""

    def __init__(self, workers: int, match: str, todo: Sequence[Piece]) -> None:
        """Start *workers* on *todo* of a *match*, the line that tells them of it."""
        self._todo = iter(todo)
        self._lock = Lock()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self.processes: list[subprocess.Popen[str]] = []
        for _ in range(workers):
            process = _started()
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
                return self._answers.get(timeout=_PATIENCE)
            except Empty:
                if any(thread.is_alive() for thread in self._threads):
                    continue
            try:
                return self._answers.get_nowait()
            except Empty:  # nobody works any more: the rest is for whoever asked
                piece = self._next()
                assert piece is not None, "as many answers as pieces"
                return piece, None

    def close(self) -> None:
        """End the workers, whatever they are at."""
        with self._lock:
            self._todo = iter(())
        for process in self.processes:
            process.kill()
        for thread in self._threads:
            thread.join()

    def _next(self) -> Piece | None:
        with self._lock:
            return next(self._todo, None)

    def _serve(self, process: subprocess.Popen[str], match: str) -> None:
        """Hand a worker pieces for as long as it answers."""
        assert process.stdin is not None
        assert process.stdout is not None
        said = match
        answer = "\n"
        while answer.endswith("\n") and (piece := self._next()) is not None:
            try:
                process.stdin.write(f"{said}{piece.round} {piece.number}\n")
                process.stdin.flush()
                answer = process.stdout.readline()
            except (OSError, ValueError):  # it is gone, or what it says is no text
                answer = ""
            said = ""
            self._answers.put((piece, answer if answer.endswith("\n") else None))
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()
        process.wait()


def _started() -> subprocess.Popen[str] | None:
    """A worker, or ``None`` where the system has none to give."""
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


def _told(log: MatchLog, worlds: int) -> str:
    """The line that tells a worker of a match."""
    match = {
        "rules": str(log.match.rules),
        "dealer": int(log.match.first_dealer),
        "deeds": written(log),
        "worlds": worlds,
    }
    return json.dumps(match) + "\n"


def _understood(line: str, piece: Piece, reviewer: Reviewer) -> Finding | None:
    """What a worker found; found out again where its answer is none."""
    try:
        review = Review.parse(line)
    except BasraError:
        return reviewer.find(piece)
    findings: tuple[Finding, ...] = (*review.judged, *review.pars)
    return findings[0] if findings else None


def serve(asked: IO[str], answers: IO[str]) -> None:
    """Be a worker: read a match and pieces of it, and answer each, until there are no more."""
    match = json.loads(asked.readline())
    header = Header(
        ("South", "North"),
        rules=Rules.parse(match["rules"]),
        first_dealer=Seat(match["dealer"]),
    )
    reviewer = Reviewer(MatchLog.replay(header, match["deeds"]), match["worlds"])
    for line in asked:
        round_, number = line.split()
        finding = reviewer.find(Piece(int(round_), int(number)))
        findings = [] if finding is None else [finding]
        answers.write(f"{Review.of(findings)}\n")
        answers.flush()
