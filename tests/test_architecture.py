"""The walls, seen from a fresh interpreter: what importing a layer loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

TERMINAL = ("textual", "rich", "basra.tui", "basra.cli.main")


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after *statement*."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("package", "absent"),
    [
        ("basra", (*TERMINAL, "basra.ai", "basra.match.session")),
        ("basra.engine", (*TERMINAL, "basra.ai", "basra.match.session", "secrets", "sqlite3")),
        ("basra.ai", (*TERMINAL, "basra.match.session", "sqlite3")),
        ("basra.match.session", (*TERMINAL, "sqlite3")),
        ("basra.review", (*TERMINAL, "basra.match.session", "sqlite3")),
        ("basra.messages.rulebook", TERMINAL),
        ("basra.messages.description", (*TERMINAL, "basra.ai", "basra.match.session")),
        ("basra.match.game_options", (*TERMINAL, "sqlite3")),
        ("basra.plain.run", TERMINAL),
        ("basra.cli", ("textual", "rich", "basra.tui")),
        ("basra.cli.main", ("textual", "basra.tui")),
    ],
)
def test_a_layer_loads_nothing_from_above(package: str, absent: tuple[str, ...]) -> None:
    loaded = loaded_by(f"import {package}")
    found = {module for module in loaded for name in absent if f"{module}.".startswith(f"{name}.")}
    assert package in loaded
    assert not found


def test_the_table_is_shown_without_reading_what_is_for_looking_back() -> None:
    loaded = loaded_by("import basra.tui.app, basra.tui.screens.table")
    assert not loaded & {"plotext", "textual_plotext", "basra.review", "basra.history.statistics"}


def test_answering_a_question_loads_no_terminal_code() -> None:
    loaded = loaded_by("import sys; from basra.cli.main import main; main(['takes', '8H', '8S'])")
    assert "textual" not in loaded
