"""What the table says where there is little room: sentences and names that are shortened to fit.

Law of this file: pure text from plays.  A sentence says exactly what Enter will do or what was
done.
"""

from __future__ import annotations

from rich.cells import cell_len

from basra.engine.cards import Cards
from basra.engine.outcome import PlayOutcome
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.i18n import _
from basra.messages import plays
from basra.messages.names import COMPUTER, Names
from basra.messages.phrases import Fits, some_cards
from basra.tui.painting.canvas import cut


def short(names: Names, seat: Seat, width: int) -> str:
    """Return the name of *seat* in at most *width* columns."""
    name = names[seat]
    if names.given(seat) == COMPUTER and width < cell_len(name):
        name = _("Comp")
    return cut(name, width)


def fitting(taken: Cards, width: int) -> str:
    """Return as many of the cards as fit, and how many more there are."""
    return some_cards(str, taken, _within(width))


def preview(play: Play, floor: Cards, width: int) -> str:
    """Return the sentence of what laying *play* on *floor* will do."""
    return plays.preview(play, floor, _within(width))


def describe_outcome(outcome: PlayOutcome, names: Names, width: int, *, now: bool = False) -> str:
    """Return the sentence of what a seat has just done, or of what it is doing *now*."""
    shorter = Names(cut(names.south, 20), cut(names.north, 20))
    return plays.describe_outcome(outcome, shorter, _within(width), now=now)


def _within(width: int) -> Fits:
    return lambda text: cell_len(text) <= width


def log_line(outcome: PlayOutcome, width: int) -> str:
    """Return what a seat did, without its name, for a narrow log."""
    face, taken = outcome.card.glyph, outcome.taken
    if not taken:
        return face
    if outcome.points:
        return _("{card} takes all ★ +{points}").format(card=face, points=outcome.points)
    if outcome.is_clear and len(taken) > 2:
        return _("{card} takes all {n}").format(card=face, n=len(outcome.floor))
    sentence = _("{card} takes {cards}")
    room = width - cell_len(sentence.format(card=face, cards=""))
    return sentence.format(card=face, cards=fitting(taken, room))


def basra_cry(points: int) -> str:
    """Return the words for a basra of so many points."""
    return _("★ BASRA +{points}").format(points=points)
