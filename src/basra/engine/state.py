"""The state of a round, and the view of it that one seat has.

A `Round` is the only state machine: a value from which `play` makes the next one.  What a card
takes is asked of `captures`, what a round is worth of `scoring`, what lies where at the start of
`deals`.  The seats play in turn.  When both hands are empty new ones come off the stock at once,
so a round waits for a play or is over; there is nothing between.  After the last card the floor
goes to the last taker.  The dealer is not kept: he has just played when the hands are equal, and
is to play when they are not.

No field of a `View` can hold a card its seat has not seen.  Bots and screens get views and nothing
else, so nothing they do can rest on a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import TYPE_CHECKING

from basra.engine import plays, positions
from basra.engine.captures import Basra, basra
from basra.engine.cards import ALL, NONE, Card, Cards
from basra.engine.deals import opening
from basra.engine.errors import IllegalPlayError, PositionError
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play, Refusal, plays_from, why_not
from basra.engine.positions import score_problems
from basra.engine.public_state import PublicState
from basra.engine.rules import Rules
from basra.engine.seats import OTHER, Seat
from basra.engine.shuffles import shuffled

V2 = Rules()
_new = tuple.__new__
"""Makes a named tuple of all its fields in half the time that its class takes."""


@dataclass(frozen=True, slots=True)
class Round(PublicState):
    """One immutable state of a round.

    Pairs are south's and north's.  A `Round` comes from `deal`, `parse` or `play`.

    >>> state = Round.parse("8S/7D/AH7C8H/-/2C2D/- 0-0 S S")
    Traceback (most recent call last):
        ...
    basra.engine.errors.PositionError: not a position: 45 cards are missing, among them AC AD AS 2H
    """

    rules: Rules
    turn: Seat
    """The seat that plays next; in a round that is over, the one that played first."""
    hands: tuple[Cards, Cards]
    floor: Cards
    stock: tuple[Card, ...]
    """The cards still to be dealt, the next one first."""
    piles: tuple[Cards, Cards] = (NONE, NONE)
    """What each seat has taken."""
    basras: tuple[int, int] = (0, 0)
    """How many ordinary basras each seat has made."""
    jack_basras: tuple[int, int] = (0, 0)
    """How many basras worth `Rules.jack_basra` each seat has made."""
    last_taker: Seat | None = None
    """The seat that captured last."""
    known: tuple[Card, ...] = ()
    """The barred cards that were put under the stock for both to see, as they lie there (1.6)."""
    scores: tuple[int, int] = (0, 0)
    """The points of the match that each seat had before this round."""
    carried: int = 0
    """Points for most cards that wait from rounds before this one (5.1)."""
    outcomes: tuple[PlayOutcome, ...] = ()
    """What the plays so far did, first to last."""

    @staticmethod
    def deal(
        deck: Sequence[Card],
        *,
        dealer: Seat = Seat.NORTH,
        rules: Rules = V2,
        scores: tuple[int, int] = (0, 0),
        carried: int = 0,
    ) -> Round:
        """Return the opening that *deck* gives under *rules*, in a match that stands at *scores*.

        Raises `PositionError` where *deck* is not the whole pack, or where no match goes on from
        *scores* and *carried*.  Source: rule book, section 1.
        """
        if problems := tuple(score_problems(scores, carried, rules)):
            raise PositionError(problems)
        first, second, floor, stock, known = opening(deck, rules)
        hands = (second, first) if dealer is Seat.SOUTH else (first, second)
        return Round(
            rules,
            dealer.other,
            hands,
            floor,
            stock,
            known=known,
            scores=scores,
            carried=carried,
        )

    @staticmethod
    def parse(line: str, rules: Rules = V2) -> Round:
        """Return the round that a position line shows, without a history.

        Raises `PositionError` with everything that is wrong with it (docs/notation.md).
        """
        return Round(rules, *positions.read_round(line, rules))

    def __str__(self) -> str:
        """The position line, which `parse` reads."""
        return positions.write_round(self, self.hands, self.stock)

    @property
    def dealer(self) -> Seat:
        """The seat that dealt this round."""
        south, north = self.hands
        return self.turn.other if len(south) == len(north) else self.turn

    def seat_of(self, number: int) -> Seat:
        """Return the seat that makes play *number*, from 1, of a round that began with a deal."""
        return self.dealer.other if number % 2 else self.dealer

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        south, north = self.hands
        return not (south or north or self.stock)

    def sizes(self) -> tuple[int, int, int]:
        """Return how many cards are in south's hand, in north's and in the stock."""
        return len(self.hands[0]), len(self.hands[1]), len(self.stock)

    def view(self, seat: Seat) -> View:
        """Return what *seat* may know of this round."""
        return View(
            self.rules,
            seat,
            self.turn,
            self.hands[seat],
            len(self.hands[OTHER[seat]]),
            self.floor,
            len(self.stock),
            self.piles,
            self.basras,
            self.jack_basras,
            self.last_taker,
            self.known,
            self.scores,
            self.carried,
            self.outcomes,
        )

    def legal_plays(self) -> tuple[Play, ...]:
        """Return the plays of the seat on turn, in card order; none once the round is over.

        Under free capture at most `captures.MOST_LISTED` a card are listed (3.8).
        """
        return plays_from(self.hands[self.turn], self.floor, self.rules)

    def why_not(self, play: Play) -> Refusal | None:
        """Return why *play* is refused here, with its paragraph, or ``None`` where it is legal."""
        refusal = why_not(play, self.hands[self.turn], self.floor, self.rules)
        if refusal is not None and self.is_over:
            return Refusal("1.2", "the round is over")
        return refusal

    def is_legal(self, play: Play) -> bool:
        """Whether *play* may be made here."""
        return self.why_not(play) is None

    def read_play(self, text: str) -> Play:
        """Return the legal play that *text* means; see `View.read_play`."""
        return self.view(self.turn).read_play(text)

    def play(self, play: Play) -> Round:
        """Return the round after *play*; this one is untouched.

        What the play did is the last of its `outcomes`.  Raises `IllegalPlayError` with the reason
        and its paragraph.
        """
        if why_not(play, self.hands[self.turn], self.floor, self.rules) is not None:
            raise IllegalPlayError(f"{play} is refused on {self.floor}: {self.why_not(play)}")
        card, taken = play
        seat, before, last_taker = self.turn, self.floor, self.last_taker
        (south, north), piles, stock = self.hands, self.piles, self.stock
        bit, turn = 1 << card, OTHER[seat]
        if seat:
            north = Cards(north ^ bit)
        else:
            south = Cards(south ^ bit)
        is_last = not (south or north or stock)
        after = _Draft()
        after.basras, after.jack_basras = self.basras, self.jack_basras
        sort, points, dealt, left_over, left_to = Basra.NONE, 0, 0, None, None
        if taken:
            if taken == before:
                sort = basra(card, before, taken, self.rules, last_card=is_last)
                if sort is Basra.ORDINARY:
                    points, after.basras = self.rules.basra, _raise(self.basras, seat)
                elif sort is Basra.JACK:
                    points = self.rules.jack_basra
                    after.jack_basras = _raise(self.jack_basras, seat)
            floor = Cards(before ^ taken)
            piles = _flip(piles, seat, taken ^ bit)
            last_taker = seat
        else:
            floor = Cards(before ^ bit)
        if not (south or north):
            if stock:
                size = self.rules.hand_size
                first, second = _hand(stock[:size]), _hand(stock[size : 2 * size])
                south, north = (second, first) if turn else (first, second)
                stock = stock[2 * size :]
                dealt = self.rules.deals - len(stock) // (2 * size)
            else:
                left_over, left_to = floor, last_taker
                if last_taker is not None:
                    piles = _flip(piles, last_taker, floor)
                    floor = NONE
        outcome = _new(PlayOutcome, (seat, play, before, sort, points, dealt, left_over, left_to))
        after.rules = self.rules
        after.turn = turn
        after.hands = (south, north)
        after.floor = floor
        after.stock = stock
        after.piles = piles
        after.last_taker = last_taker
        after.known = self.known
        after.scores = self.scores
        after.carried = self.carried
        after.outcomes = self.outcomes + (outcome,)  # noqa: RUF005 - copies once, not twice
        after.__class__ = Round  # type: ignore[assignment]
        return after  # type: ignore[return-value]


class _Draft(PublicState):
    """A `Round` that is being made: the same slots, still open.

    Filling these and closing them, by making them of the class `Round`, takes a third of the time
    that the frozen constructor takes.
    """

    __slots__ = tuple(field.name for field in fields(Round))

    if TYPE_CHECKING:
        rules: Rules
        turn: Seat
        hands: tuple[Cards, Cards]
        floor: Cards
        stock: tuple[Card, ...]
        piles: tuple[Cards, Cards]
        basras: tuple[int, int]
        jack_basras: tuple[int, int]
        last_taker: Seat | None
        known: tuple[Card, ...]
        scores: tuple[int, int]
        carried: int
        outcomes: tuple[PlayOutcome, ...]


def _hand(cards: Sequence[Card]) -> Cards:
    """`Cards.of` for cards that are known to differ."""
    return Cards(sum([1 << card for card in cards]))


def _raise(pair: tuple[int, int], seat: Seat) -> tuple[int, int]:
    return (pair[0], pair[1] + 1) if seat else (pair[0] + 1, pair[1])


def _flip(pair: tuple[Cards, Cards], seat: Seat, cards: int) -> tuple[Cards, Cards]:
    """Return *pair* with *cards* put into the set of *seat*, or out of it where they are there."""
    south, north = pair
    return (south, Cards(north ^ cards)) if seat else (Cards(south ^ cards), north)


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
        hidden = self.stock_size - len(self.bottom)
        return positions.write_view(self, self.seat, self.hand, self.other_hand_size, hidden)

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
