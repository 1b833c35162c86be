"""The loop of a match at the plain table: prints the state, reads a line, carries it out.

Between two people nothing about a hand is printed before its player has the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.state import Round, View
from basra.match.log import HINTS
from basra.match.settings import Settings
from basra.messages.description import describe_opening, describe_position, describe_standing
from basra.messages.names import Names
from basra.plain import sentences
from basra.plain.console import Console
from basra.plain.parser import (
    CaptureChoices,
    Command,
    ParseFailure,
    ParseResult,
    as_sentence,
    parse_choice,
    parse_command,
    parse_line,
)
from basra.plain.rulebook_search import search_rulebook

if TYPE_CHECKING:
    from basra.ai.coach import Advice
    from basra.match.log import Undo
    from basra.match.session import Session

_NEED_HAND = ("hint", "hand", "table")
"""The commands that show a hand."""


class Quit(Exception):  # noqa: N818 - nothing is wrong
    """The player typed *quit*, or the input has ended."""


class NewMatch(Exception):  # noqa: N818 - nothing is wrong
    """The player wants another match in place of this one."""


class MatchLoop:
    """One match, played in lines."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        console: Console,
        *,
        on_typed: Callable[[], None],
        where_saved: Callable[[], str],
        next_notice: Callable[[], str | None],
    ) -> None:
        """Play *session*; call *on_typed* after every line that is typed.

        *where_saved* returns a sentence, *next_notice* what to report about saving, if anything.
        """
        self._session = session
        self._settings = settings
        self._console = console
        self._on_typed, self._where_saved, self._next_notice = on_typed, where_saved, next_notice
        self._names = Names(*session.names)
        self._revealed_to: Seat | None = None
        self._announced: Round | None = None
        self._advice: tuple[Round, tuple[Advice, ...], int] | None = None

    def announce(self) -> None:
        """Print who plays what, and where the match stands."""
        session = self._session
        self._say(sentences.describe_match(self._names, session.level, session.rules))
        if session.is_hot_seat:
            self._say("Earlier lines stay on the screen above: play fair, and do not scroll up.")
        if session.round.history:
            self._announce_resumed()
        else:
            self._announce_round()

    def _announce_resumed(self) -> None:
        """Print where a resumed match stands."""
        session = self._session
        view = session.view(session.turn)
        self._say(sentences.describe_position(view, self._names, session.match.scores))
        self._say(sentences.describe_play(view.outcomes[-1], self._names))

    def _announce_round(self) -> None:
        """Print who begins a round, and the floor where that is the computer."""
        session = self._session
        text = f"Round {session.round_number}: {describe_opening(self._names, session.turn)}."
        if not session.player.is_human:
            text += f" {self._floor_text(session.view(session.turn))}"
        self._say(text)

    def play(self) -> None:
        """Play the match to its end.

        Raises `Quit` or `NewMatch` where the player wants that.
        """
        session = self._session
        while True:
            if session.is_round_over:
                self._say(*sentences.describe_tally(self._names, session.match))
                if session.match.is_over:
                    break
                session.next_round()
                self._revealed_to = None
                self._announce_round()
            elif not session.player.is_human:
                self._lay(session.think())
            elif session.is_hot_seat and self._revealed_to is not session.turn:
                self._hand_over()
            else:
                self._turn()
        self._say(*sentences.describe_end(self._names, session.match, session.assists))

    # ------------------------------------------------------------------- a turn

    def _turn(self) -> None:
        """Print a hand, read one line of its player and carry it out."""
        session = self._session
        view = session.view(session.turn)
        if self._announced is not session.round:
            self._announced = session.round
            self._say(self._floor_text(view), sentences.describe_hand(view))
        line = self._ask(sentences.ask_for_card(self._names, session.turn))
        self._carry_out(parse_line(line, view), view)

    def _carry_out(self, result: ParseResult, view: View) -> None:
        if isinstance(result, Play):
            self._lay(result)
        elif isinstance(result, Command):
            self._run_command(result)
        elif isinstance(result, ParseFailure):
            self._say(result.message)
        else:
            self._ask_choice(result, view)

    def _ask_choice(self, choices: CaptureChoices, view: View) -> None:
        """Ask which of the choices of a card to play, until the position changes."""
        state = self._session.round
        self._say(sentences.describe_choices(view, choices))
        while self._session.round is state:
            result = parse_choice(self._ask("Which one?"), view, choices)
            if isinstance(result, Play | Command | ParseFailure):
                self._carry_out(result, view)
            else:
                choices = result
                self._say(sentences.describe_choices(view, choices))

    def _lay(self, play: Play) -> None:
        """Make a play for the seat on turn and print its outcome."""
        session = self._session
        outcome = session.lay(play)
        self._say(sentences.describe_play(outcome, self._names))
        self._say(*sentences.describe_aftermath(outcome, session.round, self._names))
        if notice := self._next_notice():
            self._say(as_sentence(notice))

    def _hand_over(self) -> None:
        """Wait until the player on turn has the keyboard, and print nothing about a hand before."""
        session = self._session
        turn = session.turn
        line = self._ask(sentences.ask_for_handover(self._names, turn)).strip()
        if not line:
            session.hand_over()
            self._revealed_to, self._announced = turn, None
            return
        command = parse_command(line)
        if isinstance(command, Command) and command.name not in _NEED_HAND:
            self._run_command(command)
        else:
            self._say("That has to wait: press Enter first.")

    # ---------------------------------------------------------------- commands

    def _run_command(self, command: Command) -> None:
        session, names = self._session, self._names
        view = session.view(session.turn)
        match command.name:
            case "help":
                self._say(*sentences.HELP)
            case "floor":
                self._say(self._floor_text(view))
            case "hand":
                self._say(sentences.describe_hand(view))
            case "table":
                self._say(describe_position(view, names, session.match.scores))
            case "score":
                scores = session.match.scores
                self._say(*(describe_standing(view, names, seat, scores) for seat in Seat))
                self._say(f"The match goes to {session.rules.target}.")
            case "log":
                self._say(*sentences.describe_log(view, names))
            case "rules":
                self._say(*search_rulebook(command.argument, session.rules))
            case "hint":
                self._hint(view)
            case "take back":
                self._take_back()
            case "redo":
                self._redo()
            case "save":
                self._say(self._where_saved())
            case "new":
                if self.confirm("Leave this match for a new one? Enter or yes, or no:"):
                    raise NewMatch
            case "quit":
                raise Quit

    def _hint(self, view: View) -> None:
        """Print the next part of the advice: the idea, the card, the cost of every play."""
        session = self._session
        if reason := self._settings.why_no_hint(is_hot_seat=session.is_hot_seat):
            self._say(as_sentence(reason))
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
            self._say(as_sentence(why(view, advice)))
        else:
            self._say(*sentences.describe_advice(view, advice))

    def _take_back(self) -> None:
        session, undo = self._session, cast("Undo", self._settings.undo)
        if reason := session.why_no_take_back(undo):
            self._say(as_sentence(reason))
            return
        before = session.round.history
        session.take_back(undo)
        play = None if session.is_hot_seat else before[len(session.round.history)]
        self._revealed_to = None
        self._say(sentences.describe_take_back(self._names, session.turn, play))

    def _redo(self) -> None:
        session = self._session
        if not session.can_redo:
            self._say("Nothing was taken back.")
            return
        before = len(session.round.history)
        session.redo()
        for outcome in session.round.outcomes[before:]:
            self._say(sentences.describe_play(outcome, self._names))

    # --------------------------------------------------------------- input and output

    def confirm(self, question: str) -> bool:
        """Ask a question until it is answered; return whether by yes, which Enter means too."""
        while True:
            answer = self._ask(question).strip().casefold()
            if not answer or "yes".startswith(answer):
                return True
            if answer in ("n", "no") or parse_command(answer) == Command("quit"):
                return False
            self._say("Type yes or no; Enter is yes.")

    def _floor_text(self, view: View) -> str:
        return sentences.describe_floor(view, by_rank=self._settings.floor_order == "rank")

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)

    def _ask(self, question: str) -> str:
        line = self._console.ask(question)
        if line is None:
            raise Quit
        self._on_typed()
        return line
