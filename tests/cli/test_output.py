"""What commands write where the encoding is poor, the reader has gone, or the disk is full."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from basra.terminal.glyphs import ascii_fallback

POSITION = "9STCQCKD/????????/6D2S4CAH/40/-/- 0-0 S -"
POOR = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "strict": {"PYTHONIOENCODING": "ascii:strict"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "no-locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "posix": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
COMMANDS = {
    "help": (["--help"], 0),
    "help-of-a-command": (["hint", "--help"], 0),
    "version": (["--version"], 0),
    "rules": (["rules"], 0),
    "takes": (["takes", "QH", "QS", "5D"], 0),
    "watch": (["watch", "--seed", "7", "--target", "20", "--south", "chance"], 0),
    "hint": (["hint", POSITION, "--worlds", "20"], 0),
    "doctor": (["doctor"], 0),
    "a-wrong-card": (["takes", "XX"], 2),
    "wrong-usage": (["takes"], 2),
    "lines": (["--seed", "7", "--no-save"], 0),
    "review": (["review", "--help"], 0),
}


def run(words: list[str], **variables: str) -> tuple[int, bytes, bytes]:
    """Return exit code, output and errors of `basra` with *words* and no terminal."""
    dropped = ("PYTHONIOENCODING", "PYTHONUTF8", "LC_ALL", "LANG")
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    done = subprocess.run(
        [sys.executable, "-m", "basra", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**inherited, **variables},
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_whatever_the_encoding_the_words_can_be_read(words: tuple[list[str], int]) -> None:
    arguments, wanted = words
    code, rich, errors = run(arguments, PYTHONIOENCODING="utf-8")
    assert code == wanted
    whole = (rich + errors).decode("utf-8")
    for name, variables in POOR.items():
        code, out, err = run(arguments, **variables)
        text = (out + err).decode(variables.get("PYTHONIOENCODING", "ascii").partition(":")[0])
        assert code == wanted, name
        assert "Traceback" not in text
        assert "\\u" not in text
        if arguments == ["doctor"]:
            continue  # it tells of its own encoding
        strangers = sum(ascii_fallback(char) == "?" for char in whole if not char.isascii())
        assert text.count("?") <= whole.count("?") + strangers


@pytest.mark.slow
@pytest.mark.parametrize("name", POOR)
def test_suits_can_be_typed_as_signs_whatever_the_encoding(name: str) -> None:
    code, out, err = run(["takes", "8♥", "8♠", "3♦5♣"], **POOR[name])
    assert (code, out, err) == (0, b"8H takes 3D 5C 8S, basra +10\n", b"")
    code, _, err = run(["--plain", "--seed", "\udcff"], **POOR[name])
    assert code == 2
    assert b"a seed is plain text" in err


@pytest.mark.slow
def test_what_the_rules_say_is_still_there_in_ascii() -> None:
    _, whole, _ = run(["rules"], PYTHONIOENCODING="utf-8")
    code, out, _ = run(["rules"], PYTHONIOENCODING="ascii")
    assert code == 0
    assert out.count(b"?") == whole.count(b"?")
    assert "–".encode() in whole
    assert out.isascii()


# ------------------------------------------------------- nobody there to read it


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["rules"], ["--help"], ["watch", "--seed", "7"], ["takes", "8H", "8S"]], ids=" ".join
)
@pytest.mark.parametrize("lines", [0, 1])
def test_a_reader_who_leaves_early_is_no_fault(words: list[str], lines: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "basra", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 0


@pytest.mark.slow
@pytest.mark.parametrize("words", ["rules", "--help", "--version", "takes 8H 8S"])
def test_a_full_disk_is_told_in_a_line(words: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no full device here")
    line = f"'{sys.executable}' -m basra {words} > /dev/full"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "basra: the output cannot be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["takes 8H 8S", "takes", "rules", "--help", "doctor", ""])
def test_closed_streams_are_no_crash(closed: str, words: str, tmp_path: object) -> None:
    line = f"'{sys.executable}' -m basra {words} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == (2 if words == "takes" else 0)
    assert "Traceback" not in done.stderr
    assert "should not have happened" not in done.stderr
