"""A play: a card laid and what it takes.

Law of this file: a play is complete in itself and has exactly one text; whether it is legal is
asked of `captures`, and this file only lists and names the answers.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from basra.engine.captures import captures, found, is_capture, may_trail
from basra.engine.cards import NONE, Card, Cards
from basra.engine.errors import AmbiguousPlayError, IllegalPlayError, NotationError, quote
from basra.engine.rules import Rules

_TEXT = re.compile(r"\s*([^x×!]*)(?:[x×]([^x×!]*))?(!?)\s*", re.IGNORECASE)


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

    __repr__ = __str__


class Refusal(NamedTuple):
    """Why a play is not legal, and the paragraph of the rule book that says so."""

    paragraph: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.paragraph})"


@lru_cache(maxsize=1 << 15)
def _plays(card: Card, floor: Cards, taking: int) -> tuple[Play, ...]:
    return tuple([Play(card, taken) for taken in found(card, floor, taking)]) or _TRAILS[card]


def plays_from(hand: Cards, floor: Cards, rules: Rules) -> tuple[Play, ...]:
    """Return the plays that *hand* has on *floor*, in card order, captures before trailing.

    Under free capture at most `captures.MOST_LISTED` a card are listed (3.8).
    """
    taking = rules.taking
    plays: list[Play] = []
    for card in hand:
        plays += _plays(card, floor, taking)
        if taking & 4 and plays[-1].taken and may_trail(card, floor, rules):
            plays += _TRAILS[card]
    return tuple(plays)


def why_not(play: Play, hand: Cards, floor: Cards, rules: Rules) -> Refusal | None:
    """Return why *play* cannot be made from *hand* on *floor*, or ``None`` where it can."""
    card, taken = play
    if not hand >> card & 1:
        return Refusal("2.1", f"{card} is not in the hand of the seat on turn")
    if play in _plays(card, floor, rules.taking):
        return None
    missing = taken - floor
    if missing:
        return Refusal("2.2", f"{missing} is not on the floor")
    if taken:
        if is_capture(card, floor, taken, rules):
            return None
        options = " or ".join(map(str, captures(card, floor, rules)[:9])) or "nothing"
        return Refusal("3.7", f"{card} cannot take {taken} here; it takes {options}")
    if may_trail(card, floor, rules):
        return None
    options = " or ".join(map(str, captures(card, floor, rules)[:9]))
    return Refusal("3.7", f"{card} cannot be laid without taking; it takes {options}")


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
            raise AmbiguousPlayError(
                f"{play.card} takes more than one way on {floor}: {' or '.join(texts)}", texts
            )
        play = Play(play.card, options[0])
    refusal = why_not(play, hand, floor, rules)
    if refusal:
        raise IllegalPlayError(f"{quote(text)}: {refusal}")
    return play, marked


def _split(text: str) -> tuple[Play, bool]:
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
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


_TRAILS = tuple((Play(Card(number)),) for number in range(52))
