"""Cards, sets of cards and their text.

A card is an ``int`` from 0 to 51 (four times its rank plus its suit), a set of cards an ``int``
whose bit *n* is card *n*.  Both print as a player would write them and read back.  What a card
takes or is worth is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from basra.engine.errors import NotationError, quote

RANKS = "A23456789TJQK"
SUITS = "CDHS"
_GLYPHS = "♣♦♥♠"
_SUIT_OF_GLYPH = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\ufe0e\ufe0f")
_CARD_TEXT = re.compile(r"(10|[A2-9TJQK])([CDHS])", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")


class Card(int):
    """A playing card; its value is its bit in a set of `Cards`.

    >>> Card.parse("10d"), Card.parse("q♥"), Card.parse("AC") + 0
    (TD, QH, 0)
    >>> Card.parse("1X")
    Traceback (most recent call last):
        ...
    basra.engine.errors.NotationError: not a card: '1X'
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """Return the card *number*, 0 (AC) to 51 (KS); raise `NotationError` for any other."""
        if not 0 <= number < 52:
            raise NotationError(f"not a card: {quote(number)}; cards are numbered 0 to 51")
        return _CARDS[number]

    @staticmethod
    def parse(text: str) -> Card:
        """Return the card that *text* names: `QH`, `qh`, `10h`, `Q♥`; or raise `NotationError`."""
        match = _CARD_TEXT.fullmatch(_plain(text).strip())
        if match is None:
            raise NotationError(f"not a card: {quote(text)}")
        return _BY_NAME[match[0].upper().replace("10", "T")]

    @property
    def rank(self) -> str:
        """One of ``A23456789TJQK``."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> str:
        """One of ``CDHS``."""
        return SUITS[self & 3]

    @property
    def number(self) -> int:
        """What the card counts in sums: 1 (ace) to 10, and 0 for a jack, queen or king."""
        return (self >> 2) + 1 if self < 40 else 0

    @property
    def glyph(self) -> str:
        """The card as it is drawn, `10♦`: two or three columns wide."""
        return self.rank.replace("T", "10") + _GLYPHS[self & 3]

    def __bool__(self) -> bool:
        return True  # the ace of clubs is 0, and still a card

    def __repr__(self) -> str:
        return _NAMES[self]

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = tuple(int.__new__(Card, number) for number in range(52))
_BY_NAME = dict(zip(_NAMES, _CARDS, strict=True))


class Cards(int):
    """An immutable set of cards: an ``int`` whose set bits are the cards.

    Iterates in card order (aces first, clubs before diamonds, hearts, spades); compares and hashes
    as the number it is.  The operators take a set or a single card.

    >>> floor = Cards.parse("QH AC 7D")
    >>> floor - Card.parse("QH"), Card.parse("AC") in floor, len(floor)
    ({AC 7D}, True, 3)
    """

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> Cards:
        """Return the set that *text* lists, in any order: ``{AC 7D}``, ``7d,ac``, ``A♣7♦``, ````.

        Raises `NotationError` for what is no card and for a card that stands twice.
        """
        return Cards.of(parse_sequence(text))

    @staticmethod
    def of(cards: Collection[Card]) -> Cards:
        """Return the set of *cards*; raise `NotationError` where one of them stands twice."""
        bits = count = 0
        for card in cards:
            bits |= 1 << card
            count += 1
        if bits.bit_count() != count:
            raise NotationError(f"a card stands twice among {' '.join(map(str, cards))}")
        return Cards(bits)

    def __contains__(self, card: int) -> bool:
        return bool(self >> card & 1)

    def __len__(self) -> int:
        return self.bit_count()

    def __iter__(self) -> Iterator[Card]:
        bits = int(self)
        while bits:
            lowest = bits & -bits
            yield _CARDS[lowest.bit_length() - 1]
            bits ^= lowest

    def __or__(self, other: int) -> Cards:
        return Cards(int.__or__(self, _bits(other)))

    def __and__(self, other: int) -> Cards:
        return Cards(int.__and__(self, _bits(other)))

    def __sub__(self, other: int) -> Cards:
        return Cards(int.__and__(self, ~_bits(other)))

    def isdisjoint(self, other: int) -> bool:
        """Whether no card is in both sets."""
        return not int.__and__(self, other)

    def issubset(self, other: int) -> bool:
        """Whether every card of this set is in *other*."""
        return not int.__and__(self, ~other)

    @property
    def compact(self) -> str:
        """The cards without braces and spaces, `AC7DQH`, as in plays and position lines."""
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return "{" + " ".join(map(str, self)) + "}"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in set("bdoxX") else repr(self), spec)


def _bits(cards: int) -> int:
    """The bits of a set, or of a single card."""
    return 1 << cards if type(cards) is Card else cards


def parse_sequence(text: str) -> tuple[Card, ...]:
    """Return the cards that *text* lists, in its order; raise `NotationError` for anything else.

    >>> parse_sequence("7D ac 10♠")
    (7D, AC, TS)
    """
    plain = _plain(text).strip()
    if plain.startswith("{") and plain.endswith("}"):
        plain = plain[1:-1]
    cards: list[Card] = []
    for word in _SEPARATORS.split(plain):
        at = 0
        while at < len(word):
            match = _CARD_TEXT.match(word, at)
            if match is None:
                where = "" if word == plain else f" in {quote(text)}"
                raise NotationError(f"not a card: {quote(word[at:])}{where}")
            cards.append(Card.parse(match[0]))
            at = match.end()
    return tuple(cards)


def _plain(text: str) -> str:
    return text.translate(_SUIT_OF_GLYPH)


DECK = _CARDS
"""All 52 cards in card order."""
ALL = Cards((1 << 52) - 1)
"""The set of all 52 cards."""
NONE = Cards(0)
"""The empty set."""
KOMI = Card.parse("7D")
"""The seven of diamonds."""
NUMERALS = Cards((1 << 40) - 1)
"""Aces to tens: the cards that count in sums."""
JACKS = Cards(0b1111 << 40)
QUEENS = Cards(0b1111 << 44)
KINGS = Cards(0b1111 << 48)
