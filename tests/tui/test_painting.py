"""The painted table: every card once, no hidden card ever, nothing beside its place."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.cards import ALL, DECK, Card, Cards
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled
from basra.engine.views import View
from basra.messages.card_order import floor_order, slots
from basra.messages.names import Names
from basra.terminal.glyphs import GLYPHS
from basra.tui.painting.canvas import Canvas, changed_columns, truncate
from basra.tui.painting.cards import MEDIUM, SMALL, TOKEN, floor_layout
from basra.tui.painting.key_bar import MIN_SIZE, paint_too_small
from basra.tui.painting.scene import Scene, layout_for
from basra.tui.painting.table import paint_table
from basra.tui.themes import DEFAULT_THEME
from tests.strategies import rounds

NAMES = Names("You", "Computer")
SIZES = [(60, 18), (71, 40), (72, 22), (80, 24), (99, 33), (100, 32), (120, 40), (200, 50)]


def view_of(floor: Cards, hand: Cards) -> View:
    rest = ALL - (floor | hand)
    return View(
        Rules(),
        Seat.SOUTH,
        Seat.SOUTH,
        hand,
        0,
        floor,
        0,
        (rest, Cards(0)),
        (0, 0),
        (0, 0),
        Seat.SOUTH,
    )


def floor_text(scene: Scene, width: int, height: int) -> str:
    layout = layout_for(width, height)
    assert layout is not None
    rows = paint_table(scene, width, height, DEFAULT_THEME).text.split("\n")
    rows = rows[layout.floor_top : layout.hand_top - 1]
    return "\n".join(row.ljust(width)[: layout.main_columns] for row in rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", [0, 1, 4, 9, 15, 16, 26, 44, 52])
def test_every_card_of_the_floor_is_on_the_screen_once(count: int, size: tuple[int, int]) -> None:
    floor = Cards.of(shuffled(Random(count))[:count])
    spare = ALL - floor
    hand = Cards.of(tuple(spare)[:1])
    painted = floor_text(Scene(view_of(floor, hand), NAMES, (0, 0)), *size)
    faces = {card: painted.count(card.glyph) for card in DECK}
    assert {card for card, number in faces.items() if number} == set(floor)
    assert len({faces[card] for card in floor}) <= 1, "one shape for all"
    assert all(number in (0, 1, 2) for number in faces.values())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_even_what_a_card_takes_from_a_full_floor_keeps_its_place(size: tuple[int, int]) -> None:
    jack = Card.parse("JS")
    floor = ALL - (1 << jack)
    view = view_of(floor, Cards(1 << jack))
    scene = Scene(view, NAMES, (0, 0), selected=Play(jack, floor))
    painted = floor_text(scene, *size)
    assert {painted.count(card.glyph) for card in floor} in ({1}, {2})
    assert painted.count("✓") == 51


@given(rounds(), st.sampled_from(Seat), st.sampled_from(SIZES), st.booleans())
def test_no_card_of_the_other_hand_is_ever_painted(
    state: Round, seat: Seat, size: tuple[int, int], covered: bool
) -> None:
    view = state.view(seat)
    plays = view.legal_plays()
    scene = Scene(view, NAMES, (12, 34), plays[-1] if plays else None, is_covered=covered)
    painted = paint_table(scene, *size, DEFAULT_THEME)
    hidden = state.hands[seat.other] | Cards.of(state.stock)
    if covered:
        hidden = hidden | state.hands[seat]
        scene = Scene(view, NAMES, (12, 34), is_covered=True)
        painted = paint_table(scene, *size, DEFAULT_THEME)
    assert not [card for card in hidden if card.glyph in painted.text]
    assert set(painted.text) <= set(map(chr, range(32, 127))) | set(GLYPHS) | {"\n"}
    assert len(painted.rows) == size[1]
    assert all(sum(part.cell_length for part in row) == size[0] for row in painted.rows)
    if not covered and not state.is_over:
        rows = "\n".join(painted.text.split("\n")[size[1] - 12 :])
        assert all(card.glyph in rows for card in state.hands[seat])


@given(st.integers(0, 52), st.integers(1, 200), st.integers(1, 40))
def test_places_on_the_floor_never_overlap(count: int, width: int, height: int) -> None:
    laid = floor_layout(count, width, height, MEDIUM)
    cells = [
        (x, y)
        for place in laid.positions
        for x in range(place.x, place.x + laid.size.width)
        for y in range(place.y, place.y + laid.size.height)
    ]
    assert len(laid.positions) == count
    assert len(cells) == len(set(cells))
    if width // 3 * height >= count:
        assert all(0 <= x < width and 0 <= y < height for x, y in cells)


@pytest.mark.parametrize(
    ("count", "box", "size"),
    [
        pytest.param(15, (51, 8), SMALL, id="the-most-there-can-be-at-80x24"),
        pytest.param(17, (51, 8), TOKEN, id="more-than-two-rows-of-cards"),
        pytest.param(9, (67, 12), MEDIUM, id="large-cards"),
        pytest.param(52, (58, 6), TOKEN, id="the-whole-pack-at-60x18"),
    ],
)
def test_cards_shrink_only_where_they_must(
    count: int, box: tuple[int, int], size: tuple[int, int]
) -> None:
    assert floor_layout(count, *box, MEDIUM if box[0] > 60 else SMALL).size == size


@given(rounds())
def test_the_floor_keeps_the_order_in_which_it_was_laid(state: Round) -> None:
    order = floor_order(state.view(Seat.SOUTH))
    assert Cards.of(order) == state.floor
    trailed = [play.card for play in state.history if not play.taken]
    numbers = [trailed.index(card) if card in trailed else -1 for card in order]
    assert numbers == sorted(numbers)


@given(rounds(), st.sampled_from(Seat))
def test_a_card_keeps_its_digit_until_the_next_deal(state: Round, seat: Seat) -> None:
    if state.is_over:
        return
    before = slots(state.view(seat))
    assert Cards.of([card for card in before if card is not None]) == state.hands[seat]
    play = state.legal_plays()[0]
    after = state.play(play)
    if len(after.stock) == len(state.stock) and not after.is_over:
        wanted = tuple(None if card == play.card else card for card in before)
        assert slots(after.view(seat)) == wanted


@pytest.mark.parametrize("size", [(1, 1), (5, 2), (20, 5), (59, 18), (60, 17)], ids=str)
def test_a_small_window_gets_one_sentence(size: tuple[int, int]) -> None:
    assert layout_for(*size) is None
    painted = paint_too_small(*size, DEFAULT_THEME)
    assert (len(painted.rows), painted.width) == (size[1], size[0])
    if size[0] >= 20:
        words = " ".join(painted.text.split())
        wanted = f"Basra needs {MIN_SIZE[0]}×{MIN_SIZE[1]}, this window is {size[0]}×{size[1]}."
        assert words == f"{wanted} Your game is safe."


def test_wide_and_joined_letters_keep_their_columns() -> None:
    canvas = Canvas(10, 1, DEFAULT_THEME)
    assert canvas.write(0, 0, "王e\u0301x", DEFAULT_THEME.text) == 4
    canvas.write(8, 0, "王王", DEFAULT_THEME.text)
    assert canvas.picture().text == "王e\u0301x    王"
    assert truncate("كومي الكبير", 5) == "كومي…"
    assert truncate("王王王", 4) == "王…"


def test_only_the_cells_that_differ_are_sent() -> None:
    rows = []
    for word in ("left 12 right", "left 34 right"):
        canvas = Canvas(20, 1, DEFAULT_THEME)
        canvas.write(0, 0, word[:5], DEFAULT_THEME.text)
        canvas.write(5, 0, word[5:7], DEFAULT_THEME.gold)
        canvas.write(7, 0, word[7:], DEFAULT_THEME.dim)
        rows.append(canvas.picture().rows[0])
    assert changed_columns(rows[0], rows[1]) == (5, 2)
    assert changed_columns(rows[0], rows[0]) == (0, 0)


@pytest.mark.parametrize("size", [(60, 18), (72, 22), (80, 24), (100, 32)], ids=str)
def test_the_head_has_room_for_the_longest_names_and_scores(size: tuple[int, int]) -> None:
    view = Round.deal(DECK[::-1]).view(Seat.SOUTH)
    layout = layout_for(*size)
    assert layout is not None
    for names in (Names("W" * 24, "M" * 24), Names("A", "M" * 24), Names("You", "Computer")):
        painted = paint_table(Scene(view, names, (1234, 987)), *size, DEFAULT_THEME).text.split(
            "\n"
        )
        head = painted[0].ljust(size[0])[: layout.main_columns]
        assert "stock" in head
        assert head.rstrip().endswith(" 987")
        assert " 1234  " in head
        assert "121" in "".join(row[: layout.width] for row in painted[:2])
