"""The board: the one widget of a screen, which shows a picture and sends only changed cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from basra.tui.painting.canvas import Picture, changed_columns


class Board(Widget):
    """A picture as large as the screen."""

    @dataclass
    class Clicked(Message):
        """A click region was clicked."""

        action: str
        chain: int
        """Which of several quick clicks on that cell it was, from 1."""

    @dataclass
    class Hovered(Message):
        """The mouse came over a click region, or left one."""

        action: str | None

    @dataclass
    class Wheeled(Message):
        """The wheel was turned: 1 down, -1 up."""

        direction: int

    def __init__(self, paint: Callable[[int, int], Picture]) -> None:
        """Show what *paint* returns for a width and a height."""
        super().__init__()
        self._paint = paint
        self._picture: Picture | None = None
        self._hovered: str | None = None
        self.updates = 0
        """How many times cells were sent to the terminal."""

    @property
    def picture(self) -> Picture:
        """The picture on the screen."""
        width, height = self.size
        if self._picture is None or (self._picture.width, self._picture.height) != (width, height):
            self._picture = self._paint(width, height)
        return self._picture

    def repaint(self) -> None:
        """Paint again, and send the cells that differ."""
        old = self._picture
        self._picture = None
        new = self.picture
        if old is None or (old.width, old.height) != (new.width, new.height):
            self.updates += 1
            self.refresh()
            return
        self.updates += old.rows != new.rows
        for y, (before, after) in enumerate(zip(old.rows, new.rows, strict=True)):
            x, width = changed_columns(before, after)
            if width:
                self.refresh(Region(x, y, width, 1))

    def render_line(self, y: int) -> Strip:
        rows = self.picture.rows
        return Strip(rows[y], self.size.width) if y < len(rows) else Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        action = self.picture.action_at(event.x, event.y) if event.button == 1 else None
        if action is not None:
            self.post_message(self.Clicked(action, event.chain))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        event.stop()
        self._hover(self.picture.action_at(event.x, event.y))

    def on_leave(self, event: events.Leave) -> None:
        del event
        self._hover(None)

    def _hover(self, action: str | None) -> None:
        if action != self._hovered:
            self._hovered = action
            self.post_message(self.Hovered(action))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-1))
