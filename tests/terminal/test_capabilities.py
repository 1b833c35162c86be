"""What a terminal can show and the look it gets; what is really sent to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from basra.match.settings import Settings
from basra.terminal.capabilities import (
    FEW,
    MANY,
    NONE,
    Streams,
    Terminal,
    choose_frontend,
    why_unsupported,
)
from basra.terminal.glyphs import GLYPHS
from basra.tui.themes import theme_for


@pytest.mark.parametrize(
    ("environment", "encoding", "colours", "glyphs"),
    [
        pytest.param({"TERM": "xterm-256color"}, "utf-8", 256, True, id="usual"),
        pytest.param(
            {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "UTF-8", MANY, True, id="modern"
        ),
        pytest.param({"TERM": "xterm"}, "utf-8", FEW, True, id="sixteen-colours"),
        pytest.param({"TERM": "linux"}, "utf-8", FEW, False, id="console"),
        pytest.param({"TERM": "vt220"}, "utf-8", NONE, True, id="no-colour-there"),
        pytest.param({"TERM": "screen-256color"}, "utf-8", 256, True, id="tmux"),
        pytest.param({"TERM": "xterm-kitty"}, "utf-8", 256, True, id="kitty"),
        pytest.param({"TERM": "xterm-direct"}, "utf-8", FEW, True, id="as-rich-takes-it"),
        pytest.param({"WT_SESSION": "1"}, "utf-8", MANY, True, id="windows-terminal"),
        pytest.param({}, "ascii", FEW, False, id="posix"),
        pytest.param({"TERM": "xterm"}, "latin-1", FEW, False, id="latin-1"),
        pytest.param({"TERM": "xterm"}, "cp437", FEW, False, id="code-page-437"),
        pytest.param({"TERM": "xterm"}, "no-such-code", FEW, False, id="unknown-encoding"),
        pytest.param({"TERM": "xterm"}, None, FEW, False, id="no-encoding"),
        pytest.param(
            {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"},
            "utf-8",
            NONE,
            True,
            id="no-colour-goes-before-all",
        ),
        pytest.param({"TERM": "xterm", "NO_COLOR": ""}, "utf-8", FEW, True, id="empty-no-color"),
    ],
)
def test_what_the_environment_tells_of_a_terminal(
    environment: dict[str, str], encoding: str | None, colours: int, glyphs: bool
) -> None:
    terminal = choose_frontend(environment, Streams(encoding=encoding)).terminal
    assert terminal == Terminal(colours, glyphs)


@pytest.mark.parametrize(
    ("settings", "terminal", "frame", "name"),
    [
        pytest.param({}, Terminal(), "paper", "felt", id="auto"),
        pytest.param({"theme": "night"}, Terminal(256), "paper", "night", id="256-colours"),
        pytest.param({"theme": "night"}, Terminal(FEW), "paper", "sixteen", id="few-colours"),
        pytest.param({"theme": "light"}, Terminal(NONE), "outline", "mono", id="no-colours"),
        pytest.param({"look": "paper"}, Terminal(NONE), "outline", "mono", id="no-paper-in-mono"),
        pytest.param({"look": "outline"}, Terminal(), "outline", "felt", id="outline"),
        pytest.param({"look": "ascii"}, Terminal(), "ascii", "felt", id="ascii"),
        pytest.param({"look": "paper"}, Terminal(glyphs=False), "ascii", "felt", id="no-glyphs"),
        pytest.param({}, Terminal(NONE, False), "ascii", "mono", id="neither"),
    ],
)
def test_the_look_is_that_of_the_settings_as_far_as_the_terminal_can_show_it(
    settings: dict[str, str], terminal: Terminal, frame: str, name: str
) -> None:
    theme = theme_for(Settings(**settings), terminal)  # type: ignore[arg-type]
    assert (theme.frame, theme.name) == (frame, name)
    if frame == "ascii":
        assert all(" " <= char <= "~" for char in (GLYPHS + "كومي é").translate(theme.fallbacks))
        assert "王".translate(theme.fallbacks) == "??"
    else:
        assert not theme.fallbacks


def test_a_change_that_cannot_be_seen_is_explained() -> None:
    assert why_unsupported("theme", Terminal(NONE)) == "no colour is shown here: NO_COLOR"
    assert why_unsupported("theme", Terminal(FEW)) == "this terminal shows sixteen colours only"
    assert (
        why_unsupported("look", Terminal(glyphs=False)) == "this terminal shows plain letters only"
    )
    assert not any(why_unsupported(name, Terminal()) for name in ("theme", "suits", "look", "pace"))


SGR = re.compile(rb"\x1b\[([0-9;:]*)m")


def colours_in(stream: bytes) -> list[bytes]:
    """Return the codes in *stream* that set a colour."""
    codes = {*range(30, 39), *range(40, 49), *range(90, 108)}
    return [
        found[0]
        for found in SGR.finditer(stream)
        if codes & {int(part or 0) for part in re.split(rb"[;:]", found[1])}
    ]


STORY = (
    (b"", b"B A S R A"),
    (b"6", b"computer"),
    (b"\x1b[B", b""),
    (b"q", b"B A S R A"),
    (b"1", b"stock 40"),
    (b"1", b""),
    (b"?", b"Help"),
    (b"q", b""),
    (b"t", b""),
    (b"1", b""),
)


def play_in_a_terminal(folder: Path, *arguments: str, **environment: str) -> bytes:
    """Return what the program writes while it is led through a few of its screens."""
    pty = pytest.importorskip("pty")
    end, far = pty.openpty()
    dropped = ("NO_COLOR", "COLORTERM", "TERM")
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    process = subprocess.Popen(
        [sys.executable, "-m", "basra", *arguments],
        stdin=far,
        stdout=far,
        stderr=far,
        env={
            **inherited,
            "COLUMNS": "80",
            "LINES": "24",
            "BASRA_CONFIG_DIR": str(folder),
            **environment,
        },
        start_new_session=True,
    )
    os.close(far)
    os.set_blocking(end, False)
    written, stop = b"", time.monotonic() + 40
    try:
        for key, wanted in (*STORY, (b"\x11", b"\x1b[?1049l")):
            seen = len(written)
            os.write(end, key)
            calm = time.monotonic() + 0.3
            while wanted not in written[seen:] or (not wanted and time.monotonic() < calm):
                assert time.monotonic() < stop, (key, wanted, written[seen:][-300:])
                try:
                    written += os.read(end, 1 << 16)
                except BlockingIOError:
                    time.sleep(0.01)
                except OSError:
                    break
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(end)
    return written


pty_test = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.mark.slow
@pty_test
@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        pytest.param((), {"NO_COLOR": "1", "COLORTERM": "truecolor"}, id="no-color-in-environment"),
        pytest.param(("--no-color",), {}, id="no-color-flag"),
        pytest.param(("--ascii", "--no-color", "--theme", "night"), {}, id="letters-too"),
    ],
)
def test_without_colour_no_colour_is_sent(
    arguments: tuple[str, ...], environment: dict[str, str], tmp_path: Path
) -> None:
    written = play_in_a_terminal(tmp_path, *arguments, TERM="xterm-256color", **environment)
    assert colours_in(written) == []
    assert SGR.search(written), "bold and reverse are sent"


@pytest.mark.slow
@pty_test
def test_with_few_colours_only_the_sixteen_are_sent(tmp_path: Path) -> None:
    written = play_in_a_terminal(tmp_path, TERM="xterm")
    assert colours_in(written)
    assert not [code for code in colours_in(written) if re.search(rb"[34]8[;:]", code)]


@pytest.mark.slow
@pty_test
def test_a_stream_of_another_encoding_gets_letters_only(tmp_path: Path) -> None:
    written = play_in_a_terminal(tmp_path, TERM="xterm-256color", PYTHONIOENCODING="latin-1")
    assert written.isascii()
    assert b"+-----+" in written
    assert b"\\u26" not in written
