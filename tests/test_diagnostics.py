"""The report of a crash: what is in it, and what never is."""

from __future__ import annotations

import re

import pytest

from basra.diagnostics import crash_report
from basra.engine import DECK, Card, Cards, Play, Round, shuffled, stream

STATE = Round.deal(shuffled(stream(1, "report")))
CARDS = re.compile(r"\b(?:(?:10|[2-9TJQKA])[CDHS])+(?:x\w+)?\b|\w[♣♦♥♠]")


def report_of(message: object) -> str:
    """Return the lines of a report after those that tell of the machine."""
    try:
        try:
            raise KeyError(message)
        except KeyError as cause:
            cause.add_note(f"while at {message}")
            raise ValueError(f"no good: {message}") from cause
    except ValueError as fault:
        return crash_report(fault, {}, {}).partition("Traceback")[2]


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(STATE, id="a-round"),
        pytest.param(STATE.hands, id="hands"),
        pytest.param(Cards(STATE.hands[0]), id="cards"),
        pytest.param(list(STATE.stock), id="a-stock"),
        pytest.param(Play(Card.parse("7D"), Cards.parse("3C 4S")), id="a-play"),
        pytest.param("10♥ on K♠, _QH_", id="signs"),
        *(pytest.param(card, id=str(card)) for card in DECK[::7]),
    ],
)
def test_no_card_of_a_message_is_in_the_report(message: object) -> None:
    report = report_of(message)
    assert "ValueError: no good" in report
    assert "KeyError" in report
    assert "while at" in report
    assert CARDS.findall(report) == []


def test_what_else_a_message_says_is_in_the_report() -> None:
    report = report_of("the width of 10 columns AT line 7, DASHES and 2 Suits")
    assert "ValueError: no good: the width of 10 columns AT line 7, DASHES and 2 Suits" in report
    assert f'File "{__file__}", line' in report
    assert 'raise ValueError(f"no good: {message}") from cause' in report
