"""The slow, obvious reading of what a card takes and when that is a basra.

It tries every subset of the floor and shares nothing with the engine but the values `Card`,
`Cards` and `Rules`; no cleverness is allowed here.  Use it on floors of up to twelve cards or so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from basra.engine.cards import Card, Cards
from basra.engine.rules import Rules

KOMI = Card.parse("7D")


def oracle_captures(card: Card, floor: Cards, rules: Rules) -> set[Cards]:
    """Return every set of cards that *card* may take from *floor*; it lists them all."""
    if _sweeps(card, rules):
        return {floor} if floor else set()
    able = _unions(card, floor)
    if rules.komi_on_floor == "any_card" and KOMI in floor:
        komi = Cards.of([KOMI])
        able = {union | komi for union in able} | {komi}
    able.discard(Cards(0))
    if rules.capture == "free":
        return able
    most = max(map(len, able), default=0)
    return {taken for taken in able if len(taken) == most}


def oracle_maximal(card: Card, floor: Cards) -> set[Cards]:
    """Return the captures of a plain numeral that are part of no larger capture."""
    able = _unions(card, floor) - {Cards(0)}
    maximal: set[Cards] = set()
    for taken in sorted(able, key=len, reverse=True):
        if not any(set(taken) < set(larger) for larger in maximal):
            maximal.add(taken)
    return maximal


def oracle_most(card: Card, floor: Cards) -> int:
    """Return the size of the largest capture of a plain numeral; quick up to some twenty cards.

    Suits do not matter to a size, so it tries every way to use up the numbers that lie there.
    """
    numbers = Counter(other.number for other in floor if 0 < other.number < card.number)
    groups = {
        tuple(group)
        for size in range(2, 11)
        for group in combinations(sorted(numbers.elements()), size)
        if sum(group) == card.number
    }
    left_over = {tuple(sorted(numbers.elements()))}
    for group in groups:
        for _ in range(4):
            left_over |= {_without(left, group) for left in left_over if _has(left, group)}
    equals = sum(other.rank == card.rank for other in floor)
    return equals + numbers.total() - min(map(len, left_over))


def oracle_may_trail(card: Card, floor: Cards, rules: Rules) -> bool:
    """Return whether *card* may be laid and take nothing."""
    if not floor:
        return True
    if _sweeps(card, rules):
        return False
    if rules.capture == "free":
        return not (rules.komi_on_floor == "any_card" and KOMI in floor)
    return not oracle_captures(card, floor, rules)


def oracle_basra(
    card: Card, floor: Cards, taken: Cards, rules: Rules, last_card: bool = False
) -> int:
    """Return the points of the basra that *card* makes by taking *taken*; 0 if it makes none."""
    if not floor or taken != floor:
        return 0
    if last_card and not rules.last_card_basra:
        return 0
    on_floor = list(floor)
    lone_jack = len(on_floor) == 1 and on_floor[0].rank == "J"
    if card.rank == "J":
        lone_komi = on_floor == [KOMI]
        if lone_jack or (lone_komi and rules.jack_takes_lone_komi):
            return rules.jack_basra
        return 0
    if card == KOMI and rules.komi:
        if lone_jack and rules.komi_basra == "wild":
            return rules.jack_basra
        return rules.basra if _komi_makes_basra(floor, rules.komi_basra) else 0
    return rules.basra


def _komi_makes_basra(floor: Cards, when: str) -> bool:
    if when == "wild":
        stand_ins = [Card.parse(rank + "C") for rank in "A23456789TQK"]
        return any(floor in _unions(card, floor) for card in stand_ins)
    if when == "groups":
        stand_ins = [Card.parse(rank + "C") for rank in "A23456789T"]
        return any(floor in _unions(card, floor) for card in stand_ins)
    if when == "sum10":
        return all(card.rank not in "JQK" for card in floor) and _sum(floor) <= 10
    if when == "single":
        return len(floor) == 1
    assert when in ("always", "never")
    return when == "always"


def _sweeps(card: Card, rules: Rules) -> bool:
    return card.rank == "J" or (card == KOMI and rules.komi)


def _unions(card: Card, floor: Cards) -> set[Cards]:
    """Return the total of every choice of groups that share no card, and the empty one."""
    unions = {Cards(0)}
    for group in _groups(card, floor):
        unions |= {union | group for union in unions if union.isdisjoint(group)}
    return unions


def _groups(card: Card, floor: Cards) -> Iterator[Cards]:
    """Yield each card of *card*'s rank, and each set of numerals that adds up to its number."""
    for other in floor:
        if other.rank == card.rank:
            yield Cards.of([other])
    if card.number:
        smaller = [other for other in floor if 0 < other.number < card.number]
        for size in range(2, 11):
            for group in combinations(smaller, size):
                if _sum(group) == card.number:
                    yield Cards.of(group)


def _sum(cards: Iterable[Card]) -> int:
    return sum(card.number for card in cards)


def _has(left: tuple[int, ...], group: tuple[int, ...]) -> bool:
    return all(left.count(number) >= group.count(number) for number in group)


def _without(left: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(left)
    for number in group:
        rest.remove(number)
    return tuple(rest)
