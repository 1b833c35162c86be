"""The record of a match as text, read and written (docs/notation.md).

What is written reads back as the same record and is written again to the byte.  What is read is
played through the engine, and whatever does not fit, the points of every round among it, is
refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn, TypeVar

from basra.engine.errors import BasraError, RecordError, quote
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.match.header import Header
from basra.match.log import ABANDON, ABANDONED, ASSISTS, DEAL, MatchLog

FORMAT = "1"
LONGEST_LINE = 2_000
"""Characters of a line; the longest that is written has 1,200."""
MOST_LINES = 100_000
"""Lines of one record."""

_TAG = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\.)*)"\]')
_SINGLE_TAGS = (
    "Format",
    "Date",
    "South",
    "North",
    "SouthLevel",
    "NorthLevel",
    "Rules",
    "Target",
    "Seed",
    "Result",
)
_REPEATED_TAGS = ("Change", "Help")
_SEATS = {str(seat): seat for seat in Seat}
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Record:
    """A match with its header, as it is exported and archived."""

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
        return "\n".join(_lines(self)) + "\n"


# ------------------------------------------------------------------------ writing


def _lines(record: Record) -> Iterator[str]:
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
        yield from _round_lines(log, number)


def _round_lines(log: MatchLog, number: int) -> Iterator[str]:
    """The lines of the plays of a round, one a deal, and its points where it is over."""
    round_ = log.rounds[number]
    size = 2 * round_.rules.hand_size
    states = zip(log.states(number), round_.history, strict=False)
    texts = [state.text(play) for state, play in states]
    if texts:
        yield ""
    for at in range(0, len(texts), size):
        yield f"{at // size + 1}. {' '.join(texts[at : at + size])}"
    if round_.is_over:
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
        yield _Reader(lines, first).read()


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


class _Reader:
    """Reads one record, line by line."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self._lines = [line.rstrip() for line in lines]
        self._first = first
        self._at = 0
        if len(self._lines) > MOST_LINES:
            raise RecordError(f"line {first}: a record of more than {MOST_LINES} lines")
        while not self._lines[-1]:
            self._lines.pop()

    def read(self) -> Record:
        """Return the record; raise `RecordError` with the line and the reason."""
        tags = self._tags()
        header = self._header(tags)
        log: MatchLog | None = None
        while self._line is not None:
            log = self._round(header, log)
        if log is None:
            self._refuse("a record has at least one round")
        log = replace(log, assists=self._assists(tags.get("Help", [])))
        result, line = tags.get("Result", [("", self._first)])[0]
        if result == ABANDONED and not log.match.is_over:
            log = log.after(ABANDON)
        if result != log.result:
            actual = log.result or "still open: the match is not over"
            self._refuse(f"the result is {actual}, not {quote(result)}", line)
        return Record(header, log)

    def _assists(self, tags: list[tuple[str, int]]) -> frozenset[str]:
        for how, line in tags:
            if how not in ASSISTS:
                self._refuse(f"no help that there is: {quote(how)}", line)
        return frozenset(how for how, _ in tags)

    # -------------------------------------------------------------- lines

    @property
    def _line(self) -> str | None:
        """The next line, past blank ones; ``None`` at the end."""
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1
        if self._at == len(self._lines):
            return None
        return self._checked_line(self._at)

    def _checked_line(self, at: int) -> str:
        """The line at an index; refused where no record can have such a line."""
        line = self._lines[at]
        if len(line) > LONGEST_LINE or not line.isprintable():
            self._refuse(f"no line of a record: {quote(line)}", self._first + at)
        return line

    def _refuse(self, reason: str, line: int | None = None) -> NoReturn:
        raise RecordError(f"line {line or self._line_number()}: {reason}")

    def _line_number(self) -> int:
        return self._first + min(self._at, len(self._lines) - 1)

    # --------------------------------------------------------------- tags

    def _tags(self) -> dict[str, list[tuple[str, int]]]:
        """Read the tags above the first round: their values with their line numbers."""
        tags: dict[str, list[tuple[str, int]]] = {}
        while (line := self._line) is not None and not line.startswith("[Round "):
            for name, value in self._parse_tags(line):
                if name not in (*_SINGLE_TAGS, *_REPEATED_TAGS):
                    self._refuse(f"there is no tag {quote(name)} here")
                if name in tags and name not in _REPEATED_TAGS:
                    self._refuse(f"the tag {name} stands twice")
                if name == "Format" and value != FORMAT:
                    self._refuse(f"format {quote(value)} is not known; this program knows {FORMAT}")
                tags.setdefault(name, []).append((value, self._line_number()))
            self._at += 1
        return tags

    def _parse_tags(self, line: str) -> list[tuple[str, str]]:
        tags, at = [], 0
        while at < len(line):
            match = _TAG.match(line, at)
            if match is None:
                self._refuse(f"no tag: {quote(line[at:])}")
            tags.append((match[1], re.sub(r"\\(.)", r"\1", match[2])))
            at = match.end()
            at += len(line[at:]) - len(line[at:].lstrip(" "))
        return tags

    def _header(self, tags: dict[str, list[tuple[str, int]]]) -> Header:
        for name in ("South", "North", "Rules", "Target"):
            if name not in tags:
                self._refuse(f"the tag {name} is missing")
        first = {name: values[0][0] for name, values in tags.items()}
        for name, check in _TAG_CHECKS.items():
            if name in first:
                self._try(partial(check, first[name]), tags[name][0][1])
        preset = self._try(partial(Rules.preset, first["Rules"]), tags["Rules"][0][1])
        rules = self._try(partial(_with_changes, preset, tags.get("Change", [])), _rules_line(tags))
        rules = self._try(partial(_with_target, rules, first["Target"]), tags["Target"][0][1])
        return Header(
            (first["South"], first["North"]),
            (first.get("SouthLevel", ""), first.get("NorthLevel", "")),
            rules,
            self._first_dealer(),
            first.get("Seed", ""),
            first.get("Date", ""),
        )

    def _try(self, make: Callable[[], _Value], line: int) -> _Value:
        """Return what *make* makes of a *line*; refuse that line where it cannot."""
        try:
            return make()
        except BasraError as error:
            self._refuse(str(error), line)

    def _first_dealer(self) -> Seat:
        """Look ahead for who deals the first round."""
        expected = 'a round has a tag [Dealer "South"] or [Dealer "North"]'
        for at in range(self._at, len(self._lines)):
            if self._lines[at].startswith("[Dealer "):
                match = _TAG.fullmatch(self._checked_line(at))
                if match is None or match[2] not in _SEATS:
                    self._refuse(expected, self._first + at)
                return _SEATS[match[2]]
        self._refuse(expected)

    # -------------------------------------------------------------- rounds

    def _round(self, header: Header, log: MatchLog | None) -> MatchLog:
        """Read a round: its tags, its plays a deal a line, and its points."""
        number = 1 if log is None else log.number_of_round + 1
        self._single_tag("Round", str(number))
        dealer, where = self._single_tag("Dealer"), self._line_number() - 1
        deck = self._single_tag("Deck")
        entry = DEAL + deck
        at = self._at - 1
        try:
            log = MatchLog.replay(header, [entry]) if log is None else log.after(entry)
        except BasraError as error:
            reason = str(error).removeprefix("deed 1: ")
            raise RecordError(f"line {self._first + at}: {reason}") from None
        if str(log.round.dealer) != dealer:
            self._refuse(f"{log.round.dealer} deals round {number}, not {quote(dealer)}", where)
        deal = 2 * header.rules.hand_size
        while (line := self._line) is not None and not line.startswith("["):
            if log.round.is_over:
                self._points(line, log)
                return log
            log = self._deal(line, log, deal)
        if log.round.is_over:
            self._refuse("the points of the round are missing")
        if line is not None:
            self._refuse("a round begins before the one above it is over")
        return log

    def _single_tag(self, name: str, expected: str | None = None) -> str:
        line = self._line
        tags = [] if line is None else self._parse_tags(line)
        if len(tags) != 1 or tags[0][0] != name or expected not in (None, tags[0][1]):
            tag = name if expected is None else f'{name} "{expected}"'
            self._refuse(f"the tag [{tag}] is wanted here")
        self._at += 1
        return tags[0][1]

    def _deal(self, line: str, log: MatchLog, size: int) -> MatchLog:
        number, *texts = line.split(" ")
        played = len(log.round.history)
        if played % size:
            self._refuse("the deal above is not played to its end")
        if number != f"{played // size + 1}.":
            self._refuse(f"deal {played // size + 1} is wanted here, not {quote(number)}")
        if not 0 < len(texts) <= size:
            self._refuse(f"a deal has 1 to {size} plays, not {len(texts)}")
        for text in texts:
            try:
                play = log.round.read_play(text)
                expected = log.round.text(play)
                log = log.play(play)
            except BasraError as error:
                raise RecordError(f"line {self._line_number()}: {error}") from None
            if text != expected:
                self._refuse(f"{quote(text)} is written {expected}")
        self._at += 1
        return log

    def _points(self, line: str, log: MatchLog) -> None:
        points = "{}-{}".format(*log.match.tallies[-1].points)
        if line != points:
            self._refuse(f"the round is worth {points}, not {quote(line)}")
        self._at += 1


