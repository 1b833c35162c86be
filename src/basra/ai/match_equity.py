"""What points are worth where the match may be won or lost with this round.

Law of this file: it turns points into the chance to win the match and knows nothing of cards.
While the target is out of reach of the round there are no stakes, and points are points.

How it thinks: what a round brings is the majority, for either seat, and basras, which come one by
one and hardly depend on each other; so their number is taken to be Poisson's.  Two rounds are
looked ahead in this way, and beyond that the lead is weighed against how far rounds spread.
Values are in points of an even match, to be compared with points elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from basra.engine.cards import ALL
from basra.engine.rules import Rules
from basra.engine.scoring import card_points
from basra.engine.seats import OTHER
from basra.engine.views import View

_BASRAS = 0.29
"""Basras that both seats together make in four cards each …"""
_FEWER = 0.11
"""… less so many, since the last cards of a round make fewest."""
_MOST = 5
"""Basras of one seat from which on it is as if there were no more."""
_AHEAD = 2
"""Rounds after this one that are looked at one by one."""
_HAIR = 0.02
"""What a point is worth by itself: so much that a match that is all but won is still played."""


class Stakes(NamedTuple):
    """What a seat needs: its points and the other's, and the odds they are weighed by."""

    odds: Odds
    mine: int
    """My points of the match, with what I have made in this round."""
    theirs: int
    carried: int
    """Points for most cards that wait from rounds before this one."""

    def deal_end(
        self, mine: int, theirs: int, cards: int, race: float, lean: float, deals_left: int
    ) -> float:
        """Return what the end of a deal is worth.

        *mine* and *theirs* are points made since the stakes were counted, *cards* those of cards
        still to be taken, *race* is my chance to have most cards less the other's, *lean* how many
        more of the other points will be mine.
        """
        ahead, behind = self.odds.with_majority(
            self.mine + mine, self.theirs + theirs, self.carried, cards, round(lean), deals_left
        )
        return ((1 + race) * ahead + (1 - race) * behind) / 2


class Odds:
    """The chances to win a match under one set of house rules."""

    def __init__(self, rules: Rules) -> None:
        """Make the odds for *rules*; use `odds`, which remembers them."""
        self.rules = rules
        self.card_points = card_points(ALL, rules)
        basras = self.basras(rules.deals)
        spread = sqrt(rules.most_cards**2 + rules.basra**2 * basras)
        self.spread = max(1.0, spread)
        """How far the margin of a round strays."""
        self.usual = max(1.0, (rules.most_cards + self.card_points + rules.basra * basras) / 2)
        """The points that a seat makes in a round."""
        self.unit = self.spread * sqrt(pi / 2)
        self._round = self._outcomes(self.card_points, 0, rules.deals)
        self._after: dict[tuple[int, int, int], float] = {}
        self._majority: dict[tuple[int, int, int, int, int, int], tuple[float, float]] = {}

    def basras(self, deals: int) -> float:
        """Return how many basras both seats make in so many *deals*, the last of a round."""
        return _BASRAS * deals * self.rules.hand_size / 4 - _FEWER if deals else 0.0

    def in_reach(self, points: int, carried: int, cards: int) -> bool:
        """Whether a seat with *points* may well reach the target in this round."""
        rules = self.rules
        return points + rules.most_cards + carried + cards + 2 * rules.basra >= rules.target

    def worth(self, mine: int, theirs: int) -> float:
        """Return what it is worth that a round has ended with so many points of the match."""
        return self.unit * self.after(mine, theirs) + _HAIR * (mine - theirs)

    def after(self, mine: int, theirs: int, ahead: int = _AHEAD) -> float:
        """Return the chance to win the match after a round, less the chance to lose it."""
        if mine == theirs:
            return 0.0
        if mine < theirs:
            return -self.after(theirs, mine, ahead)
        if mine >= self.rules.target:
            return 1.0
        if not ahead:
            rounds = 1.4 + (self.rules.target - mine) / (0.9 * self.usual)
            return erf((mine - theirs) / (self.spread * sqrt(2 * rounds)))
        key = mine, theirs, ahead
        chance = self._after.get(key)
        if chance is None:
            chance = 0.0
            for more, less, likely in self._round:
                chance += likely * self.after(mine + more, theirs + less, ahead - 1)
                chance += likely * self.after(mine + less, theirs + more, ahead - 1)
            self._after[key] = chance = chance / 2
        return chance

    def with_majority(
        self, mine: int, theirs: int, carried: int, cards: int, lean: int, deals_left: int
    ) -> tuple[float, float]:
        """Return what it is worth if I have most cards in the end, and if the other has."""
        key = mine, theirs, carried, cards, lean, deals_left
        found = self._majority.get(key)
        if found is None:
            ahead = behind = 0.0
            for more, less, likely in self._outcomes(cards, lean, deals_left):
                ahead += likely * self.worth(mine + more + carried, theirs + less)
            for more, less, likely in self._outcomes(cards, -lean, deals_left):
                behind += likely * self.worth(mine + less, theirs + more + carried)
            found = self._majority[key] = ahead, behind
        return found

    def _outcomes(self, cards: int, lean: int, deals: int) -> tuple[tuple[int, int, float], ...]:
        """Return what the rest of a round may bring to the seat that has most cards and the other.

        *cards* are the points of cards still to be taken, *lean* is how many points more than the
        other the seat is to expect, most cards aside.
        """
        return _outcomes(self.rules.most_cards, self.rules.basra, cards, lean, self.basras(deals))


@lru_cache(maxsize=1 << 12)
def _outcomes(
    most_cards: int, basra: int, cards: int, lean: int, basras: float
) -> tuple[tuple[int, int, float], ...]:
    more = lean / basra if basra else 0.0
    here = _poisson(max(0.02, (basras + more) / 2))
    there = _poisson(max(0.02, (basras - more) / 2))
    half = (cards + 1) // 2
    return tuple(
        (most_cards + half + basra * made, cards - half + basra * given, likely * unlikely)
        for made, likely in enumerate(here)
        for given, unlikely in enumerate(there)
    )


def _poisson(mean: float) -> list[float]:
    """Return how likely each number up to `_MOST` is, that one standing for all beyond."""
    chances, chance = [], exp(-mean)
    for number in range(1, _MOST + 1):
        chances.append(chance)
        chance *= mean / number
    return [*chances, 1 - sum(chances)]


@lru_cache(maxsize=32)
def odds(rules: Rules) -> Odds:
    """Return the odds under *rules*, the same ones each time."""
    return Odds(rules)


def stakes_of(view: View) -> Stakes | None:
    """Return the stakes for the seat of *view*, or ``None`` while the target is out of reach."""
    counted = odds(view.rules)
    points, seat = view.tally().points, view.seat
    other = OTHER[seat]
    mine, theirs = view.scores[seat] + points[seat], view.scores[other] + points[other]
    piles = view.piles[0] | view.piles[1]
    cards = counted.card_points - card_points(piles, view.rules)
    if not counted.in_reach(max(mine, theirs), view.carried, cards):
        return None
    return Stakes(counted, mine, theirs, view.carried)
