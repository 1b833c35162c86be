"""Who is let in when there is little room."""

from __future__ import annotations

import asyncio

import pytest

from basra.web import capacity
from basra.web.capacity import Visits


async def test_no_more_than_were_allowed_are_let_in() -> None:
    here = Visits(2)
    assert await here.enter("a")
    assert here.has_room_for("b")
    assert await here.enter("b")
    assert not here.has_room_for("c")
    assert await here.enter("c") is None
    assert len(here) == 2


async def test_a_place_that_is_given_up_is_free() -> None:
    here = Visits(1)
    first = await here.enter("a")
    assert first
    await here.leave(first)
    assert await here.enter("b")


async def test_who_comes_while_another_leaves_waits_for_the_place() -> None:
    here = Visits(1)
    first = await here.enter("a")
    assert first
    first.is_leaving = True
    coming = asyncio.create_task(here.enter("b"))
    await asyncio.sleep(0)
    assert not coming.done()
    await here.leave(first)
    assert await coming


async def test_a_reload_waits_until_the_page_before_it_has_let_its_match_go() -> None:
    here = Visits(8)
    first = await here.enter("a")
    assert first
    first.is_leaving = True
    coming = asyncio.create_task(here.enter("a"))
    other = await here.enter("b")
    assert other, "nobody else waits for that"
    assert not coming.done()
    await here.leave(first)
    assert await coming


async def test_a_reload_is_not_turned_away_for_its_own_page() -> None:
    here = Visits(1)
    first = await here.enter("a")
    assert first
    assert here.has_room_for("a")
    assert not here.has_room_for("b")
    assert not here.has_room_for(None)
    coming = asyncio.create_task(here.enter("a"))
    await asyncio.sleep(0)
    assert not coming.done(), "the page before it may be about to close"
    await here.leave(first)
    assert await coming


async def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "PATIENCE", 0.01)
    here = Visits(1)
    assert await here.enter("a")
    assert await here.enter("a") is None
