"""A link, seats, a game, its end, and the next one: one room from beginning to end."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.harness import Server
from tests.server.rooms.visitors import come

pytestmark = pytest.mark.anyio


async def test_a_room_from_the_link_to_the_rematch(server: Server) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    room = await ada.create(server, level="random", options={"leader": 0})
    async with (
        ada.enter(server, room) as host,
        bea.enter(server, room) as guest,
        eve.enter(server, room) as watcher,
    ):
        await host.sees(lambda _: host.people() == {"Ada": True, "Bea": True, "Eve": True})
        assert host.seats() == ["Ada", None, None]
        await guest.do("sit", seat=2)
        await host.sees(lambda _: host.seats() == ["Ada", None, "Bea"])
        await host.do("start")
        for inside in (host, guest, watcher):
            await inside.sees(lambda room: room["playing"])
        assert [len(inside.room["yours"]) for inside in (host, guest, watcher)] == [1, 1, 0]
        assert host.seats() == ["Ada", "random", "Bea"]
        table = host.room["table"]
        async with ada.play(server, host) as first, bea.play(server, guest) as second:
            assert [seat["name"] for seat in first.table["people"]][::2] == ["Ada", "Bea"]
            await asyncio.gather(first.play_on(), second.play_on())
        for inside in (host, guest, watcher):
            await inside.sees(lambda room: not room["playing"])
        assert host.seats() == ["Bea", "Ada", "random"], "everybody moves on by one seat"
        await host.do("again", yes=True)
        assert not host.room["playing"]
        await guest.do("again", yes=True)
        for inside in (host, guest, watcher):
            await inside.sees(lambda room: room["playing"])
            assert inside.room["number"] == 2
        assert host.room["table"] != table
        assert [key["seat"] for key in guest.room["yours"]] == [0]
