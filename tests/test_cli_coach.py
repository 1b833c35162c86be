"""The commands hint, par and arena."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from basra.cli import arena, par
from basra.engine import Round, Rules, Seat, View, shuffled, stream
from tests.test_cli import run

BOTS = Path(__file__).parents[1] / "docs/bots.md"
OPENING = Round.deal(shuffled(stream(13, "deck", 1)), rules=Rules.preset("v2"))


def test_hint_ranks_every_play_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    view = OPENING.view(OPENING.turn)
    code, out, err = run(capsys, "hint", str(view), "--worlds", "40")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(view.legal_plays()) + 2
    assert lines[-1].endswith(".")
    assert {line.split()[0].rstrip("!") for line in lines[1:-1]} == set(
        map(str, view.legal_plays())
    )


def test_hint_as_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    view = OPENING.view(OPENING.turn)
    code, out, _ = run(capsys, "hint", str(view), "--worlds", "20", "--json")
    found = json.loads(out)
    assert code == 0
    assert set(found) == {"plays", "reason"}
    assert [set(play) for play in found["plays"]] == [{"play", "margin", "loss", "interval"}] * 4
    assert run(capsys, "hint", str(view), "--worlds", "20", "--json")[1] == out


def test_hint_in_the_last_deal_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    state = OPENING
    while state.stock:
        state = state.play(state.legal_plays()[0])
    view: View = state.view(state.turn)
    _, out, _ = run(capsys, "hint", str(view), "--json")
    assert {play["interval"] for play in json.loads(out)["plays"]} == {0}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        pytest.param(("nonsense",), 1, "not a position", id="no-position"),
        pytest.param((str(OPENING),), 1, "a view shows one hand", id="a-round-shows-too-much"),
        pytest.param(
            (str(OPENING.view(Seat.NORTH)),), 1, "is not on turn", id="the-other-is-on-turn"
        ),
        pytest.param(
            (str(OPENING.view(Seat.SOUTH)), "--worlds", "1"), 1, "worlds must be", id="too-few"
        ),
        pytest.param((), 2, "required: POSITION", id="nothing"),
    ],
)
def test_hint_refuses_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, sentence: str
) -> None:
    got, out, err = run(capsys, "hint", *words)
    assert (got, out) == (code, "")
    assert sentence in err


def test_par_solves_the_open_round(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "par", str(OPENING), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["turn"] == "south"
    margins = [play["margin"] for play in found["plays"]]
    assert margins == sorted(margins, reverse=True)
    assert len(margins) == len(OPENING.legal_plays())
    plain = run(capsys, "par", str(OPENING))[1].splitlines()
    assert [line.split()[0] for line in plain] == [play["play"] for play in found["plays"]]


def test_par_gives_up_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(par, "MOST_POSITIONS", 1000)
    code, out, err = run(capsys, "par", str(OPENING))
    assert (code, out) == (1, "")
    assert err == (
        "basra: this round takes more than 1,000 positions to solve; give one from later in it\n"
    )


def test_par_needs_a_round_with_all_cards_open(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "par", str(OPENING.view(Seat.SOUTH)))
    assert (code, out) == (1, "")
    assert "for views only" in err


def test_arena_as_json_has_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "greedy", "chance", "--pairs", "8", "--jobs", "1", "--json")
    code, out, _ = run(capsys, *words)
    found = json.loads(out)
    assert code == 0
    assert {"a", "b", "pairs", "diff", "ci95", "wins", "losses", "ties", "ms_per_play"} <= set(
        found
    )
    assert (found["a"], found["b"], found["pairs"]) == ("greedy", "chance", 8)
    assert found["wins"] + found["losses"] + found["ties"] == 8
    assert set(found["ms_per_play"]) == {"a", "b"}


def test_arena_prints_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "arena", "greedy", "chance", "--pairs", "3", "--jobs", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].startswith("greedy     chance          3")


def test_arena_prints_the_table_that_is_kept_in_the_docs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "LEVELS", ("easy",))
    code, out, _ = run(capsys, "arena", "--table", "--pairs", "2", "--jobs", "1")
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
    code, _, err = run(capsys, "arena", *words)
    assert code == 2
    assert sentence in err
