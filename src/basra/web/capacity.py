"""How many pages may be open at once, and who waits for room.

A slot is taken until the process of its page has ended, so there are never more processes than
the limit.  Whoever reloads a page waits for their own slot instead of being turned away.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

WAIT_TIMEOUT = 4.0
"""Seconds for which a new page waits for one that is about to close."""


@dataclass(eq=False, slots=True)
class Slot:
    """The room that one page of a visitor takes."""

    visitor: str
    is_closing: bool = False
    """Whether the page has been closed and its process is about to end."""


class Capacity:
    """The slots in use, and the most there may be."""

    def __init__(self, limit: int) -> None:
        """Allow no more than *limit* slots at a time."""
        self.limit = limit
        self._slots: set[Slot] = set()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._slots)

    def has_room_for(self, visitor: str | None) -> bool:
        """Whether *visitor* may open a page; a page of theirs may be about to close."""
        return len(self._slots) < self.limit or any(
            slot.is_closing or slot.visitor == visitor for slot in self._slots
        )

    async def acquire(self, visitor: str) -> Slot | None:
        """Return a new slot for *visitor*, or ``None`` where there is no room.

        A page of theirs that is closing has ended by then, so that its match is free.
        """
        try:
            async with asyncio.timeout(WAIT_TIMEOUT), self._changed:
                await self._changed.wait_for(lambda: self._need_not_wait(visitor))
        except TimeoutError:
            pass
        if len(self._slots) >= self.limit:
            return None
        slot = Slot(visitor)
        self._slots.add(slot)
        return slot

    def _need_not_wait(self, visitor: str) -> bool:
        """Whether no page that is about to close would make a difference to *visitor*."""
        if any(slot.is_closing and slot.visitor == visitor for slot in self._slots):
            return False
        return len(self._slots) < self.limit or not self.has_room_for(visitor)

    async def release(self, slot: Slot) -> None:
        """Free *slot*, whose process has ended."""
        self._slots.discard(slot)
        async with self._changed:
            self._changed.notify_all()
