"""The table described in words: one paragraph that needs no eye for cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from basra.engine.cards import Card
from basra.engine.outcome import PlayOutcome
from basra.engine.seats import Seat
from basra.engine.state import View
from basra.i18n import _, ngettext
from basra.messages.card_order import floor_order, hand_slots
from basra.messages.names import Names
from basra.messages.phrases import count_noun

RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def card_name(card: Card) -> str:
    """Return a card in words.

    >>> card_name(Card.parse("QH")), card_name(Card.parse("10d"))
    ('queen of hearts', '10 of diamonds')
    """
    rank, suit = _(RANKS.get(card.rank, card.rank)), _(SUITS[card.suit])
    return _("{rank} of {suit}").format(rank=rank, suit=suit)


def join_words(words: Iterable[str]) -> str:
    """Return words as a sentence lists them.

    >>> join_words(["one", "two", "three"]), join_words([])
    ('one, two and three', 'nothing')
    """
    *first, last = [*words] or [_("nothing")]
    if not first:
        return last
    return _("{several} and {last}").format(several=_(", ").join(first), last=last)


def describe_opening(names: Names, turn: Seat) -> str:
    """Return who dealt and who begins, where *turn* lays the first card."""
    if names.is_you(turn):
        sentence = _("{dealer} dealt; you play first")
    elif names.is_you(turn.other):
        sentence = _("You dealt; {name} plays first")
    else:
        sentence = _("{dealer} dealt; {name} plays first")
    return sentence.format(dealer=names[turn.other], name=names[turn])


def describe_position(view: View, names: Names, scores: tuple[int, int]) -> str:
    """Return everything that *view* shows as one paragraph."""
    me, other = view.seat, view.seat.other
    stock = view.stock_size
    said = [
        _("The round is over.") if view.is_over else f"{names.turn(view.turn)}.",
        ngettext(
            "Deal {deal} of {deals}; {n} card in the stock.",
            "Deal {deal} of {deals}; {n} cards in the stock.",
            stock,
        ).format(deal=view.deal_number, deals=view.rules.deals, n=stock),
        *map(partial(_describe_last_play, names), view.outcomes[-1:]),
        _floor(floor_order(view)),
    ]
    hand = join_words(
        _("the {card} at {number}").format(card=card_name(card), number=number)
        for number, card in enumerate(hand_slots(view), 1)
        if card is not None
    )
    held = view.other_hand_size
    said += [
        _("You hold {cards}.").format(cards=hand)
        if names.is_you(me)
        else _("{name} holds {cards}.").format(name=names[me], cards=hand),
        ngettext("{name} holds {n} card.", "{name} holds {n} cards.", held).format(
            name=names[other], n=held
        ),
        *(describe_standing(view, names, seat, scores) for seat in (me, other)),
        _("The match goes to {target}.").format(target=view.rules.target),
    ]
    return " ".join(said)


def _cards(cards: Iterable[Card]) -> str:
    return join_words(_("the {card}").format(card=card_name(card)) for card in cards)


def _describe_last_play(names: Names, outcome: PlayOutcome) -> str:
    """What the last play did."""
    mine, taken = names.is_you(outcome.seat), outcome.taken
    if not taken:
        sentence = (
            _("You laid the {card} and took nothing.")
            if mine
            else _("{name} laid the {card} and took nothing.")
        )
    elif outcome.points:
        sentence = (
            _("You laid the {card} and took {cards}, a basra worth {points}.")
            if mine
            else _("{name} laid the {card} and took {cards}, a basra worth {points}.")
        )
    else:
        sentence = (
            _("You laid the {card} and took {cards}.")
            if mine
            else _("{name} laid the {card} and took {cards}.")
        )
    return sentence.format(
        name=names[outcome.seat],
        card=card_name(outcome.card),
        cards=_cards(taken) if taken else "",
        points=outcome.points,
    )


def _floor(floor: Sequence[Card]) -> str:
    if not floor:
        return _("The floor is empty.")
    return ngettext(
        "On the floor lies {n} card: {cards}.",
        "On the floor lie {n} cards: {cards}.",
        len(floor),
    ).format(n=len(floor), cards=_cards(floor))


def describe_standing(view: View, names: Names, seat: Seat, scores: tuple[int, int]) -> str:
    """Return what *seat* has in the match and in this round."""
    sentence = (
        _("You have {points} in the match, and in this round {cards} taken and {basras}.")
        if names.is_you(seat)
        else _("{name} has {points} in the match, and in this round {cards} taken and {basras}.")
    )
    return sentence.format(
        name=names[seat],
        points=scores[seat],
        cards=count_noun(len(view.piles[seat]), "card"),
        basras=count_noun(view.basras_of(seat), "basra"),
    )
