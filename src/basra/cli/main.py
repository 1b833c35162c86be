"""The command `basra`: parses the command line, runs a command or starts the game.

Data goes to standard output, messages go to standard error.  A command, and the game in the full
screen, is imported only where it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra.cli import COMMANDS, INTERRUPTED, REFUSED, USAGE
from basra.cli.options import (
    Parser,
    add_game_options,
    match_rules,
    match_to_resume,
    settings_overrides,
)
from basra.engine.errors import BasraError, IllegalPlayError, PositionError, RecordError
from basra.terminal.capabilities import Streams, choose_frontend
from basra.terminal.glyphs import use_fallbacks

if TYPE_CHECKING:
    from basra.history.archive import Archive
    from basra.history.game_record import Record

_REFUSALS = (PositionError, IllegalPlayError, RecordError)

_EXAMPLES = """\
examples:
  basra                                   start at the title
  basra --level hard --target 50          straight into a short match
  basra --hot-seat --names Mona Tarek     two players at one keyboard
  basra --rules pagat                     with other rules
  basra --plain                           in lines of text, for a screen reader or a file
  basra --theme night --pace slow         another theme, more time to look
  basra takes 8H AC 7D KD 8S              what does the eight take?
  basra watch --north chance --seed 7     computer players against each other
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with *arguments* (those of the process by default); return its exit code."""
    for output in (sys.stdout, sys.stderr):
        use_fallbacks(output)
    try:
        code = _run_command(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return _discard_output(0)
    except OSError as error:  # of standard output: commands report their own files
        print(f"basra: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        return _discard_output(REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run_command(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code; print why it was refused or failed."""
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
        from basra.diagnostics import report_crash

        print(f"basra: {report_crash(fault, os.environ)}", file=sys.stderr)
        return REFUSED


def _discard_output(code: int) -> int:
    """Send what Python flushes at its end nowhere, as nobody reads it; return *code*."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _parser_for(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser for these *arguments* that imports no command they cannot mean."""
    if arguments and arguments[0] in COMMANDS:
        return build_parser(arguments[:1], of_game=False)
    return build_parser(() if _has_only_flags(arguments) else COMMANDS)


def _has_only_flags(arguments: Sequence[str]) -> bool:
    """Whether there are only flags of the game, so that no command need be imported."""
    return all(arg.startswith("--") and arg != "--help" for arg in arguments)


def build_parser(
    names: Collection[str] = COMMANDS, *, of_game: bool = True
) -> argparse.ArgumentParser:
    """Return the parser of the commands called *names*, and of the options *of_game*."""
    top = Parser(
        prog="basra",
        description="Basra, the Egyptian card game, in your terminal.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.set_defaults(build_parser=build_parser, show_replay=_show_replay)
    if of_game:
        top.set_defaults(run=_play)
        add_game_options(top, with_levels=bool(names))
    if names:
        subparsers = top.add_subparsers(title="commands", metavar="COMMAND", prog="basra")
        for name in names:
            module = import_module(f"basra.cli.{COMMANDS[name]}")
            getattr(module, f"add_{name}")(subparsers)
    return top


def _play(options: argparse.Namespace) -> int:
    """Play, in plain lines where there is no full screen; options of a match skip the title."""
    if options.size_check:
        from basra.tui.size_check import window_report

        sentence, fits = window_report()
        print(sentence)
        return 0 if fits else REFUSED
    if options.hot_seat and options.level is not None:
        build_parser().error("--level chooses a computer opponent; with --hot-seat there is none")
    has_rules = options.rules is not None or options.target is not None
    requested = {
        "rules": match_rules(options) if has_rules else None,
        "seed": options.seed,
        "level": None if options.level is None else _level(options.level),
        "names": options.names and (options.names[0], options.names[1]),
    }
    start = options.hot_seat or any(value is not None for value in requested.values())
    given = settings_overrides(options, os.environ)
    if options.resume is not None and start:
        build_parser().error(
            "--resume continues a match as it was begun: leave the other options out"
        )
    resume = 0 if options.resume is None else match_to_resume(options.resume)
    frontend = choose_frontend(
        os.environ, _streams(), plain=options.plain, colour=not options.no_color
    )
    if frontend.plain_reason:
        return _play_plain(options, requested, given, offers_unfinished=not start, resume=resume)

    from basra.tui.run import play

    return play(
        frontend,
        **requested,
        hot_seat=options.hot_seat,
        start=start,
        resume=resume,
        seal=options.seal,
        given=given,
        archive=partial(_open_archive, options),
    )


def _show_replay(options: argparse.Namespace, record: Record, number: int) -> int | None:
    """Show a match in the full screen and return the exit code; ``None`` where there is none.

    *number* is that of the match in the archive, or 0.
    """
    given = settings_overrides(options, os.environ)
    frontend = choose_frontend(os.environ, _streams())
    if frontend.plain_reason:
        return None

    from basra.tui.run import play

    archive = partial(_open_archive, options)
    return play(frontend, replay=(record, number), given=given, archive=archive)


def _streams() -> Streams:
    """Return what the streams of the game are: keys from standard input, the screen on error."""
    keys, output, screen = sys.stdin, sys.__stdout__, sys.__stderr__
    return Streams(
        keys=keys is not None and keys.isatty(),
        screen=screen is not None and screen.isatty(),
        output=output is not None and output.isatty(),
        encoding=None if screen is None else screen.encoding,
    )


def _play_plain(
    options: argparse.Namespace,
    requested: Mapping[str, Any],
    given: Mapping[str, str],
    *,
    offers_unfinished: bool,
    resume: int,
) -> int:
    """Play in lines of text and return the exit code."""
    from basra.files import SettingsFile, user_folder
    from basra.match.game_options import GameOptions
    from basra.plain.console import Console
    from basra.plain.run import play

    stored, notice = SettingsFile(user_folder(os.environ)).load()
    settings = stored.replace(**given)
    game_options = GameOptions.from_settings(settings).override(
        hot_seat=options.hot_seat, **requested
    )
    archive = _open_archive(options)
    if notice:
        archive.add_notice(notice)
    output = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    console = Console(sys.stdin, output, ascii_suits=settings.look == "ascii")
    try:
        return play(
            console,
            game_options,
            settings,
            archive,
            offers_unfinished=offers_unfinished,
            resume=resume,
            seal=options.seal,
        )
    finally:
        archive.close()


def _open_archive(options: argparse.Namespace) -> Archive:
    """Open the archive of the player; under `--no-save` one that saves nothing."""
    from basra.files import user_folder
    from basra.history.archive import Archive

    if getattr(options, "no_save", False):
        return Archive(None, why_not="")
    return Archive(user_folder(os.environ, "data"))


def _level(name: str) -> str:
    """Return the full name of the bot called *name*; raise `UnknownNameError` for none."""
    from basra.ai import bot

    return bot(name).name
