"""The program in a terminal of its own: what it leaves behind when it ends."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pty_terminal import Terminal

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

COMMAND = "import sys; from basra.cli.main import main; sys.exit(main({arguments!r}))"
TABLE = COMMAND.format(arguments=["--seed", "7", "--pace", "slow"])
MASTER = """
import sys
from basra.ai import bot
from basra.engine.seats import Seat
from basra.match.session import Player, Session
from basra.tui.run import run
from basra.tui.app import BasraApp
from basra.terminal.lifecycle import restore_terminal
class Master:
    name = character = "master"
    def choose(self, view, rng):
        while True:
            bot("master").choose(view, rng)
players = Player("You"), Player("Computer", Master())
with restore_terminal():
    app = BasraApp(session=Session(players, seed="7", first_dealer=Seat.SOUTH))
    sys.exit(run(app))
"""
DEAF = """
import sys, time
from basra.engine.seats import Seat
from basra.match.session import Player, Session
from basra.tui.run import run
from basra.tui.app import BasraApp
from basra.terminal.lifecycle import restore_terminal
class Deaf:
    name = character = "deaf"
    def choose(self, view, rng):
        time.sleep(60)
players = Player("You"), Player("Computer", Deaf())
with restore_terminal():
    app = BasraApp(session=Session(players, seed="7", first_dealer=Seat.SOUTH))
    sys.exit(run(app))
"""
STUCK = """
import sys
from basra.cli.main import main
from basra.tui.screens.table import TableScreen
def handle_action(self, action):
    import os
    os.write(2, b"\x1b]2;stuck\x07")
    while True:
        pass
TableScreen.handle_action = handle_action
sys.exit(main(["--seed", "7"]))
"""
PROGRAMS = {
    "title": (COMMAND.format(arguments=[]), "B A S R A"),
    "table": (TABLE, "stock 40"),
    "master-thinks": (MASTER, "is thinking"),
    "a-deaf-guest-thinks": (DEAF, "is thinking"),
}
WHOLE = (("took 0", "floor 4", "your hand", "Esc menu"), ("Two players", "q quit"))
"""What a table and a title have from top to bottom."""
SIGNALS = {"TERM": 143, "HUP": 129, "INT": 130, "QUIT": 131}


@pytest.mark.parametrize("where", PROGRAMS)
@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_ends_it_with_its_code_and_gives_the_terminal_back(where: str, name: str) -> None:
    program, sign = PROGRAMS[where]
    with Terminal(program) as terminal:
        terminal.shows(sign)
        terminal.process.send_signal(getattr(signal, f"SIG{name}"))
        assert terminal.ends() == SIGNALS[name]
        assert terminal.is_restored
        assert terminal.family() == []
        assert b"Traceback" not in terminal.written


@pytest.mark.parametrize("where", PROGRAMS)
@pytest.mark.parametrize(
    "keys", [pytest.param(b"\x03\x03", id="ctrl-c-twice"), pytest.param(b"\x11", id="ctrl-q")]
)
def test_a_key_ends_it_and_gives_the_terminal_back(where: str, keys: bytes) -> None:
    program, sign = PROGRAMS[where]
    with Terminal(program) as terminal:
        terminal.shows(sign)
        for key in keys:
            terminal.send(bytes([key]))
            if keys == b"\x03\x03":
                terminal.writes(b"again to quit")
        assert terminal.ends() == 0
        assert terminal.is_restored
        assert terminal.family() == []


@pytest.mark.parametrize("where", PROGRAMS)
def test_a_terminal_that_is_closed_ends_it(where: str) -> None:
    program, sign = PROGRAMS[where]
    with Terminal(program) as terminal:
        terminal.shows(sign)
        terminal.close()
        assert terminal.process.wait(20) == 129
        assert terminal.family() == []


def test_a_terminal_that_is_gone_ends_it_though_no_signal_comes() -> None:
    """A terminal that is not the session's own sends none, so the program finds out by itself."""
    end, far = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", TABLE],
        stdin=far,
        stdout=far,
        stderr=far,
        env={**os.environ, "TERM": "xterm", "LINES": "24", "COLUMNS": "80"},
        start_new_session=True,
    )
    os.close(far)
    try:
        written = b""
        while b"stock 40" not in written:
            written += os.read(end, 1 << 16)
        os.close(end)
        assert process.wait(20) == 129
    finally:
        process.kill()


def test_a_program_that_hears_nothing_any_more_is_ended_all_the_same() -> None:
    with Terminal(STUCK) as terminal:
        terminal.shows("stock 40")
        terminal.send(b"1")
        terminal.writes(b"\x1b]2;stuck")
        terminal.process.terminate()
        assert terminal.ends() == 143
        assert terminal.is_restored


