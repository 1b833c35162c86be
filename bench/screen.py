"""The screen as a player feels it, from outside through a terminal, beside an empty Textual app."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from bench.terminal import Terminal

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("the first frame")
Empty().run()
"""
TITLE = "from basra.cli.main import main; main([])"
TABLE = "from basra.cli.main import main; main(['--seed', '7'])"
THINKS = """
from time import monotonic
from basra.engine.seats import Seat
from basra.match.session import Player, Session
from basra.tui.app import BasraApp
class Busy:
    name = character = "busy"
    def choose(self, view, rng):
        stop = monotonic() + 60
        while monotonic() < stop:
            sum(range(200))
        return view.legal_plays()[0]
players = Player("You"), Player("Computer", Busy())
BasraApp(session=Session(players, seed="7", first_dealer=Seat.SOUTH)).run()
"""
RESTORED = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h")
"""Back from the other screen, no mouse reports, the cursor shown."""
STARTS, KEYS, MANY, IDLE = 9, 200, 6000, 8.0


@dataclass
class Report:
    """Figures with their limits."""

    met: bool = True
    home: Path = field(default_factory=Path)

    def line(self, what: str, figure: float, limit: float, unit: str) -> None:
        """Print a figure beside its limit."""
        good = figure <= limit
        self.met = self.met and good
        print(f"  {what:52} {figure:9.2f} {limit:9.2f} {unit:6} {'' if good else 'MISSED'}")


@contextmanager
def running(code: str, home: Path, size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """Run a program in a terminal for as long as the block lasts."""
    terminal = Terminal(code, home, size)
    try:
        yield terminal
    finally:
        terminal.close()


def first_frames(report: Report) -> None:
    """Compare the seconds to the first frame and the memory then, one start after the other.

    The quickest start of each counts: other work on the machine only ever makes one slower.
    """
    marks = {EMPTY: b"the first frame", TITLE: b"B A S R A"}
    seconds: dict[str, list[float]] = {code: [] for code in marks}
    memory: dict[str, list[float]] = {code: [] for code in marks}
    for number in range(STARTS + 1):
        for code, mark in marks.items():
            with running(code, report.home) as terminal:
                shown = terminal.until(mark) - terminal.started
                terminal.settle(0.2)
                if number:  # the first ones write what Python compiles
                    seconds[code].append(shown)
                    memory[code].append(terminal.kilobytes)
    empty, ours = min(seconds[EMPTY]), min(seconds[TITLE])
    print(f"  first frame: empty app {empty * 1000:.0f} ms, ours {ours * 1000:.0f} ms")
    report.line("first frame, of the empty app's", ours / empty, 1.35, "times")
    ratio = median(memory[TITLE]) / median(memory[EMPTY])
    report.line("memory at the title, of the empty app's", ratio, 1.5, "times")


def at_the_table(terminal: Terminal) -> None:
    """Wait until a card can be chosen."""
    terminal.until(b"Your turn")
    terminal.settle()


def keys(report: Report, size: tuple[int, int], limit: float) -> None:
    """Time keys that choose a card, and count what they write."""
    with running(TABLE, report.home, size) as terminal:
        at_the_table(terminal)
        times, sizes = [], []
        for number in range(KEYS + 20):
            start = terminal.send(b"\x1b[C" if number % 5 else b"\x1b[D")
            end, count = terminal.answer()
            if number >= 20:
                times.append((end - start) * 1000)
                sizes.append(count)
            sleep(0.01)
        where = f"{size[0]}×{size[1]}"
        print(f"  a key at {where}: middle {median(times):.1f} ms, {median(sizes) / 1024:.1f} KB")
        report.line(
            f"key to paint at {where}, 95 of 100", sorted(times)[KEYS * 95 // 100], limit, "ms"
        )
        if size == (80, 24):
            report.line("written for a key at 80×24, at most", max(sizes) / 1024, 5.0, "KB")


def lasting(report: Report) -> None:
    """Compare memory before and after many keys, and count the processor where nothing is done."""
    with running(EMPTY, report.home) as terminal:
        terminal.until(b"the first frame")
        terminal.settle()
        empty = terminal.kilobytes
    with running(TABLE, report.home) as terminal:
        at_the_table(terminal)
        for _ in range(10):
            terminal.send(b"\x1b[C" * 20)
            terminal.settle(0.05)
        before = terminal.kilobytes
        for _ in range(MANY // 50):
            terminal.send(b"\x1b[C\x1b[Dx\t\x1b[C" * 10)
            terminal.settle(0.1)
        terminal.settle(1.0)
        after = terminal.kilobytes
        report.line("memory at the table, of the empty app's", before / empty, 1.5, "times")
        report.line(f"memory after {MANY} keys, of that before", after / before, 1.05, "times")
        terminal.settle(1.0)
        used, start = terminal.cpu_seconds, perf_counter()
        sleep(IDLE)
        share = (terminal.cpu_seconds - used) / (perf_counter() - start)
        report.line("of a processor where nothing is done", share * 100, 0.5, "%")


def while_thinking(report: Report) -> None:
    """Time help, menu and a change of size while the computer thinks, and leaving then."""
    with running(THINKS, report.home) as terminal:
        terminal.until(b"is thinking")
        terminal.settle()

        def timed(what: str, action: Callable[[], object], mark: bytes, back: bytes) -> None:
            taken = []
            for _ in range(9):
                start = perf_counter()
                action()
                taken.append((terminal.until(mark) - start) * 1000)
                terminal.settle(0.15)
                if back:
                    terminal.send(back)
                    terminal.settle(0.15)
            report.line(f"{what} while the computer thinks, middle", median(taken), 100, "ms")

        timed("help", lambda: terminal.send(b"?"), b"Help", b"q")
        timed("menu", lambda: terminal.send(b"m"), b"A match is on", b"q")
        sizes = iter([(100, 32), (80, 24)] * 9)
        timed("another size", lambda: terminal.resize(*next(sizes)), b"is thinking", b"")
        seconds, last = terminal.quit()
        report.line("the shell back after Ctrl+Q while it thinks", seconds, 1.0, "s")
        missing = sum(code not in last for code in RESTORED)
        report.line("codes that give the terminal back, missing", missing, 0, "")


def main() -> bool:
    """Print every figure with its limit; return whether all are met."""
    print("the screen, from outside" + " " * 33 + "figure     limit")
    with tempfile.TemporaryDirectory() as folder:
        report = Report(home=Path(folder))
        first_frames(report)
        keys(report, (80, 24), 16)
        keys(report, (200, 50), 33)
        lasting(report)
        while_thinking(report)
    return report.met
