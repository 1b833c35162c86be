"""What is told about the place where the game runs, and about a crash.

Law of this file: nothing is sent anywhere; a crash report is a file of the player's own, without
hidden cards, local variables or the names of players.
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
from basra.disk import printable_path
from basra.engine.seats import Seat
from basra.files import NO_FOLDER, Kind, folder, hindrance

if TYPE_CHECKING:
    from basra.match.session import Session
    from basra.match.settings import Settings

_TELLING = (
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
"""The variables that say something about a terminal; of some only that they are there."""
_SECRET = ("WT_SESSION", "TMUX", "STY", "SSH_TTY")
_FOLDERS: Mapping[str, Kind] = {
    "settings folder": "config",
    "matches folder": "data",
    "reports folder": "state",
}
_CARD = "(?:10|[2-9TJQKA])[CDHS♣♦♥♠]"
_CARDS = re.compile(rf"(?<![^\W_])(?:{_CARD})+(?:x(?:{_CARD})+)?(?![^\W_])")
"""Cards and plays as they are written: those that a message tells of may be hidden ones."""
_MOST_REPORTS = 1000


class CrashError(Exception):
    """Something that went wrong in the program itself, and what it can tell about it."""

    def __init__(self, fault: Exception, told: Mapping[str, str]) -> None:
        """Carry the *fault* and what was *told* where it happened, each under a heading."""
        super().__init__(str(fault))
        self.fault = fault
        self.told = told


def facts(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what can be said of program, machine, terminal and folders; it never fails."""
    found = {
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
        found[name] = _stream(stream)
    for name in _TELLING:
        if value := environment.get(name):
            found[name] = "set" if name in _SECRET else ascii(value)[1:-1]
    for name, kind in _FOLDERS.items():
        place = folder(environment, kind)
        problem = hindrance(place) or "can be written"
        found[name] = f"{'none' if place is None else printable_path(place)} ({problem})"
    return found


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _stream(stream: object) -> str:
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


def listed(rows: Mapping[str, str]) -> str:
    """Return *rows* one below the other, their names in a column."""
    width = max(map(len, rows))
    return "\n".join(f"{name:{width}}  {value}" for name, value in rows.items())


def of_game(session: Session | None, settings: Settings) -> dict[str, str]:
    """Return what a crash report says of a game: no hidden card, no player's name."""
    told = {"settings": str(settings.changed(names=("", ""), unknown={}))}
    if session is not None:
        people = [seat for seat in Seat if session.players[seat].is_human]
        seat = people[0] if len(people) == 1 else session.turn
        told["rules"] = str(session.rules)
        told[f"position, as {str(seat).lower()} sees it"] = str(session.view(seat))
    return told


def crash_report(
    fault: BaseException, told: Mapping[str, str], environment: Mapping[str, str]
) -> str:
    """Return the report of a crash: where, in which state, and the way there."""
    now = datetime.now(UTC).replace(microsecond=0)
    way = "".join(map(_without_cards, traceback.format_exception(fault)))
    parts = [
        "A report of a crash of Basra.  It is nowhere but here; please add it when you tell of it.",
        listed({"time": now.isoformat(), **facts(environment)}),
        *(f"{heading}:\n{text.rstrip()}" for heading, text in told.items()),
        way,
    ]
    return "\n\n".join(parts)


def _without_cards(part: str) -> str:
    """Return a *part* of a traceback; where that is what somebody said, with no card in it."""
    return part if part.lstrip(" |").startswith("File ") else _CARDS.sub("(cards)", part)


def crashed(fault: Exception, environment: Mapping[str, str]) -> str:
    """Keep a report of a mistake of the program; return the line that says where it is."""
    told: Mapping[str, str] = {}
    if isinstance(fault, CrashError):
        told, fault = fault.told, fault.fault
    what = f"this should not have happened ({type(fault).__name__})"
    try:
        path = keep(crash_report(fault, told, environment), folder(environment, "state"))
    except OSError as error:
        return f"{what}, and no report of it can be kept: {error.strerror or error}"
    return f"{what}; a report of it is in {printable_path(path)}"


def keep(report: str, folder: Path | None) -> Path:
    """Write *report* to a new file in *folder*; return its path, or raise `OSError`."""
    if folder is None:
        raise FileNotFoundError(None, NO_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, _MOST_REPORTS):
        path = folder / f"crash-{number}.txt"
        try:
            with path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.write(report)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(None, f"there are {_MOST_REPORTS - 1} crash reports already")
