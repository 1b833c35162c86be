"""What a card takes: cases worked out by hand, the order of captures, and faults of other programs.

The table is tests/data/captures.txt; it says itself how to read it.  More cases may lie beside the
checkout, in ``../shared/cases/captures.json``; they are no part of the project.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given

from basra.ai import bot
from basra.engine.captures import Basra, basra, basra_points, captures, is_capture, may_trail
from basra.engine.cards import ALL, DECK, KOMI, NONE, Card, Cards
from basra.engine.errors import IllegalPlayError, PositionError
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled
from tests.conftest import DATA
from tests.oracle import oracle_basra, oracle_captures, oracle_maximal, oracle_may_trail
from tests.strategies import house_rules, laid, presets, rule_sets, seeds, ways_to_take

ROW = re.compile(r"(.+?) \| (\w\w) on (.+?)( as the last card)? \| (.+)")
BESIDE = Path(__file__).parents[3] / "shared" / "cases" / "captures.json"
V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))

in_every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


# ------------------------------------------------------------------------ the table


class Case(NamedTuple):
    """What a card may do on a floor, under each of some rules."""

    card: Card
    floor: Cards
    last_card: bool
    takes: dict[Cards, int]
    """Every capture, and the points of the basra it makes."""
    trails: bool
    rules: dict[str, Rules]


def table() -> Iterator[tuple[str, Case]]:
    """Yield every case of the table, with the sentence that names it."""
    for line in (DATA / "captures.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or "|" not in line:
            continue
        match = ROW.fullmatch(line)
        assert match, f"no case: {line}"
        words = [word.split("!") for word in match[5].split(", ") if word != "trails"]
        case = Case(
            Card.parse(match[2]),
            NONE if match[3] == "-" else Cards.parse(match[3]),
            bool(match[4]),
            {Cards.parse(taken): int("".join(points) or 0) for taken, *points in words},
            "trails" in match[5],
            dict(rules_of(match[1])),
        )
        yield line.partition(" | ")[2].replace(" | ", " ") + f" under {match[1]}", case


def rules_of(text: str) -> Iterator[tuple[str, Rules]]:
    """Yield the rules that the first column of the table names, each with its name."""
    names, _, change = text.partition(" with ")
    if names == "all":
        names = " ".join(PRESETS)
    elif names == "maximum":
        names = " ".join(name for name, rules in PRESETS.items() if rules.capture == "maximum")
    for name in names.split():
        label = f"{name} with {change}" if change else name
        yield label, Rules.parse(f'preset = "{name}"\n{change}')


def table_beside_the_checkout() -> Iterator[tuple[str, Case]]:
    """Yield the cases of the other table, one for each of its presets; none where it is missing."""
    cases = json.loads(BESIDE.read_text(encoding="utf-8"))["cases"] if BESIDE.exists() else []
    for case in cases:
        for name in sorted(PRESETS.keys() & case.keys()):
            answers = [Cards.parse(" ".join(taken)) for taken in case[name]["takes"]]
            yield (
                f"{case['id']} under {name}",
                Case(
                    Card.parse(case["card"]),
                    Cards.parse(" ".join(case["floor"])),
                    False,
                    {taken: case[name]["basra"] for taken in answers if taken},
                    NONE in answers,
                    {name: Rules.preset(name)},
                ),
            )


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=line) for line, case in [*table(), *table_beside_the_checkout()]],
)
def test_the_engine_and_the_oracle_answer_as_worked_out_by_hand(case: Case) -> None:
    card, floor, last = case.card, case.floor, case.last_card
    for name, rules in case.rules.items():
        listed = captures(card, floor, rules)
        points = {
            taken: basra_points(card, floor, taken, rules, last_card=last) for taken in listed
        }
        assert points == case.takes, name
        assert len(listed) == len(points), name
        assert may_trail(card, floor, rules) is case.trails, name
        assert all(is_capture(card, floor, taken, rules) for taken in case.takes), name
        assert case.takes == {
            taken: oracle_basra(card, floor, taken, rules, last)
            for taken in oracle_captures(card, floor, rules)
        }, name
        assert oracle_may_trail(card, floor, rules) is case.trails, name


def test_the_table_of_captures_has_cases_for_every_preset_and_none_twice() -> None:
    cases = [
        (name, case.card, case.floor, case.last_card) for _, case in table() for name in case.rules
    ]
    assert len(cases) == len(set(cases)) > 700
    assert {name for name, *_ in cases} >= set(PRESETS)


# ------------------------------------------------------------- the list of captures


@given(laid(max_size=16), ways_to_take(), seeds())
@example((Card.parse("9S"), Cards.parse("AD 2S 3C 5C 6C 6S 7D 8D 8H")), V2, 0)
def test_captures_are_sets_of_floor_cards_in_an_order_of_their_own(
    card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
) -> None:
    card, floor = card_and_floor
    listed = captures(card, floor, rules)
    assert listed or may_trail(card, floor, rules)
    for taken in listed:
        assert taken
        assert taken.issubset(floor)
        assert type(taken) is Cards
    if rules.capture == "maximum":
        assert len({len(taken) for taken in listed}) <= 1
        assert list(listed) == sorted(set(listed))
    else:
        assert list(listed) == sorted(set(listed), key=lambda taken: (-len(taken), taken))
    mixed = Cards.parse(" ".join(map(str, shuffled(Random(seed), tuple(floor)))))
    assert captures(card, mixed, rules) == listed


@pytest.mark.rule("3.8")
@given(laid(max_size=12))
def test_where_taking_is_free_what_must_be_taken_elsewhere_comes_first(
    card_and_floor: tuple[Card, Cards],
) -> None:
    card, floor = card_and_floor
    must = captures(card, floor, V1)
    assert captures(card, floor, JAWAKER)[: len(must)] == must


@given(laid(max_size=12), presets(), seeds())
def test_suits_do_not_matter_but_for_the_komi(
    card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
) -> None:
    card, floor = card_and_floor
    renamed = other_suits(Random(seed))
    other_floor = Cards.of([renamed[one] for one in floor])
    assert set(captures(renamed[card], other_floor, rules)) == {
        Cards.of([renamed[one] for one in taken]) for taken in captures(card, floor, rules)
    }


def other_suits(rng: Random) -> dict[Card, Card]:
    """Return a card for every card, of the same rank, the komi for the komi."""
    renamed: dict[Card, Card] = {}
    for rank in "A23456789TJQK":
        suits = "CHS" if rank == "7" else "CDHS"
        others = shuffled(rng, [Card.parse(rank + suit) for suit in suits])
        renamed |= dict(zip((Card.parse(rank + suit) for suit in suits), others, strict=True))
    return renamed | {KOMI: KOMI}


@given(house_rules(), house_rules())
def test_rules_that_take_alike_are_numbered_alike(one: Rules, other: Rules) -> None:
    alike = all(
        getattr(one, name) == getattr(other, name) for name in ("capture", "komi", "komi_on_floor")
    )
    assert (one.taking == other.taking) is alike


def test_a_card_that_lies_on_the_floor_cannot_be_played() -> None:
    for rules in PRESETS.values():
        with pytest.raises(PositionError, match="8S cannot be played while it lies on the floor"):
            captures(Card.parse("8S"), Cards.parse("AC 8S"), rules)


# ------------------------------------------------------------------ sorts of basra


@pytest.mark.parametrize(
    ("card", "floor", "rules", "made"),
    [
        pytest.param("5S", "5H", Rules(), Basra.ORDINARY, id="an-ordinary-basra"),
        pytest.param("5S", "5H", Rules(basra=0), Basra.NONE, id="one-without-points"),
        pytest.param("JS", "JH", Rules(), Basra.JACK, id="a-jack-on-a-jack"),
        pytest.param("JS", "JH", Rules(jack_basra=0), Basra.NONE, id="one-worth-nothing"),
        pytest.param("JS", "JH", Rules(basra=0), Basra.JACK, id="one-where-others-are-not"),
        pytest.param("7D", "JH", Rules(), Basra.JACK, id="the-komi-on-a-jack"),
        pytest.param("7D", "JH", Rules(jack_basra=0), Basra.NONE, id="the-komi-for-nothing"),
    ],
)
def test_a_basra_is_of_a_sort_and_one_without_points_of_none(
    card: str, floor: str, rules: Rules, made: Basra
) -> None:
    on_floor = Cards.parse(floor)
    assert basra(Card.parse(card), on_floor, on_floor, rules) is made


@given(laid(min_size=1, max_size=10), rule_sets())
def test_a_basra_has_points_and_the_price_of_a_jack_only_with_a_jack(
    card_and_floor: tuple[Card, Cards], rules: Rules
) -> None:
    card, floor = card_and_floor
    for taken in captures(card, floor, rules):
        made = basra(card, floor, taken, rules)
        assert bool(made) is (basra_points(card, floor, taken, rules) > 0)
        if made is Basra.JACK:
            assert len(floor) == 1
            assert card.rank == "J" or (card == KOMI and next(iter(floor)).rank == "J")


@in_every_preset
def test_on_every_single_card_every_card_makes_the_basra_of_the_oracle(rules: Rules) -> None:
    for card in DECK:
        for other in DECK:
            floor = Cards.of([other])
            if card != other and floor in captures(card, floor, rules):
                points = basra_points(card, floor, floor, rules)
                assert points == oracle_basra(card, floor, floor, rules), (card, other)
                if card.rank == other.rank != "J":
                    assert basra(card, floor, floor, rules) is Basra.ORDINARY


# -------------------------------------------------------- faults of other programs


def middle_of_a_round(hand: str, floor: str, rules: Rules = V2) -> Round:
    """Return a round in its middle, south to play *hand*; what is not named lies elsewhere."""
    south, on_floor = Cards.parse(hand), Cards.parse(floor)
    rest = list(ALL - south - on_floor)
    north, stock = rest[: len(south)], rest[len(south) : len(south) + 4 * rules.hand_size]
    return Round(
        rules=rules,
        turn=Seat.SOUTH,
        hands=(south, Cards.of(north)),
        floor=on_floor,
        stock=tuple(stock),
        piles=(NONE, Cards.of(rest[len(south) + len(stock) :])),
        last_taker=Seat.NORTH,
    )


def test_an_equal_card_and_a_separate_sum_go_in_one_play_that_is_one_basra() -> None:
    for rules in PRESETS.values():
        after = middle_of_a_round("7C AS", "7S 3H 4C", rules).play(Play.parse("7Cx3H4C7S"))
        assert after.floor == NONE
        assert (after.basras, after.jack_basras) == ((1, 0), (0, 0))
        (line,) = (line for line in after.tally().lines if line.source == "basras")
        assert (line.counts, line.points) == ((1, 0), (10, 0))


def test_a_ten_finds_nine_numerals_among_one_card_of_every_rank() -> None:
    ten, floor = Card.parse("TH"), Cards.parse("AC 2C 3C 4C 5C 6C 7C 8C 9C TC QC KC")
    assert captures(ten, floor, V2) == (floor - Cards.parse("5C QC KC"),)
    left = {str(floor - taken) for taken in oracle_maximal(ten, floor)}
    assert left == {"{5C QC KC}", "{6C 9C QC KC}", "{7C 8C QC KC}"}


def test_a_ten_takes_thirteen_of_four_aces_twos_threes_and_three_fours() -> None:
    ten, floor = Card.parse("TH"), Cards.parse("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H")
    must = captures(ten, floor, V2)
    maximal = oracle_maximal(ten, floor)
    assert len(maximal) == 176
    assert set(must) == {taken for taken in maximal if len(taken) == 13}
    assert len(must) == len(set(must)) == 18
    free = captures(ten, floor, JAWAKER)
    assert len(free) == len(set(free))
    assert maximal == {
        taken
        for taken in free
        if not any(taken != larger and taken.issubset(larger) for larger in free)
    }


def test_a_group_that_was_not_chosen_stays_on_the_floor() -> None:
    state = middle_of_a_round("7S 2C", "AS 6H 6C KD")
    assert str(state.play(Play.parse("7SxAS6H")).floor) == "{6C KD}"
    assert str(state.play(Play.parse("7SxAS6C")).floor) == "{6H KD}"
    state = middle_of_a_round("8D 2C", "4S 4H 4C")
    for play in state.legal_plays()[1:]:
        assert [card.rank for card in state.play(play).floor] == ["4"]


@in_every_preset
def test_it_is_the_card_played_that_sweeps_and_not_the_one_that_lies_there(rules: Rules) -> None:
    jack, five, floor = Card.parse("JC"), Card.parse("5C"), Cards.parse("QS 3H")
    assert captures(five, Cards.parse("JS 3H"), rules) == ()
    assert captures(jack, floor, rules) == (floor,)
    assert basra_points(jack, floor, floor, rules) == 0
    komi = () if rules.komi_on_floor == "plain" else (Cards.of([KOMI]),)
    assert captures(five, Cards.parse("7D 3H"), rules) == komi


@pytest.mark.parametrize("seed", range(5))
def test_where_the_two_of_clubs_is_worth_two_points_the_computer_takes_it(seed: int) -> None:
    state = middle_of_a_round("7H KC", "2C 2S 5H", Rules.preset("pagat"))
    assert str(bot("greedy").choose(state.view(Seat.SOUTH), Random(seed))) == "7Hx2C5H"


def test_a_card_played_out_of_turn_is_refused_and_changes_nothing() -> None:
    state = middle_of_a_round("7H KC", "2C 2S 5H")
    before, text = hash(state), str(state)
    for card in state.hands[Seat.NORTH]:
        for taken in (NONE, *captures(card, state.floor, state.rules)):
            with pytest.raises(IllegalPlayError, match="not in the hand of the seat on turn"):
                state.play(Play(card, taken))
            refusal = state.view(Seat.NORTH).why_not(Play(card, taken))
            assert str(refusal) == "South is on turn (rule 1.3)"
    assert (hash(state), str(state)) == (before, text)


@in_every_preset
def test_a_floor_that_was_cleared_is_not_filled_up(rules: Rules) -> None:
    state = middle_of_a_round("9C 4H", "9D", rules)
    after = state.play(Play.parse("9Cx9D"))
    assert sum(after.basras) == 1
    assert after.floor == NONE
    assert after.stock == state.stock
    assert all(not play.taken for play in after.legal_plays())
    card = next(iter(after.hands[Seat.NORTH]))
    assert not is_capture(card, NONE, NONE, rules)
    assert after.play(Play(card)).floor == Cards.of([card])
