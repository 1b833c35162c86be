"""The command `basra`.

Law of this file: standard output is data, standard error is talk.  Exit codes: 0 done, 1 refused
by the game, 2 wrong usage.  The terminal game is imported only where it is started.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich_argparse import RawDescriptionRichHelpFormatter

from basra import __version__
from basra.ai import DEFAULT, bots
from basra.commands import print_rules, print_takes, print_watch
from basra.engine.errors import (
    BasraError,
    IllegalPlayError,
    PositionError,
    RulesError,
    UnknownNameError,
    quote,
)
from basra.engine.rules import PRESETS, Rules
from basra.settings import CHOICES, SettingsError

REFUSED, USAGE = 1, 2
_LONGEST_FILE = 64 * 1024

_EXAMPLES = """\
examples:
  basra                                   start at the title
  basra --level greedy --target 50        straight into a short match
  basra --hot-seat --names Mona Tarek     two players at one keyboard
  basra --rules pagat                     by other rules
  basra --theme night --pace slow         another look, more time to look
  basra takes 8H AC 7D KD 8S              what does the eight take?
  basra watch --north chance --seed 7     computer players against each other
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with *arguments* (those of the process by default); return its exit code."""
    for output in (sys.stdout, sys.stderr):
        if hasattr(output, "reconfigure"):
            output.reconfigure(errors="replace")
    try:
        options = parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BasraError as error:
        print(f"basra: {error}", file=sys.stderr)
        return REFUSED if isinstance(error, (PositionError, IllegalPlayError)) else USAGE
    except BrokenPipeError:
        # Whoever read the output has gone; what Python flushes at its end has nowhere to go either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="basra",
        description="Basra, the Egyptian card game, in your terminal.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionRichHelpFormatter,
    )
    top.set_defaults(run=_play)
    top.add_argument("--version", action="version", version=f"basra {__version__}")
    _add_rules(top)
    top.add_argument("--level", metavar="NAME", help=f"computer opponent: {', '.join(bots())}")
    top.add_argument("--hot-seat", action="store_true", help="two players at one keyboard")
    top.add_argument("--names", nargs=2, metavar=("A", "B"), help="names: yours and the other's")
    looks = top.add_argument_group("looks and pace, for this run only")
    looks.add_argument("--ascii", action="store_true", help="letters and plain characters only")
    looks.add_argument("--no-color", action="store_true", help="no colour at all")
    looks.add_argument("--look", metavar="LOOK", choices=CHOICES["look"], help=_words("look"))
    looks.add_argument("--theme", metavar="THEME", choices=CHOICES["theme"], help=_words("theme"))
    looks.add_argument("--suits", metavar="SUITS", choices=CHOICES["suits"], help=_words("suits"))
    looks.add_argument("--pace", metavar="PACE", choices=CHOICES["pace"], help=_words("pace"))
    looks.add_argument("--no-anim", action="store_true", help="nothing moves")
    commands = top.add_subparsers(title="commands", metavar="")

    takes = _command(
        commands,
        "takes",
        "say what a card takes from a floor",
        "examples:\n  basra takes 8H AC 7D KD 8S\n  basra takes 7D 'Q♥ Q♠' --rules pagat --json\n",
    )
    takes.add_argument("card", help="the card that is laid, such as 8H, 10d or Q♥")
    takes.add_argument("floor", nargs="*", help="the cards on the floor, in any order")
    takes.add_argument("--rules", metavar="RULES", default="v2", help=_RULES_HELP)
    takes.add_argument("--json", action="store_true", help="print one JSON object")
    takes.set_defaults(
        run=lambda options: print_takes(
            options.card, options.floor, rules_of(options.rules), as_json=options.json
        )
    )

    rules = _command(
        commands,
        "rules",
        "print the rule book with the values of a preset",
        "examples:\n  basra rules\n  basra rules pagat | less\n",
    )
    rules.add_argument("preset", nargs="?", default="v2", metavar="RULES", help=_RULES_HELP)
    rules.set_defaults(run=lambda options: print_rules(rules_of(options.preset)))

    watch = _command(
        commands,
        "watch",
        "let computer players play a match, one play a line",
        "examples:\n  basra watch --seed 7\n  basra watch --south chance --north greedy --json\n",
    )
    for seat in ("south", "north"):
        watch.add_argument(f"--{seat}", metavar="NAME", default=DEFAULT, help="who plays there")
    _add_rules(watch)
    watch.add_argument("--json", action="store_true", help="print one JSON object a line")
    watch.set_defaults(run=_watch)
    return top


_RULES_HELP = f"house rules: {', '.join(PRESETS)}, or a TOML file of your own (default: v2)"


def _words(name: str) -> str:
    return ", ".join(CHOICES[name])


def given_settings(options: argparse.Namespace, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that hold for this run: of the flags, else of `BASRA_LOOK` and the like.

    Raises `SettingsError` for a variable whose value is none.
    """
    found = {}
    for name, words in CHOICES.items():
        value = environment.get(f"BASRA_{name.upper()}", "").strip().lower()
        if value and value not in words:
            wanted = ", ".join(words)
            raise SettingsError(f"BASRA_{name.upper()} must be one of {wanted}, not {quote(value)}")
        if value and name not in _LAST_CHOICES:
            found[name] = value
    for name in ("look", "theme", "suits", "pace"):
        if getattr(options, name) is not None:
            found[name] = getattr(options, name)
    if options.ascii:
        found["look"] = "ascii"
    if options.no_anim:
        found["animation"] = "off"
    return found


