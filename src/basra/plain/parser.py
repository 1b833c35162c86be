"""The parser of what is typed at the plain table.

A line becomes a play, the choices of a card, a command, or a failure with a sentence that helps.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from basra.engine.cards import Card, Cards
from basra.engine.errors import NotationError, quote
from basra.engine.plays import Play
from basra.engine.state import View
from basra.messages.capture_choices import plays_of, why_no_capture
from basra.messages.card_order import hand_slots
from basra.messages.description import RANKS
from basra.messages.phrases import join_choices

COMMANDS = (
    *("hint", "score", "floor", "hand", "table", "log"),
    *("take back", "redo", "save", "rules", "new", "quit", "help"),
)
"""The full names of the commands."""
ALIASES = {"undo": "take back", "exit": "quit", "end": "quit", "?": "help"}
"""Other words for them."""
WITH_ARGUMENT = ("rules",)
"""The commands that take an argument."""
MAX_NUMBERED = 9
"""How many choices of one card are offered by number."""

_RANKS = {"ace": "A", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "10": "T"}
_CARD_IN_WORDS = re.compile(
    r"(?:the )?(ace|[2-9]|10|ten|jack|queen|king) of (clubs|diamonds|hearts|spades)", re.IGNORECASE
)
_TAKES = re.compile(r"\s*(?:[x×]|\btakes\b)\s*", re.IGNORECASE)


class Command(NamedTuple):
    """A command and its argument."""

    name: str
    argument: str = ""


class ParseFailure(NamedTuple):
    """A line that could not be parsed, and a sentence that says why."""

    message: str


CaptureChoices: TypeAlias = tuple[Play, ...]
"""The plays of one card that has several."""
ParseResult: TypeAlias = Play | CaptureChoices | Command | ParseFailure


def parse_line(line: str, view: View) -> ParseResult:
    """Parse *line*, typed by the seat of *view* on its turn.

    An empty line is the first card in hand, a number the card at that place, and a rank the only
    card of that rank; a play may be written in full.
    """
    text = _normalize(line)
    if not text:
        return _plays_of_card(view, next(card for card in hand_slots(view) if card is not None))
    if text.isdecimal() and len(text) < 4 and int(text) <= view.rules.hand_size:
        return _play_of_place(view, int(text))
    if (rank := _parse_rank(text)) is not None:
        card = _card_of_rank(view, rank)
        if isinstance(card, ParseFailure):
            return _mention_commands(card, text)
        return _plays_of_card(view, card)
    if (command := parse_command(text)) is not None:
        return command
    return _parse_play(view, text)


def parse_choice(line: str, view: View, choices: CaptureChoices) -> ParseResult:
    """Parse *line*, typed where the player was asked for one of the *choices* of a card."""
    text = _normalize(line)
    shown = numbered_choices(choices)
    if not text:
        return shown[0]
    if text.isdecimal() and len(text) < 4:
        if 1 <= int(text) <= len(shown):
            return shown[int(text) - 1]
        return ParseFailure(f"There is no choice {int(text)}: type 1 to {len(shown)}.")
    if text.casefold() == "nothing":
        return _check_play(view, Play(choices[0].card))
    try:
        taken = Cards.parse(text)
    except NotationError:
        return parse_line(line, view)
    if taken and taken.issubset(view.floor):
        return _check_play(view, Play(choices[0].card, taken))
    return parse_line(line, view)


def numbered_choices(choices: CaptureChoices) -> CaptureChoices:
    """Return the choices that are offered by number: the largest captures, and trailing."""
    if len(choices) <= MAX_NUMBERED:
        return choices
    trails = choices[-1:] if not choices[-1].taken else ()
    return choices[: MAX_NUMBERED - len(trails)] + trails


def parse_command(text: str) -> Command | ParseFailure | None:
    """Return the command that *text* is, perhaps shortened; ``None`` where it is none.

    >>> parse_command("FL"), parse_command("rules jack"), parse_command("h")
    (Command(name='floor', argument=''), Command(name='rules', argument='jack'), \
ParseFailure(message='That could be hint, hand or help: type another letter.'))
    """
    typed = _normalize(text).casefold()
    first, _, argument = typed.partition(" ")
    matches = {
        ALIASES.get(name, name): None for name in (*COMMANDS, *ALIASES) if name.startswith(typed)
    }
    if not matches:
        matches = {name: None for name in WITH_ARGUMENT if argument and name.startswith(first)}
    else:
        argument = ""
    if not typed or not matches:
        return None
    names = [typed] if typed in matches else list(matches)
    if len(names) > 1:
        return ParseFailure(f"That could be {join_choices(names)}: type another letter.")
    return Command(names[0], argument)


def as_sentence(reason: object) -> str:
    """Return *reason* with a capital and a full stop."""
    text = str(reason).strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def _normalize(line: str) -> str:
    """Return *line* with single spaces and ASCII digits."""
    return " ".join("".join(map(_ascii_digit, line)).split())


def _ascii_digit(char: str) -> str:
    digit = unicodedata.decimal(char, None)
    return char if digit is None else str(digit)


def _play_of_place(view: View, number: int) -> ParseResult:
    """Return the plays of the card at a place of the hand."""
    places = hand_slots(view)
    card = places[number - 1] if number else None
    if card is not None:
        return _plays_of_card(view, card)
    left = join_choices(str(at) for at, there in enumerate(places, 1) if there is not None)
    return ParseFailure(f"There is no card {number} now: type {left}.")


def _parse_rank(text: str) -> str | None:
    """Return the rank that *text* names, or ``None``."""
    rank = _RANKS.get(text.casefold(), text.upper())
    return rank if len(rank) == 1 and rank in "A23456789TJQK" else None


def _card_of_rank(view: View, rank: str) -> Card | ParseFailure:
    """Return the only card of a rank in the hand."""
    held = [card for card in view.hand if card.rank == rank]
    name = RANKS.get(rank, rank)
    if not held:
        return ParseFailure(f"There is no {name} in the hand.")
    if len(held) > 1:
        return ParseFailure(f"Which {name}: {join_choices(card.glyph for card in held)}?")
    return held[0]


def _mention_commands(failure: ParseFailure, text: str) -> ParseFailure:
    """Return *failure*, with the commands that a single letter may have been meant for."""
    names = [name for name in COMMANDS if len(text) == 1 and name.startswith(text.casefold())]
    if failure.message.startswith("Which") or not names:
        return failure
    return ParseFailure(f"{failure.message[:-1]}; for {join_choices(names)} type another letter.")


def _plays_of_card(view: View, card: Card) -> ParseResult:
    """Return the play of a card, or its choices where it has several."""
    choices = plays_of(view, card)
    return choices[0] if len(choices) == 1 else choices


def _parse_play(view: View, text: str) -> ParseResult:
    """Parse a card or a play written out."""
    text = _CARD_IN_WORDS.sub(_card_code, text)
    head, *tail = _TAKES.split(text, maxsplit=1)
    words = head.split()
    if not tail and len(words) == 2 and words[1].casefold() == "nothing":
        head, tail = words[0], ["nothing"]
    card = _parse_card(view, head)
    if isinstance(card, ParseFailure):
        return card
    if card is None:
        return ParseFailure(
            f"I do not understand {quote(text)}: type the number of a card, or ? for help."
        )
    if card not in view.hand:
        mine = ", ".join(held.glyph for held in hand_slots(view) if held is not None)
        return ParseFailure(f"{card.glyph} is not in the hand, which has {mine}.")
    if not tail:
        return _plays_of_card(view, card)
    if tail[0].casefold() == "nothing":
        return _check_play(view, Play(card))
    try:
        taken = Cards.parse(tail[0].rstrip("!"))
    except NotationError as error:
        return ParseFailure(as_sentence(error))
    return _check_play(view, Play(card, taken)) if taken else _plays_of_card(view, card)


def _card_code(match: re.Match[str]) -> str:
    rank = match[1].casefold()
    return f"{_RANKS.get(rank, rank)}{match[2][0].upper()}"


def _parse_card(view: View, text: str) -> Card | ParseFailure | None:
    """Parse a card before a capture, written in full or as a rank."""
    try:
        return Card.parse(text)
    except NotationError:
        rank = _parse_rank(text)
        return None if rank is None else _card_of_rank(view, rank)


def _check_play(view: View, play: Play) -> ParseResult:
    reason = why_no_capture(view, play)
    return ParseFailure(as_sentence(reason)) if reason else play


def numbered_list(items: Sequence[str]) -> str:
    """Return *items* numbered, in one line; an empty one keeps its number and is left out.

    >>> numbered_list(["7♥ takes 4♠ 3♣", "Q♦ takes nothing"])
    '1. 7♥ takes 4♠ 3♣. 2. Q♦ takes nothing.'
    """
    return " ".join(f"{number}. {item}." for number, item in enumerate(items, 1) if item)
