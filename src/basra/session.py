"""A match being played: the one object that changes.

Law of this file: it holds the match, the round on the table and who sits where, and moves them on
when a play is laid.  It knows no screen and waits for nobody.  Everything drawn by chance comes
from streams named after one seed, so that the seed repeats the match.
"""

from __future__ import annotations

import logging
import secrets
import unicodedata
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from basra.engine.errors import IllegalPlayError
from basra.engine.events import Dealt, Event
from basra.engine.matches import Match
from basra.engine.plays import Play
from basra.engine.rounds import V2, Round
from basra.engine.rules import Rules
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled, stream
from basra.engine.views import View

if TYPE_CHECKING:
    from random import Random

    from basra.ai import Bot
    from basra.ai.coach import Advice

LONGEST_NAME = 24
"""Characters of a player's name that are kept."""

Undo: TypeAlias = Literal["free", "turn", "off"]
"""What may be taken back: every decision since the cards were dealt, the last one, or none."""

TAKING_BACK, MEMORY = "cards were taken back", "the memory strip was on"
HINTS, DEMO = "the coach was asked", "the computer played a hand for its player"
"""What help a player can have had: see `Session.assists`."""

Unwanted: TypeAlias = Callable[[], bool] | None
"""How a thought can see that its answer is no longer wanted, if at all."""
_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person, or a bot."""

    name: str
    bot: Bot | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person plays this seat."""
        return self.bot is None


def clean_name(text: str, default: str) -> str:
    """Return *text* as a name fit for one line of any screen, or *default* where nothing is left.

    Control characters, escape codes and marks that turn the direction of text are dropped.
    """
    kept = "".join(" " if char.isspace() else char for char in text[: 40 * LONGEST_NAME])
    kept = "".join(char for char in kept if unicodedata.category(char)[0] != "C")
    return " ".join(kept.split())[:LONGEST_NAME].strip() or default


def drawn_seed() -> str:
    """Return a seed from the operating system's randomness."""
    return str(secrets.randbelow(10**12))


