"""The review of a match as a value, and as text: one JSON object, read and written.

A `Review` holds verdicts and pars, and nothing that follows from them.  Anybody may have written
the text: reading it is strict and bounded, and ends in a whole `Review`, or in a `RecordError`
that says what is wrong and where.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import exp, isfinite
from typing import Any, NoReturn, TypeAlias, TypeVar

from basra.ai.coach import WORLDS
from basra.ai.grading import Verdict
from basra.engine.errors import BasraError, RecordError, quote
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.match.log import MatchLog

SCALE = 1.5
"""Points lost with which a decision counts 37 in 100, which is 100 divided by e."""
FORMAT = 1
LONGEST = 8 << 20
"""Characters of a review; a match of eight rounds has some 80,000."""
LONGEST_REASON = 500
"""Characters of a sentence of the coach."""
_MOST = 1_000_000
"""Rounds, plays and worlds beyond which nothing goes."""
_MOST_POINTS = 1_000_000_000
_REVIEW_FIELDS = {"format", "worlds", "pars", "plays"}
_PAR_FIELDS = {"round", "margin"}
_PLAY_FIELDS = {
    *("round", "number", "seat", "play", "best"),
    *("loss", "interval", "exact", "forced", "reason"),
}
_SEATS = {str(seat).lower(): seat for seat in Seat}
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class PlayReview:
    """The verdict on one play of a match."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the play in the round, from 1."""
    seat: Seat
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Par:
    """What a round came to if all cards lay open and both played perfectly."""

    round: int
    """The number of the round, from 1."""
    margin: float | None
    """The points of south less those of north; ``None`` where that takes too long to find out."""


ReviewItem: TypeAlias = PlayReview | Par
"""What one task of a review results in."""


@dataclass(frozen=True)
class Review:
    """A review of a match, in the order of play; perhaps of one seat or a part of the match."""

    plays: tuple[PlayReview, ...] = ()
    pars: tuple[Par, ...] = ()
    worlds: int = WORLDS
    """In how many worlds plays were tried."""

    @staticmethod
    def of(items: Iterable[ReviewItem], worlds: int = WORLDS) -> Review:
        """Return the review that *items* make, in whatever order they came."""
        every = list(items)
        plays = [item for item in every if isinstance(item, PlayReview)]
        pars = [item for item in every if isinstance(item, Par)]
        return Review(
            tuple(sorted(plays, key=lambda one: (one.round, one.number))),
            tuple(sorted(pars, key=lambda one: one.round)),
            worlds,
        )

    @staticmethod
    def parse(text: str) -> Review:
        """Return the review that *text* is; raise `RecordError` where it is none."""
        return _parse(text)

    @staticmethod
    def load(text: str | None, log: MatchLog) -> Review | None:
        """Return the review of *log* that *text* is, if it is one."""
        if text is None:
            return None
        try:
            review = Review.parse(text)
        except RecordError:
            return None
        return review if review.fits(log) else None

    def as_json(self) -> dict[str, Any]:
        """Return the review as the JSON object that its text is."""
        return {
            "format": FORMAT,
            "worlds": self.worlds,
            "pars": [{"round": par.round, "margin": par.margin} for par in self.pars],
            "plays": [_play_as_json(play) for play in self.plays],
        }

    def __str__(self) -> str:
        """The review as one line of JSON, which `parse` reads back."""
        return json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":"))

    def fits(self, log: MatchLog) -> bool:
        """Whether this is a review of *log*: the plays are those that were laid there."""
        return all(_fits(one, log) for one in self.plays) and all(
            one.round <= log.number_of_round for one in self.pars
        )

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], Verdict]:
        return {(one.round, one.number): one.verdict for one in self.plays}

    def verdict(self, round_: int, number: int) -> Verdict | None:
        """Return the verdict on play *number* of a round, both from 1, if there is one."""
        return self._by_place.get((round_, number))

    def par(self, round_: int) -> float | None:
        """Return the margin of south in a round, from 1, with all cards open, if it is known."""
        return next((one.margin for one in self.pars if one.round == round_), None)

    def flagged(self, seat: Seat | None = None) -> tuple[PlayReview, ...]:
        """Return the slips, mistakes and blunders of *seat*, or of both, in the order of play."""
        return tuple(
            one
            for one in self.plays
            if one.verdict.is_flagged and (seat is None or one.seat is seat)
        )

    def costliest(self, seat: Seat, most: int = 3) -> tuple[PlayReview, ...]:
        """Return the plays of *seat* that cost most, of those that are flagged, the worst first."""
        return tuple(sorted(self.flagged(seat), key=lambda one: -one.verdict.loss)[:most])

    def decisions(self, seat: Seat) -> tuple[PlayReview, ...]:
        """Return the plays of *seat* where there was anything to decide."""
        return tuple(one for one in self.plays if one.seat is seat and not one.verdict.is_forced)

    def mean_loss(self, seat: Seat) -> float | None:
        """Return the points that a decision of *seat* cost, as far as certain; ``None`` of none."""
        decisions = self.decisions(seat)
        if not decisions:
            return None
        return sum(one.verdict.certain_loss for one in decisions) / len(decisions)

    def accuracy(self, seat: Seat) -> float | None:
        """Return how well *seat* played, from 100 down to 0, or ``None`` where it decided nothing.

        The mean of what its decisions count: 100 where nothing is lost for certain, less and less
        the more is.  So a blunder weighs more than a slip, and no single one outweighs the rest.
        """
        decisions = self.decisions(seat)
        if not decisions:
            return None
        counts = (exp(-one.verdict.certain_loss / SCALE) for one in decisions)
        return 100 * sum(counts) / len(decisions)


