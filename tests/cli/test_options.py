"""The flags and variables that change the settings for one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra.cli.main import build_parser, main
from basra.cli.options import settings_overrides
from basra.match.settings import CHOICES, Settings, SettingsError

COMMANDS = Path(__file__).parents[2] / "docs" / "commands.md"


@pytest.mark.parametrize(
    ("words", "environment", "wanted"),
    [
        pytest.param([], {}, {}, id="nothing-said"),
        pytest.param(["--ascii"], {}, {"look": "ascii"}, id="ascii"),
        pytest.param(["--no-anim"], {}, {"animation": "off"}, id="no-anim"),
        pytest.param(
            ["--theme", "night", "--pace", "wait", "--suits", "two", "--look", "outline"],
            {},
            {"theme": "night", "pace": "wait", "suits": "two", "look": "outline"},
            id="words",
        ),
        pytest.param(
            [],
            {"BASRA_LOOK": "paper", "BASRA_THEME": " Light ", "BASRA_FLOOR_ORDER": "rank"},
            {"look": "paper", "theme": "light", "floor_order": "rank"},
            id="environment",
        ),
        pytest.param(
            ["--theme", "night", "--ascii"],
            {"BASRA_LOOK": "paper", "BASRA_THEME": "light", "BASRA_PACE": ""},
            {"look": "ascii", "theme": "night"},
            id="a-flag-goes-before-a-variable",
        ),
        pytest.param([], {"BASRA_DEALER": "me", "BASRA_UPDATE": "1"}, {}, id="no-settings"),
    ],
)
def test_flags_and_variables_are_settings_for_one_run(
    words: list[str], environment: dict[str, str], wanted: dict[str, str]
) -> None:
    given = settings_overrides(build_parser().parse_args(words), environment)
    assert given == wanted
    assert Settings().replace(**given) == Settings(**given)  # type: ignore[arg-type]


def test_a_variable_that_says_nothing_known_is_refused_with_what_it_may_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingsError):
        settings_overrides(build_parser().parse_args([]), {"BASRA_THEME": "pink"})
    monkeypatch.setenv("BASRA_THEME", "pink")
    assert main([]) == 2
    wanted = "basra: BASRA_THEME must be one of felt, night, light, contrast, sixteen, not 'pink'\n"
    assert capsys.readouterr() == ("", wanted)


def test_a_flag_that_says_nothing_known_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--pace", "soon"])
    assert exit_.value.code == 2
    assert "invalid choice: 'soon'" in capsys.readouterr().err


def test_the_help_and_the_page_of_commands_name_every_flag() -> None:
    shown, page = build_parser().format_help(), COMMANDS.read_text(encoding="utf-8")
    for flag in (
        "--plain",
        "--ascii",
        "--no-color",
        "--look",
        "--theme",
        "--suits",
        "--pace",
        "--no-anim",
    ):
        assert flag in shown
        assert flag in page
    for name in ("look", "theme", "suits", "pace"):
        assert all(word in shown for word in CHOICES[name])
