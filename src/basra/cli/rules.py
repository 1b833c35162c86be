"""`basra rules` and `basra takes`: the rule book, and what a card takes by it."""

from __future__ import annotations

import argparse
import json

from basra.cli.options import RULES_HELP, Commands, add_command, decode_argument, load_rules
from basra.engine.captures import basra_points, captures, may_trail
from basra.engine.cards import Card, Cards, parse_sequence
from basra.engine.rules import FIELDS


def add_rules(commands: Commands) -> None:
    """Add `basra rules`."""
    rules = add_command(
        commands,
        "rules",
        "print the rule book with the values of a preset",
        "examples:\n  basra rules\n  basra rules pagat | less\n",
    )
    rules.add_argument("preset", nargs="?", default="v2", metavar="RULES", help=RULES_HELP)
    rules.set_defaults(run=_run_rules)


def _run_rules(options: argparse.Namespace) -> int:
    from basra.messages.rulebook import (  # slow, and `takes` needs none
        read_rule_book,
        strip_markdown,
    )

    rules = load_rules(options.preset)
    print(f"The rules in force are {rules.name}:\n")
    width = max(map(len, FIELDS))
    for name in FIELDS:
        print(f"    {name:{width}}  {rules.value_text(name)}")
    print("\nThe rule book and docs/house-rules.md say what each means.\n")
    print(strip_markdown(read_rule_book()).rstrip())
    return 0


def add_takes(commands: Commands) -> None:
    """Add `basra takes`."""
    takes = add_command(
        commands,
        "takes",
        "show what a card takes from a floor",
        "examples:\n  basra takes 8H AC 7D KD 8S\n  basra takes 7D 'Q♥ Q♠' --rules pagat --json\n",
    )
    takes.add_argument(
        "card", type=decode_argument, help="the card that is laid, such as 8H, 10d or Q♥"
    )
    takes.add_argument(
        "floor", type=decode_argument, nargs="*", help="the cards on the floor, in any order"
    )
    takes.add_argument("--rules", metavar="RULES", default="v2", help=RULES_HELP)
    takes.add_argument("--json", action="store_true", help="print one JSON object")
    takes.set_defaults(run=_run_takes)


def _run_takes(options: argparse.Namespace) -> int:
    rules = load_rules(options.rules)
    card = Card.parse(options.card)
    floor = Cards.of([lying for text in options.floor for lying in parse_sequence(text)])
    found = [
        (taken, basra_points(card, floor, taken, rules)) for taken in captures(card, floor, rules)
    ]
    if options.json:
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
