"""The game in plain lines: matches one after the other, resumed and saved, and the exit code.

However it ends, the match is saved.  The exit code is 0 at the end of the input, 130 for Ctrl+C,
129 and 143 for the signals `SIGHUP` and `SIGTERM`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra.engine.errors import BasraError
from basra.history.autosave import Autosave, OvertakenError
from basra.history.seed_commitment import commit
from basra.match.session import Session
from basra.match.settings import Settings
from basra.messages.names import Names
from basra.plain.console import Console, ConsoleClosedError
from basra.plain.match_loop import MatchLoop, NewMatch, Quit
from basra.plain.parser import as_sentence
from basra.plain.sentences import ask_to_resume
from basra.terminal.lifecycle import HUNG_UP

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.match.game_options import GameOptions

REFUSED, INTERRUPTED = 1, 130
_SIGNALS = ("SIGTERM", "SIGHUP")


class _SignalReceived(BaseException):
    """A signal that ends programs; no `except Exception` may catch it."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number


def play(
    console: Console,
    game_options: GameOptions,
    settings: Settings,
    archive: Archive,
    *,
    offers_unfinished: bool = True,
    resume: int = 0,
    seal: bool = False,
) -> int:
    """Play matches until the player wants no other; return the exit code.

    It begins with the match numbered *resume*; else, where it *offers_unfinished* ones, with one
    that the player wants to continue; else with a new one.  With *seal*, print that of each match.

    Raises `CrashError` for a mistake of the program.
    """
    runner = _MatchRunner(console, game_options, settings, archive, resume, seal)
    with _handle_signals():
        try:
            code = _run_to_exit_code(runner, offers_unfinished=offers_unfinished)
            with suppress(ConsoleClosedError):
                runner.leave()
        except _SignalReceived as late:
            code = late.code
        except (BasraError, OSError):
            raise
        except Exception as fault:
            raise _crash(fault, runner.session, settings) from fault
        finally:
            console.flush()
    return code


def _crash(fault: Exception, session: Session | None, settings: Settings) -> Exception:
    """Return the error for a mistake of the program, with the state of the game."""
    from basra.diagnostics import CrashError, describe_game

    return CrashError(fault, describe_game(session, settings))


def _run_to_exit_code(runner: _MatchRunner, *, offers_unfinished: bool) -> int:
    """Play until something ends it; return the exit code."""
    try:
        runner.run(offers_unfinished=offers_unfinished)
    except Quit:
        return 0
    except OvertakenError as error:
        runner.report_overtaken(error)
        return REFUSED
    except ConsoleClosedError as error:
        return HUNG_UP if error.is_terminal else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except _SignalReceived as received:
        return received.code
    return 0


@dataclass
class _MatchRunner:
    """The matches of a run, and how they are saved."""

    console: Console
    game_options: GameOptions
    settings: Settings
    archive: Archive
    resume: int
    seal: bool
    session: Session | None = None

    def run(self, *, offers_unfinished: bool) -> None:
        """Play until the player wants no other match."""
        self._print_notices()
        if self.resume:
            session: Session | None = self._claim(self._read(self.resume))
        else:
            session = self._offer_unfinished() if offers_unfinished else None
        session = session or self.game_options.new_session()
        while True:
            self.session = session
            loop = MatchLoop(
                session,
                self.settings,
                self.console,
                on_typed=self._start_saving,
                where_saved=self._where_saved,
                next_notice=self.archive.next_notice,
            )
            loop.announce()
            if self.seal:
                seal = commit(session.seed)
                self.console.say(
                    f"The seal is {seal}: note it, and check it later with basra verify."
                )
            try:
                loop.play()
                if not loop.confirm("Another match? Enter or yes, or no:"):
                    return
            except NewMatch:
                pass
            self._release()
            session = session.rematch()

    def report_overtaken(self, error: OvertakenError) -> None:
        """Print that the match was continued elsewhere, and let it go."""
        self.session = None
        with suppress(ConsoleClosedError):
            self.console.say(as_sentence(error))

    def leave(self) -> None:
        """Release the match, and print whether it is saved."""
        session = self.session
        self._release()
        if session is None or session.match.is_over:
            self.console.say("Goodbye.")
        elif session.autosave is None:
            self.console.say("Nothing was played.")
        elif self.archive.path is None:
            self.console.say("The match is not saved.")
        else:
            self.console.say("The match is saved: the next start offers to continue it.")

    def _release(self) -> None:
        if self.session is not None and isinstance(self.session.autosave, Autosave):
            self.session.autosave.release()

    def _offer_unfinished(self) -> Session | None:
        """Ask whether to continue the latest unfinished match; return it if so."""
        for number in self.archive.unfinished():
            if self.archive.is_open_elsewhere(number):
                continue
            try:
                session = self._read(number)
            except BasraError as error:
                self.console.say(f"{as_sentence(error)[:-1]}; it remains among the records.")
                continue
            names, deal = Names(*session.names), session.round.number_of_deal
            answer = self.console.ask(ask_to_resume(names, session.level, session.match, deal))
            if answer is None:
                raise Quit
            word = answer.strip().casefold()
            if word in ("n", "no", "new"):
                return None
            if word and not "yes".startswith(word):
                self.console.unread(answer)  # a play or a command means yes
            return self._claim(session)
        return None

    def _read(self, number: int) -> Session:
        """Return a match as it was left; raise `RecordError` for a damaged one."""
        record, autosave = self.archive.resume(number)
        session = Session.resumed(record.header, record.log)
        session.autosave = autosave
        return session

    @staticmethod
    def _claim(session: Session) -> Session:
        """Mark a match as open for other windows; return it."""
        assert isinstance(session.autosave, Autosave), "it was read from the archive"
        session.autosave.lock()
        return session

    def _start_saving(self) -> None:
        """Start saving the match, unless it is saved already."""
        session, archive = self.session, self.archive
        assert session is not None, "its loop is running"
        if session.autosave is None:
            session.autosave = archive.begin(session.header(archive.now()), session.log)

    def _where_saved(self) -> str:
        path = self.archive.path
        if path is None:
            return "Nothing is saved: the match ends with the program."
        return f"Every play is saved at once, in {path}."

    def _print_notices(self) -> None:
        while notice := self.archive.next_notice():
            self.console.say(as_sentence(notice))


@contextmanager
def _handle_signals() -> Iterator[None]:
    """Turn the signals that end programs into `_SignalReceived`."""

    def handler(number: int, _: object) -> None:
        raise _SignalReceived(number)

    numbers = [number for name in _SIGNALS if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