_TAG_CHECKS: Mapping[str, Callable[[str], Header]] = {
    "Date": lambda text: Header(("-", "-"), started=text),
    "South": lambda text: Header((text, "-")),
    "North": lambda text: Header(("-", text)),
    "SouthLevel": lambda text: Header(("-", "-"), (text, "")),
    "NorthLevel": lambda text: Header(("-", "-"), ("", text)),
    "Seed": lambda text: Header(("-", "-"), seed=text),
}
"""Each refuses the value of its tag alone, so that the line can be named."""


def _rules_line(tags: Mapping[str, list[tuple[str, int]]]) -> int:
    """The line of the first change of the rules, or of the rules where there is none."""
    return tags.get("Change", tags["Rules"])[0][1]


def _with_changes(preset: Rules, changes: Sequence[tuple[str, int]]) -> Rules:
    """The rules of a *preset* with *changes*; raises `RulesError` where these cannot be."""
    texts = [text for text, _ in changes]
    return Rules.parse("\n".join([f'preset = "{preset.name}"', *texts])) if texts else preset


def _with_target(rules: Rules, target: str) -> Rules:
    if not (target.isascii() and target.isdigit() and len(target) < 10):
        raise RecordError(f"a target is a whole number, not {quote(target)}")
    return replace(rules, target=int(target))
