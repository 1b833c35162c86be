"""The program in the terminal: which screen is shown, and how it ends.

Law of this file: it holds the one `Session`; screens ask it to move on.  The terminal is given
back as it was on every way out that a program can see.  A screen is read from the disk when it is
first shown, so that the title comes at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from basra import i18n
from basra.files import SettingsFile
from basra.i18n import _
from basra.match.settings import Settings
from basra.terminal import capabilities
from basra.tui import keymap, own_keymap
from basra.tui.match_controller import Playing
from basra.tui.options import Options
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.title import TitleScreen
from basra.tui.shutdown import Endings
from basra.tui.themes import MONO, Theme, shown
from basra.tui.title_menu import title_items

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.match.game_options import GameOptions
    from basra.match.session import Session
    from basra.tui.painting.pages import MenuItem

__all__ = ["BasraApp", "Options"]

FIRST = 0.05
"""Seconds in which the first picture reaches the terminal, before more is read from the disk."""
TWICE = 2.0
"""Seconds within which a second Ctrl+C quits."""


class BasraApp(Playing, Endings):
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
        store: SettingsFile | None = None,
        archive: Callable[[], Archive] | None = None,
    ) -> None:
        """Play as *options* say; a *session* given is the match to go on with.

        Settings are kept in *store* and matches in what *archive* opens; without them they end
        with the program.
        """
        os.environ.pop("NO_COLOR", None)  # Textual would make greys of it
        super().__init__(session, archive)
        self.options = Options() if options is None else options
        self._store = store
        self._kept, self._news = store.load() if store else (Settings(), None)
        self._unsaved = False
        self._given = dict(self.options.given)
        self.settings = self._kept.replace(**self._given)
        """What the player has chosen: read it anew each time, it changes while screens are open."""
        self._news = own_keymap.use(self.settings.keys) or self._news
        self._apply_theme()
        self._shown = False
        self._interrupted = float("-inf")
        if self.options.level is not None:
            from basra import ai

            ai.bot(self.options.level)  # an unknown name is refused before the screen is taken

    @property
    def table_theme(self) -> Theme:
        """The colours and glyphs of everything."""
        return shown(self.settings, self.options.terminal)

    @property
    def pace(self) -> float:
        """Seconds for which the computer's card is shown; infinite where a key is waited for."""
        given = self.options.pace
        return self.settings.pace_seconds if given is None else given

    def change(self, **values: object) -> None:
        """Change settings: at once, on every screen, and for the next time."""
        for name in values:
            self._given.pop(name, None)
        self._kept = self._kept.replace(**values)
        self.settings = self._kept.replace(**self._given)
        self._apply_theme()
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
            self.tell_news()

    def _handle_exception(self, error: Exception) -> None:
        """Leave a match that another window has gone on with; any other fault ends the program."""
        from basra.history.autosave import OvertakenError

        if isinstance(error, OvertakenError):
            self.call_later(self.overtaken, str(error))
        else:
            super()._handle_exception(error)

    def on_unmount(self) -> None:
        self.close_archive()
        if self._unsaved and self._store is not None:
            self._store.save(self._kept)

    def cycle(self, name: str) -> str:
        """Go to the next value of a setting and return it, or say why it could not be seen."""
        if hindrance := capabilities.hindrance(name, self.options.terminal, self.settings.look):
            return hindrance
        value: str = getattr(self.settings.cycle(name, 1), name)
        self.change(**{name: value})
        return value

    def _apply_theme(self) -> None:
        """Take on the language, and let names of the sixteen colours, or none, through."""
        i18n.set_language(capabilities.spoken(self.settings, self.options.terminal))
        self.ansi_color = self.table_theme.name in (MONO, "sixteen")

    def tell_news(self) -> None:
        """Say once what is to be told about the settings and the matches."""
        if not self._running or not isinstance(self.screen, PaintedScreen) or self.screen.note:
            return
        self._news = self._news or self.news()
        if self._news:
            self.screen.say(self._news)
            self._news = None

    def get_default_screen(self) -> Screen[None]:
        return TitleScreen()

    def on_mount(self) -> None:
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)
        self.watch_terminal()
        if self.options.replay is not None:
            self.open_replay(*self.options.replay)
        elif self.options.resume:
            self.go_on_with(self.options.resume)
        elif self.options.start or self.session is not None:
            self.start("resume" if self.session else "play")
        if self.is_headless:
            self._complete()
        else:
            self.set_timer(FIRST, self._complete)

    def _complete(self) -> None:
        """Say on the title what waits, or what a game would be, once its first picture is there."""
        if self._shown:
            return
        self._shown = True
        self.take_up()
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen):
                screen.repaint()
        self.tell_news()
        if self.options.typed:
            from basra.tui.typeahead import typed_keys

            for key in typed_keys(self.options.typed):
                self.post_message(key)

    def _suspended(self, _: object) -> None:
        for table in self.tables():
            table.cover()

    def _resumed(self, _: object) -> None:
        self.refresh(layout=True, repaint=True)
        for table in self.tables():
            table.take_up()

    def interrupt(self) -> None:
        """Quit at the second call within two seconds."""
        now = monotonic()
        if now - self._interrupted <= TWICE:
            self.exit()
            return
        self._interrupted = now
        if isinstance(self.screen, PaintedScreen):
            self.screen.say(_("press Ctrl+C again to quit"))

    # ------------------------------------------------------------ the menu

    def menu(self) -> tuple[MenuItem, ...]:
        """Return the entries of the title as they are now."""
        if self.session is None:
            return title_items("", self.game_options().describe() if self._shown else "")
        return title_items(self.said_of(self.session), "", len(self.others()))

    def game_options(self) -> GameOptions:
        """Return what a new game begins with: the last choices, or what the command asked for."""
        return self._chosen or self.options.game_options(self.settings)

    def start(self, action: str) -> None:
        """Do what an entry of the menu says."""
        match action:
            case "play":
                self.begin(self.game_options(), remember=False)
            case "new":
                self.open_new(self.game_options())
            case "two":
                self.open_new(replace(self.game_options(), who="two"))
            case "watch":
                self.open_new(self._seen or replace(self.game_options(), who="watch"))
            case "resume":
                self.resume()
            case "others":
                self.open_waiting()
            case "records":
                self.open_records()
            case "statistics":
                self.open_statistics()
            case "rules":
                self.open_rules()
            case "settings":
                self.open_settings()
            case "help":
                self.open_help(keymap.TITLE)
            case "quit":
                self.exit()

    def begin(self, game_options: GameOptions, *, remember: bool = True) -> None:
        """Start the match that was chosen, and *remember* the choices for the next time."""
        if game_options.who == "watch":
            self._seen = replace(game_options, seed="")
        else:
            self._chosen = replace(game_options, seed="")
            if remember:
                self.change(**game_options.to_settings())
        self.play(game_options.new_session())
