"""The options that commands share, and those of the game itself."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from basra import __version__
from basra.engine.errors import RecordError, RulesError, UnknownNameError, quote
from basra.engine.rules import PRESETS, Rules

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
_MAX_RULES_BYTES = 64 * 1024
SETTING_FLAGS = ("look", "theme", "suits", "pace")
"""The settings that have a flag of their own."""
_NEW_GAME_SETTINGS = ("players", "dealer")
"""Settings of the next new game, which no variable sets."""
RULES_HELP = f"house rules: {', '.join(PRESETS)}, or a TOML file of your own (default: v2)"


class Parser(argparse.ArgumentParser):
    """A parser whose help is in colour; the formatter is imported only for that."""

    def format_help(self) -> str:
        """Return the help in colour."""
        from rich_argparse import RawDescriptionRichHelpFormatter

        class Plain(RawDescriptionRichHelpFormatter):
            """A formatter that takes square brackets literally."""

            text_markup = help_markup = False

        self.formatter_class = Plain
        return super().format_help()

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; unlike argparse, raise `OSError` where it cannot be written."""
        print(self.format_help(), end="", file=file)


class Version(argparse.Action):
    """The action of the flag that prints the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and exit."""
        print(self.const)
        parser.exit()


def add_command(
    commands: Commands,
    name: str,
    purpose: str,
    examples: str,
) -> argparse.ArgumentParser:
    """Add a command and return its parser."""
    return commands.add_parser(
        name,
        help=purpose,
        description=purpose[0].upper() + purpose[1:] + ".",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a match: its rules, target and seed."""
    parser.add_argument("--rules", metavar="RULES", help=RULES_HELP)
    parser.add_argument("--target", metavar="N", type=_target, help="points that win the match")
    parser.add_argument(
        "--seed", metavar="S", type=parse_seed, help="any word or number; repeats the same cards"
    )


def _target(text: str) -> int:
    try:
        return replace(Rules(), target=int(text)).target
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a target is a positive whole number, not {quote(text)}"
        ) from None


def parse_seed(text: str) -> str:
    """Return *text* as a seed, for argparse."""
    from basra.match.header import seed_problem

    text = decode_argument(text)
    if problem := seed_problem(text):
        raise argparse.ArgumentTypeError(problem)
    return text


def decode_argument(text: str) -> str:
    """Return an argument as it was typed, where Python decoded UTF-8 as another encoding."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:
        return text


def positive_int(text: str) -> int:
    """Return *text* as a positive whole number, for argparse."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a positive whole number, not {text[:20]!r}")
    return number


def load_rules(text: str) -> Rules:
    """Return the rules that *text* names: a preset, or a TOML file of house rules.

    Raises `UnknownNameError` where it is neither, `RulesError` for a file that cannot be used.
    """
    try:
        return Rules.preset(text)
    except UnknownNameError as error:
        from pathlib import Path

        path = Path(text)
        if not path.is_file():
            raise UnknownNameError(f"{error}, and no file of that name either") from None
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_RULES_BYTES + 1)
        if len(content) > _MAX_RULES_BYTES:
            raise RulesError(f"{text}: house rules are a short text; this file is too long")
        return Rules.parse(content.decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{text}: cannot be read: {error}") from None
    except RulesError as error:
        raise RulesError(f"{text}: {error}") from None


def match_rules(options: argparse.Namespace) -> Rules:
    """Return the rules of a match that *options* of `add_match_options` describe."""
    rules = load_rules(options.rules or "v2")
    return rules if options.target is None else replace(rules, target=options.target)


# ------------------------------------------------------------------- the game itself


def add_game_options(top: argparse.ArgumentParser, *, with_levels: bool) -> None:
    """Add the options of the game itself; list the levels in the help only *with_levels*."""
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
    add_match_options(top)
    top.add_argument("--level", metavar="NAME", help=f"computer opponent: {levels}")
    top.add_argument("--hot-seat", action="store_true", help="two players at one keyboard")
    top.add_argument(
        "--names",
        type=decode_argument,
        nargs=2,
        metavar=("A", "B"),
        help="your name and your opponent's",
    )
    top.add_argument(
        "--resume",
        metavar="RECORD",
        help="continue an unfinished match: its number, or a .basra file",
    )
    top.add_argument(
        "--seal", action="store_true", help="show at the start what basra verify checks afterwards"
    )
    top.add_argument("--no-save", action="store_true", help="do not save any match")
    top.add_argument("--plain", action="store_true", help="play the whole game in lines of text")
    top.add_argument(
        "--size-check", action="store_true", help="say whether this window is large enough"
    )
    themes = top.add_argument_group("looks and pace, for this run only")
    themes.add_argument("--ascii", action="store_true", help="plain ASCII characters only")
    themes.add_argument("--no-color", action="store_true", help="no colour at all")
    for name in SETTING_FLAGS:
        themes.add_argument(
            f"--{name}", metavar=name.upper(), choices=CHOICES[name], help=words[name]
        )
    themes.add_argument("--no-anim", action="store_true", help="no animation")


def settings_overrides(
    options: argparse.Namespace, environment: Mapping[str, str]
) -> dict[str, str]:
    """Return the settings for this run: from flags, else from variables such as `BASRA_LOOK`.

    Raises `SettingsError` for a variable with an unknown value.
    """
    from basra.match.settings import CHOICES, SettingsError

    overrides = {}
    for name, words in CHOICES.items():
        value = environment.get(f"BASRA_{name.upper()}", "").strip().lower()
        if value and value not in words:
            wanted = ", ".join(words)
            raise SettingsError(f"BASRA_{name.upper()} must be one of {wanted}, not {quote(value)}")
        if value and name not in _NEW_GAME_SETTINGS:
            overrides[name] = value
    flags = vars(options)  # those of other commands lack the flags of the game
    for name in SETTING_FLAGS:
        if flags.get(name) is not None:
            overrides[name] = flags[name]
    if flags.get("ascii"):
        overrides["look"] = "ascii"
    if flags.get("no_anim"):
        overrides["animation"] = "off"
    return overrides


def match_to_resume(text: str) -> int:
    """Return the number of the unfinished match that *text* names, a file imported first.

    Raises `RecordError` where there is none, or it is over.
    """
    from basra.cli.record_source import is_match_number, open_archive, read_record_file

    with open_archive() as archive:
        record = archive.record(int(text)) if is_match_number(text) else read_record_file(text)
        number = int(text) if is_match_number(text) else archive.number_of(record)
        if record.log.result:
            raise RecordError(f"{text}: the match is over; basra replay shows it")
        return archive.import_records([record])[0][0] if number is None else number
