"""A match that was played, looked at again: play by play, both hands open."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from basra.records.text import Record
from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.render import Scene, paint_table
from basra.tui.replays import Replay, scene_of
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.pages import LogScreen
from basra.tui.screens.records import export
from basra.tui.screens.scores import ScoresScreen
from basra.tui.themes import Look


class ReplayScreen(PaintedScreen):
    """The table at one moment of a match."""

    KIND: ClassVar[str] = keys.REPLAY

    def __init__(self, record: Record, number: int = 0) -> None:
        """Show *record* from its first play on; *number* is that of the archive, if it is there."""
        super().__init__()
        self.replay = Replay(record)
        self.number = number
        self.at = 0
        """The number of the moment that is shown."""

    def scene(self) -> Scene:
        """Return everything that the table shows now."""
        by_rank = self.game.settings.floor_order == "rank"
        scene = scene_of(self.replay, self.at, by_rank=by_rank)
        return replace(scene, note=self.note)

    def paint(self, width: int, height: int, look: Look) -> Picture:
        return paint_table(self.scene(), width, height, look)

    def do(self, deed: str) -> None:
        replay, moment = self.replay, self.replay.moment(self.at)
        match deed:
            case "back":
                self.game.pop_screen()
                return
            case "right" | "left":
                self._go_to(self.at + (1 if deed == "right" else -1))
            case "next deal" | "deal before":
                self._go_to(replay.jumped(self.at, 1 if deed == "next deal" else -1))
            case "home" | "end":
                self._go_to(0 if deed == "home" else replay.count - 1)
            case "log":
                view = replay.state(moment).view(replay.seat)
                self.game.push_screen(LogScreen(view, replay.names))
            case "scores":
                match = replay.record.course.match
                before = replace(match, tallies=match.tallies[: moment.round])
                self.game.push_screen(ScoresScreen(replay.names, before, replay.tally(moment)))
            case "order":
                by_rank = self.game.cycle("floor_order") == "rank"
                self.note = "the floor by rank" if by_rank else "the floor as it was laid"
            case "export":
                export(self, replay.record, self.number)
        self.repaint()

    def wheeled(self, way: int) -> None:
        self._done("right" if way > 0 else "left")

    def _go_to(self, at: int) -> None:
        """Show another moment; at the ends there is nowhere to go."""
        if at < 0 or at >= self.replay.count:
            self.note = "this is the end of it" if at > 0 else "this is where it begins"
            return
        self.at = at
