"""Card order: on the floor as the cards were laid, in a hand as they were dealt."""

from __future__ import annotations

from basra.engine.cards import Card, Cards
from basra.engine.state import View


def floor_order(view: View, *, by_rank: bool = False) -> tuple[Card, ...]:
    """Return the floor as it was laid: what is left of the opening in card order, then the rest.

    *by_rank* it is in card order.
    """
    if by_rank:
        return tuple(view.floor)
    trailed = [outcome.card for outcome in view.outcomes if not outcome.taken]
    laid = [card for card in trailed if card in view.floor]
    opening = view.floor - Cards.of(laid)
    return (*opening, *laid)


def hand_slots(view: View) -> tuple[Card | None, ...]:
    """Return the places of the hand as it was dealt, ``None`` where a card has been laid.

    A card keeps its place, and so its digit, until the next deal.
    """
    missing = view.rules.hand_size - len(view.hand)
    mine = [outcome.card for outcome in view.outcomes if outcome.seat is view.seat]
    dealt = view.hand | Cards.of(mine[-missing:] if missing else ())
    return tuple(card if card in view.hand else None for card in dealt)
