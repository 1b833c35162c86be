"""House rules as values: the presets, their text both ways, and everything that is refused."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from basra.engine.cards import JACKS, KOMI, NONE, Cards
from basra.engine.errors import RulesError, UnknownNameError
from basra.engine.rules import BARRABLE, FIELDS, PRESETS, WORDS, Rules
from tests.conftest import read_or_refuse
from tests.strategies import house_rules, rule_sets

PLAIN_SEVEN = "with komi = false the seven of diamonds is an ordinary seven, so "
SNIPPETS = [*" =\n\"'[]{}.,#-_019azxeE:\\", *FIELDS, *PRESETS, "preset", "true", "inf", "= '"]
TEXT_LIKE_RULES = st.lists(st.sampled_from(SNIPPETS), max_size=20).map("".join)
NUMBERS = (
    "basra",
    "jack_basra",
    "most_cards",
    "jack_points",
    "ace_points",
    "two_of_clubs_points",
    "ten_of_diamonds_points",
)
SWITCHES = ("komi", "jack_takes_lone_komi", "last_card_basra")


class TestPresets:
    def test_what_you_play_unless_you_choose_otherwise_is_v2(self) -> None:
        assert Rules() == Rules.preset("v2") == Rules.parse("")

    def test_no_two_of_them_are_the_same(self) -> None:
        assert len(set(PRESETS.values())) == len(PRESETS)

    @pytest.mark.parametrize("name", PRESETS)
    def test_it_is_found_and_written_by_its_name_whatever_the_target(self, name: str) -> None:
        rules = Rules.preset(f" {name.upper()}\n")
        assert rules is PRESETS[name]
        assert rules.name == name
        assert str(rules) == f'preset = "{name}"'
        assert dataclasses.replace(rules, target=rules.target + 29).name == name

    def test_rules_that_are_no_preset_are_called_house(self) -> None:
        assert Rules(most_cards=31).name == "house"

    @pytest.mark.parametrize("name", ["", "v3", "v1v2", "Pagat!", "\x1b[31m"], ids=ascii)
    def test_a_name_that_nothing_has_is_refused_with_those_there_are(self, name: str) -> None:
        with pytest.raises(UnknownNameError) as refused:
            Rules.preset(name)
        assert all(known in str(refused.value) for known in PRESETS)
        assert str(refused.value).isprintable()

    def test_they_cannot_be_changed(self) -> None:
        with pytest.raises(TypeError):
            PRESETS["v1"] = Rules()  # type: ignore[index]
        with pytest.raises(dataclasses.FrozenInstanceError):
            Rules.preset("v1").target = 5  # type: ignore[misc]

    @pytest.mark.rule("1.2")
    @pytest.mark.rule("1.5")
    def test_the_pack_comes_out_even(self) -> None:
        assert {4 + rules.deals * 2 * rules.hand_size for rules in PRESETS.values()} == {52}


class TestTheTextOfRules:
    @given(rule_sets())
    def test_it_reads_back_and_names_a_preset_and_only_what_differs(self, rules: Rules) -> None:
        assert Rules.parse(str(rules)) == rules
        first, *rest = str(rules).split("\n")
        preset = Rules.preset(first.removeprefix('preset = "').removesuffix('"'))
        differ = [name for name in FIELDS if getattr(rules, name) != getattr(preset, name)]
        assert [line.split(" = ")[0] for line in rest] == differ
        for other in PRESETS.values():
            assert len(differ) <= sum(
                getattr(rules, name) != getattr(other, name) for name in FIELDS
            )

    def test_house_rules_are_written_as_the_preset_next_to_them(self) -> None:
        rules = dataclasses.replace(
            Rules.preset("levant"), tie="both", jack_takes_lone_komi=False, barred=BARRABLE & JACKS
        )
        assert str(rules).split("\n") == [
            'preset = "levant"',
            'barred = "J"',
            "jack_takes_lone_komi = false",
            'tie = "both"',
        ]

    @pytest.mark.parametrize(
        ("text", "field", "value"),
        [
            pytest.param('preset = "pagat"\ntarget = 50', "target", 50, id="a-field-of-a-preset"),
            pytest.param("target = 50\npreset = 'pagat'", "most_cards", 3, id="the-preset-last"),
            pytest.param("# mine\n\n target=7 # short", "target", 7, id="comments-and-spaces"),
            pytest.param("komi_basra = '''never'''", "komi_basra", "never", id="a-long-string"),
            pytest.param('"target" = 5', "target", 5, id="a-quoted-key"),
            pytest.param("target = 1_000", "target", 1000, id="a-number-in-groups"),
            pytest.param("target = 0x10", "target", 16, id="a-number-to-the-base-sixteen"),
            pytest.param('barred = "J 7D"', "barred", BARRABLE, id="all-four-jacks-and-the-komi"),
            pytest.param('barred = "j,7♦"', "barred", BARRABLE, id="written-loosely"),
            pytest.param('barred = ""', "barred", NONE, id="nothing-barred"),
            pytest.param('barred = "JH JS"', "barred", Cards.parse("JH JS"), id="two-jacks-barred"),
            pytest.param('barred = "JH J"', "barred", JACKS, id="a-jack-and-all-jacks"),
        ],
    )
    def test_what_a_text_says_is_so(self, text: str, field: str, value: object) -> None:
        assert getattr(Rules.parse(text), field) == value

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            pytest.param(
                "target = 5\n\nmost_card = 30",
                "line 3: there is no rule called 'most_card'",
                id="a-misspelt-key",
            ),
            pytest.param(
                "# target\n Target = 5",
                "line 2: there is no rule called 'Target'",
                id="a-large-key",
            ),
            pytest.param("taking = 1", "line 1: there is no rule called 'taking'", id="not-yours"),
            pytest.param("\n[rules]\ntarget = 5", "line 2: .* called 'rules'", id="a-table"),
            pytest.param("\n[a.b]\ntarget = 5", "line 2: .* called 'a'", id="a-table-in-a-table"),
            pytest.param("\n[[a]]\ntarget = 5", "line 2: .* called 'a'", id="a-list-of-tables"),
            pytest.param("\na.b = 5", "line 2: .* called 'a'", id="a-dotted-key"),
            pytest.param(
                "\n'tar get' = 5", "line 2: .* called 'tar get'", id="a-quoted-key-with-a-space"
            ),
            pytest.param(
                '\r\ntarget = "5"\r\n',
                "line 2: target must be a whole number, not '5'",
                id="a-number-in-quotes",
            ),
            pytest.param(
                "target = 5.0", "line 1: target must be a whole number, not '5.0'", id="a-fraction"
            ),
            pytest.param(
                "target = inf", "line 1: target must be a whole number, not 'inf'", id="no-end"
            ),
            pytest.param(
                "target = true", "line 1: target must be a whole number, not 'True'", id="a-yes"
            ),
            pytest.param(
                "target = 2026-11-30", "line 1: target must be a whole number, not", id="a-date"
            ),
            pytest.param("\nkomi = 1", "line 2: komi must be true or false, not '1'", id="a-one"),
            pytest.param(
                "komi_basra = 'wild'\nkomi = 'no'",
                "line 2: komi must be true or false, not 'no'",
                id="a-key-that-begins-another",
            ),
            pytest.param(
                "\ntie = false", "line 2: tie must be a word in quotes, not 'False'", id="no-word"
            ),
            pytest.param(
                "[komi]\na = 1", "line 1: komi must be true or false", id="a-table-for-a-switch"
            ),
            pytest.param(
                '\nbarred = ["J"]',
                'line 2: barred must be a text such as "J 7D", not',
                id="barred-cards-in-a-list",
            ),
            pytest.param('\nbarred = "J X"', "line 2: barred: not a card: 'X'", id="a-barred-x"),
            pytest.param(
                '\nbarred = "JH JH X"', "line 2: barred: not a card: 'X'", id="a-later-barred-x"
            ),
            pytest.param(
                "\n preset = 2", "line 2: preset must be a name in quotes", id="a-numbered-preset"
            ),
            pytest.param(
                'target = 5\npreset = "v3"',
                "line 2: there are no rules called 'v3'; there are v1, v2, pagat",
                id="an-unknown-preset",
            ),
            pytest.param("target 5", "not TOML: .*line 1", id="no-equals-sign"),
            pytest.param("\ntarget = five", "not TOML: .*line 2", id="a-word-without-quotes"),
            pytest.param("target = 1\ntarget = 2", "not TOML: ", id="a-key-twice"),
            pytest.param("tie = 'none", "not TOML", id="an-open-quote"),
            pytest.param("\0", "not TOML: .*line 1", id="a-nul"),
            pytest.param(
                "# one line only\u2028\ntarget = '5'",
                "line 2: target must be",
                id="a-sign-that-ends-no-line-of-toml",
            ),
        ],
    )
    def test_what_cannot_be_read_is_refused_with_the_line(self, text: str, reason: str) -> None:
        with pytest.raises(RulesError, match=reason):
            Rules.parse(text)

    @pytest.mark.parametrize(
        ("fields", "kind", "values"),
        [
            pytest.param(
                (*NUMBERS, "target", "hand_size"),
                "a whole number",
                ('"5"', "true", "5.0", "[5]", "{a = 5}"),
                id="a-number",
            ),
            pytest.param(
                SWITCHES,
                "true or false",
                ('"true"', "1", "0", "[true]", "nan"),
                id="a-switch",
            ),
            pytest.param(tuple(WORDS), "a word in quotes", ("true", "1", "['none']"), id="a-word"),
        ],
    )
    def test_a_value_of_another_type_is_refused_whatever_the_field(
        self, fields: tuple[str, ...], kind: str, values: tuple[str, ...]
    ) -> None:
        for field, value in product(fields, values):
            with pytest.raises(RulesError, match=f"line 2: {field} must be {kind}, not "):
                Rules.parse(f"\n{field} = {value}")

    def test_rules_that_contradict_themselves_are_refused_with_every_reason(self) -> None:
        with pytest.raises(RulesError) as refused:
            Rules.parse("komi = false\njack_takes_lone_komi = true\ntarget = 0")
        for reason in ("komi_on_floor", "komi_basra", "jack_takes_lone_komi", "target"):
            assert f"{reason} must be" in str(refused.value)

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("target = " + "9" * 5000, id="a-number-of-five-thousand-digits"),
            pytest.param("target = 0x" + "F" * 5000, id="such-a-number-to-the-base-sixteen"),
            pytest.param("target = " + "[" * 5000, id="five-thousand-lists-inside-each-other"),
            pytest.param("target = " + "{a=" * 5000, id="five-thousand-tables-inside-each-other"),
            pytest.param("target = '" + "5" * 5000 + "'", id="five-thousand-letters"),
            pytest.param("t" * 5000 + " = 5", id="a-key-of-five-thousand-letters"),
        ],
    )
    def test_a_text_out_of_all_proportion_is_refused_in_few_words(self, text: str) -> None:
        with pytest.raises(RulesError) as refused:
            Rules.parse(text)
        assert len(str(refused.value)) < 500

    @given(st.text() | TEXT_LIKE_RULES)
    @example("[komi]\nx = 1")
    @example("target = '\ud800'")
    def test_any_text_is_rules_or_refused(self, text: str) -> None:
        rules = read_or_refuse(Rules.parse, text)
        assert rules is None or Rules.parse(str(rules)) == rules


class TestConsistency:
    @pytest.mark.parametrize("field", NUMBERS)
    def test_points_are_a_whole_number_from_nought_to_a_million(self, field: str) -> None:
        for value in (-1, 1_000_001, 5.0, "5", True, None):
            with pytest.raises(RulesError, match=f"{field} must be a whole number from 0 on, not"):
                with_field(field, value)
        for points in (0, 1_000_000):
            assert getattr(with_field(field, points), field) == points

    def test_the_target_is_a_positive_number(self) -> None:
        for value in (0, -5, 1_000_001, 5.0, "5", True, None):
            with pytest.raises(RulesError, match="target must be a positive whole number, not '"):
                with_field("target", value)

    @pytest.mark.rule("1.5")
    def test_a_hand_has_four_or_six_cards(self) -> None:
        for value in (0, 1, 2, 3, 5, 8, 12, 24, 4.0, "4", True, None):
            with pytest.raises(RulesError, match="hand_size must be 4 or 6"):
                with_field("hand_size", value)

    @pytest.mark.parametrize("field", SWITCHES)
    def test_a_switch_is_true_or_false(self, field: str) -> None:
        for value in (0, 1, "no", None):
            with pytest.raises(RulesError, match=f"{field} must be true or false, not '"):
                with_field(field, value)

    @pytest.mark.parametrize("field", WORDS)
    def test_a_word_is_one_of_those_there_are(self, field: str) -> None:
        for value in ("", "Bury", "wild ", None, 1, ["plain"]):
            with pytest.raises(RulesError, match=f"{field} must be one of {WORDS[field][0]}, "):
                with_field(field, value)
        for word in WORDS[field]:
            assert getattr(with_field(field, word), field) == word

    @pytest.mark.parametrize(
        "barred",
        [Cards.parse("JC 8D"), Cards.parse("AC"), Cards.parse("7C"), -1, True, "J 7D", None],
        ids=repr,
    )
    def test_only_jacks_and_the_komi_can_be_barred(self, barred: object) -> None:
        with pytest.raises(RulesError, match="barred may hold only jacks and the seven of"):
            with_field("barred", barred)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            pytest.param(
                {"komi_on_floor": "any_card", "komi_basra": "never"},
                "komi_on_floor must be plain",
                id="taken-by-any-card",
            ),
            pytest.param(
                {"komi_on_floor": "plain", "komi_basra": "wild"},
                "komi_basra must be never",
                id="with-a-basra-of-its-own",
            ),
            pytest.param(
                {"komi_on_floor": "plain", "komi_basra": "never", "jack_takes_lone_komi": True},
                "jack_takes_lone_komi must be false",
                id="worth-something-to-a-jack",
            ),
        ],
    )
    def test_a_komi_that_is_an_ordinary_seven_cannot_be(
        self, changes: dict[str, object], reason: str
    ) -> None:
        with pytest.raises(RulesError) as refused:
            dataclasses.replace(Rules(), komi=False, **changes)  # type: ignore[arg-type]
        assert str(refused.value) == f"house rules refused: {PLAIN_SEVEN}{reason}"

    def test_every_reason_is_named_at_once(self) -> None:
        with pytest.raises(RulesError) as refused:
            Rules(hand_size=5, opening="cut", basra=-1, tie="split", target=0)
        for field in ("hand_size", "opening", "basra", "tie", "target"):
            assert f"{field} must be" in str(refused.value)
        assert str(refused.value).count(";") == 4

    def test_a_refusal_quotes_no_number_at_endless_length(self) -> None:
        with pytest.raises(RulesError, match="target must be a positive whole number") as refused:
            Rules(target=10**5000)
        assert len(str(refused.value)) < 500


class TestRulesAsValues:
    @given(rule_sets())
    def test_they_stay_themselves_when_copied_or_pickled(self, rules: Rules) -> None:
        for twin in (
            copy.copy(rules),
            copy.deepcopy(rules),
            pickle.loads(pickle.dumps(rules)),
            dataclasses.replace(rules),
        ):
            assert twin == rules
            assert hash(twin) == hash(rules)
            assert twin.taking == rules.taking
            assert type(twin.barred) is Cards

    @given(house_rules(), house_rules())
    def test_rules_are_the_same_if_every_field_is(self, one: Rules, other: Rules) -> None:
        alike = all(getattr(one, name) == getattr(other, name) for name in FIELDS)
        assert (one == other) is alike
        assert (str(one) == str(other)) is alike

    def test_barred_cards_may_be_given_as_bits(self) -> None:
        assert type(Rules(barred=1 << KOMI).barred) is Cards  # type: ignore[arg-type]

    def test_nothing_can_be_added_to_them(self) -> None:
        with pytest.raises((AttributeError, TypeError)):
            Rules().owner = "north"  # type: ignore[attr-defined]


def with_field(field: str, value: object) -> Rules:
    """Return the default rules with one field changed, whatever its value."""
    return dataclasses.replace(Rules(), **{field: value})  # type: ignore[arg-type]
