"""Fit the numbers of the judgement and of the deals' ends from self-play: `make fit`.

The judgement is taught by the search: plays of many positions are valued by playing the deal out,
and the weights are those by which the judgement, at a glance, comes nearest to it.  For the
deals' ends the judgement plays itself, and the features are fitted to how the round came out: the
race for most cards by a hyperbolic tangent, the other points by a straight line.  The search leans
on both, so this is done twice.  Everything is seeded and nothing that was fitted before goes in;
the file that is written says from how much.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt, tanh
from pathlib import Path
from statistics import fmean

from basra.ai.counts import Table, play_of, table_of
from basra.ai.double_dummy import Valued
from basra.ai.evaluation import Judge, Weights
from basra.ai.evaluators import Mind
from basra.ai.heuristic_bot import drawn, judged
from basra.ai.kernel import Move, kernel
from basra.ai.leaf_values import DealEnd, Features, features
from basra.ai.search import Search
from basra.ai.weights import DEAL_ENDS, WEIGHTS
from basra.engine import PRESETS, Round, Rules, stream
from basra.engine.shuffles import pack
from bench.selfplay import Played, played

FILE = Path(__file__).parents[1] / "src/basra/ai/weights.py"
Row = tuple[Sequence[float], float]
_TURNS = 2
"""Lessons that are held one after the other, each with what the one before has taught …"""
_STEPS = 3
"""… and steps towards the best weights in each."""
_HAZE = 1.0
"""Points by which the plays that lead to a position may be misjudged, for variety."""
_ONE_IN = 4
"""Of so many positions of a round one is a lesson, so that they differ."""
_STEADY = 1.0
"""How strongly a weight is held where the lessons hardly speak of it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, and what the search makes of each play more than of the plays on average."""

    table: Table
    worth: dict[tuple[int, Move], float]


def lessons(rules: Rules, mind: Mind, rounds: int, worlds: int, turn: int) -> list[Lesson]:
    """Return positions of *rounds* rounds, each play valued in so many *worlds*."""
    judge, ends = mind
    packed, found = judge.kernel, []
    for number in range(rounds):
        rng = stream("lessons", turn, number)
        state = Round.deal(pack(f"lessons {turn}", number), rules=rules)
        while state.stock:
            view = state.view(state.turn)
            table = table_of(view, packed)
            plays = judged(judge, table)
            if len(plays) > 1 and rng.random() * _ONE_IN < 1:
                results = Search(judge, ends, table, rng, hands=worlds).all_results(worlds)
                worth = centred([(fmean(made), *play) for play, made in results.items()])
                found.append(Lesson(table, worth))
            _, kind, move = drawn(plays, _HAZE, rng)
            state = state.play(play_of(view, packed, kind, move))
    return found


def fitted(
    rules: Rules, rounds: int, worlds: int, end_rounds: int
) -> tuple[Weights, list[DealEnd]]:
    """Return the weights and the deals' ends for *rules*, from nothing that was fitted before."""
    best = Weights()
    for turn in range(_TURNS):
        ends = fitted_ends(rules, best, end_rounds)
        taught = lessons(rules, Mind(Judge(kernel(rules), best), ends), rounds, worlds, turn)
        for _ in range(_STEPS):
            best = nearer(rules, best, taught)
        print(f"    {len(taught)} lessons, {error(rules, best, taught):.2f} off", flush=True)
    return best, fitted_ends(rules, best, end_rounds)


def nearer(rules: Rules, weights: Weights, taught: Sequence[Lesson]) -> Weights:
    """Return weights that are nearer to the lessons: one step of Gauss and Newton."""
    packed = kernel(rules)
    steps = [0.01 * max(1.0, abs(weight)) for weight in weights]
    judges = [Judge(packed, weights)] + [
        Judge(packed, weights._replace(**{name: weight + step}))
        for name, weight, step in zip(Weights._fields, weights, steps, strict=True)
    ]
    rows: list[Row] = []
    for lesson in taught:
        here, *there = [centred(judged(judge, lesson.table)) for judge in judges]
        for play, value in here.items():
            slopes = [
                (changed[play] - value) / step for changed, step in zip(there, steps, strict=True)
            ]
            rows.append((slopes, lesson.worth[play] - value))
    change = line(rows, steady=_STEADY)
    return Weights(*(round(old + new, 4) for old, new in zip(weights, change, strict=True)))


def error(rules: Rules, weights: Weights, taught: Sequence[Lesson]) -> float:
    """Return by how many points the judgement of a play misses the search, root mean square."""
    judge = Judge(kernel(rules), weights)
    squares = []
    for lesson in taught:
        for play, value in centred(judged(judge, lesson.table)).items():
            squares.append((lesson.worth[play] - value) ** 2)
    return sqrt(fmean(squares))


def centred(plays: Sequence[Valued]) -> dict[tuple[int, Move], float]:
    """Return what each play is worth more than the plays are on average."""
    mean = fmean(value for value, _, _ in plays)
    return {(kind, move): value - mean for value, kind, move in plays}


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

        end = played(judge, number, "fit ends", mark)
        for left, row, points in marks:
            won = (end.piles[0] > end.piles[1]) - (end.piles[0] < end.piles[1])
            race[left].append((row, float(won)))
            rest[left].append((row, float(end.points[0] - end.points[1] - points)))
    return [DealEnd(curve(race[left]), line(rest[left])) for left in range(1, rules.deals)]


def line(rows: Sequence[Row], steady: float = 1e-6) -> list[float]:
    """Return the weights of the features that come nearest to the rows' results.

    The larger *steady*, the nearer to nothing is a weight of which the rows hardly speak.
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
        table[place][place] += steady
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
        weights = list(map(float.__add__, weights, line(straight)))
    return weights


def written(found: dict[str, tuple[Weights, list[DealEnd]]], why: str) -> str:
    """Return the text of the file of fitted numbers."""
    lines = [f'"""Numbers fitted from self-play.\n\n{why}\n"""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += [
        "from basra.ai.evaluation import Weights",
        "from basra.ai.leaf_values import DealEnd",
        "",
    ]
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
    parser.add_argument("--lessons", type=int, default=800, help="rounds to draw lessons from")
    parser.add_argument("--worlds", type=int, default=200, help="worlds a lesson is searched in")
    parser.add_argument("--rounds", type=int, default=12_000, help="rounds a fit of the ends")
    parser.add_argument("--only", nargs="*", metavar="PRESET", help="leave the others as they are")
    parser.add_argument("--file", type=Path, default=FILE, help="where it is written")
    options = parser.parse_args(arguments)
    found = {name: (WEIGHTS[name], list(DEAL_ENDS[name])) for name in PRESETS}
    for name, rules in PRESETS.items():
        if options.only and name not in options.only:
            continue
        print(name, flush=True)
        found[name] = fitted(rules, options.lessons, options.worlds, options.rounds)
    why = (
        f"Written by bench/fit.py: the weights from positions of {options.lessons} rounds, twice,\n"
        f"searched in {options.worlds} worlds; the deals' ends from {options.rounds} rounds."
    )
    options.file.write_text(written(found, why), encoding="utf-8")


if __name__ == "__main__":
    main()
