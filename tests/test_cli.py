"""The command line: what it prints, on which stream, and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import basra
from basra.cli.main import main
from basra.engine import PRESETS, Play, Round, Rules, Seat, shuffled, stream
from basra.messages.rulebook import plain, rule_book


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of `basra` with *words*."""
    try:
        code = main(words)
    except SystemExit as stop:  # argparse leaves this way
        code = stop.code if isinstance(stop.code, int) else 1
    captured = capsys.readouterr()
    return code, captured.out, captured.err


class TestTakes:
    @pytest.mark.parametrize(
        ("words", "printed"),
        [
            pytest.param("8H AC 7D KD 8S", "8H takes AC 7D 8S\n", id="equals-and-sums"),
            pytest.param("8h 'AC,7♦' {8S}", "8H takes AC 7D 8S, basra +10\n", id="any-spelling"),
            pytest.param("10d 10♠", "TD takes TS, basra +10\n", id="ten-as-a-number"),
            pytest.param("5S", "5S takes nothing and stays on the floor\n", id="an-empty-floor"),
            pytest.param("JS JH", "JS takes JH, basra +30\n", id="the-default-rules-are-v2"),
            pytest.param("JS JH --rules v1", "JS takes JH, basra +10\n", id="rules-of-a-preset"),
            pytest.param(
                "7S AC 6C 6H", "7S takes AC 6C\n7S takes AC 6H\n", id="a-line-for-each-choice"
            ),
            pytest.param(
                "8S 8C 5D --rules jawaker",
                "8S takes 8C\n8S may also be laid without taking\n",
                id="free-capture",
            ),
        ],
    )
    def test_it_says_what_a_card_takes(
        self, capsys: pytest.CaptureFixture[str], words: str, printed: str
    ) -> None:
        arguments = [word.strip("'") for word in words.split()]
        assert run(capsys, "takes", *arguments) == (0, printed, "")

    def test_json_is_one_object(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "takes", "9H", "9S", "6H", "3D", "3C", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out) == {
            "card": "9H",
            "floor": ["3C", "3D", "6H", "9S"],
            "rules": "v2",
            "captures": [
                {"takes": ["3C", "6H", "9S"], "basra": 0},
                {"takes": ["3D", "6H", "9S"], "basra": 0},
            ],
        }

    def test_json_of_a_trailing_card_has_no_captures(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        _, out, _ = run(capsys, "takes", "9H", "--rules", "pagat", "--json")
        assert json.loads(out) == {"card": "9H", "floor": [], "rules": "pagat", "captures": []}

    @pytest.mark.parametrize(
        ("words", "code", "sentence"),
        [
            pytest.param("XX", 2, "not a card: 'XX'", id="no-card"),
            pytest.param("8H 1C", 2, "not a card: '1C'", id="no-card-on-the-floor"),
            pytest.param("8H 5C 5C", 2, "stands twice", id="a-card-twice"),
            pytest.param("8H 8H", 1, "8H cannot be played while it lies", id="on-the-floor-itself"),
            pytest.param("8H --rules poker", 2, "no rules called 'poker'", id="no-such-rules"),
            pytest.param("", 2, "required: card", id="nothing"),
        ],
    )
    def test_bad_input_is_a_sentence_on_standard_error(
        self, capsys: pytest.CaptureFixture[str], words: str, code: int, sentence: str
    ) -> None:
        got, out, err = run(capsys, "takes", *words.split())
        assert (got, out) == (code, "")
        assert sentence in err


class TestRules:
    def test_it_prints_the_rule_book_with_the_values_of_v2(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, err = run(capsys, "rules")
        assert (code, err) == (0, "")
        assert "in force are v2" in out
        assert plain(rule_book()).strip() in out

    @pytest.mark.parametrize("name", PRESETS)
    def test_every_value_of_every_preset_is_shown(
        self, capsys: pytest.CaptureFixture[str], name: str
    ) -> None:
        _, out, _ = run(capsys, "rules", name)
        shown = dict(
            line.split(maxsplit=1) for line in out.split("\n\n")[1].splitlines() if line.strip()
        )
        as_file = "\n".join(f"{field} = {value}" for field, value in shown.items())
        assert Rules.parse(as_file) == PRESETS[name]

    def test_a_file_of_house_rules_is_named_house(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "ours.toml"
        file.write_text('preset = "v1"\ntie = "carry"\n', encoding="utf-8")
        code, out, _ = run(capsys, "rules", str(file))
        assert code == 0
        assert "in force are house" in out
        assert 'tie                     "carry"' in out

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            pytest.param(b"target = 0", "target must be a positive whole number", id="target"),
            pytest.param(b'\ntargt = "x"', "line 2: there is no rule called 'targt'", id="key"),
            pytest.param(b'komi = "yes"', "line 1: komi must be true or false", id="type"),
            pytest.param(b"= 5", "not TOML", id="no-toml"),
            pytest.param(b"\xff\xfe", "cannot be read", id="no-utf-8"),
            pytest.param(b"#" * 70_000, "too long", id="too-long"),
            pytest.param(b"komi = false", "ordinary seven", id="contradiction"),
        ],
    )
    def test_a_bad_file_is_named_with_the_reason(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, sentence: str
    ) -> None:
        file = tmp_path / "ours.toml"
        file.write_bytes(content)
        code, out, err = run(capsys, "rules", str(file))
        assert (code, out) == (2, "")
        assert sentence in err
        assert "ours.toml" in err

    def test_a_folder_is_no_file_of_rules(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        code, _, err = run(capsys, "rules", str(tmp_path))
        assert code == 2
        assert "no file of that name" in err


class TestWatch:
    def test_the_same_seed_prints_the_same_match(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = ("watch", "--north", "chance", "--seed", "7", "--target", "40")
        first, again = run(capsys, *words), run(capsys, *words)
        assert first == again
        assert first[0] == 0
        assert run(capsys, *words[:-1], "41")[1] != first[1]

    def test_one_play_a_line_and_a_result(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, out, err = run(capsys, "watch", "--seed", "7", "--target", "40")
        lines = out.splitlines()
        plays = [line.split() for line in lines if line.startswith(("south ", "north "))]
        rounds = sum(line.startswith("Round ") for line in lines)
        assert len(plays) == 48 * rounds
        assert all(str(Play.parse(text)) == text.rstrip("!") for _, text in plays)
        said = f"after {rounds} round" + ("s" if rounds > 1 else "")
        assert "wins" in lines[-1]
        assert lines[-1].endswith(said)
        assert err == ""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_json_replays_to_the_same_result(
        self, capsys: pytest.CaptureFixture[str], preset: str
    ) -> None:
        words = ("watch", "--seed", "5", "--rules", preset, "--target", "30", "--json")
        code, out, err = run(capsys, *words)
        assert (code, err) == (0, "")
        facts = [json.loads(line) for line in out.splitlines()]
        assert set(facts[-1]) == {"winner", "scores", "rounds"}
        rules, scores = Rules.preset(preset), [0, 0]
        state: Round | None = None
        for fact in facts[1:-1]:
            if fact["event"] == "round":
                deck = shuffled(stream("5", "deck", fact["round"]))
                dealer = Seat[fact["dealer"].upper()]
                state = Round.deal(deck, dealer=dealer, rules=rules)
            assert state is not None
            if fact["event"] == "play":
                assert str(state.turn).lower() == fact["seat"]
                play = state.read_play(fact["play"])
                assert state.text(play) == fact["play"]
                state = state.play(play)
            if fact["event"] == "tally":
                assert state.is_over
                scores = [sum(pair) for pair in zip(scores, fact["points"], strict=True)]
                assert fact["scores"] == scores
        assert facts[-1]["scores"] == scores
        assert facts[-1]["winner"] == ("south" if scores[0] > scores[1] else "north")

    def test_an_unknown_bot_is_wrong_usage(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "watch", "--south", "kasparov")
        assert (code, out) == (2, "")
        assert "no computer player called 'kasparov'; there are chance, greedy" in err


class TestUsage:
    def test_the_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(capsys, "--version") == (0, f"basra {basra.__version__}\n", "")

    @pytest.mark.parametrize("command", [(), ("takes",), ("rules",), ("watch",)])
    def test_help_has_examples(
        self, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
    ) -> None:
        code, out, _ = run(capsys, *command, "--help")
        assert code == 0
        assert "examples:" in out

    def test_help_writes_square_brackets_as_they_are(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "pip install 'basra[web]'" in run(capsys, "serve", "--help")[1]

    @pytest.mark.parametrize("words", [("nonsense",), ("records", "nonsense")])
    def test_a_command_there_is_not_is_called_one(
        self, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
    ) -> None:
        code, _, err = run(capsys, *words)
        assert code == 2
        assert "argument COMMAND: invalid choice: 'nonsense'" in err

    @pytest.mark.parametrize("target", ["0", "-5", "1.5", "many", "", "99999999999"])
    def test_a_target_is_a_positive_whole_number(
        self, capsys: pytest.CaptureFixture[str], target: str
    ) -> None:
        code, _, err = run(capsys, f"--target={target}")
        assert code == 2
        assert "a target is a positive whole number" in err

    def test_a_level_has_no_meaning_for_two_people(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, _, err = run(capsys, "--hot-seat", "--level", "greedy")
        assert code == 2
        assert "--hot-seat" in err

    @pytest.mark.parametrize("words", [("--level", "deep"), ("--rules", "chess")])
    def test_an_unknown_name_never_starts_the_game(
        self, capsys: pytest.CaptureFixture[str], words: tuple[str, str]
    ) -> None:
        code, out, err = run(capsys, *words)
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
        assert (done.returncode, done.stdout, done.stderr) == run(
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
