"""What a line means that somebody has typed at the plain table.

Law of this file: pure.  Whatever was typed becomes a play, the ways of a card, a command, or one
sentence that helps; which plays there are is asked of the view.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from basra.engine.cards import Card, Cards
from basra.engine.errors import NotationError, quote
from basra.engine.plays import Play
from basra.engine.views import View
from basra.messages.capture_choices import missing, plays_of
from basra.messages.card_order import slots
from basra.messages.description import RANKS
from basra.messages.phrases import listed

COMMANDS = (
    *("hint", "score", "floor", "hand", "table", "log"),
    *("take back", "redo", "save", "rules", "new", "quit", "help"),
)
"""What can be asked for, by its whole name."""
ALSO = {"undo": "take back", "exit": "quit", "end": "quit", "?": "help"}
"""Other words for a command."""
WITH_WORDS = ("rules",)
"""The commands that words may follow."""
SHOWN_WAYS = 9
"""How many ways to take with one card are offered by number."""

_RANKS = {"ace": "A", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "10": "T"}
_SPOKEN = re.compile(
    r"(?:the )?(ace|[2-9]|10|ten|jack|queen|king) of (clubs|diamonds|hearts|spades)", re.IGNORECASE
)
_PARTED = re.compile(r"\s*(?:[x×]|\btakes\b)\s*", re.IGNORECASE)


class Command(NamedTuple):
    """A command, and the words behind it."""

    name: str
    words: str = ""


class Unclear(NamedTuple):
    """A line that means nothing here, and the sentence that says so."""

    sentence: str


Ways: TypeAlias = tuple[Play, ...]
"""The plays of one card that has several."""
Meaning: TypeAlias = Play | Ways | Command | Unclear


def understood(line: str, view: View) -> Meaning:
    """Return what *line* means to the seat of *view*, which is on turn.

    An empty line is its first card, a number the card at that place, and a rank the one card of
    that rank; a play may be written in full.
    """
    text = _tidy(line)
    if not text:
        return _laying(view, next(card for card in slots(view) if card is not None))
    if text.isdecimal() and len(text) < 4 and int(text) <= view.rules.hand_size:
        return _at(view, int(text))
    if (rank := _rank(text)) is not None:
        card = _of_rank(view, rank)
        return _or_command(card, text) if isinstance(card, Unclear) else _laying(view, card)
    if (asked := command(text)) is not None:
        return asked
    return _written(view, text)


def chosen(line: str, view: View, ways: Ways) -> Meaning:
    """Return what *line* means where one of the *ways* of a card has been asked for."""
    text = _tidy(line)
    shown = offered(ways)
    if not text:
        return shown[0]
    if text.isdecimal() and len(text) < 4:
        if 1 <= int(text) <= len(shown):
            return shown[int(text) - 1]
        return Unclear(f"There is no way {int(text)}: type 1 to {len(shown)}.")
    if text.casefold() == "nothing":
        return _checked(view, Play(ways[0].card))
    try:
        taken = Cards.parse(text)
    except NotationError:
        return understood(line, view)
    if taken and taken.issubset(view.floor):
        return _checked(view, Play(ways[0].card, taken))
    return understood(line, view)


def offered(ways: Ways) -> Ways:
    """Return the ways that are offered by number: the largest, and laying the card for nothing."""
    if len(ways) <= SHOWN_WAYS:
        return ways
    trails = ways[-1:] if not ways[-1].taken else ()
    return ways[: SHOWN_WAYS - len(trails)] + trails


def command(text: str) -> Command | Unclear | None:
    """Return the command that *text* begins, ``None`` where it begins none.

    >>> command("FL"), command("rules jack"), command("h")
    (Command(name='floor', words=''), Command(name='rules', words='jack'), \
Unclear(sentence='That could be hint, hand or help: type a letter more.'))
    """
    typed = _tidy(text).casefold()
    first, _, words = typed.partition(" ")
    found = {ALSO.get(name, name): None for name in (*COMMANDS, *ALSO) if name.startswith(typed)}
    if not found:
        found = {name: None for name in WITH_WORDS if words and name.startswith(first)}
    else:
        words = ""
    if not typed or not found:
        return None
    names = [typed] if typed in found else list(found)
    if len(names) > 1:
        return Unclear(f"That could be {listed(names)}: type a letter more.")
    return Command(names[0], words)


def sentence(reason: object) -> str:
    """Return a reason as a sentence of its own."""
    text = str(reason).strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def _tidy(line: str) -> str:
    """The words of a line; digits of any script become those of cards."""
    return " ".join("".join(map(_plain_digit, line)).split())


def _plain_digit(char: str) -> str:
    digit = unicodedata.decimal(char, None)
    return char if digit is None else str(digit)


def _at(view: View, number: int) -> Meaning:
    """The card at a place of the hand."""
    places = slots(view)
    card = places[number - 1] if number else None
    if card is not None:
        return _laying(view, card)
    left = listed(str(at) for at, there in enumerate(places, 1) if there is not None)
    return Unclear(f"There is no card {number} now: type {left}.")


def _rank(text: str) -> str | None:
    """The rank that a text names, if it is no more than that."""
    rank = _RANKS.get(text.casefold(), text.upper())
    return rank if len(rank) == 1 and rank in "A23456789TJQK" else None


def _of_rank(view: View, rank: str) -> Card | Unclear:
    """The one card of a rank in the hand."""
    found = [card for card in view.hand if card.rank == rank]
    name = RANKS.get(rank, rank)
    if not found:
        return Unclear(f"There is no {name} in the hand.")
    if len(found) > 1:
        return Unclear(f"Which {name}: {listed(card.glyph for card in found)}?")
    return found[0]


def _or_command(unclear: Unclear, text: str) -> Unclear:
    """What is said of a rank that is not held; a letter may have been meant for a command."""
    names = [name for name in COMMANDS if len(text) == 1 and name.startswith(text.casefold())]
    if unclear.sentence.startswith("Which") or not names:
        return unclear
    return Unclear(f"{unclear.sentence[:-1]}; for {listed(names)} type a letter more.")


def _laying(view: View, card: Card) -> Meaning:
    """The play of a card, or its ways where it has several."""
    ways = plays_of(view, card)
    return ways[0] if len(ways) == 1 else ways


def _written(view: View, text: str) -> Meaning:
    """A card or a play written out."""
    text = _SPOKEN.sub(_card_of, text)
    head, *tail = _PARTED.split(text, maxsplit=1)
    words = head.split()
    if not tail and len(words) == 2 and words[1].casefold() == "nothing":
        head, tail = words[0], ["nothing"]
    card = _card(view, head)
    if isinstance(card, Unclear):
        return card
    if card is None:
        return Unclear(f"I do not know {quote(text)}: type the number of a card, or ? for help.")
    if card not in view.hand:
        mine = ", ".join(held.glyph for held in slots(view) if held is not None)
        return Unclear(f"{card.glyph} is not in the hand; there are {mine}.")
    if not tail:
        return _laying(view, card)
    if tail[0].casefold() == "nothing":
        return _checked(view, Play(card))
    try:
        taken = Cards.parse(tail[0].rstrip("!"))
    except NotationError as error:
        return Unclear(sentence(error))
    return _checked(view, Play(card, taken)) if taken else _laying(view, card)


def _card_of(match: re.Match[str]) -> str:
    rank = match[1].casefold()
    return f"{_RANKS.get(rank, rank)}{match[2][0].upper()}"


def _card(view: View, text: str) -> Card | Unclear | None:
    """The card that stands before a capture: written in full, or as a rank."""
    try:
        return Card.parse(text)
    except NotationError:
        rank = _rank(text)
        return None if rank is None else _of_rank(view, rank)


def _checked(view: View, play: Play) -> Meaning:
    reason = missing(view, play)
    return Unclear(sentence(reason)) if reason else play


def choices_of(words: Sequence[str]) -> str:
    """Return numbered choices as one line.

    >>> choices_of(["7♥ takes 4♠ 3♣", "Q♦ takes nothing"])
    '1. 7♥ takes 4♠ 3♣. 2. Q♦ takes nothing.'
    """
    return " ".join(f"{number}. {what}." for number, what in enumerate(words, 1) if what)
