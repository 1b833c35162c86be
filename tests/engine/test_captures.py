"""What a card takes: the table of cases worked out by hand, and the oracle on floors at random.

The table is tests/data/captures.txt; it says itself how to read it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from basra.engine.captures import basra_points, captures, is_capture, may_trail
from basra.engine.cards import KOMI, NONE, Card, Cards
from basra.engine.errors import PositionError
from basra.engine.rules import PRESETS, Rules
from basra.engine.shuffles import shuffled
from tests.conftest import DATA
from tests.oracle import oracle_basra, oracle_captures, oracle_may_trail
from tests.strategies import house_rules, laid, presets, seeds, ways_to_take

ROW = re.compile(r"(.+?) \| (\w\w) on (.+?)( as the last card)? \| (.+)")


class Case(NamedTuple):
    """A line of the table under one set of rules."""

    card: Card
    floor: Cards
    rules: Rules
    last_card: bool
    takes: dict[Cards, int]
    """Every capture, and the points of the basra it makes."""
    trails: bool


def table() -> Iterator[tuple[str, Case]]:
    """Yield every case of the table, with a sentence that names it."""
    for line in (DATA / "captures.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or "|" not in line:
            continue
        match = ROW.fullmatch(line)
        assert match, f"no case: {line}"
        for name, rules in rules_of(match[1]):
            floor = NONE if match[3] == "-" else Cards.parse(match[3])
            words = match[5].split(", ")
            takes = [word.split("!") for word in words if word != "trails"]
            points = {
                Cards.parse(taken): int("".join(points)) for taken, *points in takes if points
            }
            every = {Cards.parse(taken): 0 for taken, *_ in takes} | points
            last = bool(match[4])
            case = Case(Card.parse(match[2]), floor, rules, last, every, "trails" in words)
            yield f"{match[2]} on {floor}{match[4] or ''} under {name}", case


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


TABLE = [pytest.param(*case, id=sentence) for sentence, case in table()]
COLUMNS = ("card", "floor", "rules", "last_card", "takes", "trails")
V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))


class TestTheTable:
    @pytest.mark.parametrize(COLUMNS, TABLE)
    def test_the_engine_answers_as_worked_out_by_hand(
        self,
        card: Card,
        floor: Cards,
        rules: Rules,
        last_card: bool,
        takes: dict[Cards, int],
        trails: bool,
    ) -> None:
        found = captures(card, floor, rules)
        made = {
            taken: basra_points(card, floor, taken, rules, last_card=last_card) for taken in found
        }
        assert made == takes
        assert len(found) == len(takes)
        assert may_trail(card, floor, rules) is trails
        assert all(is_capture(card, floor, taken, rules) for taken in takes)

    @pytest.mark.parametrize(COLUMNS, TABLE)
    def test_the_oracle_answers_as_worked_out_by_hand(
        self,
        card: Card,
        floor: Cards,
        rules: Rules,
        last_card: bool,
        takes: dict[Cards, int],
        trails: bool,
    ) -> None:
        found = oracle_captures(card, floor, rules)
        assert takes == {
            taken: oracle_basra(card, floor, taken, rules, last_card) for taken in found
        }
        assert oracle_may_trail(card, floor, rules) is trails

    def test_it_has_cases_for_every_preset(self) -> None:
        rules = {case.rules for _, case in table()}
        assert rules.issuperset(PRESETS.values())

    def test_no_case_stands_in_it_twice(self) -> None:
        sentences = [sentence for sentence, _ in table()]
        assert len(sentences) == len(set(sentences)) > 80


class TestTheListOfCaptures:
    @given(laid(max_size=16), ways_to_take())
    def test_every_capture_is_of_cards_on_the_floor_and_not_empty(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        for taken in captures(card, floor, rules):
            assert taken
            assert taken.issubset(floor)
            assert type(taken) is Cards

    @given(laid(max_size=16), st.sampled_from([V1, V2]))
    @example((Card.parse("9S"), Cards.parse("AD 2S 3C 5C 6C 6S 7D 8D 8H")), V2)
    def test_under_maximum_all_are_equally_large_and_in_order(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        found = captures(*card_and_floor, rules)
        assert len({len(taken) for taken in found}) <= 1
        assert list(found) == sorted(set(found))

    @given(laid(max_size=12), st.sampled_from(["plain", "any_card"]))
    def test_where_taking_is_free_they_stand_from_the_largest_to_the_smallest(
        self, card_and_floor: tuple[Card, Cards], sharing: str
    ) -> None:
        rules = dataclasses.replace(JAWAKER, komi_on_floor=sharing)
        found = captures(*card_and_floor, rules)
        assert list(found) == sorted(set(found), key=lambda taken: (-len(taken), taken))

    @given(laid(max_size=14), ways_to_take())
    def test_a_card_may_trail_or_take(
        self, card_and_floor: tuple[Card, Cards], rules: Rules
    ) -> None:
        card, floor = card_and_floor
        assert captures(card, floor, rules) or may_trail(card, floor, rules)

    @given(laid(max_size=12), ways_to_take(), seeds())
    def test_the_order_in_which_the_floor_is_named_does_not_matter(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
    ) -> None:
        card, floor = card_and_floor
        mixed = Cards.parse(" ".join(map(str, shuffled(Random(seed), tuple(floor)))))
        assert captures(card, mixed, rules) == captures(card, floor, rules)

    @given(laid(max_size=12), presets(), seeds())
    def test_suits_do_not_matter_but_for_the_komi(
        self, card_and_floor: tuple[Card, Cards], rules: Rules, seed: int
    ) -> None:
        card, floor = card_and_floor
        renamed = other_suits(Random(seed))
        asked = captures(renamed[card], Cards.of([renamed[one] for one in floor]), rules)
        answer = {
            Cards.of([renamed[one] for one in taken]) for taken in captures(card, floor, rules)
        }
        assert set(asked) == answer

    @given(house_rules(), house_rules())
    def test_rules_that_take_alike_are_numbered_alike(self, one: Rules, other: Rules) -> None:
        alike = all(
            getattr(one, name) == getattr(other, name)
            for name in ("capture", "komi", "komi_on_floor")
        )
        assert (one.taking == other.taking) is alike

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
    def test_a_card_that_lies_on_the_floor_cannot_be_played(self, rules: Rules) -> None:
        with pytest.raises(PositionError, match="8S cannot be played while it lies on the floor"):
            captures(Card.parse("8S"), Cards.parse("AC 8S"), rules)


def other_suits(rng: Random) -> dict[Card, Card]:
    """Return a card for every card, of the same rank, the komi for the komi."""
    renamed: dict[Card, Card] = {}
    for rank in "A23456789TJQK":
        suits = "CHS" if rank == "7" else "CDHS"
        others = shuffled(rng, [Card.parse(rank + suit) for suit in suits])
        renamed |= dict(zip((Card.parse(rank + suit) for suit in suits), others, strict=True))
    return renamed | {KOMI: KOMI}
