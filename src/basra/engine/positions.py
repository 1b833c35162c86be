"""The position line: a position as one line of text, both ways (docs/notation.md).

    south/north/floor/stock/south-pile/north-pile basras turn last-taker [seat] [scores]

Everything that is wrong with a line is named at once; a line that reads is a position that could
lie on a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from basra.engine.cards import Card, Cards, parse_sequence
from basra.engine.errors import NotationError, PositionError, quote
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.setups import FIELDS, Setup, duplicates, pack_problems, setup_problems

if TYPE_CHECKING:
    from basra.engine.rounds import Round
    from basra.engine.views import View

_HIDDEN = re.compile(r"(?:\?\?)+")
_BASRAS = re.compile(r"(\d{1,2})(?:\+(\d{1,2}))?-(\d{1,2})(?:\+(\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)
_SCORES = re.compile(r"(\d{1,9})-(\d{1,9})(?:\+(\d{1,9}))?", re.ASCII)

_LONGEST = 1000

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


def write_round(state: Round) -> str:
    """Return the position line of *state*."""
    hidden = state.stock[: -len(state.known)] if state.known else state.stock
    stock = "".join(map(str, hidden)) or "-"
    return _line(state, (_set(state.hands[0]), _set(state.hands[1])), stock) + _scores(state)


def write_view(view: View) -> str:
    """Return the position line of *view*: the other hand as ``??`` a card, the stock a number."""
    other = "??" * view.other_hand_size or "-"
    hands = (other, _set(view.hand)) if view.seat else (_set(view.hand), other)
    line = _line(view, hands, str(view.stock_size - len(view.bottom)))
    return (line if view.other_hand_size else f"{line} {view.seat.letter}") + _scores(view)


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


def _scores(state: Round | View) -> str:
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
