"""`basra takes`: what a card takes from a floor."""

from __future__ import annotations

import argparse

from basra.cli.options import RULES_HELP, Commands, command, rules_of, typed
from basra.engine.captures import basra_points, captures, may_trail
from basra.engine.cards import Card, Cards, parse_sequence


def add_to(commands: Commands) -> None:
    """Add the command."""
    takes = command(
        commands,
        "takes",
        "say what a card takes from a floor",
        "examples:\n  basra takes 8H AC 7D KD 8S\n  basra takes 7D 'Q♥ Q♠' --rules pagat --json\n",
    )
    takes.add_argument("card", type=typed, help="the card that is laid, such as 8H, 10d or Q♥")
    takes.add_argument("floor", type=typed, nargs="*", help="the cards on the floor, in any order")
    takes.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    takes.add_argument("--json", action="store_true", help="print one JSON object")
    takes.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    rules = rules_of(options.rules)
    card = Card.parse(options.card)
    floor = Cards.of([lying for text in options.floor for lying in parse_sequence(text)])
    found = [
        (taken, basra_points(card, floor, taken, rules)) for taken in captures(card, floor, rules)
    ]
    if options.json:
        import json

        print(
            json.dumps(
                {
                    "card": str(card),
                    "floor": list(map(str, floor)),
                    "rules": rules.name,
                    "captures": [
                        {"takes": list(map(str, taken)), "basra": points} for taken, points in found
                    ],
                }
            )
        )
        return 0
    for taken, points in found:
        print(f"{card} takes {' '.join(map(str, taken))}{f', basra +{points}' if points else ''}")
    if not found:
        print(f"{card} takes nothing and stays on the floor")
    elif may_trail(card, floor, rules):
        print(f"{card} may also be laid without taking")
    return 0
