"""One room, several servers: whoever is where, all see one room."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.harness import FakeClock
from tests.server.rooms.visitors import InRoom, come
from tests.server.several import Several

from muscade.server.rooms.presence import AWAY

pytestmark = pytest.mark.anyio


async def test_people_of_one_room_at_different_servers(several: Several) -> None:
    async with several.servers(3) as (first, second, third):
        ada, bea, eve = await come(first, "Ada", "Bea", "Eve")
        room = await ada.create(first, level="random", options={"leader": 0})
        async with (
            ada.enter(first, room) as host,
            bea.enter(second, room) as guest,
            eve.enter(third, room) as watcher,
        ):
            everybody = (host, guest, watcher)
            for inside in everybody:
                await inside.sees(
                    lambda _, inside=inside: inside.people() == {"Ada": True, "Bea": True, "Eve": True}
                )
            await guest.do("sit", seat=1)
            await host.do("start")
            for inside in everybody:
                await inside.sees(lambda room: room["playing"])
            await watcher.do("say", text="among us")
            await guest.do("say", text="to all")
            await watcher.hears("among us", "to all")
            await host.hears("to all")
            async with ada.play(first, host) as one, bea.play(second, guest) as two:
                await asyncio.gather(one.play_on(), two.play_on())
            for inside in everybody:
                await inside.sees(lambda room: not room["playing"])
            await host.hears("to all", "among us")
            await asyncio.gather(host.do("again", yes=True), guest.do("again", yes=True))
            for inside in everybody:
                await inside.sees(lambda room: room["number"] == 2)
            assert len({inside.room["table"] for inside in everybody}) == 1
        for person, seat in ((ada, 0), (bea, 1)):
            assert [game["seat"] for game in (await person.me(third))["games"]] == [seat]


async def test_of_two_who_take_one_seat_at_two_servers_one_does(several: Several) -> None:
    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first)
        async with ada.enter(first, room) as one, bea.enter(second, room) as two:
            for seat in (1, 2, 0, 1, 2):
                wishes = one.message("sit", seat=seat), two.message("sit", seat=seat)
                await asyncio.gather(one.send(wishes[0]), two.send(wishes[1]))
                answers = [await answer(inside) for inside in (one, two)]
                assert any(found["type"] == "accepted" for found in answers)
                assert all(found.get("code", "taken") == "taken" for found in answers)
                version = max(found.get("version", 0) for found in answers)
                for inside in (one, two):
                    await inside.sees(lambda room, version=version: room["version"] >= version)
                assert one.room["seats"] == two.room["seats"]
                assert one.room["seats"][seat]["person"] in {ada.person, bea.person}


async def answer(inside: InRoom) -> dict[str, Any]:
    while (message := await inside.receive())["type"] not in {"accepted", "refused"}:
        pass
    return message


async def test_somebody_late_at_another_server_and_somebody_sent_away(several: Several) -> None:
    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first, level="random", options={"leader": 0}, start=True)
        async with ada.enter(first, room) as host, bea.enter(second, room) as guest:
            await guest.do("sit", seat=1)
            await guest.sees(lambda room: room["yours"])
            async with ada.play(first, host) as one, bea.play(second, guest) as two:
                while one.table["people"][1]["kind"] == "bot":
                    await one.expect("table")
                await one.make()
                await two.until(lambda update: update["moves"])
                await two.make()
                await host.sees(lambda room: room["seats"][1]["person"] == bea.person)
                await host.do("kick", person=bea.person)
                assert await guest.closed() == 4403
                assert await two.closed() == 4403
                while one.table["people"][1]["kind"] != "bot":
                    await one.expect("table")


async def test_somebody_with_two_screens_at_two_servers_is_there_until_both_are_gone(
    several: Several,
) -> None:
    async with several.servers(3) as (first, second, third):
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first)
        async with bea.enter(first, room) as watcher:
            async with ada.enter(second, room):
                await watcher.sees(lambda _: watcher.people()["Ada"])
                async with ada.enter(third, room) as phone:
                    await phone.sees(lambda _: phone.people() == {"Ada": True, "Bea": True})
                    await phone.do("say", text="here too")
                    await watcher.hears("here too")
                await watcher.settled()
                assert watcher.people()["Ada"]
            await watcher.sees(lambda _: not watcher.people()["Ada"])


async def test_a_host_whose_server_died_is_followed(several: Several, clock: FakeClock) -> None:
    async with several.another() as first:
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first)
        async with bea.enter(first, room) as guest:
            async with several.another() as second, ada.enter(second, room):
                await guest.sees(lambda _: guest.people() == {"Ada": True, "Bea": True})
            await guest.sees(lambda _: guest.people() == {"Ada": False, "Bea": True})
            clock.advance(AWAY)
            await guest.sees(lambda room: room["host"] == bea.person)


async def test_the_lobby_shows_rooms_of_every_server(several: Several, clock: FakeClock) -> None:
    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        async with bea.look_around(second) as lobby:
            room = await ada.create(first)
            async with ada.enter(first, room) as host:
                await lobby.shows(clock, lambda rooms: room in rooms)
                await host.do("start")
                await lobby.shows(clock, lambda rooms: rooms[room]["playing"])


async def test_people_at_different_servers_are_paired(several: Several, clock: FakeClock) -> None:
    """Also those who ask at the same moment, and begin to wait in two rooms."""
    wish = {"game": "mono-line", "seats": 2}
    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        for _ in range(3):
            async with ada.look_around(first) as one, bea.look_around(second) as two:
                await asyncio.gather(one.do("pair", **wish), two.do("pair", **wish))
                for lobby in (one, two):
                    await lobby.until_told(clock, lobby.paired_in)
                assert one.paired_in() == two.paired_in()
