"""The table in plain words: one paragraph that needs no eye for cards.

Law of this file: it names no card that the seat of its view cannot see.
"""

from __future__ import annotations

from collections.abc import Iterable

from basra.engine.cards import Card
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.telling.deeds import told
from basra.telling.names import YOU, Names
from basra.telling.phrases import counted
from basra.telling.places import floor_order, slots

_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def spoken(card: Card) -> str:
    """Return a card in words.

    >>> spoken(Card.parse("QH")), spoken(Card.parse("10d"))
    ('queen of hearts', '10 of diamonds')
    """
    rank, suit = card.rank, card.suit
    return f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}"


def series(words: Iterable[str]) -> str:
    """Return words as a sentence lists them.

    >>> series(["one", "two", "three"]), series([])
    ('one, two and three', 'nothing')
    """
    *first, last = [*words] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def opening(names: Names, turn: Seat) -> str:
    """Return who dealt and who begins, where *turn* lays the first card."""
    starts = "you play" if names[turn] == YOU else f"{names[turn]} plays"
    return f"{names[turn.other]} dealt; {starts} first"


def position_words(view: View, names: Names, scores: tuple[int, int]) -> str:
    """Return everything that *view* shows as one paragraph."""
    me, other = view.seat, view.seat.other
    said = [f"{names.turn(view.turn)}." if not view.is_over else "The round is over."]
    said.append(
        f"Deal {view.number_of_deal} of {view.rules.deals}; "
        f"{counted(view.stock_size, 'card')} in the stock."
    )
    deeds = told(view)
    if deeds:
        last = deeds[-1]
        took = f" and took {_cards(last.play.taken)}" if last.play.taken else ""
        made = f", a basra worth {last.points}" if last.points else ""
        nothing = "" if took else " and took nothing"
        said.append(f"{names[last.seat]} laid the {spoken(last.play.card)}{took}{nothing}{made}.")
    floor = floor_order(view)
    if floor:
        lie = "lies" if len(floor) == 1 else "lie"
        said.append(f"On the floor {lie} {counted(len(floor), 'card')}: {_cards(floor)}.")
    else:
        said.append("The floor is empty.")
    hand = [
        f"the {spoken(card)} at {number}"
        for number, card in enumerate(slots(view), 1)
        if card is not None
    ]
    have = "You hold" if names[me] == YOU else f"{names[me]} holds"
    said.append(f"{have} {series(hand)}.")
    said.append(f"{names[other]} holds {counted(view.other_hand_size, 'card')}.")
    said += [standing(view, names, seat, scores) for seat in (me, other)]
    said.append(f"The match goes to {view.rules.target}.")
    return " ".join(said)


def _cards(cards: Iterable[Card]) -> str:
    return series(f"the {spoken(card)}" for card in cards)


def standing(view: View, names: Names, seat: Seat, scores: tuple[int, int]) -> str:
    """Return what *seat* has in the match and in this round."""
    has = "have" if names[seat] == YOU else "has"
    basras = view.basras[seat] + view.jack_basras[seat]
    return (
        f"{names[seat]} {has} {scores[seat]} in the match, and in this round "
        f"{counted(len(view.piles[seat]), 'card')} taken and {counted(basras, 'basra')}."
    )
