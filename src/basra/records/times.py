"""Times as they are kept, shown where the player is.

Law of this file: pure but for the time zone of the machine, which only `local` looks at.
"""

from __future__ import annotations

from datetime import datetime


def local(kept: str) -> str:
    """Return a time that is kept in UTC as the clock of the player showed it, to the minute.

    A day without a time stays that day; nothing is known of an empty one.

    >>> local("2026-11-30"), local("")
    ('2026-11-30', '')
    """
    if "T" not in kept:
        return kept
    try:
        when = datetime.fromisoformat(kept.replace("Z", "+00:00"))
        return f"{when.astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return kept
