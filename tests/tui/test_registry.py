"""The registry of screens: a screen is one class and one row; nothing else has a list of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from basra.tui import help, keymap, registry
from basra.tui.app import BasraApp, Options
from basra.tui.painting.pages import TextLine
from basra.tui.registry import BACK, HELPED, PAGES, MenuEntry, ScreenRow
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.pages import PageScreen
from basra.tui.screens.title import TitleScreen
from basra.tui.themes import DEFAULT_THEME
from tests.screen import screen_text, shows, title_items


class ProverbsScreen(PageScreen):
    """A screen that only this test has."""

    NAME: ClassVar[str] = "proverbs"

    def lines(self, width: int) -> Sequence[TextLine]:
        return [TextLine(f"Proverb {number}.") for number in range(1, 61)]


PROVERBS = ScreenRow(
    "proverbs",
    f"{__name__}:ProverbsScreen",
    (PAGES, BACK, HELPED),
    "Proverbs",
    "What is said of cards.",
    (MenuEntry("proverbs", "Proverbs", "sixty of them"),),
)


async def test_a_new_screen_needs_one_row_to_have_menu_keys_help_and_key_bar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "SCREENS", (*registry.SCREENS, PROVERBS))
    app = BasraApp(Options(pace=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "sixty of them")
        actions = [item.action for item in title_items(app)]
        assert actions[-2:] == ["proverbs", "quit"]
        await pilot.press(*["down"] * actions.index("proverbs"), "enter")
        assert isinstance(app.screen, ProverbsScreen)
        shown = screen_text(app)
        assert shown.split("\n")[0].split()[0] == "Proverbs"
        assert "Proverb 1." in shown
        assert shown.split("\n")[-1].split() == ["↑", "↓", "move", "Esc", "back", "?", "help"]
        await pilot.press("end")
        assert "Proverb 60." in screen_text(app)
        await pilot.press("question_mark")
        for words in (
            "What is said of cards.",
            "move the text",
            "PgUp PgDn",
            "twice: quit at once",
        ):
            assert words in screen_text(app)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.parametrize("row", registry.SCREENS, ids=lambda row: row.name)
def test_a_row_names_its_screen_and_the_screen_its_row(row: ScreenRow) -> None:
    screen = registry.screen_class(row)
    assert issubclass(screen, PaintedScreen)
    assert row.name == screen.NAME
    assert registry.row_of(row.name) is row
    for entry in row.menu:
        assert registry.row_of_entry(entry.action) is row


def test_names_and_entries_are_told_apart_and_every_screen_that_has_help_says_what_it_is() -> None:
    names = [row.name for row in registry.SCREENS]
    actions = [entry.action for entry in registry.menu_entries()]
    assert len(names) == len(set(names))
    assert len(actions) == len(set(actions))
    for row in registry.SCREENS:
        has_help = any(key.action == "help" for key in keymap.of_screen(row.name))
        assert has_help == bool(row.about)
        assert not has_help or help.help_lines(row.name, DEFAULT_THEME)[0].text
