"""The judgement and the fitted numbers that go with house rules.

Law of this file: rules that nobody fitted for borrow the numbers of the preset nearest to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from basra.ai.evaluation import Judge
from basra.ai.kernel import kernel
from basra.ai.leaf_values import DealEnd
from basra.ai.weights import DEAL_ENDS, WEIGHTS
from basra.engine.rules import FIELDS, PRESETS, Rules


class Mind(NamedTuple):
    """What a reckoning bot knows about its game, whatever lies on the table."""

    judge: Judge
    ends: Sequence[DealEnd]
    """The ends of the deals, one deal left first."""


@lru_cache(maxsize=32)
def mind(rules: Rules) -> Mind:
    """Return the mind for *rules*, the same one each time."""
    name = nearest_preset(rules)
    return Mind(Judge(kernel(rules), WEIGHTS[name]), DEAL_ENDS[name])


@lru_cache(maxsize=64)
def heeding(rules: Rules, heed: float) -> Judge:
    """Return the judge for *rules* to whom the other's reply weighs *heed* times what it should."""
    judge = mind(rules).judge
    if heed == 1:
        return judge
    weights = judge.weights
    return Judge(judge.kernel, weights._replace(reply=weights.reply * heed))


def nearest_preset(rules: Rules) -> str:
    """Return the name of the preset with as many deals that differs in the fewest fields."""
    return min(
        (name for name, preset in PRESETS.items() if preset.hand_size == rules.hand_size),
        key=lambda name: sum(
            getattr(rules, field) != getattr(PRESETS[name], field) for field in FIELDS
        ),
    )
