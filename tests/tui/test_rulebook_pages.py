"""The rules screen: the whole rule book, the rules in force marked, every word found."""

from __future__ import annotations

import dataclasses
import re

import pytest

from basra.engine.rules import FIELDS, PRESETS, Rules
from basra.messages.rulebook import rule_book
from basra.tui.app import BasraApp, Options
from basra.tui.painting.pages import TextLine
from basra.tui.painting.rulebook_pages import highlight, rulebook_lines, search
from basra.tui.screens.rules import RulesScreen
from tests.screen import screen_text, shows

BOOK = rule_book()
OPTIONS = Options(seed="7", pace=0, level="greedy")
WORD = re.compile(r"[\w♠♥♦♣{}]+")


@pytest.mark.parametrize("name", PRESETS)
def test_no_word_of_the_rule_book_is_left_out(name: str) -> None:
    shown = " ".join(line.text for line in rulebook_lines(BOOK, PRESETS[name], 58))
    text = re.sub(r"\]\([^)]+\)", "]", BOOK.split("\n", 1)[1])
    text = re.sub(r"```takes all", "In all presets", text)
    text = re.sub(r"```takes", "In", text)
    words = WORD.findall(text)
    left = iter(WORD.findall(shown))
    assert all(word in left for word in words), "each word, in the order of the book"


@pytest.mark.parametrize("width", [58, 78, 84])
def test_every_line_fits_its_page(width: int) -> None:
    lines = rulebook_lines(BOOK, Rules(), width)
    assert not [line.text for line in lines if len(line.text) > width]


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_in_force_is_marked_and_what_is_not_is_dim(name: str) -> None:
    lines = rulebook_lines(BOOK, PRESETS[name], 78)
    assert lines[0].text == f"In force: {name}, to {PRESETS[name].target}"
    for line in lines:
        if line.text.startswith("  In ") and line.text.endswith((":", ",")):
            presets = re.findall(r"\w+", line.text.split("·")[0])[1:]
            holds = name in presets or presets[:1] == ["all"]
            assert line.tone == ("good" if holds else "dim")
            assert line.text.endswith("· in force:") == (holds and presets[0] != "all")
    values = " ".join(line.text for line in lines if line.tone == "good")
    for field in FIELDS:
        assert f"{field} = {PRESETS[name].value_text(field)}" in values
    columns = [
        line.text[start:end].strip()
        for line in lines
        for start, end, tone in line.spans
        if tone == "good"
    ]
    assert columns[0] == name
    assert len(columns) == len(FIELDS) + 1


def test_house_rules_show_the_values_that_are_played() -> None:
    house = dataclasses.replace(Rules(), jack_basra=17, target=60)
    lines = [line.text for line in rulebook_lines(BOOK, house, 78)]
    assert lines[0] == "In force: house, to 60"
    assert any("→ house: jack_basra = 17" in line for line in lines)
    assert not any("in force:" in line for line in lines)


def test_a_search_finds_either_case_and_marks_every_place() -> None:
    lines = (TextLine("The Jack sweeps"), TextLine("a queen"), TextLine("jack on jack"))
    assert search(lines, "JACK") == (0, 2)
    assert search(lines, "") == search(lines, "[") == ()
    assert highlight(lines[2], "jack").spans == (
        (0, 4, "selected_item"),
        (8, 12, "selected_item"),
    )
    assert highlight(lines[1], "jack") is lines[1]


async def test_the_rules_are_searched_with_a_slash_and_gone_through_with_n() -> None:
    app = BasraApp(OPTIONS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("7")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        await shows(pilot, "In force: v2, to 121")
        await pilot.press("n")
        await shows(pilot, "press / and write what to search for")
        await pilot.press("slash", *"CHECKSUMQ")
        assert "search: CHECKSUMQ_" in screen_text(app), "q is text here"
        await pilot.press("backspace", "enter")
        await shows(pilot, "1 of 1: CHECKSUM")
        await shows(pilot, "5.4 Checksums")
        await pilot.press("slash", *"target", "enter")
        seen = []
        for _ in range(40):
            found_at = re.search(r"(\d+) of (\d+): target", screen_text(app))
            assert found_at
            seen.append(int(found_at[1]))
            if len(seen) > int(found_at[2]):
                break
            await pilot.press("n")
        count = len(seen) - 1
        assert sorted(seen[:-1]) == list(range(1, count + 1)), "each place once, then round"
        assert seen[-1] == seen[0]
        await pilot.press("N")
        await shows(pilot, f"{(seen[0] - 2) % count + 1} of {count}: target")
        await pilot.press("slash", *"[/bold", "enter")
        await shows(pilot, "not in the rules: [/bold")
        await pilot.press("slash", "x", "escape")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        assert not isinstance(app.screen, RulesScreen)
