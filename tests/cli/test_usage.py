"""The command line as a whole: help, version, wrong usage."""

from __future__ import annotations

import subprocess
import sys

import pytest

import basra
from tests.cli.invoke import invoke


class TestUsage:
    def test_the_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert invoke(capsys, "--version") == (0, f"basra {basra.__version__}\n", "")

    @pytest.mark.parametrize("command", [(), ("takes",), ("rules",), ("watch",)])
    def test_help_has_examples(
        self, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
    ) -> None:
        code, out, _ = invoke(capsys, *command, "--help")
        assert code == 0
        assert "examples:" in out

    def test_help_writes_square_brackets_as_they_are(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "pip install 'basra[web]'" in invoke(capsys, "serve", "--help")[1]

    @pytest.mark.parametrize("words", [("nonsense",), ("records", "nonsense")])
    def test_a_command_there_is_not_is_called_one(
        self, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
    ) -> None:
        code, _, err = invoke(capsys, *words)
        assert code == 2
        assert "argument COMMAND: invalid choice: 'nonsense'" in err

    @pytest.mark.parametrize("target", ["0", "-5", "1.5", "many", "", "99999999999"])
    def test_a_target_is_a_positive_whole_number(
        self, capsys: pytest.CaptureFixture[str], target: str
    ) -> None:
        code, _, err = invoke(capsys, f"--target={target}")
        assert code == 2
        assert "a target is a positive whole number" in err

    def test_a_level_has_no_meaning_for_two_people(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, _, err = invoke(capsys, "--hot-seat", "--level", "greedy")
        assert code == 2
        assert "--hot-seat" in err

    @pytest.mark.parametrize("words", [("--level", "deep"), ("--rules", "chess")])
    def test_an_unknown_name_never_starts_the_game(
        self, capsys: pytest.CaptureFixture[str], words: tuple[str, str]
    ) -> None:
        code, out, err = invoke(capsys, *words)
        assert (code, out) == (2, "")
        assert repr(words[1]) in err

    def test_without_a_terminal_the_game_is_played_in_lines(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "basra"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("A match of Basra against medium")
        assert "\x1b" not in done.stdout

    def test_python_m_basra_is_the_same_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "basra", "takes", "8H", "AC", "7D", "8S"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == invoke(
            capsys, "takes", "8H", "AC", "7D", "8S"
        )

    def test_output_that_nobody_reads_ends_quietly(self) -> None:
        done = subprocess.run(
            ["sh", "-c", f'"{sys.executable}" -m basra rules | head -n 1'],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stdout.startswith("The rules in force")
        assert done.stderr == ""
