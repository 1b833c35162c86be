"""The public names: each is there, and imports no more than it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import basra
from basra import engine
from tests.test_architecture import loaded_by


@pytest.mark.parametrize("name", engine.__all__)
def test_every_public_name_is_there_in_both_packages(name: str) -> None:
    assert getattr(engine, name) is getattr(basra, name)
    assert {name} <= set(dir(engine)) & set(dir(basra))


def test_a_star_imports_every_public_name() -> None:
    program = (
        "from basra import *\n"
        "import basra.engine\n"
        "print({*basra.engine.__all__, '__version__'} - {*globals()})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.parametrize("name", ["nonsense", "_private", "__path_"])
def test_a_name_that_is_none_is_an_attribute_error(name: str) -> None:
    for package in (basra, engine):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(package, name)


def test_a_name_imports_its_module_and_not_the_whole_engine() -> None:
    loaded = loaded_by("from basra import Card, Rules, Seat, captures; captures.__call__")
    assert {"basra.engine.cards", "basra.engine.rules", "basra.engine.seats"} <= loaded
    assert not {"basra.engine.plays", "basra.engine.rounds", "basra.engine.matches"} & loaded
