"""A view: what one seat may know of a round.

No field of a `View` can hold a card its seat has not seen.  Bots and screens get views and nothing
else, so nothing they do can rest on a hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from basra.engine import plays, positions
from basra.engine.captures import Basra
from basra.engine.cards import ALL, Card, Cards
from basra.engine.errors import IllegalPlayError
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play, Refusal
from basra.engine.public_state import PublicState
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import shuffled

if TYPE_CHECKING:
    from basra.engine.rounds import Round


@dataclass(frozen=True, slots=True)
class View(PublicState):
    """What one seat can see: no field of it holds a hidden card.  Pairs are south's and north's."""

    rules: Rules
    seat: Seat
    """Whose view it is."""
    turn: Seat
    hand: Cards
    other_hand_size: int
    floor: Cards
    stock_size: int
    piles: tuple[Cards, Cards]
    """What each seat has taken; every card of it lay face up once."""
    basras: tuple[int, int]
    jack_basras: tuple[int, int]
    last_taker: Seat | None
    known: tuple[Card, ...] = ()
    """The barred cards that were put under the stock for both to see, as they lie there (1.6)."""
    scores: tuple[int, int] = (0, 0)
    """The points of the match that each seat had before this round."""
    carried: int = 0
    """Points for most cards that wait from rounds before this one (5.1)."""
    outcomes: tuple[PlayOutcome, ...] = ()
    """What the plays so far did, first to last."""

    @staticmethod
    def parse(line: str, rules: Rules | None = None) -> View:
        """Return the view that a view's position line shows, without a history.

        Raises `PositionError` with everything that is wrong with it (docs/notation.md).
        """
        rules = Rules() if rules is None else rules
        return View(rules, *positions.read_view(line, rules))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by value: equal views have equal pickles, whichever objects they share."""
        outcomes = tuple(map(_numbers, self.outcomes))
        last_taker = None if self.last_taker is None else int(self.last_taker)
        fields = (
            *(int(self.seat), int(self.turn), int(self.hand), self.other_hand_size),
            *(int(self.floor), self.stock_size, *map(int, self.piles)),
            *(*self.basras, *self.jack_basras, *self.scores, self.carried, last_taker),
        )
        return _unpickle, (str(self.rules), fields, tuple(map(int, self.known)), outcomes)

    def __str__(self) -> str:
        """The position line, hidden cards as ``??`` and a number; `parse` reads it."""
        return positions.write_view(self)

    @property
    def unseen(self) -> Cards:
        """The cards that are in the other hand or the stock."""
        return ALL - (self.hand | self.floor | self.piles[0] | self.piles[1])

    @property
    def bottom(self) -> tuple[Card, ...]:
        """The cards known to lie under the stock, in the order they will be dealt (1.6)."""
        return self.known if self.stock_size else ()

    @property
    def other_known(self) -> Cards:
        """The cards known to be in the other hand, since they came from under the stock (1.6)."""
        return Cards(0) if self.stock_size else Cards.of(self.known) & self.unseen

    @property
    def dealer(self) -> Seat:
        """The seat that dealt this round."""
        return self.turn.other if len(self.hand) == self.other_hand_size else self.turn

    def sizes(self) -> tuple[int, int, int]:
        """Return how many cards are in this hand, in the other and in the stock."""
        return len(self.hand), self.other_hand_size, self.stock_size

    def legal_plays(self) -> tuple[Play, ...]:
        """Return this seat's plays, in card order; none while the other seat is on turn.

        Under free capture at most `captures.MOST_LISTED` a card are listed (3.8).
        """
        if self.turn is not self.seat:
            return ()
        return plays.plays_from(self.hand, self.floor, self.rules)

    def why_not(self, play: Play) -> Refusal | None:
        """Return why *play* is refused here, with its paragraph, or ``None`` where it is legal."""
        if self.is_over:
            return Refusal("1.2", "the round is over")
        if self.turn is not self.seat:
            return Refusal("1.3", f"{self.turn} is on turn")
        return plays.why_not(play, self.hand, self.floor, self.rules)

    def read_play(self, text: str) -> Play:
        """Return the legal play that *text* means: in full, or a bare card with one capture.

        Raises `NotationError` for no play, `AmbiguousPlayError` for a bare card with several
        captures, `IllegalPlayError` for what the rules refuse or a ``!`` where no basra is made.
        """
        play, marked = plays.read_play(text, self.hand, self.floor, self.rules)
        refusal = self.why_not(play)
        if refusal is None and marked and not self.basra(play):
            refusal = Refusal("4.1", "it makes no basra, though it is marked with !")
        if refusal is not None:
            raise IllegalPlayError(f"{play}: {refusal}")
        return play

    def imagine(self, rng: Random) -> Round:
        """Return a round that looks like this to the seat, hidden cards drawn from *rng*.

        Every round that this view allows is equally likely;
        ``view.imagine(rng).view(view.seat) == view``.
        """
        from basra.engine.rounds import Round

        shown = self.other_known
        hidden = shuffled(rng, tuple(self.unseen - Cards.of(self.bottom) - shown))
        cut = self.other_hand_size - len(shown)
        other = shown | Cards.of(hidden[:cut])
        return Round(
            self.rules,
            self.turn,
            (other, self.hand) if self.seat else (self.hand, other),
            self.floor,
            hidden[cut:] + self.bottom,
            self.piles,
            self.basras,
            self.jack_basras,
            self.last_taker,
            self.known,
            self.scores,
            self.carried,
            self.outcomes,
        )


def _unpickle(
    rules: str,
    fields: tuple[int | None, ...],
    known: tuple[int, ...],
    outcomes: tuple[tuple[int | None, ...], ...],
) -> View:
    *numbers, last_taker = fields
    seat, turn, hand, other, floor, stock, south, north, *counts = (n or 0 for n in numbers)
    return View(
        Rules.parse(rules),
        Seat(seat),
        Seat(turn),
        Cards(hand),
        other,
        Cards(floor),
        stock,
        (Cards(south), Cards(north)),
        (counts[0], counts[1]),
        (counts[2], counts[3]),
        None if last_taker is None else Seat(last_taker),
        tuple(map(Card, known)),
        (counts[4], counts[5]),
        counts[6],
        tuple(map(_outcome, outcomes)),
    )


def _numbers(outcome: PlayOutcome) -> tuple[int | None, ...]:
    """Return *outcome* in plain numbers."""
    seat, (card, taken), *others = outcome
    return tuple(None if one is None else int(one) for one in (seat, card, taken, *others))


def _outcome(numbers: tuple[int | None, ...]) -> PlayOutcome:
    """Return the outcome that `_numbers` made plain."""
    seat, card, taken, floor, basra, points, dealt, left_over, left_to = numbers
    return PlayOutcome(
        Seat(seat or 0),
        Play(Card(card or 0), Cards(taken or 0)),
        Cards(floor or 0),
        Basra(basra or 0),
        points or 0,
        dealt or 0,
        None if left_over is None else Cards(left_over),
        None if left_to is None else Seat(left_to),
    )
