"""`basra completion`: the completion script of a shell."""

from __future__ import annotations

import argparse

from basra.cli.options import Commands, add_command

SHELLS = {
    "bash": "~/.local/share/bash-completion/completions/basra",
    "zsh": "~/.zfunc/_basra  (with fpath+=~/.zfunc before compinit)",
    "fish": "~/.config/fish/completions/basra.fish",
}
"""The shells, and where each looks for its script."""


def add_completion(commands: Commands) -> None:
    """Add `basra completion`."""
    completion = add_command(
        commands,
        "completion",
        "print the script with which a shell completes this command line",
        "examples:\n"
        + "".join(f"  basra completion {name} > {path}\n" for name, path in SHELLS.items()),
    )
    completion.add_argument("shell", metavar="SHELL", choices=list(SHELLS), help=", ".join(SHELLS))
    completion.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(options.build_parser(), shell=options.shell))
    return 0
