"""The two sentences under the hand: what Enter will do, what is being done, what the coach says.

Law of this file: pure, and one sentence says one truth; what may be laid is asked of the view.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages.card_order import slots
from basra.messages.description import opening
from basra.tui.painting.canvas import cut
from basra.tui.painting.shorten import basra_cry, describe_outcome, preview

if TYPE_CHECKING:
    from basra.tui.painting.table import Scene

Said = tuple[str, str]
"""A sentence and the name of its style."""


def last_of(scene: Scene, seat: Seat) -> PlayOutcome | None:
    """Return the last play of *seat* in this round."""
    outcomes = reversed(scene.view.outcomes)
    return next((outcome for outcome in outcomes if outcome.seat is seat), None)


def sentences(scene: Scene, width: int) -> tuple[Said, Said]:
    """Return the two sentences under the hand; what is said about the last key goes before."""
    if scene.said is not None:
        first, second = scene.said
    elif scene.laying is not None:
        first, second = _while_laying(scene, scene.laying, width)
    elif scene.covered or scene.view.is_over:
        first, second = ("", "text"), ("", "text")
    elif scene.by_computer or scene.view.turn is not scene.view.seat:
        first, second = _while_waiting(scene, width)
    elif scene.says:
        first, second = _coached(*scene.says, width)
    elif scene.chosen is None:
        first, second = _to_choose(scene)
    else:
        first, second = _chosen(scene, scene.chosen, width)
    if scene.thinking:
        second = (scene.thinking, "dim")
    return first, (scene.note, "warn") if scene.note else second


def _while_laying(scene: Scene, outcome: PlayOutcome, width: int) -> tuple[Said, Said]:
    names, seat = scene.names, outcome.seat
    cry = ""
    if outcome.points:
        mine = names.is_you(seat)
        cry = _("★ BASRA +{points} for you") if mine else _("★ BASRA +{points} for {name}")
        cry = cry.format(points=outcome.points, name=names[seat])
    if scene.waits:
        cry = "   ".join(filter(None, (cry, _("any key goes on"))))
    tone = "good" if seat is scene.view.seat else "theirs"
    return (describe_outcome(outcome, names, width, now=True), tone), (cry, "gold")


def _while_waiting(scene: Scene, width: int) -> tuple[Said, Said]:
    names, seat = scene.names, scene.view.turn.other
    nothing = ("", "dim")
    mine = last_of(scene, seat)
    if mine is None:
        return (opening(scene.names, scene.view.turn), "text"), nothing
    if not mine.points:
        return (describe_outcome(mine, names, width), "text"), nothing
    cry = basra_cry(mine.points)
    return (f"{describe_outcome(mine, names, width - len(cry) - 3)} · {cry}", "gold"), nothing


def _coached(says: str, more: str, width: int) -> tuple[Said, Said]:
    """Both lines for what the coach says; what does not fit is to be had in full."""
    lines = wrap(says, width)
    if len(lines) == 1:
        return (lines[0], "good"), (more, "dim")
    second = " ".join(lines[1:])
    if cell_len(second) > width:
        rest = _("… h: all of it")
        second = wrap(second, width - len(rest))[0] + rest
    return (lines[0], "good"), (second, "good")


def _to_choose(scene: Scene) -> tuple[Said, Said]:
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


def _chosen(scene: Scene, play: Play, width: int) -> tuple[Said, Said]:
    number, count = scene.capture_number
    if scene.missing:
        help_ = _("click cards to take them or leave them, Tab for a capture")
        return (cut(scene.missing, width), "warn"), (help_, "dim")
    points = scene.view.basra_points(play)
    more = [basra_cry(points)] if points else []
    if count > 1 and number:
        more.append(_("choice {number} of {count}: Tab").format(number=number, count=count))
    tone = "good" if play.taken else "warn"
    return (preview(play, scene.view.floor, width), tone), ("   ".join(more), "gold")
