"""What was played in a round, as its plays alone tell it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from basra.engine.captures import basra_points
from basra.engine.cards import ALL, Cards
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.engine.views import View


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
        points = basra_points(play.card, floor, play.taken, view.rules, last_card=last)
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


def log_rows(view: View) -> list[tuple[Told | None, int]]:
    """Return the plays of the round with their numbers, before those of each deal its number."""
    rows: list[tuple[Told | None, int]] = []
    deal = 2 * view.rules.hand_size
    for number, outcome in enumerate(told(view)):
        if number % deal == 0:
            rows.append((None, number // deal + 1))
        rows.append((outcome, number + 1))
    return rows
