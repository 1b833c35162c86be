"""The command line: `main` parses it and starts the game, each other module has some commands.

A command prints data on standard output and returns an exit code; it raises a `BasraError` for
arguments that it cannot use.
"""

COMMANDS = {
    "takes": "rules",
    "rules": "rules",
    "watch": "bots",
    "hint": "positions",
    "par": "positions",
    "arena": "bots",
    "records": "records",
    "replay": "records",
    "review": "review",
    "stats": "stats",
    "verify": "records",
    "serve": "serve",
    "doctor": "doctor",
    "completion": "completion",
}
"""The commands in the order of the help, each with the module whose `add_…` adds it."""
REFUSED, USAGE, INTERRUPTED = 1, 2, 130
"""Exit codes: refused by the game, wrong usage, Ctrl+C."""
