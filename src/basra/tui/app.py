"""The program in the terminal: which screen is shown, and how it ends.

Law of this file: it holds the one `Session`; screens ask it to move on.  The terminal is given
back as it was on every way out that a program can see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual.app import App
from textual.screen import Screen

from basra import ai
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.session import Player, Session, clean_name
from basra.tui import keys, terminal
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.curtain import CALM, CurtainScreen
from basra.tui.screens.pages import HelpScreen, LogScreen, RulesScreen
from basra.tui.screens.scores import OverScreen, TallyScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen
from basra.tui.sheets import Entry
from basra.tui.themes import FELT, Look
from basra.tui.words import COMPUTER, YOU

PACE = 1.2
"""Seconds for which the computer's card is shown before it goes."""
TWICE = 2.0
"""Seconds within which a second Ctrl+C quits."""


HUNG_UP = 129
"""The exit code of a program whose terminal was closed."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the player asked for on the command line."""

    rules: Rules = field(default_factory=Rules)
    seed: str | None = None
    """The seed of the first match; the others draw their own."""
    level: str = ai.DEFAULT
    """The name of the bot that plays."""
    hot_seat: bool = False
    """Whether two people play at one keyboard."""
    names: tuple[str, str] = ("", "")
    """The names of south and north; empty where none was given."""
    start: bool = False
    """Whether to go to the table at once."""
    pace: float = PACE


def players_of(options: Options, *, hot_seat: bool) -> tuple[Player, Player]:
    """Return who sits where; two people are never called the same."""
    if not hot_seat:
        south = clean_name(options.names[0], YOU)
        north = clean_name(options.names[1], COMPUTER)
        return Player(south), Player(north, ai.bot(options.level))
    given = ("" if name in (YOU, COMPUTER) else name for name in options.names)
    south, north = map(clean_name, given, ("South", "North"))
    return Player(south), Player(north if north != south else f"{north} 2")


class BasraApp(App[None]):
    """Basra in the terminal."""

    TITLE = "Basra"
    CSS_PATH: ClassVar[Path] = Path(__file__).parent / "basra.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, options: Options | None = None, *, session: Session | None = None) -> None:
        """Play as *options* say; a *session* given is the match to go on with."""
        super().__init__()
        self.options = Options() if options is None else options
        self.session = session
        self._seed = self.options.seed
        self._interrupted = float("-inf")
        ai.bot(self.options.level)  # an unknown name is refused before the screen is taken

    @property
    def look(self) -> Look:
        """The colours and glyphs of everything."""
        return FELT

    def get_default_screen(self) -> Screen[None]:
        return TitleScreen()

    def on_mount(self) -> None:
        self.app_suspend_signal.subscribe(self, self._suspended)
        self.app_resume_signal.subscribe(self, self._resumed)
        if not self.is_headless:
            terminal.on_signals(self._ended_by)
            self.set_interval(terminal.PATIENCE, self._look_for_terminal)
        if self.options.start or self.session is not None:
            self.start("resume" if self.session else "hot seat" if self.options.hot_seat else "new")

    def _ended_by(self, code: int) -> None:
        terminal.end_for_certain(code)
        self.exit(return_code=code)

    def _look_for_terminal(self) -> None:
        if terminal.is_gone():
            self._ended_by(HUNG_UP)

    def _suspended(self, _: object) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.cover()

    def _resumed(self, _: object) -> None:
        self.refresh(layout=True, repaint=True)

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
        entries = [
            Entry("new", "New game", "against the computer"),
            Entry("hot seat", "Two players", "at one keyboard, turn by turn"),
            Entry("rules", "Rules", "the whole rule book"),
            Entry("help", "Help", "the keys and the game in short"),
            Entry("quit", "Quit", ""),
        ]
        session = self.session
        if session is not None:
            south, north = session.match.scores
            names = [player.name for player in session.players]
            deal = session.view(Seat.SOUTH).number_of_deal
            where = f"{names[0]} {south} · {names[1]} {north} · deal {deal}"
            entries.insert(0, Entry("resume", "Resume match", where))
        return tuple(entries)

    def start(self, deed: str) -> None:
        """Do what an entry of the menu says."""
        match deed:
            case "new" | "hot seat":
                seats = players_of(self.options, hot_seat=deed == "hot seat")
                self._play(Session(seats, rules=self.options.rules, seed=self._seed))
                self._seed = None
            case "resume" if self.session is not None:
                self._play(self.session)
            case "rules":
                self.push_screen(RulesScreen())
            case "help":
                self.open_help(keys.TITLE)
            case "quit":
                self.exit()

    def open_help(self, screen: str) -> None:
        """Explain the keys of *screen*."""
        self.push_screen(HelpScreen(screen))

    def open_log(self, session: Session) -> None:
        """Show every play of the round so far."""
        self.push_screen(LogScreen(session))

    # ------------------------------------------------------------ a match

    def _play(self, session: Session) -> None:
        self._to_title()
        self.session = session
        self.push_screen(TableScreen(session, self.options.pace))

    def _to_title(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def leave(self) -> None:
        """Go to the title; a match that is not over waits there."""
        if self.session is not None and self.session.match.is_over:
            self.session = None
        self._to_title()

    def show_tally(self, session: Session) -> None:
        """Show the points of the round that is over."""
        self.push_screen(TallyScreen(session))

    def after_tally(self) -> None:
        """Go on after a round: to the next one, or to the end of the match."""
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
        calm = CALM if self.options.pace > 0 else 0.0
        self.push_screen(CurtainScreen(table.session, calm))

    def open_curtain(self) -> None:
        """Show the table to the player whose turn it is."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.lift()
        self.pop_screen()
