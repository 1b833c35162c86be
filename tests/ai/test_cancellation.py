"""A cancelled thought ends soon and leaves no trace."""

from __future__ import annotations

import pytest

from basra.ai import bot
from basra.ai.cancellation import Cancelled, cancellable
from basra.ai.coach import advise
from basra.ai.double_dummy import par_values
from basra.ai.evaluation import Evaluator
from basra.ai.kernel import PlayValue
from basra.engine import Round, Rules, shuffled, stream

VIEW = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset("v2")).view(
    Round.deal(shuffled(stream(3, "thought"))).turn
)


class CancelledAfter:
    """Says that the answer is no longer wanted after so many checks."""

    def __init__(self, checks: int) -> None:
        self.left = checks

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("name", ["expert", "master", "pimc:50"])
def test_a_bot_that_thinks_for_long_can_be_cancelled(name: str) -> None:
    with pytest.raises(Cancelled), cancellable(CancelledAfter(3)):
        bot(name).choose(VIEW, stream(1))


class Watch:
    """Counts the checks, and the most evaluations between two of them."""

    def __init__(self) -> None:
        self.evaluations = self.most = self.checks = 0

    def count(self) -> None:
        self.evaluations += 1
        self.most = max(self.most, self.evaluations)

    def __call__(self) -> bool:
        self.checks += 1
        self.evaluations = 0
        return False


@pytest.mark.parametrize("name", ["expert", "coach"])
@pytest.mark.parametrize("preset", ["v2", "jawaker", "lebanon"])
def test_no_long_part_of_a_thought_goes_unchecked(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To evaluate a hand is the longest single step, solving aside: a few milliseconds."""
    watch, values = Watch(), Evaluator.values

    def count_and_value(evaluator: Evaluator, *position: int) -> list[PlayValue]:
        watch.count()
        return values(evaluator, *position)

    monkeypatch.setattr(Evaluator, "values", count_and_value)
    state = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset(preset))
    for _ in range(5):
        state = state.play(state.legal_plays()[0])
    view = state.view(state.turn)
    with cancellable(watch):
        advise(view, stream(1)) if name == "coach" else bot(name).choose(view, stream(1))
    assert watch.most <= 2
    assert watch.checks > 50


def test_solving_a_deal_can_be_cancelled() -> None:
    state = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset("lebanon"))
    with pytest.raises(Cancelled), cancellable(CancelledAfter(100)):
        par_values(state)


def test_the_coach_can_be_cancelled() -> None:
    with pytest.raises(Cancelled), cancellable(CancelledAfter(3)):
        advise(VIEW, stream(1))


def test_a_check_changes_nothing() -> None:
    free = bot("expert").choose(VIEW, stream(1))
    with cancellable(lambda: False):
        assert bot("expert").choose(VIEW, stream(1)) == free
    assert bot("expert").choose(VIEW, stream(1)) == free


def test_after_a_cancellation_the_next_thought_is_whole() -> None:
    before = bot("expert").choose(VIEW, stream(1))
    with pytest.raises(Cancelled), cancellable(CancelledAfter(5)):
        bot("expert").choose(VIEW, stream(1))
    assert bot("expert").choose(VIEW, stream(1)) == before