_LAST_CHOICES = ("players", "dealer")
"""Worded settings that are no settings of the table."""


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    purpose: str,
    examples: str,
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=purpose,
        description=purpose[0].upper() + purpose[1:] + ".",
        epilog=examples,
        formatter_class=RawDescriptionRichHelpFormatter,
    )


def _add_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", metavar="RULES", help=_RULES_HELP)
    command.add_argument("--target", metavar="N", type=_target, help="points that win the match")
    command.add_argument("--seed", metavar="S", help="any word or number; repeats the same cards")


def _target(text: str) -> int:
    try:
        return replace(Rules(), target=int(text)).target
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a target is a positive whole number, not {quote(text)}"
        ) from None


def rules_of(text: str) -> Rules:
    """Return the rules that *text* names: a preset, or a TOML file of house rules.

    Raises `UnknownNameError` where it is neither, `RulesError` for a file that cannot be used.
    """
    try:
        return Rules.preset(text)
    except UnknownNameError as error:
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


def _chosen_rules(options: argparse.Namespace) -> Rules:
    rules = rules_of(options.rules or "v2")
    return rules if options.target is None else replace(rules, target=options.target)


def _watch(options: argparse.Namespace) -> int:
    names = options.south, options.north
    return print_watch(names, _chosen_rules(options), options.seed, as_json=options.json)


def _play(options: argparse.Namespace) -> int:
    """Start the game in the terminal; options given skip the title."""
    from basra.ai import bot

    if options.hot_seat and options.level is not None:
        parser().error("--level chooses a computer opponent; with --hot-seat there is none")
    asked = options.rules is not None or options.target is not None
    rules = _chosen_rules(options)
    level = None if options.level is None else bot(options.level).name
    given = given_settings(options, os.environ)
    if not _is_terminal():
        print(
            "basra: the table needs a terminal, and this is none; "
            "basra watch, basra takes and basra rules do without (see basra --help)",
            file=sys.stderr,
        )
        return USAGE

    from basra.files import Store, folder
    from basra.tui.app import BasraApp, Options
    from basra.tui.preflight import terminal_of

    assert sys.__stderr__ is not None, "a terminal was found"
    seen = {**os.environ, "NO_COLOR": "1"} if options.no_color else os.environ
    names = options.names and (options.names[0], options.names[1])
    others = (options.seed, level, names)
    app = BasraApp(
        Options(
            rules=rules if asked else None,
            seed=options.seed,
            level=level,
            hot_seat=options.hot_seat,
            names=names,
            start=options.hot_seat or asked or any(value is not None for value in others),
            given=given,
            terminal=terminal_of(seen, sys.__stderr__.encoding),
        ),
        store=Store(folder(os.environ)),
    )
    app.run()
    return app.return_code or 0


def _is_terminal() -> bool:
    """Whether there are keys to read and a screen to draw on, which Textual takes on trust."""
    screen = sys.__stderr__
    return (
        sys.stdin is not None
        and sys.stdin.isatty()
        and screen is not None
        and screen.isatty()
        and (os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb"))
    )
