"""The matches that a command works on: the archive of the player, and records in files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from basra.disk import reason
from basra.engine.errors import RecordError, quote
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.match.header import Header

RECORD_HELP = "the number of a match, or a .basra file (./7 where a file is called 7)"
LONGEST = 64 << 20
"""Bytes of a file of records: some ten thousand matches."""
LONGEST_OF_ONE = 4 << 20
"""Bytes of a file of one record."""


@contextmanager
def archive_of_player() -> Iterator[Archive]:
    """The archive of whoever runs the command; what is to be told of it goes to standard error."""
    from basra.files import folder

    archive = Archive(folder(os.environ, "data"))
    try:
        _tell(archive)
        yield archive
        _tell(archive)
    finally:
        archive.close()


def _tell(archive: Archive) -> None:
    while news := archive.next_notice():
        print(f"basra: {news}", file=sys.stderr)


def record_of(text: str) -> Record:
    """Return the record named on the command line: the number of a match, or a file.

    Raises `RecordError` for one that is not there or cannot be read.
    """
    if not is_number(text):
        return parsed(text)
    with archive_of_player() as archive:
        return archive.record(int(text))


def players_of(header: Header) -> tuple[str, str]:
    """Return the names of south and north, each computer's with its level."""
    south, north = (
        f"{name} ({level})" if level else name
        for name, level in zip(header.names, header.levels, strict=True)
    )
    return south, north


def is_number(text: str) -> bool:
    """Whether *text* names a match of the archive by its number."""
    return text.isascii() and text.isdigit() and len(text) < 10


def read_file(name: str, longest: int = 0) -> str:
    """Return the text of a file of records, of `LONGEST` bytes or so many; `-` is standard input.

    Raises `RecordError` where there is none, or it is no text.
    """
    longest = longest or LONGEST
    try:
        if name == "-":
            content = sys.stdin.buffer.read(longest + 1)
        else:
            path = Path(name)
            if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
                raise RecordError(f"{quote(name)} is no ordinary file")
            with path.open("rb") as file:
                content = file.read(longest + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{quote(name)}: {reason(error)}") from None
    if len(content) > longest:
        raise RecordError(f"{quote(name)} is far too long for records")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{quote(name)}: line {line}: it is not UTF-8 text") from None


def parsed(name: str) -> Record:
    """Return the one record that a file holds; raise `RecordError` with file, line and reason."""
    text = read_file(name, LONGEST_OF_ONE)
    try:
        return Record.parse(text)
    except RecordError as error:
        raise RecordError(f"{quote(name)}: {error}") from None
