"""The table: the floor, the hand, the opponent, the prompts and the side panel of a scene.

Nothing scrolls and no card of the floor is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from rich.style import Style

from basra.engine.cards import Card, Cards
from basra.engine.seats import Seat
from basra.engine.state import View
from basra.i18n import _
from basra.messages.card_order import floor_order, hand_slots
from basra.messages.phrases import count_noun
from basra.messages.plays import log_rows
from basra.tui import registry
from basra.tui.painting.canvas import Canvas, Picture, truncate
from basra.tui.painting.cards import (
    SMALL,
    TOKEN,
    CardSize,
    floor_layout,
    paint_card,
    paint_card_back,
)
from basra.tui.painting.key_bar import HAND_ACTIONS, paint_key_bar
from basra.tui.painting.prompts import (
    basra_banner,
    last_outcome,
    log_line,
    prompts,
    short_cards,
    short_name,
)
from basra.tui.painting.scene import Layout, Scene, layout_for
from basra.tui.themes import Highlight, Theme


def paint_table(scene: Scene, width: int, height: int, theme: Theme) -> Picture:
    """Return the picture of *scene* in a window that is large enough."""
    layout = layout_for(width, height)
    assert layout is not None, "the window must be large enough"
    canvas = Canvas(width, height, theme)
    _paint_top_row(canvas, scene, layout)
    _paint_opponent(canvas, scene, layout)
    _paint_rule(canvas, layout.floor_top - 1, layout.main_columns, *_floor_rule(scene, layout))
    _paint_floor(canvas, scene, layout)
    _paint_rule(canvas, layout.hand_top - 1, layout.main_columns, *_hand_rule(scene, layout))
    if scene.is_covered:
        _paint_covered_hand(canvas, scene, layout)
    else:
        _paint_hand(canvas, scene, layout)
    if scene.shows_memory and not scene.is_covered:
        _paint_memory(canvas, scene, layout)
    _paint_prompts(canvas, scene, layout)
    looks_on = scene.screen == registry.TABLE and scene.by_computer and not scene.is_demo
    digits = f"1-{scene.view.rules.hand_size}"
    paint_key_bar(canvas, scene.screen, digits, without=HAND_ACTIONS if looks_on else frozenset())
    if layout.has_side:
        _paint_side_panel(canvas, scene, layout)
    return canvas.picture()


def highlights(scene: Scene) -> Mapping[Card, Highlight]:
    """Return the highlighted cards of the floor."""
    marked: dict[Card, Highlight] = {}
    outcomes = scene.view.outcomes
    if scene.outcome is not None:
        theirs = scene.outcome.seat is not scene.view.seat
        takes = Highlight.THEIR_CAPTURE if theirs else Highlight.CAPTURE
        marked = dict.fromkeys(scene.outcome.taken if scene.highlights_capture else (), takes)
        marked[scene.outcome.card] = Highlight.LAST_PLAY if theirs else Highlight.SELECTED
        return marked
    if outcomes and not scene.view.is_over:
        last = outcomes[-1]
        if last.seat is not scene.view.seat and not last.taken:
            marked[last.card] = Highlight.LAST_PLAY
    if scene.selected is not None:
        picked = Highlight.SELECTED if scene.why_not else Highlight.CAPTURE
        marked |= dict.fromkeys(scene.selected.taken, picked)
    return marked


def _paint_floor(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint every card of the floor, and the one that is being laid."""
    cards = floor_order(scene.view, by_rank=scene.by_rank)
    if scene.outcome is not None:
        cards = (*cards, scene.outcome.card)
    if scene.banner:
        middle = layout.floor_top + (layout.floor_rows - 1) // 2
        canvas.write_centred(
            0, middle, layout.main_columns, f"  {scene.banner}  ", canvas.theme.selected_item
        )
        return
    if not cards:
        middle = layout.floor_top + (layout.floor_rows - 1) // 2
        words = "" if scene.view.is_over else _("the floor is empty")
        canvas.write_centred(0, middle, layout.main_columns, words, canvas.theme.dim)
        return
    rows = layout.floor_rows - (1 if scene.shows_memory else 0)
    arranged = floor_layout(len(cards), layout.main_columns - 2, rows, layout.floor_cards)
    marked = highlights(scene)
    for card, position in zip(cards, arranged.positions, strict=True):
        highlight = marked.get(card, Highlight.ALTERNATE if position.shade else Highlight.PLAIN)
        x, y = 1 + position.x, layout.floor_top + position.y
        paint_card(canvas, x, y, arranged.size, card, highlight, has_gap=bool(arranged.gap))
        canvas.add_click_region(x, y, *arranged.size, f"floor {card}")


