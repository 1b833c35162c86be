"""A match at the plain table: what is said, what is asked, what is done.

Law of this file: the session is the game, and the talk is all that is seen of it.  Between two
people nothing of a hand is said until the one who holds it has the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.match.log import HINTS
from basra.match.settings import Settings
from basra.messages.description import opening, position_words, standing
from basra.messages.names import Names
from basra.plain import sentences
from basra.plain.commands import (
    Command,
    Meaning,
    Unclear,
    Ways,
    chosen,
    command,
    sentence,
    understood,
)
from basra.plain.console import Console
from basra.plain.rulebook_search import asked

if TYPE_CHECKING:
    from basra.ai.coach import Advice
    from basra.match.log import Undo
    from basra.match.session import Session

_OF_A_HAND = ("hint", "hand", "table")
"""What may be asked only by who holds the hand."""


class Ended(Exception):  # noqa: N818 - nothing is wrong
    """Nobody wants to go on: the end of what was typed, or *quit*."""


class Renewed(Exception):  # noqa: N818 - nothing is wrong
    """Another match is wanted in place of this one."""


class Table:
    """The table of one match."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        console: Console,
        *,
        begun: Callable[[], None],
        kept: Callable[[], str],
        news: Callable[[], str | None],
    ) -> None:
        """Play *session*; *begun* is told of the first line typed, *kept* says where it is kept.

        What *news* there is about the keeping is said as it comes.
        """
        self._session = session
        self._settings = settings
        self._console = console
        self._begun, self._kept, self._news = begun, kept, news
        self._names = Names(*session.names)
        self._lifted: Seat | None = None
        self._shown: Round | None = None
        self._advice: tuple[Round, tuple[Advice, ...], int] | None = None

    def greet(self) -> None:
        """Say what is about to be played."""
        session = self._session
        self._say(sentences.greeting(self._names, session.level, session.rules))
        if session.is_hot_seat:
            self._say("What was said stays on the screen above: play fair, and look no further up.")
        if session.round.history:
            self._take_up()
        else:
            self._open()

    def _take_up(self) -> None:
        """Say where a match stands that is gone on with."""
        session = self._session
        view = session.view(session.turn)
        self._say(sentences.where(view, self._names, session.match.scores))
        self._say(sentences.outcome(view.outcomes[-1], self._names))

    def _open(self) -> None:
        """Say who begins a round, and what lies there where the computer does."""
        session = self._session
        begins = f"Round {session.number_of_round}: {opening(self._names, session.turn)}."
        if not session.player.is_human:
            begins += f" {self._floor(session.view(session.turn))}"
        self._say(begins)

    def play(self) -> None:
        """Play the match to its end.

        Raises `Ended` or `Renewed` where a person wants that.
        """
        session = self._session
        while True:
            if session.is_round_over:
                self._say(*sentences.tally(self._names, session.match))
                if session.match.is_over:
                    break
                session.next_round()
                self._lifted = None
                self._open()
            elif not session.player.is_human:
                self._lay(session.think())
            elif session.is_hot_seat and self._lifted is not session.turn:
                self._hand_over()
            else:
                self._turn()
        self._say(*sentences.end(self._names, session.match, session.assists))

    # ------------------------------------------------------------------- a turn

    def _turn(self) -> None:
        """Show a hand and do what its player types, once."""
        session = self._session
        view = session.view(session.turn)
        if self._shown is not session.round:
            self._shown = session.round
            self._say(self._floor(view), sentences.hand(view))
        line = self._ask(sentences.whose_turn(self._names, session.turn))
        self._do(understood(line, view), view)

    def _do(self, meaning: Meaning, view: View) -> None:
        if isinstance(meaning, Play):
            self._lay(meaning)
        elif isinstance(meaning, Command):
            self._obey(meaning)
        elif isinstance(meaning, Unclear):
            self._say(meaning.sentence)
        else:
            self._choose(meaning, view)

    def _choose(self, ways: Ways, view: View) -> None:
        """Ask which way a card shall take, until one is named or the hand is another."""
        state = self._session.round
        self._say(sentences.ways_of(view, ways))
        while self._session.round is state:
            meaning = chosen(self._ask("Which way?"), view, ways)
            if isinstance(meaning, Play | Command | Unclear):
                self._do(meaning, view)
            else:
                ways = meaning
                self._say(sentences.ways_of(view, ways))

    def _lay(self, play: Play) -> None:
        """Lay a card for the seat on turn and say what came of it."""
        session = self._session
        outcome = session.lay(play)
        self._say(sentences.outcome(outcome, self._names))
        self._say(*sentences.aftermath(outcome, session.round, self._names))
        if news := self._news():
            self._say(sentence(news))

    def _hand_over(self) -> None:
        """Wait until the person on turn has the keyboard; nothing of a hand is said meanwhile."""
        session = self._session
        turn = session.turn
        line = self._ask(sentences.handover(self._names, turn)).strip()
        if not line:
            session.hand_over()
            self._lifted, self._shown = turn, None
            return
        asked_for = command(line)
        if isinstance(asked_for, Command) and asked_for.name not in _OF_A_HAND:
            self._obey(asked_for)
        else:
            self._say("That has to wait: first press Enter.")

    # ---------------------------------------------------------------- commands

    def _obey(self, asked_for: Command) -> None:
        session, names = self._session, self._names
        view = session.view(session.turn)
        match asked_for.name:
            case "help":
                self._say(*sentences.HELP)
            case "floor":
                self._say(self._floor(view))
            case "hand":
                self._say(sentences.hand(view))
            case "table":
                self._say(position_words(view, names, session.match.scores))
            case "score":
                scores = session.match.scores
                self._say(*(standing(view, names, seat, scores) for seat in Seat))
                self._say(f"The match goes to {session.rules.target}.")
            case "log":
                self._say(*sentences.log(view, names))
            case "rules":
                self._say(*asked(asked_for.words, session.rules))
            case "hint":
                self._hint(view)
            case "take back":
                self._take_back()
            case "redo":
                self._redo()
            case "save":
                self._say(self._kept())
            case "new":
                if self.agreed("Leave this match for a new one? Enter or yes, or no:"):
                    raise Renewed
            case "quit":
                raise Ended

    def _hint(self, view: View) -> None:
        """Say the next of what the coach has to say: the idea, the card, every play."""
        session = self._session
        if reason := self._settings.why_no_hint(is_hot_seat=session.is_hot_seat):
            self._say(sentence(reason))
            return
        from basra.ai.coach import idea
        from basra.ai.coach import reason as why

        if self._advice is None or self._advice[0] is not session.round:
            self._advice = session.round, session.advice(view.seat), 0
        state, advice, step = self._advice
        self._advice = state, advice, min(step + 1, 2)
        session.assist(HINTS)
        if step == 0:
            self._say(f"{idea(view, advice)} Type hint again for the card, and why.")
        elif step == 1:
            self._say(sentence(why(view, advice)))
        else:
            self._say(*sentences.counsel(view, advice))

    def _take_back(self) -> None:
        session, undo = self._session, cast("Undo", self._settings.undo)
        if reason := session.why_not_back(undo):
            self._say(sentence(reason))
            return
        before = session.round.history
        session.take_back(undo)
        play = None if session.is_hot_seat else before[len(session.round.history)]
        self._lifted = None
        self._say(sentences.taken_back(self._names, session.turn, play))

    def _redo(self) -> None:
        session = self._session
        if not session.can_redo:
            self._say("Nothing was taken back.")
            return
        before = len(session.round.history)
        session.redo()
        again = session.round.outcomes[before:]
        self._say(*(sentences.outcome(outcome, self._names) for outcome in again))

    # ------------------------------------------------------------------- talking

    def agreed(self, question: str) -> bool:
        """Return whether a question is answered by yes, which Enter is too."""
        while True:
            answer = self._ask(question).strip().casefold()
            if not answer or "yes".startswith(answer):
                return True
            if answer in ("n", "no") or command(answer) == Command("quit"):
                return False
            self._say("Type yes or no; Enter is yes.")

    def _floor(self, view: View) -> str:
        return sentences.floor(view, by_rank=self._settings.floor_order == "rank")

    def _say(self, *said: str) -> None:
        for line in said:
            self._console.say(line)

    def _ask(self, question: str) -> str:
        line = self._console.ask(question)
        if line is None:
            raise Ended
        self._begun()
        return line
