"""What a table shows: the match, what is chosen, what is said, and a play while it is shown.

Law of this file: it reads the table and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra.i18n import _
from basra.messages.capture_choices import missing
from basra.tui.animation import Step
from basra.tui.painting.shorten import basra_cry
from basra.tui.painting.table import Scene

if TYPE_CHECKING:
    from basra.tui.screens.play_animation import Reel
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
    shot, reel = table.film.shot, table.film.reel
    if shot is None or reel is None:
        return scene
    return _filmed(scene, shot.step, reel, waits=shot.waits)


def _filmed(scene: Scene, step: Step, reel: Reel, *, waits: bool) -> Scene:
    """The scene while a play is shown."""
    points = reel.before.basra_points(reel.play)
    if step is Step.CRY:
        return scene.showing(cry=basra_cry(points))
    return scene.showing(reel.before, reel.play, marked=step is Step.CARD, waits=waits)


def _busy(table: TableScreen) -> str:
    """Who thinks."""
    if not table.is_automatic:
        return _("the coach is thinking…")
    if table.stands_in:
        return _("the computer is thinking for you…")
    return _("{name} is thinking…").format(name=table.names[table.session.turn])
