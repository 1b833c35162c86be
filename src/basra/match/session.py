"""The session: a match being played, and the one object that changes.

It holds the players and the match log, and moves on when a play is laid.  It knows no screen and
waits for nobody.  Everything random comes from streams named after one seed, so the seed repeats
the match.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from basra.engine.errors import IllegalPlayError
from basra.engine.matches import Match
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.rounds import V2, Round
from basra.engine.rules import Rules
from basra.engine.scoring import Tally
from basra.engine.seats import Seat
from basra.engine.shuffles import pack, stream
from basra.engine.views import View
from basra.match.header import Header
from basra.match.log import ABANDON, AGAIN, ASSIST, BACK, HAND_OVER, MatchLog, Undo, dealing

if TYPE_CHECKING:
    from random import Random

    from basra.ai import Bot
    from basra.ai.coach import Advice

Unwanted: TypeAlias = Callable[[], bool] | None
"""How a thought can see that its answer is no longer wanted, if at all."""


class EntryStore(Protocol):
    """Where every entry of a match is saved before it happens."""

    def append(self, entry: str, log: MatchLog) -> None:
        """Save *entry*, which makes *log*; where this raises, the entry does not happen."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person, or a bot."""

    name: str
    bot: Bot | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person plays this seat."""
        return self.bot is None

    @property
    def level(self) -> str:
        """The name of the bot; empty for a person."""
        return "" if self.bot is None else self.bot.name


def drawn_seed() -> str:
    """Return a seed from the operating system's randomness, too long to be found by trying."""
    return str(secrets.randbelow(10**20))


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
        south, north = players
        humans = south.is_human, north.is_human
        self.log = MatchLog.begin(pack(self.seed, 1), humans, rules, first_dealer)
        """The match as it has been played so far."""
        self.autosave: EntryStore | None = None
        """Where entries are saved, if anywhere."""

    @staticmethod
    def resumed(header: Header, log: MatchLog) -> Session:
        """Return a match that is gone on with; raise `UnknownNameError` for a bot there is not."""
        from basra.ai import bot

        south, north = (
            Player(name, bot(level) if level else None)
            for name, level in zip(header.names, header.levels, strict=True)
        )
        seed = header.seed or None
        session = Session(
            (south, north), rules=header.rules, seed=seed, first_dealer=header.first_dealer
        )
        session.log = log
        return session

    def header(self, started: str = "") -> Header:
        """Return what stands above the record of the match, which *started* then."""
        south, north = self.players
        levels, first_dealer = (south.level, north.level), self.match.first_dealer
        return Header(self.names, levels, self.rules, first_dealer, self.seed, started)

    @property
    def names(self) -> tuple[str, str]:
        """The names of south and north."""
        south, north = self.players
        return south.name, north.name

    @property
    def level(self) -> str:
        """The name of the first bot that plays; empty between two people."""
        return next((player.level for player in self.players if player.level), "")

    @property
    def match(self) -> Match:
        """The rounds played, their points and the rules."""
        return self.log.match

    @property
    def round(self) -> Round:
        """The round on the table."""
        return self.log.round

    @property
    def assists(self) -> frozenset[str]:
        """What help the players have had; a match with any counts as assisted."""
        return self.log.assists

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
        return self.log.number_of_round

    @property
    def tally(self) -> Tally:
        """The points of the round on the table, with what it wins of carried points."""
        return self.round.tally()

    def view(self, seat: Seat) -> View:
        """Return what *seat* may see now."""
        return self.round.view(seat)

    def think(self, unwanted: Unwanted = None) -> Play:
        """Return what the bot on turn plays; nothing changes until it is laid.

        The play is legal whatever the bot does.  Raises `ai.cancellation.Cancelled` soon after
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
        from basra.ai.bot import choose_safely

        choose = partial(choose_safely, bot, self.view(self.turn), self._rng())
        return partial(_within, unwanted, choose)

    def advice(self, seat: Seat, unwanted: Unwanted = None) -> tuple[Advice, ...]:
        """Return what the coach says of the plays of *seat*; none while the other is on turn.

        Raises `ai.cancellation.Cancelled` soon after *unwanted* says so.
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

    def lay(self, play: Play) -> PlayOutcome:
        """Lay *play* for the seat on turn and return what it did.

        With the last card of a round its tally joins the match.  Raises `IllegalPlayError`, and
        changes nothing, where the play is refused.
        """
        self._append(str(play), self.log.play(play))
        return self.round.outcomes[-1]

    def why_not_back(self, undo: Undo = "free") -> str | None:
        """Return why nothing can be taken back, in a sentence, or ``None``; see `MatchLog`."""
        return self.log.why_not_back(undo)

    def take_back(self, undo: Undo = "free") -> None:
        """Go back to the last decision of a person; the match counts as assisted from now on.

        Raises `IllegalPlayError` where `why_not_back` has a reason.
        """
        reason = self.why_not_back(undo)
        if reason is not None:
            raise IllegalPlayError(reason)
        self._append(BACK)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing laid since."""
        return bool(self.log.undone)

    def redo(self) -> None:
        """Make the last taking back undone; raise `IllegalPlayError` where there was none."""
        self._append(AGAIN)

    def hand_over(self) -> None:
        """Let what was laid stand: somebody else has the keyboard now."""
        if self.log.past or self.log.undone:
            self._append(HAND_OVER)

    def assist(self, how: str) -> None:
        """Note that the players have had help: *how* is one of `records.log.ASSISTS`."""
        if how not in self.assists and not self.log.result:
            self._append(ASSIST + how)

    def next_round(self) -> None:
        """Deal the next round; raise `IllegalPlayError` while there is none to be dealt."""
        self._append(dealing(pack(self.seed, self.number_of_round + 1)))

    def abandon(self) -> None:
        """Give the match up; raise `IllegalPlayError` where it is over."""
        self._append(ABANDON)

    def rematch(self) -> Session:
        """Return a new match of the same players and rules; the deal passes on."""
        return Session(self.players, rules=self.rules, first_dealer=self.match.first_dealer.other)

    def _append(self, entry: str, log: MatchLog | None = None) -> None:
        """Have an entry saved, and then happen; *log* is what it makes, where that is known."""
        after = self.log.after(entry) if log is None else log
        if self.autosave is not None:
            self.autosave.append(entry, after)
        self.log = after


_Found = TypeVar("_Found")


def _within(unwanted: Unwanted, think: Callable[[], _Found]) -> _Found:
    """Return what *think* finds; `Cancelled` is raised once the answer is *unwanted*."""
    from basra.ai.cancellation import cancellable

    with cancellable(unwanted) if unwanted is not None else nullcontext():
        return think()
