"""Thinking that can be broken off.

Law of this file: whoever asks a bot may say how to find out that the answer is no longer wanted;
a bot that thinks for long looks now and then.  Nothing else passes between the two, so what a bot
plays cannot depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Interrupted(Exception):  # noqa: N818 - nothing is wrong
    """The answer is no longer wanted."""


_unwanted: ContextVar[Callable[[], bool] | None] = ContextVar("unwanted", default=None)


@contextmanager
def interruptible(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Let thoughts within be broken off, by `Interrupted`, once *unwanted* says so."""
    token = _unwanted.set(unwanted)
    try:
        yield
    finally:
        _unwanted.reset(token)


def pause() -> None:
    """Raise `Interrupted` if the answer is no longer wanted; called every few milliseconds."""
    unwanted = _unwanted.get()
    if unwanted is not None and unwanted():
        raise Interrupted
