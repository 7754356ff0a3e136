"""What one comes back to: rooms with their games, whose turn it is, and how games ended."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving
from tests.server.rooms.visitors import come

pytestmark = pytest.mark.anyio


async def test_my_rooms_say_what_waits_for_me(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, options={"leader": 0})
    clock.advance(1000)
    later = await ada.create(server, "twisted-jumps", 1)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        mine, other = (await ada.me(server))["rooms"], (await bea.me(server))["rooms"]
        assert [found["room"] for found in mine] == [later, room] or mine[0]["used_at"] >= mine[1]["used_at"]
        [of_ada] = [found for found in mine if found["room"] == room]
        [of_bea] = other
        assert (of_ada["host"], of_ada["people"], of_ada["number"]) == ("Ada", ["Ada", "Bea"], 1)
        assert (of_ada["playing"], of_ada["table"]) == (True, host.room["table"])
        assert (of_ada["seats"], of_ada["turn"]) == ([0], True)
        assert (of_bea["seats"], of_bea["turn"]) == ([1], False)
        async with ada.play(server, host) as seat:
            await seat.make()
        assert [found["turn"] for found in (await bea.me(server))["rooms"]] == [True]
        assert not any(found["turn"] for found in (await ada.me(server))["rooms"])


async def test_how_games_ended_is_kept_for_everybody_who_played(server: Server) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    room = await ada.create(server, "mono-line", 2)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest, eve.enter(server, room):
        await guest.do("sit", seat=1)
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        async with ada.play(server, host) as first, bea.play(server, guest) as second:
            await asyncio.gather(first.play_on(), second.play_on())
            winners = first.update["view"]["outcome"]["winners"]
        await host.sees(lambda room: not room["playing"])
        table = host.room["table"]
    for seat, person in enumerate((ada, bea)):
        me = await person.me(server)
        outcome = "drawn" if len(winners) != 1 else "won" if seat in winners else "lost"
        [game] = me["games"]
        assert (game["table"], game["game"], game["seat"], game["seats"]) == (table, "mono-line", seat, 2)
        assert game["outcome"] == outcome
        [counted] = me["results"]
        assert counted == {"game": "mono-line", "won": 0, "drawn": 0, "lost": 0} | {outcome: 1}
    assert (await eve.me(server))["games"] == []


async def test_a_server_that_dies_at_the_end_of_a_game_loses_nothing(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with serving(tmp_path / "muscade.db", clock) as server:
        [ada] = await come(server, "Ada")
        room = await ada.create(server, "twisted-jumps", 1, start=True)
        # It never comes to telling the room.
        server.app.state.hall.services.listeners.ended = lambda _: None
        async with ada.enter(server, room) as host:
            async with ada.play(server, host) as seat:
                await seat.play_on()
            await host.settled()
            assert host.room["playing"]
        assert (await ada.me(server))["games"] == []
    async with serving(tmp_path / "muscade.db", clock) as server:
        storage = server.app.state.storage.rooms
        while await storage.unsettled():
            pass
        me = await ada.me(server)
        assert [game["game"] for game in me["games"]] == ["twisted-jumps"]
        assert not me["rooms"][0]["playing"]
        async with ada.enter(server, room) as host:
            assert not host.room["playing"]
            await host.do("again", yes=True)
            await host.sees(lambda room: room["playing"])
            assert host.room["number"] == 2
