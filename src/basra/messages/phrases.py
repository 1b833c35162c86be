"""Phrases: the small parts of sentences, such as cards, lists, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from basra.engine.cards import Cards
from basra.i18n import _, ngettext

Fits: TypeAlias = Callable[[str], bool]
"""Whether there is room for a text."""


def always_fits(text: str) -> bool:
    """Return that there is room for *text*, whatever it is."""
    return True


def card_faces(taken: Cards) -> str:
    """Return the cards as they are drawn, one after the other."""
    return " ".join(card.glyph for card in taken)


def fit_cards(say: Callable[[str], str], taken: Cards, fits: Fits) -> str:
    """Return what *say* makes of as many of the cards as fit, and how many more there are."""
    text = say(card_faces(taken))
    if fits(text):
        return text
    faces = [card.glyph for card in taken]
    for kept in range(len(faces) - 1, 0, -1):
        text = say(f"{' '.join(faces[:kept])} +{len(faces) - kept}")
        if fits(text):
            return text
    return say(count_noun(len(faces), "card"))


def join_choices(texts: Iterable[str]) -> str:
    """Return choices as a sentence lists them.

    >>> join_choices(["5♦", "5♥", "4♣ A♣"])
    '5♦, 5♥ or 4♣ A♣'
    """
    *first, last = texts
    if not first:
        return last
    return _("{several} or {last}").format(several=_(", ").join(first), last=last)


NOUNS = {
    "card": ("{n} card", "{n} cards"),
    "basra": ("{n} basra", "{n} basras"),
    "point": ("{n} point", "{n} points"),
    "play": ("{n} play", "{n} plays"),
}
"""What is counted: one of them, and many."""


def count_noun(number: int, one: str) -> str:
    """Return a number with its noun, which is one of `COUNTED`.

    >>> count_noun(1, "basra"), count_noun(2, "basra")
    ('1 basra', '2 basras')
    """
    return ngettext(*NOUNS[one], number).format(n=number)
