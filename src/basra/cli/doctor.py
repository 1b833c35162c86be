"""`basra doctor`: what the game sees of the place where it runs, and what it makes of it."""

from __future__ import annotations

import argparse
import os
import sys

from basra.cli.options import Commands, command
from basra.diagnostics import collect_facts, format_rows
from basra.files import SettingsFile, user_folder
from basra.match.settings import Settings
from basra.terminal import width_probe
from basra.terminal.capabilities import MANY, Frontend, Streams, choose, dress
from basra.terminal.glyphs import GLYPHS


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
    seen = collect_facts(os.environ)
    settings, problem = SettingsFile(user_folder(os.environ)).peek()
    answer = _asked()
    seen["glyph widths"] = _widths(answer.widths)
    if problem:
        seen["settings"] = f"cannot be used: {problem}"
    frontend = choose(os.environ, _streams(), answer.widths)
    print(format_rows(seen | chosen(frontend, settings)))
    return 0


def chosen(frontend: Frontend, settings: Settings) -> dict[str, str]:
    """Return what *front* and *settings* come to, for people."""
    frame, theme = dress(settings, frontend.terminal)
    colours = frontend.terminal.colours
    words = {MANY: "16 million", 0: "none"}
    return {
        "chosen: front": f"plain lines, as {frontend.plain}"
        if frontend.plain
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


def _asked() -> width_probe.Answer:
    """Return what the terminal tells of its glyphs; what is typed meanwhile was not for us."""
    frontend = choose(os.environ, _streams())
    if frontend.plain or not frontend.terminal.glyphs:
        return width_probe.Answer()
    with width_probe.asked(sys.__stdin__, sys.__stderr__, GLYPHS) as question:
        return question.answer() if question else width_probe.Answer()


def _widths(widths: dict[str, int]) -> str:
    """Return how wide glyphs are, those that are not one column by name."""
    if not widths:
        return "not known"
    odd = [f"{glyph} U+{ord(glyph):04X} {width}" for glyph, width in widths.items() if width != 1]
    return "wrong: " + ", ".join(odd) if odd else f"1 column for each of {len(widths)}"
