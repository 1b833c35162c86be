"""The screens that the program opens; each is read from the disk when it is first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from basra.history.game_record import Record
    from basra.match.game_options import GameOptions
    from basra.match.session import Session
    from basra.tui.options import Options
    from basra.tui.screens.table import TableScreen
    from basra.tui.themes import Theme


class Openings(App[None]):
    """What opens screens; `Playing` and `BasraApp` move between them."""

    if TYPE_CHECKING:
        session: Session | None

        @property
        def table_theme(self) -> Theme: ...

        options: Options

        def game_options(self) -> GameOptions: ...
        def tell_news(self) -> None: ...

    def open_new(self, game_options: GameOptions) -> None:
        """Show what can be chosen for a new game, *game_options* to begin with."""
        from basra.tui.screens.new_game import NewGameScreen

        self.push_screen(NewGameScreen(game_options))

    def open_rules(self) -> None:
        """Show the rule book, the rules in force marked."""
        from basra.tui.screens.rules import RulesScreen

        session = self.session
        self.push_screen(RulesScreen(session.rules if session else self.game_options().in_force()))

    def open_settings(self) -> None:
        """Show the settings."""
        from basra.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_help(self, screen: str) -> None:
        """Explain the keys of *screen*."""
        from basra.tui.screens.pages import HelpScreen

        self.push_screen(HelpScreen(screen, self.table_theme))

    def open_log(self, session: Session) -> None:
        """Show every play of the round so far."""
        from basra.engine.seats import Seat
        from basra.messages.names import Names
        from basra.tui.screens.pages import LogScreen

        names = Names(*session.names)
        self.push_screen(LogScreen(session.view(Seat.SOUTH), names))

    def open_records(self) -> None:
        """Show every match that is kept."""
        from basra.tui.screens.records import RecordsScreen

        self.push_screen(RecordsScreen())

    def open_statistics(self) -> None:
        """Show what all matches come to."""
        from basra.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen())

    def open_replay(self, record: Record, number: int = 0) -> None:
        """Show a match once more; *number* is that of the archive, if it is kept there."""
        from basra.tui.screens.replay import ReplayScreen

        self.push_screen(ReplayScreen(record, number))

    def show_curtain(self, table: TableScreen) -> None:
        """Hide the table until the next player has the keyboard."""
        from basra.tui.screens.curtain import CurtainScreen

        self.push_screen(CurtainScreen(table.session))

    def show_tally(self, session: Session) -> None:
        """Show the points of the round that is over."""
        from basra.tui.screens.scores import TallyScreen

        self.push_screen(TallyScreen(session))
