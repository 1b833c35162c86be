"""How screens open one another and go back, without knowing one another's classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from basra.tui import registry

if TYPE_CHECKING:
    from textual.app import App

    from basra.ai.coach import Advice
    from basra.engine.matches import Match
    from basra.engine.rules import Rules
    from basra.engine.scoring import Tally
    from basra.engine.views import View
    from basra.history.game_record import Record
    from basra.match.game_options import GameOptions
    from basra.match.session import Session
    from basra.messages.names import Names
    from basra.review import PlayReview
    from basra.tui.painting.pages import MenuItem
    from basra.tui.painting.scene import Marks
    from basra.tui.replay_moments import Replay


class Navigator:
    """Puts screens over one another; each is read from the disk when it is first shown."""

    def __init__(self, app: App[None]) -> None:
        """Show the screens of *app*."""
        self._app = app

    def new_screen(self, name: str, *values: Any, **named: Any) -> Any:
        """Return a new screen of that name, made with these values."""
        return registry.screen_class(registry.row_of(name))(*values, **named)

    def _push(self, name: str, *values: Any, **named: Any) -> None:
        self._app.push_screen(self.new_screen(name, *values, **named))

    def back(self) -> None:
        """Go back to the screen under this one."""
        self._app.pop_screen()

    def to_title(self) -> None:
        """Go back to the title."""
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()

    # ------------------------------------------------------------ of the title's menu

    def open_entry(self, action: str) -> None:
        """Open the screen that an entry of the title's menu stands for."""
        screen = registry.screen_class(registry.row_of_entry(action))
        self._app.push_screen(screen.of_entry(action, self._app))

    def open_new_game(self, game_options: GameOptions) -> None:
        """Show what can be chosen for a new game, *game_options* to begin with."""
        self._push(registry.NEW, game_options)

    def open_rules(self, rules: Rules) -> None:
        """Show the rule book, the *rules* in force marked."""
        self._push(registry.RULES, rules)

    def open_settings(self) -> None:
        """Show the settings."""
        self._push(registry.SETTINGS)

    # ------------------------------------------------------------ of any screen

    def open_help(self, screen: str) -> None:
        """Explain the keys of *screen*."""
        self._push(registry.HELP, screen)

    def open_menu(
        self,
        heading: str,
        lines: Sequence[str],
        items: Sequence[MenuItem],
        choose: Callable[[str], None],
        debounce: float | None = 0.0,
    ) -> None:
        """Offer *items*; *choose* is given the action of one once the box is gone."""
        self._push(registry.MENU, heading, lines, items, choose, debounce)

    # ------------------------------------------------------------ of a match

    def show_table(self, session: Session) -> None:
        """Show the table of a match."""
        self._push(registry.TABLE, session)

    def show_curtain(self, session: Session, reveal: Callable[[], None]) -> None:
        """Hide the table until the next player has the keyboard, then call *reveal*."""
        self._push(registry.CURTAIN, session, reveal)

    def show_tally(self, session: Session) -> None:
        """Show the points of the round that is over."""
        self._push(registry.TALLY, session)

    def show_over(self, session: Session) -> None:
        """Show the end of the match, in the place of its last tally."""
        self._app.switch_screen(self.new_screen(registry.OVER, session))

    def open_log(self, view: View, names: Names, marks: Marks | None = None) -> None:
        """Show the plays that *view* knows, with the *marks* of a review where there are any."""
        self._push(registry.LOG, view, names, marks)

    def open_scores(self, names: Names, match: Match, now: Tally) -> None:
        """Show the rounds of *match*, and what the one on the table comes to *now*."""
        self._push(registry.SCORES, names, match, now)

    def open_words(self, view: View, names: Names, scores: tuple[int, int]) -> None:
        """Describe what *view* shows."""
        self._push(registry.WORDS, view, names, scores)

    def open_advice(self, view: View, advice: tuple[Advice, ...], reason: str) -> None:
        """Show every play of the hand as the coach sees it, and the *reason* for the best."""
        self._push(registry.COACH, view, advice, reason)

    # ------------------------------------------------------------ of a record

    def open_replay(self, record: Record, number: int = 0) -> None:
        """Show a match once more; *number* is that of the archive, if it is kept there."""
        self._push(registry.REPLAY, record, number)

    def open_retry(self, view: View, replay: Replay, judged: PlayReview) -> None:
        """Let another play be tried in the place of the one that was *judged*."""
        self._push(registry.TRY, view, replay, judged)

    def open_answer(self, sentences: Sequence[tuple[str, str]]) -> None:
        """Show what a play that was tried is worth: sentences with their tones."""
        self._push(registry.ANSWER, sentences)
