"""Settings: their values, their text, and how a text is edited."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.match.settings import CHOICES, SETTING_NAMES, Settings, SettingsError

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SETTINGS = st.builds(
    Settings,
    **{name: st.sampled_from(words) for name, words in CHOICES.items()},
    rules=TEXTS,
    level=TEXTS,
    target=st.integers(0, 1000),
    names=st.tuples(TEXTS, TEXTS),
    keys=st.dictionaries(TEXTS, st.lists(TEXTS, min_size=1, max_size=3).map(tuple), max_size=3),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        TEXTS,
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.dates(),
        st.times(),
        st.datetimes(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@given(SETTINGS)
def test_settings_are_read_back_as_they_were_written(settings: Settings) -> None:
    assert Settings.parse(str(settings)) == settings


@given(st.dictionaries(TEXTS.filter(lambda name: name not in SETTING_NAMES), VALUES, max_size=4))
def test_settings_of_a_newer_version_are_carried_along(unknown: dict[str, Any]) -> None:
    settings = Settings(theme="night", unknown=unknown)
    assert Settings.parse(str(settings)) == settings


def test_what_the_text_leaves_out_keeps_its_default() -> None:
    assert Settings.parse("") == Settings()
    assert Settings.parse('pace = "slow"\nmemory = true') == Settings(pace="slow", memory="on")
    assert Settings.parse('[keys]\nundo = "z"').keys == {"undo": ("z",)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('look = "paper"\ntheme = "pink"', "line 2: theme must be one of felt, night, light"),
        ("pace = 3", "line 1: pace must be one of instant, quick, normal, slow, wait, not '3'"),
        ("\n\ntarget = -1", "line 3: target must be a whole number from 0 on"),
        ("target = true", "line 1: target must be a whole number"),
        ('names = ["a"]', "line 1: names must be two short texts"),
        ("level = 5", "line 1: level must be a short text"),
        ("keys = 5", "line 1: keys must be a table"),
        ("[keys]\nundo = []", "line 1: keys: 'undo' must have a list of names of keys"),
        ("look =", "not TOML: Invalid value"),
        ("a = " + "[" * 20_000, "not TOML: lists or tables nest far too deep"),
        ("a = " + "9" * 20_000, "not TOML: a number in it is far too long"),
    ],
)
def test_a_text_that_is_wrong_is_refused_by_line_and_reason(text: str, wanted: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.parse(text)
    assert wanted in str(refusal.value)


def test_a_wrong_value_costs_no_other() -> None:
    text = 'theme = "pink"\npace = "slow"\ntarget = -1\nnew = 3\n[keys]\nundo = "z"\nlog = []\n'
    settings, problems = Settings.salvage(text)
    assert settings == Settings(pace="slow", keys={"undo": ("z",)}, unknown={"new": 3})
    assert [problem.split(" must")[0] for problem in problems] == [
        "line 1: theme",
        "line 3: target",
        "line 5: keys: 'log'",
    ]


@given(SETTINGS, st.sampled_from(SETTING_NAMES), VALUES)
def test_whatever_one_value_is_the_others_hold(settings: Settings, name: str, value: Any) -> None:
    fields = {one: getattr(settings, one) for one in SETTING_NAMES}
    whole = str(Settings(**{**fields, name: getattr(Settings(), name)}, unknown={"x": value}))
    lines = [line for line in whole.split("\n") if not line.startswith(f"{name} = ")]
    lines = [line.replace("x = ", f"{name} = ", 1) for line in lines if line != f"[{name}]"]
    found, problems = Settings.salvage("\n".join(lines))
    for other in SETTING_NAMES:
        if other not in (name, "keys"):
            assert getattr(found, other) == getattr(settings, other)
    assert len(problems) <= 1 or name == "keys"


def test_every_word_is_reached_by_cycling_and_comes_round_again() -> None:
    for name, words in CHOICES.items():
        settings, seen = Settings(), []
        for _ in words:
            seen.append(getattr(settings, name))
            settings = settings.cycle(name, 1)
        assert sorted(seen) == sorted(words)
        assert settings == Settings()
        assert settings.cycle(name, 1).cycle(name, -1) == settings


# ------------------------------------------------------- a text that is edited

MINE = """\
# How I like it.

"theme" = 'night'   # easier on the eyes
memory = true
pace = "slow"
names = [
  "Mona",  # me
  "Tarek",
]

from_tomorrow = { deep = [1, 2] }

# my keys
[keys]
undo = "z"   # like everywhere

