"""Matches played at random, with all that a player can do besides laying cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from basra import ai
from basra.engine.errors import IllegalPlayError
from basra.engine.rules import Rules
from basra.engine.seats import Seat
from basra.engine.shuffles import pick
from basra.match.log import ASSISTS
from basra.match.session import Player, Session
from tests.strategies import random_play

CHANCE = ai.bot("chance")
PEOPLE = Player("Mona"), Player("Tarek")
AGAINST_CHANCE = Player("Mona"), Player("Computer", CHANCE)
WATCHED = Player("chance", CHANCE), Player("chance 2", CHANCE)
TABLES = (AGAINST_CHANCE, PEOPLE, WATCHED)

After = Callable[[Session], None]


def a_session(rng: Random, rules: Rules, players: tuple[Player, Player] | None = None) -> Session:
    """Return a match that is dealt, of any players where none are given."""
    seated = pick(rng, TABLES) if players is None else players
    return Session(
        seated, rules=rules, seed=str(rng.getrandbits(40)), first_dealer=pick(rng, list(Seat))
    )


def wander(
    session: Session,
    rng: Random,
    *,
    entries: int = 10_000,
    straight: bool = False,
    after: After = lambda _: None,
) -> None:
    """Do up to so many entries, or till the match is over; *straight* lays cards only.

    *after* is called after each.
    """
    for _ in range(entries):
        if session.log.result:
            return
        _one(session, rng, straight=straight)
        after(session)


def _one(session: Session, rng: Random, *, straight: bool) -> None:
    if session.is_round_over:
        session.next_round()
        return
    aside = 1.0 if straight else rng.random()
    if aside < 0.08 and session.why_not_back() is None:
        session.take_back()
    elif aside < 0.14 and session.can_redo:
        session.redo()
    elif aside < 0.18:
        session.hand_over()
    elif aside < 0.19:
        session.assist(pick(rng, ASSISTS))
    elif session.player.is_human:
        session.lay(random_play(session.round, rng))
    else:
        session.lay(session.think())


def refused(session: Session, entry: str) -> str:
    """Return why *entry* is refused now; the log must not be changed by the question."""
    before = session.log
    try:
        before.after(entry)
    except IllegalPlayError as error:
        assert session.log == before
        return str(error)
    return ""
