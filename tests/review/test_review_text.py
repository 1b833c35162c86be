"""The text of a review: read back as it was, and refused where it is damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.ai.grading import Verdict
from basra.engine import Seat
from basra.engine.cards import DECK, Cards
from basra.engine.errors import RecordError
from basra.engine.plays import Play
from basra.review import Par, PlayReview, Review
from basra.review.review import LONGEST
from tests.conftest import read_or_refuse

points = st.floats(0, 1e9, allow_nan=False).map(lambda number: round(number, 2))
sentences = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "))


@st.composite
def some_plays(draw: st.DrawFn) -> Play:
    card, *taken = draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=6, unique=True))
    return Play(card, Cards.of(taken))


verdicts = st.builds(
    Verdict,
    some_plays(),
    some_plays(),
    points,
    points,
    is_exact=st.booleans(),
    is_forced=st.booleans(),
    reason=sentences.filter(lambda text: text.isprintable() and len(text) < 400),
)
numbers = st.integers(1, 60)
reviews = st.builds(
    Review.of,
    st.lists(
        st.builds(PlayReview, numbers, numbers, st.sampled_from(Seat), verdicts)
        | st.builds(Par, numbers, st.none() | st.integers(-300, 300) | points),
        max_size=6,
        unique_by=lambda one: (type(one), one.round, getattr(one, "number", 0)),
    ),
    st.integers(1, 10_000),
)


@given(reviews)
def test_what_is_written_is_read_back(review: Review) -> None:
    text = str(review)
    assert "\n" not in text
    assert Review.parse(text) == review
    assert str(Review.parse(text)) == text


@given(reviews, st.data())
def test_a_damaged_text_is_a_review_or_refused_in_a_sentence(
    review: Review, data: st.DataObject
) -> None:
    text = str(review)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    found = read_or_refuse(Review.parse, damaged)
    assert found is None or Review.parse(str(found)) == found
    assert read_or_refuse(Review.parse, text[:at]) is None


WHOLE: dict[str, Any] = {
    "format": 1,
    "worlds": 400,
    "pars": [{"round": 1, "margin": -4}, {"round": 2, "margin": None}],
    "plays": [
        {
            "round": 1,
            "number": number,
            "seat": "south",
            "play": "4D",
            "best": "5Sx5H",
            "loss": 1.5,
            "interval": 0.2,
            "exact": False,
            "forced": False,
            "reason": "lay 4♦.",
        }
        for number in (1, 3)
    ],
}


def with_changed(path: tuple[str | int, ...], value: object) -> str:
    """Return the text of `WHOLE` with one thing changed."""
    whole = json.loads(json.dumps(WHOLE))
    place = whole
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(whole)


def test_spaces_and_an_order_of_its_own_are_read() -> None:
    text = json.dumps(dict(reversed(WHOLE.items())), indent=2)
    assert len(Review.parse(text).plays) == 2
    assert Review.parse(text).par(1) == -4
    assert Review.parse(text).par(2) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("", "not JSON", id="nothing"),
        pytest.param("[1]", "must have the fields", id="no-table"),
        pytest.param("{}", "must have the fields", id="empty"),
        pytest.param("[" * 100_000, "nest far too deep", id="deep"),
        pytest.param('{"worlds": ' + "9" * 5000 + "}", "not JSON", id="long-number"),
        pytest.param(" " * (LONGEST + 1), "far too long", id="too-long"),
        pytest.param(with_changed(("format",), 2), "of format '2'", id="newer"),
        pytest.param(with_changed(("format",), True), "of format 'True'", id="no-format"),
        pytest.param(with_changed(("more",), 1), "no others", id="a-field-more"),
        pytest.param(json.dumps(WHOLE).replace("400", "NaN"), "is no number", id="nan"),
        pytest.param(
            json.dumps(WHOLE).replace('"worlds"', '"worlds": 1, "worlds"'), "twice", id="twice"
        ),
        pytest.param(with_changed(("worlds",), 0), "worlds must be", id="no-worlds"),
        pytest.param(with_changed(("pars",), {}), "pars must be a list", id="no-list"),
        pytest.param(with_changed(("pars", 1, "round"), 1), "order of the rounds", id="par-twice"),
        pytest.param(with_changed(("pars", 0, "margin"), "x"), "par 1: margin", id="no-margin"),
        pytest.param(with_changed(("plays", 1, "number"), 1), "order of play", id="same-play"),
        pytest.param(with_changed(("plays", 1, "seat"), "east"), "play 2: no seat", id="seat"),
        pytest.param(with_changed(("plays", 1, "seat"), []), "play 2: no seat", id="no-word"),
        pytest.param(with_changed(("plays", 0, "play"), "4Z"), "play 1: not a play", id="no-play"),
        pytest.param(with_changed(("plays", 0, "play"), "4d"), "is written 4D", id="spelling"),
        pytest.param(with_changed(("plays", 0, "best"), 4), "play 1: no play", id="best"),
        pytest.param(with_changed(("plays", 0, "loss"), -1), "loss must be", id="negative"),
        pytest.param(with_changed(("plays", 0, "loss"), True), "loss must be", id="truth"),
        pytest.param(json.dumps(WHOLE).replace("1.5", "1e999"), "loss must be", id="infinite"),
        pytest.param(with_changed(("plays", 0, "exact"), 1), "true or false", id="number"),
        pytest.param(with_changed(("plays", 0, "reason"), "\x1b[2J"), "no sentence", id="escape"),
        pytest.param(with_changed(("plays", 0, "reason"), "x" * 501), "no sentence", id="novel"),
    ],
)
def test_what_is_no_review_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        Review.parse(text)
    assert reason in str(refused.value)
    assert str(refused.value).isprintable()
