"""Statistics of all matches of a player.

A match counts from the seat of the person who played it.  Matches follow each other by number,
whatever a clock said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.history.database.rows import MatchResult, StoredMatch
from basra.match.header import Header
from basra.match.log import ABANDONED

PERSON = "person"
"""The level of an opponent who is none of the computer players."""


class PlayerResult(NamedTuple):
    """A match that is over, from the side of one of its players."""

    name: str
    """The name of that player."""
    level: str
    """The level of the opponent, or `PERSON`."""
    preset: str
    """The name of the rules."""
    is_assisted: bool
    margin: int | None
    """The player's points less the opponent's; ``None`` for a match that was given up."""
    rounds: int
    basras_made: int
    """Basras of the player."""
    basras_given: int
    """Basras of the opponent."""
    sweeps: int
    """How often the player swept with a jack."""
    best_round: int
    """The most points of the player in a round."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of some matches of one player after another."""

    won: int = 0
    lost: int = 0
    abandoned: int = 0
    margin_sum: int = 0
    rounds: int = 0
    """The rounds that were played to their end."""
    basras_made: int = 0
    basras_given: int = 0
    sweeps: int = 0
    best_round: int | None = None
    """The most points in a round, where there was one."""
    streak: int = 0
    """How many matches in a row were won at the end; a match given up ends it."""
    longest_streak: int = 0

    @staticmethod
    def of(results: Iterable[PlayerResult]) -> Totals:
        """Return the totals of *results*, the first match first."""
        won = lost = abandoned = margins = rounds = made = given = sweeps = streak = longest = 0
        best: int | None = None
        for result in results:
            rounds, sweeps = rounds + result.rounds, sweeps + result.sweeps
            made, given = made + result.basras_made, given + result.basras_given
            if result.rounds:
                best = result.best_round if best is None else max(best, result.best_round)
            if result.margin is None:
                abandoned, streak = abandoned + 1, 0
                continue
            margins += result.margin
            if result.margin > 0:
                won, streak = won + 1, streak + 1
                longest = max(longest, streak)
            else:
                lost, streak = lost + 1, 0
        counts = won, lost, abandoned, margins, rounds, made, given, sweeps
        return Totals(*counts, best, streak, longest)

    @property
    def finished(self) -> int:
        """The matches that somebody won."""
        return self.won + self.lost

    @property
    def matches(self) -> int:
        """All of them, those given up too."""
        return self.finished + self.abandoned

    @property
    def mean_margin(self) -> float | None:
        """The mean margin of a match; ``None`` without a match."""
        return _ratio(self.margin_sum, self.finished)

    @property
    def made_per_round(self) -> float | None:
        """The mean of the player's basras in a round; ``None`` without a round."""
        return _ratio(self.basras_made, self.rounds)

    @property
    def given_per_round(self) -> float | None:
        """The mean of the opponent's basras in a round; ``None`` without a round."""
        return _ratio(self.basras_given, self.rounds)


Group: TypeAlias = tuple[tuple[str, Totals], ...]
"""Totals by a name, in the order of the names."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of all matches; those with help are counted apart, and so are two people's."""

    unassisted: Totals
    """Matches against the computer, without help."""
    assisted: Totals
    """Matches against the computer, with help."""
    levels: Group
    """Those without help by the level of the opponent."""
    presets: Group
    """Those without help by their rules."""
    players: Group
    """Every person by name, against the computer without help and against other people."""
    margins: tuple[int, ...]
    """Of every match against the computer that was finished without help, the first one first."""
    two_people: int
    """Matches of two people that are over."""
    watched: int
    """Matches of two computers that are over."""
    unfinished: int
    damaged: int

    @staticmethod
    def of(matches: Iterable[StoredMatch]) -> Statistics:
        """Return the statistics of *matches* in any order."""
        in_order = sorted(matches, key=lambda match: match.number)
        over = [
            (match.header, match.result)
            for match in in_order
            if match.header is not None and match.result is not None
        ]
        humans = [sum(header.humans) for header, _ in over]
        results = [
            (count, result)
            for count, match in zip(humans, over, strict=True)
            for result in _player_results(*match)
        ]
        solo = [result for count, result in results if count == 1]
        unassisted = [result for result in solo if not result.is_assisted]
        fair = [result for count, result in results if count == 2 or not result.is_assisted]
        return Statistics(
            Totals.of(unassisted),
            Totals.of(result for result in solo if result.is_assisted),
            _group((result.level, result) for result in unassisted),
            _group((result.preset, result) for result in unassisted),
            _group((result.name, result) for result in fair),
            tuple(result.margin for result in unassisted if result.margin is not None),
            humans.count(2),
            humans.count(0),
            sum(match.header is not None and match.result is None for match in in_order),
            sum(match.header is None for match in in_order),
        )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _player_results(header: Header, result: MatchResult) -> Iterator[PlayerResult]:
    """Yield a match from the side of each person in it."""
    counts = result.statistics
    for seat in Seat:
        if header.levels[seat]:
            continue
        other = seat.other
        margin = counts.points[seat] - counts.points[other]
        yield PlayerResult(
            header.names[seat],
            header.levels[other] or PERSON,
            _preset(header.rules),
            result.is_assisted,
            None if result.text == ABANDONED else margin,
            counts.rounds,
            counts.basras[seat],
            counts.basras[other],
            counts.sweeps[seat],
            counts.best_round[seat],
        )


@lru_cache(maxsize=64)
def _preset(rules: Rules) -> str:
    """The name of *rules*, which many matches share."""
    return rules.name


def _group(named: Iterable[tuple[str, PlayerResult]]) -> Group:
    groups: dict[str, list[PlayerResult]] = {}
    for name, result in named:
        groups.setdefault(name, []).append(result)
    return tuple((name, Totals.of(groups[name])) for name in sorted(groups))
