"""Reading the record of a match from its lines.

Law of this file: pure and strict; what does not fit is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
_ONCE = (
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
_OFTEN = ("Change", "Help")
_SEATS = {str(seat): seat for seat in Seat}
_Made = TypeVar("_Made")


def read(lines: Sequence[str], first: int) -> tuple[Header, MatchLog]:
    """Return what *lines* say, one record whose first line has the number *first*.

    Raises `RecordError` with the line and the reason.
    """
    return _Reader(lines, first).record()


class _Reader:
    """One record being read, line by line."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self._lines = [line.rstrip() for line in lines]
        self._first = first
        self._at = 0
        if len(self._lines) > MOST_LINES:
            raise RecordError(f"line {first}: a record of more than {MOST_LINES} lines")
        while not self._lines[-1]:
            self._lines.pop()

    def record(self) -> tuple[Header, MatchLog]:
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
            told = log.result or "still open: the match is not over"
            self._refuse(f"the result is {told}, not {quote(result)}", line)
        return header, log

    def _assists(self, tags: list[tuple[str, int]]) -> frozenset[str]:
        for how, line in tags:
            if how not in ASSISTS:
                self._refuse(f"no help that there is: {quote(how)}", line)
        return frozenset(how for how, _ in tags)

    # -------------------------------------------------------------- lines

    @property
    def _line(self) -> str | None:
        """The line that is read next, blank ones passed over; ``None`` at the end."""
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1
        if self._at == len(self._lines):
            return None
        return self._sound(self._at)

    def _sound(self, at: int) -> str:
        """The line at a place, if it is one that a record can have."""
        line = self._lines[at]
        if len(line) > LONGEST_LINE or not line.isprintable():
            self._refuse(f"no line of a record: {quote(line)}", self._first + at)
        return line

    def _refuse(self, reason: str, line: int | None = None) -> NoReturn:
        raise RecordError(f"line {line or self._here()}: {reason}")

    def _here(self) -> int:
        return self._first + min(self._at, len(self._lines) - 1)

    # --------------------------------------------------------------- tags

    def _tags(self) -> dict[str, list[tuple[str, int]]]:
        """Read the tags down to the first round: their values with their lines."""
        found: dict[str, list[tuple[str, int]]] = {}
        while (line := self._line) is not None and not line.startswith("[Round "):
            for name, value in self._tags_of(line):
                if name not in (*_ONCE, *_OFTEN):
                    self._refuse(f"there is no tag {quote(name)} here")
                if name in found and name not in _OFTEN:
                    self._refuse(f"the tag {name} stands twice")
                if name == "Format" and value != FORMAT:
                    self._refuse(f"format {quote(value)} is not known; this program knows {FORMAT}")
                found.setdefault(name, []).append((value, self._here()))
            self._at += 1
        return found

    def _tags_of(self, line: str) -> list[tuple[str, str]]:
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
        one = {name: values[0][0] for name, values in tags.items()}
        for name, alone in _ALONE.items():
            if name in one:
                self._try(partial(alone, one[name]), tags[name][0][1])
        preset = self._try(partial(Rules.preset, one["Rules"]), tags["Rules"][0][1])
        rules = self._try(partial(_changed, preset, tags.get("Change", [])), _line_of(tags))
        rules = self._try(partial(_to_target, rules, one["Target"]), tags["Target"][0][1])
        return Header(
            (one["South"], one["North"]),
            (one.get("SouthLevel", ""), one.get("NorthLevel", "")),
            rules,
            self._first_dealer(),
            one.get("Seed", ""),
            one.get("Date", ""),
        )

    def _try(self, make: Callable[[], _Made], line: int) -> _Made:
        """Return what is made of the text in a *line*, which is named where that cannot be."""
        try:
            return make()
        except BasraError as error:
            self._refuse(str(error), line)

    def _first_dealer(self) -> Seat:
        """Look ahead to who deals the first round."""
        wanted = 'a round has a tag [Dealer "South"] or [Dealer "North"]'
        for at in range(self._at, len(self._lines)):
            if self._lines[at].startswith("[Dealer "):
                match = _TAG.fullmatch(self._sound(at))
                if match is None or match[2] not in _SEATS:
                    self._refuse(wanted, self._first + at)
                return _SEATS[match[2]]
        self._refuse(wanted)

    # -------------------------------------------------------------- rounds

    def _round(self, header: Header, log: MatchLog | None) -> MatchLog:
        """Read a round: its tags, its plays a deal a line, and its points."""
        number = 1 if log is None else log.number_of_round + 1
        self._only("Round", str(number))
        dealer, where = self._only("Dealer"), self._here() - 1
        deck = self._only("Deck")
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

    def _only(self, name: str, wanted: str | None = None) -> str:
        line = self._line
        tags = [] if line is None else self._tags_of(line)
        if len(tags) != 1 or tags[0][0] != name or wanted not in (None, tags[0][1]):
            shown = name if wanted is None else f'{name} "{wanted}"'
            self._refuse(f"the tag [{shown}] is wanted here")
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
                wanted = log.round.text(play)
                log = log.play(play)
            except BasraError as error:
                raise RecordError(f"line {self._here()}: {error}") from None
            if text != wanted:
                self._refuse(f"{quote(text)} is written {wanted}")
        self._at += 1
        return log

    def _points(self, line: str, log: MatchLog) -> None:
        points = "{}-{}".format(*log.match.tallies[-1].points)
        if line != points:
            self._refuse(f"the round is worth {points}, not {quote(line)}")
        self._at += 1


_ALONE: Mapping[str, Callable[[str], Header]] = {
    "Date": lambda text: Header(("-", "-"), started=text),
    "South": lambda text: Header((text, "-")),
    "North": lambda text: Header(("-", text)),
    "SouthLevel": lambda text: Header(("-", "-"), (text, "")),
    "NorthLevel": lambda text: Header(("-", "-"), ("", text)),
    "Seed": lambda text: Header(("-", "-"), seed=text),
}
"""What refuses the value of a tag by itself, so that its line can be named."""


def _line_of(tags: Mapping[str, list[tuple[str, int]]]) -> int:
    """The line of the first change of the rules, or of the rules where there is none."""
    return tags.get("Change", tags["Rules"])[0][1]


def _changed(preset: Rules, changes: Sequence[tuple[str, int]]) -> Rules:
    """The rules of a preset with changes; raises `RulesError` where these cannot be."""
    texts = [text for text, _ in changes]
    return Rules.parse("\n".join([f'preset = "{preset.name}"', *texts])) if texts else preset


def _to_target(rules: Rules, target: str) -> Rules:
    if not (target.isascii() and target.isdigit() and len(target) < 10):
        raise RecordError(f"a target is a whole number, not {quote(target)}")
    return replace(rules, target=int(target))
