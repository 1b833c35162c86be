"""The match log: a match as far as it has come, made of entries, each a line of text.

A `MatchLog` is a value; `after` makes the next one from an entry.  A match is played by these
entries and a record is read back by them, so nothing can happen in a match that its record does
not say.  Nothing is drawn here: a deal brings its pack along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from basra.engine.cards import Card
from basra.engine.errors import BasraError, IllegalPlayError, NotationError, RecordError, quote
from basra.engine.matches import Match
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.state import Round
from basra.i18n import _
from basra.match.header import Header

Undo: TypeAlias = Literal["free", "turn", "off"]
"""What may be taken back: every decision since the cards were dealt, the last one, or none."""

TAKING_BACK, MEMORY = "cards were taken back", "the memory strip was on"
HINTS, DEMO = "the coach was asked", "the computer played a hand for its player"
ASSISTS = (TAKING_BACK, MEMORY, HINTS, DEMO)
"""What help a player can have had."""

DEAL, ASSIST = "deal ", "assist "
BACK, AGAIN, HAND_OVER, ABANDON = "back", "again", "hand over", "abandon"
ABANDONED = "abandoned"
"""The result of a match that was given up."""
LONGEST_ENTRY = 120
"""Characters of an entry."""


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The log of a match: what lies on the table, and everything before it."""

    humans: tuple[bool, bool]
    """Whether a person plays south, and north."""
    match: Match
    decks: tuple[tuple[Card, ...], ...]
    """The pack of every round, as it was dealt from."""
    round: Round
    """The round on the table."""
    earlier: tuple[Round, ...] = ()
    """The rounds before it, each at its end."""
    assists: frozenset[str] = frozenset()
    """What help the players have had, of `ASSISTS`; a match with any counts as assisted."""
    past: tuple[Round, ...] = ()
    """The states since the cards were dealt, before each play."""
    undone: tuple[tuple[Round, tuple[Round, ...]], ...] = ()
    """What was taken back, with the past that belongs to it, the last one last."""
    is_abandoned: bool = False
    """Whether the match was given up."""

    @staticmethod
    def begin(
        deck: tuple[Card, ...], humans: tuple[bool, bool], rules: Rules, first_dealer: Seat
    ) -> MatchLog:
        """Return the log of a match whose first round is dealt from *deck*."""
        match = Match(rules, first_dealer)
        return MatchLog(humans, match, (deck,), match.deal(deck))

    @staticmethod
    def replay(header: Header, entries: Iterable[str]) -> MatchLog:
        """Return the log that *entries* make, the first of them a deal.

        Raises `RecordError` with the number of the entry that is refused, and why.
        """
        log = None
        number = 0
        try:
            for number, entry in enumerate(entries, 1):  # noqa: B007 - told where one is refused
                if log is None:
                    start = header.humans, header.rules, header.first_dealer
                    log = MatchLog.begin(_read_deal(entry), *start)
                else:
                    log = log.after(entry)
        except RecordError:
            raise
        except BasraError as error:
            raise RecordError(f"deed {number}: {error}") from None
        if log is None:
            raise RecordError("nothing was played")
        return log

    def after(self, entry: str) -> MatchLog:
        """Return the log after *entry*; this one is untouched.

        An entry is the whole text of a play, or one of::

            deal CARDS   the next round, from this pack
            back         the last decision of a person is taken back
            again        what was taken back is laid again
            hand over    what was laid stands: somebody else has the keyboard
            assist HOW   a player has had help
            abandon      the match is given up

        Raises `IllegalPlayError` for what cannot be done now, `NotationError` for no entry.
        """
        if self.is_abandoned:
            raise IllegalPlayError("the match was given up")
        if self.round.is_over and self.match.is_over:
            raise IllegalPlayError("the match is over (rule 6.2)")
        if entry == BACK:
            return self._take_back()
        if entry == AGAIN:
            return self._redo()
        if entry == HAND_OVER:
            return replace(self, past=(), undone=())
        if entry == ABANDON:
            return replace(self, is_abandoned=True)
        if entry.startswith(DEAL):
            return self._next_round(_read_deal(entry))
        if entry.startswith(ASSIST):
            how = entry.removeprefix(ASSIST)
            if how not in ASSISTS:
                raise NotationError(f"no help that there is: {quote(how)}")
            return replace(self, assists=self.assists | {how})
        if len(entry) > LONGEST_ENTRY or str(play := Play.parse(entry)) != entry:
            raise NotationError(f"not a play as it is written: {quote(entry)}")
        return self.play(play)

    def play(self, play: Play) -> MatchLog:
        """Return the log after *play*; with the last card of a round its tally counts.

        Raises `IllegalPlayError` where the play is refused.
        """
        before, after = self.round, self.round.play(play)
        outcome = after.outcomes[-1]
        match = self.match.after(after) if outcome.ends_round else self.match
        past = () if outcome.dealt or outcome.ends_round else (*self.past, before)
        return replace(self, match=match, round=after, past=past, undone=())

    @property
    def round_number(self) -> int:
        """The number of the round on the table, from 1."""
        return len(self.decks)

    @property
    def result(self) -> str:
        """The points of south and north, `ABANDONED`, or empty for a match that is not over."""
        if self.is_abandoned:
            return ABANDONED
        return "{}-{}".format(*self.match.scores) if self.match.is_over else ""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round: those before, and the one on the table as it is."""
        return (*self.earlier, self.round)

    def opening(self, number: int) -> Round:
        """Return round *number*, from 0, as it was dealt."""
        match = replace(self.match, tallies=self.match.tallies[:number])
        return match.deal(self.decks[number])

    def states(self, number: int) -> Iterator[Round]:
        """Yield round *number*, from 0, as it was before each play, and then as it is."""
        state = self.opening(number)
        yield state
        for play in self.rounds[number].history:
            state = state.play(play)
            yield state

    def why_no_take_back(self, undo: Undo = "free") -> str | None:
        """Return why nothing can be taken back, in a sentence, or ``None`` where something can.

        Nothing is taken back to before cards were dealt, since they have been seen.
        """
        if undo == "off":
            return _("taking back is switched off in the settings")
        if self.round.is_over:
            return _("the round is over: nothing can be taken back")
        if not any(self.humans[state.turn] for state in self.past):
            dealt = self.round.deal_number > 1
            return (
                _("new cards have been dealt since")
                if dealt
                else _("there is nothing to take back")
            )
        if undo == "turn" and self.undone:
            return _("only the last play can be taken back")
        return None

    def _take_back(self) -> MatchLog:
        reason = self.why_no_take_back()
        if reason is not None:
            raise IllegalPlayError(reason)
        at = max(at for at, state in enumerate(self.past) if self.humans[state.turn])
        undone = (*self.undone, (self.round, self.past))
        assists = self.assists | {TAKING_BACK}
        round_, past = self.past[at], self.past[:at]
        return replace(self, round=round_, past=past, undone=undone, assists=assists)

    def _redo(self) -> MatchLog:
        if not self.undone:
            raise IllegalPlayError("nothing was taken back")
        *undone, (round_, past) = self.undone
        return replace(self, round=round_, past=past, undone=tuple(undone))

    def _next_round(self, deck: tuple[Card, ...]) -> MatchLog:
        if not self.round.is_over:
            raise IllegalPlayError("the round on the table is not over (rule 6.1)")
        return replace(
            self,
            decks=(*self.decks, deck),
            round=self.match.deal(deck),
            earlier=self.rounds,
            past=(),
            undone=(),
        )


def deal_entry(deck: tuple[Card, ...]) -> str:
    """Return the entry that deals from *deck*."""
    return DEAL + "".join(map(str, deck))


def _read_deal(entry: str) -> tuple[Card, ...]:
    """Return the pack that an entry of dealing brings along, in its order."""
    text = entry.removeprefix(DEAL)
    if text == entry:
        raise NotationError(f"a match begins with a deal, not with {quote(entry)}")
    return read_deck(text)


def read_deck(text: str) -> tuple[Card, ...]:
    """Return the pack that *text* names, two characters a card, the first to be dealt first.

    Raises `NotationError` where it is not all 52 cards.
    """
    if len(text) != 104:
        raise NotationError(f"not a pack of 52 cards: {quote(text)}")
    cards = tuple(Card.parse(text[at : at + 2]) for at in range(0, 104, 2))
    if len(set(cards)) != 52:
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise NotationError(f"not a pack: {twice} stands in it twice")
    return cards


def write_entries(log: MatchLog) -> tuple[str, ...]:
    """Return entries that lead to *log*, but for what was taken back and not laid again."""
    entries = []
    for deck, round_ in zip(log.decks, log.rounds, strict=True):
        entries.append(deal_entry(deck))
        entries += map(str, round_.history)
    since_dealt = len(log.round.history) % (2 * log.match.rules.hand_size)
    if len(log.past) < since_dealt:
        entries.insert(len(entries) - len(log.past), HAND_OVER)
    entries[1:1] = [ASSIST + how for how in ASSISTS if how in log.assists]
    return (*entries, ABANDON) if log.is_abandoned else tuple(entries)
