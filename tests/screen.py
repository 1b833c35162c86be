"""The running screen as plain text, and matches made to be looked at.

Beside the waits of `tests.tui.conftest` only this touches what Textual keeps to itself.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from rich.console import Console
from textual.app import App
from textual.pilot import Pilot

from basra import ai
from basra.engine.cards import ALL, Cards
from basra.engine.plays import Play
from basra.engine.rounds import Round
from basra.engine.rules import Rules
from basra.engine.views import View
from basra.match.session import Player, Session
from basra.tui.app import BasraApp
from basra.tui.painting.bidi import BLANK, INNER
from basra.tui.painting.pages import MenuItem
from basra.tui.screens.base import PaintedScreen
from basra.tui.screens.table import TableScreen
from basra.tui.screens.title import TitleScreen

PEOPLE = Player("South"), Player("North")


@dataclass(frozen=True)
class First:
    """A bot that lays its first play, so that no picture moves when a real one learns."""

    name: str = "first"
    character: str = "lays the first card it may"

    def choose(self, view: View, rng: Random) -> Play:
        return view.legal_plays()[0]


AGAINST_FIRST = Player("You"), Player("Computer", First())
AGAINST_GREEDY = Player("You"), Player("Computer", ai.bot("greedy"))


def screen_text(app: App[None]) -> str:
    """Return what *app* shows now, its blanks all alike."""
    width, height = app.size
    console = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        legacy_windows=False,
    )
    console.print(app.screen._compositor.render_update(full=True))
    return "\n".join(line.rstrip() for line in plain(console.export_text()).splitlines())


def painted_text(app: BasraApp, width: int, height: int) -> str:
    """Return what the screen of *app* shows in a window of this size, its blanks all alike."""
    screen = app.screen
    assert isinstance(screen, PaintedScreen)
    text = plain(screen.paint(width, height, app.table_theme).text)
    return "\n".join(map(str.rstrip, text.split("\n")))


def plain(text: str) -> str:
    """Return *text* with its blanks all alike."""
    return text.replace(BLANK, " ").replace(INNER, " ")


def position(
    south: str, north: str, floor: str, *, last_deal: bool = False, rules: Rules | None = None
) -> Round:
    """Return the round with these cards, south on turn; the stock and south's pile have the rest.

    In the *last_deal* there is no stock.
    """
    shown = [Cards.parse(cards) for cards in (south, north, floor)]
    rest = list(ALL - (shown[0] | shown[1] | shown[2]))
    size = 0 if last_deal else max(0, len(rest) // 8 - 1) * 8
    stock, pile = Cards.of(rest[:size]), Cards.of(rest[size:])
    fields = "/".join(cards.compact or "-" for cards in (*shown, stock, pile, Cards(0)))
    return Round.parse(f"{fields} 0-0 S S", Rules() if rules is None else rules)


def session_at(round_: Round, players: tuple[Player, Player] = AGAINST_GREEDY) -> Session:
    """Return a match whose table is *round_*."""
    dealer = round_.dealer
    session = Session(players, rules=round_.rules, seed="position", first_dealer=dealer)
    session.log = replace(session.log, round=round_)
    return session


def table_of(app: BasraApp) -> TableScreen:
    """Return the table, which is what is seen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def title_items(app: BasraApp) -> tuple[MenuItem, ...]:
    """Return the menu of the title as it is now."""
    title = app.screen_stack[0]
    assert isinstance(title, TitleScreen)
    return title.items


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something *holds*, for as long as a busy machine may need."""
    stop = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < stop
        await pilot.pause(0.01)


async def shows(pilot: Pilot[None], text: str) -> None:
    """Wait until *text* is on the screen; where it never comes, show what is there instead."""
    app, stop = pilot.app, time.monotonic() + 20
    while text not in screen_text(app):
        assert time.monotonic() < stop, f"{text!r} is not on the screen:\n{screen_text(app)}"
        await pilot.pause(0.01)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the table waits for a person, or another screen is shown."""
    app = pilot.app
    assert isinstance(app, BasraApp)
    stop = time.monotonic() + 20
    while time.monotonic() < stop:
        await pilot.pause()
        if not isinstance(app.screen, TableScreen):
            return
        table = app.screen
        session = table.session
        waits = not session.is_round_over and session.player.is_human and not table.is_covered
        if waits and table.animation.step is None:
            return
        await pilot.pause(0.01)
    raise AssertionError("the table never came to rest")
