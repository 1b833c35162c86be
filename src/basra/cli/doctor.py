"""`basra doctor`: facts about the system and the terminal, and what the game chooses by them."""

from __future__ import annotations

import argparse
import os
import sys

from basra.cli.options import Commands, add_command
from basra.diagnostics import collect_facts, format_rows
from basra.files import SettingsFile, user_folder
from basra.match.settings import Settings
from basra.terminal.capabilities import MANY, Frontend, Streams, choose_frontend, supported_theme
from basra.terminal.glyphs import GLYPHS
from basra.terminal.width_probe import ProbeResult, probe_widths


def add_doctor(commands: Commands) -> None:
    """Add `basra doctor`."""
    doctor = add_command(
        commands,
        "doctor",
        "print what the game finds out about your terminal and what it chooses, for bug reports",
        "examples:\n  basra doctor\n  basra doctor > seen.txt\n",
    )
    doctor.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    rows = collect_facts(os.environ)
    settings, problem = SettingsFile(user_folder(os.environ)).peek()
    result = _probe_terminal()
    rows["glyph widths"] = _describe_widths(result.widths)
    if problem:
        rows["settings"] = f"cannot be used: {problem}"
    frontend = choose_frontend(os.environ, _streams(), result.widths)
    print(format_rows(rows | describe_frontend(frontend, settings)))
    return 0


def describe_frontend(frontend: Frontend, settings: Settings) -> dict[str, str]:
    """Return the rows on *frontend*, and on the theme that it has by *settings*."""
    frame, theme = supported_theme(settings, frontend.terminal)
    colours = frontend.terminal.colours
    words = {MANY: "16 million", 0: "none"}
    return {
        "chosen: frontend": f"plain lines, as {frontend.plain_reason}"
        if frontend.plain_reason
        else "the full screen",
        "chosen: colours": words.get(colours, str(colours)),
        "chosen: cards": frame,
        "chosen: theme": theme,
    }


def _streams() -> Streams:
    """Return what the streams of the game would be: the output of this command may be a file."""
    keys, screen = sys.__stdin__, sys.__stderr__
    return Streams(
        keys=keys is not None and keys.isatty(),
        screen=screen is not None and screen.isatty(),
        encoding=None if screen is None else screen.encoding,
    )


def _probe_terminal() -> ProbeResult:
    """Return how wide the terminal draws the glyphs; keys typed meanwhile are dropped."""
    frontend = choose_frontend(os.environ, _streams())
    if frontend.plain_reason or not frontend.terminal.glyphs:
        return ProbeResult()
    with probe_widths(sys.__stdin__, sys.__stderr__, GLYPHS) as probe:
        return probe.result() if probe else ProbeResult()


def _describe_widths(widths: dict[str, int]) -> str:
    """Return the row on the widths of glyphs, naming those that are not one column wide."""
    if not widths:
        return "not known"
    odd = [f"{glyph} U+{ord(glyph):04X} {width}" for glyph, width in widths.items() if width != 1]
    return "wrong: " + ", ".join(odd) if odd else f"1 column for each of {len(widths)}"