class Session:
    """A match being played between two players, south and north."""

    def __init__(
        self,
        players: tuple[Player, Player],
        *,
        rules: Rules = V2,
        seed: str | None = None,
        first_dealer: Seat | None = None,
    ) -> None:
        """Start a match and deal its first round.

        Without a *seed* one is drawn; without a *first_dealer* the seed settles who deals.
        """
        self.players = players
        self.seed = drawn_seed() if seed is None else seed
        if first_dealer is None:
            first_dealer = Seat(int(stream(self.seed, "dealer").random() * 2))
        self.match = Match(rules, first_dealer)
        self.round = self._dealt()
        self.assists: frozenset[str] = frozenset()
        """What help the players have had; a match with any counts as assisted."""
        self._past: tuple[Round, ...] = ()
        """The states since the cards were dealt, before each play."""
        self._undone: tuple[tuple[Round, tuple[Round, ...]], ...] = ()
        """What was taken back, with the past that belongs to it, the last one last."""

    @property
    def rules(self) -> Rules:
        """The house rules of the match."""
        return self.match.rules

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.round.turn

    @property
    def player(self) -> Player:
        """The player who plays next."""
        return self.players[self.turn]

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people share the keyboard."""
        return all(player.is_human for player in self.players)

    @property
    def is_watched(self) -> bool:
        """Whether no person plays."""
        return not any(player.is_human for player in self.players)

    @property
    def is_round_over(self) -> bool:
        """Whether the round on the table has been played to its last card."""
        return self.round.is_over

    @property
    def number_of_round(self) -> int:
        """The number of the round on the table, from 1."""
        return len(self.match.tallies) + (0 if self.is_round_over else 1)

    @property
    def tally(self) -> Tally:
        """The points of the round on the table, with what it wins of carried points."""
        if self.is_round_over:
            return self.match.tallies[-1]
        return self.round.tally(self.match.carried)

    def view(self, seat: Seat) -> View:
        """Return what *seat* may see now."""
        return self.round.view(seat)

    def think(self, unwanted: Unwanted = None) -> Play:
        """Return what the bot on turn plays; nothing changes until it is laid.

        The play is legal whatever the bot does.  Raises `ai.thought.Interrupted` soon after
        *unwanted* says so, `IllegalPlayError` where no bot is on turn.
        """
        return self.thinking(unwanted)()

    def thinking(self, unwanted: Unwanted = None, *, bot: Bot | None = None) -> Callable[[], Play]:
        """Return the thinking of the bot on turn, to be done anywhere: it rests on nothing here.

        A *bot* given takes its place.  Raises `IllegalPlayError` where there is none.
        """
        bot = bot or self.player.bot
        if bot is None or self.is_round_over:
            raise IllegalPlayError(f"no computer player is on turn, but {self.player.name}")
        return partial(_within, unwanted, partial(_played, bot, self.view(self.turn), self._rng()))

    def advice(self, seat: Seat, unwanted: Unwanted = None) -> tuple[Advice, ...]:
        """Return what the coach says of the plays of *seat*; none while the other is on turn.

        Raises `ai.thought.Interrupted` soon after *unwanted* says so.
        """
        return self.advising(seat, unwanted)()

    def advising(self, seat: Seat, unwanted: Unwanted = None) -> Callable[[], tuple[Advice, ...]]:
        """Return the thinking of the coach for *seat*, to be done anywhere."""
        from basra.ai.coach import advise

        return partial(_within, unwanted, partial(advise, self.view(seat), self._rng("coach")))

    def _rng(self, who: str = "bot") -> Random:
        """The chance of one thought: the same at every try."""
        name = self.number_of_round, len(self.round.history)
        return stream(self.seed, who, int(self.turn), *name)

    def lay(self, play: Play) -> tuple[Event, ...]:
        """Lay *play* for the seat on turn and return what it changed.

        With the last card of a round its tally joins the match.  Raises `IllegalPlayError`, and
        changes nothing, where the play is refused.
        """
        events = self.round.events(play)
        before, self.round = self.round, self.round.play(play)
        self._past, self._undone = (*self._past, before), ()
        if self.round.is_over:
            self.match = self.match.after(self.round)
        if self.round.is_over or any(isinstance(event, Dealt) for event in events):
            self._past = ()
        return events

    def why_not_back(self, undo: Undo = "free") -> str | None:
        """Return why nothing can be taken back, in a sentence, or ``None`` where something can.

        Nothing is taken back to before cards were dealt, since they have been seen.
        """
        if undo == "off":
            return "taking back is switched off in the settings"
        if self.is_round_over:
            return "the round is over: nothing can be taken back"
        if not any(self.players[state.turn].is_human for state in self._past):
            dealt = self.round.number_of_deal > 1
            return "new cards have been dealt since" if dealt else "there is nothing to take back"
        if undo == "turn" and self._undone:
            return "only the last play can be taken back"
        return None

    def take_back(self, undo: Undo = "free") -> None:
        """Go back to the last decision of a person; the match counts as assisted from now on.

        Raises `IllegalPlayError` where `why_not_back` has a reason.
        """
        reason = self.why_not_back(undo)
        if reason is not None:
            raise IllegalPlayError(reason)
        self._undone = (*self._undone, (self.round, self._past))
        while self._past:
            self.round, self._past = self._past[-1], self._past[:-1]
            if self.player.is_human:
                break
        self.assist(TAKING_BACK)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing laid since."""
        return bool(self._undone)

    def redo(self) -> None:
        """Make the last taking back undone; raise `IllegalPlayError` where there was none."""
        if not self._undone:
            raise IllegalPlayError("nothing was taken back")
        *undone, (self.round, self._past) = self._undone
        self._undone = tuple(undone)

    def hand_over(self) -> None:
        """Let what was laid stand: somebody else has the keyboard now."""
        self._past, self._undone = (), ()

    def assist(self, how: str) -> None:
        """Note that the players have had help: *how* is one of the kinds above."""
        self.assists |= {how}

    def next_round(self) -> None:
        """Deal the next round; raise `IllegalPlayError` while there is none to be dealt."""
        if not self.is_round_over:
            raise IllegalPlayError("the round on the table is not over (rule 6.1)")
        if self.match.is_over:
            raise IllegalPlayError("the match is over (rule 6.2)")
        self.round, self._past, self._undone = self._dealt(), (), ()

    def rematch(self) -> Session:
        """Return a new match of the same players and rules; the deal passes on."""
        return Session(self.players, rules=self.rules, first_dealer=self.match.first_dealer.other)

    def _dealt(self) -> Round:
        deck = shuffled(stream(self.seed, "deck", len(self.match.tallies) + 1))
        return Round.deal(deck, dealer=self.match.dealer, rules=self.rules)


_Found = TypeVar("_Found")


def _within(unwanted: Unwanted, think: Callable[[], _Found]) -> _Found:
    """Return what *think* finds; `Interrupted` is raised once the answer is *unwanted*."""
    from basra.ai.thought import interruptible

    with interruptible(unwanted) if unwanted is not None else nullcontext():
        return think()


def _played(bot: Bot, view: View, rng: Random) -> Play:
    """Return what *bot* plays; where it fails, what greed would."""
    from basra.ai.greedy import Greedy
    from basra.ai.thought import Interrupted

    legal = view.legal_plays()
    for player in (bot, Greedy()):
        try:
            play = player.choose(view, rng)
            if play in legal:
                return legal[legal.index(play)]
            _log.warning("%s chose %r, no legal play of %s", player.name, play, view)
        except Interrupted:
            raise
        except Exception as fault:  # whatever it is, the match goes on
            _log.warning("%s failed at %s: %r", type(player).__name__, view, fault)
    return legal[0]
