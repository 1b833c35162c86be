"""Where commands get records: the archive of the player, and files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from basra.engine.errors import RecordError, quote
from basra.files import reason
from basra.history.archive import Archive
from basra.history.game_record import Record
from basra.match.header import Header

RECORD_HELP = "the number of a match, or a .basra file (./7 for a file called 7)"
MAX_BYTES = 64 << 20
"""The largest file of records: some ten thousand matches."""
MAX_RECORD_BYTES = 4 << 20
"""The largest file of one record."""


@contextmanager
def open_archive() -> Iterator[Archive]:
    """Open the archive of whoever runs the command; print its notices to standard error."""
    from basra.files import user_folder

    archive = Archive(user_folder(os.environ, "data"))
    try:
        _print_notices(archive)
        yield archive
        _print_notices(archive)
    finally:
        archive.close()


def _print_notices(archive: Archive) -> None:
    while notice := archive.next_notice():
        print(f"basra: {notice}", file=sys.stderr)


def read_record(text: str) -> Record:
    """Return the record that an argument names: the number of a match, or a file.

    Raises `RecordError` for one that does not exist or cannot be read.
    """
    if not is_match_number(text):
        return read_record_file(text)
    with open_archive() as archive:
        return archive.record(int(text))


def player_names(header: Header) -> tuple[str, str]:
    """Return the names of south and north, those of computer players with their level."""
    south, north = (
        f"{name} ({level})" if level else name
        for name, level in zip(header.names, header.levels, strict=True)
    )
    return south, north


def is_match_number(text: str) -> bool:
    """Whether *text* is the number of a match rather than a file."""
    return text.isascii() and text.isdigit() and len(text) < 10


def read_file(name: str, limit: int = 0) -> str:
    """Return the text of a file of at most *limit* bytes, else `MAX_BYTES`; `-` is standard input.

    Raises `RecordError` for a file that cannot be read or is not text.
    """
    limit = limit or MAX_BYTES
    try:
        if name == "-":
            content = sys.stdin.buffer.read(limit + 1)
        else:
            path = Path(name)
            if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe could block
                raise RecordError(f"{quote(name)} is no ordinary file")
            with path.open("rb") as file:
                content = file.read(limit + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{quote(name)}: {reason(error)}") from None
    if len(content) > limit:
        raise RecordError(f"{quote(name)} is far too long for records")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{quote(name)}: line {line}: it is not UTF-8 text") from None


def read_record_file(name: str) -> Record:
    """Return the one record in a file; raise `RecordError` with file, line and reason."""
    text = read_file(name, MAX_RECORD_BYTES)
    try:
        return Record.parse(text)
    except RecordError as error:
        raise RecordError(f"{quote(name)}: {error}") from None
