"""The bots: the contract that all keep, and what each is known for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from basra.ai import DEFAULT, Bot, bot, bots
from basra.ai.arena import play_pairs, standing
from basra.ai.conformance import check_bot
from basra.ai.search_bots import SearchBot
from basra.engine import (
    PRESETS,
    Play,
    Rules,
    UnknownNameError,
    View,
    stream,
)
from tests.ai.positions import with_the_rest_in_a_pile


def hasty(player: Bot) -> Bot:
    """Return *player* with less thought: the same code, sooner done, and expert for master."""
    return replace(player, plies=320) if isinstance(player, SearchBot) else player


@pytest.mark.parametrize("name", [*(name for name in bots() if name != "master"), "pimc:2"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_bot_plays_legally_repeatably_and_without_peeking(name: str, preset: str) -> None:
    check_bot(hasty(bot(name)), rounds=1, rules=PRESETS[preset])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["expert", "master"])
def test_the_bots_that_search_keep_the_contract_at_full_thought(name: str) -> None:
    check_bot(bot(name), rounds=1, rules=Rules.preset("v2"))


def test_bots_know_their_names() -> None:
    assert all(bots()[name].name == name and bots()[name].character for name in bots())
    assert bot(" Greedy ") is not None
    assert DEFAULT in bots()


@pytest.mark.parametrize("name", ["", "grandmaster", "x" * 500, "\x1b[2J"])
def test_an_unknown_bot_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"no computer player called .* chance, greedy"):
        bot(name)


class Peeker:
    """A cheat that tells the kit's imagined world from the real one, here by counting."""

    name = "peeker"
    character = "peeks"

    def __init__(self) -> None:
        self.calls = 0

    def choose(self, view: View, rng: Random) -> Play:
        self.calls += 1
        plays = view.legal_plays()
        return plays[-1] if self.calls % 3 == 0 else plays[0]


class Illegal(Peeker):
    name = "illegal"

    def choose(self, view: View, rng: Random) -> Play:
        return Play(next(iter(view.unseen)))


class Forgetful(Peeker):
    name = "forgetful"

    def choose(self, view: View, rng: Random) -> Play:
        self.calls += 1
        plays = view.legal_plays()
        return plays[self.calls % len(plays)]


@pytest.mark.parametrize(
    ("cheat", "fault"),
    [
        pytest.param(Peeker(), "in another world", id="one-that-sees-more"),
        pytest.param(Illegal(), "not legal", id="one-that-lays-what-it-has-not"),
        pytest.param(Forgetful(), ", then ", id="one-that-is-not-repeatable"),
    ],
)
def test_a_bot_that_breaks_the_contract_fails_the_kit(cheat: Bot, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_bot(cheat, rounds=1, rules=Rules.preset("v2"))


@pytest.mark.parametrize(
    ("line", "preset", "expected"),
    [
        pytest.param(
            "3H8DKDQH/????????/3C5C/32/-/- 0-0 S -", "v2", "8Dx3C5C", id="a-basra-before-anything"
        ),
        pytest.param(
            "5SKHJDQH/????????/5C2C3DKS/32/-/- 0-0 S -",
            "v2",
            "JDx2C3D5CKS",
            id="most-cards-where-no-points-are-to-be-had",
        ),
        pytest.param(
            "2HTSKHQH/????????/2CTDKSAC/32/-/- 0-0 S -", "pagat", "TSxTD", id="card-points-first"
        ),
        pytest.param("JHKD/????/4C/8/-/- 0-0 S -", "v2", "JHx4C", id="a-capture-before-a-trail"),
    ],
)
def test_greedy_takes_the_most_it_can_now(line: str, preset: str, expected: str) -> None:
    view = View.parse(with_the_rest_in_a_pile(line), Rules.preset(preset))
    assert str(bots()["greedy"].choose(view, stream(1, "test"))) == expected


def test_greedy_beats_chance_over_the_same_packs() -> None:
    pairs = play_pairs(("greedy", "chance"), Rules.preset("v2"), "duplicate", 60)
    assert standing(pairs).margin > 4
