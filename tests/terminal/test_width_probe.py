"""The question how wide the glyphs are, put to terminals that answer, err, or say nothing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
from contextlib import closing
from pathlib import Path

import pytest

from basra.terminal.capabilities import Streams, choose_frontend
from basra.terminal.glyphs import GLYPHS
from basra.terminal.width_probe import ProbeResult, probe_widths
from tests.pty_terminal import Terminal

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class FarEnd:
    """A terminal whose answer is written before it is read."""

    def __init__(self) -> None:
        self.end, far = pty.openpty()
        self.stream = os.fdopen(far, "r+b", buffering=0)

    def close(self) -> None:
        self.stream.close()
        os.close(self.end)

    def ask(self, answer: bytes, glyphs: str = "♠♥") -> ProbeResult:
        """Ask for the widths of *glyphs* and have the terminal send *answer*."""
        before = termios.tcgetattr(self.stream)
        with probe_widths(self.stream, self.stream, glyphs) as probe:  # type: ignore[arg-type]
            assert probe is not None
            os.write(self.end, answer)
            found = probe.result()
        assert termios.tcgetattr(self.stream) == before
        return found


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        pytest.param(b"\x1b[5;1R\x1b[5;2R\x1b[5;2R", ProbeResult({"♠": 1, "♥": 1}), id="usual"),
        pytest.param(b"\x1b[5;9R\x1b[5;11R\x1b[5;10R", ProbeResult({"♠": 2, "♥": 1}), id="wide"),
        pytest.param(b"\x1b[5;1R\x1b[5;1R\x1b[5;7R", ProbeResult({"♠": 0, "♥": 6}), id="shredded"),
        pytest.param(b"", ProbeResult(), id="deaf"),
        pytest.param(b"\x1b[5;1R", ProbeResult(), id="half-an-answer"),
        pytest.param(b"ab", ProbeResult({}, b"ab"), id="somebody-types-instead"),
        pytest.param(
            b"1\x1b[5;1R\x1b[B\x1b[5;2R\r\x1b[5;2Rq",
            ProbeResult({"♠": 1, "♥": 1}, b"1\x1b[B\nq"),
            id="somebody-types-between",
        ),
    ],
)
def test_widths_are_what_the_terminal_says_and_the_rest_was_typed(
    answer: bytes, wanted: ProbeResult
) -> None:
    with closing(FarEnd()) as far:
        assert far.ask(answer) == wanted


def test_what_was_typed_before_the_question_is_handed_on() -> None:
    with closing(FarEnd()) as far:
        os.write(far.end, b"61\n")
        assert far.ask(b"\x1b[5;1R\x1b[5;2R\x1b[5;2R") == ProbeResult({"♠": 1, "♥": 1}, b"61\n")


def test_nothing_is_asked_where_there_is_no_terminal(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+") as file:
        for keys, screen in ((file, file), (None, file), (file, None)):
            with probe_widths(keys, screen, "♠") as probe:
                assert probe is None


def test_the_question_leaves_the_line_as_it_was() -> None:
    """A prompt stands on the line already; what pyte shows afterwards is that prompt."""
    program = f"""
import sys
from basra.terminal.width_probe import probe_widths
sys.stderr.write("a prompt> ")
sys.stderr.flush()
with probe_widths(sys.__stdin__, sys.__stderr__, {GLYPHS!r}) as probe:
    widths = probe.result().widths
