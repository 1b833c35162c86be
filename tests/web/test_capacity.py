"""Who gets a slot when there is little room."""

from __future__ import annotations

import asyncio

import pytest

from basra.web import capacity as capacity_module
from basra.web.capacity import Capacity


async def test_no_more_than_were_allowed_are_let_in() -> None:
    capacity = Capacity(2)
    assert await capacity.acquire("a")
    assert capacity.has_room_for("b")
    assert await capacity.acquire("b")
    assert not capacity.has_room_for("c")
    assert await capacity.acquire("c") is None
    assert len(capacity) == 2


async def test_a_place_that_is_given_up_is_free() -> None:
    capacity = Capacity(1)
    first = await capacity.acquire("a")
    assert first
    await capacity.release(first)
    assert await capacity.acquire("b")


async def test_who_comes_while_another_leaves_waits_for_the_place() -> None:
    capacity = Capacity(1)
    first = await capacity.acquire("a")
    assert first
    first.is_closing = True
    coming = asyncio.create_task(capacity.acquire("b"))
    await asyncio.sleep(0)
    assert not coming.done()
    await capacity.release(first)
    assert await coming


async def test_a_reload_waits_until_the_page_before_it_has_let_its_match_go() -> None:
    capacity = Capacity(8)
    first = await capacity.acquire("a")
    assert first
    first.is_closing = True
    coming = asyncio.create_task(capacity.acquire("a"))
    other = await capacity.acquire("b")
    assert other, "nobody else waits for that"
    assert not coming.done()
    await capacity.release(first)
    assert await coming


async def test_a_reload_is_not_turned_away_for_its_own_page() -> None:
    capacity = Capacity(1)
    first = await capacity.acquire("a")
    assert first
    assert capacity.has_room_for("a")
    assert not capacity.has_room_for("b")
    assert not capacity.has_room_for(None)
    coming = asyncio.create_task(capacity.acquire("a"))
    await asyncio.sleep(0)
    assert not coming.done(), "the page before it may be about to close"
    await capacity.release(first)
    assert await coming


async def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity_module, "WAIT_TIMEOUT", 0.01)
    capacity = Capacity(1)
    assert await capacity.acquire("a")
    assert await capacity.acquire("a") is None
