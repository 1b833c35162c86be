"""Diagnostics: the facts that `basra doctor` prints, and crash reports.

Nothing is sent anywhere.  A crash report is a file of the player's own and holds no hidden cards,
local variables or names of players.
"""

from __future__ import annotations

import importlib.metadata
import locale
import os
import platform
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from basra import __version__
from basra.engine.seats import Seat
from basra.files import NO_FOLDER, FolderKind, printable_path, user_folder, write_problem

if TYPE_CHECKING:
    from basra.match.session import Session
    from basra.match.settings import Settings

_TERMINAL_VARIABLES = (
    "TERM",
    "COLORTERM",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "VTE_VERSION",
    "WT_SESSION",
    "TMUX",
    "STY",
    "SSH_TTY",
    "NO_COLOR",
    "TEXTUAL_DRIVER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
)
"""The environment variables that describe a terminal."""
_PRIVATE_VARIABLES = ("WT_SESSION", "TMUX", "STY", "SSH_TTY")
"""Those of which only is reported that they are set."""
_FOLDERS: Mapping[str, FolderKind] = {
    "settings folder": "config",
    "matches folder": "data",
    "reports folder": "state",
}
_CARD = "(?:10|[2-9TJQKA])[CDHS♣♦♥♠]"
_CARDS = re.compile(rf"(?<![^\W_])(?:{_CARD})+(?:x(?:{_CARD})+)?(?![^\W_])")
"""Cards and plays in text: those in the message of an exception may be hidden ones."""
_MAX_REPORTS = 1000


class CrashError(Exception):
    """A mistake of the program itself, with the context for its report."""

    def __init__(self, fault: Exception, context: Mapping[str, str]) -> None:
        """Carry the *fault* and the *context* in which it happened: texts by their headings."""
        super().__init__(str(fault))
        self.fault = fault
        self.context = context


def collect_facts(environment: Mapping[str, str]) -> dict[str, str]:
    """Return facts about program, machine, terminal and folders by name; this never fails."""
    facts = {
        "basra": __version__,
        "python": f"{platform.python_version()} ({sys.implementation.name}, {sys.executable})",
        **{name: _version(name) for name in ("textual", "rich")},
        "platform": platform.platform(),
        "locale": locale.getpreferredencoding(False),
    }
    for name, stream in (
        ("stdin", sys.__stdin__),
        ("stdout", sys.__stdout__),
        ("stderr", sys.__stderr__),
    ):
        facts[name] = _describe_stream(stream)
    for name in _TERMINAL_VARIABLES:
        if value := environment.get(name):
            facts[name] = "set" if name in _PRIVATE_VARIABLES else ascii(value)[1:-1]
    for name, kind in _FOLDERS.items():
        path = user_folder(environment, kind)
        problem = write_problem(path) or "can be written"
        facts[name] = f"{'none' if path is None else printable_path(path)} ({problem})"
    return facts


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _describe_stream(stream: object) -> str:
    """Return what kind of stream this is."""
    if stream is None:
        return "closed"
    encoding = getattr(stream, "encoding", None) or "no encoding"
    try:
        number: int = stream.fileno()  # type: ignore[attr-defined]
        if not os.isatty(number):
            return f"no terminal, {encoding}"
        width, height = os.get_terminal_size(number)
    except (AttributeError, OSError, ValueError) as error:
        return f"{encoding}, {error}"
    return f"terminal, {encoding}, {width}x{height}"


def format_rows(rows: Mapping[str, str]) -> str:
    """Return *rows* as lines, with the names in a column."""
    width = max(map(len, rows))
    return "\n".join(f"{name:{width}}  {value}" for name, value in rows.items())


def describe_game(session: Session | None, settings: Settings) -> dict[str, str]:
    """Return the context of a crash in a game: no hidden card, no player's name."""
    context = {"settings": str(settings.replace(names=("", ""), unknown={}))}
    if session is not None:
        people = [seat for seat in Seat if session.players[seat].is_human]
        seat = people[0] if len(people) == 1 else session.turn
        context["rules"] = str(session.rules)
        context[f"position, as {str(seat).lower()} sees it"] = str(session.view(seat))
    return context


def crash_report(
    fault: BaseException, context: Mapping[str, str], environment: Mapping[str, str]
) -> str:
    """Return the report of a crash: the facts, its *context* and the traceback."""
    now = datetime.now(UTC).replace(microsecond=0)
    lines = "".join(map(_mask_cards, traceback.format_exception(fault)))
    parts = [
        "A report of a crash of Basra.  It is nowhere but here; please add it when you tell of it.",
        format_rows({"time": now.isoformat(), **collect_facts(environment)}),
        *(f"{heading}:\n{text.rstrip()}" for heading, text in context.items()),
        lines,
    ]
    return "\n\n".join(parts)


def _mask_cards(part: str) -> str:
    """Return a *part* of a traceback, with no card in it unless it is a line of code."""
    return part if part.lstrip(" |").startswith("File ") else _CARDS.sub("(cards)", part)


def report_crash(fault: Exception, environment: Mapping[str, str]) -> str:
    """Write a report of a mistake of the program; return the line that says where it is."""
    context: Mapping[str, str] = {}
    if isinstance(fault, CrashError):
        context, fault = fault.context, fault.fault
    what = f"this should not have happened ({type(fault).__name__})"
    try:
        path = write_report(
            crash_report(fault, context, environment), user_folder(environment, "state")
        )
    except OSError as error:
        return f"{what}, and no report of it can be kept: {error.strerror or error}"
    return f"{what}; a report of it is in {printable_path(path)}"


def write_report(report: str, folder: Path | None) -> Path:
    """Write *report* to a new file in *folder*; return its path, or raise `OSError`."""
    if folder is None:
        raise FileNotFoundError(None, NO_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, _MAX_REPORTS):
        path = folder / f"crash-{number}.txt"
        try:
            with path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.write(report)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(None, f"there are {_MAX_REPORTS - 1} crash reports already")