[more]
x = 0x10
"""


def test_only_the_lines_that_change_are_edited() -> None:
    settings = Settings.parse(MINE)
    assert settings.edit_text(MINE) == MINE
    once = settings.replace(theme="light", keys={"undo": ("u",)})
    assert once.edit_text(MINE) == MINE.replace("'night'", '"light"').replace('"z"', '["u"]')
    back = settings.edit_text(once.edit_text(MINE))
    assert back == MINE.replace("'night'", '"night"').replace('"z"', '["z"]')


def test_what_is_not_in_the_text_is_added_after_its_last_value_unless_it_is_the_default() -> None:
    settings = Settings.parse(MINE).replace(bell="basra", quick_play="on", suits="colour-blind")
    lines = '[1, 2] }\nbell = "basra"\nquick_play = "on"\n'
    edited = settings.edit_text(MINE)
    assert sorted(edited.split("\n")) == sorted(MINE.replace("[1, 2] }\n", lines).split("\n"))
    assert edited == MINE.replace("[1, 2] }\n", lines)


def test_a_value_that_becomes_the_default_keeps_its_line() -> None:
    settings = Settings.parse(MINE).replace(theme="felt", memory="off")
    edited = settings.edit_text(MINE)
    assert edited == MINE.replace("'night'", '"felt"').replace("true", '"off"')


def test_wrong_values_are_replaced_and_wrong_keys_removed() -> None:
    text = 'theme = "pink"  # mine\ntarget = true\n[keys]\nlog = []\nundo = "z"\n'
    edited = Settings.salvage(text)[0].edit_text(text)
    assert edited == 'theme = "felt"  # mine\ntarget = 0\n[keys]\nundo = "z"\n'
    assert Settings(theme="night").edit_text("keys = 5") == 'theme = "night"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", 'theme = "night"\n'),
        ("# mine", '# mine\ntheme = "night"\n'),
        ('pace = "slow"', 'pace = "slow"\ntheme = "night"\n'),
        ('[keys]\nundo = "z"\n', 'theme = "night"\n\n[keys]\nundo = "z"\n'),
        ("[[new]]\nx = 1\n", 'theme = "night"\n[[new]]\nx = 1\n'),
        ('keys.undo = "z"\n', 'keys.undo = "z"\ntheme = "night"\n'),
        ('pace = "slow"\r\n# a\r\n', 'pace = "slow"\r\ntheme = "night"\r\n# a\r\n'),
    ],
)
def test_a_line_is_added_wherever_there_is_room(text: str, wanted: str) -> None:
    assert Settings.parse(text).replace(theme="night").edit_text(text) == wanted


def test_a_text_that_cannot_be_edited_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="not TOML"):
        Settings().edit_text("theme =")
    monkeypatch.setattr("tomlkit.parse", refuse_to_parse)
    with pytest.raises(SettingsError, match="cannot be edited: too deep"):
        Settings(theme="night").edit_text(MINE)


def refuse_to_parse(text: str) -> None:
    raise RecursionError("too deep")


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A settings text as a player or a newer version may have left it."""
    settings = draw(SETTINGS)
    unknown = st.dictionaries(
        TEXTS.filter(lambda name: name not in SETTING_NAMES), VALUES, max_size=3
    )
    whole = str(settings.replace(unknown=draw(unknown))).split("\n")
    head, table = whole[: whole.index("[keys]")], whole[whole.index("[keys]") :]
    head = draw(st.permutations([line for line in head if draw(st.booleans())]))
    lines = []
    for line in [*head, *(table if draw(st.booleans()) else [])]:
        if not line.startswith("#"):
            line = (
                draw(st.sampled_from(["", "  "])) + line + draw(st.sampled_from(["", "   # why"]))
            )
        lines += [
            *draw(st.lists(st.sampled_from(["", "# a comment", "  # another"]), max_size=2)),
            line,
        ]
    return "\n".join(lines)


@given(texts(), SETTINGS)
def test_whatever_is_edited_gives_the_settings_and_keeps_every_other_line(
    text: str, settings: Settings
) -> None:
    before = Settings.parse(text)
    edited = settings.edit_text(text)
    after = Settings.parse(edited)
    assert after.replace(unknown={}) == settings.replace(unknown={})
    assert str(after.unknown) == str(before.unknown), "one that is no number equals none"
    assert settings.edit_text(edited) == edited
    rest = iter(line.strip() for line in edited.split("\n"))
    is_table = False
    for line in map(str.strip, text.split("\n")):
        is_table = is_table or line == "[keys]"
        name = line.partition(" = ")[0]
        changes = name in SETTING_NAMES and getattr(before, name) != getattr(settings, name)
        if line.startswith("#") or (name in SETTING_NAMES and not changes and not is_table):
            assert line in rest, "comments and values stay, in their order"
