"""What all screens share: one board, the key map, the sentence for a window that is too small."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

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
    from basra.history.game_record import Record
    from basra.match.log import Undo
    from basra.match.session import Session
    from basra.match.settings import Settings
    from basra.terminal.capabilities import Terminal
    from basra.tui.match_controller import MatchController
    from basra.tui.navigator import Navigator


DEBOUNCE = 0.35
"""Seconds without a key before one is taken as meant for a screen that has just come."""


class GameContext(Protocol):
    """What a screen knows of the program it belongs to."""

    @property
    def navigator(self) -> Navigator:
        """What opens other screens."""

    @property
    def matches(self) -> MatchController:
        """What begins, leaves and resumes matches."""

    @property
    def session(self) -> Session | None:
        """The match on the table, or the one that waits."""

    @property
    def settings(self) -> Settings:
        """What the player has chosen."""

    @property
    def terminal(self) -> Terminal:
        """What the terminal can show."""

    @property
    def table_theme(self) -> Theme:
        """The colours and glyphs of everything."""

    @property
    def pace(self) -> float:
        """Seconds for which the computer's card is shown."""

    @property
    def animation_level(self) -> str:
        """What Textual lets move."""

    @property
    def is_ready(self) -> bool:
        """Whether the first picture is there, and the archive has been looked into."""

    @property
    def is_web(self) -> bool:
        """Whether the game is played in a browser."""

    def change(self, **values: object) -> None:
        """Change settings."""

    def cycle(self, name: str) -> str:
        """Go to the next value of a setting and return it, or say why it could not be seen."""

    def start(self, action: str) -> None:
        """Do what an entry of the title's menu says."""

    def show_notices(self) -> None:
        """Show once what there is to know about the settings file and the archive."""

    def interrupt(self) -> None:
        """Quit at the second call within two seconds."""

    def exit(self) -> None:
        """Quit."""

    def action_suspend_process(self) -> None:
        """Go to the shell."""

    def bell(self) -> None:
        """Ring the bell of the terminal."""

    def deliver_text(self, path_or_file: Any, *, save_filename: str, encoding: str) -> object:
        """Hand a text to the browser."""


