"""The entries of the title's menu.

Law of this file: pure; it says what can be started, and `app` starts it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.tui.sheets import Entry

if TYPE_CHECKING:
    from basra.session import Session

_ALWAYS = (
    Entry("new", "New game", "opponent, rules, target, names"),
    Entry("two", "Two players", "at one keyboard, turn by turn"),
    Entry("watch", "Watch", "two computers play each other"),
    Entry("records", "Records", "every match, to look back upon"),
    Entry("statistics", "Statistics", "won, lost, margins, basras"),
    Entry("rules", "Rules", "the whole rule book"),
    Entry("settings", "Settings", "looks, pace, habits"),
    Entry("help", "Help", "the keys and the game in short"),
    Entry("quit", "Quit", ""),
)


def title_entries(waits: str, game: str, others: int = 0) -> tuple[Entry, ...]:
    """Return the menu: to resume what *waits*, or else to play what *game* says, and the rest.

    *others* is how many more matches wait.
    """
    if not waits:
        return Entry("play", "Play", game), *_ALWAYS
    resume = Entry("resume", "Resume match", waits)
    if not others:
        return resume, *_ALWAYS
    more = "1 more waits" if others == 1 else f"{others} more wait"
    return resume, Entry("others", "Other matches", more), *_ALWAYS


def waiting(session: Session, last: str, now: datetime) -> str:
    """Return what waits in a match: opponent, points, deal, and how long ago it was left.

    *last* is when it was played last, in UTC; *now* is the time where the player is.
    """
    south, north = session.match.scores
    bot, names = session.players[Seat.NORTH].bot, [player.name for player in session.players]
    who = " and ".join(names) if bot is None else bot.name
    deal = session.view(Seat.SOUTH).number_of_deal
    where = f"{who} · {south}:{north} · deal {deal}/{session.rules.deals}"
    age = since(last, now)
    return f"{where} · {age}" if age else where


def since(then: str, now: datetime) -> str:
    """Return how long ago *then* (``2026-11-30T19:40:16Z``) was, as one says it; empty for never.

    >>> since("2026-11-29T23:50:00Z", datetime.fromisoformat("2026-11-30T00:20:00+00:00"))
    '30 min ago'
    >>> since("2026-11-29T20:00:00Z", datetime.fromisoformat("2026-11-30T12:00:00+00:00"))
    'yesterday'
    """
    try:
        when = datetime.fromisoformat(then.replace("Z", "+00:00")).astimezone(now.tzinfo)
    except ValueError:
        return ""
    minutes, days = int((now - when).total_seconds()) // 60, (now.date() - when.date()).days
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if days == 0:
        return f"{minutes // 60} h ago"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 60 else f"on {when:%Y-%m-%d}"
