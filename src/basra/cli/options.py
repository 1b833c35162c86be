"""What several commands share: their parsers, and the rules they are asked to play by."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from basra.engine.errors import RulesError, UnknownNameError, quote
from basra.engine.rules import PRESETS, Rules

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
_LONGEST_FILE = 64 * 1024
RULES_HELP = f"house rules: {', '.join(PRESETS)}, or a TOML file of your own (default: v2)"


class Parser(argparse.ArgumentParser):
    """A parser whose help is in colour; what paints it is read from the disk only for help."""

    def format_help(self) -> str:
        """Return the help, painted."""
        from rich_argparse import RawDescriptionRichHelpFormatter

        class Plain(RawDescriptionRichHelpFormatter):
            """Help in which square brackets are square brackets."""

            text_markup = help_markup = False

        self.formatter_class = Plain
        return super().format_help()

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; that it cannot be written is told, which argparse keeps to itself."""
        print(self.format_help(), end="", file=file)


class Version(argparse.Action):
    """The flag that prints the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it, and leave."""
        print(self.const)
        parser.exit()


def command(
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


def add_match(command: argparse.ArgumentParser) -> None:
    """Add what settles a match: its rules, target and seed."""
    command.add_argument("--rules", metavar="RULES", help=RULES_HELP)
    command.add_argument("--target", metavar="N", type=_target, help="points that win the match")
    command.add_argument(
        "--seed", metavar="S", type=seed, help="any word or number; repeats the same cards"
    )


def _target(text: str) -> int:
    try:
        return replace(Rules(), target=int(text)).target
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a target is a positive whole number, not {quote(text)}"
        ) from None


def seed(text: str) -> str:
    """Return the seed that *text* is."""
    from basra.match.header import seed_problem

    text = typed(text)
    if problem := seed_problem(text):
        raise argparse.ArgumentTypeError(problem)
    return text


def typed(text: str) -> str:
    """Return an argument as it was typed, where Python took UTF-8 for something else."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:
        return text


def positive(text: str) -> int:
    """Return the positive whole number that *text* is."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a positive whole number, not {text[:20]!r}")
    return number


def rules_of(text: str) -> Rules:
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
            content = file.read(_LONGEST_FILE + 1)
        if len(content) > _LONGEST_FILE:
            raise RulesError(f"{text}: house rules are a short text; this file is too long")
        return Rules.parse(content.decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{text}: cannot be read: {error}") from None
    except RulesError as error:
        raise RulesError(f"{text}: {error}") from None


def match_rules(options: argparse.Namespace) -> Rules:
    """Return the rules that *options* of `add_match` ask for."""
    rules = rules_of(options.rules or "v2")
    return rules if options.target is None else replace(rules, target=options.target)
