"""The plain table as it is started from a shell: files, pipes, terminals, signals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from basra.engine.rules import PRESETS
from basra.history.archive import Archive
from basra.match.game_options import GameOptions
from tests.plain.lines import LEFT, SENTENCE, a_match

_START = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from basra.cli.main import main; sys.exit(main())"
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of Unix")


def run(
    *words: str, typed: str | bytes = "", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `basra` with *words* and *typed* as its input."""
    done = subprocess.run(
        [sys.executable, "-m", "basra", *words],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
        timeout=120,
        check=False,
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def kept() -> Archive:
    """Return the matches that were kept."""
    return Archive(Path(os.environ["BASRA_DATA_DIR"]))


@pytest.mark.parametrize("rules", ["v2", "jawaker", "lebanon"])
def test_a_match_is_read_from_a_file_and_its_end_is_the_end(rules: str, tmp_path: Path) -> None:
    asked = GameOptions(level="greedy", rules=PRESETS[rules], target="20", seed="11")
    _, lines, typed = a_match(lambda line: "no" if line.startswith("Another") else "", asked)
    moves = tmp_path / "moves.txt"
    moves.write_text("".join(f"{line}\n" for line in typed), encoding="utf-8")
    words = ["--plain", "--ascii", "--level", "greedy", "--rules", rules, "--target", "20"]
    with moves.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "basra", *words, "--seed", "11"],
            stdin=file,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == lines
    assert lines[-1] == "Good bye."
    assert kept().match(1) is not None
    assert kept().unfinished() == []


def test_at_the_end_of_the_input_the_match_is_kept_and_the_next_start_offers_it() -> None:
    done = run("--plain", "--level", "easy", "--seed", "7", typed="1\n2")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr, lines[-1]) == (0, "", LEFT)
    assert all(SENTENCE.fullmatch(line) for line in lines)
    done = run("--plain", typed="yes\nscore\n")
    assert done.stdout.startswith("An unfinished match against easy, 0 to 0, deal 1 of 6")
    assert len(kept().record(1).log.round.history) in (4, 5)


