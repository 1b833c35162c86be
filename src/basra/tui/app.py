"""The program in the terminal: what its screens share, and how it ends.

The terminal is given back as it was on every way out that a program can see.  Textual shows what
went wrong with every local variable, hidden cards among them; none of that reaches the terminal:
`BasraApp.fault` is what `run` makes a crash report of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.screen import Screen

from basra import i18n
from basra.diagnostics import describe_game
from basra.files import SettingsFile
from basra.i18n import _
from basra.match.settings import Settings
from basra.terminal import capabilities, lifecycle
from basra.terminal.capabilities import Terminal
from basra.tui import keymap, registry
from basra.tui.match_controller import MatchController
from basra.tui.navigator import Navigator
from basra.tui.options import LiveSettings, Options
from basra.tui.screens.base import PaintedScreen
from basra.tui.themes import MONO, Theme, theme_for

if TYPE_CHECKING:
    from rich.console import RenderableType

    from basra.history.archive import Archive
    from basra.match.session import Session

__all__ = ["BasraApp", "Options"]

FIRST_FRAME = 0.05
"""Seconds in which the first picture reaches the terminal, before more is read from the disk."""
QUIT_INTERVAL = 2.0
"""Seconds within which a second Ctrl+C quits."""


class BasraApp(App[None]):
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
        """Play as *options* say; a *session* given is the match to resume.

        Settings are kept in *store* and matches in what *archive* opens; without them they end
        with the program.
        """
        os.environ.pop("NO_COLOR", None)  # Textual would make greys of it
        super().__init__()
        self.options = Options() if options is None else options
        self.fault: Exception | None = None
        """What ended the program, where that was its own mistake."""
        self._settings = LiveSettings(store, self.options.given, self._apply_settings)
        self._settings.notice = keymap.use_own_keys(self.settings.keys) or self._settings.notice
        self._apply_theme()
        self.navigator = Navigator(self)
        self.matches = MatchController(
            session,
            archive,
            options=self.options,
            settings=self._settings,
            navigator=self.navigator,
            show_notices=self.show_notices,
        )
        self.is_ready = False
        """Whether the first picture is there, and the archive has been looked into."""
        self._interrupted = float("-inf")
        if self.options.level is not None:
            from basra import ai

            ai.bot(self.options.level)  # an unknown name is refused before the screen is taken

    # ------------------------------------------------------------ what screens read

    @property
    def session(self) -> Session | None:
        """The match on the table, or the one that waits behind *Resume*."""
        return self.matches.session

    @property
    def settings(self) -> Settings:
        """What the player has chosen: read it anew each time, it changes while screens are open."""
        return self._settings.current

    @property
    def terminal(self) -> Terminal:
        """What the terminal can show."""
        return self.options.terminal

    @property
    def table_theme(self) -> Theme:
        """The colours and glyphs of everything."""
        return theme_for(self.settings, self.terminal)

    @property
    def pace(self) -> float:
        """Seconds for which the computer's card is shown; infinite where a key is waited for."""
        given = self.options.pace
        return self.settings.pace_seconds if given is None else given

    # ------------------------------------------------------------ settings and notices

    def change(self, **values: object) -> None:
        """Change settings: at once, on every screen, and for the next time."""
        self._settings.change(**values)

    def cycle(self, name: str) -> str:
        """Go to the next value of a setting and return it, or say why it could not be seen."""
        if why := capabilities.why_unsupported(name, self.terminal, self.settings.look):
            return why
        value: str = getattr(self.settings.cycle(name, 1), name)
        self.change(**{name: value})
        return value

    def _apply_settings(self) -> None:
        """Show what has changed; it is saved once it is seen, since a disk may be slow."""
        self._apply_theme()
        self._repaint_all()
        self.call_after_refresh(self._save_settings)

    def _apply_theme(self) -> None:
        """Take on the language, and let names of the sixteen colours, or none, through."""
        i18n.set_language(capabilities.supported_language(self.settings, self.terminal))
        self.ansi_color = self.table_theme.name in (MONO, "sixteen")

    def _save_settings(self) -> None:
        self._settings.save()
        self.show_notices()

    def show_notices(self) -> None:
        """Show once what there is to know about the settings file and the archive."""
        if not self._running or not isinstance(self.screen, PaintedScreen) or self.screen.note:
            return
        notice = self._settings.take_notice() or self.matches.take_notice()
        if notice:
            self.screen.show_note(notice)

    # ------------------------------------------------------------ screens

    def _painted_screens(self) -> Iterator[PaintedScreen]:
        """Yield the screens that are open, from the title up."""
        return (screen for screen in self.screen_stack if isinstance(screen, PaintedScreen))

    def _repaint_all(self) -> None:
        for screen in self._painted_screens():
            screen.repaint()

    def get_default_screen(self) -> Screen[None]:
        title: Screen[None] = self.navigator.new_screen(registry.TITLE)
        return title

    def start(self, action: str) -> None:
        """Do what an entry of the title's menu says."""
        match action:
            case "play":
                self.matches.begin(self.matches.game_options, remember=False)
            case "resume":
                self.matches.resume()
            case "others":
                self.matches.offer_waiting()
            case "quit":
                self.exit()
            case _:
                self.navigator.open_entry(action)

    # ------------------------------------------------------------ beginning, stopping, ending

    def on_mount(self) -> None:
        self.app_suspend_signal.subscribe(self, self._hide_hands)
        self.app_resume_signal.subscribe(self, self._resume_screens)
        if not self.is_headless:
            lifecycle.handle_signals(self._end)
            self.set_interval(lifecycle.CHECK_INTERVAL, self._look_for_terminal)
        if self.options.replay is not None:
            self.navigator.open_replay(*self.options.replay)
        elif self.options.resume:
            self.matches.resume_number(self.options.resume)
        elif self.options.start or self.session is not None:
            self.start("resume" if self.session else "play")
        if self.is_headless:
            self._complete()
        else:
            self.set_timer(FIRST_FRAME, self._complete)

    def _complete(self) -> None:
        """Look for matches that wait, and play what was typed, once the first picture is there."""
        if self.is_ready:
            return
        self.is_ready = True
        self.matches.find_waiting()
        self._repaint_all()
        self.show_notices()
        if self.options.typeahead:
            from basra.tui.typeahead import parse_keys

            for key in parse_keys(self.options.typeahead):
                self.post_message(key)

    def _hide_hands(self, _: object) -> None:
        for screen in list(self._painted_screens()):
            screen.hide_hand()

    def _resume_screens(self, _: object) -> None:
        self.refresh(layout=True, repaint=True)
        for screen in list(self._painted_screens()):
            screen.resume()

    def interrupt(self) -> None:
        """Quit at the second call within two seconds."""
        now = monotonic()
        if now - self._interrupted <= QUIT_INTERVAL:
            self.exit()
            return
        self._interrupted = now
        if isinstance(self.screen, PaintedScreen):
            self.screen.show_note(_("press Ctrl+C again to quit"))

    def on_unmount(self) -> None:
        self.matches.close()
        self._settings.save()

    def _look_for_terminal(self) -> None:
        if lifecycle.is_hung_up():
            self._end(lifecycle.HUNG_UP)

    def _end(self, code: int) -> None:
        """End because of a signal, or since the terminal is gone."""
        lifecycle.schedule_forced_exit(code)
        self.exit(return_code=code)

    def _handle_exception(self, error: Exception) -> None:
        """Leave a match that another window has resumed; any other fault ends the program."""
        from basra.history.autosave import OvertakenError

        if isinstance(error, OvertakenError):
            self.call_later(self.matches.leave_overtaken, str(error))
            return
        self.fault = self.fault or error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """End at once: for an error that has a picture of its own, or where no key can be read."""
        if self.fault is None and lifecycle.is_hung_up():
            self._end(lifecycle.HUNG_UP)
            return
        self.fault = self.fault or RuntimeError("the keys can no longer be read")
        self._return_code = 1
        self._close_messages_no_wait()

    def crash_facts(self) -> dict[str, str]:
        """Return what a crash report says of the game: no hidden card, no player's name."""
        return describe_game(self.session, self.settings)
