"""Homes that are missing, strange or closed: the game plays and says once that nothing is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from basra.diagnostics import collect_facts
from basra.files import SettingsFile, user_folder, write_problem
from basra.match.settings import Settings
from tests.terminal import Terminal

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
    told = collect_facts({"BASRA_STATE_DIR": str(strange), "TERM": "x\x1b]0;title\x07"})
    assert all(value.isprintable() for value in told.values())
    _, news = SettingsFile(strange / "settings").load()
    assert news is None or news.isprintable()


WITHOUT = ["HOME"] + [
    f"{own}"
    for kind in ("CONFIG", "DATA", "STATE")
    for own in (f"BASRA_{kind}_DIR", f"XDG_{kind}_HOME")
]
"""The variables that tell where a home is."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("variables", "said"),
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
    variables: dict[str, str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "home").mkdir()
    places = {name: str(tmp_path / name) for name in ("file", "home")}
    variables = {name: value.format(**places) for name, value in variables.items()}
    words = ["env", *(f"-u{name}" for name in WITHOUT if name not in variables)]
    words += [sys.executable, "-m", "basra", "--seed", "7"]
    with Terminal(words, variables=variables) as terminal:
        terminal.shows("stock 40")
        if said:
            terminal.shows(said)
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
