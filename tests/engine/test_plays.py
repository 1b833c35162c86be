"""Plays: their one text, what a player may write instead, and why a play is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from basra.engine.captures import captures, is_capture, may_trail
from basra.engine.cards import ALL, DECK, NONE, Card, Cards
from basra.engine.errors import AmbiguousPlayError, IllegalPlayError, NotationError
from basra.engine.plays import Play, Refusal, plays_from, read_play, why_not
from basra.engine.rules import Rules
from tests.conftest import read_or_refuse
from tests.strategies import cards, floors, laid, rule_sets

V1, V2, JAWAKER = map(Rules.preset, ("v1", "v2", "jawaker"))
FREE_AND_SHARED = Rules(capture="free", komi_on_floor="any_card")
TEXT_LIKE_PLAYS = st.text(st.sampled_from("A27T10JQKCDHS♣♦x×X!{}?, -"), max_size=30)


def play(text: str) -> Play:
    return Play.parse(text)


class TestTheTextOfAPlay:
    @given(laid(max_size=20))
    def test_every_play_reads_back_also_from_what_a_player_may_write(
        self, card_and_taken: tuple[Card, Cards]
    ) -> None:
        made = Play(*card_and_taken)
        card, taken = made
        assert Play.parse(str(made)) == made
        assert Play.parse(repr(made)) == made
        assert Play.parse(f"{made}!") == made
        if taken:
            backwards = " ".join(reversed(str(taken)[1:-1].split()))
            assert Play.parse(f" {card} x {backwards} ! ") == made
            assert Play.parse(f"{card.glyph}×{taken}") == made
            assert Play.parse(f"{card}X{taken.compact}".lower()) == made
        else:
            assert Play.parse(f" {card.glyph} ".lower()) == made

    @pytest.mark.parametrize(
        ("text", "written"),
        [
            pytest.param("QH", "QH", id="trailing"),
            pytest.param(" qh ", "QH", id="trailing-in-small-letters"),
            pytest.param("8SxAC7D", "8SxAC7D", id="taking"),
            pytest.param("8S x 7D AC", "8SxAC7D", id="spaced-and-in-another-order"),
            pytest.param("JSxQSKD2C", "JSx2CQSKD", id="a-sweep-out-of-order"),
            pytest.param("js x qs, kd; 2c", "JSx2CQSKD", id="with-commas"),
            pytest.param("8♠×A♣7♦", "8SxAC7D", id="suits-drawn-and-a-sign-of-times"),
            pytest.param("8S X {AC 7D}", "8SxAC7D", id="with-braces"),
            pytest.param("10Dx10C", "TDxTC", id="tens-in-digits"),
            pytest.param("4Dx4H!", "4Dx4H", id="with-the-mark-of-a-basra"),
            pytest.param("4D x 4H !", "4Dx4H", id="with-the-mark-apart"),
            pytest.param("4D!", "4D", id="a-bare-card-with-the-mark"),
        ],
    )
    def test_a_play_that_is_read_is_written_in_one_way(self, text: str, written: str) -> None:
        assert str(Play.parse(text)) == written

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            pytest.param("", "'': not a card", id="nothing"),
            pytest.param("x", "'x': not a card", id="only-an-x"),
            pytest.param("!", "'!': not a card", id="only-a-mark"),
            pytest.param("8S7D", ".*: not a card: '8S7D'", id="two-cards-laid"),
            pytest.param("8Sx", ".*: no card stands after the x", id="nothing-after-the-x"),
            pytest.param("8Sx{}", ".*: no card stands after the x", id="empty-braces-after-the-x"),
            pytest.param("xAC", ".*: not a card: ''", id="nothing-before-the-x"),
            pytest.param("8Sx8S", ".*: 8S cannot take itself", id="a-card-that-takes-itself"),
            pytest.param("8SxACAC", ".*: a card stands twice", id="a-card-taken-twice"),
            pytest.param("8SxACx7D", "'8SxACx7D'$", id="two-x"),
            pytest.param("8S!xAC", "'8S!xAC'$", id="a-mark-in-the-middle"),
            pytest.param("8SxAC!!", "'8SxAC!!'$", id="two-marks"),
            pytest.param("8SxA7", ".*: not a card: 'A7'", id="taken-cards-without-suits"),
            pytest.param("8Sx??", ".*: not a card: '\\?\\?'", id="a-hidden-card"),
            pytest.param("1. 8S", ".*: not a card", id="a-number-in-front"),
        ],
    )
    def test_what_is_no_play_is_refused_with_the_reason(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError, match=f"^not a play: {reason}"):
            Play.parse(text)

    @given(st.text() | TEXT_LIKE_PLAYS)
    @example(" " * 800 + "xx")
    def test_any_text_is_a_play_or_refused(self, text: str) -> None:
        read = read_or_refuse(Play.parse, text)
        if read is not None:
            assert read.card in DECK
            assert Play.parse(str(read)) == read

    def test_a_card_without_taken_cards_trails(self) -> None:
        assert Play(Card.parse("AC")) == (Card.parse("AC"), NONE)
        assert str(Play(Card.parse("AC"))) == "AC"


class TestThePlaysOfAHand:
    @given(floors(min_size=1, max_size=6), floors(max_size=12), rule_sets())
    def test_they_are_the_captures_of_each_card_and_trailing_where_it_may(
        self, hand: Cards, floor: Cards, rules: Rules
    ) -> None:
        hand = hand - floor
        expected = []
        for card in hand:
            expected += [Play(card, taken) for taken in captures(card, floor, rules)]
            expected += [Play(card)] * may_trail(card, floor, rules)
        plays = plays_from(hand, floor, rules)
        assert list(plays) == expected
        assert {made.card for made in plays} == set(hand)
        assert len(plays) == len(set(plays))
        assert all(type(made) is Play for made in plays)

    def test_an_empty_hand_has_none(self) -> None:
        assert plays_from(NONE, Cards.parse("AC 7D"), V2) == ()

    def test_they_stand_in_card_order_and_captures_come_before_trailing(self) -> None:
        found = plays_from(Cards.parse("8S JC 3D"), Cards.parse("3C 5H"), JAWAKER)
        assert list(map(str, found)) == ["3Dx3C", "3D", "8Sx3C5H", "8S", "JCx3C5H"]


class TestWhyNot:
    @given(cards(), floors(max_size=4), laid(max_size=10), rule_sets())
    def test_it_is_silent_about_legal_plays_only(
        self, card: Card, taken: Cards, laid: tuple[Card, Cards], rules: Rules
    ) -> None:
        other, floor = laid
        hand = Cards.of({card, other}) - floor
        for played, takes in ((card, taken), (card, taken & floor), (other, floor), (other, NONE)):
            legal = played in hand and (
                is_capture(played, floor, takes, rules)
                if takes
                else may_trail(played, floor, rules)
            )
            refusal = why_not(Play(played, takes), hand, floor, rules)
            assert (refusal is None) is legal

    @pytest.mark.parametrize(
        ("text", "rules", "refusal"),
        [
            pytest.param(
                "9C", V1, "9C is not in the hand of the seat on turn (rule 2.1)", id="not-in-hand"
            ),
            pytest.param(
                "8SxTC",
                V1,
                "{TC} is not on the floor (rule 2.2)",
                id="taking-what-does-not-lie-there",
            ),
            pytest.param(
                "8SxACQD",
                V1,
                "{QD} is not on the floor (rule 2.2)",
                id="taking-one-card-that-does-not-lie-there",
            ),
            pytest.param(
                "8SxAC",
                V1,
                "8S cannot take {AC} here; it takes {AC 7H 8C} (rule 3.7)",
                id="taking-what-does-not-add-up",
            ),
            pytest.param(
                "8Sx8C",
                V1,
                "8S cannot take {8C} here; it takes {AC 7H 8C} (rule 3.7)",
                id="taking-less-than-the-most",
            ),
            pytest.param(
                "8S",
                V1,
                "8S cannot be laid without taking; it takes {AC 7H 8C} (rule 3.7)",
                id="trailing-where-taking-is-compulsory",
            ),
            pytest.param(
                "3DxKD",
                V1,
                "3D cannot take {KD} here; it takes nothing (rule 3.7)",
                id="taking-with-a-card-that-takes-nothing",
            ),
            pytest.param(
                "JCxKD",
                JAWAKER,
                "JC cannot take {KD} here; it takes {AC 7H 8C KD} (rule 3.8)",
                id="a-jack-that-does-not-sweep",
            ),
            pytest.param(
                "JC",
                JAWAKER,
                "JC cannot be laid without taking; it takes {AC 7H 8C KD} (rule 3.8)",
                id="a-jack-that-trails-where-taking-is-free",
            ),
            pytest.param(
                "8SxAC7H8CKD",
                JAWAKER,
                "8S cannot take {AC 7H 8C KD} here; it takes "
                "{AC 7H 8C} or {AC 7H} or {8C} (rule 3.8)",
                id="taking-too-much-where-taking-is-free",
            ),
        ],
    )
    def test_it_gives_the_reason_and_the_paragraph(
        self, text: str, rules: Rules, refusal: str
    ) -> None:
        hand, floor = Cards.parse("8S 3D JC"), Cards.parse("AC 7H 8C KD")
        assert str(why_not(play(text), hand, floor, rules)) == refusal

    def test_a_card_cannot_take_itself(self) -> None:
        eight = Card.parse("8S")
        refusal = why_not(Play(eight, Cards.of([eight])), Cards.parse("8S"), Cards.parse("8C"), V1)
        assert refusal == Refusal("2.2", "{8S} is not on the floor")

    def test_only_nine_captures_are_named_however_many_there_are(self) -> None:
        floor = Cards.parse("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H")
        refusal = why_not(play("TH"), Cards.parse("TH"), floor, V1)
        assert refusal is not None
        assert refusal.reason.count(" or ") == 8
        with pytest.raises(AmbiguousPlayError, match=r"( or .*){8} or …$") as refused:
            read_play("TH", Cards.parse("TH"), floor, V1)
        assert len(refused.value.plays) == 18


class TestReadingAPlay:
    @given(floors(min_size=2, max_size=12), st.sampled_from([V1, V2, FREE_AND_SHARED]))
    @example(Cards.parse("4C 4D 4S"), V1)
    @example(Cards.parse("AC 2D 7D 8H"), V2)
    @example(Cards.parse("3C 7D"), FREE_AND_SHARED)
    def test_a_bare_card_that_takes_in_several_ways_is_refused_with_all_of_them(
        self, floor: Cards, rules: Rules
    ) -> None:
        hand = ALL - floor
        for card in hand:
            found = captures(card, floor, rules)
            if len(found) > 1 and not may_trail(card, floor, rules):
                with pytest.raises(AmbiguousPlayError, match=f"{card} takes more than") as refused:
                    read_play(str(card), hand, floor, rules)
                assert refused.value.plays == tuple(str(Play(card, taken)) for taken in found)

    @pytest.mark.parametrize(
        ("text", "reads"),
        [
            pytest.param("8S", "8SxAC7H8C", id="a-bare-card-takes-in-its-only-way"),
            pytest.param("8♠ × 7♥ A♣ 8♣", "8SxAC7H8C", id="in-full-and-drawn"),
            pytest.param("3d", "3D", id="a-bare-card-that-takes-nothing-trails"),
            pytest.param("jc", "JCxAC7H8CKD", id="a-bare-jack-sweeps"),
        ],
    )
    def test_what_a_player_writes_means_a_legal_play(self, text: str, reads: str) -> None:
        hand, floor = Cards.parse("8S 3D JC"), Cards.parse("AC 7H 8C KD")
        assert str(read_play(text, hand, floor, V1)[0]) == reads

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            pytest.param("9C", "'9C': 9C is not in the hand", id="a-card-of-somebody-else"),
            pytest.param("9CxAC", "9C is not in the hand", id="a-capture-of-somebody-else"),
            pytest.param("8Sx8C", "8S cannot take {8C} here", id="less-than-the-most"),
            pytest.param("3DxAC", "it takes nothing", id="a-capture-where-there-is-none"),
        ],
    )
    def test_what_the_rules_refuse_is_refused_with_its_paragraph(
        self, text: str, reason: str
    ) -> None:
        hand, floor = Cards.parse("8S 3D JC"), Cards.parse("AC 7H 8C KD")
        with pytest.raises(IllegalPlayError, match=reason) as refused:
            read_play(text, hand, floor, V1)
        assert "(rule " in str(refused.value)
