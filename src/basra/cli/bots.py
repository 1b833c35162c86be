"""`basra watch` and `basra arena`: computer players against each other, watched and measured."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from basra.ai import DEFAULT, LEVELS, bot
from basra.ai.arena import Pair, Standing, play_pairs, standing
from basra.cli import INTERRUPTED
from basra.cli.options import (
    RULES_HELP,
    Commands,
    add_command,
    add_match_options,
    load_rules,
    match_rules,
    parse_seed,
    positive_int,
)
from basra.engine.errors import UnknownNameError
from basra.engine.rules import Rules
from basra.match.session import Player, Session

TEXT_HEADER = (
    f"{'a':10} {'b':10} {'pairs':>6} {'a - b a round':>16} {'won-lost-tied':>16}"
    f" {'most cards':>10} {'basras':>11} {'ms a play':>13}"
)
MARKDOWN_HEADER = (
    "| a | b | pairs | a - b a round | pairs won, lost, tied | a's share of most cards "
    "| ms a play, a and b |\n| --- | --- | --- | --- | --- | --- | --- |"
)
"""The head of the table in docs/bots.md."""


# ------------------------------------------------------------------------ watch


def add_watch(commands: Commands) -> None:
    """Add `basra watch`."""
    watch = add_command(
        commands,
        "watch",
        "let computer players play a match, one play a line",
        "examples:\n  basra watch --seed 7\n  basra watch --south chance --north hard --json\n",
    )
    for seat in ("south", "north"):
        watch.add_argument(f"--{seat}", metavar="NAME", default=DEFAULT, help="who plays this seat")
    add_match_options(watch)
    watch.add_argument("--json", action="store_true", help="print one JSON object a line")
    watch.set_defaults(run=_run_watch)


def _run_watch(options: argparse.Namespace) -> int:
    south, north = (Player(bot(name).name, bot(name)) for name in (options.south, options.north))
    session = Session((south, north), rules=match_rules(options), seed=options.seed)
    for event in _match_events(session):
        print(json.dumps(event) if options.json else _event_text(event))
    return 0


def _match_events(session: Session) -> Iterator[dict[str, Any]]:
    """Play *session* to its end; yield each event as a flat object, the result last."""
    south, north = session.players
    yield {
        "event": "match",
        "south": south.name,
        "north": north.name,
        "rules": session.rules.name,
        "target": session.rules.target,
        "seed": session.seed,
    }
    while True:
        number, dealer = session.round_number, str(session.round.dealer).lower()
        yield {"event": "round", "round": number, "dealer": dealer}
        while not session.is_round_over:
            outcome = session.lay(session.think())
            yield {"event": "play", "seat": str(outcome.seat).lower(), "play": outcome.text}
        yield {
            "event": "tally",
            "round": number,
            "lines": [line._asdict() for line in session.tally.lines],
            "points": session.tally.points,
            "scores": session.match.scores,
        }
        winner = session.match.winner
        if winner is not None:
            scores = session.match.scores
            yield {"winner": str(winner).lower(), "scores": scores, "rounds": number}
            return
        session.next_round()


def _event_text(event: dict[str, Any]) -> str:
    """Return *event* as a line of text, or a few."""
    match event:
        case {"event": "match"}:
            return (
                f"South {event['south']}, north {event['north']}, rules {event['rules']} "
                f"to {event['target']}, seed {event['seed']}"
            )
        case {"event": "round"}:
            return f"\nRound {event['round']}, {event['dealer']} deals"
        case {"event": "play"}:
            return f"{event['seat']} {event['play']}"
        case {"event": "tally"}:
            rows = [(line["source"], *line["points"]) for line in event["lines"]]
            rows += [("round", *event["points"]), ("match", *event["scores"])]
            return "\n".join(f"  {name:16}{south:>6}{north:>6}" for name, south, north in rows)
    high, low = max(event["scores"]), min(event["scores"])
    rounds = f"{event['rounds']} round" + "s" * (event["rounds"] != 1)
    return f"\n{event['winner'].capitalize()} wins {high} to {low} after {rounds}"


# ------------------------------------------------------------------------ arena


def add_arena(commands: Commands) -> None:
    """Add `basra arena`."""
    arena = add_command(
        commands,
        "arena",
        "measure two computer players against each other",
        "examples:\n"
        "  basra arena hard medium --pairs 1000\n"
        "  basra arena expert hard --matches --pairs 100\n"
        "  basra arena --table --pairs 200\n\n"
        "A pair is one pack played twice, the seats swapped.  Ctrl+C prints the results so far.\n",
    )
    arena.add_argument("a", nargs="?", help="a computer player, such as hard or pimc:100")
    arena.add_argument("b", nargs="?", help="another")
    arena.add_argument(
        "--table", action="store_true", help="all levels against all, as a table in Markdown"
    )
    arena.add_argument("--matches", action="store_true", help="whole matches instead of rounds")
    arena.add_argument(
        "--pairs", metavar="N", type=positive_int, default=200, help="pairs of rounds"
    )
    arena.add_argument(
        "--seed", metavar="S", type=parse_seed, default="arena", help="repeats the same packs"
    )
    arena.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    arena.add_argument(
        "--jobs", metavar="K", type=positive_int, help="processes (default: all cores)"
    )
    arena.add_argument("--json", action="store_true", help="print one JSON object a match-up")
    arena.set_defaults(run=_run_arena)


def _run_arena(options: argparse.Namespace) -> int:
    if options.table:
        players = ("chance", "greedy", *LEVELS)
        meetings = [(b, a) for a, b in combinations(players, 2)]
    elif options.a and options.b:
        meetings = [(options.a, options.b)]
    else:
        raise UnknownNameError("name two computer players, or ask for the --table of all levels")
    rules = load_rules(options.rules)
    format_row = _json_line if options.json else _markdown_row if options.table else _text_row
    if not options.json:
        print(MARKDOWN_HEADER if options.table else TEXT_HEADER)
    for names in meetings:
        result, is_whole = _measure(names, rules, options)
        if result is not None:
            print(format_row(names, result), flush=True)
        if not is_whole:
            return INTERRUPTED
    return 0


def _measure(
    names: tuple[str, str], rules: Rules, options: argparse.Namespace
) -> tuple[Standing | None, bool]:
    """Play the pairs; return the standing, and whether all were played without interruption."""
    done: list[Pair] = []
    jobs = options.jobs or os.cpu_count() or 1
    pairs = play_pairs(names, rules, options.seed, options.pairs, jobs, matches=options.matches)
    is_whole = True
    try:
        for pair in _with_progress(pairs, f"{names[0]} - {names[1]}", options.pairs):
            done.append(pair)  # noqa: PERF402 - keeps what is done at an interrupt
    except KeyboardInterrupt:
        is_whole = False
    return (standing(done) if done else None), is_whole


def _with_progress(pairs: Iterable[Pair], title: str, total: int) -> Iterable[Pair]:
    """Return *pairs*, with a progress bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return pairs
    from rich.console import Console
    from rich.progress import track

    return track(pairs, title, total, console=Console(stderr=True), transient=True)


