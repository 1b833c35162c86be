"""The commands that need no screen.

Law of this package: a command prints data on standard output and returns an exit code; what is
wrong with its arguments is raised as a `BasraError`.
"""

from __future__ import annotations

from basra.commands import arena, hint, par, rules, takes, watch

COMMANDS = (takes, rules, watch, hint, par, arena)
"""The commands, in the order of the help; each has `add_to`."""
