"""Position lines of views, filled up to the whole pack."""

from __future__ import annotations

from basra.engine import ALL, Cards


def with_the_rest_in_a_pile(line: str) -> str:
    """Return the view *line* of south with every card that it does not show in north's pile."""
    hand, other, floor, stock, *_ = line.split(" ")[0].split("/")
    shown = Cards.parse(hand) | Cards.parse(floor)
    hidden = len(other) // 2 + int(stock)
    pile = Cards.of(tuple(ALL - shown)[hidden:])
    return f"{hand}/{other}/{floor}/{stock}/-/{pile.compact} 0-0 S N"
