"""`basra hint` and `basra par`: what the plays of a position are worth."""

from __future__ import annotations

import argparse
import json
import sys

from basra.ai.coach import WORLDS, advise, reason
from basra.ai.double_dummy import MOST_POSITIONS, TooManyPositions, par_values
from basra.cli import REFUSED
from basra.cli.options import RULES_HELP, Commands, add_command, load_rules, parse_seed
from basra.engine.errors import PositionError
from basra.engine.shuffles import stream
from basra.engine.state import Round, View


def add_hint(commands: Commands) -> None:
    """Add `basra hint`."""
    hint = add_command(
        commands,
        "hint",
        "show what each play of a position is worth, and why",
        "examples:\n"
        "  basra hint '9STCQCKD/????????/6D2S4CAH/40/-/- 0-0 S -'\n\n"
        "The position line of a view is described in docs/notation.md.\n",
    )
    hint.add_argument("position", metavar="POSITION", help="the position line of a view")
    hint.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    hint.add_argument("--worlds", metavar="N", type=int, default=WORLDS, help="worlds to imagine")
    hint.add_argument(
        "--seed", metavar="S", type=parse_seed, default="hint", help="repeats the same worlds"
    )
    hint.add_argument("--json", action="store_true", help="print one JSON object")
    hint.set_defaults(run=_run_hint)


def _run_hint(options: argparse.Namespace) -> int:
    view = View.parse(options.position, load_rules(options.rules))
    if not 2 <= options.worlds <= 100_000:
        raise PositionError((f"worlds must be from 2 to 100000, not {options.worlds}",))
    advice = advise(view, stream(options.seed, "hint"), options.worlds)
    if not advice:
        raise PositionError((f"it is not {view.seat}'s turn, so there is nothing to play",))
    text = reason(view, advice)
    plays = [
        {
            "play": f"{one.play}!" if view.basra(one.play) else str(one.play),
            "margin": round(one.value, 2),
            "loss": round(one.loss, 2),
            "interval": round(one.interval, 2),
        }
        for one in advice
    ]
    if options.json:
        print(json.dumps({"plays": plays, "reason": text}))
        return 0
    print(f"{'play':24} margin   loss")
    for play in plays:
        sure = f" ± {play['interval']:.1f}" if play["interval"] else ""
        print(f"{play['play']:24} {play['margin']:+6.1f} {play['loss']:6.1f}{sure}")
    print(text)
    return 0


def add_par(commands: Commands) -> None:
    """Add `basra par`."""
    par = add_command(
        commands,
        "par",
        "solve a round with all cards open",
        "A position line is described in docs/notation.md.\n"
        "This is for looking back: nobody at the table could know it.\n",
    )
    par.add_argument("position", metavar="POSITION", help="the position line of a round")
    par.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    par.add_argument("--json", action="store_true", help="print one JSON object")
    par.set_defaults(run=_run_par)


def _run_par(options: argparse.Namespace) -> int:
    state = Round.parse(options.position, load_rules(options.rules))
    try:
        values = [(state.text(play), value) for value, play in par_values(state, MOST_POSITIONS)]
    except TooManyPositions:
        print(
            f"basra: this round takes more than {MOST_POSITIONS:,} positions to solve; "
            "give a later position of it",
            file=sys.stderr,
        )
        return REFUSED
    if options.json:
        plays = [{"play": text, "margin": value} for text, value in values]
        print(json.dumps({"turn": str(state.turn).lower(), "plays": plays}))
        return 0
    if not values:
        print("the round is over")
    for text, value in values:
        print(f"{text:20} {value:+.0f}")
    return 0
