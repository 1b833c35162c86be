"""Verdicts: graded by what is certain, exact where all is known, and blind to hidden cards."""

from __future__ import annotations

from random import Random

import pytest

from basra.ai import grading
from basra.ai.coach import Advice, advise
from basra.ai.grading import NOTHING_ELSE, Grade, Verdict, grade_play
from basra.engine import PRESETS, Play, Round, Rules, View, stream
from tests.ai.positions import exact_values, random_position, with_the_rest_in_a_pile

PLAY, BEST = Play.parse("4D"), Play.parse("5Sx5H")


def position(number: int, rules: Rules, plays: int) -> Round:
    """Return a round after so many plays at random."""
    return random_position("reviews", number, rules, plays)


@pytest.mark.parametrize(
    ("loss", "interval", "grade"),
    [
        pytest.param(0, 0, Grade.BEST, id="nothing-lost"),
        pytest.param(0.49, 0, Grade.BEST, id="under-a-half"),
        pytest.param(0.5, 0, Grade.FINE, id="a-half"),
        pytest.param(0.99, 0, Grade.FINE, id="under-one"),
        pytest.param(1, 0, Grade.SLIP, id="one"),
        pytest.param(2.99, 0, Grade.SLIP, id="under-three"),
        pytest.param(3, 0, Grade.MISTAKE, id="three"),
        pytest.param(8, 0, Grade.MISTAKE, id="eight"),
        pytest.param(8.01, 0, Grade.BLUNDER, id="over-eight"),
        pytest.param(0.3, 5, Grade.BEST, id="uncertain-and-small"),
        pytest.param(12, 12, Grade.FINE, id="uncertain-and-large"),
        pytest.param(12, 11, Grade.BLUNDER, id="certain-and-large"),
        pytest.param(2, 1.96, Grade.SLIP, id="two-standard-errors"),
        pytest.param(1.99, 1.96, Grade.FINE, id="just-below-two"),
    ],
)
def test_a_loss_has_a_grade(loss: float, interval: float, grade: Grade) -> None:
    verdict = Verdict(PLAY, BEST, loss, interval)
    assert verdict.grade is grade
    assert verdict.is_flagged == (grade in (Grade.SLIP, Grade.MISTAKE, Grade.BLUNDER))
    assert str(grade) == grade.name.lower()


@pytest.mark.parametrize("name", ["v1", "v2", "pagat", "jawaker"])
def test_nothing_is_flagged_below_two_standard_errors(name: str) -> None:
    flagged = uncertain = 0
    for number in range(12):
        state = position(number, PRESETS[name], 2 * number)
        view = state.view(state.turn)
        for play in view.legal_plays()[:6]:
            verdict = grade_play(view, play, stream(number), worlds=30)
            assert verdict is not None
            if verdict.is_flagged:
                flagged += 1
                assert verdict.loss >= 1
                assert verdict.loss >= 2 * verdict.interval / 1.96
            elif verdict.loss >= 1:
                uncertain += 1
                assert verdict.grade is Grade.FINE
                assert verdict.certain_loss == 0
    assert flagged
    assert uncertain


@pytest.mark.parametrize("name", PRESETS)
def test_the_loss_in_a_last_deal_is_what_the_solver_says(name: str) -> None:
    for number in range(6):
        state = position(number, PRESETS[name], 40 + number)
        view = state.view(state.turn)
        values = exact_values(view)
        for play, value in values.items():
            verdict = grade_play(view, play, stream(number))
            assert verdict is not None
            assert verdict.is_exact
            assert verdict.interval == 0
            assert verdict.loss == max(values.values()) - value
            assert values[verdict.best] == max(values.values())


@pytest.mark.parametrize("name", ["v2", "jawaker"])
def test_hidden_cards_do_not_change_a_verdict(name: str) -> None:
    for number in range(5):
        state = position(number, PRESETS[name], 9 * number)
        view = state.view(state.turn)
        others = [view.imagine(stream(number, dream)) for dream in range(3)]
        assert any(other != state for other in others)
        play = view.legal_plays()[-1]
        found = {
            grade_play(one.view(one.turn), play, stream(number), worlds=30)
            for one in (state, *others)
        }
        assert len(found) == 1


def test_a_verdict_is_what_the_coach_says_in_the_same_worlds() -> None:
    state = position(3, Rules.preset("v2"), 10)
    view = state.view(state.turn)
    advice = {one.play: one for one in advise(view, stream("same"), 50)}
    for play in view.legal_plays():
        verdict = grade_play(view, play, stream("same"), worlds=50)
        assert verdict is not None
        assert verdict.loss == round(advice[play].loss, 2)
        assert verdict.interval == round(advice[play].interval, 2)


def test_the_only_play_is_the_best() -> None:
    state = position(1, Rules.preset("v2"), 46)
    (play,) = state.legal_plays()
    verdict = grade_play(state.view(state.turn), play, stream(1))
    assert verdict == Verdict(play, play, 0, 0, is_exact=True, is_forced=True, reason=NOTHING_ELSE)
    assert verdict is not None
    assert verdict.grade is Grade.BEST


def test_a_basra_that_is_not_made_in_the_last_deal_is_a_blunder_and_the_coach_says_why() -> None:
    view = View.parse(with_the_rest_in_a_pile("5S8CTDQH/????????/5H/0/-/- 0-0 S -"))
    verdict = grade_play(view, Play.parse("8C"), stream(1))
    assert verdict is not None
    assert verdict.grade is Grade.BLUNDER
    assert view.text(verdict.best) == "5Sx5H!"
    assert verdict.reason.startswith("5♠ clears the floor: a basra, +10")


def test_a_card_of_the_same_rank_is_as_good() -> None:
    view = View.parse(with_the_rest_in_a_pile("QCQHKDKS/????????/4H/32/-/- 0-0 S -"))
    clubs, hearts = (
        grade_play(view, Play.parse(text), stream(1), worlds=20) for text in ("QC", "QH")
    )
    assert clubs is not None
    assert hearts is not None
    assert (clubs.loss, clubs.interval) == (hearts.loss, hearts.interval)


def test_a_capture_that_is_not_listed_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View.parse(
        with_the_rest_in_a_pile("8SQH/????/AC7D8C/0/-/- 0-0 S -"), Rules.preset("jawaker")
    )
    unlisted = Play.parse("8SxAC7D")
    assert unlisted in view.legal_plays()
    listed = [play for play in view.legal_plays() if play != unlisted]
    monkeypatch.setattr(View, "legal_plays", lambda _: tuple(listed))
    assert grade_play(view, unlisted, stream(1)) is None
    assert grade_play(view, listed[0], stream(1)) is not None


def test_very_many_plays_are_tried_in_fewer_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def advise_and_count(view: View, rng: Random, worlds: int) -> tuple[Advice, ...]:
        counts.append(worlds)
        return advise(view, rng, 2)

    monkeypatch.setattr(grading, "advise", advise_and_count)
    few = position(3, Rules.preset("v2"), 10)
    crowded = View.parse(
        with_the_rest_in_a_pile("5S8S9HTH/????????/AC2C3D4D5H6C7S8D9C/32/-/- 0-0 S -"),
        Rules.preset("jawaker"),
    )
    for view in (few.view(few.turn), crowded):
        grade_play(view, view.legal_plays()[0], stream(1), worlds=300)
    assert counts[0] == 300
    assert counts[1] == grading.ROLLOUTS // len(crowded.legal_plays()) < 300
