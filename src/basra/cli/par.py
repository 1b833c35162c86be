"""`basra par`: what a round comes to with all cards open."""

from __future__ import annotations

import argparse
import json
import sys

from basra.ai.double_dummy import MOST_POSITIONS, TooManyPositions, par_values
from basra.cli.options import RULES_HELP, Commands, command, rules_of
from basra.engine.rounds import Round


def add_to(commands: Commands) -> None:
    """Add the command."""
    par = command(
        commands,
        "par",
        "solve a round with all cards open",
        "A position line is described in docs/notation.md.\n"
        "What it says is for looking back: nobody at the table could know it.\n",
    )
    par.add_argument("position", metavar="POSITION", help="the position line of a round")
    par.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    par.add_argument("--json", action="store_true", help="print one JSON object")
    par.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    state = Round.parse(options.position, rules_of(options.rules))
    try:
        values = [(state.text(play), value) for value, play in par_values(state, MOST_POSITIONS)]
    except TooManyPositions:
        print(
            f"basra: this round takes more than {MOST_POSITIONS:,} positions to solve; "
            "give one from later in it",
            file=sys.stderr,
        )
        return 1
    if options.json:
        plays = [{"play": text, "margin": value} for text, value in values]
        print(json.dumps({"turn": str(state.turn).lower(), "plays": plays}))
        return 0
    if not values:
        print("the round is over")
    for text, value in values:
        print(f"{text:20} {value:+.0f}")
    return 0
