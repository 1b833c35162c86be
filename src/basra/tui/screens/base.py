"""What all screens share: one board, the key table, the sentence for a window that is too small."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from basra.i18n import _
from basra.tui import keymap
from basra.tui.board import Board
from basra.tui.painting.canvas import Picture
from basra.tui.painting.key_bar import MIN_SIZE, paint_too_small
from basra.tui.themes import Theme

if TYPE_CHECKING:
    from basra.match.log import Undo
    from basra.tui.app import BasraApp


CALM = 0.35
"""Seconds without a key before one is taken as meant for a screen that has just come."""


class PaintedScreen(Screen[None]):
    """A screen that is one picture and is told actions, not keys."""

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

    @property
    def undo(self) -> Undo:
        """What the settings let be taken back."""
        return cast("Undo", self.game.settings.undo)

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        """Return the picture of this screen; the window is large enough."""
        raise NotImplementedError

    def do(self, action: str) -> None:
        """Do what a key or a click asks for."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Board(self._paint)

    def _paint(self, width: int, height: int) -> Picture:
        theme = self.game.table_theme
        if self.is_too_small(width, height):
            return paint_too_small(width, height, theme)
        return self.paint(width, height, theme)

    @staticmethod
    def is_too_small(width: int, height: int) -> bool:
        """Whether nothing but one sentence is shown in such a window."""
        return width < MIN_SIZE[0] or height < MIN_SIZE[1]

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
        self.say(_("no such key · ? shows them"))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            return  # typed for a screen that has gone since, or lies under another
        action = keymap.action_of(self.KIND, event.key)
        if action is None and event.character:
            action = keymap.action_of(self.KIND, event.character)
        self._done(action)

    @on(Board.Clicked)
    def _clicked(self, message: Board.Clicked) -> None:
        message.stop()
        if self.is_active:
            self.clicked(message.action, message.chain)

    def clicked(self, action: str, chain: int) -> None:
        """Do what a click asks for; the second of a double click does nothing more."""
        if chain == 1:
            self._done(action)

    @on(Board.Hovered)
    def _hovered(self, message: Board.Hovered) -> None:
        message.stop()
        self.hovered(message.action)

    def hovered(self, action: str | None) -> None:
        """Answer the mouse that came over a place, or left it."""

    @on(Board.Wheeled)
    def _wheeled(self, message: Board.Wheeled) -> None:
        message.stop()
        self.wheeled(message.direction)

    def wheeled(self, way: int) -> None:
        """Answer the wheel: 1 down, -1 up."""
        if keymap.action_of(self.KIND, "pagedown") is not None:
            self._done("down" if way > 0 else "up")

    def _done(self, action: str | None) -> None:
        self.note = ""
        match action:
            case "interrupt":
                self.game.interrupt()
            case "suspend":
                self.game.action_suspend_process()
            case "exit":
                self.game.exit()
            case _ if self.is_too_small(*self.size):
                pass
            case "help":
                self.repaint()  # what was said about the last key is gone when one comes back
                self.game.open_help(self.KIND)
            case None:
                self.unknown()
            case _:
                self.do(action)
        self.game.tell_news()


class CalmScreen(PaintedScreen):
    """A screen that nothing typed before it came, and no key held down, can send away."""

    GUARDED: ClassVar[frozenset[str]] = frozenset({"go"})
    """The actions that need a fresh key."""

    def __init__(self, calm: float | None = None) -> None:
        """Go on at a fresh key only, *calm* seconds after any other.

        Without a number it is `CALM`, and none where nothing is waited for at all.
        """
        super().__init__()
        self._calm = calm
        self._disturbed = monotonic()

    def on_screen_resume(self) -> None:
        self.disturb()

    def disturb(self) -> None:
        """Count the seconds without a key from now on."""
        self._disturbed = monotonic()

    def _done(self, action: str | None) -> None:
        now = monotonic()
        calm = self._calm
        if calm is None:
            calm = CALM if self.game.pace else 0.0
        fresh = now - self._disturbed >= calm
        self._disturbed = now
        if fresh or action not in self.GUARDED:
            super()._done(action)
