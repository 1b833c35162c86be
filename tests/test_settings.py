"""Settings: what they may be, their text, and the file that keeps them through everything."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from basra.files import SettingsFile, user_folder
from basra.match.settings import CHOICES, SETTING_NAMES, Settings, SettingsError
from basra.tui.app import BasraApp, Options
from tests.test_architecture import loaded_by

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
    monkeypatch.setattr("tomlkit.parse", _refuse_to_parse)
    with pytest.raises(SettingsError, match="cannot be edited: too deep"):
        Settings(theme="night").edit_text(MINE)


def _refuse_to_parse(text: str) -> None:
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


# ------------------------------------------------------------------- the file


@pytest.fixture
def store(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "basra")


def contents(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


def test_the_first_start_says_nothing_and_writes_nothing(
    store: SettingsFile, tmp_path: Path
) -> None:
    assert store.load() == (Settings(), None)
    assert not list(tmp_path.iterdir())


def test_what_is_saved_is_there_at_the_next_start(store: SettingsFile, tmp_path: Path) -> None:
    settings = Settings(theme="light", names=("منى", "[/]"))
    assert store.save(settings) is None
    assert SettingsFile(tmp_path / "basra").load() == (settings, None)
    assert list(contents(tmp_path / "basra")) == ["settings.toml"], "nothing half-written stays"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
async def test_a_change_on_the_settings_screen_keeps_the_comments_of_the_file(
    newline: str, store: SettingsFile, tmp_path: Path
) -> None:
    path = tmp_path / "basra" / "settings.toml"
    path.parent.mkdir()
    path.write_bytes(MINE.replace("\n", newline).encode())
    for key, old, new in (("right", "'night'", '"light"'), ("left", '"light"', '"night"')):
        before = path.read_bytes()
        app = BasraApp(Options(seed="7", pace=0), store=SettingsFile(path.parent))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("8", "down", key)
        assert path.read_bytes() == before.replace(old.encode(), new.encode()) != before
    assert list(contents(path.parent)) == ["settings.toml"], "nothing was broken"


def test_a_file_that_was_broken_meanwhile_is_copied_before_it_is_written_anew(
    store: SettingsFile, tmp_path: Path
) -> None:
    place = tmp_path / "basra"
    assert store.save(Settings(theme="night")) is None
    (place / "settings.toml").write_bytes(b"theme = # what was it?")
    assert store.save(Settings(theme="light")) is None
    assert contents(place) == {
        "settings.toml": str(Settings(theme="light")).encode(),
        "settings-broken-1.toml": b"theme = # what was it?",
    }


def test_a_file_that_cannot_be_edited_is_copied_before_it_is_written_anew(
    store: SettingsFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "basra"
    place.mkdir()
    (place / "settings.toml").write_text(MINE)
    settings = store.load()[0].replace(theme="light")
    monkeypatch.setattr("tomlkit.parse", _refuse_to_parse)
    assert store.save(settings) is None
    assert contents(place) == {
        "settings.toml": str(settings).encode(),
        "settings-broken-1.toml": MINE.encode(),
    }


def test_the_editor_of_settings_is_read_only_when_something_is_written() -> None:
    statement = (
        "from basra.files import SettingsFile; from basra.tui.app import BasraApp; BasraApp()"
    )
    assert "tomlkit" not in loaded_by(statement)


def damaged(content: bytes) -> Iterator[bytes]:
    yield from (content[:size] for size in range(len(content)))
    for at in range(len(content)):
        for bit in (0x01, 0x80):
            yield content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]


@pytest.mark.slow
def test_no_damage_to_the_file_keeps_the_game_from_starting(tmp_path: Path) -> None:
    """Truncated at every byte, each byte changed: read, or told of with its bytes untouched."""
    path = tmp_path / "settings.toml"
    whole = str(Settings(theme="night", names=("Mona", "تارق"), keys={"undo": ("z",)})).encode()
    for content in damaged(whole):
        path.write_bytes(content)
        settings, message = SettingsFile(tmp_path).load()
        if message is None:
            assert path.read_bytes() == content
            assert Settings.parse(str(settings)) == settings
            continue
        assert message.isprintable()
        aside = tmp_path / "settings-broken-1.toml"
        if path.exists():
            assert path.read_bytes() == content
            assert re.match("in settings.toml, line [0-9]+: ", message)
            assert Settings.parse(str(settings)) == settings
            continue
        assert settings == Settings()
        assert aside.read_bytes() == content
        assert str(aside) in message
        aside.unlink()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b" \n\n", "the file is empty", id="blank"),
        pytest.param(b"\xff\xfe\x00", "not UTF-8 text", id="not-utf-8"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "not UTF-8 text", id="a-picture"),
        pytest.param(b'{"theme": "night"}', "not TOML", id="another-format"),
        pytest.param(b"# " + b"x" * 100_000, "far too long", id="huge"),
    ],
)
def test_a_broken_file_is_set_aside_under_a_new_name(
    content: bytes, reason: str, store: SettingsFile, tmp_path: Path
) -> None:
    place = tmp_path / "basra"
    place.mkdir()
    for number in (1, 2):
        (place / "settings.toml").write_bytes(content)
        settings, message = store.load()
        assert settings == Settings()
        assert message is not None
        assert reason in message
        assert str(place / f"settings-broken-{number}.toml") in message
    assert store.save(Settings(theme="night")) is None
    assert set(contents(place).values()) == {content, str(Settings(theme="night")).encode()}


def test_a_file_with_a_wrong_value_stays_until_it_is_written_and_is_copied_then(
    store: SettingsFile, tmp_path: Path
) -> None:
    place = tmp_path / "basra"
    place.mkdir()
    content = b'theme = "pink" # mine\npace = "slow"\n'
    (place / "settings.toml").write_bytes(content)
    settings, message = store.load()
    assert settings == Settings(pace="slow")
    assert message is not None
    assert "line 1: theme must be one of" in message
    assert contents(place) == {"settings.toml": content}, "reading changes nothing"
    for theme, changed in (
        (b"felt", settings.replace(bell="basra")),
        (b"night", settings.replace(bell="basra", theme="night")),
    ):
        assert store.save(changed) is None
        edited = content.replace(b"pink", theme) + b'bell = "basra"\n'
        written = {"settings.toml": edited, "settings-broken-1.toml": content}
        assert contents(place) == written, "there is one copy, however often it is written"


def test_without_a_copy_a_file_with_a_wrong_value_is_not_written_over(
    store: SettingsFile, tmp_path: Path
) -> None:
    place = tmp_path / "basra"
    place.mkdir()
    (place / "settings.toml").write_bytes(b'theme = "pink"')
    settings, _ = store.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", _refuse)
        assert store.save(settings) == "settings are not kept: permission denied"
    assert contents(place) == {"settings.toml": b'theme = "pink"'}


def _refuse(*_: object) -> bytes:
    raise PermissionError(13, "Permission denied")


def test_a_mark_of_byte_order_does_no_harm(store: SettingsFile, tmp_path: Path) -> None:
    path = tmp_path / "basra" / "settings.toml"
    path.parent.mkdir()
    path.write_bytes(b'\xef\xbb\xbftheme = "night"\r\n')
    assert store.load() == (Settings(theme="night"), None)
    assert store.save(Settings(theme="light")) is None
    assert path.read_bytes() == b'theme = "light"\r\n'


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing"])
def test_what_is_no_file_is_set_aside_and_never_waited_for(
    kind: str, store: SettingsFile, tmp_path: Path
) -> None:
    place = tmp_path / "basra"
    path = place / "settings.toml"
    place.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("there are no pipes with names here")
        os.mkfifo(path)
    else:
        path.symlink_to(place / "nothing")
    settings, message = store.load()
    assert settings == Settings()
    assert message is not None
    assert "settings-broken-1.toml" in message
    assert store.save(settings) is None


def test_a_folder_that_cannot_be_written_is_told_of_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = SettingsFile(tmp_path / "file" / "basra")
    settings, told = store.load()
    assert settings == Settings()
    assert told is not None
    assert told.startswith("settings are not kept: ")
    assert store.save(Settings()) is None
    assert store.save(Settings(theme="night")) is None


def test_without_any_folder_the_game_plays_and_says_so_once() -> None:
    store = SettingsFile(None)
    assert store.load() == (Settings(), "settings are not kept: there is no home folder")
    assert store.save(Settings()) is None


def test_a_broken_file_that_cannot_be_moved_is_never_written_over(
    store: SettingsFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    place = tmp_path / "basra"
    place.mkdir()
    (place / "settings.toml").write_bytes(b"broken")
    monkeypatch.setattr(Path, "rename", refuse)
    settings, message = store.load()
    assert settings == Settings()
    assert message is not None
    assert message.startswith("settings are not read and not kept: ")
    assert store.save(Settings(theme="night")) is None
    assert contents(place) == {"settings.toml": b"broken"}


def test_a_write_that_fails_leaves_the_old_file_whole(
    store: SettingsFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    assert store.save(Settings(theme="night")) is None
    before = contents(tmp_path / "basra")
    monkeypatch.setattr(os, "fsync", full)
    assert store.save(Settings()) == "settings are not kept: no space left on device"
    assert contents(tmp_path / "basra") == before


def test_what_a_program_that_died_has_left_is_removed(store: SettingsFile, tmp_path: Path) -> None:
    folder = tmp_path / "basra"
    assert store.save(Settings(theme="night")) is None
    left, fresh, mine = (folder / name for name in (".settings-x.tmp", ".settings-y.tmp", "z.tmp"))
    for path in (left, fresh, mine):
        path.write_text("half")
    for path in (left, mine):
        os.utime(path, (0, 0))
    assert SettingsFile(folder).load() == (Settings(theme="night"), None)
    assert sorted(os.listdir(folder)) == [fresh.name, "settings.toml", mine.name]


def test_a_file_that_is_a_link_stays_one(store: SettingsFile, tmp_path: Path) -> None:
    (tmp_path / "basra").mkdir()
    (tmp_path / "mine.toml").write_text('theme = "night"')
    (tmp_path / "basra" / "settings.toml").symlink_to(tmp_path / "mine.toml")
    assert store.save(Settings(theme="light")) is None
    assert (tmp_path / "basra" / "settings.toml").is_symlink()
    assert 'theme = "light"' in (tmp_path / "mine.toml").read_text()


def test_only_the_player_may_read_the_file(store: SettingsFile, tmp_path: Path) -> None:
    assert store.save(Settings()) is None
    assert not stat.S_IMODE((tmp_path / "basra" / "settings.toml").stat().st_mode) & 0o077


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert user_folder({"BASRA_CONFIG_DIR": str(tmp_path), "XDG_CONFIG_HOME": "/x"}) == tmp_path
    assert user_folder({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "basra"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folder({"XDG_CONFIG_HOME": "not/absolute"}) == tmp_path / ".config" / "basra"
    usual = user_folder({})
    assert usual is not None
    assert usual.is_absolute()
    assert usual.name == "basra"
