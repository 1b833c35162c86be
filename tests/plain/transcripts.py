"""Playing in lines: what is typed, and what was printed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import suppress

from basra.history.archive import Archive
from basra.match.game_options import GameOptions
from basra.match.session import Session
from basra.match.settings import Settings
from basra.plain.console import Console
from basra.plain.match_loop import MatchLoop, Quit
from basra.plain.run import play

SENTENCE = re.compile(r"[^\x00-\x1f\x7f-\x9f]*[.?!:]")
"""A line of its own: printable characters, and an end."""
QUESTIONS = ("which card?", "Which one?", "is looking.", "or no:", "for a new one:")
"""How the lines end that wait for an answer."""
LEFT = "The match is saved: the next start offers to continue it."


class Typist(io.StringIO):
    """Somebody who reads the last line and types an answer, or stops."""

    def __init__(self, output: io.StringIO, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self._output = output
        self._answer = answer
        self.typed: list[str] = []

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        answer = self._answer(self._output.getvalue().splitlines()[-1])
        if answer is None:
            return ""
        self.typed.append(answer)
        return f"{answer}\n"


def unsaved() -> Archive:
    """Return matches that end with the test."""
    return Archive(None, why_not="")


def play_match(
    typed: str | Callable[[str], str | None],
    game_options: GameOptions,
    archive: Archive | None = None,
    *,
    settings: Settings | None = None,
    offers_unfinished: bool = False,
) -> tuple[int, list[str], list[str]]:
    """Return the exit code, the lines that were printed, and those that were typed."""
    output = io.StringIO()
    reader = io.StringIO(typed) if isinstance(typed, str) else Typist(output, typed)
    code = play(
        Console(reader, output),
        game_options,
        Settings() if settings is None else settings,
        archive or unsaved(),
        offers_unfinished=offers_unfinished,
    )
    lines = output.getvalue().splitlines()
    return code, lines, reader.typed if isinstance(reader, Typist) else typed_in(typed)


def typed_in(typed: object) -> list[str]:
    """Return the lines of a text."""
    return typed.splitlines() if isinstance(typed, str) else []


def play_session(
    session: Session,
    typed: str | Callable[[str], str | None],
    *,
    settings: Settings | None = None,
    announce: bool = False,
) -> list[str]:
    """Return the lines of *session* until nothing more is typed."""
    output = io.StringIO()
    reader = io.StringIO(typed) if isinstance(typed, str) else Typist(output, typed)
    loop = MatchLoop(
        session,
        Settings() if settings is None else settings,
        Console(reader, output),
        on_typed=lambda: None,
        where_saved=lambda: "Kept.",
        next_notice=lambda: None,
    )
    with suppress(Quit):
        if announce:
            loop.announce()
        loop.play()
    return output.getvalue().splitlines()


def turns(lines: list[str]) -> list[list[str]]:
    """Return the lines of each turn, its question last; a round begins and ends one."""
    found: list[list[str]] = [[]]
    is_tally = False
    for line in lines:
        if re.match(r"Round \d+ is over:", line):
            found.append([])
            is_tally = True
        elif re.match(r"Round \d+: ", line):
            is_tally = False
            if len(found[-1]) > 1:  # the greeting is said in the first turn
                found.append([])
        if not is_tally:
            found[-1].append(line)
            if line.endswith(QUESTIONS):
                found.append([])
    return [turn for turn in found if turn]
