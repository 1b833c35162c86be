"""Errors: everything the engine can refuse.

A caller's mistake is a `BasraError`, whose text says what is wrong, where and why; any other
exception out of the engine is a fault of ours.
"""

from __future__ import annotations

_LONGEST_QUOTE = 60


def quote(text: object) -> str:
    """Return *text* as it is shown in a message: quoted, printable and of a bearable length."""
    try:
        shown = text if isinstance(text, str) else repr(text)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list of lists of …
        shown = f"{type(text).__name__} too long to show"
    if len(shown) > _LONGEST_QUOTE:
        shown = shown[: _LONGEST_QUOTE - 1] + "…"
    return ascii(shown) if any(not char.isprintable() for char in shown) else repr(shown)


class BasraError(ValueError):
    """What a caller asked cannot be done; the message is fit to be shown to a player."""


class NotationError(BasraError):
    """A text that is not what it should be: a card, a set of cards, a play."""


class IllegalPlayError(BasraError):
    """A play that the rules refuse in this position."""


class AmbiguousPlayError(BasraError):
    """A text that fits several plays; `plays` are their full texts."""

    def __init__(self, message: str, plays: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.plays = plays


class PositionError(BasraError):
    """A position that cannot be; `problems` are all that is wrong with it, not only the first."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("not a position: " + "; ".join(problems))
        self.problems = problems


class RulesError(BasraError):
    """House rules that contradict themselves or cannot be read."""


class RecordError(BasraError):
    """A record of a match that cannot be read; the message says where."""


class UnknownNameError(BasraError):
    """A name, of a preset or a bot, that nothing has."""