def _fits(one: PlayReview, log: MatchLog) -> bool:
    """Whether the play was laid in *log*."""
    if one.round > log.number_of_round:
        return False
    round_ = log.rounds[one.round - 1]
    return (
        one.number <= len(round_.history)
        and round_.history[one.number - 1] == one.verdict.play
        and one.seat is round_.seat_of(one.number)
    )


# -------------------------------------------------------------------- its text


def _play_as_json(one: PlayReview) -> dict[str, Any]:
    verdict = one.verdict
    return {
        "round": one.round,
        "number": one.number,
        "seat": str(one.seat).lower(),
        "play": str(verdict.play),
        "best": str(verdict.best),
        "loss": verdict.loss,
        "interval": verdict.interval,
        "exact": verdict.is_exact,
        "forced": verdict.is_forced,
        "reason": verdict.reason,
    }


def _parse(text: str) -> Review:
    """Return the review that *text* is."""
    if len(text) > LONGEST:
        raise RecordError("a review: far too long")
    table = _object(_load_json(text), _REVIEW_FIELDS, "a review")
    if table["format"] != FORMAT or isinstance(table["format"], bool):
        raise RecordError(f"a review: of format {quote(table['format'])}, and {FORMAT} is read")
    review = Review(
        tuple(_parse_each(table["plays"], "play", _parse_play)),
        tuple(_parse_each(table["pars"], "par", _parse_par)),
        _whole(table["worlds"], "worlds"),
    )
    places = [(one.round, one.number) for one in review.plays]
    if places != sorted(set(places)):
        raise RecordError("a review: the plays are not in the order of play")
    rounds = [one.round for one in review.pars]
    if rounds != sorted(set(rounds)):
        raise RecordError("a review: the pars are not in the order of the rounds")
    return review


def _load_json(text: str) -> object:
    """Return what *text* is as JSON, without numbers that are none and fields that stand twice."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_fields)
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("a review: lists or tables nest far too deep") from None
    except ValueError as error:  # also for a number of thousands of digits
        where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"a review: not JSON{where}") from None


def _refuse_constant(text: str) -> NoReturn:
    raise RecordError(f"a review: {text} is no number")


def _unique_fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise RecordError("a review: a field stands twice")
    return table


def _object(value: object, fields: set[str], what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != fields:
        raise RecordError(f"{what}: must have the fields {', '.join(sorted(fields))}, no others")
    return value


def _parse_each(values: object, what: str, parse: Callable[[object], _Item]) -> list[_Item]:
    """Read a list, and say at which of its items it went wrong."""
    if not isinstance(values, list):
        raise RecordError(f"a review: {what}s must be a list")
    items = []
    for at, value in enumerate(values, 1):
        try:
            items.append(parse(value))
        except BasraError as error:
            raise RecordError(f"a review: {what} {at}: {error}") from None
    return items


def _parse_par(value: object) -> Par:
    table = _object(value, _PAR_FIELDS, "a par")
    margin = table["margin"]
    if margin is not None:
        margin = _number(margin, "margin", -_MOST_POINTS)
    return Par(_whole(table["round"], "round"), margin)


def _parse_play(value: object) -> PlayReview:
    table = _object(value, _PLAY_FIELDS, "a play")
    seat = table["seat"]
    if not isinstance(seat, str) or seat not in _SEATS:
        raise RecordError(f"no seat: {quote(seat)}")
    verdict = Verdict(
        _parse_move(table["play"]),
        _parse_move(table["best"]),
        _number(table["loss"], "loss", 0),
        _number(table["interval"], "interval", 0),
        is_exact=_boolean(table["exact"], "exact"),
        is_forced=_boolean(table["forced"], "forced"),
        reason=_sentence(table["reason"]),
    )
    place = _whole(table["round"], "round"), _whole(table["number"], "number")
    return PlayReview(*place, _SEATS[seat], verdict)


def _parse_move(value: object) -> Play:
    if not isinstance(value, str) or len(value) > 120:
        raise RecordError(f"no play: {quote(value)}")
    play = Play.parse(value)
    if str(play) != value:
        raise RecordError(f"a play is written {play}, not {quote(value)}")
    return play


def _number(value: object, what: str, least: int) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise RecordError(f"{what} must be a number, not {quote(value)}")
    if not least <= value <= _MOST_POINTS or not isfinite(value):
        raise RecordError(f"{what} must be from {least} to {_MOST_POINTS}, not {quote(value)}")
    return value


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MOST:
        raise RecordError(f"{what} must be a whole number from 1 to {_MOST}, not {quote(value)}")
    return value


def _boolean(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{what} must be true or false, not {quote(value)}")
    return value


def _sentence(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_REASON or not value.isprintable():
        raise RecordError(f"no sentence: {quote(value)}")
    return value
