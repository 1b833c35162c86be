"""Fit the weights of the evaluation from self-play: `make fit`.

The weights of a play are fitted to the search: plays of many positions are valued by playing the
deal out, and the weights are those by which the evaluation, at a glance, comes nearest to it.  For
the leaf weights the evaluator plays itself, and the features are fitted to how the round came out:
the race for most cards by a hyperbolic tangent, the other points by a straight line.  The search
uses both, so this is done twice.  Everything is seeded and nothing that was fitted before goes in;
the file that is written says how much self-play it rests on.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt, tanh
from pathlib import Path
from statistics import fmean

from basra.ai.counts import CountedView, count_view, find_play
from basra.ai.evaluation import Evaluator, LeafFeatures, LeafWeights, Weights
from basra.ai.heuristic_bot import sample_softmax
from basra.ai.kernel import Move, PlayValue, kernel_for
from basra.ai.search import Search
from basra.ai.weights import LEAF_WEIGHTS, PLAY_WEIGHTS
from basra.engine import PRESETS, Round, Rules, stream
from basra.engine.shuffles import pack
from bench.selfplay import SelfPlay, play_round

FILE = Path(__file__).parents[1] / "src/basra/ai/weights.py"
Row = tuple[Sequence[float], float]
Fit = tuple[dict[str, float], Sequence[tuple[Sequence[float], Sequence[float]]]]
"""The weights of a play and of the leaves, as they stand in the file."""
_ITERATIONS = 2
"""How often positions are searched anew, with the weights found so far …"""
_STEPS = 3
"""… and steps towards the best weights in each."""
_TEMPERATURE = 1.0
"""Points by which the plays that lead to a position may be misjudged, for variety."""
_ONE_IN = 4
"""Of so many positions of a round one is an example, so that they differ."""
_RIDGE = 1.0
"""How strongly a weight is held where the examples hardly speak of it."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and what the search makes of each play more than of the plays on average."""

    counted: CountedView
    targets: dict[tuple[int, Move], float]


def make_examples(evaluator: Evaluator, rounds: int, worlds: int, iteration: int) -> list[Example]:
    """Return positions of *rounds* rounds, each play valued in so many *worlds*."""
    kernel, examples = evaluator.kernel, []
    for number in range(rounds):
        rng = stream("lessons", iteration, number)
        state = Round.deal(pack(f"lessons {iteration}", number), rules=kernel.rules)
        while state.stock:
            view = state.view(state.turn)
            counted = count_view(view, kernel)
            plays = evaluator.evaluate(counted)
            if len(plays) > 1 and rng.random() * _ONE_IN < 1:
                results = Search(evaluator, counted, rng, worlds=worlds).all_results(worlds)
                targets = centre([(fmean(values), *play) for play, values in results.items()])
                examples.append(Example(counted, targets))
            _, rank, move = sample_softmax(plays, _TEMPERATURE, rng)
            state = state.play(find_play(view, kernel, rank, move))
    return examples


def fit(
    rules: Rules, rounds: int, worlds: int, leaf_rounds: int
) -> tuple[Weights, list[LeafWeights]]:
    """Return the weights for *rules*, from nothing that was fitted before."""
    best = Weights()
    for iteration in range(_ITERATIONS):
        leaf_weights = fit_leaf_weights(rules, best, leaf_rounds)
        evaluator = Evaluator(kernel_for(rules), best, leaf_weights)
        examples = make_examples(evaluator, rounds, worlds, iteration)
        for _ in range(_STEPS):
            best = gauss_newton_step(rules, best, examples)
        error = root_mean_square_error(rules, best, examples)
        print(f"    {len(examples)} examples, {error:.2f} off", flush=True)
    return best, fit_leaf_weights(rules, best, leaf_rounds)


def gauss_newton_step(rules: Rules, weights: Weights, examples: Sequence[Example]) -> Weights:
    """Return weights that are nearer to the examples: one step of Gauss and Newton."""
    kernel = kernel_for(rules)
    steps = [0.01 * max(1.0, abs(weight)) for weight in weights]
    evaluators = [Evaluator(kernel, weights)] + [
        Evaluator(kernel, weights._replace(**{name: weight + step}))
        for name, weight, step in zip(Weights._fields, weights, steps, strict=True)
    ]
    rows: list[Row] = []
    for example in examples:
        here, *there = [centre(one.evaluate(example.counted)) for one in evaluators]
        for play, value in here.items():
            slopes = [
                (changed[play] - value) / step for changed, step in zip(there, steps, strict=True)
            ]
            rows.append((slopes, example.targets[play] - value))
    change = least_squares(rows, ridge=_RIDGE)
    return Weights(*(round(old + new, 4) for old, new in zip(weights, change, strict=True)))


def root_mean_square_error(rules: Rules, weights: Weights, examples: Sequence[Example]) -> float:
    """Return by how many points the evaluation of a play misses the search."""
    evaluator = Evaluator(kernel_for(rules), weights)
    squares = []
    for example in examples:
        for play, value in centre(evaluator.evaluate(example.counted)).items():
            squares.append((example.targets[play] - value) ** 2)
    return sqrt(fmean(squares))