@pytest.mark.parametrize("name", ["TERM", "INT"])
@pytest.mark.parametrize("moment", [0, 1, 2, 3])
def test_a_signal_while_it_starts_leaves_no_mess(name: str, moment: int) -> None:
    signs = (b"\x1b[6n", b"\x1b[?1049h", b"\x1b[?25l", b"\x1b[?2004h")
    with Terminal(TABLE) as terminal:
        terminal.writes(signs[moment])
        terminal.process.send_signal(getattr(signal, f"SIG{name}"))
        assert terminal.ends() == SIGNALS[name]
        assert terminal.is_restored or b"\x1b[?1049h" not in terminal.written


# -------------------------------------------------------- to the shell and back


@pytest.mark.parametrize("where", PROGRAMS)
def test_ctrl_z_gives_the_shell_a_whole_screen_and_fg_the_table(where: str, tmp_path: Path) -> None:
    program, sign = PROGRAMS[where]
    file = tmp_path / "program.py"
    file.write_text(program)
    words = ["bash", "--norc", "--noprofile", "-i"]
    with Terminal(words, variables={"PS1": "shell> "}) as terminal:
        terminal.shows("shell>")
        terminal.send(f"'{sys.executable}' '{file}'\r".encode())
        terminal.shows(sign)
        terminal.send(b"\x1a")
        terminal.writes(b"\x1b[?1049l")
        terminal.send(b"\rstty -a | grep -c ' icanon'; echo sh''ell is here\r")
        terminal.writes(b"shell is here")
        seen = terminal.written.count(b"\x1b[?1049h")
        terminal.send(b"fg\r")
        terminal.until(
            lambda: terminal.written.count(b"\x1b[?1049h") > seen, "the screen is not taken again"
        )
        for part in (sign, *WHOLE[where == "title"]):
            terminal.shows(part)
        prompts = terminal.written.count(b"shell> ")
        terminal.send(b"\x11")
        terminal.until(
            lambda: terminal.written.count(b"shell> ") > prompts, "the shell does not come back"
        )
        terminal.send(b"echo ag''ain\r")
        terminal.writes(b"again\r\n")


# ------------------------------------------------------------------- a crash

CRASH = """
import sys
from basra.cli.main import main
from basra.tui.screens.table import TableScreen
def handle_action(self, action):
    local_to_this = "NEVER" + "SHOWN"
    raise {raised}
TableScreen.handle_action = handle_action
sys.exit(main(["--seed", "7", "--level", "beginner", "--names", "Mona", "x"]))
"""


def crash(terminal: Terminal) -> str:
    """Let the program make a mistake; return the last line it writes."""
    terminal.shows("stock 40")
    terminal.send(b"1")
    assert terminal.ends() == 1
    assert terminal.is_restored
    after = terminal.written.rpartition(b"\x1b[?1049l")[2].decode()
    return re.sub(r"\x1b\[[?<0-9;]*[a-z]|\x07", "", after).strip()


def test_a_crash_leaves_a_report_and_one_line(tmp_path: Path) -> None:
    program = CRASH.format(raised="ValueError('it went wrong')")
    with Terminal(program, variables={"BASRA_STATE_DIR": str(tmp_path / "kept")}) as terminal:
        line = crash(terminal)
        (file,) = (tmp_path / "kept").iterdir()
        assert (
            line
            == f"basra: this should not have happened (ValueError); a report of it is in {file}"
        )
        assert b"Traceback" not in terminal.written
    report = file.read_text(encoding="utf-8")
    for part in ("basra ", "TERM ", "textual ", 'theme = "felt"', "ValueError: it went wrong"):
        assert part in report
    (position,) = re.findall(r"position, as south sees it:\n(\S+) ", report)
    mine, theirs, _, stock, *_ = position.split("/")
    assert (len(mine), theirs, stock) == (8, "????????", "40")
    for part in ("NEVERSHOWN", "local_to_this =", "Mona"):
        assert part not in report.replace('local_to_this = "NEVER" + "SHOWN"', "")


def test_an_error_with_a_picture_of_its_own_is_a_crash_like_any_other(tmp_path: Path) -> None:
    program = CRASH.format(
        raised="type('Rich', (Exception,), {'__rich__': lambda self: 'PAINTED'})()"
    )
    with Terminal(program, variables={"BASRA_STATE_DIR": str(tmp_path)}) as terminal:
        assert "a report of it is in" in crash(terminal)
        assert b"PAINTED" not in terminal.written


def test_a_crash_whose_report_cannot_be_kept_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    place = str(tmp_path / "file" / "kept")
    program = CRASH.format(raised="ValueError()")
    with Terminal(program, variables={"BASRA_STATE_DIR": place}) as terminal:
        line = crash(terminal)
    assert line.startswith("basra: this should not have happened (ValueError), and no report")
    assert "\n" not in line
