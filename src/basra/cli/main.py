"""The command `basra`.

Law of this file: standard output is data, standard error is talk.  Exit codes: 0 done, 1 refused
by the game, 2 wrong usage.  The terminal game is imported only where it is started.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from basra.cli import NAMES, commands
from basra.cli.options import Parser, match_rules
from basra.cli.play_options import add_game, given_settings, waiting
from basra.engine.errors import (
    BasraError,
    IllegalPlayError,
    PositionError,
    RecordError,
)
from basra.terminal.capabilities import Streams, choose
from basra.terminal.glyphs import make_readable

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.history.game_record import Record

REFUSED, USAGE, INTERRUPTED = 1, 2, 130
_REFUSALS = (PositionError, IllegalPlayError, RecordError)

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
        make_readable(output)
    try:
        code = _said(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return _unheard(0)
    except OSError as error:  # of the output: commands say themselves which file they cannot use
        print(f"basra: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        return _unheard(REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _said(arguments: Sequence[str]) -> int:
    """Run the command, and say what is to be said where it is refused or fails."""
    try:
        options = _parser_for(arguments).parse_args(arguments)
        code: int = options.run(options)
        return code
    except BasraError as error:
        print(f"basra: {error}", file=sys.stderr)
        return REFUSED if isinstance(error, _REFUSALS) else USAGE
    except SystemExit:
        if sys.stdout is not None:
            sys.stdout.flush()  # there may be nobody to read the help
        raise
    except (OSError, KeyboardInterrupt):
        raise
    except Exception as fault:
        from basra.diagnostics import crashed

        print(f"basra: {crashed(fault, os.environ)}", file=sys.stderr)
        return REFUSED


def _unheard(code: int) -> int:
    """Let what Python flushes at its end go nowhere: whoever read the output has gone."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _parser_for(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows what these *arguments* may be, and reads no more than it must."""
    if arguments and arguments[0] in NAMES:
        return parser(arguments[:1], of_game=False)
    return parser(() if _only_flags(arguments) else NAMES)


def _only_flags(arguments: Sequence[str]) -> bool:
    """Whether nothing but flags of the game is there, so that no command need be read."""
    return all(arg.startswith("--") and arg != "--help" for arg in arguments)


def parser(names: Sequence[str] = NAMES, *, of_game: bool = True) -> argparse.ArgumentParser:
    """Return the parser of the command line: of the commands called *names*, and of the game."""
    top = Parser(
        prog="basra",
        description="Basra, the Egyptian card game, in your terminal.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.set_defaults(whole=parser, show=_show)
    if of_game:
        top.set_defaults(run=_play)
        add_game(top, with_levels=bool(names))
    if names:
        subparsers = top.add_subparsers(title="commands", metavar="COMMAND", prog="basra")
        for command in commands(names):
            command.add_to(subparsers)
    return top


def _play(options: argparse.Namespace) -> int:
    """Start the game, in lines where there is no terminal; options given skip the title."""
    if options.size_check:
        from basra.tui.size_check import said_of_window

        sentence, fits = said_of_window()
        print(sentence)
        return 0 if fits else REFUSED
    if options.hot_seat and options.level is not None:
        parser().error("--level chooses a computer opponent; with --hot-seat there is none")
    has_rules = options.rules is not None or options.target is not None
    asked = {
        "rules": match_rules(options) if has_rules else None,
        "seed": options.seed,
        "level": None if options.level is None else _level(options.level),
        "names": options.names and (options.names[0], options.names[1]),
    }
    start = options.hot_seat or any(value is not None for value in asked.values())
    given = given_settings(options, os.environ)
    if options.resume is not None and start:
        parser().error("--resume goes on with a match as it was begun, so leave the others out")
    resume = 0 if options.resume is None else waiting(options.resume)
    frontend = choose(os.environ, _streams(), plain=options.plain, colour=not options.no_color)
    if frontend.plain:
        return _play_plainly(options, asked, given, is_asked=start, resume=resume)

    from basra.tui.run import play

    return play(
        frontend,
        **asked,
        hot_seat=options.hot_seat,
        start=start,
        resume=resume,
        seal=options.seal,
        given=given,
        archive=lambda: _archive(options)(),
    )


def _show(options: argparse.Namespace, record: Record, number: int) -> int | None:
    """Show a match that was played, and return the exit code; ``None`` where no screen is.

    *number* is that of the match in the archive, or 0.
    """
    given = given_settings(options, os.environ)
    frontend = choose(os.environ, _streams())
    if frontend.plain:
        return None

    from basra.tui.run import play

    archive = _archive(options)
    return play(frontend, replay=(record, number), given=given, archive=archive)


def _streams() -> Streams:
    """Return what is known of the streams that the table takes: keys here, the screen there."""
    keys, output, screen = sys.stdin, sys.__stdout__, sys.__stderr__
    return Streams(
        keys=keys is not None and keys.isatty(),
        screen=screen is not None and screen.isatty(),
        output=output is not None and output.isatty(),
        encoding=None if screen is None else screen.encoding,
    )


def _play_plainly(
    options: argparse.Namespace,
    asked: Mapping[str, Any],
    given: Mapping[str, str],
    *,
    is_asked: bool,
    resume: int,
) -> int:
    """Play in lines of text; where something *is_asked* for, a match begins at once."""
    from basra.files import Store, folder
    from basra.match.game_options import GameOptions
    from basra.plain.console import Console
    from basra.plain.run import play

    kept, news = Store(folder(os.environ)).load()
    settings = kept.changed(**given)
    game_options = GameOptions.of(settings).asked(hot_seat=options.hot_seat, **asked)
    archive = _archive(options)()
    if news:
        archive.add_notice(news)
    heard = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    console = Console(sys.stdin, heard, letters=settings.look == "ascii")
    try:
        return play(
            console,
            game_options,
            settings,
            archive,
            is_asked=is_asked,
            resume=resume,
            seal=options.seal,
        )
    finally:
        archive.close()


def _archive(options: argparse.Namespace) -> Callable[[], Archive]:
    """Return what opens the matches that are kept; under `--no-save` there are none."""
    from basra.files import folder
    from basra.history.archive import Archive

    if getattr(options, "no_save", False):
        return partial(Archive, None, why_not="")
    return partial(Archive, folder(os.environ, "data"))


def _level(name: str) -> str:
    """Return the name of the computer player called *name*; refuse an unknown one."""
    from basra.ai import bot

    return bot(name).name
