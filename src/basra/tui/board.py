"""The widget that shows a picture.

Law of this file: it keeps no fact of the game.  It asks for a picture of its size, sends to the
terminal only the cells that changed, and says where it was clicked.
"""

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
        """A place that does something was clicked."""

        action: str
        chain: int
        """Which click in quick succession on that cell it was, from 1."""

    @dataclass
    class Hovered(Message):
        """The mouse came over a place that does something, or left it."""

        action: str | None

    @dataclass
    class Wheeled(Message):
        """The wheel was turned: 1 down, -1 up."""

        way: int

    def __init__(self, paint: Callable[[int, int], Picture]) -> None:
        """Show what *paint* returns for a width and a height."""
        super().__init__()
        self._paint = paint
        self._picture: Picture | None = None
        self._under: str | None = None
        self.sent = 0
        """How many times something was sent to the terminal."""

    @property
    def picture(self) -> Picture:
        """The picture on the screen."""
        width, height = self.size
        if self._picture is None or (self._picture.width, self._picture.height) != (width, height):
            self._picture = self._paint(width, height)
        return self._picture

    def repaint(self) -> None:
        """Paint anew, and send what differs from before."""
        old = self._picture
        self._picture = None
        new = self.picture
        if old is None or (old.width, old.height) != (new.width, new.height):
            self.sent += 1
            self.refresh()
            return
        self.sent += old.rows != new.rows
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
        if action != self._under:
            self._under = action
            self.post_message(self.Hovered(action))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-1))
