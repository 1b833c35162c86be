"""The entries of the title's menu.

Law of this file: pure; it says what can be started, and `app` starts it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.i18n import _, ngettext
from basra.messages.times import moment
from basra.tui.painting.pages import MenuItem

if TYPE_CHECKING:
    from basra.match.session import Session

ALWAYS = (
    MenuItem("new", "New game", "opponent, rules, target, names"),
    MenuItem("two", "Two players", "at one keyboard, turn by turn"),
    MenuItem("watch", "Watch", "two computers play each other"),
    MenuItem("records", "Records", "every match, to look back upon"),
    MenuItem("statistics", "Statistics", "won, lost, margins, basras"),
    MenuItem("rules", "Rules", "the whole rule book"),
    MenuItem("settings", "Settings", "looks, pace, habits"),
    MenuItem("help", "Help", "the keys and the game in short"),
    MenuItem("quit", "Quit", ""),
)


def title_items(waits: str, game: str, others: int = 0) -> tuple[MenuItem, ...]:
    """Return the menu: to resume what *waits*, or else to play what *game* says, and the rest.

    *others* is how many more matches wait.
    """
    always = (
        replace(item, label=_(item.label), description=_(item.description)) for item in ALWAYS
    )
    if not waits:
        return MenuItem("play", _("Play"), game), *always
    resume = MenuItem("resume", _("Resume match"), waits)
    if not others:
        return resume, *always
    more = ngettext("{n} more waits", "{n} more wait", others).format(n=others)
    return resume, MenuItem("others", _("Other matches"), more), *always


def waiting(session: Session, last: str, now: datetime) -> str:
    """Return what waits in a match: opponent, points, deal, and how long ago it was left.

    *last* is when it was played last, in UTC; *now* is the time where the player is.
    """
    from basra.messages.names import named

    first, second = (named(player.name) for player in session.players)
    bot = session.players[Seat.NORTH].bot
    south, north = session.match.scores
    where = _("{who} · {south}:{north} · deal {deal}/{deals}").format(
        who=_("{several} and {last}").format(several=first, last=second)
        if bot is None
        else named(bot.name),
        south=south,
        north=north,
        deal=session.view(Seat.SOUTH).number_of_deal,
        deals=session.rules.deals,
    )
    age = since(last, now)
    return f"{where} · {age}" if age else where


def since(then: str, now: datetime) -> str:
    """Return how long ago *then* (``2026-11-30T19:40:16Z``) was, as one says it; empty for never.

    >>> since("2026-11-29T23:50:00Z", datetime.fromisoformat("2026-11-30T00:20:00+00:00"))
    '30 min ago'
    >>> since("2026-11-29T20:00:00Z", datetime.fromisoformat("2026-11-30T12:00:00+00:00"))
    'yesterday'
    """
    when = moment(then)
    if when is None:
        return ""
    when = when.astimezone(now.tzinfo)
    minutes, days = int((now - when).total_seconds()) // 60, (now.date() - when.date()).days
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _("{n} min ago").format(n=minutes)
    if days == 0:
        return _("{n} h ago").format(n=minutes // 60)
    if days == 1:
        return _("yesterday")
    if days < 60:
        return ngettext("{n} day ago", "{n} days ago", days).format(n=days)
    return _("on {date}").format(date=f"{when:%Y-%m-%d}")


def sealed(seal: str) -> str:
    """Return what is to be noted before the first card of a match."""
    return _("seal {seal}: note it, and basra verify checks it afterwards").format(seal=seal)
