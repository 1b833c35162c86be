"""`basra doctor`: what the game sees of the place where it runs, and what it makes of it."""

from __future__ import annotations

import argparse
import os
import sys

from basra.cli.options import Commands, command
from basra.diagnostics import facts, listed
from basra.files import Store, folder
from basra.match.settings import Settings
from basra.terminal.capabilities import MANY, Frontend, Streams, choose_frontend, supported_theme
from basra.terminal.glyphs import GLYPHS
from basra.terminal.width_probe import ProbeResult, probe_widths


def add_to(commands: Commands) -> None:
    """Add the command."""
    doctor = command(
        commands,
        "doctor",
        "print what the game sees of your terminal and what it chooses, for reports of faults",
        "examples:\n  basra doctor\n  basra doctor > seen.txt\n",
    )
    doctor.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    seen = facts(os.environ)
    settings, problem = Store(folder(os.environ)).peek()
    answer = _asked()
    seen["glyph widths"] = _widths(answer.widths)
    if problem:
        seen["settings"] = f"cannot be used: {problem}"
    frontend = choose_frontend(os.environ, _streams(), answer.widths)
    print(listed(seen | chosen(frontend, settings)))
    return 0


def chosen(frontend: Frontend, settings: Settings) -> dict[str, str]:
    """Return what *front* and *settings* come to, for people."""
    frame, theme = supported_theme(settings, frontend.terminal)
    colours = frontend.terminal.colours
    words = {MANY: "16 million", 0: "none"}
    return {
        "chosen: front": f"plain lines, as {frontend.plain_reason}"
        if frontend.plain_reason
        else "the full screen",
        "chosen: colours": words.get(colours, str(colours)),
        "chosen: cards": frame,
        "chosen: theme": theme,
    }


def _streams() -> Streams:
    """Return what there is apart from this command: its output may well go to a file."""
    keys, screen = sys.__stdin__, sys.__stderr__
    return Streams(
        keys=keys is not None and keys.isatty(),
        screen=screen is not None and screen.isatty(),
        encoding=None if screen is None else screen.encoding,
    )


def _asked() -> ProbeResult:
    """Return what the terminal tells of its glyphs; what is typed meanwhile was not for us."""
    frontend = choose_frontend(os.environ, _streams())
    if frontend.plain_reason or not frontend.terminal.glyphs:
        return ProbeResult()
    with probe_widths(sys.__stdin__, sys.__stderr__, GLYPHS) as probe:
        return probe.result() if probe else ProbeResult()


def _widths(widths: dict[str, int]) -> str:
    """Return how wide glyphs are, those that are not one column by name."""
    if not widths:
        return "not known"
    odd = [f"{glyph} U+{ord(glyph):04X} {width}" for glyph, width in widths.items() if width != 1]
    return "wrong: " + ", ".join(odd) if odd else f"1 column for each of {len(widths)}"
