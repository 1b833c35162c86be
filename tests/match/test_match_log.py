"""The entries of a match: what each does, when it is refused, and that a replay is the match."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra.engine.cards import DECK
from basra.engine.errors import BasraError, IllegalPlayError, NotationError, RecordError
from basra.engine.rules import PRESETS, Rules
from basra.engine.seats import Seat
from basra.match.header import Header
from basra.match.log import (
    ABANDON,
    ABANDONED,
    AGAIN,
    ASSIST,
    ASSISTS,
    BACK,
    DEMO,
    HAND_OVER,
    HINTS,
    TAKING_BACK,
    MatchLog,
    dealing,
    read_deck,
    written,
)
from basra.match.session import Session
from tests.conftest import read_or_refuse
from tests.history.random_match import AGAINST_CHANCE, PEOPLE, a_session, refused, wander
from tests.strategies import rule_sets, seeds

HEADER = Header(("Mona", "Tarek"))
SHORT = Rules(target=1)
FIRST = dealing(DECK)


def a_match(*entries: str) -> MatchLog:
    return MatchLog.replay(HEADER, (FIRST, *entries))


def finished(rules: Rules = SHORT) -> Session:
    """Return a match of two people that is over."""
    session = Session(PEOPLE, rules=rules, seed="7")
    wander(session, Random(7), straight=True)
    return session


# ------------------------------------------------------------------ what an entry does


def test_a_play_is_laid() -> None:
    log = a_match()
    play = log.round.legal_plays()[0]
    after = log.after(str(play))
    assert after.round == log.round.play(play)
    assert after.past == (log.round,)
    assert after == log.play(play)


def test_back_and_again_come_and_go() -> None:
    log = a_match()
    play = str(log.round.legal_plays()[0])
    laid = log.after(play)
    back = laid.after(BACK)
    assert back.round == log.round
    assert back.assists == {TAKING_BACK}
    again = back.after(AGAIN)
    assert (again.round, again.past, again.undone) == (laid.round, laid.past, ())
    assert again.assists == {TAKING_BACK}, "help that was had stays had"


def test_after_the_keyboard_is_handed_over_nothing_is_taken_back() -> None:
    log = a_match()
    laid = log.after(str(log.round.legal_plays()[0])).after(HAND_OVER)
    assert laid.why_not_back() == "there is nothing to take back"
    with pytest.raises(IllegalPlayError, match="nothing to take back"):
        laid.after(BACK)


def test_help_is_noted_once_and_for_all() -> None:
    log = a_match(ASSIST + HINTS, ASSIST + DEMO, ASSIST + HINTS)
    assert log.assists == {HINTS, DEMO}


def test_the_next_round_is_dealt_by_the_other_with_the_points_carried_on() -> None:
    session = Session(PEOPLE, rules=Rules(target=1_000), seed="7", first_dealer=Seat.SOUTH)
    wander(session, Random(1), entries=48, straight=True)
    before = session.log
    assert before.round.is_over
    after = before.after(dealing(DECK))
    assert after.number_of_round == 2
    assert after.earlier == (before.round,)
    assert after.round.dealer is Seat.NORTH
    assert after.match.tallies == before.match.tallies
    assert (after.past, after.undone) == ((), ())


def test_a_match_that_is_given_up_has_that_for_its_result() -> None:
    assert a_match(ABANDON).result == ABANDONED
    assert a_match().result == ""
    scores = finished().log.match.scores
    assert finished().log.result == f"{scores[0]}-{scores[1]}"


# ------------------------------------------------------------- what is refused, and why


@pytest.mark.parametrize(
    ("entry", "kind", "reason"),
    [
        (BACK, IllegalPlayError, "there is nothing to take back"),
        (AGAIN, IllegalPlayError, "nothing was taken back"),
        (FIRST, IllegalPlayError, "not over .rule 6.1."),
        ("deal ", NotationError, "not a pack of 52 cards"),
        (ASSIST + "a look at the stock", NotationError, "no help that there is"),
        (ASSIST, NotationError, "no help that there is"),
        ("", NotationError, "not a play"),
        ("Back", NotationError, "not a play"),
        ("x" * 121, NotationError, "not a play"),
        ("KS", IllegalPlayError, "KS is not in the hand"),
        ("ZZ", NotationError, "not a play"),
        ("\x1b[2J", NotationError, "not a play"),
    ],
)
def test_what_cannot_be_done_at_the_first_card_is_refused(
    entry: str, kind: type[BasraError], reason: str
) -> None:
    log = a_match()
    with pytest.raises(kind, match=reason) as caught:
        log.after(entry)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("entry", [BACK, AGAIN, HAND_OVER, ABANDON, ASSIST + HINTS, FIRST, "AC"])
def test_nothing_is_done_after_the_end(entry: str) -> None:
    for log in (a_match(ABANDON), finished().log):
        with pytest.raises(IllegalPlayError, match=r"the match (was given up|is over)"):
            log.after(entry)


def test_between_two_rounds_only_a_deal_brings_cards() -> None:
    session = Session(PEOPLE, rules=Rules(target=1_000), seed="7")
    wander(session, Random(1), entries=48, straight=True)
    assert refused(session, BACK) == "the round is over: nothing can be taken back"
    assert refused(session, AGAIN) == "nothing was taken back"
    assert refused(session, "AC")
    assert refused(session, HAND_OVER) == refused(session, ASSIST + HINTS) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AC" * 52, "AC stands in it twice"),
        ("AC" * 51, "not a pack of 52 cards"),
        ("ZZ" + "AC" * 51, "ZZ"),
    ],
)
def test_what_is_no_pack_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        read_deck(text)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ((), "nothing was played"),
        (("AC",), "deed 1: a match begins with a deal"),
        ((FIRST, "AC", "AC"), "deed 3: "),
        ((FIRST, ABANDON, BACK), "deed 3: the match was given up"),
    ],
)
def test_a_replay_names_the_entry_that_is_refused(entries: tuple[str, ...], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        MatchLog.replay(HEADER, entries)


@given(st.text(max_size=130))
def test_whatever_an_entry_is_it_happens_or_is_refused(text: str) -> None:
    read_or_refuse(a_match().after, text)


# -------------------------------------------------------------------- replaying it


@settings(max_examples=25)
@given(rule_sets(), seeds())
def test_replaying_the_entries_is_the_match_after_every_one_of_them(
    rules: Rules, number: int
) -> None:
    rng = Random(number)
    session = a_session(rng, dataclasses.replace(rules, target=min(rules.target, 100)))
    entries = [dealing(session.log.decks[0])]
    grown = MatchLog.replay(session.header(), entries)

    class Grower:
        def append(self, entry: str, log: MatchLog) -> None:
            nonlocal grown
            grown = grown.after(entry)
            assert grown == log
            entries.append(entry)

    session.autosave = Grower()
    wander(session, rng, entries=160)
    assert grown == session.log
    assert MatchLog.replay(session.header(), entries) == session.log


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_what_is_written_of_a_match_leads_to_it_again(rules: Rules) -> None:
    for number in range(6):
        rng = Random(f"{rules.name} {number}")
        session = a_session(rng, rules)

        def check(now: Session) -> None:
            again = MatchLog.replay(now.header(), written(now.log))
            assert again == dataclasses.replace(now.log, undone=())

        wander(session, rng, entries=70, after=check)
        if not session.log.result:
            session.abandon()
        check(session)


def test_an_entry_that_cannot_be_saved_does_not_happen() -> None:
    session = Session(AGAINST_CHANCE, seed="7", first_dealer=Seat.NORTH)

    class Full:
        def append(self, entry: str, log: MatchLog) -> None:
            raise OSError("no place")

    before = session.log
    session.autosave = Full()
    for do in (
        lambda: session.lay(session.round.legal_plays()[0]),
        lambda: session.assist(HINTS),
        session.abandon,
    ):
        with pytest.raises(OSError, match="no place"):
            do()
        assert session.log is before


def test_help_after_the_end_changes_nothing() -> None:
    session = finished()
    session.assist(ASSISTS[0])
    assert not session.assists
