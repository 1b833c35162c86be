"""The pictures of the documents, drawn anew: ``python -m tests.pictures``."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from basra import ai
from basra.engine.plays import Play
from basra.engine.scoring import Line, Tally
from basra.match.session import Player, Session
from basra.tui.app import BasraApp
from basra.tui.options import Options
from basra.tui.screens.table import TableScreen
from basra.tui.selection import Selection
from tests.screen import settle

DOCS = Path(__file__).parents[1] / "docs"
SIZES = ((80, 24), (120, 40))


def is_sum(play: Play) -> bool:
    """Whether a play takes a few cards by their sum."""
    return 2 <= len(play.taken) <= 3 and play.card.rank != "J"


def is_picturesque(session: Session) -> bool:
    """Whether the table shows much: a sum to take, a card just laid, a floor with more."""
    view = session.view(session.turn)
    last = view.history[-1] if view.history else None
    return (
        session.player.is_human
        and last is not None
        and not last.taken
        and len(view.floor) >= 6
        and len(view.hand) >= 3
        and len(view.history) >= 18
        and any(is_sum(play) and last.card not in play.taken for play in view.legal_plays())
    )


def picturesque_match() -> Session:
    """A match in its third round at a moment worth a picture."""
    for seed in range(5000):
        players = Player("You"), Player("Computer", ai.bot("greedy"))
        session = Session(players, seed=str(seed))
        earlier = Tally((Line("basras", (1, 2), (34, 41)),))
        match = replace(session.match, tallies=(earlier, Tally(())))
        log = session.log
        session.log = replace(log, match=match, decks=log.decks * 3, earlier=(log.round,) * 2)
        while not session.is_round_over and len(session.round.history) < 30:
            if is_picturesque(session):
                return session
            play = session.round.legal_plays()[0] if session.player.is_human else session.think()
            session.lay(play)
    raise LookupError("no match has such a moment")


async def draw(width: int, height: int) -> str:
    """Return the drawing of the table at a size."""
    app = BasraApp(Options(pace=0), session=picturesque_match())
    async with app.run_test(size=(width, height)) as pilot:
        await settle(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        last = table.view.history[-1].card
        plays = [play for play in table.view.legal_plays() if last not in play.taken]
        table.hand.selection = Selection(next(play.card for play in plays if is_sum(play)))
        table.repaint()
        await pilot.pause()
        return app.export_screenshot(title="Basra", simplify=True)


def main() -> None:
    """Write every picture."""
    for width, height in SIZES:
        drawing = asyncio.run(draw(width, height))
        path = DOCS / f"table-{width}x{height}.svg"
        path.write_text(drawing, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
