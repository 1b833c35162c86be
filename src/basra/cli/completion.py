"""`basra completion`: what a shell needs to complete the command line."""

from __future__ import annotations

import argparse

from basra.cli.options import Commands, command

SHELLS = {
    "bash": "~/.local/share/bash-completion/completions/basra",
    "zsh": "~/.zfunc/_basra  (with fpath+=~/.zfunc before compinit)",
    "fish": "~/.config/fish/completions/basra.fish",
}
"""The shells, and where each looks for such a text."""


def add_to(commands: Commands) -> None:
    """Add the command."""
    completion = command(
        commands,
        "completion",
        "print what a shell needs to complete this command line",
        "examples:\n"
        + "".join(f"  basra completion {name} > {path}\n" for name, path in SHELLS.items()),
    )
    completion.add_argument("shell", metavar="SHELL", choices=list(SHELLS), help=", ".join(SHELLS))
    completion.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(options.whole(), shell=options.shell))
    return 0
