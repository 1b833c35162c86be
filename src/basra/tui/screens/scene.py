"""What a table shows: the match, what is chosen, what is said, and a play while it is shown.

Law of this file: it reads the table and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra.i18n import _
from basra.messages.capture_choices import missing
from basra.tui.animation import AnimatedPlay, AnimationStep, StepKind
from basra.tui.painting.shorten import basra_cry
from basra.tui.painting.table import Scene

if TYPE_CHECKING:
    from basra.tui.screens.table import TableScreen


def scene_of(table: TableScreen) -> Scene:
    """Return everything that *table* shows now."""
    session, settings = table.session, table.game.settings
    view, chosen = table.view, table.chosen
    scene = Scene(
        view,
        table.names,
        session.match.scores,
        chosen,
        (table.preview or table.selection).number(view) if chosen else (1, 1),
        missing=missing(view, chosen) if chosen else "",
        by_rank=settings.floor_order == "rank",
        memory=settings.memory == "on",
        log_back=table.log_back,
        covered=table.is_covered,
        note=table.note,
        thinking=_busy(table) if table.thinker.is_slow else "",
        says=None if table.preview else table.coach.says,
        by_computer=table.demo or not session.players[view.seat].is_human,
        demo=table.demo,
    )
    step, play = table.animation.step, table.animation.play
    return scene if step is None or play is None else _animated(scene, step, play)


def _animated(scene: Scene, step: AnimationStep, play: AnimatedPlay) -> Scene:
    """The scene while a play is shown."""
    if step.kind is StepKind.BANNER:
        return scene.showing(cry=basra_cry(play.outcome.points))
    is_marked = step.kind is StepKind.CARD
    return scene.showing(play.before, play.outcome, marked=is_marked, waits=step.waits)


def _busy(table: TableScreen) -> str:
    """Who thinks."""
    if not table.is_automatic:
        return _("the coach is thinking…")
    if table.stands_in:
        return _("the computer is thinking for you…")
    return _("{name} is thinking…").format(name=table.names[table.session.turn])
