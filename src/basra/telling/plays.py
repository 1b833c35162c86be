"""What a play does, did or is doing, in a sentence without its full stop."""

from __future__ import annotations

from basra.engine.cards import Cards
from basra.engine.plays import Play
from basra.telling.deeds import Told
from basra.telling.names import YOU, Names
from basra.telling.phrases import Fits, all_of_it, cards, some_cards


def does(play: Play, floor: Cards, fits: Fits = all_of_it) -> str:
    """Return the sentence of what laying *play* on *floor* will do."""
    face = play.card.glyph
    if not play.taken:
        return f"{face} takes nothing, stays on the floor"
    if play.taken == floor and len(floor) > 1:
        full = f"{face} takes the whole floor: {cards(play.taken)}"
        return full if fits(full) else f"{face} takes all {len(floor)} cards"
    return some_cards(f"{face} takes ", play.taken, fits)


def did(deed: Told, names: Names, fits: Fits = all_of_it, *, now: bool = False) -> str:
    """Return the sentence of what a seat has just done, or of what it is doing *now*."""
    lays, takes = ("lays", "takes") if now else ("laid", "took")
    if now and names[deed.seat] == YOU:
        lays, takes = "lay", "take"
    start = f"{names[deed.seat]} {lays} {deed.play.card.glyph}"
    taken = deed.play.taken
    if not taken:
        return f"{start}, {takes} nothing"
    start += f" and {takes} "
    if taken == deed.floor and len(taken) > 1:
        full = f"{start}all: {cards(taken)}"
        return full if fits(full) else f"{start}all {len(taken)} cards"
    return some_cards(start, taken, fits)
