"""A setup: an arrangement of cards, and everything that keeps it from being a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from basra.engine.cards import ALL, NONE, Card, Cards
from basra.engine.rules import Rules
from basra.engine.seats import Seat

FIELDS = ("south's hand", "north's hand", "floor", "stock", "south's pile", "north's pile")
"""The fields of a position line."""


class Setup(NamedTuple):
    """An arrangement of cards that somebody wrote down, whether it can be or not."""

    hands: tuple[tuple[Card, ...] | int, tuple[Card, ...] | int]
    """Cards, or how many hidden ones."""
    floor: tuple[Card, ...]
    stock: tuple[Card, ...] | int
    """Cards with those known to lie under it, or how many."""
    known: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], tuple[Card, ...]]
    basras: tuple[int, int]
    jack_basras: tuple[int, int]
    turn: Seat
    last_taker: Seat | None
    seat: Seat | None
    """Whose view it is, where the line says so."""
    scores: tuple[int, int] = (0, 0)
    carried: int = 0


def pack_problems(fields: Sequence[Sequence[Card]]) -> Iterator[str]:
    """Yield what keeps the cards of *fields* from being the pack."""
    yield from duplicates(fields)
    missing = ALL - Cards.of({card for cards in fields for card in cards})
    if missing:
        few = " ".join(map(str, tuple(missing)[:4]))
        yield f"{len(missing)} cards are missing, among them {few}"


def duplicates(fields: Sequence[Sequence[Card]]) -> Iterator[str]:
    """Yield every card that stands more than once in *fields*."""
    cards = [card for field in fields for card in field]
    for card in sorted({card for card in cards if cards.count(card) > 1}):
        yield f"{card} stands {cards.count(card)} times"


def _size(cards: tuple[Card, ...] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def setup_problems(setup: Setup, rules: Rules) -> Iterator[str]:
    """Yield what cannot be, though all cards are there."""
    sizes, stock = [_size(hand) for hand in setup.hands], _size(setup.stock)
    size, turn = rules.hand_size, setup.turn
    for seat in Seat:
        if sizes[seat] > size:
            yield f"{FIELDS[seat]} is {sizes[seat]} cards; a deal gives {size}"
    if sizes[turn] - sizes[turn.other] not in (0, 1):
        yield (
            f"{turn} is on turn with {sizes[turn]} cards against {sizes[turn.other]}: "
            f"the seat on turn has as many or one more"
        )
    if stock % (2 * size):
        yield f"the stock is {stock} cards, not a multiple of {2 * size}"
    elif stock and not any(sizes):
        yield f"both hands are empty, yet {stock} cards are in the stock: they would be dealt"
    elif stock + sum(sizes) == 48:
        yield from _wrong_opening(setup, rules)
    if not stock:
        yield from duplicates((setup.known,))
    if setup.known and rules.opening != "bottom":
        yield "cards known to lie under the stock are only for rules with opening = bottom"
    elif not Cards.of(set(setup.known)).issubset(rules.barred):
        yield "only barred cards are put under the stock"
    yield from score_problems(setup.scores, setup.carried, rules)
    yield from _wrong_piles(setup)
    yield from _worthless_basras(setup, rules)
    if not any(sizes) and not stock and setup.floor and setup.last_taker is not None:
        yield "the round is over, so the floor belongs to the last taker"


def score_problems(scores: tuple[int, int], carried: int, rules: Rules) -> Iterator[str]:
    """Yield why no match goes on from *scores* with so many points *carried* (5.1, 6.2)."""
    if min(*scores, carried) < 0:
        yield "no points of a match are less than 0"
    if scores[0] != scores[1] and max(scores) >= rules.target:
        yield f"the match is over at {scores[0]}-{scores[1]}: the target is {rules.target}"
    if carried and (rules.tie != "carry" or not rules.most_cards or carried % rules.most_cards):
        yield f"{carried} points cannot be carried under these rules"


def _wrong_opening(setup: Setup, rules: Rules) -> Iterator[str]:
    if len(setup.floor) != 4:
        yield f"nothing is played yet, so the floor is 4 cards, not {len(setup.floor)}"
    barred = Cards.of(set(setup.floor)) & (NONE if rules.opening == "keep" else rules.barred)
    if barred:
        yield f"nothing is played yet, so {barred} may not lie on the floor"


def _wrong_piles(setup: Setup) -> Iterator[str]:
    takers = [seat for seat in Seat if setup.piles[seat]]
    if setup.last_taker is None and takers:
        yield "there is a pile, so somebody was the last taker"
    if setup.last_taker is not None and setup.last_taker not in takers:
        yield f"{setup.last_taker} was the last taker, yet has no pile"
    for seat in Seat:
        pile, basras = len(setup.piles[seat]), setup.basras[seat] + setup.jack_basras[seat]
        if pile == 1:
            yield f"{FIELDS[4 + seat]} is 1 card; a capture is 2 at least"
        if 2 * basras > pile:
            yield f"{seat} cannot have made {basras} basras with a pile of {pile}"


def _worthless_basras(setup: Setup, rules: Rules) -> Iterator[str]:
    """Yield which basras are counted though the rules give nothing for them: such are none."""
    if any(setup.basras) and not rules.basra:
        yield "there are basras, yet these rules give none a point (basra = 0)"
    if any(setup.jack_basras) and not rules.jack_basra:
        yield "there are basras of the jack, yet these rules give none a point (jack_basra = 0)"
