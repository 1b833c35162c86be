"""What can be said of the game that is played: its flags, and the settings they stand for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from basra import __version__
from basra.cli.options import Version, add_match, typed
from basra.engine.errors import RecordError, quote

WORDED = ("look", "theme", "suits", "pace")
"""The settings that have a flag of their own."""
_LAST_CHOICES = ("players", "dealer")
"""Worded settings that are no settings of the table."""


def add_game(top: argparse.ArgumentParser, *, with_levels: bool) -> None:
    """Add what can be said of the game that is played."""
    from basra.match.settings import CHOICES

    words = {name: ", ".join(CHOICES[name]) for name in CHOICES}
    levels = ""
    if with_levels:
        from basra.ai import DEFAULT, LEVELS

        levels = f"{', '.join(LEVELS)}; {DEFAULT} unless you say otherwise"
    top.add_argument(
        "--version",
        action=Version,
        nargs=0,
        const=f"basra {__version__}",
        help="print the version",
    )
    add_match(top)
    top.add_argument("--level", metavar="NAME", help=f"computer opponent: {levels}")
    top.add_argument("--hot-seat", action="store_true", help="two players at one keyboard")
    top.add_argument(
        "--names", type=typed, nargs=2, metavar=("A", "B"), help="names: yours and the other's"
    )
    top.add_argument(
        "--resume",
        metavar="RECORD",
        help="go on with a match that is not over: its number, or a .basra file",
    )
    top.add_argument(
        "--seal", action="store_true", help="show at the start what basra verify checks afterwards"
    )
    top.add_argument("--no-save", action="store_true", help="keep nothing of the matches played")
    top.add_argument("--plain", action="store_true", help="the whole game in lines of text")
    top.add_argument(
        "--size-check", action="store_true", help="say whether this window is large enough"
    )
    themes = top.add_argument_group("looks and pace, for this run only")
    themes.add_argument("--ascii", action="store_true", help="letters and plain characters only")
    themes.add_argument("--no-color", action="store_true", help="no colour at all")
    for name in WORDED:
        themes.add_argument(
            f"--{name}", metavar=name.upper(), choices=CHOICES[name], help=words[name]
        )
    themes.add_argument("--no-anim", action="store_true", help="nothing moves")


def given_settings(options: argparse.Namespace, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that hold for this run: of the flags, else of `BASRA_LOOK` and the like.

    Raises `SettingsError` for a variable whose value is none.
    """
    from basra.match.settings import CHOICES, SettingsError

    found = {}
    for name, words in CHOICES.items():
        value = environment.get(f"BASRA_{name.upper()}", "").strip().lower()
        if value and value not in words:
            wanted = ", ".join(words)
            raise SettingsError(f"BASRA_{name.upper()} must be one of {wanted}, not {quote(value)}")
        if value and name not in _LAST_CHOICES:
            found[name] = value
    flags = vars(options)  # a command has none of the game's
    for name in WORDED:
        if flags.get(name) is not None:
            found[name] = flags[name]
    if flags.get("ascii"):
        found["look"] = "ascii"
    if flags.get("no_anim"):
        found["animation"] = "off"
    return found


def waiting(text: str) -> int:
    """Return the number of the match to be gone on with that *text* names; take a file in first.

    Raises `RecordError` where there is none, or it is over.
    """
    from basra.cli.record_source import archive_of_player, is_number, parsed

    with archive_of_player() as archive:
        record = archive.record(int(text)) if is_number(text) else parsed(text)
        number = int(text) if is_number(text) else archive.number_of(record)
        if record.log.result:
            raise RecordError(f"{text}: the match is over; basra replay shows it")
        return archive.import_records([record])[0][0] if number is None else number