assert set(widths.values()) == {{1}}, widths
sys.stderr.write("here")
"""
    with Terminal(program, wide="") as terminal:
        terminal.shows("a prompt> here")
        assert terminal.ends() == 0
        assert terminal.screen_text.split() == ["a", "prompt>", "here"]


# --------------------------------------------------------------- what it comes to


def test_one_glyph_that_is_not_one_column_wide_is_enough_for_letters() -> None:
    frontend = choose_frontend({"TERM": "xterm"}, Streams(), dict.fromkeys(GLYPHS, 1))
    assert frontend.terminal.glyphs
    assert not frontend.with_widths({"♠": 2}).terminal.glyphs
    assert not frontend.with_widths({"♦": 1, "─": 0}).terminal.glyphs
    assert frontend.with_widths({}) == frontend


TABLE = "import sys; from basra.cli.main import main; sys.exit(main(['--seed', '7']))"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wide", "paper"),
    [
        pytest.param(None, True, id="deaf"),
        pytest.param("", True, id="usual"),
        pytest.param("♠♥♣─│╭╮╰╯★•", False, id="wide-as-in-east-asia"),
    ],
)
def test_the_table_is_drawn_as_the_terminal_answers(wide: str | None, paper: bool) -> None:
    with Terminal(TABLE, wide=wide) as terminal:
        terminal.shows("stock 40")
        terminal.shows("Esc menu")
        drawn = terminal.written.partition(b"\x1b[?1049h")[2]
        assert drawn.isascii() is not paper
        terminal.send(b"\x11")
        assert terminal.ends() == 0


@pytest.mark.slow
@pytest.mark.parametrize("wide", [None, ""])
def test_keys_typed_before_the_first_picture_do_what_they_say(wide: str | None) -> None:
    program = "import sys; from basra.cli.main import main; sys.exit(main([]))"
    with Terminal(program, wide=wide) as terminal:
        terminal.send(b"8")
        terminal.shows("Settings")
        terminal.shows("computer’s pace")
        terminal.send(b"\x11")
        assert terminal.ends() == 0


# ---------------------------------------------------- where there is no full screen


@pytest.mark.parametrize(
    ("environment", "streams", "why"),
    [
        ({"TERM": "xterm"}, Streams(), ""),
        ({"TERM": "xterm"}, Streams(keys=False), "standard input is not a terminal"),
        ({"TERM": "xterm"}, Streams(screen=False), "standard error is not a terminal"),
        ({"TERM": "xterm"}, Streams(output=False), "standard output is not a terminal"),
        ({"TERM": "dumb"}, Streams(), "TERM is dumb"),
        ({"TERM": "Unknown"}, Streams(), "TERM is unknown"),
        ({"TERM": " "}, Streams(), "TERM is not set"),
        ({}, Streams(), "TERM is not set"),
        ({"OS": "Windows_NT"}, Streams(), ""),
        ({"OS": "Windows_NT"}, Streams(keys=False), "standard input is not a terminal"),
    ],
)
def test_why_the_game_is_played_in_lines(
    environment: dict[str, str], streams: Streams, why: str
) -> None:
    assert choose_frontend(environment, streams).plain_reason == why
    assert choose_frontend(environment, streams, plain=True).plain_reason == "it was asked for"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirected", "variables"),
    [
        pytest.param("</dev/null", {}, id="no-keys"),
        pytest.param("</dev/null 2>{file}", {}, id="no-screen"),
        pytest.param("</dev/null | cat >{file}", {}, id="a-pipe"),
        pytest.param("--plain", {}, id="asked-for"),
        pytest.param("", {"TERM": "dumb"}, id="dumb"),
        pytest.param("", {"TERM": ""}, id="unset"),
    ],
)
def test_without_a_full_screen_the_game_is_played_in_lines(
    redirected: str, variables: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "output"
    line = f"'{sys.executable}' -m basra --seed 7 {redirected.format(file=file)}; echo done"
    with Terminal(["sh", "-c", line], variables=variables) as terminal:
        if "</dev/null" not in redirected:
            terminal.shows("which card?")
            terminal.send(b"\x04")
        terminal.writes(b"done")
        said = terminal.written + (file.read_bytes() if file.exists() else b"")
        assert b"On the floor: " in said
        assert b"\x1b" not in said


@pytest.mark.slow
def test_doctor_says_what_it_saw_and_chose(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "basra", "doctor"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    assert done.stderr == ""
    rows = dict(re.split(r"  +", row, maxsplit=1) for row in done.stdout.splitlines())
    for name in ("basra", "python", "textual", "platform", "settings folder", "reports folder"):
        assert rows[name]
    assert rows["glyph widths"] == "not known"
    assert rows["chosen: frontend"] == "plain lines, as standard input is not a terminal"
    with Terminal(words, wide="♠") as terminal:
        assert terminal.ends() == 0
        shown = terminal.written.decode()
    assert "wrong: ♠ U+2660 2" in shown
    assert "chosen: cards     ascii" in shown
    assert "the full screen" in shown
    assert "terminal, utf-8, 80x24" in shown
