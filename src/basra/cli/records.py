"""`basra records`: the matches that are kept, listed, written out and taken in."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from basra.cli.options import Commands, command
from basra.cli.record_source import archive_of_player, is_number, players_of, read_file
from basra.disk import reason
from basra.engine.errors import RecordError, quote
from basra.history.archive import Archive
from basra.history.database.rows import StoredMatch
from basra.history.game_record import Record, read_records
from basra.match.log import ABANDONED
from basra.messages.times import local


def add_to(commands: Commands) -> None:
    """Add the command."""
    records = command(
        commands,
        "records",
        "list the matches that are kept, write them out, take them in",
        "examples:\n"
        "  basra records\n"
        "  basra records export 12 match.basra\n"
        "  basra records export --all all.basra\n"
        "  basra records import all.basra\n\n"
        "The form of a record is described in docs/notation.md.\n",
    )
    records.add_argument("--json", action="store_true", help="print one JSON object")
    records.set_defaults(run=_list)
    deeds = records.add_subparsers(title="what to do", metavar="COMMAND")
    export = command(deeds, "export", "write the record of a match, or of all", "")
    export.add_argument(
        "what", nargs="*", metavar="NUMBER [FILE]", help="which match, and where to"
    )
    export.add_argument("--all", action="store_true", help="every match, the oldest first")
    export.add_argument("--force", action="store_true", help="write over a file that is there")
    export.set_defaults(run=_export, parser=export)
    take_in = command(deeds, "import", "take in the matches of a file, all or none", "")
    take_in.add_argument("file", metavar="FILE", help="a .basra file; - is standard input")
    take_in.set_defaults(run=_import)


# ----------------------------------------------------------------------- listing


def _list(options: argparse.Namespace) -> int:
    with archive_of_player() as archive:
        matches = archive.matches()
    if options.json:
        print(json.dumps({"matches": list(map(_object, matches))}, ensure_ascii=False))
        return 0
    for match in matches:
        print(line(match))
    if not matches:
        print("no match is kept yet", file=sys.stderr)
    return 0


def line(match: StoredMatch) -> str:
    """Return a match as a line of the list."""
    if match.header is None:
        return f"{match.number:6}  damaged: {match.damage}"
    header, result = match.header, match.result
    players = " - ".join(players_of(header))
    points = "unfinished" if result is None else result.text
    help_ = "  with help" if result is not None and result.is_assisted else ""
    return f"{match.number:6}  {local(header.started):16}  {points:10}  {players}{help_}"


def _object(match: StoredMatch) -> dict[str, Any]:
    header, result = match.header, match.result
    if header is None:
        return {"number": match.number, "state": "damaged", "damage": match.damage}
    state = "unfinished" if result is None else "over"
    return {
        "number": match.number,
        "state": "abandoned" if result is not None and result.text == ABANDONED else state,
        "started": header.started,
        "ended": None if result is None else result.ended,
        "names": header.names,
        "levels": header.levels,
        "rules": header.rules.name,
        "target": header.rules.target,
        "points": None if result is None else result.statistics.points,
        "assisted": None if result is None else result.is_assisted,
    }


# --------------------------------------------------------------- out and in again


def _export(options: argparse.Namespace) -> int:
    words = list(options.what)
    if not options.all and (not words or not is_number(words[0])):
        options.parser.error("say the number of a match, or --all")
    number = None if options.all else int(words.pop(0))
    if len(words) > 1:
        options.parser.error("one file can be written to")
    damaged = 0
    with archive_of_player() as archive:
        if number is not None:
            text = str(archive.record(number))
        else:
            texts = []
            for found in _every(archive):
                if isinstance(found, Record):
                    texts.append(str(found))
                else:
                    damaged += 1
                    print(f"basra: left out: {found}", file=sys.stderr)
            text = "\n".join(texts)
    if not words or words[0] == "-":
        print(text, end="")
    else:
        _write(words[0], text, replace=options.force)
        print(f"basra: written to {quote(words[0])}", file=sys.stderr)
    return 1 if damaged else 0


def _every(archive: Archive) -> Iterator[Record | RecordError]:
    """Every record, the oldest first, and in place of a damaged one what is wrong with it."""
    for match in reversed(archive.matches()):
        try:
            yield archive.record(match.number)
        except RecordError as error:
            yield error


def _write(name: str, text: str, *, replace: bool) -> None:
    from basra.files import write_whole

    try:
        write_whole(Path(name), text.encode("utf-8"), replace=replace)
    except FileExistsError:
        raise RecordError(f"{quote(name)} is there already; --force writes over it") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{quote(name)}: {reason(error)}") from None


def _import(options: argparse.Namespace) -> int:
    text = read_file(options.file)
    try:
        records = list(read_records(text))
    except RecordError as error:
        raise RecordError(f"{quote(options.file)}: {error}; nothing was taken in") from None
    with archive_of_player() as archive:
        added, there = archive.import_records(records)
    numbers = f", number {added[0]}" if len(added) == 1 else ""
    numbers = f", numbers {added[0]} to {added[-1]}" if len(added) > 1 else numbers
    print(f"{len(added)} taken in{numbers}; {there} there already")
    return 0
