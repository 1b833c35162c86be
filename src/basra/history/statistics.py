"""What all matches of a player come to.

Law of this file: pure.  A match is seen from the seat of the person who played it; what is counted
is ordered by the numbers of the matches, whatever a clock said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.history.database.rows import Ending, Kept
from basra.match.log import ABANDONED

PERSON = "person"
"""The level of an opponent who is none of the computer players."""


class Had(NamedTuple):
    """A match that is over, as one of its players had it."""

    name: str
    """The name of that player."""
    level: str
    """The level of the opponent, or `PERSON`."""
    preset: str
    """The name of the rules."""
    is_assisted: bool
    margin: int | None
    """The player's points less the other's; ``None`` for a match that was given up."""
    rounds: int
    made: int
    """Basras of the player."""
    given: int
    """Basras of the other."""
    swept: int
    """How often the player swept with a jack."""
    best: int
    """The most points of the player in a round."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What some matches of one player after another come to."""

    won: int = 0
    lost: int = 0
    abandoned: int = 0
    margins: int = 0
    """All margins together."""
    rounds: int = 0
    """The rounds that were played to their end."""
    made: int = 0
    given: int = 0
    swept: int = 0
    best: int | None = None
    """The most points in a round, where there was one."""
    streak: int = 0
    """How many matches in a row were won at the end; a match given up ends it."""
    longest: int = 0
    """The longest streak there was."""

    @property
    def finished(self) -> int:
        """The matches that somebody won."""
        return self.won + self.lost

    @property
    def matches(self) -> int:
        """All of them, those given up too."""
        return self.finished + self.abandoned

    @property
    def margin(self) -> float | None:
        """The margin of a match on the average; ``None`` without a match."""
        return ratio(self.margins, self.finished)

    @property
    def made_a_round(self) -> float | None:
        """The player's basras in a round on the average; ``None`` without a round."""
        return ratio(self.made, self.rounds)

    @property
    def given_a_round(self) -> float | None:
        """The other's basras in a round on the average; ``None`` without a round."""
        return ratio(self.given, self.rounds)


Group: TypeAlias = tuple[tuple[str, Totals], ...]
"""Totals by a name, in the order of the names."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What all matches come to; those with help stand apart, and so do those of two people."""

    alone: Totals
    """Matches against the computer, without help."""
    helped: Totals
    """Matches against the computer, with help."""
    levels: Group
    """Those without help by the level of the opponent."""
    presets: Group
    """Those without help by their rules."""
    players: Group
    """Every person by name, against the computer without help and against other people."""
    margins: tuple[int, ...]
    """Of every match against the computer that was finished without help, the first one first."""
    two: int
    """Matches of two people that are over."""
    watched: int
    """Matches of two computers that are over."""
    unfinished: int
    damaged: int

    @staticmethod
    def of(kept: Iterable[Kept]) -> Statistics:
        """Return the statistics of matches in any order."""
        in_order = sorted(kept, key=lambda match: match.number)
        over = [
            (match, match.ending)
            for match in in_order
            if match.header is not None and match.ending is not None
        ]
        humans = [sum(_humans(match)) for match, _ in over]
        seen = [
            (count, had)
            for count, (match, ending) in zip(humans, over, strict=True)
            for had in _had(match, ending)
        ]
        solo = [had for count, had in seen if count == 1]
        alone = [had for had in solo if not had.is_assisted]
        fair = [had for count, had in seen if count == 2 or not had.is_assisted]
        return Statistics(
            totals(alone),
            totals(had for had in solo if had.is_assisted),
            _grouped((had.level, had) for had in alone),
            _grouped((had.preset, had) for had in alone),
            _grouped((had.name, had) for had in fair),
            tuple(had.margin for had in alone if had.margin is not None),
            humans.count(2),
            humans.count(0),
            sum(match.header is not None and match.ending is None for match in in_order),
            sum(match.header is None for match in in_order),
        )


def ratio(part: int, whole: int) -> float | None:
    """Return how much falls to each, ``None`` where there is nothing for it to fall to."""
    return part / whole if whole else None


def totals(matches: Iterable[Had]) -> Totals:
    """Return what *matches*, the first one first, come to."""
    won = lost = abandoned = margins = rounds = made = given = swept = streak = longest = 0
    best: int | None = None
    for had in matches:
        rounds, made, given = rounds + had.rounds, made + had.made, given + had.given
        swept += had.swept
        if had.rounds:
            best = had.best if best is None else max(best, had.best)
        if had.margin is None:
            abandoned, streak = abandoned + 1, 0
            continue
        margins += had.margin
        if had.margin > 0:
            won, streak = won + 1, streak + 1
            longest = max(longest, streak)
        else:
            lost, streak = lost + 1, 0
    return Totals(won, lost, abandoned, margins, rounds, made, given, swept, best, streak, longest)


def _humans(match: Kept) -> tuple[bool, bool]:
    assert match.header is not None, "asked of matches that can be read"
    return match.header.humans


def _had(match: Kept, ending: Ending) -> Iterator[Had]:
    """The match as each person in it had it."""
    header, figures = match.header, ending.figures
    assert header is not None, "asked of matches that can be read"
    for seat in Seat:
        if header.levels[seat]:
            continue
        other = seat.other
        margin = figures.points[seat] - figures.points[other]
        yield Had(
            header.names[seat],
            header.levels[other] or PERSON,
            _preset(header.rules),
            ending.is_assisted,
            None if ending.result == ABANDONED else margin,
            figures.rounds,
            figures.basras[seat],
            figures.basras[other],
            figures.sweeps[seat],
            figures.best[seat],
        )


@lru_cache(maxsize=64)
def _preset(rules: Rules) -> str:
    """The name of *rules*, which many matches share."""
    return rules.name


def _grouped(named: Iterable[tuple[str, Had]]) -> Group:
    groups: dict[str, list[Had]] = {}
    for name, had in named:
        groups.setdefault(name, []).append(had)
    return tuple((name, totals(groups[name])) for name in sorted(groups))
