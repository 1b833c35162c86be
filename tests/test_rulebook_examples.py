"""The rule book is true: every boxed claim and every preset in it is checked against the engine.

A claim is one line of a fenced block whose info string is ``takes`` and the presets it holds for
(or ``all``): ``8S on {AC 7D} takes {AC 7D}, basra 10``.  The captures joined by "or" are all there
are; each has the points of its basra behind it, or none.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from basra.engine import PRESETS, Card, Cards, Rules, basra_points, captures

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("rules.md", "house-rules.md")
RANK_ORDER, SUIT_ORDER = "A23456789TJQK", "CDHS"

BLOCK = re.compile(r"^```takes([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CARD = r"[A2-9TJQK][CDHS]"
SET = rf"\{{(?:{CARD}(?: {CARD})*)?\}}"
CLAIM = re.compile(rf"(?P<card>{CARD}) on (?P<floor>{SET}) takes (?P<takes>.+)")
CAPTURE = re.compile(rf"(?P<taken>{SET})(?:, basra (?P<points>[1-9][0-9]*))?")
SECTION_8 = re.compile(r"^## 8 .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Claim(NamedTuple):
    """One line of a ``takes`` block: the captures of a card from a floor, with their basras."""

    text: str
    presets: tuple[str, ...]
    card: str
    floor: str
    takes: dict[str, int]

    @classmethod
    def parse(cls, text: str, presets: tuple[str, ...]) -> Claim:
        """Return the claim that the line *text* makes for *presets*."""
        match = CLAIM.fullmatch(text)
        assert match, f"not a claim: {text}"
        return cls(text, presets, match["card"], match["floor"], _takes(match["takes"], text))


def _takes(listed: str, text: str) -> dict[str, int]:
    takes: dict[str, int] = {}
    for words in [] if listed == "nothing" else listed.split(" or "):
        capture = CAPTURE.fullmatch(words)
        assert capture, f"not a capture: {words!r} in: {text}"
        assert capture["taken"] not in takes, f"twice the same capture in: {text}"
        takes[capture["taken"]] = int(capture["points"] or 0)
    return takes


def _read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def _claims() -> Iterator[Claim]:
    for page in PAGES:
        for info, lines in BLOCK.findall(_read(page)):
            names = tuple(info.split())
            presets = tuple(PRESETS) if names == ("all",) else names
            for line in lines.splitlines():
                yield Claim.parse(line, presets)


CLAIMS = tuple(_claims())


@pytest.mark.parametrize("claim", [pytest.param(claim, id=claim.text) for claim in CLAIMS])
def test_the_engine_agrees_with_the_rule_book(claim: Claim) -> None:
    card, floor = Card.parse(claim.card), Cards.parse(claim.floor.strip("{}"))
    for preset in claim.presets:
        rules = Rules.preset(preset)
        listed = captures(card, floor, rules)
        assert len(listed) == len(set(listed)), f"the same capture twice under {preset}"
        points = {str(taken): basra_points(card, floor, taken, rules) for taken in listed}
        assert points == claim.takes, preset


def test_the_rule_book_makes_at_least_forty_claims() -> None:
    assert len({claim.text for claim in CLAIMS}) >= 40


def test_every_claim_names_presets_that_exist() -> None:
    assert [claim.text for claim in CLAIMS if not claim.presets] == []
    assert {name for claim in CLAIMS for name in claim.presets} == set(PRESETS)


def test_every_set_of_cards_is_written_in_card_order() -> None:
    for claim in CLAIMS:
        for written in (claim.floor, *claim.takes):
            cards = written.strip("{}").split()
            assert cards == sorted(cards, key=_place), claim.text


def test_no_claim_is_made_twice_for_one_preset_in_one_block() -> None:
    for page in PAGES:
        for _, lines in BLOCK.findall(_read(page)):
            claims = lines.splitlines()
            assert len(claims) == len(set(claims))


def _place(card: str) -> tuple[int, int]:
    return RANK_ORDER.index(card[0]), SUIT_ORDER.index(card[1])


def _preset_table() -> dict[str, dict[str, str]]:
    """Return the text of every cell of section 8, by preset and field."""
    section = SECTION_8.search(_read("rules.md"))
    assert section, "docs/rules.md has no section 8"
    table: dict[str, dict[str, str]] = {}
    head: list[str] = []
    for line in section[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|-: "):
            continue
        if cells[0] == "field":
            head = cells[1:]
            continue
        for preset, cell in zip(head, cells[1:], strict=True):
            row = table.setdefault(preset, {})
            assert cells[0] not in row, f"{cells[0]} stands twice for {preset}"
            row[cells[0]] = cell
    return table


def _cell(value: object) -> str:
    """Return how the table writes the value of a field."""
    if isinstance(value, Cards):
        return _barred(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _barred(cards: Cards) -> str:
    """Return the cards, with the rank alone where all four suits of it are there."""
    names = [str(card) for card in cards]
    ranks = [rank for rank in RANK_ORDER if all(rank + suit in names for suit in SUIT_ORDER)]
    return " ".join(ranks + [name for name in names if name[0] not in ranks])


TABLE = _preset_table()


def test_the_table_of_presets_is_what_the_engine_plays() -> None:
    names = [field.name for field in dataclasses.fields(Rules) if field.init]
    assert list(TABLE) == list(PRESETS)
    for preset, cells in TABLE.items():
        rules = Rules.preset(preset)
        assert {name: _cell(getattr(rules, name)) for name in names} == cells, preset
