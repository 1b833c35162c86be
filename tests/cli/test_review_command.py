"""The command review."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from basra import review
from basra.ai import bot
from basra.cli import review as command
from basra.cli.main import main
from basra.engine import Seat, View, shuffled, stream
from basra.engine.rounds import V2
from basra.history.game_record import Record
from basra.match.header import Header
from basra.match.log import MatchLog
from basra.review import Review, Step
from tests.cli.invoke import invoke


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return what `basra review` makes of *words*, in few worlds."""
    return invoke(capsys, "review", *words, "--worlds", "30")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a match of one round, that Mona played badly against a computer player."""
    log = MatchLog.begin(shuffled(stream(4, "review")), (True, False), V2, Seat.NORTH)
    bots = bot("chance"), bot("medium")
    while not log.round.is_over:
        turn = log.round.turn
        view = log.round.view(turn)
        log = log.play(bots[turn].choose(view, stream(1, len(view.history))))
    header = Header(("Mona", "Computer"), ("", "medium"), V2, Seat.NORTH)
    path = tmp_path_factory.mktemp("match") / "mona.basra"
    path.write_text(str(Record(header, log)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def as_json(match: Path) -> str:
    """The review of that match as JSON."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["review", str(match), "--json", "--worlds", "30"]) == 0
    return out.getvalue()


def test_it_says_what_the_plays_were_worth(
    match: Path, as_json: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, str(match))
    assert (code, err) == (0, "")
    found = json.loads(as_json)
    lines = out.splitlines()
    assert lines[0] == "South Mona, North Computer, rules v2"
    (par,) = found["pars"]
    (head,) = [line for line in lines if line.startswith("Round 1")]
    assert head.endswith(f"par with all cards open {par['margin']:+}")
    flagged = [play for play in found["plays"] if play["grade"] in ("slip", "mistake", "blunder")]
    printed = [line for line in lines if line.startswith("  ") and "; better " in line]
    assert len(printed) == len(flagged) > 3
    for line, play in zip(printed, flagged, strict=True):
        assert line.split(".")[0].strip() == str(play["number"])
        for word in (play["seat"].capitalize(), play["play"], play["grade"], play["best"]):
            assert word in line
        assert f"{-play['loss']:.1f}" in line
        assert ("±" in line) != play["exact"]
    mona, computer = found["players"]
    assert (mona["name"], computer["name"]) == ("Mona", "Computer")
    assert mona["accuracy"] < computer["accuracy"] <= 100
    assert f"accuracy {mona['accuracy']:.0f}, {mona['loss']:.2f} points lost a decision" in out
    for player in found["players"]:
        assert sum(player["grades"].values()) == player["decisions"]
        for dearest in player["dearest"]:
            view = View.parse(dearest["position"])
            assert str(view.seat).lower() == player["seat"]
            assert dearest["position"] in out
            (play,) = (one for one in flagged if one["number"] == dearest["number"])
            assert play["reason"] in out
            assert view.read_play(play["play"])
            assert view.read_play(play["best"])


def test_one_player_is_judged_where_only_one_is_asked_for(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, str(match), "--player", "north", "--json", "--jobs", "1")
    found = json.loads(out)
    assert {play["seat"] for play in found["plays"]} == {"north"}
    assert [player["seat"] for player in found["players"]] == ["north"]
    assert found["whole"] is True


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_ctrl_c_prints_what_is_found(
    match: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    steps = review.steps

    def broken_off(*given: object, **more: object) -> Iterator[Step]:
        with_all = steps(*given, **more)  # type: ignore[arg-type]
        try:
            for step in with_all:
                yield step
                if step.done == 10:
                    raise KeyboardInterrupt
        finally:
            with_all.close()

    monkeypatch.setattr(command, "steps", broken_off)
    code, out, _ = run(capsys, str(match), *words, "--jobs", "1")
    assert code == 130
    if words:
        found = json.loads(out)
        assert found["whole"] is False
        assert len(found["plays"]) == 9
    else:
        assert "accuracy" in out


def test_the_json_holds_the_review_that_is_kept(match: Path, as_json: str) -> None:
    found = json.loads(as_json)
    for play in found["plays"]:
        del play["grade"]
    del found["players"], found["whole"]
    review = Review.parse(json.dumps(found))
    assert review.fits(Record.parse(match.read_text(encoding="utf-8")).log)
    assert len(review.plays) == 48


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(None, "no such file", id="no-file"),
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"\xff\xfe", "it is not UTF-8 text", id="no-text"),
        pytest.param(b"1. e4 e5", "a record begins with", id="another-game"),
        pytest.param(b"x" * (5 << 20), "far too long", id="too-long"),
    ],
)
def test_what_is_no_record_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("some.basra").write_bytes(content)
    code, out, err = run(capsys, "some.basra")
    assert (code, out) == (1, "")
    assert sentence in err
    assert "some.basra" in err


@pytest.mark.parametrize("worlds", ["1", "0", "many", "100001"])
def test_too_few_worlds_and_too_many_are_refused(
    match: Path, capsys: pytest.CaptureFixture[str], worlds: str
) -> None:
    code, out, err = invoke(capsys, "review", str(match), "--worlds", worlds)
    assert (code, out) == (2, "")
    assert "must be" in err
