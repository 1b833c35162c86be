"""How the tests run: the profiles of Hypothesis and the golden files.

Locally each property is tried on 30 fresh examples; where `CI` is set, on the same 150 every time,
so that a build that passed keeps passing.  ``BASRA_UPDATE=1`` writes the golden files anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis.vendor import pretty

from basra import i18n
from basra.engine.errors import BasraError

T = TypeVar("T")

DATA = Path(__file__).parent / "data"

settings.register_profile("dev", max_examples=30, deadline=None)
settings.register_profile("ci", max_examples=150, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New folders without end; `mktemp` reads them all again before it makes another."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def _home_is_left_alone(_homes: Iterator[Path]) -> Iterator[None]:
    """Keep what the program writes for its player in an empty folder of each test."""
    with pytest.MonkeyPatch.context() as patch:
        home = next(_homes)
        home.mkdir()
        for kind in ("config", "data", "state"):
            patch.setenv(f"BASRA_{kind.upper()}_DIR", str(home / kind))
        yield


@pytest.fixture(autouse=True)
def _language_is_left_alone() -> Iterator[None]:
    """Say everything in English again, whatever a test has chosen."""
    yield
    i18n.set_language(i18n.ENGLISH)


def print_as_text(value: object, printer: pretty.RepresentationPrinter, _: bool) -> None:
    """Print a card or a set of cards in a failing example as a player writes it, no number."""
    printer.text(f"{type(value).__name__}.parse({str(value)!r})")


pretty.for_type_by_name("basra.engine.cards", "Card", print_as_text)
pretty.for_type_by_name("basra.engine.cards", "Cards", print_as_text)


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


def read_or_refuse(read: Callable[[str], T], text: str) -> T | None:
    """Return what *read* makes of any *text*, or ``None`` where it refuses it as it should.

    A refusal is a `BasraError` that can be printed; any other exception fails the test.
    """
    try:
        return read(text)
    except BasraError as error:
        message = str(error)
    assert message
    assert message.isprintable()
    return None
