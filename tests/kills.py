"""The program in a terminal, played at random and ended at any instant, again and again.

What it offers at the next start is compared with what lies on the disk, and that with what it has
painted before: every picture must be of a state that was saved already.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from basra.engine.shuffles import pick
from basra.history.archive import Archive
from basra.history.database import connection as db
from basra.history.database import queries
from basra.match.log import MatchLog
from basra.match.session import Session

PROGRAM = """
import os, sys
from basra.cli.main import main
from basra.tui.match_controller import MatchController
from basra.tui.screens import base, table
from tests.kills import state_of
log = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
paint, open_match = table.TableScreen.paint, MatchController.open_match
def note(what, session):
    if session.is_watched:
        what = "watched"
    os.write(log, f"{what}\\t{state_of(session.seed, session.log)}\\n".encode())
def paint_and_note(self, *given):
    note("painted", self.session)
    return paint(self, *given)
def open_and_note(self, session):
    note("offered" if session.autosave else "began", session)
    open_match(self, session)
table.TableScreen.paint, MatchController.open_match = paint_and_note, open_and_note
picture = base.PaintedScreen._paint
def picture_and_note(self, width, height):
    what = self.NAME
    if isinstance(self, table.TableScreen):
        if self.animation.step is not None:
            what = "a play being shown"
        elif self.is_automatic and not self.session.is_round_over:
            what = "the computer's turn"
    os.write(log, f"screen\\t{what}\\n".encode())
    return picture(self, width, height)
base.PaintedScreen._paint = picture_and_note
sys.exit(main())
"""
SETTINGS = """
level = "easy"
pace = "{}"
animation = "{}"
target = {}
"""
CARDS = b"11223344\r\r\r\t"
SIDE_ACTIONS = (
    b"u",
    b"U",
    b"d",
    b"h",
    b"v",
    b"m\x1b",
    b"?\x1b",
    b"s\x1b",
    b"r\x1b",
    b"l\x1b",
    b"m",
    b"q1",
)
"""A taking back, the computer's help, dialogs that open, some of which are closed again."""
DEBOUNCE = 0.5
"""Seconds without a key, after which one counts on a screen that waits for that."""
ALONE = 0.2
"""Seconds after which an escape is no part of what is typed next."""


def state_of(seed: str, log: MatchLog) -> str:
    """Return where a match is, in a line: the same for equal states only."""
    plays = " ".join(map(str, log.round.history))
    helped = ", ".join(sorted(log.assists))
    marks = f"{len(log.past)} {len(log.undone)} {log.result}"
    return f"{seed}/{log.number_of_round}/{plays}/{helped}/{marks}"


