"""What a position is worth between two deals.

Law of this file: it names the features of such a position and turns them into points with fitted
numbers; `bench/fit.py` fits them from self-play.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import NamedTuple

from basra.ai.evaluation import Judge

Features = tuple[float, float, float, float, float, float, float, float, float]
"""One; my lead in cards; cards on the floor; the same, signed by who took last; whether the floor
is empty; of the cards still to come the share that makes a basra on it, the share that takes from
it, and the mean number they take; the share of jacks and komi, times the floor."""


class DealEnd(NamedTuple):
    """The fitted numbers of one deal's end, a number for each feature."""

    race: Sequence[float]
    """For the chance to have most cards, as the argument of a hyperbolic tangent."""
    points: Sequence[float]
    """For the other points still to come."""


def features(judge: Judge, floor: int, pool: int, lead: int, taker: int) -> Features:
    """Return the features for the seat that plays next, whose *lead* and *taker* these are."""
    total = judge.kernel.size(pool)
    lying = judge.kernel.size(floor)
    basras = taking = cards_taken = specials = 0
    for shift, _, cards, cost, basra in judge.takes(floor):
        number = pool >> shift & 7
        if number:
            taking += number
            cards_taken += number * cards
            if basra:
                basras += number
            if cost:
                specials += number
    return (
        1.0,
        float(lead),
        float(lying),
        float(lying * taker),
        float(not floor),
        basras / total,
        taking / total,
        cards_taken / total,
        specials * lying / total,
    )


def prospects(fitted: DealEnd, row: Features) -> tuple[float, float]:
    """Return what the seat that plays next may expect.

    First its chance to have most cards less the other's, then how many more of the other points.
    """
    race = points = 0.0
    for feature, weight, worth in zip(row, fitted.race, fitted.points, strict=True):
        race += weight * feature
        points += worth * feature
    return tanh(race), points


def deal_end_value(fitted: DealEnd, most_cards: int, row: Features) -> float:
    """Return the points that the seat that plays next may expect, more than the other."""
    race, points = prospects(fitted, row)
    return most_cards * race + points
