"""The record of a match as text, both ways (docs/notation.md).

Law of this file: pure, strict and exact.  What is written reads back as the same record and is
written again to the byte; what is read is played through the engine, and whatever does not fit,
the points of every round among it, is refused with its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from basra.engine.errors import RecordError
from basra.engine.seats import Seat
from basra.history.record_reader import FORMAT, read
from basra.match.header import Header
from basra.match.log import ASSISTS, MatchLog


@dataclass(frozen=True, slots=True)
class Record:
    """A match written down."""

    header: Header
    log: MatchLog

    @staticmethod
    def parse(text: str) -> Record:
        """Return the record that *text* is; raise `RecordError` with the line and the reason."""
        records = list(read_records(text))
        if len(records) != 1:
            raise RecordError(f"one record is wanted, and here are {len(records)}")
        return records[0]

    def __str__(self) -> str:
        """The record as text, which `parse` reads back."""
        return "\n".join(_written(self)) + "\n"


# ------------------------------------------------------------------------ writing


def _written(record: Record) -> Iterator[str]:
    header, log = record.header, record.log
    rules = header.rules
    preset, *changes = str(rules).splitlines()
    yield _tag("Format", FORMAT)
    if header.started:
        yield _tag("Date", header.started)
    for seat in Seat:
        yield _tag(str(seat), header.names[seat])
        if header.levels[seat]:
            yield _tag(f"{seat}Level", header.levels[seat])
    yield _tag("Rules", preset.removeprefix("preset = ").strip('"'))
    for change in changes:
        if not change.startswith("target = "):
            yield _tag("Change", change)
    yield _tag("Target", str(rules.target))
    if header.seed:
        yield _tag("Seed", header.seed)
    for how in ASSISTS:
        if how in log.assists:
            yield _tag("Help", how)
    if log.result:
        yield _tag("Result", log.result)
    for number, round_ in enumerate(log.rounds):
        yield ""
        yield _tag("Round", str(number + 1))
        yield _tag("Dealer", str(round_.dealer))
        yield _tag("Deck", "".join(map(str, log.decks[number])))
        yield from _plays(log, number)


def _plays(log: MatchLog, number: int) -> Iterator[str]:
    """The lines of a round: one a deal, and its points where it is over."""
    played = log.rounds[number]
    deal = 2 * played.rules.hand_size
    moments = zip(log.states(number), played.history, strict=False)
    texts = [state.text(play) for state, play in moments]
    if texts:
        yield ""
    for at in range(0, len(texts), deal):
        yield f"{at // deal + 1}. {' '.join(texts[at : at + deal])}"
    if played.is_over:
        yield "{}-{}".format(*log.match.tallies[number].points)


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


# ------------------------------------------------------------------------ reading


def read_records(text: str) -> Iterator[Record]:
    """Yield the records that *text* holds, one after another.

    Raises `RecordError` with the line, counted from the top of *text*, and the reason.
    """
    for first, lines in _split(text):
        yield Record(*read(lines, first))


def _split(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of every record, with the number of the first of them."""
    lines = text.removeprefix("\ufeff").split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("[Format ")]
    if not starts:
        if text.strip():
            raise RecordError('line 1: a record begins with [Format "1"]')
        raise RecordError("the file is empty")
    if any(line.strip() for line in lines[: starts[0]]):
        raise RecordError('line 1: a record begins with [Format "1"]')
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, lines[start:end]
