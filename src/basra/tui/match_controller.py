"""The match that is played: begun, kept, left, gone on with.

Law of this file: `session` is the match on the table, or the one that waits behind *Resume*; all
others that are not over wait in the archive, which is opened when the title has been seen.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from basra.i18n import _
from basra.tui.navigation import Openings
from basra.tui.painting.pages import MenuItem

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.history.autosave import Autosave
    from basra.match.game_options import GameOptions
    from basra.match.session import Session
    from basra.tui.screens.table import TableScreen

MOST_WAITING = 9
"""The matches that are offered to be gone on with; all are among the records."""


class Playing(Openings):
    """What begins matches, leaves them and goes on with them."""

    def __init__(
        self, session: Session | None = None, archive: Callable[[], Archive] | None = None
    ) -> None:
        """Go on with *session*, if there is one; keep matches in what *archive* opens."""
        super().__init__()
        self.session = session
        self._chosen: GameOptions | None = None
        self._seen: GameOptions | None = None
        self._waiting: Session | None = None
        """The player's own match while another one is watched."""
        self._open_archive = archive or _nowhere
        self._archive: Archive | None = None
        self.is_new = False
        """Whether nothing was ever kept, as far as is known yet."""
        self._damaged: set[int] = set()
        """The numbers of matches that cannot be gone on with."""

    @property
    def archive(self) -> Archive:
        """All matches that are kept."""
        if self._archive is None:
            self._archive = self._open_archive()
        return self._archive

    def close_archive(self) -> None:
        """Let the matches go."""
        self._release()
        if self._archive is not None:
            self._archive.close()

    def news(self) -> str | None:
        """Return what is to be told about the keeping of matches, if anything."""
        return None if self._archive is None else self._archive.next_notice()

    # ------------------------------------------------------------ what waits

    def take_up(self) -> None:
        """Have the match that was played last wait behind *Resume*, where there is none yet."""
        self.is_new = self.archive.match(1) is None
        for number in self.archive.unfinished():
            if self.session is not None:
                return
            found = self._read(number)
            self.session = None if found is None or found.log.result else found

    def others(self) -> list[int]:
        """Return the numbers of the other matches that wait, the one played last first."""
        if self._archive is None:
            return []
        here = _autosave_of(self.session)
        known = {here.number if here else 0} | self._damaged
        return [number for number in self._archive.unfinished() if number not in known]

    def _read(self, number: int) -> Session | None:
        """Return a match as it was left, or ``None`` where it is damaged, which is told."""
        from basra.engine.errors import BasraError
        from basra.match.session import Session

        try:
            record, autosave = self.archive.resume(number)
            session = Session.resumed(record.header, record.log)
        except BasraError as error:
            self._damaged.add(number)
            self.archive.add_notice(_("{why}; it stays among the records").format(why=error))
            return None
        session.autosave = autosave
        return session

    def said_of(self, session: Session) -> str:
        """Return what waits in a match: opponent, level, points, deal and age."""
        from basra.tui.title_menu import waiting

        autosave = _autosave_of(session)
        now = datetime.now(UTC).astimezone()
        return waiting(session, autosave.last_saved if autosave else "", now)

    # ------------------------------------------------------------ going on with it

    def resume(self) -> None:
        """Go on with the match that waits behind *Resume*, as it is now."""
        autosave = _autosave_of(self.session)
        if autosave is not None and not autosave.is_current:  # another window has gone on with it
            self.session = None
            self.go_on_with(autosave.number)
        elif autosave is not None and self.archive.is_open_elsewhere(autosave.number):
            self._ask_to_share(autosave.number)
        elif self.session is not None:
            self.play(self.session)

    def go_on_with(self, number: int, *, shared: bool = False) -> None:
        """Go on with a match of the archive; ask first where it is open in another window."""
        if not shared and self.archive.is_open_elsewhere(number):
            self._ask_to_share(number)
            return
        session = self._read(number)
        if session is None or session.log.result:
            if session is not None:
                self.archive.add_notice(
                    _("that match was ended in another window; it is among the records")
                )
            self.take_up()
            self.tell_news()
        else:
            self.play(session)

    def open_waiting(self) -> None:
        """Offer the other matches that wait."""
        from basra.messages.names import named
        from basra.tui.screens.menu import MenuScreen

        items = []
        for number in self.others()[:MOST_WAITING]:
            if (session := self._read(number)) is not None:
                label = _("Two players") if session.is_hot_seat else named(session.players[1].name)
                items.append(MenuItem(str(number), label, self.said_of(session)))
        if not items:
            self.tell_news()
            return

        def choose(action: str) -> None:
            self.go_on_with(int(action))

        lines = (_("The one played last comes first."),)
        self.push_screen(MenuScreen(_("Matches that wait"), lines, items, choose))

    def _ask_to_share(self, number: int) -> None:
        """Ask whether a match shall be gone on with here that is open elsewhere."""
        from basra.tui.screens.menu import MenuScreen

        def choose(action: str) -> None:
            if action == "here":
                self.go_on_with(number, shared=True)

        items = (
            MenuItem("not", _("No, leave it there"), ""),
            MenuItem("here", _("Yes, go on here"), _("the other window then ends it")),
        )
        lines = (
            _("This match is open in another window."),
            _("Who plays first there or here goes on."),
        )
        header = _("Go on with it here?")
        self.push_screen(MenuScreen(header, lines, items, choose, calm=None))

    # ------------------------------------------------------------ a match

    def play(self, session: Session) -> None:
        """Show the table of a match, which is kept from now on."""
        from basra.history.autosave import SaveWhenOver
        from basra.tui.screens.table import TableScreen

        self._to_title()
        before = self.session
        if before is not session:
            if before is not None and session.is_watched and not before.is_watched:
                self._waiting = before
            self._release()
        self.session = session
        if session.autosave is None:
            header = session.header(self.archive.now())
            if session.is_watched:
                session.autosave = SaveWhenOver(self.archive, header)
            else:
                session.autosave = self.archive.begin(header, session.log)
            if self.options.seal:
                from basra.history.seed_commitment import commit
                from basra.tui.title_menu import sealed

                self.archive.add_notice(sealed(commit(session.seed)))
        if (autosave := _autosave_of(session)) is not None:
            autosave.lock()
        self.push_screen(TableScreen(session))
        self.tell_news()

    def leave(self) -> None:
        """Go to the title; the match waits there, unless it is over."""
        session = self.session
        self._release()
        if session is not None and (session.is_watched or session.log.result):
            self.session, self._waiting = self._waiting, None
        self.take_up()
        self._to_title()

    def _release(self) -> None:
        if (autosave := _autosave_of(self.session)) is not None:
            autosave.release()

    def overtaken(self, why: str) -> None:
        """Leave a match that was gone on with elsewhere."""
        self._release()
        self.session = None
        self.take_up()
        self._to_title()
        self.archive.add_notice(why)
        self.tell_news()

    def abandon(self) -> None:
        """Give up the match on the table."""
        if self.session is not None:
            self.session.abandon()
        self.leave()

    def _to_title(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def after_tally(self) -> None:
        """Go on after a round: to the next one, or to the end of the match."""
        from basra.tui.screens.scores import OverScreen

        session = self.session
        assert session is not None
        if session.match.is_over:
            self.switch_screen(OverScreen(session))
            return
        session.next_round()
        self.pop_screen()

    def rematch(self) -> None:
        """Play again; the deal passes on."""
        assert self.session is not None
        self.play(self.session.rematch())

    def look_back(self) -> None:
        """Show the match that is over once more, as it is kept where it is."""
        from basra.engine.errors import RecordError
        from basra.history.game_record import Record

        session = self.session
        assert session is not None
        number = autosave.number if (autosave := _autosave_of(session)) else 0
        try:
            record = self.archive.record(number)
        except RecordError:
            record, number = Record(session.header(), session.log), 0
        self.open_replay(record, number)

    # ------------------------------------------------------------ the tables

    def tables(self) -> list[TableScreen]:
        """Return the tables that are open, whatever lies over them."""
        from basra.tui.screens.table import TableScreen

        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]

    def open_curtain(self) -> None:
        """Show the table to the player whose turn it is."""
        for table in self.tables():
            table.lift()
        self.pop_screen()


def _autosave_of(session: Session | None) -> Autosave | None:
    """The autosave of a match that is saved entry by entry."""
    from basra.history.autosave import Autosave

    autosave = None if session is None else session.autosave
    return autosave if isinstance(autosave, Autosave) else None


def _nowhere() -> Archive:
    """Matches that end with the program."""
    from basra.history.archive import Archive

    return Archive(None, why_not="")
