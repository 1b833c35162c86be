"""The commands hint and par."""

from __future__ import annotations

import json

import pytest

from basra.cli import positions
from basra.engine import Round, Rules, Seat, View, shuffled, stream
from tests.cli.invoke import invoke

OPENING = Round.deal(shuffled(stream(13, "deck", 1)), rules=Rules.preset("v2"))


def test_hint_ranks_every_play_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    view = OPENING.view(OPENING.turn)
    code, out, err = invoke(capsys, "hint", str(view), "--worlds", "40")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(view.legal_plays()) + 2
    assert lines[-1].endswith(".")
    assert {line.split()[0].rstrip("!") for line in lines[1:-1]} == set(
        map(str, view.legal_plays())
    )


def test_hint_as_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    view = OPENING.view(OPENING.turn)
    code, out, _ = invoke(capsys, "hint", str(view), "--worlds", "20", "--json")
    found = json.loads(out)
    assert code == 0
    assert set(found) == {"plays", "reason"}
    assert [set(play) for play in found["plays"]] == [{"play", "margin", "loss", "interval"}] * 4
    assert invoke(capsys, "hint", str(view), "--worlds", "20", "--json")[1] == out


def test_hint_in_the_last_deal_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    state = OPENING
    while state.stock:
        state = state.play(state.legal_plays()[0])
    view: View = state.view(state.turn)
    _, out, _ = invoke(capsys, "hint", str(view), "--json")
    assert {play["interval"] for play in json.loads(out)["plays"]} == {0}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        pytest.param(("nonsense",), 1, "not a position", id="no-position"),
        pytest.param((str(OPENING),), 1, "a view shows one hand", id="a-round-shows-too-much"),
        pytest.param(
            (str(OPENING.view(Seat.NORTH)),), 1, "it is not North's turn", id="the-other-is-on-turn"
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
    got, out, err = invoke(capsys, "hint", *words)
    assert (got, out) == (code, "")
    assert sentence in err


def test_par_solves_the_open_round(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = invoke(capsys, "par", str(OPENING), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["turn"] == "south"
    margins = [play["margin"] for play in found["plays"]]
    assert margins == sorted(margins, reverse=True)
    assert len(margins) == len(OPENING.legal_plays())
    plain = invoke(capsys, "par", str(OPENING))[1].splitlines()
    assert [line.split()[0] for line in plain] == [play["play"] for play in found["plays"]]


def test_par_gives_up_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "MOST_POSITIONS", 1000)
    code, out, err = invoke(capsys, "par", str(OPENING))
    assert (code, out) == (1, "")
    assert err == (
        "basra: this round takes more than 1,000 positions to solve; give a later position of it\n"
    )


def test_par_needs_a_round_with_all_cards_open(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = invoke(capsys, "par", str(OPENING.view(Seat.SOUTH)))
    assert (code, out) == (1, "")
    assert "for views only" in err
