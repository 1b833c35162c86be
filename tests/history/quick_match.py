"""Matches to look back upon: played quickly by bots in the places of people."""

from __future__ import annotations

from dataclasses import replace

from basra import ai
from basra.engine.rules import Rules
from basra.history.archive import Archive
from basra.match.session import Player, Session

PLAYED = ai.bot("greedy")
DAY = "2026-11-{:02}T18:00:00Z"


def match(
    seed: str = "7",
    *,
    preset: str = "v2",
    target: int = 30,
    players: tuple[Player, Player] | None = None,
    plays: int = 1 << 20,
    archive: Archive | None = None,
    started: str = "2026-11-20T18:00:00Z",
) -> Session:
    """Return a match of a person against a bot, over or after so many *plays*; keep it as asked."""
    both = (Player("You"), Player("Computer", PLAYED)) if players is None else players
    session = Session(both, rules=replace(Rules.preset(preset), target=target), seed=seed)
    if archive is not None:
        session.autosave = archive.begin(session.header(started), session.log)
    for _ in range(plays):
        if session.is_round_over:
            if session.match.is_over:
                break
            session.next_round()
        session.lay(session.thinking(bot=PLAYED)())
    return session
