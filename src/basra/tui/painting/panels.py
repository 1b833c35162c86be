"""What stands around the cards: head, the other player, rules of the table, sentences, side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style

from basra.engine.cards import Cards
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.i18n import _
from basra.messages.phrases import counted
from basra.messages.plays import log_rows
from basra.tui.painting.canvas import Canvas, cut
from basra.tui.painting.cards import paint_card
from basra.tui.painting.floor import SMALL, TOKEN, Shape
from basra.tui.painting.prompts import last_of, sentences
from basra.tui.painting.shorten import basra_cry, fitting, log_line, short
from basra.tui.themes import Face

if TYPE_CHECKING:
    from basra.tui.painting.table import Layout, Scene


def paint_head(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the first row: the game, where it stands, the score of the match.

    The target stands in the side panel where there is one, so that names have more room.
    """
    theme, view, names = canvas.theme, scene.view, scene.names
    x = canvas.put(1, 0, _("BASRA"), theme.title)
    where = scene.where or (
        _("deal {deal}/{deals} · stock {stock}")
        if plan.has_side
        else _("deal {deal}/{deals} · stock {stock} · to {target}")
    ).format(
        deal=view.number_of_deal,
        deals=view.rules.deals,
        stock=view.stock_size,
        target=view.rules.target,
    )
    x = canvas.put(x + 2, 0, where, theme.dim)
    me, other = view.seat, view.seat.other
    room = plan.main - 4 - x - sum(len(str(points)) + 2 for points in scene.scores)
    mine = min(cell_len(names[me]), max(room // 2, room - cell_len(names[other])))
    score = "  ".join(
        f"{short(names, seat, most)} {scene.scores[seat]}"
        for seat, most in ((me, mine), (other, room - mine))
    )
    canvas.right(plan.main - 1, 0, score, theme.strong)


def paint_other(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the other player: name, pile, basras, cards face down, and the last play."""
    theme, view, shape = canvas.theme, scene.view, plan.backs
    seat = view.seat.other
    on_turn = view.turn is seat and not view.is_over
    label = 11
    middle = 1 + (shape.height - 3) // 2 if shape.height > 3 else 1
    canvas.put(
        1, middle, cut(scene.names[seat], label - 1), theme.gold if on_turn else theme.strong
    )
    if shape.height > 1:
        canvas.put(1, middle + 1, _took(view, seat), theme.dim)
        if made := view.basras_of(seat):
            canvas.put(1, middle + 2, f"★ {counted(made, 'basra')}", theme.gold)
    room = (plan.main - label - 1) * 3 // 5
    pitch = min(shape.width + 1, room // view.rules.hand_size)
    x = label + 2
    if scene.open_hand is not None:
        _paint_open(canvas, scene, scene.open_hand, x, pitch, shape)
    else:
        left = view.other_hand_size - (scene.laying is not None and view.turn is seat)
        for number in range(left):
            canvas.fill(
                x + number * pitch, 1, min(shape.width, pitch - 1), shape.height, theme.back, "▚"
            )
    x += max(view.rules.hand_size * pitch, 4 * pitch) + 1
    _paint_last(canvas, scene, x, middle, plan)


def _paint_open(
    canvas: Canvas, scene: Scene, hand: Cards, x: int, pitch: int, largest: Shape
) -> None:
    """Paint the other hand open, in the largest shape in which no card covers another."""
    shapes = [shape for shape in (largest, SMALL, TOKEN) if shape.height <= largest.height]
    shape = next((shape for shape in shapes if shape.width < pitch), TOKEN)
    for number, card in enumerate(hand):
        if scene.laying is None or scene.laying.card != card:
            paint_card(canvas, x + number * pitch, 1, shape, card, Face.PLAIN)


def _paint_last(canvas: Canvas, scene: Scene, x: int, y: int, plan: Layout) -> None:
    """Paint what the other player is laying, or laid last."""
    theme, width = canvas.theme, plan.main - 1 - x
    seat = scene.view.seat.other
    now = scene.laying is not None and scene.laying.seat is seat
    outcome = scene.laying if now else last_of(scene, seat)
    if outcome is None:
        return
    fresh = now or (scene.laying is None and scene.view.outcomes[-1].seat is seat)
    style = theme.theirs if fresh else theme.dim
    taken = outcome.taken
    what = (_("plays {card}") if now else _("played {card}")).format(card=outcome.card.glyph)
    if not taken:
        words = _("takes nothing") if now else _("took nothing")
    elif plan.backs.height > 1 and outcome.is_clear and len(taken) > 2:
        words = (_("takes all {n}") if now else _("took all {n}")).format(n=len(taken))
    else:
        sentence = _("takes {cards}") if now else _("took {cards}")
        before = 0 if plan.backs.height > 1 else cell_len(what) + 2
        room = width - before - cell_len(sentence.format(cards=""))
        words = sentence.format(cards=fitting(taken, room))
    if plan.backs.height == 1:
        canvas.put(x, y, cut(_(", ").join((what, words)), width), style)
        return
    canvas.put(x, y, cut(what, width), style)
    canvas.put(x, y + 1, cut(words, width), style if taken else theme.dim)
    if outcome.points:
        canvas.put(
            x, y + 2, cut(basra_cry(outcome.points), width), theme.gold if fresh else theme.dim
        )


def paint_rule(canvas: Canvas, y: int, width: int, left: str, right: str = "") -> None:
    """Paint a line across the table with words in it."""
    theme = canvas.theme
    canvas.fill(1, y, width - 2, 1, theme.rule, "─")
    canvas.put(3, y, f" {cut(left, width - 8)} ", theme.dim)
    if right:
        canvas.right(width - 3, y, f" {cut(right, width - 12 - cell_len(left))} ", theme.dim)


def _took(view: View, seat: Seat) -> str:
    return _("took {n}").format(n=len(view.piles[seat]))


def pile_words(view: View, seat: Seat, *, points: bool = False) -> str:
    """Return what *seat* has taken, in a few words, with the *points* of the round if wanted."""
    words = [_took(view, seat)]
    if points:
        words.append(counted(view.tally().points[seat], "point"))
    if made := view.basras_of(seat):
        words.append(f"★ {counted(made, 'basra')}")
    return " · ".join(words)


def floor_rule(scene: Scene, plan: Layout) -> tuple[str, str]:
    """Return the words of the line over the floor."""
    left = _("floor {n}").format(n=len(scene.view.floor))
    if plan.has_side:
        return left, ""
    seat = scene.view.seat.other
    words = pile_words(scene.view, seat, points=True)
    room = plan.main - 13 - cell_len(left) - cell_len(words)
    return left, f"{short(scene.names, seat, max(8, min(16, room)))} {words}"


def hand_rule(scene: Scene, plan: Layout) -> tuple[str, str]:
    """Return the words of the line over the hand."""
    seat = scene.view.seat
    hand = scene.names.hand(seat)
    if scene.demo:
        hand = _("{hand} · demo, d ends it").format(hand=hand)
    return hand, pile_words(scene.view, seat, points=not plan.has_side)


def paint_sentences(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the two rows over the key bar: what Enter will do, and what else there is to say."""
    width = plan.main - 2
    for y, (words, tone) in enumerate(sentences(scene, width), canvas.height - 3):
        style: Style = getattr(canvas.theme, tone)
        canvas.put(1, y, cut(words, width), style)


def paint_memory(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint how many cards of each rank this seat cannot place: those not seen yet."""
    theme, unseen = canvas.theme, scene.view.unseen
    y = plan.hand_top - 2
    x = canvas.put(1, y, _("out"), theme.dim) + 2 if plan.main > 58 else 0
    for rank in range(13):
        four = Cards(0b1111 << 4 * rank)
        left = len(unseen & four)
        style = theme.strong if left else theme.dim
        face = next(iter(four)).glyph[:-1]
        x = canvas.put(x, y, f"{face}:{left}", style) + 1


def paint_side(canvas: Canvas, scene: Scene, plan: Layout) -> None:
    """Paint the panel on the right: the score, and the plays so far, newest last."""
    theme, view = canvas.theme, scene.view
    for y in range(canvas.height - 1):
        canvas.put(plan.main, y, "│", theme.rule)
    left, right = plan.main + 2, canvas.width - 1
    seats = (view.seat, view.seat.other)
    ends = (right - 7, right)
    for seat, end in zip(seats, ends, strict=True):
        canvas.right(end, 0, short(scene.names, seat, 6), theme.dim)
    points = view.tally().points
    rows = (
        (_("match to {target}").format(target=view.rules.target), scene.scores, theme.strong),
        (_("cards"), tuple(len(pile) for pile in view.piles), theme.text),
        (_("basras"), tuple(map(view.basras_of, Seat)), theme.text),
        (_("this round"), points, theme.text),
    )
    for y, (what, numbers, style) in enumerate(rows, 1):
        canvas.put(left, y, what, style)
        for seat, end in zip(seats, ends, strict=True):
            canvas.right(end, y, str(numbers[seat]), style)
    canvas.put(left, 6, _("LOG"), theme.title)
    _paint_log(canvas, scene, left, 7, right - left)


def _paint_log(canvas: Canvas, scene: Scene, x: int, top: int, width: int) -> None:
    theme = canvas.theme
    name = 6
    rows = log_rows(scene.view)
    if scene.log_back:
        canvas.put(x + 4, top - 1, _("{n} more below").format(n=scene.log_back), theme.dim)
    room = canvas.height - 1 - top
    end = max(min(room, len(rows)), len(rows) - scene.log_back)
    canvas.hit(x, top - 1, width, room + 1, "log")
    for y, (row, number) in enumerate(rows[max(0, end - room) : end], top):
        if row is None:
            canvas.put(x, y, _("deal {deal}").format(deal=number), theme.dim)
            continue
        mark, tone = scene.marks.get(number, ("", "dim"))
        canvas.right(x + width, y, mark, getattr(theme, tone))
        words = log_line(row, width - name - len(mark))
        canvas.put(x, y, short(scene.names, row.seat, name - 1), theme.dim)
        canvas.put(x + name, y, cut(words, width - name), theme.gold if row.points else theme.text)
