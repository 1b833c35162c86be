"""`basra records`, `replay` and `verify`: the saved matches."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from basra.cli import REFUSED
from basra.cli.options import Commands, add_command
from basra.cli.record_source import (
    RECORD_HELP,
    is_match_number,
    open_archive,
    player_names,
    read_file,
    read_record,
)
from basra.engine.errors import RecordError, quote
from basra.engine.seats import Seat
from basra.files import reason
from basra.history.archive import Archive
from basra.history.database.rows import StoredMatch
from basra.history.game_record import Record, read_records
from basra.history.seed_commitment import verify as verify_decks
from basra.match.log import ABANDONED
from basra.messages.times import local_time


def add_records(commands: Commands) -> None:
    """Add `basra records`."""
    records = add_command(
        commands,
        "records",
        "list the saved matches, export and import them",
        "examples:\n"
        "  basra records\n"
        "  basra records export 12 match.basra\n"
        "  basra records export --all all.basra\n"
        "  basra records import all.basra\n\n"
        "The format of a record is described in docs/notation.md.\n",
    )
    records.add_argument("--json", action="store_true", help="print one JSON object")
    records.set_defaults(run=_run_records)
    subcommands = records.add_subparsers(title="what to do", metavar="COMMAND")
    export = add_command(
        subcommands, "export", "write the record of a match, or of all matches", ""
    )
    export.add_argument(
        "what", nargs="*", metavar="NUMBER [FILE]", help="which match, and the file to write"
    )
    export.add_argument("--all", action="store_true", help="every match, the oldest first")
    export.add_argument("--force", action="store_true", help="overwrite an existing file")
    export.set_defaults(run=_run_export, parser=export)
    import_ = add_command(subcommands, "import", "import the matches of a file, all or none", "")
    import_.add_argument("file", metavar="FILE", help="a .basra file; - is standard input")
    import_.set_defaults(run=_run_import)


# ------------------------------------------------------------------------- list


def _run_records(options: argparse.Namespace) -> int:
    with open_archive() as archive:
        matches = archive.matches()
    if options.json:
        print(json.dumps({"matches": list(map(_json_object, matches))}, ensure_ascii=False))
        return 0
    for match in matches:
        print(text_line(match))
    if not matches:
        print("no match is saved yet", file=sys.stderr)
    return 0


def text_line(match: StoredMatch) -> str:
    """Return the line of a match in the list."""
    if match.header is None:
        return f"{match.number:6}  damaged: {match.damage}"
    header, result = match.header, match.result
    players = " - ".join(player_names(header))
    points = "unfinished" if result is None else result.text
    help_ = "  with help" if result is not None and result.is_assisted else ""
    return f"{match.number:6}  {local_time(header.started):16}  {points:10}  {players}{help_}"


def _json_object(match: StoredMatch) -> dict[str, Any]:
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


# ------------------------------------------------------------- export and import


def _run_export(options: argparse.Namespace) -> int:
    words = list(options.what)
    if not options.all and (not words or not is_match_number(words[0])):
        options.parser.error("give the number of a match, or --all")
    number = None if options.all else int(words.pop(0))
    if len(words) > 1:
        options.parser.error("only one file can be written")
    damaged = 0
    with open_archive() as archive:
        if number is not None:
            text = str(archive.record(number))
        else:
            texts = []
            for record in _all_records(archive):
                if isinstance(record, Record):
                    texts.append(str(record))
                else:
                    damaged += 1
                    print(f"basra: left out: {record}", file=sys.stderr)
            text = "\n".join(texts)
    if not words or words[0] == "-":
        print(text, end="")
    else:
        _write(words[0], text, replace=options.force)
        print(f"basra: written to {quote(words[0])}", file=sys.stderr)
    return REFUSED if damaged else 0


def _all_records(archive: Archive) -> Iterator[Record | RecordError]:
    """Yield every record, the oldest first; for a damaged one, the error instead."""
    for match in reversed(archive.matches()):
        try:
            yield archive.record(match.number)
        except RecordError as error:
            yield error


def _write(name: str, text: str, *, replace: bool) -> None:
    from basra.files import write_atomically

    try:
        write_atomically(Path(name), text.encode("utf-8"), replace=replace)
    except FileExistsError:
        raise RecordError(f"{quote(name)} already exists; --force overwrites it") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{quote(name)}: {reason(error)}") from None


def _run_import(options: argparse.Namespace) -> int:
    text = read_file(options.file)
    try:
        records = list(read_records(text))
    except RecordError as error:
        raise RecordError(f"{quote(options.file)}: {error}; nothing was imported") from None
    with open_archive() as archive:
        added, present = archive.import_records(records)
    numbers = f", number {added[0]}" if len(added) == 1 else ""
    numbers = f", numbers {added[0]} to {added[-1]}" if len(added) > 1 else numbers
    print(f"{len(added)} imported{numbers}; {present} already there")
    return 0


# ------------------------------------------------------------------------ replay


def add_replay(commands: Commands) -> None:
    """Add `basra replay`."""
    replay = add_command(
        commands,
        "replay",
        "look at a match again, play by play, with both hands open",
        "examples:\n  basra replay 12\n  basra replay match.basra --plain | less\n",
    )
    replay.add_argument("record", metavar="RECORD", help=RECORD_HELP)
    replay.add_argument("--plain", action="store_true", help="print the match in lines")
    replay.set_defaults(run=_run_replay)


def _run_replay(options: argparse.Namespace) -> int:
    record = read_record(options.record)
    if not options.plain:
        number = int(options.record) if is_match_number(options.record) else 0
        code: int | None = options.show_replay(options, record, number)
        if code is not None:
            return code
    for text in replay_lines(record):
        print(text)
    return 0


def replay_lines(record: Record) -> Iterator[str]:
    """Yield a match in lines: the hands of each deal, and each play with the floor before it."""
    header, log = record.header, record.log
    south, north = player_names(header)
    yield f"South {south}, north {north}, rules {header.rules.name} to {header.rules.target}"
    if header.started:
        yield f"Played {local_time(header.started)}"
    for number, last in enumerate(log.rounds):
        yield ""
        yield f"Round {number + 1}, dealer: {header.names[last.dealer]}"
        deal = 0
        for state, outcome in zip(log.states(number), last.outcomes, strict=False):
            if state.deal_number != deal:
                deal = state.deal_number
                yield f"Deal {deal} of {state.rules.deals}: floor {state.floor}"
                for seat in Seat:
                    yield f"  {header.names[seat]}, in hand: {state.hands[seat]}"
            yield f"  {header.names[outcome.seat]}: {outcome.text} on {outcome.floor}"
        if last.is_over:
            points = last.tally().points
            scores = (score + more for score, more in zip(last.scores, points, strict=True))
            yield "Round {} is worth {}-{}, match {}-{}".format(number + 1, *points, *scores)
    yield ""
    yield f"Result: {log.result or 'not finished'}"


# ------------------------------------------------------------------------ verify


def add_verify(commands: Commands) -> None:
    """Add `basra verify`."""
    verify = add_command(
        commands,
        "verify",
        "check that the packs of a match are those its seal was made for",
        "examples:\n  basra verify 12 7902699be42c8a8e\n  basra verify match.basra\n",
    )
    verify.add_argument("record", metavar="RECORD", help=RECORD_HELP)
    verify.add_argument(
        "seal", metavar="SEAL", nargs="?", default="", help="what basra --seal showed at the start"
    )
    verify.set_defaults(run=_run_verify)


def _run_verify(options: argparse.Namespace) -> int:
    record = read_record(options.record)
    seal = verify_decks(record, options.seal)
    rounds = len(record.log.decks)
    packs = "pack comes" if rounds == 1 else f"{rounds} packs come"
    print(f"The {packs} from the seed of the match, and its seal is {seal}.")
    return 0
