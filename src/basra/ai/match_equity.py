"""Match equity: what points are worth where the match may be won or lost with this round.

While the target is out of reach of the round there is no match equity to play for, and points are
points.

A round brings the points for most cards, to either seat, and basras, which come one by one and
hardly depend on each other; so their number is taken to be Poisson's.  Two rounds are looked ahead
in this way, and beyond that the lead is weighed against how far rounds spread.  Values are in
points of an even match, to be compared with points elsewhere.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from basra.engine.cards import ALL
from basra.engine.rules import Rules
from basra.engine.scoring import card_points
from basra.engine.seats import OTHER
from basra.engine.state import View

_BASRAS_IN_FOUR_CARDS = 0.29
"""Basras that both seats together make in four cards each …"""
_FEWER_AT_THE_END = 0.11
"""… less so many, since the last cards of a round make fewest."""
_MOST_BASRAS = 5
"""Basras of one seat from which on it is as if there were no more."""
_ROUNDS_AHEAD = 2
"""Rounds after this one that are looked at one by one."""
_POINT_VALUE = 0.02
"""What a point is worth by itself: so much that a match that is all but won is still played."""


class MatchEquityTable:
    """The equity of every score of a match under one set of house rules.

    An equity is the chance to win the match less the chance to lose it; a value is an equity in
    points of an even match, and a little for each point.
    """

    def __init__(self, rules: Rules) -> None:
        """Make the table for *rules*; use `equity_table_for`, which caches it."""
        self.rules = rules
        self.card_points = card_points(ALL, rules)
        basras = self.expected_basras(rules.deals)
        spread = sqrt(rules.most_cards**2 + rules.basra**2 * basras)
        self.spread = max(1.0, spread)
        """How far the margin of a round strays."""
        self.mean_points = max(
            1.0, (rules.most_cards + self.card_points + rules.basra * basras) / 2
        )
        """The points that a seat makes in a round."""
        self.unit = self.spread * sqrt(pi / 2)
        """Points of an even match that an equity of 1 is worth."""
        self._round = self._outcomes(self.card_points, 0, rules.deals)
        self._equities: dict[tuple[int, int, int], float] = {}
        self._values: dict[tuple[int, int, int, int, int, int], tuple[float, float]] = {}

    def expected_basras(self, deals: int) -> float:
        """Return how many basras both seats make in so many *deals*, the last of a round."""
        if not deals:
            return 0.0
        return _BASRAS_IN_FOUR_CARDS * deals * self.rules.hand_size / 4 - _FEWER_AT_THE_END

    def is_in_reach(self, points: int, carried: int, cards: int) -> bool:
        """Whether a seat with *points* may well reach the target in this round.

        *cards* are the points of cards still to be taken.
        """
        rules = self.rules
        return points + rules.most_cards + carried + cards + 2 * rules.basra >= rules.target

    def equity(self, mine: int, theirs: int, rounds_ahead: int = _ROUNDS_AHEAD) -> float:
        """Return my equity after a round that ends at *mine* and *theirs* points of the match."""
        if mine == theirs:
            return 0.0
        if mine < theirs:
            return -self.equity(theirs, mine, rounds_ahead)
        if mine >= self.rules.target:
            return 1.0
        if not rounds_ahead:
            rounds = 1.4 + (self.rules.target - mine) / (0.9 * self.mean_points)
            return erf((mine - theirs) / (self.spread * sqrt(2 * rounds)))
        key = mine, theirs, rounds_ahead
        equity = self._equities.get(key)
        if equity is None:
            equity = 0.0
            for more, less, chance in self._round:
                equity += chance * self.equity(mine + more, theirs + less, rounds_ahead - 1)
                equity += chance * self.equity(mine + less, theirs + more, rounds_ahead - 1)
            self._equities[key] = equity = equity / 2
        return equity

    def value(self, mine: int, theirs: int) -> float:
        """Return the value of a round that ends at *mine* and *theirs* points of the match."""
        return self.unit * self.equity(mine, theirs) + _POINT_VALUE * (mine - theirs)

    def values_by_majority(
        self, mine: int, theirs: int, carried: int, cards: int, margin: int, deals_left: int
    ) -> tuple[float, float]:
        """Return the value if I have most cards in the end, and if the other has.

        *cards* and *margin* are those of `MatchEquity.leaf_value`.
        """
        key = mine, theirs, carried, cards, margin, deals_left
        values = self._values.get(key)
        if values is None:
            ahead = behind = 0.0
            for more, less, chance in self._outcomes(cards, margin, deals_left):
                ahead += chance * self.value(mine + more + carried, theirs + less)
            for more, less, chance in self._outcomes(cards, -margin, deals_left):
                behind += chance * self.value(mine + less, theirs + more + carried)
            values = self._values[key] = ahead, behind
        return values

    def _outcomes(self, cards: int, margin: int, deals: int) -> tuple[tuple[int, int, float], ...]:
        """What the rest of a round may bring to the seat with most cards, and to the other.

        *margin* is how many more of the other points the seat with most cards is to expect.
        """
        basras = self.expected_basras(deals)
        return _outcomes(self.rules.most_cards, self.rules.basra, cards, margin, basras)


class MatchEquity(NamedTuple):
    """The score of a match from the seat that is to play, and the table that weighs it."""

    table: MatchEquityTable
    mine: int
    """My points of the match, with what I have made in this round."""
    theirs: int
    carried: int
    """Points for most cards carried over from earlier rounds."""

    def leaf_value(
        self, mine: int, theirs: int, cards: int, race: float, margin: float, deals_left: int
    ) -> float:
        """Return the value of the end of a deal.

        *mine* and *theirs* are points made since this was counted, *cards* the points of cards
        still to be taken, *race* is my chance to have most cards less the other's, *margin* how
        many more of the other points will be mine.
        """
        ahead, behind = self.table.values_by_majority(
            self.mine + mine, self.theirs + theirs, self.carried, cards, round(margin), deals_left
        )
        return ((1 + race) * ahead + (1 - race) * behind) / 2


@lru_cache(maxsize=1 << 12)
def _outcomes(
    most_cards: int, basra: int, cards: int, margin: int, basras: float
) -> tuple[tuple[int, int, float], ...]:
    more = margin / basra if basra else 0.0
    mine = _poisson(max(0.02, (basras + more) / 2))
    theirs = _poisson(max(0.02, (basras - more) / 2))
    half = (cards + 1) // 2
    return tuple(
        (most_cards + half + basra * number, cards - half + basra * other, chance * other_chance)
        for number, chance in enumerate(mine)
        for other, other_chance in enumerate(theirs)
    )


def _poisson(mean: float) -> list[float]:
    """The chance of each number up to `_MOST_BASRAS`, that one standing for all beyond."""
    chances, chance = [], exp(-mean)
    for number in range(1, _MOST_BASRAS + 1):
        chances.append(chance)
        chance *= mean / number
    return [*chances, 1 - sum(chances)]


@lru_cache(maxsize=32)
def equity_table_for(rules: Rules) -> MatchEquityTable:
    """Return the match equity table of *rules*, the same one each time."""
    return MatchEquityTable(rules)


def match_equity(view: View) -> MatchEquity | None:
    """Return the match equity for the seat of *view*; ``None`` where the target is out of reach."""
    table = equity_table_for(view.rules)
    points, seat = view.tally().points, view.seat
    other = OTHER[seat]
    mine, theirs = view.scores[seat] + points[seat], view.scores[other] + points[other]
    piles = view.piles[0] | view.piles[1]
    cards = table.card_points - card_points(piles, view.rules)
    if not table.is_in_reach(max(mine, theirs), view.carried, cards):
        return None
    return MatchEquity(table, mine, theirs, view.carried)
