"""The one-line text of a position, both ways.

Law of this file: it reads and writes, and names everything that is wrong with a position at once.
A line that was read is a position that could lie on a table.  See docs/notation.md.

    south/north/floor/stock/south-pile/north-pile basras turn last-taker
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from basra.engine.cards import ALL, NONE, Card, Cards, parse_sequence
from basra.engine.errors import NotationError, PositionError, quote
from basra.engine.rules import Rules
from basra.engine.seats import Seat

if TYPE_CHECKING:
    from basra.engine.rounds import Round
    from basra.engine.views import View

_FIELDS = ("south's hand", "north's hand", "floor", "stock", "south's pile", "north's pile")
_HIDDEN = re.compile(r"(?:\?\?)+")
_BASRAS = re.compile(r"(\d{1,2})(?:\+(\d{1,2}))?-(\d{1,2})(?:\+(\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


class _Parsed(NamedTuple):
    """What a line says, as far as it could be read."""

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


def write_round(state: Round) -> str:
    """Return the position line of *state*."""
    hidden = state.stock[: -len(state.known)] if state.known else state.stock
    stock = "".join(map(str, hidden)) or "-"
    return _line(state, (_set(state.hands[0]), _set(state.hands[1])), stock)


def write_view(view: View) -> str:
    """Return the position line of *view*: the other hand as ``??`` a card, the stock a number."""
    other = "??" * view.other_hand_size or "-"
    hands = (other, _set(view.hand)) if view.seat else (_set(view.hand), other)
    line = _line(view, hands, str(view.stock_size - len(view.bottom)))
    return line if view.other_hand_size else f"{line} {view.seat.letter}"


def _line(state: Round | View, hands: tuple[str, str], stock: str) -> str:
    if state.known:
        stock += "+" + "".join(map(str, state.known))
    piles = map(_set, state.piles)
    fields = "/".join((*hands, _set(state.floor), stock, *piles))
    basras = "-".join(
        f"{plain}+{jack}" if jack else str(plain)
        for plain, jack in zip(state.basras, state.jack_basras, strict=True)
    )
    last = "-" if state.last_taker is None else state.last_taker.letter
    return f"{fields} {basras} {state.turn.letter} {last}"


def _set(cards: Cards) -> str:
    return cards.compact or "-"


def read_round(line: str, rules: Rules) -> tuple[object, ...]:
    """Return the fields of `Round` that follow its rules; raise `PositionError`."""
    parsed = _parse(line)
    hands, stock = parsed.hands, parsed.stock
    if isinstance(hands[0], int) or isinstance(hands[1], int) or isinstance(stock, int):
        raise PositionError(("a hidden card (??) or a number for the stock is for views only",))
    everything = (*hands, parsed.floor, stock, *parsed.piles)
    _refuse([*_not_the_pack(everything), *_contradictions(parsed, rules)])
    piles = Cards.of(parsed.piles[0]), Cards.of(parsed.piles[1])
    return (
        parsed.turn,
        (Cards.of(hands[0]), Cards.of(hands[1])),
        Cards.of(parsed.floor),
        stock,
        piles,
        parsed.basras,
        parsed.jack_basras,
        parsed.last_taker,
        parsed.known,
    )


def read_view(line: str, rules: Rules) -> tuple[object, ...]:
    """Return the fields of `View` that follow its rules; raise `PositionError`."""
    parsed = _parse(line)
    hands, stock = parsed.hands, parsed.stock
    seats = [seat for seat in Seat if not isinstance(hands[seat], int)]
    if parsed.seat is not None:
        seats = [parsed.seat] if parsed.seat in seats else []
    if not isinstance(stock, int) or not seats:
        raise PositionError(("a view shows one hand, ?? for the other, a number for the stock",))
    if len(seats) == 2 and parsed.turn in seats:
        seats = [parsed.turn]
    seat = seats[0]
    hand, other = hands[seat], hands[seat.other]
    assert isinstance(hand, tuple)
    if isinstance(other, tuple) and other:
        raise PositionError(("a view hides the cards of the other hand: ?? for each",))
    other_size = other if isinstance(other, int) else 0
    shown = (hand, parsed.floor, *parsed.piles)
    everything = (hand, parsed.floor, parsed.known if stock else (), *parsed.piles)
    problems = list(_twice(everything))
    count = sum(map(len, shown)) + other_size + stock
    if count != 52 and not problems:
        problems.append(f"there are {count} cards, not 52")
    _refuse([*problems, *_contradictions(parsed, rules)])
    return (
        seat,
        parsed.turn,
        Cards.of(hand),
        other_size,
        Cards.of(parsed.floor),
        stock,
        (Cards.of(parsed.piles[0]), Cards.of(parsed.piles[1])),
        parsed.basras,
        parsed.jack_basras,
        parsed.last_taker,
        parsed.known,
    )


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        raise PositionError(tuple(problems))


def _parse(line: str) -> _Parsed:
    """Read the words and fields of *line*; raise `PositionError` for what is not one."""
    words = line.split() if isinstance(line, str) else []
    fields = words[0].split("/") if words else []
    problems: list[str] = []
    if len(words) not in (4, 5):
        problems.append(
            f"{quote(line)} is {len(words)} words, not 4: cards, basras, turn, last taker"
        )
    if len(fields) != 6:
        problems.append(f"{len(fields)} fields of cards stand there, not 6, parted by /")
    _refuse(problems)
    south, north = (_hand(fields[seat], _FIELDS[seat], problems) for seat in Seat)
    stock, known = _stock(fields[3], problems)
    floor, *piles = (_cards(fields[number], _FIELDS[number], problems) for number in (2, 4, 5))
    basras = _BASRAS.fullmatch(words[1])
    if basras is None:
        problems.append(f"basras are written 1-0 or 1+1-0, not {quote(words[1])}")
    seats = {"S": Seat.SOUTH, "N": Seat.NORTH}
    turn, last = seats.get(words[2].upper()), seats.get(words[3].upper())
    if turn is None:
        problems.append(f"the seat on turn is S or N, not {quote(words[2])}")
    if last is None and words[3] != "-":
        problems.append(f"the last taker is S, N or -, not {quote(words[3])}")
    seat = seats.get(words[4].upper()) if len(words) == 5 else None
    if len(words) == 5 and seat is None:
        problems.append(f"the seat of a view is S or N, not {quote(words[4])}")
    _refuse(problems)
    assert basras is not None
    assert turn is not None
    counts = [int(number or 0) for number in basras.groups()]
    return _Parsed(
        (south, north),
        floor,
        stock,
        known,
        (piles[0], piles[1]),
        (counts[0], counts[2]),
        (counts[1], counts[3]),
        turn,
        last,
        seat,
    )


def _cards(text: str, field: str, problems: list[str]) -> tuple[Card, ...]:
    if text == "-":
        return ()
    try:
        cards = parse_sequence(text)
    except NotationError as error:
        problems.append(f"{field}: {error}")
        return ()
    if not cards:
        problems.append(f"{field}: nothing stands there; an empty one is written -")
    return cards


def _hand(text: str, field: str, problems: list[str]) -> tuple[Card, ...] | int:
    if _HIDDEN.fullmatch(text):
        return len(text) // 2
    return _cards(text, field, problems)


def _stock(text: str, problems: list[str]) -> tuple[tuple[Card, ...] | int, tuple[Card, ...]]:
    """Read a stock, and the cards known to lie under it or to have lain there."""
    above, plus, below = text.partition("+")
    known = _cards(below, "stock, after +", problems) if plus else ()
    if _NUMBER.fullmatch(above):
        hidden = int(above)
        return hidden + len(known) if hidden else 0, known
    cards = _cards(above, "stock", problems)
    return cards + known if cards else (), known


def _not_the_pack(fields: Sequence[Sequence[Card]]) -> Iterator[str]:
    yield from _twice(fields)
    missing = ALL - Cards.of({card for cards in fields for card in cards})
    if missing:
        few = " ".join(map(str, tuple(missing)[:4]))
        yield f"{len(missing)} cards are missing, among them {few}"


def _twice(fields: Sequence[Sequence[Card]]) -> Iterator[str]:
    cards = [card for field in fields for card in field]
    for card in sorted({card for card in cards if cards.count(card) > 1}):
        yield f"{card} stands {cards.count(card)} times"


def _size(cards: tuple[Card, ...] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _contradictions(parsed: _Parsed, rules: Rules) -> Iterator[str]:
    """Yield what cannot be, though all cards are there."""
    sizes, stock = [_size(hand) for hand in parsed.hands], _size(parsed.stock)
    size, turn = rules.hand_size, parsed.turn
    for seat in Seat:
        if sizes[seat] > size:
            yield f"{_FIELDS[seat]} is {sizes[seat]} cards; a deal gives {size}"
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
        yield from _wrong_opening(parsed, rules)
    if parsed.known and rules.opening != "bottom":
        yield "cards known to lie under the stock are only for rules with opening = bottom"
    elif not Cards.of(set(parsed.known)).issubset(rules.barred):
        yield "only barred cards are put under the stock"
    yield from _wrong_piles(parsed)
    if not any(sizes) and not stock and parsed.floor and parsed.last_taker is not None:
        yield "the round is over, so the floor belongs to the last taker"


def _wrong_opening(parsed: _Parsed, rules: Rules) -> Iterator[str]:
    if len(parsed.floor) != 4:
        yield f"nothing is played yet, so the floor is 4 cards, not {len(parsed.floor)}"
    barred = Cards.of(set(parsed.floor)) & (NONE if rules.opening == "keep" else rules.barred)
    if barred:
        yield f"nothing is played yet, so {barred} may not lie on the floor"


def _wrong_piles(parsed: _Parsed) -> Iterator[str]:
    takers = [seat for seat in Seat if parsed.piles[seat]]
    if parsed.last_taker is None and takers:
        yield "there is a pile, so somebody was the last taker"
    if parsed.last_taker is not None and parsed.last_taker not in takers:
        yield f"{parsed.last_taker} was the last taker, yet has no pile"
    for seat in Seat:
        pile, basras = len(parsed.piles[seat]), parsed.basras[seat] + parsed.jack_basras[seat]
        if pile == 1:
            yield f"{_FIELDS[4 + seat]} is 1 card; a capture is 2 at least"
        if 2 * basras > pile:
            yield f"{seat} cannot have made {basras} basras with a pile of {pile}"
