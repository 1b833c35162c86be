"""The match that is played: begun, kept, left, resumed.

`session` is the match on the table, or the one that waits behind *Resume*; all others that are not
over wait in the archive, which is opened when the title has been seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.i18n import _, ngettext
from basra.messages.times import parse_time
from basra.tui.navigator import Navigator
from basra.tui.options import Options, RunSettings
from basra.tui.painting.pages import MenuItem

if TYPE_CHECKING:
    from basra.engine.rules import Rules
    from basra.history.archive import Archive
    from basra.history.autosave import Autosave
    from basra.match.game_options import GameOptions
    from basra.match.session import Session

MOST_WAITING = 9
"""The matches that are offered to be resumed; all are among the records."""


class MatchController:
    """Begins matches, leaves them and resumes them."""

    def __init__(
        self,
        session: Session | None,
        open_archive: Callable[[], Archive] | None,
        *,
        options: Options,
        settings: RunSettings,
        navigator: Navigator,
        show_notices: Callable[[], None],
    ) -> None:
        """Begin with *session*, if there is one; keep matches in what *open_archive* opens."""
        self.session = session
        self._options, self._settings = options, settings
        self._navigator, self._show_notices = navigator, show_notices
        self._last_played: GameOptions | None = None
        self._last_watched: GameOptions | None = None
        self._set_aside: Session | None = None
        """The player's own match while another one is watched."""
        self._open_archive = open_archive or _unsaved_archive
        self._archive: Archive | None = None
        self.is_new = False
        """Whether nothing was ever kept, as far as is known yet."""
        self._damaged: set[int] = set()
        """The numbers of matches that cannot be resumed."""

    @property
    def archive(self) -> Archive:
        """All matches that are kept."""
        if self._archive is None:
            self._archive = self._open_archive()
        return self._archive

    def close(self) -> None:
        """Let the match and the archive go."""
        self._release()
        if self._archive is not None:
            self._archive.close()

    def take_notice(self) -> str | None:
        """Return a notice of the archive, if there is one, once."""
        return None if self._archive is None else self._archive.next_notice()

    # ------------------------------------------------------------ a new match

    @property
    def game_options(self) -> GameOptions:
        """What a new game begins with: the last choices, or what the command asked for."""
        return self._last_played or self._options.game_options(self._settings.current)

    @property
    def watch_options(self) -> GameOptions | None:
        """The last choices for a match of two computers, if there was one."""
        return self._last_watched

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.session.rules if self.session else self.game_options.effective_rules()

    def begin(self, game_options: GameOptions, *, remember: bool = True) -> None:
        """Start the match that was chosen, and *remember* the choices for the next time."""
        if game_options.who == "watch":
            self._last_watched = replace(game_options, seed="")
        else:
            self._last_played = replace(game_options, seed="")
            if remember:
                self._settings.change(**game_options.to_settings())
        self.open_match(game_options.new_session())

    # ------------------------------------------------------------ what waits

    def find_waiting(self) -> None:
        """Have the match that was played last wait behind *Resume*, where there is none yet."""
        self.is_new = self.archive.match(1) is None
        for number in self.archive.unfinished():
            if self.session is not None:
                return
            session = self._read(number)
            self.session = None if session is None or session.log.result else session

    def other_waiting(self) -> list[int]:
        """Return the numbers of the other matches that wait, the one played last first."""
        if self._archive is None:
            return []
        here = _autosave(self.session)
        left_out = {here.number if here else 0} | self._damaged
        return [number for number in self._archive.unfinished() if number not in left_out]

    def _read(self, number: int) -> Session | None:
        """Return a match as it was left, or ``None``, with a notice, where it is damaged."""
        from basra.engine.errors import BasraError
        from basra.match.session import Session

        try:
            record, autosave = self.archive.resume(number)
            session = Session.resume(record.header, record.log)
        except BasraError as error:
            self._damaged.add(number)
            self.archive.add_notice(_("{why}; it stays among the records").format(why=error))
            return None
        session.autosave = autosave
        return session

    def description(self, session: Session) -> str:
        """Return what waits in a match: opponent, level, points, deal and age."""
        autosave = _autosave(session)
        now = datetime.now(UTC).astimezone()
        return waiting_words(session, autosave.last_saved if autosave else "", now)

    # ------------------------------------------------------------ resuming

    def resume(self) -> None:
        """Resume the match that waits behind *Resume*, as it is now."""
        autosave = _autosave(self.session)
        if autosave is not None and not autosave.is_current:  # another window has gone on with it
            self.session = None
            self.resume_number(autosave.number)
        elif autosave is not None and self.archive.is_open_elsewhere(autosave.number):
            self._ask_to_share(autosave.number)
        elif self.session is not None:
            self.open_match(self.session)

    def resume_number(self, number: int, *, shared: bool = False) -> None:
        """Resume a match of the archive; ask first where it is open in another window."""
        if not shared and self.archive.is_open_elsewhere(number):
            self._ask_to_share(number)
            return
        session = self._read(number)
        if session is None or session.log.result:
            if session is not None:
                self.archive.add_notice(
                    _("that match was ended in another window; it is among the records")
                )
            self.find_waiting()
            self._show_notices()
        else:
            self.open_match(session)

    def offer_waiting(self) -> None:
        """Offer the other matches that wait."""
        from basra.messages.names import display_name

        items = []
        for number in self.other_waiting()[:MOST_WAITING]:
            if (session := self._read(number)) is not None:
                label = (
                    _("Two players")
                    if session.is_hot_seat
                    else display_name(session.players[1].name)
                )
                items.append(MenuItem(str(number), label, self.description(session)))
        if not items:
            self._show_notices()
            return

        def choose(action: str) -> None:
            self.resume_number(int(action))

        lines = (_("The one played last comes first."),)
        self._navigator.open_menu(_("Matches that wait"), lines, items, choose)

    def _ask_to_share(self, number: int) -> None:
        """Ask whether a match shall be gone on with here that is open elsewhere."""

        def choose(action: str) -> None:
            if action == "here":
                self.resume_number(number, shared=True)

        items = (
            MenuItem("not", _("No, leave it there"), ""),
            MenuItem("here", _("Yes, go on here"), _("the other window then ends it")),
        )
        lines = (
            _("This match is open in another window."),
            _("Who plays first there or here goes on."),
        )
        heading = _("Go on with it here?")
        self._navigator.open_menu(heading, lines, items, choose, debounce=None)

    # ------------------------------------------------------------ a match

    def open_match(self, session: Session) -> None:
        """Show the table of a match, which is kept from now on."""
        self._navigator.to_title()
        before = self.session
        if before is not session:
            if before is not None and session.is_watched and not before.is_watched:
                self._set_aside = before
            self._release()
        self.session = session
        if session.autosave is None:
            header = session.header(self.archive.now())
            if session.is_watched:
                from basra.history.autosave import SaveWhenOver

                session.autosave = SaveWhenOver(self.archive, header)
            else:
                session.autosave = self.archive.begin(header, session.log)
            if self._options.seal:
                from basra.history.seed_commitment import commit

                self.archive.add_notice(seal_notice(commit(session.seed)))
        if (autosave := _autosave(session)) is not None:
            autosave.lock()
        self._navigator.show_table(session)
        self._show_notices()

    def leave(self) -> None:
        """Go to the title; the match waits there, unless it is over."""
        session = self.session
        self._release()
        if session is not None and (session.is_watched or session.log.result):
            self.session, self._set_aside = self._set_aside, None
        self.find_waiting()
        self._navigator.to_title()

    def _release(self) -> None:
        if (autosave := _autosave(self.session)) is not None:
            autosave.release()

    def leave_overtaken(self, why: str) -> None:
        """Leave a match that was gone on with elsewhere."""
        self._release()
        self.session = None
        self.find_waiting()
        self._navigator.to_title()
        self.archive.add_notice(why)
        self._show_notices()

    def abandon(self) -> None:
        """Give up the match on the table."""
        if self.session is not None:
            self.session.abandon()
        self.leave()

    def next_round(self) -> None:
        """Go on after a round: to the next one, or to the end of the match."""
        session = self.session
        assert session is not None
        if session.match.is_over:
            self._navigator.show_over(session)
            return
        session.next_round()
        self._navigator.back()

    def rematch(self) -> None:
        """Play again; the deal passes on."""
        assert self.session is not None
        self.open_match(self.session.rematch())

    def replay_match(self) -> None:
        """Show the match that is over once more, as it is kept where it is."""
        from basra.engine.errors import RecordError
        from basra.history.game_record import Record

        session = self.session
        assert session is not None
        number = autosave.number if (autosave := _autosave(session)) else 0
        try:
            record = self.archive.record(number)
        except RecordError:
            record, number = Record(session.header(), session.log), 0
        self._navigator.open_replay(record, number)


