"""The table as it looks: every size, every frame, floors from none to nearly all."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment, Segments

from basra.engine.cards import ALL, DECK, Card, Cards
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled
from basra.engine.views import View
from basra.messages.capture_choices import missing, plays_of
from basra.messages.names import Names
from basra.tui.painting.scene import Scene, layout_for
from basra.tui.painting.table import paint_table
from basra.tui.themes import FRAMES, MONO, PALETTES, Theme, build_theme
from tests.strategies import rounds

NAMES = Names("You", "Computer")
SIZES = ((60, 18), (80, 24), (100, 32), (120, 40), (200, 50))
FLOORS = (0, 4, 9, 15, 45)
ALIKE = {"paper": "felt", "outline": MONO, "ascii": MONO}
THEMES = [build_theme(frame, theme, "four") for frame in FRAMES for theme in (*PALETTES, MONO)]


def scene_of(count: int) -> Scene:
    """A table with *count* cards on the floor and a card chosen that takes some of them."""
    order = tuple(card for card in shuffled(Random(11)) if card.rank != "J")
    hand = order[-3:] if count == 45 else (*order[-3:], Card.parse("JH"))
    floor = Cards.of(order[:count])
    rest = tuple(ALL - (floor | Cards.of(hand)))
    stock = 8 if count < 40 else 0
    other = len(hand) if count < 40 else 3
    known = len(rest) - stock - other
    piles = Cards.of(rest[: known // 2]), Cards.of(rest[known // 2 : known])
    view = View(
        Rules(), Seat.SOUTH, Seat.SOUTH, Cards.of(hand), other, floor, stock, piles, (1, 0),
        (0, 0), Seat.NORTH,
    )  # fmt: skip
    takers = [play for card in hand for play in plays_of(view, card)[:1]]
    chosen = max(takers, key=lambda play: len(play.taken) if play.card.rank != "J" else -1)
    plays = plays_of(view, chosen.card)
    return Scene(view, NAMES, (34, 41), chosen, (1, len(plays)))


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_looks_as_it_did(
    frame: str, size: tuple[int, int], golden: Callable[[str, str], None]
) -> None:
    theme = build_theme(frame, ALIKE[frame], "four")
    floors = FLOORS if size != (200, 50) else (9,)
    pictures = []
    for count in floors:
        painted = paint_table(scene_of(count), *size, theme)
        assert (len(painted.rows), painted.width) == (size[1], size[0])
        pictures.append(f"floor {count}\n{painted.text}")
    if frame == "ascii":
        assert "".join(pictures).isascii()
    golden(f"tables/{frame}-{size[0]}x{size[1]}.txt", f"\n{'=' * size[0]}\n".join(pictures))


def glyph(card: Card, theme: Theme) -> str:
    return card.glyph.translate(theme.fallbacks) if theme.fallbacks else card.glyph


@given(rounds(), st.sampled_from(Seat), st.sampled_from(SIZES), st.sampled_from(THEMES), st.data())
def test_any_table_can_be_painted_in_any_theme_every_card_of_the_floor_once(
    state: Round, seat: Seat, size: tuple[int, int], theme: Theme, data: st.DataObject
) -> None:
    view = state.view(seat)
    plays = view.legal_plays()
    chosen = data.draw(st.sampled_from(plays)) if plays else None
    if chosen is not None and data.draw(st.booleans()):
        chosen = Play(chosen.card, Cards(int(data.draw(st.integers(0, ALL))) & view.floor))
    scene = Scene(
        view, NAMES, (12, 34), chosen, why_not=missing(view, chosen) if chosen else "",
        by_rank=data.draw(st.booleans()), shows_memory=data.draw(st.booleans()),
        log_offset=data.draw(st.integers(0, 60)),
    )  # fmt: skip
    painted = paint_table(scene, *size, theme)
    layout = layout_for(*size)
    assert layout is not None
    assert all(sum(part.cell_length for part in row) == size[0] for row in painted.rows)
    rows = painted.text.split("\n")[layout.floor_top : layout.hand_top - 1]
    floor = "\n".join(row.ljust(size[0])[: layout.main_columns] for row in rows)
    if scene.shows_memory:
        floor = floor[: floor.rindex("\n")]
    places = [hit.action for hit in painted.click_regions if hit.action.startswith("floor")]
    assert sorted(places) == sorted(f"floor {card}" for card in view.floor)
    for card in view.floor:
        assert glyph(card, theme) in floor
    if theme.fallbacks:
        assert painted.text.isascii()
    else:
        hidden = state.hands[seat.other] | Cards.of(state.stock)
        assert not [card for card in hidden if card.glyph in painted.text]


@given(rounds(), st.sampled_from(SIZES))
def test_a_play_that_is_shown_puts_its_card_with_the_floor(
    state: Round, size: tuple[int, int]
) -> None:
    plays = state.legal_plays()
    if not plays:
        return
    for seat in Seat:
        view = state.view(seat)
        scene = Scene(view, NAMES, (0, 0)).during_play(view, state.play(plays[0]).outcomes[-1])
        painted = paint_table(scene, *size, THEMES[0])
        places = [hit.action for hit in painted.click_regions if hit.action.startswith("floor")]
        assert len(places) == len(view.floor) + 1
        others = state.hands[seat.other] - (1 << plays[0].card)
        assert not [card for card in others if card.glyph in painted.text]


def test_not_even_a_drawing_of_the_screen_holds_a_card_of_the_other_hand() -> None:
    state = Round.deal(shuffled(Random(4)))
    view = state.view(Seat.SOUTH)
    painted = paint_table(Scene(view, NAMES, (0, 0)), 80, 24, THEMES[0])
    console = Console(width=80, record=True, file=io.StringIO(), force_terminal=True)
    for row in painted.rows:
        console.print(Segments((*row, Segment.line())), end="")
    drawing = console.export_svg(title="Basra")
    seen = [card for card in DECK if card.glyph in drawing]
    assert set(seen) == set(state.hands[Seat.SOUTH] | state.floor)
