"""What a card takes from a floor, and whether that is a basra.

The only place that knows what takes what.  It sees a card, a floor and the house rules; not hands,
turns or scores.

A queen or king takes its rank; a jack and the komi take everything.  A numeral takes its equals,
and from the numerals below it a union of disjoint groups of its number (see `groups`): the largest
there is, or under free capture any.  Under ``any_card`` the komi on the floor goes with whatever
is taken, and may be one of a group as well (rule book, section 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, islice, product

from basra.engine.cards import DECK, JACKS, KINGS, KOMI, NUMERALS, QUEENS, Card, Cards
from basra.engine.errors import PositionError
from basra.engine.groups import largest_unions, splits, stack_of, unions
from basra.engine.rules import Rules

MOST_LISTED = 10_000
"""Under free capture at most so many captures are listed, though every one is legal (3.8)."""
_KOMI_BIT = 1 << KOMI
_SWEEPS, _SHARED, _FREE = 1, 2, 4  # the bits of `Rules.taking`
_TOTAL = tuple((card >> 2) + 1 if card < 40 else 0 for card in range(52))
"""What the groups that a card takes add up to."""
_SAME_RANK = tuple(15 << (card & ~3) for card in range(52))
_BELOW = tuple((1 << (card & ~3)) - 1 if card < 40 else 0 for card in range(52))
"""The cards that can be in a group for a card: the numerals below it."""


def captures(card: Card, floor: Cards, rules: Rules) -> tuple[Cards, ...]:
    """Return every set of floor cards that *card* may take, in a stable order.

    Under ``maximum`` they are equally large, nearly always one, and one of them must be taken;
    under ``free`` they are listed from the largest to the smallest; where there are more than
    `MOST_LISTED` the largest are there, then those of few groups.  Empty where the card trails.
    Raises `PositionError` where *card* lies on the floor itself.
    Source: rule book, 3.1 to 3.10.

    >>> floor = Cards.parse("AC 7H KD 8S")
    >>> captures(Card.parse("8H"), floor, Rules.preset("v2"))
    ({AC 7H 8S},)
    """
    _refuse_on_floor(card, floor)
    return find_captures(card, floor, rules.taking)


def _refuse_on_floor(card: Card, floor: Cards) -> None:
    if floor >> card & 1:
        raise PositionError((f"{card} cannot be played while it lies on the floor",))


def find_captures(card: Card, floor: Cards, taking: int) -> tuple[Cards, ...]:
    """`captures` without the check, by `Rules.taking`."""
    bits = int(floor)
    if not bits:
        return ()
    if sweeps(card, taking):
        return (floor,)
    if taking & _FREE:
        return _free(card, bits, taking)
    equals, below = bits & _SAME_RANK[card], bits & _BELOW[card]
    if taking & _SHARED and bits & _KOMI_BIT:
        ways = _largest_with_komi(_TOTAL[card], below, _KOMI_BIT)
        return tuple(sorted({Cards(equals | _KOMI_BIT | way) for way in ways}))
    if below & (below - 1):  # two cards at least, as a group needs
        most, stacks = largest_unions(_TOTAL[card], stack_of(below))
        if most:
            chosen = sorted(suits for stack in stacks for suits in _suits(stack, below))
            return tuple([Cards(equals | suits) for suits in chosen])
    return (Cards(equals),) if equals else ()


def _relevant(card: Card, taking: int) -> int:
    """The cards whose presence on the floor can matter to what *card* takes; -1: it takes all."""
    if sweeps(card, taking):
        return -1
    return _SAME_RANK[card] | _BELOW[card] | (_KOMI_BIT if taking & _SHARED else 0)


def sweeps(card: Card, taking: int) -> bool:
    """Whether *card* takes the whole floor whatever lies there: a jack, or the komi (3.4, 3.5)."""
    return 40 <= card < 44 or (card == KOMI and bool(taking & _SWEEPS))


def is_capture(card: Card, floor: Cards, taken: Cards, rules: Rules) -> bool:
    """Whether *card* may take exactly *taken*: exact on any floor, listed or not."""
    _refuse_on_floor(card, floor)
    if not rules.taking & _FREE or sweeps(card, rules.taking):
        return taken in find_captures(card, floor, rules.taking)
    shared = int(floor) & _KOMI_BIT if rules.taking & _SHARED else 0
    if not taken or not taken.issubset(floor) or shared & ~taken:
        return False
    return any(_is_union(card, int(taken) & ~spared) for spared in {0, shared})


def may_trail(card: Card, floor: Cards, rules: Rules) -> bool:
    """Whether *card* may be laid without taking anything (3.1, 3.7, 3.8)."""
    if not floor:
        return True
    if rules.taking & _FREE and not sweeps(card, rules.taking):
        return not (rules.taking & _SHARED and KOMI in floor)
    return not captures(card, floor, rules)


class Basra(IntEnum):
    """What sort of basra a capture is; only the points tell the two apart (4.1, 4.2)."""

    NONE = 0
    ORDINARY = 1
    JACK = 2


def basra(
    card: Card, floor: Cards, taken: Cards, rules: Rules, *, last_card: bool = False
) -> Basra:
    """Return the sort of basra that *card* makes by taking *taken* from *floor*.

    *last_card* says that it is the very last card of the round.  One that the rules give no
    points is none.  Source: rule book, 4.1 to 4.6.
    """
    if not floor or taken != floor or (last_card and not rules.last_card_basra):
        return Basra.NONE
    sort = Basra.ORDINARY
    alone = len(floor) == 1
    if card in JACKS:
        burnt_komi = rules.jack_takes_lone_komi and floor == _KOMI_BIT
        lone_jack = alone and floor.issubset(JACKS)
        sort = Basra.JACK if lone_jack or burnt_komi else Basra.NONE
    elif card == KOMI and rules.komi:
        if rules.komi_basra == "wild" and alone and floor.issubset(JACKS):
            sort = Basra.JACK
        elif not _komi_makes_basra(floor, rules.komi_basra):
            sort = Basra.NONE
    return sort if sort_points(sort, rules) else Basra.NONE


def sort_points(sort: Basra, rules: Rules) -> int:
    """Return the points of a basra of this *sort*."""
    return (0, rules.basra, rules.jack_basra)[sort]


def basra_points(
    card: Card, floor: Cards, taken: Cards, rules: Rules, *, last_card: bool = False
) -> int:
    """Return the points of the basra that *card* makes by taking *taken*; 0 where it makes none.

    >>> ace, floor = Card.parse("AC"), Cards.parse("AH")
    >>> basra_points(ace, floor, floor, Rules.preset("v2"))
    10
    """
    return sort_points(basra(card, floor, taken, rules, last_card=last_card), rules)


def _komi_makes_basra(floor: Cards, when: str) -> bool:
    if when == "single":
        return len(floor) == 1
    if when == "sum10":
        return floor.issubset(NUMERALS) and sum(card.number for card in floor) <= 10
    if when in ("wild", "groups") and floor.issubset(NUMERALS):
        return any(_is_union(DECK[4 * rank], floor) for rank in range(10))
    if when == "wild":
        return floor.issubset(QUEENS) or floor.issubset(KINGS)
    return when == "always"


def _is_union(card: Card, taken: int) -> bool:
    """Whether *taken* is equals of *card* and groups for it, and nothing else."""
    grouped = taken & ~_SAME_RANK[card]
    return not grouped & ~_BELOW[card] and splits(_TOTAL[card], stack_of(grouped))


def _largest(total: int, below: int) -> tuple[int, ...]:
    """Return the largest unions of groups that *below* holds, as bits; ``(0,)`` for none."""
    _, stacks = largest_unions(total, stack_of(below))
    return tuple(sorted(suits for stack in stacks for suits in _suits(stack, below)))


def _largest_with_komi(total: int, below: int, komi: int) -> tuple[int, ...]:
    """Return the unions that are largest once the komi is added to each.

    The komi goes in any case, so a union without it is worth one card more than its size.
    """
    without = _largest(total, below & ~komi) if total else (0,)
    if not below & komi:
        return without
    within = _largest(total, below)
    gain = within[0].bit_count() - without[0].bit_count()
    return within if gain > 1 else without if gain < 1 else within + without


@lru_cache(maxsize=8)
def _free(card: Card, floor: int, taking: int) -> tuple[Cards, ...]:
    """Every non-empty union of groups, equals being groups, with the komi where it is shared."""
    shared = floor & _KOMI_BIT if taking & _SHARED else 0
    if shared:
        every = {bits | shared for bits in _ungreedy(card, floor)}
        every |= {bits | shared for bits in _ungreedy(card, floor & ~shared)} | {shared}
    else:
        every = set(_ungreedy(card, floor))
    listed = sorted(sorted(every), key=int.bit_count, reverse=True)
    return tuple(map(Cards, listed[:MOST_LISTED]))


def _ungreedy(card: Card, floor: int) -> Iterator[int]:
    """Yield at most `MOST_LISTED` captures: the largest union first, then few groups first."""
    equals, below = floor & _SAME_RANK[card], floor & _BELOW[card]
    if card >= 40:
        shift = card & ~3
        yield from (suits << shift for sized in _SUBSETS[equals >> shift][1:] for suits in sized)
        return
    stack = stack_of(equals | below)
    every = (
        bits for union in unions(_TOTAL[card], stack) for bits in _suits(union, equals | below)
    )
    if equals or below:
        yield from (equals | way for way in _largest(_TOTAL[card], below) if equals | way)
    yield from islice(every, MOST_LISTED)


def _suits(stack: int, cards: int) -> Iterator[int]:
    """Yield every choice of suits that makes *stack* out of *cards*, as bits."""
    choices, shift = [], 0
    while stack >> shift:
        if stack >> shift & 15:
            subsets = _SUBSETS[cards >> shift & 15][stack >> shift & 15]
            choices.append([suits << shift for suits in subsets])
        shift += 4
    return map(sum, product(*choices))


def _subsets(digit: int) -> tuple[tuple[int, ...], ...]:
    """The subsets of four bits by their size."""
    bits = [1 << suit for suit in range(4) if digit >> suit & 1]
    return tuple(tuple(sorted(map(sum, combinations(bits, size)))) for size in range(5))


_SUBSETS = tuple(_subsets(digit) for digit in range(16))
RELEVANT = tuple(tuple(_relevant(card, taking) for card in DECK) for taking in range(8))
"""The cards of a floor that can matter to what a card takes, as bits by `Rules.taking` and card.

What lies there besides changes nothing, so answers may be remembered without it.  It is -1 for a
card that sweeps: it takes whatever lies there.
"""
