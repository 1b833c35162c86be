"""The rule book in lines."""

from __future__ import annotations

import re

import pytest

from basra.engine.rules import PRESETS, Rules
from basra.messages.rulebook import read_rule_book
from basra.plain.rulebook_search import paragraphs, search_rulebook
from tests.plain.transcripts import SENTENCE


def test_every_numbered_paragraph_is_there_with_its_words() -> None:
    book = paragraphs()
    assert [one.number for one in book] == re.findall(r"^### (\d+\.\d+) ", read_rule_book(), re.M)
    for one in book:
        lines = list(search_rulebook(one.number, Rules()))
        assert lines[0].startswith(f"{one.number} {one.title[:4]}")
        assert all(SENTENCE.fullmatch(line) for line in lines), lines
        assert not any(mark in line for line in lines for mark in ("```", "**", "](", "| "))


@pytest.mark.parametrize(
    "words", ["jack", "Komi", "basra", "3", "the", "tie", "frog", "9.9", "\x1b"]
)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_any_word_is_answered_in_a_few_lines(words: str, rules: Rules) -> None:
    lines = list(search_rulebook(words, rules))
    assert all(SENTENCE.fullmatch(line) for line in lines), lines
    assert 1 <= len(lines) <= 6


def test_a_word_leads_to_the_paragraphs_that_have_it() -> None:
    first, second = search_rulebook("JACK", Rules())
    assert "3.4 A jack takes the floor" in first
    assert second.startswith("Type rules ")
    assert list(search_rulebook("frog", Rules())) == [
        "The rule book has nothing on 'frog': try rules jack, or rules 3.4."
    ]
    assert next(iter(search_rulebook("last taker", Rules()))).startswith("4.7 What is left")


def test_the_values_in_force_are_named() -> None:
    assert "In force: komi = false." in list(search_rulebook("3.5", Rules.preset("lebanon")))
    assert next(iter(search_rulebook("", Rules.preset("lebanon")))) == (
        "The rules in force are lebanon, to 101 points."
    )
