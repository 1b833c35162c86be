"""What a play does, did or is doing, in a sentence without its full stop."""

from __future__ import annotations

from functools import partial

from basra.engine.cards import Cards
from basra.engine.plays import Play
from basra.i18n import _
from basra.messages.history import Told
from basra.messages.names import Names
from basra.messages.phrases import Fits, all_of_it, cards, some_cards


def does(play: Play, floor: Cards, fits: Fits = all_of_it) -> str:
    """Return the sentence of what laying *play* on *floor* will do."""
    face = play.card.glyph
    if not play.taken:
        return _("{card} takes nothing, stays on the floor").format(card=face)
    if play.taken == floor and len(floor) > 1:
        full = _("{card} takes the whole floor: {cards}").format(card=face, cards=cards(play.taken))
        if fits(full):
            return full
        return _("{card} takes all {n} cards").format(card=face, n=len(floor))
    return some_cards(partial(_said, _("{card} takes {cards}"), face), play.taken, fits)


def _said(sentence: str, card: str, taken: str, name: str = "") -> str:
    return sentence.format(name=name, card=card, cards=taken)


DID = {
    ("you", "did"): (
        "You laid {card}, took nothing",
        "You laid {card} and took {cards}",
        "You laid {card} and took all: {cards}",
        "You laid {card} and took all {n} cards",
    ),
    ("you", "does"): (
        "You lay {card}, take nothing",
        "You lay {card} and take {cards}",
        "You lay {card} and take all: {cards}",
        "You lay {card} and take all {n} cards",
    ),
    ("other", "did"): (
        "{name} laid {card}, took nothing",
        "{name} laid {card} and took {cards}",
        "{name} laid {card} and took all: {cards}",
        "{name} laid {card} and took all {n} cards",
    ),
    ("other", "does"): (
        "{name} lays {card}, takes nothing",
        "{name} lays {card} and takes {cards}",
        "{name} lays {card} and takes all: {cards}",
        "{name} lays {card} and takes all {n} cards",
    ),
}
"""What is said of a play, by who made it and whether it is done: nothing taken, some, all, many."""


def did(outcome: Told, names: Names, fits: Fits = all_of_it, *, now: bool = False) -> str:
    """Return the sentence of what a seat has just done, or of what it is doing *now*."""
    who = "you" if names.is_you(outcome.seat) else "other"
    nothing, some, whole, many = map(_, DID[who, "does" if now else "did"])
    name, face, taken = names[outcome.seat], outcome.play.card.glyph, outcome.play.taken
    if not taken:
        return _said(nothing, face, "", name)
    if taken == outcome.floor and len(taken) > 1:
        full = _said(whole, face, cards(taken), name)
        return full if fits(full) else many.format(name=name, card=face, n=len(taken))
    return some_cards(partial(_said, some, face, name=name), taken, fits)
