"""The entries of the title's menu.

Law of this file: pure; it says what can be started, and `app` starts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra.engine.seats import Seat
from basra.tui.sheets import Entry

if TYPE_CHECKING:
    from basra.session import Session

_ALWAYS = (
    Entry("new", "New game", "opponent, rules, target, names"),
    Entry("two", "Two players", "at one keyboard, turn by turn"),
    Entry("watch", "Watch", "two computers play each other"),
    Entry("rules", "Rules", "the whole rule book"),
    Entry("settings", "Settings", "looks, pace, habits"),
    Entry("help", "Help", "the keys and the game in short"),
    Entry("quit", "Quit", ""),
)


def title_entries(session: Session | None, game: str) -> tuple[Entry, ...]:
    """Return the menu: to resume *session*, or else to play what *game* says, and the rest."""
    if session is None:
        return Entry("play", "Play", game), *_ALWAYS
    south, north = session.match.scores
    names = [player.name for player in session.players]
    where = f"{names[0]} {south} · {names[1]} {north}"
    if (bot := session.players[Seat.NORTH].bot) is not None:
        where = f"{south} : {north} against {bot.name}"
    where += f" · deal {session.view(Seat.SOUTH).number_of_deal}/{session.rules.deals}"
    return Entry("resume", "Resume match", where), *_ALWAYS