def centre(plays: Sequence[PlayValue]) -> dict[tuple[int, Move], float]:
    """Return what each play is worth more than the plays are on average."""
    mean = fmean(value for value, _, _ in plays)
    return {(rank, move): value - mean for value, rank, move in plays}


def fit_leaf_weights(rules: Rules, weights: Weights, rounds: int) -> list[LeafWeights]:
    """Return the leaf weights, one deal left first."""
    evaluator = Evaluator(kernel_for(rules), weights)
    race: list[list[Row]] = [[] for _ in range(rules.deals)]
    rest: list[list[Row]] = [[] for _ in range(rules.deals)]
    for number in range(rounds):
        leaves: list[tuple[int, LeafFeatures, int]] = []

        def add_leaf(state: SelfPlay, leaves: list[tuple[int, LeafFeatures, int]] = leaves) -> None:
            lead = state.piles[0] - state.piles[1]
            row = evaluator.leaf_features(state.floor, state.unplayed, lead, state.sign(0))
            leaves.append((state.deals_left, row, state.points[0] - state.points[1]))

        end = play_round(evaluator, number, "fit ends", add_leaf)
        for left, row, points in leaves:
            majority = (end.piles[0] > end.piles[1]) - (end.piles[0] < end.piles[1])
            race[left].append((row, float(majority)))
            rest[left].append((row, float(end.points[0] - end.points[1] - points)))
    return [
        LeafWeights(fit_tanh(race[left]), least_squares(rest[left]))
        for left in range(1, rules.deals)
    ]


def least_squares(rows: Sequence[Row], ridge: float = 1e-6) -> list[float]:
    """Return the weights of the features that come nearest to the rows' results.

    The larger *ridge*, the nearer to nothing is a weight of which the rows hardly speak.
    """
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
        table[place][place] += ridge
    for place in range(size):
        pivot = max(range(place, size), key=lambda r, place=place: abs(table[r][place]))  # type: ignore[misc]
        table[place], table[pivot] = table[pivot], table[place]
        for other in range(size):
            if other != place:
                factor = table[other][place] / table[place][place]
                for column in range(place, size + 1):
                    table[other][column] -= factor * table[place][column]
    return [table[place][size] / table[place][place] for place in range(size)]


def fit_tanh(rows: Sequence[Row]) -> list[float]:
    """Return the weights of a hyperbolic tangent that comes nearest to the rows' results."""
    weights = [0.0] * len(rows[0][0])
    for _ in range(7):
        straight = []
        for row, result in rows:
            value = tanh(sum(map(float.__mul__, weights, row)))
            slope = 1 - value * value
            scaled = tuple(feature * slope for feature in row)
            straight.append((scaled, result - value))
        weights = list(map(float.__add__, weights, least_squares(straight)))
    return weights


def file_text(fits: Mapping[str, Fit], origin: str) -> str:
    """Return the text of the file of weights; *origin* says what they were fitted to."""
    lines = [f'"""The weights of the evaluation, fitted from self-play.\n\n{origin}\n"""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += ["PLAY_WEIGHTS: dict[str, dict[str, float]] = {"]
    for name, (weights, _) in fits.items():
        lines += [f'    "{name}": {{']
        lines += [f'        "{word}": {value!r},' for word, value in weights.items()]
        lines += ["    },"]
    lines += ["}", '"""The weights of a play (`evaluation.Weights`), by preset."""', ""]
    lines += [
        "LEAF_WEIGHTS: dict[str, tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]] = {"
    ]
    for name, (_, leaf_weights) in fits.items():
        lines += [f'    "{name}": (']
        for pair in leaf_weights:
            lines += ["        ("]
            for numbers in pair:
                lines += [f"            ({', '.join(f'{number:.4g}' for number in numbers)}),"]
            lines += ["        ),"]
        lines += ["    ),"]
    lines += ["}"]
    lines += [
        '"""The weights of a leaf (`evaluation.LeafWeights`), by preset, one deal left first."""'
    ]
    return "\n".join([*lines, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit every preset and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=800, help="rounds to draw examples from")
    parser.add_argument("--worlds", type=int, default=200, help="worlds an example is searched in")
    parser.add_argument("--rounds", type=int, default=12_000, help="rounds a fit of leaf weights")
    parser.add_argument("--only", nargs="*", metavar="PRESET", help="leave the others as they are")
    parser.add_argument("--file", type=Path, default=FILE, help="where it is written")
    options = parser.parse_args(arguments)
    fits: dict[str, Fit] = {name: (PLAY_WEIGHTS[name], LEAF_WEIGHTS[name]) for name in PRESETS}
    for name, rules in PRESETS.items():
        if options.only and name not in options.only:
            continue
        print(name, flush=True)
        weights, leaf_weights = fit(rules, options.examples, options.worlds, options.rounds)
        fits[name] = weights._asdict(), leaf_weights
    origin = (
        "Written by bench/fit.py: "
        f"the weights from positions of {options.examples} rounds, twice,\n"
        f"searched in {options.worlds} worlds; the leaf weights from {options.rounds} rounds."
    )
    options.file.write_text(file_text(fits, origin), encoding="utf-8")


if __name__ == "__main__":
    main()