class Game:
    """The program in a terminal of 80 by 24 that writes down what it paints."""

    def __init__(self, home: Path) -> None:
        self.log = home / "log"
        self.log.write_bytes(b"")
        self.end, far = pty.openpty()
        folders = {
            "BASRA_DATA_DIR": str(home / "data"),
            "BASRA_CONFIG_DIR": str(home),
            "BASRA_STATE_DIR": str(home),
        }
        terminal = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        root = str(Path(__file__).parent.parent)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(self.log)],
            stdin=far,
            stdout=far,
            stderr=far,
            env={**os.environ, **terminal, **folders, "PYTHONPATH": root},
            cwd=root,
            start_new_session=True,
        )
        os.close(far)
        self.written = b""

    def read(self, seconds: float) -> None:
        """Read what is written for so long."""
        stop = time.monotonic() + seconds
        while (left := stop - time.monotonic()) > 0:
            if select.select([self.end], [], [], left)[0]:
                try:
                    self.written = (self.written + os.read(self.end, 1 << 16))[-100_000:]
                except OSError:
                    return

    def send(self, keys: bytes) -> None:
        """Type something."""
        with contextlib.suppress(OSError):
            os.write(self.end, keys)

    def lines(self, kind: str) -> list[str]:
        """Return the states of one *kind* that were written down so far."""
        rows = self.log.read_text().split("\n")[:-1]
        return [row.partition("\t")[2] for row in rows if row.startswith(kind)]

    def until_it_plays(self) -> None:
        """Go to the table, by the first entry of the title."""
        stop = time.monotonic() + 60
        while b"Settings" not in self.written:
            assert time.monotonic() < stop, f"no title: {self.written[-300:]!r}"
            assert self.process.poll() is None, self.written[-2000:].decode(errors="replace")
            self.read(0.02)
        self.read(0.4)
        while not self.lines("offered") + self.lines("began"):
            assert time.monotonic() < stop, f"no table: {self.written[-300:]!r}"
            self.send(b"1")
            self.read(0.2)

    def play(self, rng: Random, seconds: float) -> None:
        """Type at random for so long, or let the computer play the hand."""
        stop = time.monotonic() + seconds
        looks_on = rng.random() < 0.5
        if looks_on:
            self.send(b"d")
        while (left := stop - time.monotonic()) > 0:
            assert self.process.poll() is None, self.written[-2000:].decode(errors="replace")
            chance = rng.random()
            wait = rng.random() / 10
            if looks_on or chance < 0.05:
                wait = DEBOUNCE
                self.send(b"\r")
            elif chance < 0.15:
                wait = ALONE
                self.send(pick(rng, SIDE_ACTIONS))
            else:
                self.send(bytes([pick(rng, CARDS)]))
            self.read(min(left, wait))

    def end_with(self, number: int) -> int:
        """End the program with a signal; return its exit code."""
        self.process.send_signal(number)
        stop = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < stop:
            self.read(0.02)
        self.close()
        return self.process.returncode

    def close(self) -> None:
        """End the program for certain."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.end)


@dataclass
class Outcome:
    """What came of so many ends."""

    kills: int = 0
    resumed: int = 0
    """How often a match was offered again, just as it was."""
    over: int = 0
    """Matches that are over."""
    entries: int = 0
    where: Counter[str] = field(default_factory=Counter)
    """What was on the screen when the program ended."""


def on_disk(home: Path) -> tuple[list[str], dict[str, set[str]], dict[str, int]]:
    """Look into a copy of the database, with what a program that died has left beside it.

    Return the states of the matches that wait, the one played last first; all states each match
    has been in, by its seed; and how often each was counted.
    """
    copy = home / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(home / "data", copy)
    with contextlib.closing(sqlite3.connect(copy / db.NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute("SELECT match, count(*) FROM results GROUP BY match").fetchall()
    archive = Archive(copy)
    assert archive.next_notice() is None
    states: dict[str, set[str]] = {}
    counted: dict[str, int] = {}
    for stored in archive.matches():
        record = archive.record(stored.number)
        seed = record.header.seed
        assert not archive.is_open_elsewhere(stored.number)
        assert bool(record.log.result) == (stored.result is not None)
        if stored.result is not None:
            assert stored.result.text == record.log.result
            counted[seed] = dict(rows)[stored.number]
        entries, _ = queries.entries(archive.connection, stored.number)
        log = MatchLog.replay(record.header, entries[:1])
        states[seed] = {state_of(seed, log)}
        for entry in entries[1:]:
            log = log.after(entry)
            states[seed].add(state_of(seed, log))
        assert state_of(seed, log) == state_of(seed, record.log)
    waiting = []
    for number in archive.unfinished():
        record = archive.record(number)
        again = Session.resumed(record.header, record.log)
        waiting.append(state_of(again.seed, again.log))
    archive.close()
    return waiting, states, counted


def play_and_kill(home: Path, kills: int, seed: str, signals: tuple[int, ...] = (9,)) -> Outcome:
    """Play and end the program so many times; raise `AssertionError` where anything is lost."""
    rng = Random(seed)
    outcome = Outcome()
    waiting: list[str] = []
    counted: dict[str, int] = {}
    for _ in range(kills):
        themes = (
            pick(rng, ("instant", "instant", "instant", "quick")),
            pick(rng, ("full", "short", "off")),
            pick(rng, (5, 60)),
        )
        (home / "settings.toml").write_text(SETTINGS.format(*themes))
        game = Game(home)
        try:
            game.until_it_plays()
            if waiting:
                assert game.lines("offered")[:1] == waiting[:1]
                outcome.resumed += 1
            else:
                assert game.lines("began")
            game.play(rng, rng.random() * 3.5)
            number = pick(rng, signals)
            code = game.end_with(number)
            assert code == (-9 if number == signal.SIGKILL else 128 + number)
        finally:
            game.close()
        waiting, states, counts = on_disk(home)
        seen = [*game.lines("offered"), *game.lines("painted")]
        for state in seen:
            assert state in states[state.split("/")[0]], f"painted, and not saved: {state}"
        assert all(counts[seed] == 1 for seed in counts)
        assert counts.keys() >= counted.keys(), "what was counted stays counted"
        counted = counts
        outcome.kills += 1
        outcome.where[game.lines("screen")[-1]] += 1
    outcome.over = len(counted)
    outcome.entries = sum(map(len, states.values()))
    return outcome
