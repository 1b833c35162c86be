"""A table of capture cases that may lie beside the checkout, in ``../shared/cases``.

It is not part of the project; where it is missing these tests are skipped, and the project's own
table, tests/data/captures.txt, stands for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from basra.engine.captures import basra_points, captures, may_trail
from basra.engine.cards import Card, Cards
from basra.engine.rules import PRESETS, Rules
from tests.oracle import oracle_basra, oracle_captures, oracle_may_trail

PATH = Path(__file__).parents[3] / "shared" / "cases" / "captures.json"
CASES: list[dict[str, Any]] = (
    json.loads(PATH.read_text(encoding="utf-8"))["cases"] if PATH.exists() else []
)
MISSING = "there is no ../shared/cases/captures.json beside the checkout"
TABLE = [
    pytest.param(case, name, id=f"{case['card']} on {' '.join(case['floor'])} under {name}")
    for case in CASES
    for name in PRESETS
    if name in case
] or [pytest.param({}, "", id="no table", marks=pytest.mark.skip(reason=MISSING))]


@pytest.mark.parametrize(("case", "name"), TABLE)
def test_the_engine_and_the_oracle_answer_as_the_table_does(
    case: dict[str, Any], name: str
) -> None:
    card, rules = Card.parse(case["card"]), Rules.preset(name)
    floor = Cards.parse(" ".join(case["floor"]))
    answers = {Cards.parse(" ".join(taken)) for taken in case[name]["takes"]}
    takes, trails = {taken for taken in answers if taken}, Cards(0) in answers
    points = {case[name]["basra"]}

    found = captures(card, floor, rules)
    assert set(found) == takes
    assert len(found) == len(takes)
    assert may_trail(card, floor, rules) is trails
    assert {basra_points(card, floor, taken, rules) for taken in answers} == points

    assert oracle_captures(card, floor, rules) == takes
    assert oracle_may_trail(card, floor, rules) is trails
    assert {oracle_basra(card, floor, taken, rules) for taken in answers} == points


@pytest.mark.skipif(not CASES, reason=MISSING)
def test_the_table_is_not_empty() -> None:
    assert len(TABLE) >= 100
