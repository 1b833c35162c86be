"""`basra rules`: the rule book, with the values of a preset."""

from __future__ import annotations

import argparse

from basra.cli.options import RULES_HELP, Commands, command, rules_of
from basra.engine.rules import FIELDS
from basra.messages.rulebook import plain, rule_book


def add_to(commands: Commands) -> None:
    """Add the command."""
    rules = command(
        commands,
        "rules",
        "print the rule book with the values of a preset",
        "examples:\n  basra rules\n  basra rules pagat | less\n",
    )
    rules.add_argument("preset", nargs="?", default="v2", metavar="RULES", help=RULES_HELP)
    rules.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    rules = rules_of(options.preset)
    print(f"The rules in force are {rules.name}:\n")
    width = max(map(len, FIELDS))
    for name in FIELDS:
        print(f"    {name:{width}}  {rules.value_text(name)}")
    print("\nWhat each means is said in the rule book, and in docs/house-rules.md.\n")
    print(plain(rule_book()).rstrip())
    return 0
