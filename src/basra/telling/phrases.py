"""The small parts of sentences: cards, lists, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from basra.engine.cards import Cards

Fits: TypeAlias = Callable[[str], bool]
"""Whether there is room for a text."""


def all_of_it(text: str) -> bool:
    """Return that there is room for *text*, whatever it is."""
    return True


def cards(taken: Cards) -> str:
    """Return the cards as they are drawn, one after the other."""
    return " ".join(card.glyph for card in taken)


def some_cards(start: str, taken: Cards, fits: Fits) -> str:
    """Return *start* with as many of the cards as fit behind it, and how many more there are."""
    text = start + cards(taken)
    if fits(text):
        return text
    faces = [card.glyph for card in taken]
    for kept in range(len(faces) - 1, 0, -1):
        text = f"{start}{' '.join(faces[:kept])} +{len(faces) - kept}"
        if fits(text):
            return text
    return f"{start}{len(faces)} cards"


def listed(texts: Iterable[str]) -> str:
    """Return choices as a sentence lists them.

    >>> listed(["5♦", "5♥", "4♣ A♣"])
    '5♦, 5♥ or 4♣ A♣'
    """
    *first, last = texts
    return f"{', '.join(first)} or {last}" if first else last


def counted(number: int, one: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "basra"), counted(2, "basra")
    ('1 basra', '2 basras')
    """
    return f"{number} {one}{'' if number == 1 else 's'}"
