"""A play: a card laid and what it takes.

A play is complete in itself and has exactly one text.  Whether it is legal is asked of `captures`;
this file only lists and names the answers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from basra.engine.captures import RELEVANT, captures, find_captures, is_capture, may_trail
from basra.engine.cards import ALL, DECK, NONE, Card, Cards
from basra.engine.errors import AmbiguousPlayError, IllegalPlayError, NotationError, quote
from basra.engine.rules import Rules

_TEXT = re.compile(r"([^x×!]*)(?:[x×]([^x×!]*))?(!?)", re.IGNORECASE)


class Play(NamedTuple):
    """A card laid and the floor cards it takes, none where it trails.

    >>> Play.parse("js x qs kd 2c")
    JSx2CQSKD
    """

    card: Card
    taken: Cards = NONE

    @staticmethod
    def parse(text: str) -> Play:
        """Return the play that *text* writes out in full; raise `NotationError` for no play.

        A mark of a basra (``!``) is let pass: it can be told only from a position.
        """
        return _split(text)[0]

    def __str__(self) -> str:
        return f"{self.card}x{self.taken.compact}" if self.taken else str(self.card)

    def __repr__(self) -> str:
        return str(self)


class Refusal(NamedTuple):
    """Why a play is not legal, and the paragraph of the rule book that says so."""

    paragraph: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.paragraph})"


class _Plays(dict[int, tuple[Play, ...]]):
    """The plays of a card, remembered by the card and the floor cards that matter to it."""

    MOST = 1 << 15

    def __init__(self, taking: int) -> None:
        super().__init__()
        self.taking = taking
        self.relevant = RELEVANT[taking]

    def __missing__(self, key: int) -> tuple[Play, ...]:
        card, floor = DECK[key >> 52], Cards(key & ALL)
        captured = find_captures(card, floor, self.taking)
        plays = tuple([Play(card, taken) for taken in captured]) if captured else _TRAILS[card]
        if len(plays) <= 16:
            if len(self) >= self.MOST:
                self.clear()
            self[key] = plays
        return plays


_TRAILS = tuple((Play(card),) for card in DECK)
_REMEMBERED = tuple(_Plays(taking) for taking in range(8))


def plays_from(hand: Cards, floor: Cards, rules: Rules) -> tuple[Play, ...]:
    """Return the plays that *hand* has on *floor*, in card order, captures before trailing.

    Under free capture at most `captures.MOST_LISTED` a card are listed (3.8).
    """
    remembered = _REMEMBERED[rules.taking]
    relevant = remembered.relevant
    lying, held, is_free = int(floor), int(hand), rules.capture == "free"
    plays: list[Play] = []
    while held:  # as `for card in hand`, in half the time
        bit = held & -held
        card = bit.bit_length() - 1
        held ^= bit
        mask = relevant[card]
        if mask < 0:
            plays.append(Play(DECK[card], floor))
            continue
        plays += remembered[lying & mask | card << 52]
        if is_free and plays[-1].taken and may_trail(DECK[card], floor, rules):
            plays.append(Play(DECK[card]))
    return tuple(plays)


def why_not(play: Play, hand: Cards, floor: Cards, rules: Rules) -> Refusal | None:
    """Return why *play* cannot be made from *hand* on *floor*, or ``None`` where it can."""
    card, taken = play
    if not hand >> card & 1:
        return Refusal("2.1", f"{card} is not in the hand of the seat on turn")
    remembered = _REMEMBERED[rules.taking]
    mask = remembered.relevant[card]
    if taken == floor if mask < 0 else play in remembered[int(floor) & mask | card << 52]:
        return None
    missing = taken - floor
    if missing:
        return Refusal("2.2", f"{missing} is not on the floor")
    if taken:
        if is_capture(card, floor, taken, rules):
            return None
        options = " or ".join(map(str, captures(card, floor, rules)[:9])) or "nothing"
        return Refusal(_paragraph(rules), f"{card} cannot take {taken} here; it takes {options}")
    if may_trail(card, floor, rules):
        return None
    options = " or ".join(map(str, captures(card, floor, rules)[:9]))
    return Refusal(_paragraph(rules), f"{card} cannot be laid without taking; it takes {options}")


def read_play(text: str, hand: Cards, floor: Cards, rules: Rules) -> tuple[Play, bool]:
    """Return the legal play that *text* means, and whether it is marked as a basra.

    A bare card means its only play, or trailing where that is allowed.  Raises `NotationError`
    for no play, `AmbiguousPlayError` for a bare card with several captures, `IllegalPlayError`
    for what the rules refuse.
    """
    play, marked = _split(text)
    if not play.taken and play.card in hand and not may_trail(play.card, floor, rules):
        options = captures(play.card, floor, rules)
        if len(options) > 1:
            texts = tuple(str(Play(play.card, taken)) for taken in options)
            few = " or ".join(texts[:9]) + (" or …" if len(texts) > 9 else "")
            raise AmbiguousPlayError(
                f"{play.card} takes more than one way on {floor}: {few}", texts
            )
        play = Play(play.card, options[0])
    refusal = why_not(play, hand, floor, rules)
    if refusal:
        raise IllegalPlayError(f"{quote(text)}: {refusal}")
    return play, marked


def _paragraph(rules: Rules) -> str:
    return "3.8" if rules.capture == "free" else "3.7"


def _split(text: str) -> tuple[Play, bool]:
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"not a play: {quote(text)}")
    card, taken, mark = match.groups()
    try:
        play = Play(Card.parse(card), NONE if taken is None else Cards.parse(taken))
    except NotationError as error:
        raise NotationError(f"not a play: {quote(text)}: {error}") from None
    if taken is not None and not play.taken:
        raise NotationError(f"not a play: {quote(text)}: no card stands after the x")
    if play.card in play.taken:
        raise NotationError(f"not a play: {quote(text)}: {play.card} cannot take itself")
    return play, bool(mark)
