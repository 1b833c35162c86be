"""A thought that is no longer wanted is broken off, and leaves no trace."""

from __future__ import annotations

import pytest

from basra.ai import bot
from basra.ai.cancellation import Interrupted, interruptible
from basra.ai.coach import advise
from basra.ai.double_dummy import Valued, par_values
from basra.ai.evaluation import Judge
from basra.engine import Round, Rules, shuffled, stream

VIEW = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset("v2")).view(
    Round.deal(shuffled(stream(3, "thought"))).turn
)


class Asked:
    """Says that the answer is unwanted after being asked so many times."""

    def __init__(self, patience: int) -> None:
        self.left = patience

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("name", ["expert", "master", "pimc:50"])
def test_a_bot_that_thinks_for_long_looks_whether_it_should_go_on(name: str) -> None:
    with pytest.raises(Interrupted), interruptible(Asked(3)):
        bot(name).choose(VIEW, stream(1))


class Watch:
    """Counts the judgements made, and the most of them between two looks at whether to go on."""

    def __init__(self) -> None:
        self.made = self.most = self.themes = 0

    def count(self) -> None:
        self.made += 1
        self.most = max(self.most, self.made)

    def __call__(self) -> bool:
        self.themes += 1
        self.made = 0
        return False


@pytest.mark.parametrize("name", ["expert", "coach"])
@pytest.mark.parametrize("preset", ["v2", "jawaker", "lebanon"])
def test_no_long_part_of_a_thought_goes_on_unasked(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judging the plays of a hand is the longest single step, solving aside: a few milliseconds."""
    watch, judged = Watch(), Judge.values

    def values(judge: Judge, *known: int) -> list[Valued]:
        watch.count()
        return judged(judge, *known)

    monkeypatch.setattr(Judge, "values", values)
    state = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset(preset))
    for _ in range(5):
        state = state.play(state.legal_plays()[0])
    view = state.view(state.turn)
    with interruptible(watch):
        advise(view, stream(1)) if name == "coach" else bot(name).choose(view, stream(1))
    assert watch.most <= 2
    assert watch.themes > 50


def test_solving_a_deal_can_be_broken_off() -> None:
    state = Round.deal(shuffled(stream(3, "thought")), rules=Rules.preset("lebanon"))
    with pytest.raises(Interrupted), interruptible(Asked(100)):
        par_values(state)


def test_the_coach_can_be_broken_off() -> None:
    with pytest.raises(Interrupted), interruptible(Asked(3)):
        advise(VIEW, stream(1))


def test_being_asked_changes_nothing() -> None:
    free = bot("expert").choose(VIEW, stream(1))
    with interruptible(lambda: False):
        assert bot("expert").choose(VIEW, stream(1)) == free
    assert bot("expert").choose(VIEW, stream(1)) == free


def test_after_an_interruption_the_next_thought_is_whole() -> None:
    before = bot("expert").choose(VIEW, stream(1))
    with pytest.raises(Interrupted), interruptible(Asked(5)):
        bot("expert").choose(VIEW, stream(1))
    assert bot("expert").choose(VIEW, stream(1)) == before
