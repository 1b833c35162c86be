"""Capture choices: the plays of one card, and what keeps another set of cards from being one."""

from __future__ import annotations

from functools import lru_cache

from basra.engine.cards import Card, Cards
from basra.engine.plays import Play
from basra.engine.state import View
from basra.i18n import _
from basra.messages.phrases import card_faces, join_choices


@lru_cache(maxsize=4)
def _plays(view: View) -> dict[Card, tuple[Play, ...]]:
    plays: dict[Card, list[Play]] = {}
    for play in view.legal_plays():
        plays.setdefault(play.card, []).append(play)
    return {card: tuple(found) for card, found in plays.items()}


def plays_of(view: View, card: Card) -> tuple[Play, ...]:
    """Return the plays of one card, captures first."""
    return _plays(view).get(card, ())


def why_no_capture(view: View, play: Play) -> str:
    """Return what keeps *play* from being a capture, in a sentence; nothing where it is one."""
    if view.why_not(play) is None:
        return ""
    face, picked = play.card.glyph, play.taken
    ways = [found.taken for found in plays_of(view, play.card) if found.taken]
    if not picked:
        return _("{card} must take something").format(card=face)
    over = sorted((way - picked for way in ways if picked.issubset(way)), key=len)
    if over:
        least = [way for way in over if len(way) == len(over[0])]
        return _("{card} takes {cards} only with {more}").format(
            card=face, cards=card_faces(picked), more=join_choices(map(card_faces, least[:3]))
        )
    alone = [card for card in picked if not any(card in way for way in ways)]
    if alone:
        return _("{card} cannot take {cards}").format(card=face, cards=card_faces(Cards.of(alone)))
    return _("{card} cannot take {cards} together").format(card=face, cards=card_faces(picked))
