"""`basra hint`: what the coach says of a position."""

from __future__ import annotations

import argparse
import json

from basra.ai.coach import WORLDS, advise, reason
from basra.cli.options import RULES_HELP, Commands, command, rules_of, seed
from basra.engine.errors import PositionError
from basra.engine.shuffles import stream
from basra.engine.views import View


def add_to(commands: Commands) -> None:
    """Add the command."""
    hint = command(
        commands,
        "hint",
        "say what each play of a position is worth, and why",
        "examples:\n"
        "  basra hint '9STCQCKD/????????/6D2S4CAH/40/-/- 0-0 S -'\n\n"
        "A view's position line is described in docs/notation.md.\n",
    )
    hint.add_argument("position", metavar="POSITION", help="the position line of a view")
    hint.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    hint.add_argument("--worlds", metavar="N", type=int, default=WORLDS, help="worlds to imagine")
    hint.add_argument(
        "--seed", metavar="S", type=seed, default="hint", help="repeats the same worlds"
    )
    hint.add_argument("--json", action="store_true", help="print one JSON object")
    hint.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    view = View.parse(options.position, rules_of(options.rules))
    if not 2 <= options.worlds <= 100_000:
        raise PositionError((f"worlds must be from 2 to 100000, not {options.worlds}",))
    advice = advise(view, stream(options.seed, "hint"), options.worlds)
    if not advice:
        raise PositionError((f"{view.seat} is not on turn, so there is nothing to play",))
    why = reason(view, advice)
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
        print(json.dumps({"plays": plays, "reason": why}))
        return 0
    print(f"{'play':24} margin   loss")
    for play in plays:
        sure = f" ± {play['interval']:.1f}" if play["interval"] else ""
        print(f"{play['play']:24} {play['margin']:+6.1f} {play['loss']:6.1f}{sure}")
    print(why)
    return 0
