"""Groups: which sets of numerals can be split into groups of one sum.

This file counts; it knows nothing of suits, hands or house rules.  A *stack* is how many cards of
each number there are, at most four, in one hexadecimal digit a number, the ace lowest: ``0x201``
is one ace and two threes.  A *group* of a sum is two or more numbers below it that add up to it; a
*union* is the total of groups that never use one card twice.

Groups are tried by their highest number, from the top down.  Once the groups of a number are
settled, what is left of it can be of no more use, so few different stacks remain below, and each
is solved once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

_MEMO = 1 << 16


@cache
def groups(total: int, highest: int) -> tuple[int, ...]:
    """Return the stacks of two or more numbers, the highest being *highest*, that sum to *total*.

    >>> [hex(stack) for stack in groups(4, 2)]
    ['0x20', '0x12']
    """
    found: list[int] = []

    def extend(stack: int, left: int, number: int) -> None:
        if left == 0:
            found.append(stack)
            return
        for part in range(min(number, left), 0, -1):
            if stack >> 4 * (part - 1) & 15 < 4:
                extend(stack + (1 << 4 * (part - 1)), left - part, part)

    if 0 < highest < total:
        extend(1 << 4 * (highest - 1), total - highest, highest)
    return tuple(found)


@lru_cache(maxsize=_MEMO)
def largest_unions(total: int, stack: int) -> tuple[int, tuple[int, ...]]:
    """Return the most cards that groups of *total* can take from *stack*, and every way to.

    The ways are stacks, without repeats; ``(0, (0,))`` where no group can be made.
    """
    while stack:
        highest = (stack.bit_length() + 3) // 4
        shift = 4 * (highest - 1)
        rest = stack & ((1 << shift) - 1)
        usable = [group for group in groups(total, highest) if holds(stack, group)]
        if usable:
            break
        stack = rest
    else:
        return 0, (0,)
    most, ways = largest_unions(total, rest)
    best = set(ways)
    for group in usable:
        more, ways = largest_unions(total, stack - group)
        more += size(group)
        if more > most:
            most, best = more, set()
        if more == most:
            best.update(way + group for way in ways)
    return most, tuple(sorted(best))


def unions(total: int, stack: int) -> Iterator[int]:
    """Yield every union of groups of *total* that *stack* holds, each once, few groups first.

    Here a single card of *total* itself is a group too, as it is under free capture.
    """
    single = 1 << 4 * (total - 1)
    possible = [
        group
        for group in (single, *(group for top in range(total) for group in groups(total, top)))
        if holds(stack, group)
    ]
    seen: set[int] = set()
    latest = [0]
    while latest:
        longer = []
        for union in latest:
            for group in possible:
                grown = union + group
                if grown not in seen and holds(stack - union, group):
                    seen.add(grown)
                    longer.append(grown)
                    yield grown
        latest = longer


@lru_cache(maxsize=_MEMO)
def splits(total: int, stack: int) -> bool:
    """Whether the whole of *stack* can be split into groups of *total*."""
    if not stack:
        return True
    highest = (stack.bit_length() + 3) // 4
    return any(
        holds(stack, group) and splits(total, stack - group) for group in groups(total, highest)
    )


_GUARDS = 0x8888888888


def holds(stack: int, group: int) -> bool:
    """Whether *stack* has at least as many of every number as *group*.

    A count is at most four, so the highest bit of its digit is free to catch a borrow.
    """
    return stack + _GUARDS - group & _GUARDS == _GUARDS


def size(stack: int) -> int:
    """Return how many cards are in *stack*."""
    count = 0
    while stack:
        count += stack & 15
        stack >>= 4
    return count


def stack_of(numerals: int) -> int:
    """Return the stack of the numerals in a set of cards (`Cards` or its bare bits).

    Four suits a number make a digit of four bits, so it is the count of bits in each digit.
    """
    bits = int(numerals)  # `Cards` subtract as sets
    pairs = bits - (bits >> 1 & 0x5555555555)
    return (pairs & 0x3333333333) + (pairs >> 2 & 0x3333333333)
