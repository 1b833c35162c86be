"""Playthroughs: rounds written out at every state, so that the diff of a change is its review.

The rounds are random play from named streams; ``BASRA_UPDATE=1`` writes the files anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from basra.engine import (
    Basra,
    Line,
    Play,
    PlayOutcome,
    Round,
    Rules,
    Seat,
    Tally,
    View,
    shuffled,
    stream,
)
from basra.engine.cards import parse_sequence
from tests.conftest import DATA
from tests.strategies import random_play

GAMES = [("v1", 459), ("v1", 839), ("v2", 202), ("v2", 1075), ("pagat", 406), ("pagat", 744)]
"""Rounds in which much happens: basras of every sort, burnt cards, choices."""
LARGEST = 60_000

every_game = pytest.mark.parametrize(("name", "seed"), GAMES)


def described(outcome: PlayOutcome, after: Round) -> Iterator[str]:
    """Yield what a play did, in short lines; *after* is the round after it."""
    seat = outcome.seat
    yield f"{seat} lays {outcome.card}"
    if outcome.taken:
        yield f"{seat} takes {outcome.taken} with {outcome.card}"
    if outcome.basra:
        jack = "jack " if outcome.basra is Basra.JACK else ""
        yield f"{seat} makes a {jack}basra worth {outcome.points}"
    if outcome.dealt:
        yield f"deal {outcome.dealt}, {len(after.stock)} cards left in the stock"
    if outcome.left_over:
        whom = "nobody" if outcome.left_to is None else outcome.left_to
        yield f"{outcome.left_over} left over go to {whom}"
    if outcome.ends_round:
        yield "the round is over"


def tally_lines(tally: Tally) -> Iterator[str]:
    for line in tally.lines:
        counts, points = ("-".join(map(str, pair)) for pair in (line.counts, line.points))
        yield f"{line.source}: {counts} for {points}"
    yield f"points: {'-'.join(map(str, tally.points))}, carried {tally.carried}"


def state_lines(state: Round) -> Iterator[str]:
    """Yield the state, both views and the legal plays, a line each."""
    yield f"state {state}"
    for seat in Seat:
        yield f"  {seat} sees {state.view(seat)}"
    if not state.is_over:
        yield f"  plays {' '.join(map(state.text, state.legal_plays()))}"


def playthrough(name: str, seed: int) -> Iterator[str]:
    """Yield the lines of a whole round."""
    rules = Rules.preset(name)
    deck = shuffled(stream(seed, "deck", 1))
    rng = stream(seed, "playthrough")
    yield f"rules {name}, seed {seed}, North deals"
    yield f"deck {''.join(map(str, deck))}"
    state = Round.deal(deck, rules=rules)
    while not state.is_over:
        yield ""
        yield from state_lines(state)
        play = random_play(state, rng)
        yield f"{len(state.history) + 1}. {state.text(play)}"
        state = state.play(play)
        yield from (f"  {line}" for line in described(state.outcomes[-1], state))
    yield ""
    yield from state_lines(state)
    yield from tally_lines(state.tally())


@every_game
def test_a_whole_round_goes_as_written(
    name: str, seed: int, golden: Callable[[str, str], None]
) -> None:
    text = "\n".join(playthrough(name, seed))
    assert len(text) < LARGEST
    golden(f"playthroughs/{name}-{seed}.txt", text)


@every_game
def test_each_state_of_a_written_round_follows_from_the_one_before_by_its_text(
    name: str, seed: int
) -> None:
    rules = Rules.preset(name)
    text = (DATA / "playthroughs" / f"{name}-{seed}.txt").read_text(encoding="utf-8")
    states = [Round.parse(line, rules) for line in re.findall(r"^state (.+)$", text, re.MULTILINE)]
    played = re.findall(r"^\d+\. (\S+)$", text, re.MULTILINE)
    assert (len(states), len(played)) == (49, 48)
    for (before, after), play in zip(pairwise(states), played, strict=True):
        assert replace(before.play(before.read_play(play)), outcomes=()) == after
    views = re.findall(r"^  (South|North) sees (.+)$", text, re.MULTILINE)
    assert len(views) == 98
    for number, (seat, line) in enumerate(views):
        assert View.parse(line, rules) == states[number // 2].view(Seat[seat.upper()])


def test_the_written_rounds_show_what_can_happen() -> None:
    texts = [
        (DATA / "playthroughs" / f"{name}-{seed}.txt").read_text(encoding="utf-8")
        for name, seed in GAMES
    ]
    together = "\n".join(texts)
    for happening in (
        r"makes a basra worth 10",
        r"makes a jack basra worth 10",
        r"makes a jack basra worth 30",
        r"left over go to (South|North)",
        r"deal 6, 0 cards left",
        r"^\d+\. 7D$",  # the komi burnt
        r"^\d+\. [^7J]\Sx7D!$",  # and taken by any card
        r"^\d+\. 7Dx\S+!$",
        r"^  plays .*\b(\S\S)x\S+ \1x",  # a choice
    ):
        assert re.search(happening, together, re.MULTILINE), happening


# ------------------------------------------------------------ a record from outside

DECK = (
    "QDTH7D4D4H5C8CKCADAH2D3C9CJC6S5D5HKH6D8S7HJS4C3D7CASJH9D9STDQHTCAC8D2S2C6CKDQC7SQSTS8H4S5S2H3S"
    "JDKS9H6H3H"
)
RECORD = """
1. 7DxADAH2D3C! 4H 4Dx4H! 5C TH 8C QD KC
2. JCx5C8CTHQDKC 5H 5Dx5H! 6D 6Sx6D! 8S 9C KH
3. JSx8S9CKH AS 3D JHxAS3D 4C 7C 7Hx7C 9D
4. 9Sx9D AC TC 2C TDxTC 2Sx2C QH 8D
5. QCxQH 4Sx4C 6C 8Hx8D 7SxAC6C! TS KD QS
6. JDxTSQSKD 3H 3Sx3H! 6H 2H 9H 5S KS
"""


def test_a_round_recorded_elsewhere_comes_out_the_same_play_for_play() -> None:
    rules = replace(Rules.preset("pagat"), most_cards=30, target=101)
    state = Round.deal(parse_sequence(DECK), dealer=Seat.NORTH, rules=rules)
    for number, line in enumerate(RECORD.strip().splitlines(), 1):
        heading, *played = line.split()
        assert heading == f"{number}."
        assert state.deal_number == number
        assert len(played) == 8
        for text in played:
            play = state.read_play(text)
            assert state.text(play) == text
            assert state.read_play(text.rstrip("!")) == play
            assert Play.parse(text) == play
            state = state.play(play)
    assert state.is_over
    assert state.tally().points == (99, 4)
    lines = {line.source: line for line in state.tally().lines}
    assert lines["basras"] == Line("basras", (6, 0), (60, 0))
    assert lines["cards"].points == (30, 0)
    assert sum(state.tally().points) == 43 + 6 * 10


def test_the_captures_of_that_record_are_forced_so_its_bare_cards_replay_it() -> None:
    rules = replace(Rules.preset("pagat"), most_cards=30, target=101)
    state = Round.deal(parse_sequence(DECK), dealer=Seat.NORTH, rules=rules)
    for text in re.findall(r"\b([A2-9TJQK][CDHS])(?:x\S*)?(?=\s|$)", RECORD):
        state = state.play(state.read_play(text))
    assert state.tally().points == (99, 4)


def test_the_end_of_a_written_round_says_that_it_is_over() -> None:
    state = Round.deal(shuffled(stream(1, "deck", 1)))
    rng = stream(1, "playthrough")
    while not state.is_last_card:
        state = state.play(random_play(state, rng))
    (play,) = state.legal_plays()
    state = state.play(play)
    assert [*described(state.outcomes[-1], state)][-1] == "the round is over"