def test_two_people_are_called_by_their_names() -> None:
    done = run("--plain", "--hot-seat", "--names", "Mona", "\x1b[2JTarek", typed="\n1\n")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("A match of Basra between Mona and [2JTarek, by the rules v2")
    assert all(SENTENCE.fullmatch(line) for line in lines)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\n1\n", b"1" * 100_000, b"\x1b[A\n\n\0\n"])
def test_no_input_is_wrong_input(content: bytes) -> None:
    done = run("--plain", "--seed", "7", "--no-save", typed=content)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(SENTENCE.fullmatch(line) for line in done.stdout.splitlines())
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"BASRA_LOOK": "ascii"},
    ],
)
def test_where_suits_cannot_be_said_they_are_letters(environment: dict[str, str]) -> None:
    words = ("--plain", "--hot-seat", "--names", "Mona", "Tarek", "--seed", "7")
    done = run(*words, typed="\nhand\ntable\n", environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "?" not in done.stdout.replace("?\n", "").replace("; ? helps", "")
    assert "1. " in done.stdout


def test_where_suits_can_be_said_they_are() -> None:
    done = run("--plain", "--seed", "7", "--no-save")
    assert any(suit in done.stdout for suit in "♣♦♥♠")


@pytest.mark.parametrize("words", [("--plain", "--level", "frog"), ("--plain", "--rules", "frog")])
def test_wrong_usage_is_refused_before_anything_is_said(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "frog" in done.stderr


def test_a_reader_who_leaves_ends_the_talk_quietly() -> None:
    done = subprocess.run(
        [
            "sh",
            "-c",
            f'yes "" | "{sys.executable}" -m basra --plain --no-save --seed 7 | head -n 1',
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.startswith("A match of Basra")
    assert "Traceback" not in done.stderr
    assert "basra" not in done.stderr


def test_a_whole_talk_loads_no_code_for_screens() -> None:
    program = (
        "import io, sys\n"
        "from tests.plain.lines import a_match\n"
        "from basra.match.game_options import GameOptions\n"
        "typed = '\\n' * 60 + 'hint\\nhint\\nhint\\nrules jack\\ntable\\n'\n"
        "a_match(typed, GameOptions(seed='5', names=('Mona', 'كومي')))\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('rich', 'textual')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert done.stdout == "[]\n"


# ------------------------------------------------------------ how it is ended


@contextmanager
def waiting(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A talk that waits for its second answer."""
    with subprocess.Popen(
        [sys.executable, "-c", _START, "--plain", "--seed", "7", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as console:
        assert console.stdin is not None
        assert console.stdout is not None
        try:
            console.stdin.write("1\n")
            console.stdin.flush()
            for _ in range(2):
                while not console.stdout.readline().startswith("Your turn"):
                    assert console.poll() is None
            yield console
        finally:
            if console.poll() is None:
                console.kill()


@POSIX
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_the_talk_and_the_match_is_kept(name: str, code: int) -> None:
    with waiting() as console:
        console.send_signal(getattr(signal, name))
        out, err = console.communicate(timeout=60)
        assert (console.returncode, out, err) == (code, f"{LEFT}\n", "")
    (number,) = kept().unfinished()
    assert len(kept().record(number).log.round.history) == 2


@POSIX
def test_a_signal_ends_a_long_thought() -> None:
    program = (
        "import os, signal, time\n"
        "from basra.ai.baselines import GreedyBot\n"
        "def choose(self, view, rng):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    while True: time.sleep(0.01)\n"
        "GreedyBot.choose = choose\n"
        "import sys; from basra.cli.main import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--plain", "--level", "greedy", "--seed", "7"],
        input="1\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (143, "")
    (number,) = kept().unfinished()
    assert len(kept().record(number).log.round.history) == 1


def test_a_crash_leaves_a_report_without_a_hidden_card_and_the_match_is_kept(
    tmp_path: Path,
) -> None:
    program = (
        "from basra.match.session import Session\n"
        "laid = Session.lay\n"
        "def lay(self, *given, **named):\n"
        "    laid(self, *given, **named)\n"
        "    raise ValueError(f'after {self.round!r}')\n"
        "Session.lay = lay\n"
        "import sys; from basra.cli.main import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--plain", "--seed", "7", "--names", "Mona", "x"],
        input="1\n",
        capture_output=True,
        text=True,
        env={**os.environ, "BASRA_STATE_DIR": str(tmp_path)},
        timeout=60,
        check=False,
    )
    (file,) = tmp_path.glob("crash-*.txt")
    assert done.returncode == 1
    assert done.stderr == (
        f"basra: this should not have happened (ValueError); a report of it is in {file}\n"
    )
    report = file.read_text(encoding="utf-8")
    (position,) = re.findall(r"position, as south sees it:\n(\S+) ", report)
    assert "????????" in position
    assert re.search(r"after Round\(.*hands=\({[^A-Z]*}, {[^A-Z]*}\)", report)
    assert "Mona" not in report
    (number,) = kept().unfinished()
    assert len(kept().record(number).log.round.history) == 1


@contextmanager
def terminal(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A talk at a terminal of its own, and the other end of that terminal."""
    ours, theirs = os.openpty()
    own = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    with subprocess.Popen(
        [sys.executable, "-c", own + _START, "--plain", "--seed", "7", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"},
    ) as console:
        os.close(theirs)
        try:
            yield console, ours
        finally:
            if console.poll() is None:
                console.kill()


def read_until(ours: int, end: bytes) -> bytes:
    """Return what comes over a terminal until *end* has come, or the terminal is left."""
    found = b""
    while end not in found:
        try:
            more = os.read(ours, 4096)
        except OSError:
            break
        if not more:
            break
        found += more
    return found


@POSIX
@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0), (b"quit\n", 0)])
def test_at_a_terminal_the_answer_stands_behind_its_question(key: bytes, code: int) -> None:
    with terminal() as (console, ours):
        read_until(ours, b"which card? ")
        os.write(ours, b"1\n")
        said = read_until(ours, b"which card? ")
        assert said.startswith(b"1\r\nYou laid ")
        os.write(ours, key)
        said += read_until(ours, b"never said")
        assert console.wait(60) == code
        os.close(ours)
    assert said.rstrip().endswith(LEFT.encode())
    assert b"\x1b" not in said
    assert len(kept().unfinished()) == 1


@POSIX
def test_a_terminal_that_is_closed_ends_the_talk_and_the_match_is_kept() -> None:
    with terminal() as (console, ours):
        read_until(ours, b"which card? ")
        os.write(ours, b"1\n")
        read_until(ours, b"which card? ")
        os.close(ours)
        assert console.wait(60) == 129
    assert len(kept().unfinished()) == 1
