"""`basra verify`: whether the packs of a match were settled before its first card."""

from __future__ import annotations

import argparse

from basra.cli.options import Commands, command
from basra.cli.record_source import RECORD_HELP, record_of
from basra.history.seed_commitment import verify as verify_record


def add_to(commands: Commands) -> None:
    """Add the command."""
    verify = command(
        commands,
        "verify",
        "check that the packs of a match are those that its seal stands for",
        "examples:\n  basra verify 12 7902699be42c8a8e\n  basra verify match.basra\n",
    )
    verify.add_argument("record", metavar="RECORD", help=RECORD_HELP)
    verify.add_argument(
        "seal", metavar="SEAL", nargs="?", default="", help="what basra --seal showed at the start"
    )
    verify.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    record = record_of(options.record)
    seal = verify_record(record, options.seal)
    rounds = len(record.log.decks)
    packs = "pack comes" if rounds == 1 else f"{rounds} packs come"
    print(f"The {packs} from the seed of the match, and its seal is {seal}.")
    return 0
