"""The sentences of the table, shortened to fit: what Enter will do, what is being done, hints."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len

from basra.engine.cards import Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages import plays
from basra.messages.card_order import slots
from basra.messages.description import opening
from basra.messages.names import COMPUTER, Names
from basra.messages.phrases import Fits, some_cards
from basra.tui.painting.canvas import truncate
from basra.tui.painting.scene import Prompt, Scene

# ------------------------------------------------------------------ the two prompts under the hand


def last_outcome(scene: Scene, seat: Seat) -> PlayOutcome | None:
    """Return what *seat* did last in this round."""
    outcomes = reversed(scene.view.outcomes)
    return next((outcome for outcome in outcomes if outcome.seat is seat), None)


def prompts(scene: Scene, width: int) -> tuple[Prompt, Prompt]:
    """Return the two sentences under the hand; a note on the last key takes the second's place."""
    if scene.prompts is not None:
        first, second = scene.prompts
    elif scene.outcome is not None:
        first, second = _during_play(scene, scene.outcome, width)
    elif scene.is_covered or scene.view.is_over:
        first, second = ("", "text"), ("", "text")
    elif scene.by_computer or scene.view.turn is not scene.view.seat:
        first, second = _while_waiting(scene, width)
    elif scene.hint:
        first, second = _hint_prompts(*scene.hint, width)
    elif scene.selected is None:
        first, second = _selection_prompts(scene)
    else:
        first, second = _play_prompts(scene, scene.selected, width)
    if scene.thinking:
        second = (scene.thinking, "dim")
    return first, (scene.note, "warn") if scene.note else second


def _during_play(scene: Scene, outcome: PlayOutcome, width: int) -> tuple[Prompt, Prompt]:
    names, seat = scene.names, outcome.seat
    banner = ""
    if outcome.points:
        mine = names.is_you(seat)
        banner = _("★ BASRA +{points} for you") if mine else _("★ BASRA +{points} for {name}")
        banner = banner.format(points=outcome.points, name=names[seat])
    if scene.waits_for_key:
        banner = "   ".join(filter(None, (banner, _("any key goes on"))))
    tone = "good" if seat is scene.view.seat else "theirs"
    return (short_description(outcome, names, width, now=True), tone), (banner, "gold")


def _while_waiting(scene: Scene, width: int) -> tuple[Prompt, Prompt]:
    names, seat = scene.names, scene.view.turn.other
    nothing = ("", "dim")
    last = last_outcome(scene, seat)
    if last is None:
        return (opening(scene.names, scene.view.turn), "text"), nothing
    if not last.points:
        return (short_description(last, names, width), "text"), nothing
    banner = basra_banner(last.points)
    return (
        f"{short_description(last, names, width - len(banner) - 3)} · {banner}",
        "gold",
    ), nothing


def _hint_prompts(hint: str, more: str, width: int) -> tuple[Prompt, Prompt]:
    """Both lines for a hint, with how to read the rest where it does not fit."""
    lines = wrap(hint, width)
    if len(lines) == 1:
        return (lines[0], "good"), (more, "dim")
    second = " ".join(lines[1:])
    if cell_len(second) > width:
        rest = _("… h: all of it")
        second = wrap(second, width - len(rest))[0] + rest
    return (lines[0], "good"), (second, "good")


def _selection_prompts(scene: Scene) -> tuple[Prompt, Prompt]:
    view, names = scene.view, scene.names
    digits = [str(number) for number, card in enumerate(slots(view), 1) if card is not None]
    first = (
        _("Your turn: choose a card with {keys} or ← →")
        if names.is_you(view.seat)
        else _("{name}’s turn: choose a card with {keys} or ← →")
    ).format(name=names[view.seat], keys=" ".join(digits))
    second = ""
    if not view.history:
        second = opening(scene.names, scene.view.turn)
    elif len(view.hand) == view.rules.hand_size and view.other_hand_size in (0, len(view.hand)):
        second = _("new hands: deal {deal} of {deals}").format(
            deal=view.number_of_deal, deals=view.rules.deals
        )
    return (first, "strong"), (second, "dim")


def _play_prompts(scene: Scene, play: Play, width: int) -> tuple[Prompt, Prompt]:
    number, count = scene.capture_number
    if scene.why_not:
        help_ = _("click cards to take them or leave them, Tab for a capture")
        return (truncate(scene.why_not, width), "warn"), (help_, "dim")
    points = scene.view.basra_points(play)
    more = [basra_banner(points)] if points else []
    if count > 1 and number:
        more.append(_("choice {number} of {count}: Tab").format(number=number, count=count))
    tone = "good" if play.taken else "warn"
    return (short_preview(play, scene.view.floor, width), tone), ("   ".join(more), "gold")


# ------------------------------------------------------------------ shortened to fit


def short_name(names: Names, seat: Seat, width: int) -> str:
    """Return the name of *seat* in at most *width* columns."""
    name = names[seat]
    if names.given(seat) == COMPUTER and width < cell_len(name):
        name = _("Comp")
    return truncate(name, width)


def short_cards(taken: Cards, width: int) -> str:
    """Return as many of the cards as fit, and how many more there are."""
    return some_cards(str, taken, _within(width))


def short_preview(play: Play, floor: Cards, width: int) -> str:
    """Return what laying *play* on *floor* will do."""
    return plays.preview(play, floor, _within(width))


def short_description(outcome: PlayOutcome, names: Names, width: int, *, now: bool = False) -> str:
    """Return what a seat has just done, or what it is doing *now*."""
    shorter = Names(truncate(names.south, 20), truncate(names.north, 20))
    return plays.describe_outcome(outcome, shorter, _within(width), now=now)


def _within(width: int) -> Fits:
    return lambda text: cell_len(text) <= width


def log_line(outcome: PlayOutcome, width: int) -> str:
    """Return what a seat did, without its name, for a narrow log."""
    face, taken = outcome.card.glyph, outcome.taken
    if not taken:
        return face
    if outcome.points:
        return _("{card} takes all ★ +{points}").format(card=face, points=outcome.points)
    if outcome.is_clear and len(taken) > 2:
        return _("{card} takes all {n}").format(card=face, n=len(outcome.floor))
    sentence = _("{card} takes {cards}")
    room = width - cell_len(sentence.format(card=face, cards=""))
    return sentence.format(card=face, cards=short_cards(taken, room))


def basra_banner(points: int) -> str:
    """Return the announcement of a basra worth *points*."""
    return _("★ BASRA +{points}").format(points=points)
