"""Cancelling a long computation.

The caller says how to find out that the answer is no longer wanted; the computation checks that
every few milliseconds.  Nothing else passes between the two, so a result cannot depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(Exception):  # noqa: N818 - nothing is wrong
    """The answer is no longer wanted."""


_is_cancelled: ContextVar[Callable[[], bool] | None] = ContextVar("is_cancelled", default=None)


@contextmanager
def cancellable(is_cancelled: Callable[[], bool]) -> Iterator[None]:
    """Let computations within end with `Cancelled` once *is_cancelled* returns true."""
    token = _is_cancelled.set(is_cancelled)
    try:
        yield
    finally:
        _is_cancelled.reset(token)


def check_cancelled() -> None:
    """Raise `Cancelled` if the answer is no longer wanted; called every few milliseconds."""
    is_cancelled = _is_cancelled.get()
    if is_cancelled is not None and is_cancelled():
        raise Cancelled
