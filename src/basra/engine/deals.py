"""The deal of a pack: two hands, an opening floor and a stock.

Nothing is drawn.  Where a rule wants a place at random, it is computed from the order of the pack
itself: the same pack is dealt the same for ever, and over fair shuffles every place is equally
likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from basra.engine.cards import ALL, DECK, Card, Cards
from basra.engine.errors import PositionError
from basra.engine.rules import Rules

_PACK = frozenset(DECK)


class Opening(NamedTuple):
    """What lies where before the first play (1.1 to 1.5)."""

    first: Cards
    """The hand of the non-dealer, who plays first."""
    second: Cards
    """The hand of the dealer."""
    floor: Cards
    stock: tuple[Card, ...]
    known: tuple[Card, ...]
    """The barred cards that were put under the stock for both to see, as they lie there."""


def opening(deck: Sequence[Card], rules: Rules) -> Opening:
    """Return the opening that *deck* gives: hands to the non-dealer, then the dealer, then four.

    Raises `PositionError` where *deck* is not the whole pack.  Source: rule book, section 1.
    """
    deck = _whole(deck)
    size = rules.hand_size
    barred = Cards(0) if rules.opening == "keep" else rules.barred
    attempt = 0
    while rules.opening == "redeal" and not barred.isdisjoint(_floor(deck, size)):
        attempt += 1
        deck = _again(deck, attempt)
    floor, stock = list(deck[2 * size : 2 * size + 4]), list(deck[2 * size + 4 :])
    removed = []
    for place, card in enumerate(floor):
        while card in barred:
            removed.append(card)
            card = stock.pop(0)
        floor[place] = card
    for number, card in enumerate(removed):
        if rules.opening == "bottom":
            stock.append(card)
        else:
            stock.insert(_number(deck, number) % (len(stock) + 1), card)
    known = tuple(removed) if rules.opening == "bottom" else ()
    first, second = Cards.of(deck[:size]), Cards.of(deck[size : 2 * size])
    return Opening(first, second, Cards.of(floor), tuple(stock), known)


def _floor(deck: Sequence[Card], size: int) -> Cards:
    return Cards.of(deck[2 * size : 2 * size + 4])


def _again(deck: Sequence[Card], attempt: int) -> tuple[Card, ...]:
    """Another order of the pack that *deck* and *attempt* settle."""
    return tuple(sorted(DECK, key=lambda card: _number(deck, attempt, card)))


def _whole(deck: Sequence[Card]) -> tuple[Card, ...]:
    deck = tuple(deck)
    if len(deck) == 52 and set(deck) == _PACK:
        return deck
    problems = tuple(
        f"{card} stands {deck.count(card)} times in the pack"
        for card in sorted(set(deck))
        if deck.count(card) > 1
    )
    missing = ALL - Cards.of(set(deck))
    if missing:
        problems += (f"{missing} is not in the pack",)
    if problems:
        raise PositionError(problems)
    return deck


def _number(deck: Sequence[Card], *path: int) -> int:
    """A large number that *deck* and *path* settle, without pattern over fair shuffles."""
    name = bytes(deck) + bytes(path)
    return int.from_bytes(sha256(name).digest(), "big")
