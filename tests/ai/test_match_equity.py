"""Match equity: what points are worth near the target, and bots that play for the match."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from basra.ai import bot
from basra.ai.match_equity import MatchEquity, MatchEquityTable, equity_table_for, match_equity
from basra.ai.search_bots import SearchBot
from basra.engine import PRESETS, Round, Rules, Seat, View, shuffled, stream
from tests.strategies import presets, rounds, seeds

V2 = Rules.preset("v2")
LATE = (
    "3S5S7D/??????/4S/8/AS2C2S3D4C4D4H5C5H6D6H8D9H9STHJDJSKD/"
    "ACAD3C5D6C7C7H7S8C8H8S9C9DTDTSJCJHQDQH 0-2 S S"
)
EARLY = "4D7DKH/??????/6D/24/ACAH3C3D3S6C8D8H9CTHTS/2C2D2S6H6S8S9HJCQSKC 1-0 S S"


def choices(line: str, *, for_match: bool) -> set[str]:
    """Return what expert chooses in the position of *line*, over a few streams."""
    player = bot("expert")
    assert isinstance(player, SearchBot)
    player = replace(player, for_match=for_match)
    return {str(player.choose(View.parse(line), stream("stakes", n))) for n in range(3)}


def test_at_the_target_the_match_is_won() -> None:
    for rules in PRESETS.values():
        table = equity_table_for(rules)
        assert table.equity(rules.target, rules.target - 1) == 1
        assert table.equity(3, rules.target) == -1
        assert table.equity(rules.target + 9, rules.target + 9) == 0, "level: they play on"


@given(presets(), st.integers(0, 150), st.integers(0, 150), st.integers(1, 30))
def test_match_equity_is_fair_and_rises_with_the_points(
    rules: Rules, mine: int, theirs: int, more: int
) -> None:
    table = equity_table_for(rules)
    equity = table.equity(mine, theirs)
    assert -1 <= equity <= 1
    assert equity == -table.equity(theirs, mine)
    assert table.value(mine, theirs) == -table.value(theirs, mine)
    if max(mine, theirs) < rules.target:
        assert table.equity(mine + more, theirs) >= equity - 0.08, "but for how rounds come out"


def simulated_equity(rules: Rules, mine: int, theirs: int, matches: int) -> float:
    """The chance to win less that to lose from a majority and some basras a round, by trying."""
    rng, total = Random(1), 0
    chance = equity_table_for(rules).expected_basras(6) / 48
    for _ in range(matches):
        points = [mine, theirs]
        while points[0] == points[1] or max(points) < rules.target:
            points[rng.random() < 0.5] += rules.most_cards
            for _ in range(24):
                for seat in (0, 1):
                    points[seat] += rules.basra * (rng.random() < chance)
        total += 1 if points[0] > points[1] else -1
    return total / matches


@pytest.mark.parametrize(
    "scores", [(111, 85), (91, 115), (61, 60), (120, 100), (70, 0), (100, 100)], ids=str
)
def test_match_equity_is_that_of_matches_played_to_their_end(scores: tuple[int, int]) -> None:
    assert equity_table_for(V2).equity(*scores) == pytest.approx(
        simulated_equity(V2, *scores, 4000), abs=0.1
    )


@given(rounds(presets()), st.sampled_from(Seat))
def test_both_seats_have_opposite_equities_or_none(state: Round, seat: Seat) -> None:
    there, back = match_equity(state.view(seat)), match_equity(state.view(seat.other))
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        assert (there.mine, there.theirs) == (back.theirs, back.mine)
        assert there.carried == back.carried == state.carried


@given(rounds(presets()), st.floats(-1, 1), st.integers(-20, 20), st.integers(0, 5))
def test_what_a_deals_end_is_worth_to_one_seat_it_costs_the_other(
    state: Round, race: float, margin: int, deals: int
) -> None:
    there, back = match_equity(state.view(Seat.SOUTH)), match_equity(state.view(Seat.NORTH))
    assume(there is not None and back is not None)
    assert isinstance(there, MatchEquity)
    assert isinstance(back, MatchEquity)
    value = there.leaf_value(10, 0, 0, race, margin, deals)
    assert value == pytest.approx(-back.leaf_value(0, 10, 0, -race, -margin, deals), abs=1e-9)
    assert value <= there.leaf_value(10, 0, 0, 1, margin, deals) + 1e-9, "most cards never cost"


@given(seeds())
def test_far_from_the_target_nothing_is_at_stake(seed: int) -> None:
    deck = shuffled(Random(seed))
    assert match_equity(Round.deal(deck).view(Seat.SOUTH)) is None
    assert match_equity(Round.deal(deck, scores=(70, 20)).view(Seat.SOUTH)) is None
    assert match_equity(Round.deal(deck, scores=(20, 90)).view(Seat.SOUTH)) is not None


def test_house_rules_without_a_majority_or_basras_have_an_equity_too() -> None:
    text = "most_cards = 0\nbasra = 0\njack_basra = 0\nace_points = 1\ntarget = 3"
    rules = Rules.parse(text)
    assert 0 < MatchEquityTable(rules).equity(1, 0) <= MatchEquityTable(rules).equity(2, 0) <= 1
    view = Round.deal(shuffled(Random(1)), rules=rules).view(Seat.SOUTH)
    equity = match_equity(view)
    assert equity is not None
    assert equity.leaf_value(0, 0, 0, 0.0, 0.0, 5) == pytest.approx(0)


def test_a_basra_that_ends_the_match_is_not_passed_up_for_more_points() -> None:
    """The komi would be worth more later, but the ten points of the basra are all it takes."""
    assert choices(LATE, for_match=True) == {"5S"}
    assert choices(f"{LATE} 111-40", for_match=False) == {"5S"}
    assert choices(f"{LATE} 111-40", for_match=True) == {"7Dx4S"}


def test_who_needs_most_cards_keeps_the_komi_for_them() -> None:
    """Ten points are too few when the other is sure to reach the target."""
    assert choices(EARLY, for_match=True) == {"7Dx6D"}
    assert choices(f"{EARLY} 90-115", for_match=False) == {"7Dx6D"}
    assert choices(f"{EARLY} 90-115", for_match=True) == {"KH"}