class PaintedScreen(Screen[None]):
    """A screen that is one picture and is given actions, not keys."""

    NAME: ClassVar[str]
    """Its name in the registry and in the key map."""

    def __init__(self) -> None:
        super().__init__()
        self.note = ""
        """A sentence about the last key."""

    @classmethod
    def of_entry(cls, action: str, game: GameContext) -> Self:
        """Return the screen that the entry *action* of the title's menu opens."""
        return cls()

    @property
    def game(self) -> GameContext:
        """The program this screen belongs to."""
        return cast("GameContext", self.app)

    @property
    def navigator(self) -> Navigator:
        """What opens other screens."""
        return self.game.navigator

    @property
    def undo(self) -> Undo:
        """What the settings let be taken back."""
        return cast("Undo", self.game.settings.undo)

    # ------------------------------------------------------------ what is seen

    def paint(self, width: int, height: int, theme: Theme) -> Picture:
        """Return the picture of this screen; the window is large enough."""
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

    def show_note(self, note: str) -> None:
        """Show *note* until the next key."""
        self.note = note
        self.repaint()

    def save_text(self, text: str, stem: str, suffix: str, download: str, saved: str) -> None:
        """Write *text* into a new file of the folder one stands in, or hand it to the browser.

        Then say so: *saved* is a sentence with a place for the path, the name or the folder.
        """
        if self.game.is_web:
            self.game.deliver_text(StringIO(text), save_filename=download, encoding="utf-8")
            self.show_note(_("your browser has it"))
            return
        try:
            path = write_new(Path.cwd(), text, stem, suffix)
            self.show_note(saved.format(path=path, name=path.name, folder=path.parent))
        except OSError as error:
            self.show_note(_("it could not be saved: {why}").format(why=error.strerror or error))

    def save_record(self, record: Record, number: int) -> None:
        """Save a record as a file; *number* is that of the archive, or 0."""
        stem = f"basra-match-{number}" if number else "basra-match"
        saved = _("saved as {name} in {folder}")
        self.save_text(str(record), stem, ".basra", f"{stem}.basra", saved)

    # ------------------------------------------------------------ the shell comes between

    def hide_hand(self) -> None:
        """Hide what only one person may see: the program is suspended."""

    def resume(self) -> None:
        """Go on where the program was suspended."""

    # ------------------------------------------------------------ keys and the mouse

    def handle_action(self, action: str) -> None:
        """Do what a key or a click asks for."""
        raise NotImplementedError

    def handle_unknown_key(self) -> None:
        """Answer a key that does nothing here."""
        self.show_note(_("no such key · ? shows them"))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            return  # typed for a screen that has gone since, or lies under another
        action = keymap.action_of(self.NAME, event.key)
        if action is None and event.character:
            action = keymap.action_of(self.NAME, event.character)
        self.dispatch(action)

    def dispatch(self, action: str | None) -> None:
        """Do what every screen does for an action, or have the screen handle it."""
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
                self.repaint()  # the note about the last key is gone when one comes back
                self.navigator.open_help(self.NAME)
            case None:
                self.handle_unknown_key()
            case _:
                self.handle_action(action)
        self.game.show_notices()

    @on(Board.Clicked)
    def _handle_board_click(self, message: Board.Clicked) -> None:
        message.stop()
        if self.is_active:
            self.handle_click(message.action, message.chain)

    def handle_click(self, action: str, chain: int) -> None:
        """Do what a click asks for; the second of a double click does nothing more."""
        if chain == 1:
            self.dispatch(action)

    @on(Board.Hovered)
    def _handle_board_hover(self, message: Board.Hovered) -> None:
        message.stop()
        self.handle_hover(message.action)

    def handle_hover(self, action: str | None) -> None:
        """Answer the mouse that came over a place, or left it."""

    @on(Board.Wheeled)
    def _handle_board_wheel(self, message: Board.Wheeled) -> None:
        message.stop()
        self.handle_wheel(message.direction)

    def handle_wheel(self, way: int) -> None:
        """Answer the wheel: 1 down, -1 up."""
        if keymap.action_of(self.NAME, "pagedown") is not None:
            self.dispatch("down" if way > 0 else "up")


class DebouncedScreen(PaintedScreen):
    """A screen that nothing typed before it came, and no key held down, can send away."""

    DEBOUNCED: ClassVar[frozenset[str]] = frozenset({"go"})
    """The actions that need a fresh key."""

    def __init__(self, debounce: float | None = None) -> None:
        """Go on at a fresh key only, *debounce* seconds after any other.

        Without a number it is `DEBOUNCE`, and none where nothing is waited for at all.
        """
        super().__init__()
        self._debounce = debounce
        self._last_key = monotonic()

    def on_screen_resume(self) -> None:
        self.restart_debounce()

    def restart_debounce(self) -> None:
        """Count the seconds without a key from now on."""
        self._last_key = monotonic()

    def dispatch(self, action: str | None) -> None:
        now = monotonic()
        debounce = self._debounce
        if debounce is None:
            debounce = DEBOUNCE if self.game.pace else 0.0
        is_fresh = now - self._last_key >= debounce
        self._last_key = now
        if is_fresh or action not in self.DEBOUNCED:
            super().dispatch(action)


def write_new(folder: Path, text: str, stem: str, suffix: str) -> Path:
    """Write *text* into a new file of *folder* and return its path; `OSError` where that fails.

    A number makes the name new: where the *stem* has no place for it, it is added from 2 on.
    """
    for number in range(1, 10_000):
        name = stem.format(number) if "{}" in stem or number == 1 else f"{stem}-{number}"
        path = folder / f"{name}{suffix}"
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text.rstrip("\n") + "\n")
        except FileExistsError:
            continue
        return path
    raise FileExistsError("there are thousands of them already")
