"""How many pages are open, and when there is room for one more.

Law of this file: a visit counts until its process has ended, so there are never more processes
than was allowed; whoever reloads a page waits for their own, and is not turned away for it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

PATIENCE = 4.0
"""Seconds for which a page waits for one that is about to end."""


@dataclass(eq=False, slots=True)
class Visit:
    """One page open in the browser of a visitor."""

    visitor: str
    is_leaving: bool = False
    """Whether the page has been closed and the process is about to end."""


class Visits:
    """The visits there are, and the most there may be."""

    def __init__(self, most: int) -> None:
        """Let in no more than *most* at a time."""
        self.most = most
        self._here: set[Visit] = set()
        self._changed = asyncio.Condition()

    def __len__(self) -> int:
        return len(self._here)

    def has_room_for(self, visitor: str | None) -> bool:
        """Whether *visitor* may open a page; one that is theirs already may be about to close."""
        return len(self._here) < self.most or any(
            visit.is_leaving or visit.visitor == visitor for visit in self._here
        )

    async def enter(self, visitor: str) -> Visit | None:
        """Return a new visit of *visitor*, or ``None`` where there is no room.

        A page of theirs that is being closed has ended by then, so that its match is free.
        """
        try:
            async with asyncio.timeout(PATIENCE), self._changed:
                await self._changed.wait_for(lambda: self._is_settled_for(visitor))
        except TimeoutError:
            pass
        if len(self._here) >= self.most:
            return None
        visit = Visit(visitor)
        self._here.add(visit)
        return visit

    def _is_settled_for(self, visitor: str) -> bool:
        """Whether nothing that is about to end would make a difference to *visitor*."""
        if any(visit.is_leaving and visit.visitor == visitor for visit in self._here):
            return False
        return len(self._here) < self.most or not self.has_room_for(visitor)

    async def leave(self, visit: Visit) -> None:
        """Take note that *visit* is over and its process has ended."""
        self._here.discard(visit)
        async with self._changed:
            self._changed.notify_all()
