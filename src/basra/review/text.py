"""The text of a review, both ways: one JSON object.

Law of this file: strict and bounded.  Anybody may have written the text; what comes out of it is a
whole `Review`, or a `RecordError` that says what is wrong and where.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn, TypeVar

from basra.ai.grading import Verdict
from basra.engine.errors import BasraError, RecordError, quote
from basra.engine.plays import Play
from basra.engine.seats import Seat
from basra.review.review import Judged, Par, Review

FORMAT = 1
LONGEST = 8 << 20
"""Characters of a review; a match of eight rounds has some 80,000."""
LONGEST_REASON = 500
"""Characters of a sentence of the coach."""
_MOST = 1_000_000
"""Rounds, plays and worlds beyond which nothing goes."""
_MOST_POINTS = 1_000_000_000
_FIELDS = {"format", "worlds", "pars", "plays"}
_PAR = {"round", "margin"}
_PLAY = {
    *("round", "number", "seat", "play", "best"),
    *("loss", "interval", "exact", "forced", "reason"),
}
_SEATS = {str(seat).lower(): seat for seat in Seat}
_Read = TypeVar("_Read")


def facts(review: Review) -> dict[str, Any]:
    """Return *review* as the table that its text is."""
    return {
        "format": FORMAT,
        "worlds": review.worlds,
        "pars": [{"round": one.round, "margin": one.margin} for one in review.pars],
        "plays": [_play(one) for one in review.judged],
    }


def _play(one: Judged) -> dict[str, Any]:
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


def written(review: Review) -> str:
    """Return the text of *review*."""
    return json.dumps(facts(review), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Review:
    """Return the review that *text* is."""
    if len(text) > LONGEST:
        raise RecordError("a review: far too long")
    table = _table(_json(text), _FIELDS, "a review")
    if table["format"] != FORMAT or isinstance(table["format"], bool):
        raise RecordError(f"a review: of format {quote(table['format'])}, and {FORMAT} is read")
    review = Review(
        tuple(_each(table["plays"], "play", _judged)),
        tuple(_each(table["pars"], "par", _par)),
        _whole(table["worlds"], "worlds"),
    )
    places = [(one.round, one.number) for one in review.judged]
    if places != sorted(set(places)):
        raise RecordError("a review: the plays are not in the order of play")
    rounds = [one.round for one in review.pars]
    if rounds != sorted(set(rounds)):
        raise RecordError("a review: the pars are not in the order of the rounds")
    return review


def _json(text: str) -> object:
    """Return what *text* is as JSON, without numbers that are none and fields that stand twice."""
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_fields)
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("a review: lists or tables nest far too deep") from None
    except ValueError as error:  # also for a number of thousands of digits
        where = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"a review: not JSON{where}") from None


def _no_number(text: str) -> NoReturn:
    raise RecordError(f"a review: {text} is no number")


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise RecordError("a review: a field stands twice")
    return table


def _table(value: object, fields: set[str], what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != fields:
        raise RecordError(f"{what}: must have the fields {', '.join(sorted(fields))}, no others")
    return value


def _each(values: object, what: str, read_one: Callable[[object], _Read]) -> list[_Read]:
    """Read a list, and say at which of its items it went wrong."""
    if not isinstance(values, list):
        raise RecordError(f"a review: {what}s must be a list")
    found = []
    for at, value in enumerate(values, 1):
        try:
            found.append(read_one(value))
        except BasraError as error:
            raise RecordError(f"a review: {what} {at}: {error}") from None
    return found


def _par(value: object) -> Par:
    table = _table(value, _PAR, "a par")
    margin = table["margin"]
    if margin is not None:
        margin = _number(margin, "margin", -_MOST_POINTS)
    return Par(_whole(table["round"], "round"), margin)


def _judged(value: object) -> Judged:
    table = _table(value, _PLAY, "a play")
    seat = table["seat"]
    if not isinstance(seat, str) or seat not in _SEATS:
        raise RecordError(f"no seat: {quote(seat)}")
    verdict = Verdict(
        _played(table["play"]),
        _played(table["best"]),
        _number(table["loss"], "loss", 0),
        _number(table["interval"], "interval", 0),
        is_exact=_truth(table["exact"], "exact"),
        is_forced=_truth(table["forced"], "forced"),
        reason=_sentence(table["reason"]),
    )
    place = _whole(table["round"], "round"), _whole(table["number"], "number")
    return Judged(*place, _SEATS[seat], verdict)


def _played(value: object) -> Play:
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


def _truth(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{what} must be true or false, not {quote(value)}")
    return value


def _sentence(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_REASON or not value.isprintable():
        raise RecordError(f"no sentence: {quote(value)}")
    return value
