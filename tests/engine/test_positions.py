"""Position lines: they read back, and everything that is wrong with one is named at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from basra.engine import (
    DECK,
    PRESETS,
    Card,
    Cards,
    PositionError,
    Round,
    Rules,
    Seat,
    View,
    shuffled,
    stream,
)
from tests.conftest import read_or_refuse
from tests.strategies import random_play, rounds, rule_sets, seeds

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
V2 = Rules.preset("v2")
BOTTOM = replace(V2, opening="bottom")
LEBANON = Rules.preset("lebanon")

OPENING = (
    "4D7DTHQD/4H5C8CKC/ADAH2D3C/"
    "9CJC6S5D5HKH6D8S7HJS4C3D7CASJH9D9STDQHTCAC8D2S2C6CKDQC7SQSTS8H4S5S2H3SJDKS9H6H3H"
    "/-/- 0-0 S -"
)
AFTER_ONE_PLAY = (
    "4DTHQD/4H5C8CKC/-/"
    "9CJC6S5D5HKH6D8S7HJS4C3D7CASJH9D9STDQHTCAC8D2S2C6CKDQC7SQSTS8H4S5S2H3SJDKS9H6H3H"
    "/ADAH2D3C7D/- 1-0 N S"
)
LAST_CARDS = (
    "7S/9C/AC6C6HKD/-/ACADAHAS2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6D6S/"
    "7C7D7H8C8D8H8S9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKHKS 1-2 S N"
).replace("/ACAD", "/AD")
WITH_KNOWN = (
    "4S6DQDKS/2D4D5DJC/2C2S3H5C/"
    "6H9S3SKC6STC8C5S8DJD4H7C7H9D8SQS4C6CTD2HKDAH8HQH7SAC3D9H5HASJSTS7DTH3CKHQCAD9C+JH"
    "/-/- 0-0 S -"
)
KNOWN_DEALT = (
    "2C3CJH/2D3DKS/5C/-+JH/"
    "ACADAHAS2H2S3H3S4C4D4H4S5D5H5S6C6D6H6S7C7D7H7S/"
    "8C8D8H8S9C9D9H9STCTDTHTSJCJDJSQCQDQHQSKCKDKH 0-1 N N"
)
OVER = (
    "-/-/-/-/ACADAHAS2C2D2H2S3C3D3H3S4C4D4H4S5C5D5H5S6C6D6H6S/"
    "7C7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQHQSKCKDKHKS 1+1-0 S N"
)


def fields_of(line: str) -> list[str]:
    return line.split(" ")[0].split("/")


def changed(line: str, **fields: str) -> str:
    """Return *line* with some of its fields and words changed."""
    names = ("south", "north", "floor", "stock", "south_pile", "north_pile")
    cards, *words = line.split(" ")
    values = dict(zip(names, cards.split("/"), strict=True))
    values |= dict(zip(("basras", "turn", "last"), words, strict=True))
    values |= fields
    cards = "/".join(values[name] for name in names)
    return f"{cards} {values['basras']} {values['turn']} {values['last']}"


def problems_of(line: str, rules: Rules = V2) -> tuple[str, ...]:
    with pytest.raises(PositionError) as error:
        Round.parse(line, rules)
    problems = error.value.problems
    assert str(error.value) == "not a position: " + "; ".join(problems)
    assert str(error.value).isprintable()
    assert len(set(problems)) == len(problems) > 0
    return problems


def problems_of_view(line: str, rules: Rules = V2) -> tuple[str, ...]:
    with pytest.raises(PositionError) as error:
        View.parse(line, rules)
    assert error.value.problems
    return error.value.problems


# ---------------------------------------------------------------- what is written


def reads_back(state: Round) -> bool:
    """Whether the lines of *state* and of both its views are read as them, without a history."""
    line = str(state)
    again = Round.parse(line, state.rules)
    assert again == replace(state, outcomes=())
    assert str(again) == line
    for seat in Seat:
        view = state.view(seat)
        seen = View.parse(str(view), state.rules)
        assert seen == replace(view, outcomes=())
        assert str(seen) == str(view)
    return True


@given(rounds(rule_sets()))
def test_a_line_reads_as_the_state_or_view_it_was_written_from_without_its_history(
    state: Round,
) -> None:
    assert reads_back(state)


@pytest.mark.parametrize("opening", ["bury", "bottom", "redeal", "keep"])
def test_every_state_of_a_round_reads_back_and_so_does_either_view(opening: str) -> None:
    rng = stream("lines", opening)
    for preset in PRESETS.values():
        state = Round.deal(shuffled(rng), rules=replace(preset, opening=opening))
        while not state.is_over:
            state = state.play(random_play(state, rng))
            assert reads_back(state)


@given(rounds(rule_sets(), max_plays=47))
def test_a_round_read_from_its_line_goes_on_as_the_original(state: Round) -> None:
    twin = Round.parse(str(state), state.rules)
    assert twin.legal_plays() == state.legal_plays()
    assert twin.dealer is state.dealer
    assert twin.deal_number == state.deal_number
    rng = Random(1)
    while not state.is_over:
        play = random_play(state, rng)
        state, twin = state.play(play), twin.play(play)
        assert twin.outcomes[-1] == state.outcomes[-1]
        assert str(twin) == str(state)
    assert twin.tally() == state.tally()


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        pytest.param(OPENING, V2, id="an-opening"),
        pytest.param(AFTER_ONE_PLAY, V2, id="after-a-basra"),
        pytest.param(LAST_CARDS, V2, id="the-last-cards"),
        pytest.param(WITH_KNOWN, BOTTOM, id="known-under-the-stock"),
        pytest.param(KNOWN_DEALT, BOTTOM, id="known-and-dealt"),
        pytest.param(OVER, V2, id="a-round-that-is-over"),
        pytest.param(f"-/-/{Cards.of(DECK).compact}/-/-/- 0-0 N -", V2, id="over-and-nobodys"),
    ],
)
def test_a_line_that_was_written_is_written_again(line: str, rules: Rules) -> None:
    assert str(Round.parse(line, rules)) == line


@pytest.mark.parametrize(
    "line",
    [
        "4D7DTHQD/????????/ADAH2D3C/40/-/- 0-0 S -",
        "????????/4H5C8CKC/ADAH2D3C/40/-/- 0-0 S -",
        "??????/4H5C8CKC/-/40/ADAH2D3C7D/- 1-0 N S",
        "-/??/2D3D/0/"
        "ACADAHAS2C2H2S3C3H3S4C4D4H4S5C5D5H5S6C6D6H6S7C/7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQH"
        "QSKCKDKH 0-0 N S",
        "KS/-/2D3D/0/"
        "ACADAHAS2C2H2S3C3H3S4C4D4H4S5C5D5H5S6C6D6H6S7C/7D7H7S8C8D8H8S9C9D9H9STCTDTHTSJCJDJHJSQCQDQH"
        "QSKCKDKH 0+2-0 S S S",
    ],
)
def test_the_line_of_a_view_that_was_written_is_written_again(line: str) -> None:
    assert str(View.parse(line)) == line


@pytest.mark.parametrize("seat", Seat)
def test_a_fifth_word_says_whose_view_it_is_where_the_other_hand_is_empty(seat: Seat) -> None:
    over = Round.parse(OVER)
    line = str(over.view(seat))
    assert line.endswith(f" S N {'SN'[seat]}")
    assert View.parse(line).seat is seat
    view = View.parse(str(View.parse(line)))
    assert view == over.view(seat)


def test_without_a_fifth_word_it_is_the_view_of_the_seat_on_turn() -> None:
    for seat, line in zip(Seat, (OVER, OVER.replace(" S N", " N N")), strict=True):
        view = str(Round.parse(line).view(seat))
        assert View.parse(view.rsplit(" ", 1)[0]) == View.parse(view)
        assert View.parse(view.rsplit(" ", 1)[0]).seat is seat


def test_cards_known_to_lie_under_the_stock_stand_behind_a_plus() -> None:
    state = Round.parse(WITH_KNOWN, BOTTOM)
    assert state.known == (Card.parse("JH"),)
    assert len(state.stock) == 40
    assert state.stock[-1] == Card.parse("JH")
    assert fields_of(str(state.view(Seat.SOUTH)))[3] == "39+JH"
    dealt = Round.parse(KNOWN_DEALT, BOTTOM)
    assert dealt.known == (Card.parse("JH"),)
    assert dealt.stock == ()
    assert fields_of(str(dealt.view(Seat.NORTH)))[3] == "0+JH"
    assert dealt.view(Seat.NORTH).other_known == Cards.parse("JH")


def test_ordinary_basras_and_those_of_a_jack_are_counted_apart() -> None:
    state = Round.parse(OVER)
    assert (state.basras, state.jack_basras) == ((1, 0), (1, 0))
    assert state.tally().points == (40, 30)


def test_basras_that_the_rules_give_no_point_for_are_refused() -> None:
    with pytest.raises(PositionError, match=r"basras of the jack.* \(jack_basra = 0\)"):
        Round.parse(OVER, Rules.preset("pagat"))
    with pytest.raises(PositionError, match=r"there are basras, .* \(basra = 0\)"):
        Round.parse(OVER, replace(Rules(), basra=0))
    assert Round.parse(OVER.replace("1+1", "1"), Rules.preset("pagat")).basras == (1, 0)


SCORES = [
    ((0, 0), 0, ""),
    ((31, 45), 0, " 31-45"),
    ((0, 7), 60, " 0-7+60"),
    ((0, 0), 30, " 0-0+30"),
]


@pytest.mark.parametrize(("scores", "carried", "word"), SCORES)
def test_the_last_word_says_how_the_match_stands(
    scores: tuple[int, int], carried: int, word: str
) -> None:
    rules = Rules.preset("ahwa")
    deck = shuffled(stream(1, "scores"))
    state = Round.deal(deck, rules=rules, scores=scores, carried=carried)
    assert str(state) == str(Round.deal(deck, rules=rules)) + word
    assert Round.parse(str(state), rules) == state
    for seat in Seat:
        view = state.view(seat)
        assert str(view).endswith(f" S -{word}")
        assert View.parse(str(view), rules) == view
        assert (view.scores, view.carried) == (scores, carried)


def test_scores_stand_behind_the_seat_of_a_view() -> None:
    over = replace(Round.parse(OVER), scores=(110, 4))
    assert Round.parse(str(over)) == over
    for seat in Seat:
        line = str(over.view(seat))
        assert line.endswith(f" S N {'SN'[seat]} 110-4")
        assert View.parse(line) == over.view(seat)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("121-40", "the match is over at 121-40: the target is 121"),
        ("10-20+30", "30 points cannot be carried under these rules"),
        ("10-20-30", "scores are written 31-45"),
        ("-1-20", "scores are written 31-45"),
        ("1-20 3-4", "scores are written 31-45"),
        ("3-4 S", "is not 4 words but 6"),
    ],
)
def test_a_match_that_cannot_be_is_refused(word: str, problem: str) -> None:
    assert any(problem in found for found in problems_of(f"{OPENING} {word}"))


def test_points_carried_come_in_whole_majorities() -> None:
    rules = Rules.preset("ahwa")
    line = str(Round.deal(shuffled(stream(1, "scores")), rules=rules))
    assert Round.parse(f"{line} 0-0+90", rules).carried == 90
    assert any("20 points" in found for found in problems_of(f"{line} 0-0+20", rules))


def test_both_may_be_level_at_the_target_and_play_on() -> None:
    assert Round.parse(f"{OPENING} 130-130").scores == (130, 130)


@pytest.mark.parametrize(("scores", "carried"), [((121, 0), 0), ((-1, 0), 0), ((0, 0), 30)])
def test_no_round_is_dealt_in_a_match_that_cannot_be(scores: tuple[int, int], carried: int) -> None:
    with pytest.raises(PositionError):
        Round.deal(shuffled(stream(1, "scores")), scores=scores, carried=carried)


def test_every_line_in_the_page_about_notation_is_one() -> None:
    page = NOTATION.read_text(encoding="utf-8")
    boxes = re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    lines = [line for box in boxes for line in box.splitlines() if line.count("/") == 5]
    assert len(lines) >= 4
    for line in lines:
        reader: Callable[[str], Round | View] = View.parse if "?" in line else Round.parse
        assert str(reader(line)) == line
    assert str(Round.parse(OPENING).play(Round.parse(OPENING).read_play("7D"))) == AFTER_ONE_PLAY


# ------------------------------------------------------------------ what is read


def test_a_line_may_be_written_more_loosely() -> None:
    state = Round.parse(OPENING)
    assert Round.parse(OPENING.lower()) == state
    assert Round.parse(f"  {OPENING}\n") == state
    assert Round.parse(OPENING.replace(" ", "   ")) == state
    assert Round.parse(changed(OPENING, south="QD10H7♦4♦", floor="3C2DAHAD")) == state


# ------------------------------------------------------------ what is wrong with it


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        pytest.param(
            changed(OPENING, floor="ADAH2D"),
            ["1 cards are missing, among them 3C", "the floor is 4 cards, not 3"],
            id="51-cards",
        ),
        pytest.param(
            changed(OPENING, floor="ADAH2D3C3H"),
            ["3H stands 2 times", "the floor is 4 cards, not 5"],
            id="a-card-in-two-places",
        ),
        pytest.param(
            changed(OPENING, floor="ADAH2D2D"),
            ["2D stands 2 times", "1 cards are missing, among them 3C"],
            id="a-card-twice-in-one-place",
        ),
        pytest.param(
            changed(OPENING, south="4D7DTHQDAD", floor="AH2D3C"),
            ["south's hand is 5 cards; a deal gives 4"],
            id="a-hand-too-large",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, turn="S"),
            ["South is on turn with 3 cards against 4"],
            id="the-wrong-seat-on-turn",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, south="4D", south_pile="ADAH2D3C7DTHQD"),
            ["North is on turn with 4 cards against 1"],
            id="uneven-hands",
        ),
        pytest.param(
            changed(LAST_CARDS, floor="AC6C6H", stock="KD"),
            ["the stock is 1 cards, not a multiple of 8"],
            id="a-stock-that-does-not-come-out-even",
        ),
        pytest.param(
            changed(
                OVER,
                stock=fields_of(OVER)[4][:16],
                south_pile=fields_of(OVER)[4][16:],
            ),
            ["both hands are empty, yet 8 cards are in the stock: they would be dealt"],
            id="hands-that-were-not-dealt",
        ),
        pytest.param(
            changed(OPENING, south="4DADTHQD", floor="7DAH2D3C"),
            ["{7D} may not lie on the floor"],
            id="a-barred-card-on-the-opening-floor",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, last="N"),
            ["North was the last taker, yet has no pile"],
            id="a-last-taker-without-a-pile",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, last="-"),
            ["there is a pile, so somebody was the last taker"],
            id="a-pile-and-no-last-taker",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, basras="3-0"),
            ["South cannot have made 3 basras with a pile of 5"],
            id="more-basras-than-the-pile-allows",
        ),
        pytest.param(
            changed(AFTER_ONE_PLAY, basras="2+1-0"),
            ["South cannot have made 3 basras with a pile of 5"],
            id="more-basras-of-both-sorts-than-the-pile-allows",
        ),
        pytest.param(
            changed(OPENING, basras="0-1"),
            ["North cannot have made 1 basras with a pile of 0"],
            id="a-basra-before-the-first-play",
        ),
        pytest.param(
            changed(
                LAST_CARDS,
                floor="AC6C6H",
                north_pile="KD",
                south_pile=fields_of(LAST_CARDS)[4] + fields_of(LAST_CARDS)[5],
                basras="1-0",
            ),
            ["north's pile is 1 card; a capture is 2 at least"],
            id="a-pile-of-one-card",
        ),
        pytest.param(
            changed(OVER, south_pile=fields_of(OVER)[4][4:], floor="ACAD"),
            ["the round is over, so the floor belongs to the last taker"],
            id="a-floor-left-after-the-last-card",
        ),
        pytest.param(
            WITH_KNOWN,
            ["cards known to lie under the stock are only for rules with opening = bottom"],
            id="known-cards-under-rules-that-know-none",
        ),
        pytest.param(
            changed(OPENING, south="????????", floor="ADAH2D3C"),
            ["a hidden card (??) or a number for the stock is for views only"],
            id="a-hidden-hand",
        ),
        pytest.param(
            changed(OPENING, stock="40"),
            ["a hidden card (??) or a number for the stock is for views only"],
            id="a-number-for-the-stock",
        ),
    ],
)
def test_each_thing_that_cannot_be_is_named(line: str, problems: list[str]) -> None:
    found = problems_of(line)
    assert len(found) == len(problems), found
    for problem, expected in zip(found, problems, strict=True):
        assert expected in problem


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        pytest.param(
            "",
            ["'' is not 4 words but 0", "its fields of cards, parted by /, are not 6 but 0"],
            id="nothing",
        ),
        pytest.param(
            "basra",
            ["'basra' is not 4 words but 1", "its fields of cards, parted by /, are not 6 but 1"],
            id="some-other-text",
        ),
        pytest.param(OPENING.rsplit(" ", 1)[0], ["is not 4 words but 3"], id="a-word-missing"),
        pytest.param(f"{OPENING} S N", ["is not 4 words but 6"], id="two-words-too-many"),
        pytest.param(
            OPENING.replace("/-/-", "/-"),
            ["its fields of cards, parted by /, are not 6 but 5"],
            id="five-fields",
        ),
        pytest.param(
            OPENING.replace("/-/-", "/-/-/-"),
            ["its fields of cards, parted by /, are not 6 but 7"],
            id="seven-fields",
        ),
        pytest.param(
            changed(OPENING, south="4D7DTHQX"), ["south's hand: not a card: 'QX'"], id="no-card"
        ),
        pytest.param(
            changed(OPENING, floor=""), ["floor: nothing stands there"], id="an-empty-field"
        ),
        pytest.param(
            changed(OPENING, basras="0:0"), ["basras are written 1-0 or 1+1-0, not '0:0'"], id="0:0"
        ),
        pytest.param(changed(OPENING, basras="100-0"), ["not '100-0'"], id="a-hundred-basras"),
        pytest.param(changed(OPENING, basras="-1-0"), ["not '-1-0'"], id="basras-below-nothing"),
        pytest.param(changed(OPENING, basras="٣-0"), ["not '٣-0'"], id="other-digits"),
        pytest.param(
            changed(OPENING, turn="E"), ["the seat on turn is S or N, not 'E'"], id="a-third-seat"
        ),
        pytest.param(changed(OPENING, turn="-"), ["the seat on turn is S or N"], id="no-seat"),
        pytest.param(
            changed(OPENING, last="W"), ["the last taker is S, N or -, not 'W'"], id="last-taker"
        ),
        pytest.param(
            changed(OPENING, south="zz", north="1C", stock="A", basras="x", turn="x", last="x"),
            [
                "south's hand: not a card: 'zz'",
                "north's hand: not a card: '1C'",
                "stock: not a card: 'A'",
                "basras are written",
                "the seat on turn is",
                "the last taker is",
            ],
            id="everything-unreadable",
        ),
        pytest.param(
            changed(OPENING, floor="\x1b[2J"), [r"floor: not a card: '\x1b[2J'"], id="an-escape"
        ),
        pytest.param("x" * 2_000, ["too long"], id="far-too-long"),
    ],
)
def test_each_thing_that_cannot_be_read_is_named(line: str, problems: list[str]) -> None:
    found = problems_of(line)
    for expected in problems:
        assert any(expected.lower() in problem.lower() for problem in found), (expected, found)


def test_everything_that_is_wrong_is_named_at_once() -> None:
    line = (
        "4D7DTHQDAD/4H5C/AH2D3C/9C9CJC/"
        "6S/5D5HKH6D8S7HJS4C3D7CASJH9D9STDQHTCAC8D2S2C6CKDQC7SQSTS8H4S5S2H3SJDKS9H6H 1-20 N -"
    )
    found = problems_of(line)
    for expected in (
        "9C stands 2 times",
        "3 cards are missing, among them 3H 8C KC",
        "south's hand is 5 cards; a deal gives 4",
        "North is on turn with 2 cards against 5",
        "the stock is 3 cards, not a multiple of 8",
        "there is a pile, so somebody was the last taker",
        "south's pile is 1 card",
        "South cannot have made 1 basras with a pile of 1",
        "North cannot have made 20 basras with a pile of 36",
    ):
        assert any(expected in problem for problem in found), (expected, found)


@pytest.mark.parametrize("card", ["KS", "7S"])
def test_only_barred_cards_can_be_known_to_lie_under_the_stock(card: str) -> None:
    stock = fields_of(OPENING)[3].replace(card, "") + "+" + card
    assert problems_of(changed(OPENING, stock=stock), BOTTOM) == (
        "only barred cards are put under the stock",
    )


@pytest.mark.parametrize("known", ["JHJH", "JHJDJH"])
def test_a_known_card_that_stands_twice_is_named_also_when_it_has_been_dealt(known: str) -> None:
    problems = problems_of(changed(KNOWN_DEALT, stock=f"-+{known}"), BOTTOM)
    assert any("JH stands 2 times" in problem for problem in problems)
    view = str(Round.parse(KNOWN_DEALT, BOTTOM).view(Seat.SOUTH))
    problems = problems_of_view(view.replace("+JH", f"+{known}"), BOTTOM)
    assert any("JH stands 2 times" in problem for problem in problems)


def test_the_line_of_a_round_has_no_fifth_word() -> None:
    for word in ("S", "N"):
        assert problems_of(f"{OPENING} {word}")


def test_with_hands_of_six_the_sizes_are_those_of_hands_of_six() -> None:
    state = Round.deal(shuffled(stream(1, "deck")), rules=LEBANON)
    assert Round.parse(str(state), LEBANON) == state
    problems = problems_of(str(state), V2)
    assert "south's hand is 6 cards; a deal gives 4" in problems
    problems = problems_of(OPENING, LEBANON)
    assert "the stock is 40 cards, not a multiple of 12" in problems


def test_under_keep_a_jack_may_lie_on_the_opening_floor() -> None:
    line = changed(OPENING, floor="7DAH2D3C", south="4DADTHQD")
    state = Round.parse(line, replace(V2, opening="keep"))
    assert Card.parse("7D") in state.floor


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param(OPENING, "a view shows one hand", id="the-line-of-a-round"),
        pytest.param(
            "????????/????????/ADAH2D3C/40/-/- 0-0 S -", "a view shows one hand", id="no-hand"
        ),
        pytest.param(
            "4D7DTHQD/4H5C8CKC/ADAH2D3C/40/-/- 0-0 S -", "hides the cards of the other", id="both"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/-/-/- 0-0 S -", "a number for the stock", id="no-number"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/32/-/- 0-0 S -", "there are 44 cards, not 52", id="44-cards"
        ),
        pytest.param(
            "4D7DTHQD/????????/AD4D2D3C/40/-/- 0-0 S -", "4D stands 2 times", id="a-card-twice"
        ),
        pytest.param(
            "4D7DTHQD/??????/ADAH2D3C5C/40/-/- 0-0 S -", "", id="nothing-wrong-but-the-floor"
        ),
        pytest.param(
            "4D7DTHQD/??????????/ADAH2D/40/-/- 0-0 N -", "north's hand is 5 cards", id="large-hand"
        ),
        pytest.param(
            "4D7DTHQD/????/ADAH2D3C5C6C/40/-/- 0-0 S -", "South is on turn with 4", id="uneven"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/40/-/- 0-0 S - N", "a view shows one hand", id="wrong-seat"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/40/-/- 0-0 S - X", "S or N, not 'X'", id="no-such-seat"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/40/-/- 0-0 S - 200-3", "the match is over", id="past-target"
        ),
        pytest.param(
            "4D7DTHQD/????????/ADAH2D3C/39+JC/-/- 0-0 S -", "opening = bottom", id="known-cards"
        ),
        pytest.param(
            "4D7DTHQD/???????/ADAH2D3C/40/-/- 0-0 S -", "north's hand: not a card", id="odd-marks"
        ),
    ],
)
def test_each_thing_that_is_wrong_with_the_line_of_a_view_is_named(line: str, problem: str) -> None:
    if problem:
        assert any(problem in found for found in problems_of_view(line))
    else:
        assert View.parse(line).floor == Cards.parse("AD AH 2D 3C 5C")


# ---------------------------------------------------------------------------- fuzz


@st.composite
def damaged(draw: DrawFn, line: str) -> str:
    """Draw *line* with one to four changes: characters, cards that move, fields, words."""
    for _ in range(draw(st.integers(1, 4))):
        way = draw(st.integers(0, 6))
        if way <= 2:
            at = draw(st.integers(0, len(line)))
            character = draw(st.sampled_from("AC23456789TJQKDHS/-+ ?NS01x!\x00٣"))
            line = line[:at] + ("", character, character)[way] + line[at + (0, 1, 0)[way] :]
            line = line[:at] + line[at + 1 :] if way == 0 else line
            continue
        cards, *words = line.split(" ")
        fields = cards.split("/")
        if way == 3 and words:
            new = draw(st.sampled_from(["S", "N", "-", "0-0", "1-1", "0+1-0", "20-20", "", "S N"]))
            words[draw(st.integers(0, len(words) - 1))] = new
        one, two = (draw(st.integers(0, len(fields) - 1)) for _ in range(2))
        if way == 4:
            fields[one], fields[two] = fields[two], fields[one]
        elif way == 5:
            size = 2 * draw(st.integers(1, 8))
            moved = fields[one][:size]
            fields[one] = fields[one][size:] or "-"
            fields[two] = fields[two].strip("-") + moved
        elif way == 6:
            fields[3] = draw(
                st.sampled_from(["-", "0", "8", "40", "-+JH", "0+JHJH", "39+7D", "-+"])
            )
        line = " ".join(["/".join(fields), *words])
    return line


def playable(state: Round, seed: int) -> bool:
    """Whether *state* can be looked at from both seats, written, read and played to its end."""
    rng = Random(seed)
    while True:
        for seat in Seat:
            view = state.view(seat)
            assert view.imagine(rng).view(seat) == view
            assert View.parse(str(view), state.rules) == replace(view, outcomes=())
            view.legal_plays()
        assert Round.parse(str(state), state.rules) == replace(state, outcomes=())
        if state.is_over:
            return True
        state = state.play(random_play(state, rng))


@given(st.data(), rounds(rule_sets()), seeds())
def test_a_damaged_line_is_refused_or_is_a_position_that_can_be_played(
    data: st.DataObject, state: Round, seed: int
) -> None:
    rules = data.draw(st.sampled_from([state.rules, replace(state.rules, opening="bottom")]))
    read = read_or_refuse(lambda line: Round.parse(line, rules), data.draw(damaged(str(state))))
    if read is not None:
        assert Round.parse(str(read), rules) == read
        assert playable(read, seed)


@given(st.data(), rounds(rule_sets()), st.sampled_from(Seat), seeds())
def test_the_damaged_line_of_a_view_is_refused_or_is_a_view_that_can_be_imagined(
    data: st.DataObject, state: Round, seat: Seat, seed: int
) -> None:
    rules = data.draw(st.sampled_from([state.rules, replace(state.rules, opening="bottom")]))
    line = data.draw(damaged(str(state.view(seat))))
    view = read_or_refuse(lambda line: View.parse(line, rules), line)
    if view is not None:
        assert View.parse(str(view), rules) == view
        imagined = view.imagine(Random(seed))
        assert imagined.view(view.seat) == view
        assert playable(imagined, seed)


@given(
    st.text(max_size=80)
    | st.from_regex(r"([A2-9TJQKCDHS?]{0,9}/){5}[A2-9TJQKCDHS]{0,9} [0-9]-[0-9] [SN] [SN-]( S)?"),
    rule_sets(),
)
def test_any_other_text_is_refused_in_print(text: str, rules: Rules) -> None:
    read_or_refuse(lambda line: Round.parse(line, rules), text)
    read_or_refuse(lambda line: View.parse(line, rules), text)
