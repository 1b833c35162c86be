"""Plays described: what one will do, is doing or did, in a sentence without its full stop."""

from __future__ import annotations

from functools import partial

from basra.engine.cards import Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.state import View
from basra.i18n import _
from basra.messages.names import Names
from basra.messages.phrases import Fits, always_fits, card_faces, fit_cards


def preview(play: Play, floor: Cards, fits: Fits = always_fits) -> str:
    """Return what laying *play* on *floor* will do."""
    face = play.card.glyph
    if not play.taken:
        return _("{card} takes nothing, stays on the floor").format(card=face)
    if play.taken == floor and len(floor) > 1:
        full = _("{card} takes the whole floor: {cards}").format(
            card=face, cards=card_faces(play.taken)
        )
        if fits(full):
            return full
        return _("{card} takes all {n} cards").format(card=face, n=len(floor))
    return fit_cards(partial(_fill, _("{card} takes {cards}"), face), play.taken, fits)


def _fill(sentence: str, card: str, taken: str, name: str = "") -> str:
    return sentence.format(name=name, card=card, cards=taken)


OUTCOMES = {
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
"""Sentences of a play, by who made it and whether it is done: nothing taken, some, all, many."""


def describe_outcome(
    outcome: PlayOutcome, names: Names, fits: Fits = always_fits, *, now: bool = False
) -> str:
    """Return what a seat has just done, or what it is doing *now*."""
    who = "you" if names.is_you(outcome.seat) else "other"
    nothing, some, whole, many = map(_, OUTCOMES[who, "does" if now else "did"])
    name, face, taken = names[outcome.seat], outcome.card.glyph, outcome.taken
    if not taken:
        return _fill(nothing, face, "", name)
    if outcome.is_clear and len(taken) > 1:
        full = _fill(whole, face, card_faces(taken), name)
        return full if fits(full) else many.format(name=name, card=face, n=len(taken))
    return fit_cards(partial(_fill, some, face, name=name), taken, fits)


def log_rows(view: View) -> list[tuple[PlayOutcome | None, int]]:
    """Return the plays of the round with their numbers, before those of each deal its number."""
    rows: list[tuple[PlayOutcome | None, int]] = []
    deal = 2 * view.rules.hand_size
    for number, outcome in enumerate(view.outcomes):
        if number % deal == 0:
            rows.append((None, number // deal + 1))
        rows.append((outcome, number + 1))
    return rows
