"""Fit the numbers of the judgement and of the deals' ends from self-play: `make fit`.

The judgement's weights are changed one at a time, in both directions, and a change is kept where
it beats what was there over the same packs.  Then the best plays itself, and at every end of a
deal the features are fitted to how the round came out: the race for most cards by a hyperbolic
tangent, the other points by a straight line.  Everything is seeded; the file that is written says
from how many rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt, tanh
from pathlib import Path

from basra.ai.dealends import DealEnd, Features, features
from basra.ai.fitted import DEAL_ENDS, WEIGHTS
from basra.ai.judge import Judge, Weights
from basra.ai.kernel import kernel
from basra.engine import PRESETS, Rules
from bench.selfplay import Played, margins, played

FILE = Path(__file__).parents[1] / "src/basra/ai/fitted.py"
STEPS = (0.6, 1.5)
_SURE = 2.5
"""Standard errors by which a change has to be better: dozens are tried."""
Row = tuple[Features, float]


def better(rules: Rules, new: Weights, old: Weights, pairs: int, seed: str) -> tuple[float, float]:
    """Return by how many points a round *new* beats *old*, and the standard error of that."""
    packed = kernel(rules)
    found = list(margins((Judge(packed, new), Judge(packed, old)), pairs, seed))
    mean = sum(found) / pairs
    spread = sum((margin - mean) ** 2 for margin in found) / (pairs - 1)
    return mean, sqrt(spread / pairs)


def fitted_weights(rules: Rules, start: Weights, pairs: int, turns: int) -> Weights:
    """Return weights that beat *start*, found by changing one at a time."""
    best = start
    for turn in range(turns):
        for name in Weights._fields:
            value = getattr(best, name)
            for step in STEPS:
                new = best._replace(**{name: round(value * step, 4)})
                mean, error = better(rules, new, best, pairs, f"fit {turn} {name} {step}")
                if mean > _SURE * error:
                    print(f"    {name} {value} -> {value * step:.4f}: +{mean:.2f}", flush=True)
                    best = new
                    break
    return best


def fitted_ends(rules: Rules, weights: Weights, rounds: int) -> list[DealEnd]:
    """Return the fitted numbers of the deals' ends, one deal left first."""
    judge = Judge(kernel(rules), weights)
    race: list[list[Row]] = [[] for _ in range(rules.deals)]
    rest: list[list[Row]] = [[] for _ in range(rules.deals)]
    for number in range(rounds):
        marks: list[tuple[int, Features, int]] = []

        def mark(state: Played, marks: list[tuple[int, Features, int]] = marks) -> None:
            lead = state.piles[0] - state.piles[1]
            row = features(judge, state.floor, state.out, lead, state.sign(0))
            marks.append((state.deals_left, row, state.points[0] - state.points[1]))

        end = played((judge, judge), number, "fit ends", mark)
        for left, row, points in marks:
            won = (end.piles[0] > end.piles[1]) - (end.piles[0] < end.piles[1])
            race[left].append((row, float(won)))
            rest[left].append((row, float(end.points[0] - end.points[1] - points)))
    return [DealEnd(curve(race[left]), line(rest[left])) for left in range(1, rules.deals)]


def line(rows: Sequence[Row]) -> list[float]:
    """Return the weights of the features that come nearest to the rows' results."""
    size = len(rows[0][0])
    table = [[0.0] * (size + 1) for _ in range(size)]
    for row, result in rows:
        for place, feature in enumerate(row):
            if feature:
                into = table[place]
                for other, value in enumerate(row):
                    into[other] += feature * value
                into[size] += feature * result
    for place in range(size):
        table[place][place] += 1e-6
    for place in range(size):
        pivot = max(range(place, size), key=lambda r, place=place: abs(table[r][place]))  # type: ignore[misc]
        table[place], table[pivot] = table[pivot], table[place]
        for other in range(size):
            if other != place:
                factor = table[other][place] / table[place][place]
                for column in range(place, size + 1):
                    table[other][column] -= factor * table[place][column]
    return [table[place][size] / table[place][place] for place in range(size)]


def curve(rows: Sequence[Row]) -> list[float]:
    """Return the weights of a hyperbolic tangent that comes nearest to the rows' results."""
    weights = [0.0] * len(rows[0][0])
    for _ in range(7):
        straight = []
        for row, result in rows:
            value = tanh(sum(map(float.__mul__, weights, row)))
            slope = 1 - value * value
            scaled = tuple(feature * slope for feature in row)
            straight.append((scaled, result - value))
        weights = list(map(float.__add__, weights, line(straight)))  # type: ignore[arg-type]
    return weights


def written(found: dict[str, tuple[Weights, list[DealEnd]]], why: str) -> str:
    """Return the text of the file of fitted numbers."""
    lines = [f'"""Numbers fitted from self-play.\n\n{why}\n"""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += ["from basra.ai.dealends import DealEnd", "from basra.ai.judge import Weights", ""]
    lines += ["WEIGHTS = {"]
    for name, (weights, _) in found.items():
        lines += [f'    "{name}": Weights(']
        lines += [f"        {word}={value!r}," for word, value in weights._asdict().items()]
        lines += ["    ),"]
    lines += ["}", '"""The weights of the judgement, by preset."""', "", "DEAL_ENDS = {"]
    for name, (_, ends) in found.items():
        lines += [f'    "{name}": (']
        for race, points in ends:
            lines += ["        DealEnd("]
            for numbers in (race, points):
                lines += [f"            ({', '.join(f'{number:.4g}' for number in numbers)}),"]
            lines += ["        ),"]
        lines += ["    ),"]
    lines += ["}", '"""The ends of the deals, by preset, one deal left first."""', ""]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit every preset and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1500, help="pairs of rounds a comparison")
    parser.add_argument("--rounds", type=int, default=40_000, help="rounds a fit of the ends")
    parser.add_argument("--turns", type=int, default=2, help="times each weight is tried")
    parser.add_argument("--only", nargs="*", metavar="PRESET", help="leave the others as they are")
    parser.add_argument("--file", type=Path, default=FILE, help="where it is written")
    options = parser.parse_args(arguments)
    found = {name: (WEIGHTS[name], list(DEAL_ENDS[name])) for name in PRESETS}
    for name, rules in PRESETS.items():
        if options.only and name not in options.only:
            continue
        print(name, flush=True)
        weights = fitted_weights(rules, Weights(), options.pairs, options.turns)
        found[name] = weights, fitted_ends(rules, weights, options.rounds)
    why = (
        f"Written by bench/fit.py: every weight tried {options.turns} times over\n"
        f"{options.pairs} pairs of rounds, the deals' ends fitted to {options.rounds} rounds."
    )
    options.file.write_text(written(found, why), encoding="utf-8")


if __name__ == "__main__":
    main()