def _hand_columns(layout: Layout, count: int) -> tuple[CardSize, list[int]]:
    """The size of *count* cards in a hand, and the column of each."""
    for size in layout.hand_cards:
        pitch = min(size.width + 3, (layout.main_columns - 2) // max(1, count))
        if pitch > size.width:
            break
    left = (layout.main_columns - count * pitch + pitch - size.width) // 2
    return size, [left + number * pitch for number in range(count)]


def _paint_hand(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the hand, the selected card raised, with the digits under the cards."""
    theme = canvas.theme
    cards = hand_slots(scene.view)
    size, columns = _hand_columns(layout, len(cards))
    for number, (card, x) in enumerate(zip(cards, columns, strict=True), 1):
        if card is None or (scene.outcome is not None and scene.outcome.card == card):
            continue
        is_selected = scene.selected is not None and scene.selected.card == card
        y = layout.hand_top + (0 if is_selected else 1)
        paint_card(canvas, x, y, size, card, Highlight.SELECTED if is_selected else Highlight.PLAIN)
        digit = theme.gold if is_selected else theme.dim
        canvas.write_centred(x, y + size.height, size.width, str(number), digit)
        canvas.add_click_region(x, layout.hand_top, size.width, size.height + 2, f"hand {number}")


def _paint_covered_hand(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the hand face down."""
    size, columns = _hand_columns(layout, len(scene.view.hand))
    for x in columns:
        paint_card_back(canvas, x, layout.hand_top + 1, size)


# ------------------------------------------------------------------ around the cards


def _paint_top_row(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the first row: the game, how far it has come, the score of the match.

    Where there is a side panel the target is in it, so that names have more room.
    """
    theme, view, names = canvas.theme, scene.view, scene.names
    x = canvas.write(1, 0, _("BASRA"), theme.title)
    progress = scene.progress or (
        _("deal {deal}/{deals} · stock {stock}")
        if layout.has_side
        else _("deal {deal}/{deals} · stock {stock} · to {target}")
    ).format(
        deal=view.deal_number,
        deals=view.rules.deals,
        stock=view.stock_size,
        target=view.rules.target,
    )
    x = canvas.write(x + 2, 0, progress, theme.dim)
    me, other = view.seat, view.seat.other
    room = layout.main_columns - 4 - x - sum(len(str(points)) + 2 for points in scene.scores)
    mine = min(cell_len(names[me]), max(room // 2, room - cell_len(names[other])))
    score = "  ".join(
        f"{short_name(names, seat, columns)} {scene.scores[seat]}"
        for seat, columns in ((me, mine), (other, room - mine))
    )
    canvas.write_right(layout.main_columns - 1, 0, score, theme.strong)


def _paint_opponent(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the opponent: name, pile, basras, hand and last play."""
    theme, view, size = canvas.theme, scene.view, layout.card_backs
    seat = view.seat.other
    on_turn = view.turn is seat and not view.is_over
    label = 11
    middle = 1 + (size.height - 3) // 2 if size.height > 3 else 1
    canvas.write(
        1, middle, truncate(scene.names[seat], label - 1), theme.gold if on_turn else theme.strong
    )
    if size.height > 1:
        canvas.write(1, middle + 1, _cards_taken(view, seat), theme.dim)
        if count := view.basras_of(seat):
            canvas.write(1, middle + 2, f"★ {count_noun(count, 'basra')}", theme.gold)
    room = (layout.main_columns - label - 1) * 3 // 5
    pitch = min(size.width + 1, room // view.rules.hand_size)
    x = label + 2
    if scene.open_hand is not None:
        _paint_open_hand(canvas, scene, scene.open_hand, x, pitch, size)
    else:
        left = view.other_hand_size - (scene.outcome is not None and view.turn is seat)
        for number in range(left):
            canvas.fill(
                x + number * pitch,
                1,
                min(size.width, pitch - 1),
                size.height,
                theme.card_back,
                "▚",
            )
    x += max(view.rules.hand_size * pitch, 4 * pitch) + 1
    _paint_last_play(canvas, scene, x, middle, layout)


def _paint_open_hand(
    canvas: Canvas, scene: Scene, hand: Cards, x: int, pitch: int, largest: CardSize
) -> None:
    """Paint the opponent's hand open, in the largest size in which no card covers another."""
    sizes = [size for size in (largest, SMALL, TOKEN) if size.height <= largest.height]
    size = next((size for size in sizes if size.width < pitch), TOKEN)
    for number, card in enumerate(hand):
        if scene.outcome is None or scene.outcome.card != card:
            paint_card(canvas, x + number * pitch, 1, size, card, Highlight.PLAIN)


def _paint_last_play(canvas: Canvas, scene: Scene, x: int, y: int, layout: Layout) -> None:
    """Paint what the opponent is playing, or played last."""
    theme, width = canvas.theme, layout.main_columns - 1 - x
    seat = scene.view.seat.other
    now = scene.outcome is not None and scene.outcome.seat is seat
    outcome = scene.outcome if now else last_outcome(scene, seat)
    if outcome is None:
        return
    is_fresh = now or (scene.outcome is None and scene.view.outcomes[-1].seat is seat)
    style = theme.theirs if is_fresh else theme.dim
    taken = outcome.taken
    what = (_("plays {card}") if now else _("played {card}")).format(card=outcome.card.glyph)
    if not taken:
        words = _("takes nothing") if now else _("took nothing")
    elif layout.card_backs.height > 1 and outcome.is_clear and len(taken) > 2:
        words = (_("takes all {n}") if now else _("took all {n}")).format(n=len(taken))
    else:
        sentence = _("takes {cards}") if now else _("took {cards}")
        before = 0 if layout.card_backs.height > 1 else cell_len(what) + 2
        room = width - before - cell_len(sentence.format(cards=""))
        words = sentence.format(cards=short_cards(taken, room))
    if layout.card_backs.height == 1:
        canvas.write(x, y, truncate(_(", ").join((what, words)), width), style)
        return
    canvas.write(x, y, truncate(what, width), style)
    canvas.write(x, y + 1, truncate(words, width), style if taken else theme.dim)
    if outcome.points:
        canvas.write(
            x,
            y + 2,
            truncate(basra_banner(outcome.points), width),
            theme.gold if is_fresh else theme.dim,
        )


def _paint_rule(canvas: Canvas, y: int, width: int, left: str, right: str = "") -> None:
    """Paint a line across the table with text in it."""
    theme = canvas.theme
    canvas.fill(1, y, width - 2, 1, theme.rule, "─")
    canvas.write(3, y, f" {truncate(left, width - 8)} ", theme.dim)
    if right:
        canvas.write_right(
            width - 3, y, f" {truncate(right, width - 12 - cell_len(left))} ", theme.dim
        )


def _cards_taken(view: View, seat: Seat) -> str:
    return _("took {n}").format(n=len(view.piles[seat]))


def _pile_text(view: View, seat: Seat, *, points: bool = False) -> str:
    """Return what *seat* has taken, and if asked for its *points* of the round."""
    words = [_cards_taken(view, seat)]
    if points:
        words.append(count_noun(view.tally().points[seat], "point"))
    if count := view.basras_of(seat):
        words.append(f"★ {count_noun(count, 'basra')}")
    return " · ".join(words)


def _floor_rule(scene: Scene, layout: Layout) -> tuple[str, str]:
    """Return both texts of the line over the floor."""
    left = _("floor {n}").format(n=len(scene.view.floor))
    if layout.has_side:
        return left, ""
    seat = scene.view.seat.other
    words = _pile_text(scene.view, seat, points=True)
    room = layout.main_columns - 13 - cell_len(left) - cell_len(words)
    return left, f"{short_name(scene.names, seat, max(8, min(16, room)))} {words}"


def _hand_rule(scene: Scene, layout: Layout) -> tuple[str, str]:
    """Return both texts of the line over the hand."""
    seat = scene.view.seat
    hand = scene.names.hand(seat)
    if scene.is_demo:
        hand = _("{hand} · demo, d ends it").format(hand=hand)
    return hand, _pile_text(scene.view, seat, points=not layout.has_side)


def _paint_prompts(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the two prompts over the key bar."""
    width = layout.main_columns - 2
    for y, (words, tone) in enumerate(prompts(scene, width), canvas.height - 3):
        style: Style = getattr(canvas.theme, tone)
        canvas.write(1, y, truncate(words, width), style)


def _paint_memory(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint how many cards of each rank have not been seen yet."""
    theme, unseen = canvas.theme, scene.view.unseen
    y = layout.hand_top - 2
    x = canvas.write(1, y, _("out"), theme.dim) + 2 if layout.main_columns > 58 else 0
    for rank in range(13):
        four = Cards(0b1111 << 4 * rank)
        left = len(unseen & four)
        style = theme.strong if left else theme.dim
        face = next(iter(four)).glyph[:-1]
        x = canvas.write(x, y, f"{face}:{left}", style) + 1


def _paint_side_panel(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the panel on the right: the score, and the log, newest play last."""
    theme, view = canvas.theme, scene.view
    for y in range(canvas.height - 1):
        canvas.write(layout.main_columns, y, "│", theme.rule)
    left, right = layout.main_columns + 2, canvas.width - 1
    seats = (view.seat, view.seat.other)
    ends = (right - 7, right)
    for seat, end in zip(seats, ends, strict=True):
        canvas.write_right(end, 0, short_name(scene.names, seat, 6), theme.dim)
    points = view.tally().points
    rows = (
        (_("match to {target}").format(target=view.rules.target), scene.scores, theme.strong),
        (_("cards"), tuple(len(pile) for pile in view.piles), theme.text),
        (_("basras"), tuple(map(view.basras_of, Seat)), theme.text),
        (_("this round"), points, theme.text),
    )
    for y, (what, numbers, style) in enumerate(rows, 1):
        canvas.write(left, y, what, style)
        for seat, end in zip(seats, ends, strict=True):
            canvas.write_right(end, y, str(numbers[seat]), style)
    canvas.write(left, 6, _("LOG"), theme.title)
    _paint_log(canvas, scene, left, 7, right - left)


def _paint_log(canvas: Canvas, scene: Scene, x: int, top: int, width: int) -> None:
    theme = canvas.theme
    name = 6
    rows = log_rows(scene.view)
    if scene.log_offset:
        canvas.write(x + 4, top - 1, _("{n} more below").format(n=scene.log_offset), theme.dim)
    room = canvas.height - 1 - top
    end = max(min(room, len(rows)), len(rows) - scene.log_offset)
    canvas.add_click_region(x, top - 1, width, room + 1, "log")
    for y, (row, number) in enumerate(rows[max(0, end - room) : end], top):
        if row is None:
            canvas.write(x, y, _("deal {deal}").format(deal=number), theme.dim)
            continue
        mark, tone = scene.marks.get(number, ("", "dim"))
        canvas.write_right(x + width, y, mark, getattr(theme, tone))
        words = log_line(row, width - name - len(mark))
        canvas.write(x, y, short_name(scene.names, row.seat, name - 1), theme.dim)
        canvas.write(
            x + name, y, truncate(words, width - name), theme.gold if row.points else theme.text
        )