def _autosave(session: Session | None) -> Autosave | None:
    """The autosave of a match, if it has one."""
    from basra.history.autosave import Autosave

    autosave = None if session is None else session.autosave
    return autosave if isinstance(autosave, Autosave) else None


def _unsaved_archive() -> Archive:
    """Matches that end with the program."""
    from basra.history.archive import Archive

    return Archive(None, why_not="")


def waiting_words(session: Session, last: str, now: datetime) -> str:
    """Return what waits in a match: opponent, points, deal, and how long ago it was left.

    *last* is when it was played last, in UTC; *now* is the time where the player is.
    """
    from basra.messages.names import display_name

    first, second = (display_name(player.name) for player in session.players)
    bot = session.players[Seat.NORTH].bot
    south, north = session.match.scores
    where = _("{who} · {south}:{north} · deal {deal}/{deals}").format(
        who=_("{several} and {last}").format(several=first, last=second)
        if bot is None
        else display_name(bot.name),
        south=south,
        north=north,
        deal=session.view(Seat.SOUTH).deal_number,
        deals=session.rules.deals,
    )
    age = age_words(last, now)
    return f"{where} · {age}" if age else where


def age_words(then: str, now: datetime) -> str:
    """Return how long ago *then* (``2026-11-30T19:40:16Z``) was, as one says it; empty for never.

    >>> age_words("2026-11-29T23:50:00Z", datetime.fromisoformat("2026-11-30T00:20:00+00:00"))
    '30 min ago'
    >>> age_words("2026-11-29T20:00:00Z", datetime.fromisoformat("2026-11-30T12:00:00+00:00"))
    'yesterday'
    """
    when = parse_time(then)
    if when is None:
        return ""
    when = when.astimezone(now.tzinfo)
    minutes, days = int((now - when).total_seconds()) // 60, (now.date() - when.date()).days
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _("{n} min ago").format(n=minutes)
    if days == 0:
        return _("{n} h ago").format(n=minutes // 60)
    if days == 1:
        return _("yesterday")
    if days < 60:
        return ngettext("{n} day ago", "{n} days ago", days).format(n=days)
    return _("on {date}").format(date=f"{when:%Y-%m-%d}")


def seal_notice(seal: str) -> str:
    """Return the notice of the seal, to be noted before the first card of a match."""
    return _("seal {seal}: note it, and basra verify checks it afterwards").format(seal=seal)
