"""Habits of a player: basras are taken and specials kept where nothing speaks against it."""

from __future__ import annotations

import pytest

from basra.ai import bot
from basra.engine import Cards, View, stream
from tests.ai.positions import exact_values

LAST = (
    "7D9HQCKC/????????/AC9D/0/ADAHAS2D2H2S3C3H3S4S5C5H5S6C6D6S7C7H8C8D8S9C9STCTHTSJCJSKDKS/"
    "2C4C4H6H7S8HTDJDJHQDQHKH 0-0 S N"
)
WORSE = (
    "2D7D8DQC/????????/9C/0/ACAH3C3D3H3S6H6S7C7H7S8C8H9D9HJDJSQDKCKDKH/"
    "ADAS2C2H2S4D4H5C5H6C6D8S9STCTDTHTSJCJHQHQSKS 0-0 S S"
)
DULL = "8CTDJCJS/????????/-/0/2D2H2S3C3H4C4H5D5H6S7C7S8D8H9C9D9SJHQCQS/"
DULL += "ACADAHAS2C3D4D4S5C5S6C6H7D7H8STCTHJDQDQHKCKDKHKS 0-1 S N"


def exact(view: View) -> dict[str, float]:
    """Return what every play of a last deal comes to, by its text."""
    return {str(play): value for play, value in exact_values(view).items()}


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_of_plays_that_are_as_good_a_basra_is_made(name: str) -> None:
    view = View.parse(LAST)
    values = exact(view)
    assert values["7DxAC9D"] == values["9Hx9D"] == max(values.values())
    assert str(bot(name).choose(view, stream(1))) == "7DxAC9D"


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_a_basra_that_loses_the_majority_is_not_made(name: str) -> None:
    view = View.parse(WORSE)
    assert exact(view)["7Dx9C"] < max(exact(view).values())
    assert not view.basra(bot(name).choose(view, stream(1)))


@pytest.mark.parametrize("name", ["hard", "expert", "master"])
def test_no_jack_is_thrown_away_because_nothing_hangs_on_it(name: str) -> None:
    view = View.parse(DULL)
    values = exact(view)
    assert values["JC"] == values["8C"] == max(values.values())
    assert str(bot(name).choose(view, stream(1))) == "8C"


@pytest.mark.parametrize("name", ["medium", "hard", "expert"])
def test_the_komi_is_not_laid_on_an_empty_floor(name: str) -> None:
    view = View.parse("3C7DJSKD/????????/-/32/2C2D2H2S/4C4D4H4S8C8D8H8S 0-0 S N")
    for number in range(5):
        play = bot(name).choose(view, stream("habits", number))
        assert play.card not in Cards.parse("7D JS")
