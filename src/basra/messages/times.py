"""Times as they are stored, shown in the player's time zone."""

from __future__ import annotations

from datetime import datetime


def parse_time(kept: str) -> datetime | None:
    """Return a time that is kept in UTC; ``None`` where nothing is kept."""
    try:
        return datetime.fromisoformat(kept.replace("Z", "+00:00"))
    except ValueError:
        return None


def local_time(kept: str) -> str:
    """Return a time that is kept in UTC as the clock of the player showed it, to the minute.

    A day without a time stays that day; nothing is known of an empty one.

    >>> local_time("2026-11-30"), local_time("")
    ('2026-11-30', '')
    """
    when = parse_time(kept) if "T" in kept else None
    try:
        return kept if when is None else f"{when.astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return kept
