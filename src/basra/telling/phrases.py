"""The small parts of sentences: cards, lists, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterable

from basra.engine.cards import Cards


def cards(taken: Cards) -> str:
    """Return the cards as they are drawn, one after the other."""
    return " ".join(card.glyph for card in taken)


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


def source_words(source: str) -> str:
    """Return what a score sheet calls a source of points, which is one of `scoring.SOURCES`.

    >>> source_words("cards"), source_words("aces")
    ('most cards', 'aces')
    """
    return _SOURCE.get(source, source)


_SOURCE = {"cards": "most cards", "carried": "carried over"}
