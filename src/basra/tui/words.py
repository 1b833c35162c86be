"""What the table says: names, sentences, the lines of the log.

Law of this file: pure text from views and plays.  A sentence says exactly what Enter will do or
what was done, and never names a card that the seat of the view cannot see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from basra.engine.captures import Basra, basra, worth
from basra.engine.cards import ALL, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.views import View
from basra.tui.canvas import cut

YOU = "You"
"""The name of a person who plays the computer and gave none."""
COMPUTER = "Computer"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of south and north, as they are to be written."""

    south: str
    north: str

    def __getitem__(self, seat: Seat) -> str:
        return self.north if seat else self.south

    def short(self, seat: Seat, width: int) -> str:
        """Return the name in at most *width* columns."""
        name = self[seat]
        return "Comp" if name == COMPUTER and width < len(COMPUTER) else cut(name, width)

    def hand(self, seat: Seat) -> str:
        """Return the words for the hand of *seat*."""
        return "your hand" if self[seat] == YOU else f"{self[seat]}’s hand"

    def turn(self, seat: Seat) -> str:
        """Return the words that say that *seat* is on turn."""
        return "Your turn" if self[seat] == YOU else f"{self[seat]}’s turn"


class Told(NamedTuple):
    """A play with what only the floor it was made on can tell."""

    seat: Seat
    play: Play
    floor: Cards
    """The floor before it."""
    points: int
    """Of the basra it made, or 0."""


@lru_cache(maxsize=8)
def told(view: View) -> tuple[Told, ...]:
    """Return the plays of the round so far with what they did, first to last."""
    floor = left_over(view) if view.is_over else view.floor
    seat = view.turn
    found: list[Told] = []
    for play in reversed(view.history):
        seat = seat.other
        floor = floor | play.taken if play.taken else floor - (1 << play.card)
        last = view.is_over and not found
        sort = basra(play.card, floor, play.taken, view.rules, last_card=last)
        points = 0 if sort is Basra.NONE else worth(sort, view.rules)
        found.append(Told(seat, play, floor, points))
    return tuple(reversed(found))


def rewound(view: View) -> View:
    """Return *view* as it was before the last play, so that the play can be shown again.

    Hands are those of now: what was dealt since stays in them.
    """
    last = told(view)[-1]
    seat, (card, taken) = last.seat, last.play
    piles = list(view.piles)
    if taken:
        piles[seat] = piles[seat] - (taken | (1 << card))
    mine = seat is view.seat
    return replace(
        view,
        turn=seat,
        hand=view.hand | (1 << card) if mine else view.hand,
        other_hand_size=view.other_hand_size if mine else view.other_hand_size + 1,
        floor=last.floor,
        piles=(piles[0], piles[1]),
        history=view.history[:-1],
    )


def left_over(view: View) -> Cards:
    """Return the cards that lay on the floor when the round ended, as far as its plays tell."""
    laid = Cards.of([play.card for play in view.history])
    took = Cards(0)
    for play in view.history:
        if play.taken:
            took = took | play.taken | (1 << play.card)
    opening = ALL - laid if len(laid) == 48 else Cards(0)
    return (laid | opening) - took


def cards(taken: Cards) -> str:
    """Return the cards as they are drawn, one after the other."""
    return " ".join(card.glyph for card in taken)


def listed(texts: Iterable[str]) -> str:
    """Return choices as a sentence lists them.

    >>> listed(["5♦", "5♥", "4♣ A♣"])
    '5♦, 5♥ or 4♣ A♣'
    """
    *first, last = texts
    return f"{', '.join(first)} or {last}" if first else last


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


def log_rows(view: View) -> list[tuple[Told | None, int]]:
    """Return the plays of the round with their numbers, before those of each deal its number."""
    rows: list[tuple[Told | None, int]] = []
    deal = 2 * view.rules.hand_size
    for number, deed in enumerate(told(view)):
        if number % deal == 0:
            rows.append((None, number // deal + 1))
        rows.append((deed, number + 1))
    return rows


def basra_cry(points: int) -> str:
    """Return the words for a basra of so many points."""
    return f"★ BASRA +{points}"


def counted(number: int, one: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "basra"), counted(2, "basra")
    ('1 basra', '2 basras')
    """
    return f"{number} {one}{'' if number == 1 else 's'}"
