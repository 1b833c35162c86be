"""The command `basra`.

Law of this file: standard output is data, standard error is talk.  Exit codes: 0 done, 1 refused
by the game, 2 wrong usage.  The terminal game is imported only where it is started.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich_argparse import RawDescriptionRichHelpFormatter

from basra import __version__
from basra.commands import commands
from basra.commands.options import add_match, match_rules
from basra.engine.errors import (
    BasraError,
    IllegalPlayError,
    PositionError,
    RecordError,
    quote,
)
from basra.engine.rules import Rules
from basra.settings import CHOICES, SettingsError

if TYPE_CHECKING:
    from basra.records.archive import Archive
    from basra.records.text import Record

REFUSED, USAGE = 1, 2
_REFUSALS = (PositionError, IllegalPlayError, RecordError)
_LONGEST_FILE = 64 * 1024

_EXAMPLES = """\
examples:
  basra                                   start at the title
  basra --level hard --target 50          straight into a short match
  basra --hot-seat --names Mona Tarek     two players at one keyboard
  basra --rules pagat                     by other rules
  basra --plain                           in lines, to be heard or read from a file
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
        given = sys.argv[1:] if arguments is None else arguments
        options = parser(with_commands=not _only_flags(given)).parse_args(given)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BasraError as error:
        print(f"basra: {error}", file=sys.stderr)
        return REFUSED if isinstance(error, _REFUSALS) else USAGE
    except BrokenPipeError:
        # Whoever read the output has gone; what Python flushes at its end has nowhere to go either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _only_flags(arguments: Sequence[str]) -> bool:
    """Whether nothing but flags of the game is there, so that no command need be read."""
    return all(arg.startswith("--") and arg != "--help" for arg in arguments)


def parser(*, with_commands: bool = True) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or of the game's own options."""
    top = argparse.ArgumentParser(
        prog="basra",
        description="Basra, the Egyptian card game, in your terminal.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionRichHelpFormatter,
    )
    levels = ""
    if with_commands:
        from basra.ai import DEFAULT, LEVELS

        levels = f"{', '.join(LEVELS)}; {DEFAULT} unless you say otherwise"
    top.set_defaults(run=_play, show=_show)
    top.add_argument("--version", action="version", version=f"basra {__version__}")
    add_match(top)
    top.add_argument("--level", metavar="NAME", help=f"computer opponent: {levels}")
    top.add_argument("--hot-seat", action="store_true", help="two players at one keyboard")
    top.add_argument("--names", nargs=2, metavar=("A", "B"), help="names: yours and the other's")
    top.add_argument("--no-save", action="store_true", help="keep nothing of the matches played")
    top.add_argument("--plain", action="store_true", help="the whole game in lines of text")
    looks = top.add_argument_group("looks and pace, for this run only")
    looks.add_argument("--ascii", action="store_true", help="letters and plain characters only")
    looks.add_argument("--no-color", action="store_true", help="no colour at all")
    looks.add_argument("--look", metavar="LOOK", choices=CHOICES["look"], help=_words("look"))
    looks.add_argument("--theme", metavar="THEME", choices=CHOICES["theme"], help=_words("theme"))
    looks.add_argument("--suits", metavar="SUITS", choices=CHOICES["suits"], help=_words("suits"))
    looks.add_argument("--pace", metavar="PACE", choices=CHOICES["pace"], help=_words("pace"))
    looks.add_argument("--no-anim", action="store_true", help="nothing moves")
    if with_commands:
        subparsers = top.add_subparsers(title="commands", metavar="")
        for command in commands():
            command.add_to(subparsers)
    return top


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


def _play(options: argparse.Namespace) -> int:
    """Start the game, in lines where there is no terminal; options given skip the title."""
    if options.hot_seat and options.level is not None:
        parser().error("--level chooses a computer opponent; with --hot-seat there is none")
    asked = options.rules is not None or options.target is not None
    rules = match_rules(options) if asked else None
    level = None if options.level is None else _level(options.level)
    names = options.names and (options.names[0], options.names[1])
    others = (options.seed, level, names)
    start = options.hot_seat or asked or any(value is not None for value in others)
    given = given_settings(options, os.environ)
    if options.plain or not _is_terminal():
        return _play_plainly(options, rules, level, given)
    asked_for = {
        "rules": rules,
        "seed": options.seed,
        "level": level,
        "hot_seat": options.hot_seat,
        "names": names,
        "start": start,
    }
    return _run(options, given, asked_for)


def _show(options: argparse.Namespace, record: Record, number: int) -> int | None:
    """Show a match that was played, and return the exit code; ``None`` where no terminal is.

    *number* is that of the match in the archive, or 0.
    """
    given = given_settings(options, os.environ)
    return _run(options, given, {"replay": (record, number)}) if _is_terminal() else None


def _run(options: argparse.Namespace, given: Mapping[str, str], asked: Mapping[str, Any]) -> int:
    """Run the game in the terminal, with settings *given* and what was *asked* for."""
    gc.disable()  # nothing of what is read here can be thrown away, and looking costs time
    from basra.files import Store, folder
    from basra.tui.app import BasraApp, Options
    from basra.tui.preflight import terminal_of

    gc.freeze()
    gc.enable()
    assert sys.__stderr__ is not None, "a terminal was found"
    seen = {**os.environ, "NO_COLOR": "1"} if options.no_color else os.environ
    app = BasraApp(
        Options(given=given, terminal=terminal_of(seen, sys.__stderr__.encoding), **asked),
        store=Store(folder(os.environ)),
        archive=_archive(options),
    )
    app.run()
    return app.return_code or 0


def _play_plainly(
    options: argparse.Namespace,
    rules: Rules | None,
    level: str | None,
    given: Mapping[str, str],
) -> int:
    """Play in lines of text; options given begin a match at once."""
    from basra.choices import Choices
    from basra.files import Store, folder
    from basra.line.game import play
    from basra.line.talk import Talk

    kept, news = Store(folder(os.environ)).load()
    settings = kept.changed(**given)
    asked = {
        "rules": rules,
        "seed": options.seed,
        "level": level,
        "names": options.names and (options.names[0], options.names[1]),
    }
    is_asked = options.hot_seat or any(value is not None for value in asked.values())
    choices = Choices.of(settings).asked(hot_seat=options.hot_seat, **asked)
    archive = _archive(options)()
    if news:
        archive.tell(news)
    talk = Talk(sys.stdin, sys.stdout, letters=settings.look == "ascii")
    try:
        return play(talk, choices, settings, archive, is_asked=is_asked)
    finally:
        archive.close()


def _archive(options: argparse.Namespace) -> Callable[[], Archive]:
    """Return what opens the matches that are kept; under `--no-save` there are none."""
    from basra.files import folder
    from basra.records.archive import Archive

    if options.no_save:
        return partial(Archive, None, why_not="")
    return partial(Archive, folder(os.environ, "data"))


def _level(name: str) -> str:
    """Return the name of the computer player called *name*; refuse an unknown one."""
    from basra.ai import bot

    return bot(name).name


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
