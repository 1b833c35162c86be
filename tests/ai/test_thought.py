"""A thought that is no longer wanted is broken off, and leaves no trace."""

from __future__ import annotations

import pytest

from basra.ai import bot
from basra.ai.coach import advise
from basra.ai.thought import Interrupted, interruptible
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
