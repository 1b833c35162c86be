"""What a typed line means."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.engine.cards import Card
from basra.engine.plays import Play
from basra.engine.rules import Rules
from basra.engine.state import Round, View
from basra.messages.capture_choices import plays_of
from basra.messages.card_order import hand_slots
from basra.plain.parser import (
    COMMANDS,
    MAX_NUMBERED,
    Command,
    ParseFailure,
    numbered_choices,
    parse_choice,
    parse_command,
    parse_line,
)
from tests.screen import position
from tests.strategies import rounds, seeds

FREE = Rules.preset("jawaker")


def view_of(hand: str, floor: str, rules: Rules | None = None) -> View:
    state = position(hand, "TC 8D 9C JC", floor, rules=rules)
    return state.view(state.turn)


VIEW = view_of("7H QD QS KC", "4S 3D QH 9S")


@pytest.mark.parametrize(
    ("line", "play"),
    [
        pytest.param("", "7Hx3D4S", id="enter-is-the-first"),
        pytest.param("  ", "7Hx3D4S", id="spaces-are-nothing"),
        pytest.param("1", "7Hx3D4S", id="a-number"),
        pytest.param("١", "7Hx3D4S", id="an-arabic-digit"),
        pytest.param("7", "7Hx3D4S", id="a-rank-that-is-no-place"),
        pytest.param("K", "KC", id="a-letter"),
        pytest.param("king", "KC", id="a-rank-in-words"),
        pytest.param("7h", "7Hx3D4S", id="a-card"),
        pytest.param("7♥", "7Hx3D4S", id="a-card-with-its-suit"),
        pytest.param("the queen of spades", "QSxQH", id="a-card-in-words"),
        pytest.param("7Hx3D4S", "7Hx3D4S", id="a-play-in-full"),
        pytest.param("7h x 4s 3d", "7Hx3D4S", id="a-play-with-spaces-in-any-order"),
        pytest.param("7♥ takes 4♠ 3♦", "7Hx3D4S", id="a-play-as-it-is-said"),
        pytest.param("7 × 4s,3d", "7Hx3D4S", id="a-play-of-a-rank"),
        pytest.param("7hx3D4S!", "7Hx3D4S", id="a-mark-of-a-basra-is-let-pass"),
        pytest.param("k nothing", "KC", id="a-card-for-nothing"),
        pytest.param("KC takes nothing", "KC", id="a-card-that-takes-nothing"),
    ],
)
def test_a_line_means_a_play(line: str, play: str) -> None:
    assert str(parse_line(line, VIEW)) == play


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param("q", "Which queen: Q♦ or Q♠?", id="a-rank-held-twice"),
        pytest.param(
            "t", "There is no 10 in the hand; for table or take back type another letter.", id="t"
        ),
        pytest.param("8", "There is no 8 in the hand.", id="a-rank-not-held"),
        pytest.param("0", "There is no card 0 now: type 1, 2, 3 or 4.", id="no-place"),
        pytest.param(
            "8c", "8♣ is not in the hand, which has 7♥, Q♦, Q♠, K♣.", id="a-card-not-held"
        ),
        pytest.param("7h x qh", "7♥ cannot take Q♥.", id="no-capture"),
        pytest.param("7h x 4s", "7♥ takes 4♠ only with 3♦.", id="not-all-of-a-capture"),
        pytest.param("7h x frog", "Not a card: 'frog'.", id="no-cards"),
        pytest.param("7h nothing", "7♥ must take something.", id="it-must-take"),
        pytest.param("h", "That could be hint, hand or help: type another letter.", id="h"),
        pytest.param(
            "frog",
            "I do not understand 'frog': type the number of a card, or ? for help.",
            id="frog",
        ),
        pytest.param(
            "99999999999999999999",
            "I do not understand '99999999999999999999': type the number of a card, or ? for help.",
            id="a-large-number",
        ),
    ],
)
def test_a_line_that_means_nothing_is_answered_by_one_sentence(line: str, sentence: str) -> None:
    found = parse_line(line, VIEW)
    assert isinstance(found, ParseFailure)
    assert found.message == sentence


def test_a_place_that_is_empty_says_what_is_left() -> None:
    view = view_of("7H QD QS KC", "4S")
    state = position("7H QD QS KC", "2C 3C 4C 5C", "4S")
    state = state.play(state.read_play("QD")).play(Play(Card.parse("2C")))
    assert parse_line("2", state.view(view.seat)) == ParseFailure(
        "There is no card 2 now: type 1, 3 or 4."
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_may_be_cut_short_as_long_as_it_is_clear(name: str) -> None:
    for length in range(1, len(name) + 1):
        others = [other for other in COMMANDS if other.startswith(name[:length])]
        for typed in (name[:length], name[:length].upper()):
            found = parse_command(typed)
            if len(others) == 1:
                assert found == Command(name)
            else:
                assert isinstance(found, ParseFailure)
                assert name in found.message


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("?", Command("help")),
        ("undo", Command("take back")),
        ("Take  BACK", Command("take back")),
        ("rules jack", Command("rules", "jack")),
        ("ru 3.4", Command("rules", "3.4")),
        ("exit", Command("quit")),
        ("hint please", None),
        ("", None),
    ],
)
def test_commands_by_other_words(line: str, wanted: Command | None) -> None:
    assert parse_command(line) == wanted


class TestWays:
    view = view_of("7S QD 2H KC", "AC 6C 6H")
    ways = plays_of(view, Card.parse("7S"))

    def test_a_card_with_several_captures_means_all_of_them(self) -> None:
        for line in ("2", "7s", "7"):
            assert parse_line(line, self.view) == self.ways
        assert len(self.ways) == 2

    @pytest.mark.parametrize(
        ("line", "play"),
        [
            ("", "7SxAC6C"),
            ("1", "7SxAC6C"),
            ("2", "7SxAC6H"),
            ("ac 6h", "7SxAC6H"),
            ("7s x ac 6h", "7SxAC6H"),
            ("kc", "KC"),
            ("q", "QD"),
        ],
    )
    def test_one_is_chosen_by_number_or_by_its_cards(self, line: str, play: str) -> None:
        assert str(parse_choice(line, self.view, self.ways)) == play

    def test_a_number_that_is_none_of_them_is_answered(self) -> None:
        assert parse_choice("3", self.view, self.ways) == ParseFailure(
            "There is no choice 3: type 1 to 2."
        )
        assert parse_choice("0", self.view, self.ways) == ParseFailure(
            "There is no choice 0: type 1 to 2."
        )

    def test_commands_are_heard_between(self) -> None:
        assert parse_choice("floor", self.view, self.ways) == Command("floor")

    def test_what_must_be_taken_is_not_laid_for_nothing(self) -> None:
        found = parse_choice("nothing", self.view, self.ways)
        assert found == ParseFailure("7♠ must take something.")


def test_under_free_capture_a_card_asks_and_may_take_nothing() -> None:
    view = view_of("8S QD 2H KC", "8C 5D 3H", FREE)
    assert parse_line("8s", view) == plays_of(view, Card.parse("8S"))
    ways = plays_of(view, Card.parse("8S"))
    assert str(parse_choice("nothing", view, ways)) == "8S"
    assert str(parse_choice(str(len(ways)), view, ways)) == "8S"
    assert str(parse_line("8s takes nothing", view)) == "8S"
    assert str(parse_line("8s x 8c", view)) == "8Sx8C"


def test_of_very_many_ways_the_largest_are_offered_and_taking_nothing() -> None:
    view = view_of("TS QD 2H KC", "AC AD AH 2C 2D 3C 3D 3H 4C 4D 4H 5C 5D 6C 6D", FREE)
    ways = plays_of(view, Card.parse("TS"))
    shown = numbered_choices(ways)
    assert len(ways) > 100
    assert len(shown) == MAX_NUMBERED
    assert shown[:-1] == ways[: MAX_NUMBERED - 1]
    assert not shown[-1].taken
    assert parse_choice(str(MAX_NUMBERED), view, ways) == shown[-1]
    assert str(parse_choice("4c 6c", view, ways)) == "TSx4C6C"


@given(rounds(max_plays=47), seeds())
def test_every_play_can_be_typed_in_full_and_every_card_by_its_place(
    state: Round, seed: int
) -> None:
    view = state.view(state.turn)
    plays = view.legal_plays()
    play = plays[Random(seed).randrange(len(plays))] if plays else None
    if play is None:
        return
    in_full = str(play) if play.taken else f"{play.card} nothing"
    assert parse_line(in_full, view) == play
    place = hand_slots(view).index(play.card) + 1
    ways = plays_of(view, play.card)
    assert parse_line(str(place), view) == (ways[0] if len(ways) == 1 else ways)
    if play in numbered_choices(ways):
        assert parse_choice(str(numbered_choices(ways).index(play) + 1), view, ways) == play


@given(rounds(max_plays=47), st.text(max_size=40))
def test_any_text_means_something_or_is_answered_by_a_sentence(state: Round, text: str) -> None:
    view = state.view(state.turn)
    if not view.legal_plays():
        return
    found = parse_line(text, view)
    if isinstance(found, ParseFailure):
        assert found.message[-1] in ".?!"
        assert found.message.isprintable()
    elif isinstance(found, Play):
        assert view.why_not(found) is None
