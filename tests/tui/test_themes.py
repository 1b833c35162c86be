"""The themes: every frame, palette and set of suit colours shows the same table in its own way."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from basra.engine.cards import Card
from basra.engine.rounds import Round
from basra.engine.seats import Seat
from basra.match.settings import CHOICES, Settings
from basra.messages.names import Names
from basra.terminal.capabilities import Terminal
from basra.terminal.glyphs import GLYPHS
from basra.tui.app import BasraApp, Options
from basra.tui.painting.canvas import Canvas
from basra.tui.painting.cards import FLAT, LARGE, MEDIUM, SMALL, TOKEN, CardSize, paint_card
from basra.tui.painting.scene import Scene
from basra.tui.painting.table import paint_table
from basra.tui.screens.curtain import CurtainScreen
from basra.tui.screens.table import TableScreen
from basra.tui.themes import FRAMES, MONO, Highlight, Theme, build_theme
from tests.screen import painted_text, screen_text, settle, shows
from tests.strategies import rounds

SIZES = [(60, 18), (80, 24), (100, 32), (120, 40)]
SUITS = CHOICES["suits"]
THEMES = [
    build_theme(frame, theme, suits)
    for frame, theme, suits in itertools.product(FRAMES, (*CHOICES["theme"], MONO), SUITS)
]
BY_NAME = [
    pytest.param(build_theme(frame, theme, "colour-blind"), id=f"{frame}-{theme}")
    for frame, theme in itertools.product(FRAMES, ("felt", "sixteen", MONO))
]
HIGHLIGHTS = [highlight for highlight in Highlight if highlight is not Highlight.ALTERNATE]


def painted(card: str, size: CardSize, highlight: Highlight, theme: Theme) -> str:
    canvas = Canvas(size.width + 4, size.height, theme)
    paint_card(canvas, 2, 0, size, Card.parse(card), highlight)
    return canvas.picture().text


@given(rounds(), st.sampled_from(Seat), st.sampled_from(SIZES), st.sampled_from(THEMES))
def test_every_theme_shows_each_card_of_the_floor_and_none_of_the_other_hand(
    state: Round, seat: Seat, size: tuple[int, int], theme: Theme
) -> None:
    view = state.view(seat)
    plays = view.legal_plays()
    scene = Scene(view, Names("You", "Computer"), (12, 34), plays[-1] if plays else None)
    picture = paint_table(scene, *size, theme)
    shown = picture.text
    for card in state.floor:
        assert card.glyph.translate(theme.fallbacks) in shown
    allowed = set(map(chr, range(32, 127))) | {"\n"} | (set() if theme.fallbacks else set(GLYPHS))
    assert set(shown) <= allowed
    assert all(sum(part.cell_length for part in row) == size[0] for row in picture.rows)
    styles = {part.style for row in picture.rows for part in row}
    for style in styles:
        assert isinstance(style, Style)
        if theme.name == MONO:
            assert style.color is style.bgcolor is None
        else:
            assert style.color is not None
            assert style.bgcolor is not None
            assert style.color != style.bgcolor


@pytest.mark.parametrize("theme", BY_NAME)
@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, FLAT, TOKEN], ids=str)
@pytest.mark.parametrize("card", ["TS", "AH", "QD", "7C"])
def test_a_card_keeps_to_its_place_and_tells_its_state(
    card: str, size: CardSize, theme: Theme
) -> None:
    glyph = Card.parse(card).glyph.translate(theme.fallbacks)
    for highlight in HIGHLIGHTS:
        rows = painted(card, size, highlight, theme).split("\n")
        assert any(glyph in row for row in rows)
        mark = highlight.mark.translate(theme.fallbacks)
        assert not mark or any(mark in row for row in rows)
        inside = [row.ljust(size.width + 4)[2 : size.width + 2] for row in rows]
        beside = "".join(row[:2] + row.ljust(size.width + 4)[size.width + 2 :] for row in rows)
        assert set(beside) <= {" ", *mark, *("><" if highlight is Highlight.SELECTED else "")}
        assert len(inside) == size.height


@pytest.mark.parametrize("theme", [param for param in BY_NAME if "mono" in str(param.id)])
def test_without_colour_every_state_of_a_card_is_told_by_lines_or_a_mark(theme: Theme) -> None:
    kinds = {
        painted("7H", SMALL, highlight, theme)
        for highlight in (Highlight.PLAIN, Highlight.LAST_PLAY, Highlight.CAPTURE)
    }
    assert len(kinds) == 3
    plain, chosen = (
        painted("7H", MEDIUM, highlight, theme)
        for highlight in (Highlight.PLAIN, Highlight.SELECTED)
    )
    assert plain != chosen


@pytest.mark.parametrize("suits", SUITS)
def test_sixteen_colours_are_names_and_nothing_on_a_card_is_bold(suits: str) -> None:
    for style in build_theme("paper", "sixteen", suits).cards.values():
        assert not style.bold
        assert style.color is not None
        assert style.bgcolor is not None
        assert style.color.triplet is style.bgcolor.triplet is None


@pytest.mark.slow
async def test_no_screen_of_the_ascii_frame_has_a_character_that_is_none() -> None:
    """Names and house rules from outside included; Textual has no widget of its own on a screen."""
    options = Options(
        seed="7", pace=0, names=("كومي", "王 é★"), terminal=Terminal(glyphs=False), level="greedy"
    )
    app = BasraApp(options)
    async with app.run_test(size=(80, 24)) as pilot:

        def assert_ascii() -> None:
            pictures = [painted_text(app, *size) for size in SIZES]
            for shown in (screen_text(app), *pictures):
                assert shown.isascii(), sorted(set(shown) - set(map(chr, range(127))))

        for keys in (["7"], ["slash", "♠", "enter", "end"], ["q", "8"], ["q", "9"], ["end"]):
            await pilot.press(*keys)
            assert_ascii()
        await pilot.press("q", "3", "up", "up", "م")
        assert_ascii()
        await pilot.press("escape", "escape", "1")
        await settle(pilot)
        for key in ("1", "question_mark", "q", "escape", "q", "r", "q", "s", "q", "l", "q", "q"):
            await pilot.press(key)
            await pilot.pause()
            assert_ascii()
        await pilot.press("3", "down", "left", "enter")
        assert_ascii()


@pytest.mark.parametrize("hot_seat", [False, True])
async def test_t_and_c_change_the_colours_at_the_table_and_are_remembered(hot_seat: bool) -> None:
    app = BasraApp(Options(seed="7", pace=0, hot_seat=hot_seat, start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if hot_seat:
            assert isinstance(app.screen, CurtainScreen)
            await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        seen = []
        for _ in CHOICES["theme"]:
            seen.append(app.table_theme.name)
            await pilot.press("t")
            await shows(pilot, f"theme: {app.settings.theme}")
        assert sorted(seen) == sorted(CHOICES["theme"])
        assert app.settings.theme == "felt"
        inks = app.table_theme.cards
        await pilot.press("ؤ")
        assert app.settings.suits == "four"
        assert app.table_theme.cards != inks


async def test_where_no_colour_is_shown_t_says_so_and_changes_nothing() -> None:
    app = BasraApp(Options(seed="7", pace=0, start=True, terminal=Terminal(0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("t", "c"):
            await pilot.press(key)
            await shows(pilot, "no colour is shown here")
        assert app.settings == Settings()
