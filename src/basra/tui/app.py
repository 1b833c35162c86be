"""The program in the terminal: which screen is shown, and how it ends.

Law of this file: it holds the one `Session`; screens ask it to move on.  The terminal is given
back as it was on every way out that a program can see.  A screen is read from the disk when it is
first shown, so that the title comes at once.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from basra.files import Store
from basra.settings import Settings
from basra.tui import keys, preflight, terminal
from basra.tui.entries import title_entries
from basra.tui.openings import Openings
from basra.tui.options import Options
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.title import TitleScreen
from basra.tui.themes import MONO, Look

if TYPE_CHECKING:
    from basra.session import Session
    from basra.tui.choices import Choices
    from basra.tui.screens.table import TableScreen
    from basra.tui.sheets import Entry

__all__ = ["BasraApp", "Options"]

FIRST = 0.05
"""Seconds in which the first picture reaches the terminal, before more is read from the disk."""
TWICE = 2.0
"""Seconds within which a second Ctrl+C quits."""


HUNG_UP = 129
"""The exit code of a program whose terminal was closed."""


class BasraApp(Openings):
    """Basra in the terminal."""

    TITLE = "Basra"
    CSS_PATH: ClassVar[Path] = Path(__file__).parent / "basra.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        options: Options | None = None,
        *,
        session: Session | None = None,
        store: Store | None = None,
    ) -> None:
        """Play as *options* say; a *session* given is the match to go on with.

        Settings are kept in *store*; without one they end with the program.
        """
        os.environ.pop("NO_COLOR", None)  # Textual would make greys of it: see preflight.py
        super().__init__()
        self.options = Options() if options is None else options
        self.session = session
        self._store = store
        self._kept, self._news = store.load() if store else (Settings(), None)
        self._unsaved = False
        self._given = dict(self.options.given)
        self.settings = self._kept.changed(**self._given)
        """What the player has chosen: read it anew each time, it changes while screens are open."""
        self._news = keys.use(self.settings.keys) or self._news
        self._dress()
        self._chosen: Choices | None = None
        self._seen: Choices | None = None
        self._waiting: Session | None = None
        """The player's own match while another one is watched."""
        self._shown = False
        self._interrupted = float("-inf")
        if self.options.level is not None:
            from basra import ai

            ai.bot(self.options.level)  # an unknown name is refused before the screen is taken

    @property
    def look(self) -> Look:
        """The colours and glyphs of everything."""
        return preflight.shown(self.settings, self.options.terminal)

    @property
    def pace(self) -> float:
        """Seconds for which the computer's card is shown; infinite where a key is waited for."""
        given = self.options.pace
        return self.settings.pace_seconds if given is None else given

    def change(self, **values: object) -> None:
        """Change settings: at once, on every screen, and for the next time."""
        for name in values:
            self._given.pop(name, None)
        self._kept = self._kept.changed(**values)
        self.settings = self._kept.changed(**self._given)
        self._dress()
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen):
                screen.repaint()
        self._unsaved = self._store is not None
        self.call_after_refresh(self._save)

    def _save(self) -> None:
        """Keep the settings, once what they changed is seen: a disk may be slow."""
        if self._unsaved and self._store is not None:
            self._unsaved = False
            self._news = self._store.save(self._kept) or self._news
            self._tell_news()

    def on_unmount(self) -> None:
        if self._unsaved and self._store is not None:
            self._store.save(self._kept)

    def cycle(self, name: str) -> str:
        """Go to the next value of a setting and return it, or say why it could not be seen."""
        if hindrance := preflight.hindrance(name, self.options.terminal):
            return hindrance
        value: str = getattr(self.settings.cycled(name, 1), name)
        self.change(**{name: value})
        return value

    def _dress(self) -> None:
        """Let names of the sixteen colours, and no colour at all, through to the terminal."""
        self.ansi_color = self.look.theme in (MONO, "sixteen")

    def _tell_news(self) -> None:
        """Say once what is to be told about the settings."""
        if self._news and self._running and isinstance(self.screen, PaintedScreen):
            self.screen.say(self._news)
            self._news = None

    def get_default_screen(self) -> Screen[None]:
        return TitleScreen()

    def on_mount(self) -> None:
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)
        if not self.is_headless:
            terminal.on_signals(self._ended_by)
            self.set_interval(terminal.PATIENCE, self._look_for_terminal)
        if self.options.start or self.session is not None:
            self.start("resume" if self.session else "play")
        if self.is_headless:
            self._complete()
        else:
            self.set_timer(FIRST, self._complete)

    def _complete(self) -> None:
        """Say on the title what a game would be, once its first picture is there."""
        self._shown = True
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen):
                screen.repaint()
        self._tell_news()

    def _ended_by(self, code: int) -> None:
        terminal.end_for_certain(code)
        self.exit(return_code=code)

    def _look_for_terminal(self) -> None:
        if terminal.is_gone():
            self._ended_by(HUNG_UP)

    def _suspended(self, _: object) -> None:
        for table in self._tables():
            table.cover()

    def _tables(self) -> list[TableScreen]:
        from basra.tui.screens.table import TableScreen

        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]

    def _resumed(self, _: object) -> None:
        self.refresh(layout=True, repaint=True)
        for table in self._tables():
            table.take_up()

    def interrupt(self) -> None:
        """Quit at the second call within two seconds."""
        now = monotonic()
        if now - self._interrupted <= TWICE:
            self.exit()
            return
        self._interrupted = now
        if isinstance(self.screen, PaintedScreen):
            self.screen.say("press Ctrl+C again to quit")

    # ------------------------------------------------------------ the menu

    def menu(self) -> tuple[Entry, ...]:
        """Return the entries of the title as they are now."""
        waits = self.session is not None or not self._shown
        return title_entries(self.session, "" if waits else self.choices().said())

    def choices(self) -> Choices:
        """Return what a new game begins with: the last choices, or what the command asked for."""
        return self._chosen or self.options.choices(self.settings)

    def start(self, deed: str) -> None:
        """Do what an entry of the menu says."""
        match deed:
            case "play":
                self.begin(self.choices(), remember=False)
            case "new":
                self.open_new(self.choices())
            case "two":
                self.open_new(replace(self.choices(), who="two"))
            case "watch":
                self.open_new(self._seen or replace(self.choices(), who="watch"))
            case "resume" if self.session is not None:
                self._play(self.session)
            case "rules":
                self.open_rules()
            case "settings":
                self.open_settings()
            case "help":
                self.open_help(keys.TITLE)
            case "quit":
                self.exit()

    def begin(self, choices: Choices, *, remember: bool = True) -> None:
        """Start the match that was chosen, and *remember* the choices for the next time."""
        if choices.who == "watch":
            self._seen = replace(choices, seed="")
        else:
            self._chosen = replace(choices, seed="")
            if remember:
                self.change(**choices.kept())
        self._play(choices.session())

    # ------------------------------------------------------------ a match

    def _play(self, session: Session) -> None:
        from basra.tui.screens.table import TableScreen

        self._to_title()
        if session.is_watched and self.session is not None and not self.session.is_watched:
            self._waiting = self.session
        self.session = session
        self.push_screen(TableScreen(session))

    def _to_title(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def leave(self) -> None:
        """Go to the title; the player's own match waits there, unless it is over."""
        session = self.session
        if session is not None and (session.is_watched or session.match.is_over):
            self.session, self._waiting = self._waiting, None
        self._to_title()

    def after_tally(self) -> None:
        """Go on after a round: to the next one, or to the end of the match."""
        from basra.tui.screens.scores import OverScreen

        assert self.session is not None
        if self.session.match.is_over:
            self.switch_screen(OverScreen(self.session))
            return
        self.session.next_round()
        self.pop_screen()

    def rematch(self) -> None:
        """Play again; the deal passes on."""
        assert self.session is not None
        self._play(self.session.rematch())

    def show_curtain(self, table: TableScreen) -> None:
        """Hide the table until the next player has the keyboard."""
        from basra.tui.screens.curtain import CurtainScreen

        self.push_screen(CurtainScreen(table.session))

    def open_curtain(self) -> None:
        """Show the table to the player whose turn it is."""
        for table in self._tables():
            table.lift()
        self.pop_screen()
