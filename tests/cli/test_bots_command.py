"""The commands watch and arena."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from basra.cli import bots
from basra.engine import PRESETS, Play, Round, Rules, Seat, shuffled, stream
from tests.cli.invoke import invoke

BOTS = Path(__file__).parents[2] / "docs/bots.md"


class TestWatch:
    def test_the_same_seed_prints_the_same_match(self, capsys: pytest.CaptureFixture[str]) -> None:
        words = ("watch", "--north", "chance", "--seed", "7", "--target", "40")
        first, again = invoke(capsys, *words), invoke(capsys, *words)
        assert first == again
        assert first[0] == 0
        assert invoke(capsys, *words[:-1], "41")[1] != first[1]

    def test_one_play_a_line_and_a_result(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, out, err = invoke(capsys, "watch", "--seed", "7", "--target", "40")
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
        code, out, err = invoke(capsys, *words)
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
        code, out, err = invoke(capsys, "watch", "--south", "kasparov")
        assert (code, out) == (2, "")
        assert "no computer player called 'kasparov'; there are chance, greedy" in err


def test_arena_as_json_has_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "greedy", "chance", "--pairs", "8", "--jobs", "1", "--json")
    code, out, _ = invoke(capsys, *words)
    found = json.loads(out)
    assert code == 0
    assert {"a", "b", "pairs", "diff", "ci95", "wins", "losses", "ties", "ms_per_play"} <= set(
        found
    )
    assert (found["a"], found["b"], found["pairs"]) == ("greedy", "chance", 8)
    assert found["wins"] + found["losses"] + found["ties"] == 8
    assert set(found["ms_per_play"]) == {"a", "b"}


def test_arena_prints_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = invoke(capsys, "arena", "greedy", "chance", "--pairs", "3", "--jobs", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].startswith("greedy     chance          3")


def test_arena_prints_the_table_that_is_kept_in_the_docs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LEVELS", ("easy",))
    code, out, _ = invoke(capsys, "arena", "--table", "--pairs", "2", "--jobs", "1")
    heading, line, *rows = out.splitlines()
    assert code == 0
    assert f"{heading}\n{line}\n" in BOTS.read_text(encoding="utf-8")
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| greedy", "chance", "2"],
        ["| easy", "chance", "2"],
        ["| easy", "greedy", "2"],
    ]
    assert all(row.count("|") == line.count("|") for row in rows)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(("hard",), "name two computer players", id="one-bot"),
        pytest.param(("hard", "nobody"), "no computer player called 'nobody'", id="no-such-bot"),
        pytest.param(("hard", "easy", "--pairs", "0"), "positive whole number", id="no-pairs"),
    ],
)
def test_arena_refuses_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    code, _, err = invoke(capsys, "arena", *words)
    assert code == 2
    assert sentence in err
