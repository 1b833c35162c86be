"""What all screens share: one board, the key table, the sentence for a window that is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from basra.tui import keys
from basra.tui.canvas import Picture
from basra.tui.render import LEAST, paint_too_small
from basra.tui.themes import Look
from basra.tui.widgets.board import Board

if TYPE_CHECKING:
    from basra.tui.app import BasraApp


class PaintedScreen(Screen[None]):
    """A screen that is one picture and is told deeds, not keys."""

    KIND: ClassVar[str]
    """The name of the screen in the key table."""

    def __init__(self) -> None:
        super().__init__()
        self.note = ""
        """What is to be said about the last key."""

    @property
    def game(self) -> BasraApp:
        """The program this screen belongs to."""
        from basra.tui.app import BasraApp

        assert isinstance(self.app, BasraApp)
        return self.app

    def paint(self, width: int, height: int, look: Look) -> Picture:
        """Return the picture of this screen; the window is large enough."""
        raise NotImplementedError

    def do(self, deed: str) -> None:
        """Do what a key or a click asks for."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Board(self._paint)

    def _paint(self, width: int, height: int) -> Picture:
        look = self.game.look
        if self.is_too_small(width, height):
            return paint_too_small(width, height, look)
        return self.paint(width, height, look)

    @staticmethod
    def is_too_small(width: int, height: int) -> bool:
        """Whether nothing but one sentence is shown in such a window."""
        return width < LEAST[0] or height < LEAST[1]

    def repaint(self) -> None:
        """Show what has changed."""
        for board in self.query(Board):
            board.repaint()

    def say(self, note: str) -> None:
        """Show *note* until the next key."""
        self.note = note
        self.repaint()

    def unknown(self) -> None:
        """Answer a key that does nothing here."""
        self.say("no such key · ? shows them")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        deed = keys.deed_of(self.KIND, event.key)
        if deed is None and event.character:
            deed = keys.deed_of(self.KIND, event.character)
        self._done(deed)

    @on(Board.Clicked)
    def _clicked(self, message: Board.Clicked) -> None:
        message.stop()
        self._done(message.deed)

    @on(Board.Wheeled)
    def _wheeled(self, message: Board.Wheeled) -> None:
        message.stop()
        if keys.deed_of(self.KIND, "pagedown") is not None:
            self._done("down" if message.way > 0 else "up")

    def _done(self, deed: str | None) -> None:
        self.note = ""
        match deed:
            case "interrupt":
                self.game.interrupt()
            case "suspend":
                self.game.action_suspend_process()
            case "exit":
                self.game.exit()
            case _ if self.is_too_small(*self.size):
                pass
            case "help":
                self.game.open_help(self.KIND)
            case None:
                self.unknown()
            case _:
                self.do(deed)
