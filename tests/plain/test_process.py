"""The plain table from the command line: files, pipes, terminals, signals."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from basra.cli.main import main
from basra.engine.rules import PRESETS
from basra.history.archive import Archive
from basra.match.game_options import GameOptions
from tests.plain.transcripts import LEFT, SENTENCE, play_match

_START = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from basra.cli.main import main; sys.exit(main())"
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of Unix")


def call(*words: str, typed: str | bytes = "") -> tuple[int, str, str]:
    """Call `basra` with *words* and *typed* as its input; return code, output and errors."""
    content = typed.encode() if isinstance(typed, str) else typed
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = main(words)
        err.flush()
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


def run(
    *words: str, typed: str = "", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `basra` as a process with *words* and *typed* as its input."""
    done = subprocess.run(
        [sys.executable, "-m", "basra", *words],
        input=typed.encode(),
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
def test_a_match_is_read_from_a_file_and_its_end_is_the_end(rules: str) -> None:
    asked = GameOptions(level="greedy", rules=PRESETS[rules], target="20", seed="11")
    _, lines, typed = play_match(lambda line: "no" if line.startswith("Another") else "", asked)
    words = ["--plain", "--ascii", "--level", "greedy", "--rules", rules, "--target", "20"]
    moves = "".join(f"{line}\n" for line in typed)
    code, out, err = call(*words, "--seed", "11", typed=moves)
    assert (code, out.splitlines(), err) == (0, lines, "")
    assert lines[-1] == "Goodbye."
    assert kept().match(1) is not None
    assert kept().unfinished() == []


def test_at_the_end_of_the_input_the_match_is_kept_and_the_next_start_offers_it() -> None:
    code, out, err = call("--plain", "--level", "easy", "--seed", "7", typed="1\n2")
    lines = out.splitlines()
    assert (code, err, lines[-1]) == (0, "", LEFT)
    assert all(SENTENCE.fullmatch(line) for line in lines)
    _, out, _ = call("--plain", typed="yes\nscore\n")
    assert out.startswith("An unfinished match against easy, 0 to 0, deal 1 of 6")
    assert len(kept().record(1).log.round.history) in (4, 5)


def test_two_people_are_called_by_their_names() -> None:
    names = ("Mona", "\x1b[2JTarek")
    code, out, _ = call("--plain", "--hot-seat", "--names", *names, typed="\n1\n")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("A match of Basra between Mona and [2JTarek, by the rules v2")
    assert all(SENTENCE.fullmatch(line) for line in lines)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\n1\n", b"1" * 100_000, b"\x1b[A\n\n\0\n"])
def test_no_input_is_wrong_input(content: bytes) -> None:
    code, out, err = call("--plain", "--seed", "7", "--no-save", typed=content)
    assert (code, err) == (0, "")
    assert all(SENTENCE.fullmatch(line) for line in out.splitlines())
    assert "\x1b" not in out


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
    assert "?" not in done.stdout.replace("?\n", "").replace("; type ? for help", "")
    assert "1. " in done.stdout


def test_where_suits_can_be_said_they_are() -> None:
    assert any(suit in call("--plain", "--seed", "7", "--no-save")[1] for suit in "♣♦♥♠")


@pytest.mark.parametrize("words", [("--plain", "--level", "frog"), ("--plain", "--rules", "frog")])
def test_wrong_usage_is_refused_before_anything_is_said(words: tuple[str, ...]) -> None:
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert "frog" in err


def test_a_reader_who_leaves_ends_the_match_quietly() -> None:
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


def test_a_whole_match_loads_no_code_for_screens() -> None:
    program = (
        "import io, sys\n"
        "from tests.plain.transcripts import play_match\n"
        "from basra.match.game_options import GameOptions\n"
        "typed = '\\n' * 60 + 'hint\\nhint\\nhint\\nrules jack\\ntable\\n'\n"
        "play_match(typed, GameOptions(seed='5', names=('Mona', 'كومي')))\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('rich', 'textual')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout == "[]\n"


# ------------------------------------------------------------ how it is ended


@contextmanager
def waiting(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that waits for its second answer."""
    with subprocess.Popen(
        [sys.executable, "-c", _START, "--plain", "--seed", "7", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write("1\n")
            process.stdin.flush()
            for _ in range(2):
                while not process.stdout.readline().startswith("Your turn"):
                    assert process.poll() is None
            yield process
        finally:
            if process.poll() is None:
                process.kill()


@POSIX
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_the_match_and_the_match_is_kept(name: str, code: int) -> None:
    with waiting() as process:
        process.send_signal(getattr(signal, name))
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (code, f"{LEFT}\n", "")
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
    """A process in a terminal of its own, and the other end of that terminal."""
    ours, theirs = os.openpty()
    own = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    with subprocess.Popen(
        [sys.executable, "-c", own + _START, "--plain", "--seed", "7", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color"},
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            if process.poll() is None:
                process.kill()


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
    with terminal() as (process, ours):
        read_until(ours, b"which card? ")
        os.write(ours, b"1\n")
        said = read_until(ours, b"which card? ")
        assert said.startswith(b"1\r\nYou laid ")
        os.write(ours, key)
        said += read_until(ours, b"never said")
        assert process.wait(60) == code
        os.close(ours)
    assert said.rstrip().endswith(LEFT.encode())
    assert b"\x1b" not in said
    assert len(kept().unfinished()) == 1


@POSIX
def test_a_terminal_that_is_closed_ends_the_match_and_the_match_is_kept() -> None:
    with terminal() as (process, ours):
        read_until(ours, b"which card? ")
        os.write(ours, b"1\n")
        read_until(ours, b"which card? ")
        os.close(ours)
        assert process.wait(60) == 129
    assert len(kept().unfinished()) == 1
