"""The commands rules and takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from basra.engine import PRESETS, Rules
from basra.messages.rulebook import read_rule_book, strip_markdown
from tests.cli.invoke import invoke


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
        assert invoke(capsys, "takes", *arguments) == (0, printed, "")

    def test_json_is_one_object(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = invoke(capsys, "takes", "9H", "9S", "6H", "3D", "3C", "--json")
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
        _, out, _ = invoke(capsys, "takes", "9H", "--rules", "pagat", "--json")
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
        got, out, err = invoke(capsys, "takes", *words.split())
        assert (got, out) == (code, "")
        assert sentence in err


class TestRules:
    def test_it_prints_the_rule_book_with_the_values_of_v2(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, err = invoke(capsys, "rules")
        assert (code, err) == (0, "")
        assert "in force are v2" in out
        assert strip_markdown(read_rule_book()).strip() in out

    @pytest.mark.parametrize("name", PRESETS)
    def test_every_value_of_every_preset_is_shown(
        self, capsys: pytest.CaptureFixture[str], name: str
    ) -> None:
        _, out, _ = invoke(capsys, "rules", name)
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
        code, out, _ = invoke(capsys, "rules", str(file))
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
        code, out, err = invoke(capsys, "rules", str(file))
        assert (code, out) == (2, "")
        assert sentence in err
        assert "ours.toml" in err

    def test_a_folder_is_no_file_of_rules(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        code, _, err = invoke(capsys, "rules", str(tmp_path))
        assert code == 2
        assert "no file of that name" in err