def _json_line(names: tuple[str, str], result: Standing) -> str:
    return json.dumps(
        {
            "a": names[0],
            "b": names[1],
            "pairs": result.pairs,
            "diff": round(result.margin, 3),
            "ci95": round(result.interval, 3),
            "wins": result.wins,
            "losses": result.losses,
            "ties": result.ties,
            "majority_share": round(result.majority_share, 4),
            "basras": {"made": round(result.basras[0], 3), "given": round(result.basras[1], 3)},
            "ms_per_play": {
                "a": round(result.ms_per_play[0], 3),
                "b": round(result.ms_per_play[1], 3),
            },
        }
    )


def _text_row(names: tuple[str, str], result: Standing) -> str:
    margin = f"{result.margin:+.2f} ± {result.interval:.2f}"
    score = f"{result.wins}-{result.losses}-{result.ties}"
    basras = f"{result.basras[0]:.2f} {result.basras[1]:.2f}"
    times = f"{result.ms_per_play[0]:.2f} {result.ms_per_play[1]:.2f}"
    share = f"{100 * result.majority_share:.1f} %"
    return (
        f"{names[0]:10} {names[1]:10} {result.pairs:6} {margin:>16} {score:>16}"
        f" {share:>10} {basras:>11} {times:>13}"
    )


def _markdown_row(names: tuple[str, str], result: Standing) -> str:
    """Return a row of the table in Markdown."""
    return (
        f"| {names[0]} | {names[1]} | {result.pairs:,}"
        f" | {result.margin:+.1f} ± {result.interval:.1f}"
        f" | {result.wins:,}, {result.losses:,}, {result.ties:,}"
        f" | {100 * result.majority_share:.0f} %"
        f" | {result.ms_per_play[0]:.2g}, {result.ms_per_play[1]:.2g} |"
    )
