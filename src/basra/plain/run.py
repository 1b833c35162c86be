"""Matches at the plain table, one after the other: begun, gone on with, kept, left.

Law of this file: whatever ends the talk, the match is kept and the exit code says how it ended: 0
at the end of what was typed, 130 for Ctrl+C, 129 and 143 for the signals that ask a program to go.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from basra.engine.errors import BasraError
from basra.history.autosave import Autosave, OvertakenError
from basra.history.seed_commitment import commit
from basra.match.session import Session
from basra.match.settings import Settings
from basra.messages.names import Names
from basra.plain.commands import sentence
from basra.plain.console import Console, GoneError
from basra.plain.sentences import unfinished
from basra.plain.table import Ended, Renewed, Table

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.match.game_options import GameOptions

REFUSED, HUNG_UP, INTERRUPTED = 1, 129, 130
_ENDINGS = ("SIGTERM", "SIGHUP")


class _Asked(BaseException):
    """A signal asked the program to go; nothing that catches faults may catch it."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number


def play(
    console: Console,
    game_options: GameOptions,
    settings: Settings,
    archive: Archive,
    *,
    is_asked: bool = False,
    resume: int = 0,
    seal: bool = False,
) -> int:
    """Play matches until nobody wants another; return the exit code.

    Where nothing was *asked* for, a match that is not over is offered first; the match with the
    number *resume* is gone on with at once.  With a *seal* that of each match is told.

    Raises `CrashError` for what went wrong inside.
    """
    game = _Game(console, game_options, settings, archive, resume, seal=seal)
    with _signals():
        try:
            code = _ended(game, go_on=not is_asked)
            with suppress(GoneError):
                game.leave()
        except _Asked as late:
            code = late.code
        except (BasraError, OSError):
            raise
        except Exception as fault:
            raise _crash(fault, game.session, settings) from fault
        finally:
            console.finish()
    return code


def _crash(fault: Exception, session: Session | None, settings: Settings) -> Exception:
    """A mistake of the program, with what can be told of the game it was made in."""
    from basra.diagnostics import CrashError, of_game

    return CrashError(fault, of_game(session, settings))


def _ended(game: _Game, *, go_on: bool) -> int:
    """Play until something ends it, and return the exit code for that."""
    try:
        game.run(go_on=go_on)
    except Ended:
        return 0
    except OvertakenError as error:
        game.overtaken(error)
        return REFUSED
    except GoneError as gone:
        return HUNG_UP if gone.is_terminal else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except _Asked as asked:
        return asked.code
    return 0


class _Game:
    """The match on the table, and where it is kept."""

    def __init__(
        self,
        console: Console,
        game_options: GameOptions,
        settings: Settings,
        archive: Archive,
        resume: int,
        *,
        seal: bool,
    ) -> None:
        self._console = console
        self._resume = resume
        self._seal = seal
        self._game_options = game_options
        self._settings = settings
        self._archive = archive
        self.session: Session | None = None

    def run(self, *, go_on: bool) -> None:
        """Play until nobody wants another match."""
        self._news()
        if self._resume:
            session: Session | None = self._claimed(self._read(self._resume))
        else:
            session = self._waiting() if go_on else None
        session = session or self._game_options.session()
        while True:
            self.session = session
            table = Table(
                session,
                self._settings,
                self._console,
                begun=self._begin,
                kept=self._kept,
                news=self._archive.next_notice,
            )
            table.greet()
            if self._seal:
                seal = commit(session.seed)
                self._console.say(f"The seal is {seal}: note it, and basra verify checks it later.")
            try:
                table.play()
                if not table.agreed("Another match? Enter or yes, or no:"):
                    return
            except Renewed:
                pass
            self._release()
            session = session.rematch()

    def overtaken(self, why: OvertakenError) -> None:
        """Say that the match was gone on with elsewhere, and let it go."""
        self.session = None
        with suppress(GoneError):
            self._console.say(sentence(why))

    def leave(self) -> None:
        """Let the match go, and say what becomes of it."""
        session = self.session
        self._release()
        if session is None or session.match.is_over:
            self._console.say("Good bye.")
        elif session.autosave is None:
            self._console.say("Nothing was played.")
        elif self._archive.path is None:
            self._console.say("The match is not kept.")
        else:
            self._console.say("The match is kept: the next start offers to go on with it.")

    def _release(self) -> None:
        if self.session is not None and isinstance(self.session.autosave, Autosave):
            self.session.autosave.release()

    def _waiting(self) -> Session | None:
        """The match that was played last and is not over, where it is wanted."""
        for number in self._archive.unfinished():
            if self._archive.is_open_elsewhere(number):
                continue
            try:
                session = self._read(number)
            except BasraError as error:
                self._console.say(f"{sentence(error)[:-1]}; it stays among the records.")
                continue
            names, deal = Names(*session.names), session.round.number_of_deal
            answer = self._console.ask(unfinished(names, session.level, session.match, deal))
            if answer is None:
                raise Ended
            word = answer.strip().casefold()
            if word in ("n", "no", "new"):
                return None
            if word and not "yes".startswith(word):
                self._console.unread(answer)  # whoever plays on at once means to go on
            return self._claimed(session)
        return None

    def _read(self, number: int) -> Session:
        """A match as it was left; raise `RecordError` for one that is damaged."""
        record, autosave = self._archive.resume(number)
        session = Session.resumed(record.header, record.log)
        session.autosave = autosave
        return session

    @staticmethod
    def _claimed(session: Session) -> Session:
        """Have a match open, so that other windows know."""
        assert isinstance(session.autosave, Autosave), "it was read from the archive"
        session.autosave.lock()
        return session

    def _begin(self) -> None:
        """Keep the match from its first deal on, now that somebody plays it."""
        session, archive = self.session, self._archive
        assert session is not None, "a table was laid for it"
        if session.autosave is None:
            session.autosave = archive.begin(session.header(archive.now()), session.log)

    def _kept(self) -> str:
        path = self._archive.path
        if path is None:
            return "Nothing is kept here: the match ends with the program."
        return f"Every card is kept as it is laid, in {path}."

    def _news(self) -> None:
        while news := self._archive.next_notice():
            self._console.say(sentence(news))


@contextmanager
def _signals() -> Iterator[None]:
    """Have signals that ask the program to go end the talk in good order."""

    def ended(number: int, _: object) -> None:
        raise _Asked(number)

    numbers = [number for name in _ENDINGS if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.signal(number, ended) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
