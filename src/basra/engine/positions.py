"""The position line: a position as one line of text, both ways (docs/notation.md).

    south/north/floor/stock/south-pile/north-pile basras turn last-taker [seat] [scores]

Everything that is wrong with a line is named at once; a line that reads is a position that could
lie on a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from basra.engine.cards import ALL, NONE, Card, Cards, parse_sequence
from basra.engine.errors import NotationError, PositionError, quote
from basra.engine.public_state import PublicState
from basra.engine.rules import Rules
from basra.engine.seats import Seat

_HIDDEN = re.compile(r"(?:\?\?)+")
_BASRAS = re.compile(r"(\d{1,2})(?:\+(\d{1,2}))?-(\d{1,2})(?:\+(\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)
_SCORES = re.compile(r"(\d{1,9})-(\d{1,9})(?:\+(\d{1,9}))?", re.ASCII)

_LONGEST = 1000

FIELDS = ("south's hand", "north's hand", "floor", "stock", "south's pile", "north's pile")
"""The fields of a position line."""

RoundFields: TypeAlias = tuple[
    Seat,
    tuple[Cards, Cards],
    Cards,
    tuple[Card, ...],
    tuple[Cards, Cards],
    tuple[int, int],
    tuple[int, int],
    Seat | None,
    tuple[Card, ...],
    tuple[int, int],
    int,
]
"""The fields of `Round` from `turn` to `carried`."""
ViewFields: TypeAlias = tuple[
    Seat,
    Seat,
    Cards,
    int,
    Cards,
    int,
    tuple[Cards, Cards],
    tuple[int, int],
    tuple[int, int],
    Seat | None,
    tuple[Card, ...],
    tuple[int, int],
    int,
]
"""The fields of `View` from `seat` to `carried`."""


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


def write_round(state: PublicState, hands: tuple[Cards, Cards], stock: Sequence[Card]) -> str:
    """Return the position line of a round with these *hands* and this *stock*."""
    hidden = stock[: -len(state.known)] if state.known else stock
    south, north = hands
    line = _line(state, (_set(south), _set(north)), "".join(map(str, hidden)) or "-")
    return line + _scores(state)


def write_view(
    state: PublicState, seat: Seat, hand: Cards, other_hand_size: int, hidden: int
) -> str:
    """Return the position line of the view of *seat*, which holds *hand*.

    The other hand is ``??`` a card, the stock the number of its *hidden* cards.
    """
    other = "??" * other_hand_size or "-"
    hands = (other, _set(hand)) if seat else (_set(hand), other)
    line = _line(state, hands, str(hidden))
    return (line if other_hand_size else f"{line} {seat.letter}") + _scores(state)


def _line(state: PublicState, hands: tuple[str, str], stock: str) -> str:
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


def _scores(state: PublicState) -> str:
    """The last word of a line, with the space before it; nothing at 0-0 with nothing carried."""
    if not (any(state.scores) or state.carried):
        return ""
    return f" {state.scores[0]}-{state.scores[1]}" + (f"+{state.carried}" if state.carried else "")


def _set(cards: Cards) -> str:
    return cards.compact or "-"


def read_round(line: str, rules: Rules) -> RoundFields:
    """Return the fields of `Round` that follow its rules; raise `PositionError`."""
    setup = _parse(line)
    (south, north), stock = setup.hands, setup.stock
    if isinstance(south, int) or isinstance(north, int) or isinstance(stock, int):
        raise PositionError(("a hidden card (??) or a number for the stock is for views only",))
    if setup.seat is not None:
        raise PositionError(("the seat, S or N after the last taker, is for views only",))
    everything = (south, north, setup.floor, stock, *setup.piles)
    _refuse([*pack_problems(everything), *setup_problems(setup, rules)])
    piles = Cards.of(setup.piles[0]), Cards.of(setup.piles[1])
    return (
        setup.turn,
        (Cards.of(south), Cards.of(north)),
        Cards.of(setup.floor),
        stock,
        piles,
        setup.basras,
        setup.jack_basras,
        setup.last_taker,
        setup.known,
        setup.scores,
        setup.carried,
    )


def read_view(line: str, rules: Rules) -> ViewFields:
    """Return the fields of `View` that follow its rules; raise `PositionError`."""
    setup = _parse(line)
    hands, stock = setup.hands, setup.stock
    seats = [seat for seat in Seat if not isinstance(hands[seat], int)]
    if setup.seat is not None:
        seats = [setup.seat] if setup.seat in seats else []
    if not isinstance(stock, int) or not seats:
        raise PositionError(("a view shows one hand, ?? for the other, a number for the stock",))
    if len(seats) == 2 and setup.turn in seats:
        seats = [setup.turn]
    seat = seats[0]
    hand, other = hands[seat], hands[seat.other]
    assert isinstance(hand, tuple)
    if isinstance(other, tuple) and other:
        raise PositionError(("a view hides the cards of the other hand: ?? for each",))
    other_size = other if isinstance(other, int) else 0
    shown = (hand, setup.floor, *setup.piles)
    everything = (hand, setup.floor, setup.known if stock else (), *setup.piles)
    problems = list(duplicates(everything))
    count = sum(map(len, shown)) + other_size + stock
    if count != 52 and not problems:
        problems.append(f"there are {count} cards, not 52")
    _refuse([*problems, *setup_problems(setup, rules)])
    return (
        seat,
        setup.turn,
        Cards.of(hand),
        other_size,
        Cards.of(setup.floor),
        stock,
        (Cards.of(setup.piles[0]), Cards.of(setup.piles[1])),
        setup.basras,
        setup.jack_basras,
        setup.last_taker,
        setup.known,
        setup.scores,
        setup.carried,
    )


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        raise PositionError(tuple(problems))


def _parse(line: str) -> Setup:
    """Read the words and fields of *line*; raise `PositionError` for what is not one."""
    if len(line) > _LONGEST:
        raise PositionError((f"a line of {len(line)} characters is too long for a position",))
    words = line.split()
    fields = words[0].split("/") if words else []
    problems: list[str] = []
    more = words[4:]
    scores = _SCORES.fullmatch(more[-1]) if more else None
    if scores is not None:
        del more[-1]
    if len(words) < 4 or len(more) > 1:
        problems.append(
            f"{quote(line)} is not 4 words but {len(words)}: cards, basras, turn, last taker"
        )
    if len(fields) != 6:
        problems.append(f"its fields of cards, parted by /, are not 6 but {len(fields)}")
    _refuse(problems)
    south, north = (_hand(fields[seat], FIELDS[seat], problems) for seat in Seat)
    stock, known = _stock(fields[3], problems)
    floor, *piles = (_cards(fields[number], FIELDS[number], problems) for number in (2, 4, 5))
    basras = _BASRAS.fullmatch(words[1])
    if basras is None:
        problems.append(f"basras are written 1-0 or 1+1-0, not {quote(words[1])}")
    seats = {"S": Seat.SOUTH, "N": Seat.NORTH}
    turn, last = seats.get(words[2].upper()), seats.get(words[3].upper())
    if turn is None:
        problems.append(f"the seat on turn is S or N, not {quote(words[2])}")
    if last is None and words[3] != "-":
        problems.append(f"the last taker is S, N or -, not {quote(words[3])}")
    seat = seats.get(more[0].upper()) if more else None
    if more and seat is None:
        problems.append(
            f"the seat of a view is S or N, not {quote(more[0])}; scores are written 31-45"
        )
    _refuse(problems)
    assert basras is not None
    assert turn is not None
    counts = [int(number or 0) for number in basras.groups()]
    match = [int(number or 0) for number in scores.groups()] if scores is not None else [0, 0, 0]
    return Setup(
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
        (match[0], match[1]),
        match[2],
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


# ------------------------------------------------------------ what is wrong with a setup


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
