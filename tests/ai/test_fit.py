"""The fitted weights, and the script that fits them."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra.ai import weights
from basra.ai.evaluation import Weights
from basra.engine import PRESETS
from bench import fit


def test_the_file_of_weights_is_what_the_fit_writes() -> None:
    text = fit.FILE.read_text(encoding="utf-8")
    assert weights.__doc__ is not None
    origin = weights.__doc__.strip().split("\n\n")[1]
    fits = {name: (weights.PLAY_WEIGHTS[name], weights.LEAF_WEIGHTS[name]) for name in PRESETS}
    assert fit.file_text(fits, origin) == text
    assert all(tuple(words) == Weights._fields for words in weights.PLAY_WEIGHTS.values())


@pytest.mark.slow
def test_a_short_fit_writes_weights_for_its_preset_and_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "weights.py"
    sizes = ["--examples", "6", "--worlds", "20", "--rounds", "150"]
    fit.main([*sizes, "--only", "v2", "--file", str(file)])
    found: dict[str, object] = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), found)
    plays, leaves = found["PLAY_WEIGHTS"], found["LEAF_WEIGHTS"]
    assert isinstance(plays, dict)
    assert isinstance(leaves, dict)
    assert list(plays) == list(leaves) == list(PRESETS)
    assert plays["pagat"] == weights.PLAY_WEIGHTS["pagat"]
    assert leaves["pagat"] == weights.LEAF_WEIGHTS["pagat"]
    assert [len(race) for race, _ in leaves["v2"]] == [9] * 5
    assert leaves["v2"] != weights.LEAF_WEIGHTS["v2"]
