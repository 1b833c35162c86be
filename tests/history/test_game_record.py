"""The record of a match as text: to the byte, and strict."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basra.engine.errors import RecordError
from basra.engine.rules import PRESETS, Rules
from basra.history.game_record import LONGEST_LINE, MOST_LINES, Record, read_records
from basra.match.header import LONGEST_NAME, Header, clean_name
from basra.match.log import ASSISTS, HINTS, MEMORY, MatchLog, written
from basra.match.session import Session
from tests.conftest import read_or_refuse
from tests.history.random_match import AGAINST_CHANCE, PEOPLE, a_session, wander
from tests.strategies import rule_sets, seeds

NAMES = st.text(max_size=30).map(lambda text: clean_name(text, '"منى\\" [x]'))


def record_of(session: Session) -> Record:
    return Record(session.header("2026-11-30T19:40:16Z"), session.log)


def a_record() -> Record:
    """A short match of two people, with help and a change of the rules."""
    rules = dataclasses.replace(Rules.preset("pagat"), target=21, tie="carry")
    session = Session(PEOPLE, rules=rules, seed="a word")
    for how in (HINTS, MEMORY):
        session.assist(how)
    wander(session, Random(3), straight=True)
    return record_of(session)


RECORD = a_record()
TEXT = str(RECORD)
LINES = TEXT.splitlines()


def test_this_is_how_a_record_looks(golden: Callable[[str, str], None]) -> None:
    golden("records/short.basra", TEXT)


# ------------------------------------------------------------------- to the byte


def comes_back(record: Record) -> None:
    """Check that a record is read back as it was and written again to the byte."""
    text = str(record)
    again = Record.parse(text)
    assert str(again) == text
    assert again.header == record.header
    log = dataclasses.replace(record.log, undone=(), past=())
    assert dataclasses.replace(again.log, past=()) == log
    assert max(map(len, text.splitlines())) <= LONGEST_LINE
    replayed = MatchLog.replay(again.header, written(again.log))
    assert replayed == again.log


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_match_comes_back_to_the_byte(rules: Rules) -> None:
    for number in range(8):
        rng = Random(f"{rules.name} {number}")
        session = a_session(rng, rules)
        wander(session, rng, entries=rng.randrange(1, 400))
        comes_back(record_of(session))
        if not session.log.result:
            session.abandon()
            comes_back(record_of(session))


@settings(max_examples=25)
@given(rule_sets(), seeds(), st.tuples(NAMES, NAMES), st.text(max_size=40))
def test_whatever_the_rules_and_the_names_are(
    rules: Rules, number: int, names: tuple[str, str], seed: str
) -> None:
    rng = Random(number)
    session = a_session(rng, rules, PEOPLE)
    wander(session, rng, entries=60)
    printable = "".join(char for char in seed if char.isprintable())
    header = dataclasses.replace(session.header(), names=names)
    with contextlib.suppress(RecordError):
        header = dataclasses.replace(header, seed=printable)
    comes_back(Record(header, session.log))


@pytest.mark.parametrize(
    "name", ['say "hi"', "back\\slash", '\\"', "منى و طارق", "[Round 1]", "x" * LONGEST_NAME, "🂡"]
)
def test_names_that_look_like_something_else(name: str) -> None:
    comes_back(Record(dataclasses.replace(RECORD.header, names=(name, "ن")), RECORD.log))


def test_records_stand_one_after_another() -> None:
    other = record_of(Session(AGAINST_CHANCE, seed="8"))
    both = [RECORD, other]
    assert [str(record) for record in read_records(TEXT + "\n" + str(other))] == [*map(str, both)]
    assert [str(record) for record in read_records(TEXT + str(other))] == [*map(str, both)]
    with pytest.raises(RecordError, match="one record is wanted, and here are 2"):
        Record.parse(TEXT + TEXT)


def test_line_ends_and_marks_of_other_systems_are_let_pass() -> None:
    assert str(Record.parse("\ufeff" + TEXT.replace("\n", "\r\n"))) == TEXT


def test_a_bad_record_among_others_is_named_by_its_line_in_the_file() -> None:
    bad = TEXT.replace('[Target "21"]', '[Target "x"]')
    line = len(LINES) + LINES.index('[Target "21"]') + 1
    with pytest.raises(RecordError, match=f"^line {line}: a target is a whole number"):
        list(read_records(TEXT + bad + TEXT))


# ------------------------------------------------------------------------ strict

FIRST_DEAL = next(at for at, line in enumerate(LINES) if line.startswith("1. "))
ROUND = LINES.index('[Round "1"]')
POINTS = next(
    at for at, line in enumerate(LINES) if at > ROUND and line[:1].isdigit() and "-" in line
)
MARKED = next(at for at, line in enumerate(LINES) if line[1:2] == "." and "!" in line)
TAKES = next(at for at, line in enumerate(LINES) if line[1:2] == "." and "x" in line)


def tag(name: str) -> int:
    return next(at for at, line in enumerate(LINES) if line.startswith(f"[{name} "))


def swapped(at: int, line: str) -> list[str]:
    return [*LINES[:at], line, *LINES[at + 1 :]]


def inserted(at: int, line: str) -> list[str]:
    return [*LINES[:at], line, *LINES[at:]]


def without(at: int) -> list[str]:
    return [*LINES[:at], *LINES[at + 1 :]]


def bare(line: str) -> str:
    """The deal with the first play that takes written as its card alone."""
    words = line.split(" ")
    at = next(at for at, word in enumerate(words) if "x" in word)
    words[at] = words[at].split("x")[0]
    return " ".join(words)


def at_line(at: int, line: str, reason: str) -> tuple[list[str], int, str]:
    """The record with another line in a place, and why that line is refused."""
    return swapped(at, line), at + 1, reason


def at_tag(name: str, line: str, reason: str) -> tuple[list[str], int, str]:
    """The record with another line in the place of a tag, and why that line is refused."""
    return at_line(tag(name), line, reason)


DECK = LINES[tag("Deck")]
OVER = [*LINES, '[Round "3"]', *LINES[ROUND + 1 : ROUND + 3]]
NOBODY_HAS = "1. " + LINES[-2].split(" ")[1][:2]
CUT = LINES[FIRST_DEAL].rsplit(" ", 1)[0]
DAMAGE = {
    "unknown format": (
        swapped(0, '[Format "2"]'),
        1,
        "format '2' is not known; this program knows 1",
    ),
    "no format": (without(0), 1, 'a record begins with [Format "1"]'),
    "text before it": (inserted(0, "a match"), 1, 'a record begins with [Format "1"]'),
    "a tag missing": (without(tag("South")), ROUND, "the tag South is missing"),
    "the rules missing": (without(tag("Rules")), ROUND, "the tag Rules is missing"),
    "a tag twice": (
        inserted(tag("North"), LINES[tag("North")]),
        tag("North") + 2,
        "the tag North stands twice",
    ),
    "an unknown tag": (inserted(1, '[Elo "9"]'), 2, "there is no tag 'Elo' here"),
    "no tag at all": (inserted(1, "[South South]"), 2, "no tag: '[South South]'"),
    "an open tag": (swapped(1, '[Date "2026'), 2, "no tag: "),
    "a date that is none": (swapped(1, '[Date "30.11.2026"]'), 2, "not a time: '30.11.2026'"),
    "codes in a name": at_tag("South", '[South "a\x1b[2Jb"]', "no line of a record: "),
    "a direction in a name": at_tag("South", '[South "a\u202eb"]', "no line of a record: "),
    "a name too long": at_tag("North", f'[North "{"n" * 25}"]', "a player cannot be called"),
    "a level too long": (
        inserted(3, f'[NorthLevel "{"n" * 41}"]'),
        4,
        "no computer player can be called",
    ),
    "rules that are none": at_tag("Rules", '[Rules "poker"]', "there are no rules called 'poker'"),
    "a change that is none": at_tag("Change", '[Change "tie = 3"]', "tie must be a word in quotes"),
    "a nested change": at_tag("Change", f'[Change "tie = {"[" * 1900}"]', "not TOML"),
    "a target that is none": at_tag(
        "Target", '[Target "0"]', "target must be a positive whole number"
    ),
    "a target too long": at_tag("Target", f'[Target "{"9" * 999}"]', "a target is a whole number"),
    "no help": at_tag("Help", '[Help "a look"]', "no help that there is: 'a look'"),
    "another result": at_tag("Result", '[Result "1-0"]', "the result is "),
    "given up, and won": at_tag("Result", '[Result "abandoned"]', "the result is "),
    "the result missing": (without(tag("Result")), 1, "the result is "),
    "no round": (LINES[:ROUND], ROUND - 1, 'a round has a tag [Dealer "South"]'),
    "a round out of turn": at_line(ROUND, '[Round "2"]', 'the tag [Round "1"] is wanted here'),
    "a dealer that is none": at_line(
        ROUND + 1, '[Dealer "East"]', 'a round has a tag [Dealer "South"]'
    ),
    "the deck missing": (without(ROUND + 2), ROUND + 4, "no tag: '1. "),
    "a card twice": at_line(ROUND + 2, DECK[:7] + DECK[9:11] + DECK[9:], "stands in it twice"),
    "a deck too short": at_line(ROUND + 2, DECK[:9] + DECK[11:], "not a pack of 52 cards"),
    "a deck of other cards": at_line(ROUND + 2, '[Deck "' + "1Z" * 52 + '"]', "1Z"),
    "another deal": at_line(
        FIRST_DEAL, "2" + LINES[FIRST_DEAL][1:], "deal 1 is wanted here, not '2.'"
    ),
    "a card nobody has": at_line(FIRST_DEAL, NOBODY_HAS, "is not in the hand"),
    "what is no play": at_line(FIRST_DEAL, "1. hello", "not a play: 'hello'"),
    "a play too few": (
        swapped(FIRST_DEAL, CUT),
        FIRST_DEAL + 2,
        "the deal above is not played to its end",
    ),
    "a play too many": at_line(
        FIRST_DEAL, LINES[FIRST_DEAL] + " AC", "a deal has 1 to 8 plays, not 9"
    ),
    "an empty deal": at_line(FIRST_DEAL, "1.", "a deal has 1 to 8 plays, not 0"),
    "a card alone that takes": at_line(TAKES, bare(LINES[TAKES]), "is written "),
    "two blanks": at_line(
        FIRST_DEAL, LINES[FIRST_DEAL].replace(" ", "  ", 1), "a deal has 1 to 8 plays, not 9"
    ),
    "a basra not marked": at_line(MARKED, LINES[MARKED].replace("!", "", 1), "is written "),
    "other points": at_line(POINTS, "1-1", "the round is worth "),
    "the points missing": (without(POINTS), POINTS + 2, "the points of the round are missing"),
    "more after the end": (inserted(len(LINES), "1. AC"), len(LINES) + 1, "no tag: '1. AC'"),
    "a round too many": (OVER, len(LINES) + 3, "the match is over"),
    "a line too long": (inserted(2, f'[Seed "{"s" * 3000}"]'), 3, "no line of a record: "),
    "a huge line of dealers": (
        [*LINES[:ROUND], '[Dealer "x"] ' * 300_000],
        ROUND + 1,
        "no line of a record: ",
    ),
    "a mess": ([LINES[0], "[" * 1500], 2, "no tag: "),
    "far too many lines": ([*LINES, *[""] * (MOST_LINES + 1)], 1, f"more than {MOST_LINES} lines"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_does_not_fit_is_refused_with_its_line(name: str) -> None:
    lines, line, reason = DAMAGE[name]
    with pytest.raises(RecordError) as caught:
        Record.parse("\n".join(lines) + "\n")
    message = str(caught.value)
    assert message.startswith(f"line {line}: "), message
    assert reason in message
    assert message.isprintable()


def test_a_mark_that_no_basra_earns_is_refused() -> None:
    words = LINES[TAKES].split(" ")
    at = next(at for at, word in enumerate(words) if at and "!" not in word)
    words[at] += "!"
    with pytest.raises(RecordError, match=f"line {TAKES + 1}: "):
        Record.parse("\n".join(swapped(TAKES, " ".join(words))))


def test_an_empty_file_is_no_record() -> None:
    for text in ("", "\n \n"):
        with pytest.raises(RecordError, match="the file is empty"):
            list(read_records(text))


# ---------------------------------------------------------------------- damaged


def reads(content: bytes) -> Record | None:
    """Read what a damaged file says as a program would: a record that holds, or a refusal."""
    record = read_or_refuse(Record.parse, content.decode("utf-8", "replace"))
    if record is not None:
        assert str(Record.parse(str(record))) == str(record)
        assert record.header.humans == record.log.humans
        assert record.log.assists <= frozenset(ASSISTS)
    return record


def test_a_record_cut_short_anywhere_is_refused_since_its_result_stands_above() -> None:
    whole = TEXT.encode()
    assert not any(reads(whole[:length]) for length in range(0, len(whole) - 1, 3))


def test_a_match_that_is_not_over_cut_short_is_sound_or_refused() -> None:
    session = Session(AGAINST_CHANCE, seed="منى")
    wander(session, Random(5), entries=60, straight=True)
    whole = str(record_of(session)).encode()
    read = [reads(whole[:length]) for length in range(0, len(whole), 3)]
    assert 0 < len([record for record in read if record is not None]) < len(read)


def test_a_record_with_any_byte_changed_is_sound_or_refused() -> None:
    rng = Random("flips")
    whole = TEXT.encode()
    for at in range(len(whole)):
        reads(whole[:at] + bytes([whole[at] ^ rng.randrange(1, 256)]) + whole[at + 1 :])


@given(st.text(alphabet='[]"\\ \n1.-xACKS7DFormatRound', max_size=400))
def test_whatever_stands_under_the_first_line(text: str) -> None:
    read_or_refuse(Record.parse, '[Format "1"]\n' + text)


def test_a_header_is_not_trusted_more_than_the_plays() -> None:
    other = dataclasses.replace(RECORD.header, first_dealer=RECORD.header.first_dealer.other)
    text = str(Record(other, RECORD.log))
    assert text == TEXT, "who deals is in the rounds alone"
    assert isinstance(Record.parse(text).header, Header)
