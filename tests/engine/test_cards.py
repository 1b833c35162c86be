"""Cards and sets of cards: their text, both ways, and the laws of sets."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from basra.engine.cards import (
    ALL,
    DECK,
    JACKS,
    KINGS,
    KOMI,
    NONE,
    NUMERALS,
    QUEENS,
    RANKS,
    SUITS,
    Card,
    Cards,
    parse_sequence,
)
from basra.engine.errors import NotationError, quote
from basra.engine.shuffles import shuffled
from tests.conftest import read_or_refuse
from tests.strategies import cards, floors, seeds

TEXT_LIKE_CARDS = st.text(st.sampled_from("A23456789TJQK10CDHS♣♦♥♠♧♢♡♤\ufe0f{}-?xX!,; \t\n"))


class TestTheTextOfACard:
    def test_every_card_reads_back_also_as_it_is_drawn_and_in_small_letters(self) -> None:
        for card in DECK:
            assert Card.parse(str(card)) is card
            assert Card.parse(repr(card)) is card
            assert Card.parse(card.glyph) is card
            assert Card.parse(card.glyph + "\ufe0e") is card
            assert Card.parse(card.glyph.replace("10", "T").lower()) is card
            assert Card.parse(f" {str(card).lower()}\n") is card

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            pytest.param("10D", "TD", id="ten-in-two-digits"),
            pytest.param("10d", "TD", id="ten-in-two-digits-and-a-small-suit"),
            pytest.param("tD", "TD", id="a-small-rank"),
            pytest.param("Q♥", "QH", id="a-suit-drawn"),
            pytest.param("10♦\ufe0f", "TD", id="a-suit-drawn-as-an-emoji"),
            pytest.param("q♡", "QH", id="a-suit-drawn-hollow"),
            pytest.param("a♤", "AS", id="a-hollow-spade"),
            pytest.param("\tac ", "AC", id="with-space-around"),
        ],
    )
    def test_a_card_that_is_read_is_written_in_one_way(self, text: str, name: str) -> None:
        assert str(Card.parse(text)) == name

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="nothing"),
            pytest.param(" ", id="a-space"),
            pytest.param("1C", id="one-is-no-rank"),
            pytest.param("11C", id="eleven"),
            pytest.param("0C", id="zero"),
            pytest.param("T", id="a-rank-alone"),
            pytest.param("H", id="a-suit-alone"),
            pytest.param("HQ", id="suit-before-rank"),
            pytest.param("8 S", id="a-space-inside"),
            pytest.param("8SS", id="two-suits"),
            pytest.param("8S7D", id="two-cards"),
            pytest.param("8X", id="no-such-suit"),
            pytest.param("XS", id="no-such-rank"),
            pytest.param("??", id="a-hidden-card"),
            pytest.param("-8S", id="a-minus"),
            pytest.param("{8S}", id="in-braces"),
            pytest.param("٨S", id="an-arabic-eight"),
            pytest.param("８S", id="a-wide-eight"),
            pytest.param("8ſ", id="a-long-s"),
            pytest.param("8ß", id="a-sharp-s"),
            pytest.param("🂡", id="a-card-in-one-character"),
        ],
    )
    def test_what_is_no_card_is_refused_by_name(self, text: str) -> None:
        with pytest.raises(NotationError, match="not a card: ") as refused:
            Card.parse(text)
        assert quote(text) in str(refused.value)

    @given(st.text() | TEXT_LIKE_CARDS)
    @example("8ﬆ")
    @example("\ud800")
    def test_any_text_is_a_card_or_refused(self, text: str) -> None:
        card = read_or_refuse(Card.parse, text)
        assert card is None or card in DECK

    def test_a_card_goes_into_a_column_as_text(self) -> None:
        assert f"[{Card.parse('8S'):>4}|{Card.parse('AC')}]" == "[  8S|AC]"


class TestACard:
    def test_there_are_52_in_card_order(self) -> None:
        names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
        assert list(map(str, DECK)) == names
        assert sorted(DECK) == list(DECK)
        assert RANKS == "A23456789TJQK"
        assert SUITS == "CDHS"

    def test_each_is_one_object_true_and_known_by_its_number(self) -> None:
        for card in DECK:
            assert card, "even the first, whose number is 0"
            assert card.rank + card.suit == str(card)
            assert Card(int(card)) is card
            assert DECK[card] is card
            assert copy.copy(card) is card
            assert copy.deepcopy(card) is card
            assert pickle.loads(pickle.dumps(card)) is card

    @pytest.mark.rule("3.2")
    def test_an_ace_counts_one_a_ten_ten_and_a_picture_nothing(self) -> None:
        counts = {card.rank: card.number for card in DECK}
        assert counts == {
            "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10,
            "J": 0, "Q": 0, "K": 0,
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("number", "quoted"),
        [(-1, "-1"), (52, "52"), (1000, "1000"), (10**5000, "int too long to show")],
        ids=["-1", "52", "1000", "a-number-too-long-to-write"],
    )
    def test_there_is_none_of_another_number(self, number: int, quoted: str) -> None:
        with pytest.raises(NotationError, match=f"not a card: '{quoted}'; cards are numbered 0 to"):
            Card(number)

    def test_it_is_drawn_with_its_suit(self) -> None:
        drawn = [Card.parse(name).glyph for name in ("AC", "7D", "TH", "KS")]
        assert drawn == ["A♣", "7♦", "10♥", "K♠"]

    def test_a_card_can_be_given_no_attribute(self) -> None:
        with pytest.raises(AttributeError):
            KOMI.owner = "north"  # type: ignore[attr-defined]


class TestTheTextOfASet:
    @given(floors(max_size=52))
    def test_every_set_reads_back(self, floor: Cards) -> None:
        assert Cards.parse(str(floor)) == floor
        assert Cards.parse(floor.compact) == floor
        assert Cards.parse(" ".join(card.glyph for card in floor)) == floor
        assert Cards.parse(",".join(map(str, floor)).lower()) == floor

    @given(floors(max_size=52), seeds())
    def test_the_order_of_its_cards_does_not_matter(self, floor: Cards, seed: int) -> None:
        mixed = shuffled(Random(seed), tuple(floor))
        assert Cards.parse("".join(map(str, mixed))) == floor
        assert str(Cards.of(mixed)) == str(floor)

    @pytest.mark.parametrize(
        ("text", "written"),
        [
            pytest.param("", "{}", id="nothing"),
            pytest.param("{}", "{}", id="empty-braces"),
            pytest.param(" \n", "{}", id="space"),
            pytest.param("AC7DQH", "{AC 7D QH}", id="one-word"),
            pytest.param("qh ac 7d", "{AC 7D QH}", id="small-letters-and-spaces"),
            pytest.param("{7D,AC,QH}", "{AC 7D QH}", id="braces-and-commas"),
            pytest.param("{ 7D , AC ; QH }", "{AC 7D QH}", id="spaces-around-commas"),
            pytest.param("A♣7♦\nQ♥", "{AC 7D QH}", id="suits-drawn"),
            pytest.param("AC10D9S", "{AC 9S TD}", id="a-ten-in-the-middle-of-a-word"),
        ],
    )
    def test_a_set_that_is_read_is_written_in_one_way(self, text: str, written: str) -> None:
        assert str(Cards.parse(text)) == written
        assert f"{Cards.parse(text):>12}" == f"{written:>12}"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            pytest.param("AC AC", "twice", id="a-card-twice"),
            pytest.param("AC a♣", "twice", id="a-card-twice-in-two-ways"),
            pytest.param("AC 8X", "not a card: '8X' in 'AC 8X'", id="no-card-among-cards"),
            pytest.param("8X", "not a card: '8X'", id="no-card"),
            pytest.param("AC7", "not a card: '7' in|not a card: '7'", id="half-a-card-at-the-end"),
            pytest.param("{AC", "not a card: '{AC'", id="an-open-brace"),
            pytest.param("AC}", "not a card: '}'", id="a-closing-brace"),
            pytest.param("{{AC}}", "not a card: '{AC}'", id="braces-in-braces"),
            pytest.param("A C", "not a card: 'A' in 'A C'", id="a-card-torn-apart"),
            pytest.param("AC-7D", "not a card: '-7D'", id="a-dash-between"),
            pytest.param("??", "not a card: '\\?\\?'", id="a-hidden-card"),
            pytest.param("8ﬆs", "not a card: '8ﬆs'", id="a-ligature-of-s-and-t"),
        ],
    )
    def test_what_is_no_set_is_refused_with_the_reason(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError, match=reason):
            Cards.parse(text)

    @given(st.text() | TEXT_LIKE_CARDS)
    def test_any_text_is_a_set_or_refused(self, text: str) -> None:
        found = read_or_refuse(Cards.parse, text)
        if found is not None:
            assert found.issubset(ALL)
            assert Cards.parse(str(found)) == found

    @given(st.lists(cards()))
    def test_a_sequence_keeps_its_order_and_its_repeats(self, sequence: list[Card]) -> None:
        assert parse_sequence(" ".join(map(str, sequence))) == tuple(sequence)
        assert parse_sequence("".join(card.glyph for card in sequence)) == tuple(sequence)

    @given(st.text() | TEXT_LIKE_CARDS)
    def test_any_text_is_a_sequence_or_refused(self, text: str) -> None:
        found = read_or_refuse(parse_sequence, text)
        assert found is None or set(found) <= set(DECK)

    def test_a_long_text_is_quoted_in_part(self) -> None:
        with pytest.raises(NotationError) as refused:
            Cards.parse("AC" * 1000 + "x")
        assert len(str(refused.value)) < 200


class TestASetOfCards:
    """`Cards` behaves as a frozen set of cards."""

    @given(floors(max_size=52))
    def test_it_holds_and_iterates_over_its_cards_in_card_order(self, floor: Cards) -> None:
        members = list(floor)
        assert members == [card for card in DECK if card in floor]
        assert len(members) == len(floor)
        assert bool(floor) is (len(floor) > 0)
        assert all(type(card) is Card for card in members)
        assert Cards.of(members) == floor

    @given(floors(max_size=30), floors(max_size=30), cards())
    def test_it_obeys_the_laws_of_sets(self, one: Cards, other: Cards, card: Card) -> None:
        a, b, alone = frozenset(one), frozenset(other), Cards.of([card])
        assert frozenset(one | other) == a | b
        assert frozenset(one & other) == a & b
        assert frozenset(one - other) == a - b
        assert one.isdisjoint(other) is a.isdisjoint(b)
        assert one.issubset(other) is a.issubset(b)
        assert (one == other) is (a == b)
        assert len({one, Cards(one), other}) == len({a, b})
        assert hash(Cards(one)) == hash(one)
        assert all(type(made) is Cards for made in (one | other, one & other, one - other))
        assert (one | card, one - card, one & card) == (one | alone, one - alone, one & alone)

    @given(floors(max_size=52))
    def test_a_set_stays_itself_when_copied_or_pickled(self, floor: Cards) -> None:
        for twin in (copy.copy(floor), copy.deepcopy(floor), pickle.loads(pickle.dumps(floor))):
            assert twin == floor
            assert type(twin) is Cards

    @given(cards(), floors(max_size=10))
    def test_a_card_may_not_stand_in_it_twice(self, card: Card, floor: Cards) -> None:
        with pytest.raises(NotationError, match="twice"):
            Cards.of([card, *(floor - Cards.of([card])), card])

    def test_the_named_sets_are_what_they_say(self) -> None:
        assert list(ALL) == list(DECK)
        assert list(NONE) == []
        assert str(KOMI) == "7D"
        assert {card.rank for card in NUMERALS} == set("A23456789T")
        assert len(NUMERALS) == 40
        assert str(JACKS) == "{JC JD JH JS}"
        assert str(QUEENS) == "{QC QD QH QS}"
        assert str(KINGS) == "{KC KD KH KS}"

    def test_a_set_of_cards_can_be_given_no_attribute(self) -> None:
        with pytest.raises(AttributeError):
            ALL.owner = "north"  # type: ignore[attr-defined]


class TestQuotes:
    @given(st.text())
    @example("\ud800")
    @example("\x1b[31m")
    def test_what_a_message_quotes_can_be_printed(self, text: str) -> None:
        assert quote(text).isprintable()
        assert len(quote(text)) < 700  # sixty characters, each as ten in the worst case

    @pytest.mark.parametrize("thing", [None, 3, 2.5, [1], {"a": 1}, 10**5000], ids=type)
    def test_anything_can_be_quoted(self, thing: object) -> None:
        assert quote(thing).isprintable()
