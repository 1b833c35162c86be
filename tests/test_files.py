"""The player's folders, strange or missing, and the settings file, kept through everything."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from basra.diagnostics import collect_facts
from basra.files import SettingsFile, user_folder, write_problem
from basra.match.settings import Settings
from basra.tui.app import BasraApp, Options
from tests.pty_terminal import Terminal
from tests.test_architecture import loaded_by
from tests.test_settings import MINE, refuse_to_parse

# ------------------------------------------------------------------- the folders

KINDS = ("config", "data", "state")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", ["relative/path", ".", "~", "~/x", " "])
def test_a_place_that_depends_on_where_one_stands_is_not_used(
    kind: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    variable = f"XDG_{kind.upper()}_HOME"
    monkeypatch.setenv(variable, value)
    found = user_folder({variable: value}, kind)  # type: ignore[arg-type]
    assert found is not None
    assert found.is_relative_to(tmp_path / "home")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("home", ["", "here", "~"])
def test_a_home_that_is_no_place_is_none(
    kind: str, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    if not home:
        monkeypatch.delenv("HOME")
        monkeypatch.setattr("pwd.getpwuid", _nobody)
    for name in KINDS:
        monkeypatch.delenv(f"XDG_{name.upper()}_HOME", raising=False)
    found = user_folder({}, kind)  # type: ignore[arg-type]
    assert found is None or (home and found.is_absolute())
    relative = {f"XDG_{kind.upper()}_HOME": "relative"}
    assert user_folder(relative, kind) is None  # type: ignore[arg-type]


def _nobody(number: int) -> object:
    raise KeyError(f"getpwuid(): uid not found: {number}")


def test_why_nothing_can_be_kept_is_known_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert write_problem(tmp_path / "not" / "yet" / "there") == ""
    assert write_problem(tmp_path) == ""
    assert write_problem(None) == "there is no home folder"
    assert write_problem(tmp_path / "file") == f"{tmp_path / 'file'} is no folder"
    assert write_problem(tmp_path / "file" / "basra") == "not a directory"
    assert write_problem(Path("/dev/null/basra")) == "not a directory"
    assert not (tmp_path / "not").exists()


def test_looking_at_settings_moves_no_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("broken")
    settings, problem = SettingsFile(tmp_path).peek()
    assert settings == Settings()
    assert problem
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_escapes_in_a_path_or_variable_do_not_reach_the_terminal(tmp_path: Path) -> None:
    strange = tmp_path / "a\x1b[2Jb\u202ec\x07"
    facts = collect_facts({"BASRA_STATE_DIR": str(strange), "TERM": "x\x1b]0;title\x07"})
    assert all(value.isprintable() for value in facts.values())
    _, message = SettingsFile(strange / "settings").load()
    assert message is None or message.isprintable()


WITHOUT = ["HOME"] + [
    f"{own}"
    for kind in ("CONFIG", "DATA", "STATE")
    for own in (f"BASRA_{kind}_DIR", f"XDG_{kind}_HOME")
]
"""The variables that tell where a home is."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("variables", "message"),
    [
        pytest.param({"HOME": "/dev/null"}, "not a directory", id="dev-null"),
        pytest.param({"HOME": "/proc/nowhere"}, "are not kept", id="cannot-be-made"),
        pytest.param(
            {"HOME": "{home}", "XDG_CONFIG_HOME": "{file}"}, "not a directory", id="a-file"
        ),
        pytest.param({"HOME": "{home}"}, "", id="usual"),
        pytest.param({"HOME": "{home}", "XDG_CONFIG_HOME": "here"}, "", id="relative"),
    ],
)
def test_the_game_plays_wherever_it_is_at_home(
    variables: dict[str, str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "home").mkdir()
    places = {name: str(tmp_path / name) for name in ("file", "home")}
    variables = {name: value.format(**places) for name, value in variables.items()}
    words = ["env", *(f"-u{name}" for name in WITHOUT if name not in variables)]
    words += [sys.executable, "-m", "basra", "--seed", "7"]
    with Terminal(words, variables=variables) as terminal:
        terminal.shows("stock 40")
        if message:
            terminal.shows(message)
        else:
            terminal.shows("Your turn")
            assert "not kept" not in terminal.shown
        terminal.send(b"q")
        terminal.shows("B A S R A")
        terminal.send(b"\x11")
        assert terminal.ends() == 0
        assert b"Traceback" not in terminal.written
    assert (tmp_path / "file").read_text() == "in the way"


NOBODY = """
import sys
import pwd, os
def nobody(number):
    raise KeyError("uid not found")
pwd.getpwuid = nobody
for name in {without!r}:
    os.environ.pop(name, None)
from basra.cli.main import main
sys.exit(main(["--seed", "7"]))
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_user_without_a_name_or_a_home_plays() -> None:
    """As in a container that runs under a number drawn at random."""
    with Terminal(NOBODY.format(without=WITHOUT)) as terminal:
        terminal.shows("stock 40")
        terminal.shows("not kept: there is no home folder")
        terminal.send(b"\x11")
        assert terminal.ends() == 0


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert user_folder({"BASRA_CONFIG_DIR": str(tmp_path), "XDG_CONFIG_HOME": "/x"}) == tmp_path
    assert user_folder({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "basra"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folder({"XDG_CONFIG_HOME": "not/absolute"}) == tmp_path / ".config" / "basra"
    usual = user_folder({})
    assert usual is not None
    assert usual.is_absolute()
    assert usual.name == "basra"


# -------------------------------------------------------------- the settings file


@pytest.fixture
def store(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "basra")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


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
    folder = tmp_path / "basra"
    assert store.save(Settings(theme="night")) is None
    (folder / "settings.toml").write_bytes(b"theme = # what was it?")
    assert store.save(Settings(theme="light")) is None
    assert contents(folder) == {
        "settings.toml": str(Settings(theme="light")).encode(),
        "settings-broken-1.toml": b"theme = # what was it?",
    }


def test_a_file_that_cannot_be_edited_is_copied_before_it_is_written_anew(
    store: SettingsFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "basra"
    folder.mkdir()
    (folder / "settings.toml").write_text(MINE)
    settings = store.load()[0].replace(theme="light")
    monkeypatch.setattr("tomlkit.parse", refuse_to_parse)
    assert store.save(settings) is None
    assert contents(folder) == {
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
    """Truncated at every byte, each byte changed: read, or reported with its bytes untouched."""
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
    folder = tmp_path / "basra"
    folder.mkdir()
    for number in (1, 2):
        (folder / "settings.toml").write_bytes(content)
        settings, message = store.load()
        assert settings == Settings()
        assert message is not None
        assert reason in message
        assert str(folder / f"settings-broken-{number}.toml") in message
    assert store.save(Settings(theme="night")) is None
    assert set(contents(folder).values()) == {content, str(Settings(theme="night")).encode()}


def test_a_file_with_a_wrong_value_stays_until_it_is_written_and_is_copied_then(
    store: SettingsFile, tmp_path: Path
) -> None:
    folder = tmp_path / "basra"
    folder.mkdir()
    content = b'theme = "pink" # mine\npace = "slow"\n'
    (folder / "settings.toml").write_bytes(content)
    settings, message = store.load()
    assert settings == Settings(pace="slow")
    assert message is not None
    assert "line 1: theme must be one of" in message
    assert contents(folder) == {"settings.toml": content}, "reading changes nothing"
    for theme, changed in (
        (b"felt", settings.replace(bell="basra")),
        (b"night", settings.replace(bell="basra", theme="night")),
    ):
        assert store.save(changed) is None
        edited = content.replace(b"pink", theme) + b'bell = "basra"\n'
        written = {"settings.toml": edited, "settings-broken-1.toml": content}
        assert contents(folder) == written, "there is one copy, however often it is written"


def test_without_a_copy_a_file_with_a_wrong_value_is_not_written_over(
    store: SettingsFile, tmp_path: Path
) -> None:
    folder = tmp_path / "basra"
    folder.mkdir()
    (folder / "settings.toml").write_bytes(b'theme = "pink"')
    settings, _ = store.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", _refuse)
        assert store.save(settings) == "settings are not kept: permission denied"
    assert contents(folder) == {"settings.toml": b'theme = "pink"'}


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
    folder = tmp_path / "basra"
    path = folder / "settings.toml"
    folder.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("there are no pipes with names here")
        os.mkfifo(path)
    else:
        path.symlink_to(folder / "nothing")
    settings, message = store.load()
    assert settings == Settings()
    assert message is not None
    assert "settings-broken-1.toml" in message
    assert store.save(settings) is None


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = SettingsFile(tmp_path / "file" / "basra")
    settings, message = store.load()
    assert settings == Settings()
    assert message is not None
    assert message.startswith("settings are not kept: ")
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

    folder = tmp_path / "basra"
    folder.mkdir()
    (folder / "settings.toml").write_bytes(b"broken")
    monkeypatch.setattr(Path, "rename", refuse)
    settings, message = store.load()
    assert settings == Settings()
    assert message is not None
    assert message.startswith("settings are not read and not kept: ")
    assert store.save(Settings(theme="night")) is None
    assert contents(folder) == {"settings.toml": b"broken"}


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
