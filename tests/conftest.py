"""How the tests run: the profiles of Hypothesis and the golden files.

Locally each property is tried on 50 fresh examples; where `CI` is set, on the same 300 every time,
so that a build that passed keeps passing.  ``BASRA_UPDATE=1`` writes the golden files anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

DATA = Path(__file__).parent / "data"

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=300, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def check_golden(name: str, text: str) -> None:
    """Compare *text* with the file *name* under tests/data, or rewrite it if BASRA_UPDATE=1."""
    path = DATA / name
    if not text.endswith("\n"):
        text += "\n"
    if os.environ.get("BASRA_UPDATE") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    hint = "if the change is meant, run the tests once with BASRA_UPDATE=1 and review the diff"
    assert path.exists(), f"tests/data/{name} does not exist; {hint}"
    assert text == path.read_text(encoding="utf-8"), f"tests/data/{name} differs; {hint}"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """The function that compares a text with a golden file: ``golden("some/file.txt", text)``."""
    return check_golden
