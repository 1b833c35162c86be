"""The fitted numbers, and the script that fits them."""

from __future__ import annotations

from pathlib import Path

import pytest

from basra.ai import weights as fitted
from basra.engine import PRESETS
from bench import fit


def test_the_file_of_fitted_numbers_is_what_the_fit_writes() -> None:
    text = fit.FILE.read_text(encoding="utf-8")
    assert fitted.__doc__ is not None
    why = fitted.__doc__.strip().split("\n\n")[1]
    found = {name: (fitted.WEIGHTS[name], list(fitted.DEAL_ENDS[name])) for name in PRESETS}
    assert fit.written(found, why) == text


@pytest.mark.slow
def test_a_short_fit_writes_numbers_for_its_preset_and_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "fitted.py"
    sizes = ["--lessons", "6", "--worlds", "20", "--rounds", "150"]
    fit.main([*sizes, "--only", "v2", "--file", str(file)])
    found: dict[str, object] = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), found)
    weights, ends = found["WEIGHTS"], found["DEAL_ENDS"]
    assert isinstance(weights, dict)
    assert isinstance(ends, dict)
    assert list(weights) == list(ends) == list(PRESETS)
    assert weights["pagat"] == fitted.WEIGHTS["pagat"]
    assert ends["pagat"] == fitted.DEAL_ENDS["pagat"]
    assert [len(end.race) for end in ends["v2"]] == [9] * 5
    assert ends["v2"] != fitted.DEAL_ENDS["v2"]
