"""`basra arena`: which of two computer players is stronger, and by how much."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from itertools import combinations

from basra.ai import LEVELS
from basra.ai.arena import Pair, Standing, play_pairs, standing
from basra.cli.options import RULES_HELP, Commands, command, positive, rules_of, seed
from basra.engine.errors import UnknownNameError
from basra.engine.rules import Rules

HEADING = (
    f"{'a':10} {'b':10} {'pairs':>6} {'a - b a round':>16} {'won-lost-tied':>16}"
    f" {'most cards':>10} {'basras':>11} {'ms a play':>13}"
)
TABLE = (
    "| a | b | pairs | a - b a round | pairs won, lost, tied | a's share of most cards "
    "| ms a play, a and b |\n| --- | --- | --- | --- | --- | --- | --- |"
)
"""The head of the table that is kept in docs/bots.md."""


def add_to(commands: Commands) -> None:
    """Add the command."""
    arena = command(
        commands,
        "arena",
        "measure two computer players against each other",
        "examples:\n"
        "  basra arena hard medium --pairs 1000\n"
        "  basra arena expert hard --matches --pairs 100\n"
        "  basra arena --table --pairs 200\n\n"
        "A pair is one pack played twice, the seats swapped.  Ctrl+C prints what is finished.\n",
    )
    arena.add_argument("a", nargs="?", help="a computer player, such as hard or pimc:100")
    arena.add_argument("b", nargs="?", help="another")
    arena.add_argument(
        "--table", action="store_true", help="all levels against all, as a table in Markdown"
    )
    arena.add_argument("--matches", action="store_true", help="whole matches instead of rounds")
    arena.add_argument("--pairs", metavar="N", type=positive, default=200, help="pairs of rounds")
    arena.add_argument(
        "--seed", metavar="S", type=seed, default="arena", help="repeats the same packs"
    )
    arena.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    arena.add_argument("--jobs", metavar="K", type=positive, help="processes (default: all cores)")
    arena.add_argument("--json", action="store_true", help="print one JSON object a match-up")
    arena.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if options.table:
        players = ("chance", "greedy", *LEVELS)
        meetings = [(b, a) for a, b in combinations(players, 2)]
    elif options.a and options.b:
        meetings = [(options.a, options.b)]
    else:
        raise UnknownNameError("name two computer players, or ask for the --table of all levels")
    rules = rules_of(options.rules)
    written = _object if options.json else _line if options.table else _row
    if not options.json:
        print(TABLE if options.table else HEADING)
    for names in meetings:
        found, is_whole = _measured(names, rules, options)
        if found is not None:
            print(written(names, found), flush=True)
        if not is_whole:
            return 130
    return 0


def _measured(
    names: tuple[str, str], rules: Rules, options: argparse.Namespace
) -> tuple[Standing | None, bool]:
    """Play the pairs; return what they say, and whether nobody interrupted."""
    done: list[Pair] = []
    jobs = options.jobs or os.cpu_count() or 1
    pairs = play_pairs(names, rules, options.seed, options.pairs, jobs, matches=options.matches)
    is_whole = True
    try:
        for pair in _shown(pairs, f"{names[0]} - {names[1]}", options.pairs):
            done.append(pair)  # noqa: PERF402 - one by one, so that what is done is kept
    except KeyboardInterrupt:
        is_whole = False
    return (standing(done) if done else None), is_whole


def _shown(pairs: Iterable[Pair], title: str, total: int) -> Iterable[Pair]:
    """Return *pairs*, with a bar on standard error where somebody watches it grow."""
    if not sys.stderr.isatty():
        return pairs
    from rich.console import Console
    from rich.progress import track

    return track(pairs, title, total, console=Console(stderr=True), transient=True)


def _object(names: tuple[str, str], found: Standing) -> str:
    return json.dumps(
        {
            "a": names[0],
            "b": names[1],
            "pairs": found.pairs,
            "diff": round(found.margin, 3),
            "ci95": round(found.interval, 3),
            "wins": found.wins,
            "losses": found.losses,
            "ties": found.ties,
            "majority_share": round(found.majority_share, 4),
            "basras": {"made": round(found.basras[0], 3), "given": round(found.basras[1], 3)},
            "ms_per_play": {
                "a": round(found.ms_per_play[0], 3),
                "b": round(found.ms_per_play[1], 3),
            },
        }
    )


def _row(names: tuple[str, str], found: Standing) -> str:
    margin = f"{found.margin:+.2f} ± {found.interval:.2f}"
    score = f"{found.wins}-{found.losses}-{found.ties}"
    basras = f"{found.basras[0]:.2f} {found.basras[1]:.2f}"
    times = f"{found.ms_per_play[0]:.2f} {found.ms_per_play[1]:.2f}"
    share = f"{100 * found.majority_share:.1f} %"
    return (
        f"{names[0]:10} {names[1]:10} {found.pairs:6} {margin:>16} {score:>16}"
        f" {share:>10} {basras:>11} {times:>13}"
    )


def _line(names: tuple[str, str], found: Standing) -> str:
    """A row of the table in Markdown."""
    return (
        f"| {names[0]} | {names[1]} | {found.pairs:,} | {found.margin:+.1f} ± {found.interval:.1f}"
        f" | {found.wins:,}, {found.losses:,}, {found.ties:,} | {100 * found.majority_share:.0f} %"
        f" | {found.ms_per_play[0]:.2g}, {found.ms_per_play[1]:.2g} |"
    )
