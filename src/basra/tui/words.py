"""What the table says where there is little room: sentences and names that are shortened to fit.

Law of this file: pure text from plays.  A sentence says exactly what Enter will do or what was
done.
"""

from __future__ import annotations

from rich.cells import cell_len

from basra.engine.cards import Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.telling.deeds import Told
from basra.telling.names import COMPUTER, YOU, Names
from basra.telling.phrases import cards
from basra.tui.canvas import cut


def short(names: Names, seat: Seat, width: int) -> str:
    """Return the name of *seat* in at most *width* columns."""
    name = names[seat]
    return "Comp" if name == COMPUTER and width < len(COMPUTER) else cut(name, width)


def fitting(taken: Cards, width: int) -> str:
    """Return as many of the cards as fit, and how many more there are."""
    text = cards(taken)
    if cell_len(text) <= width:
        return text
    faces = [card.glyph for card in taken]
    for kept in range(len(faces) - 1, 0, -1):
        text = f"{' '.join(faces[:kept])} +{len(faces) - kept}"
        if cell_len(text) <= width:
            return text
    return f"{len(faces)} cards"


def does(play: Play, floor: Cards, width: int) -> str:
    """Return the sentence of what laying *play* on *floor* will do."""
    face = play.card.glyph
    if not play.taken:
        return f"{face} takes nothing, stays on the floor"
    if play.taken == floor and len(floor) > 1:
        full = f"{face} takes the whole floor: {cards(play.taken)}"
        return full if cell_len(full) <= width else f"{face} takes all {len(floor)} cards"
    start = f"{face} takes "
    return start + fitting(play.taken, width - len(start))


def did(deed: Told, names: Names, width: int, *, now: bool = False) -> str:
    """Return the sentence of what a seat has just done, or of what it is doing *now*."""
    lays, takes = ("lays", "takes") if now else ("laid", "took")
    if now and names[deed.seat] == YOU:
        lays, takes = "lay", "take"
    start = f"{cut(names[deed.seat], 20)} {lays} {deed.play.card.glyph}"
    taken = deed.play.taken
    if not taken:
        return f"{start}, {takes} nothing"
    start += f" and {takes} "
    if taken == deed.floor and len(taken) > 1:
        full = f"{start}all: {cards(taken)}"
        return full if cell_len(full) <= width else f"{start}all {len(taken)} cards"
    return start + fitting(taken, width - cell_len(start))


def log_line(deed: Told, width: int) -> str:
    """Return what a seat did, without its name, for a narrow log."""
    face = deed.play.card.glyph
    if not deed.play.taken:
        return face
    start = f"{face} takes "
    if deed.points:
        return f"{start}all ★ +{deed.points}"
    if deed.play.taken == deed.floor and len(deed.floor) > 2:
        return f"{start}all {len(deed.floor)}"
    return start + fitting(deed.play.taken, width - len(start))


def basra_cry(points: int) -> str:
    """Return the words for a basra of so many points."""
    return f"★ BASRA +{points}"
