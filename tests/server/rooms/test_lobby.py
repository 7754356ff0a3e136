"""Finding each other: open rooms that show as they change, and people who want the same."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.harness import FakeClock, Server
from tests.server.rooms.visitors import InLobby, come

from muscade.server.rooms.hall import LIST_EVERY
from muscade.server.rooms.lobby import FRESH, TOLD_EVERY

pytestmark = pytest.mark.anyio

MONO_LINE = {"game": "mono-line", "seats": 2, "settings": {"pace": 0}}


async def test_open_rooms_show_and_go_by_themselves(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    async with bea.look_around(server) as lobby:
        assert lobby.rooms == {}
        room = await ada.create(server, options={"leader": 0})
        async with ada.enter(server, room) as host:
            await lobby.shows(clock, lambda rooms: room in rooms)
            shown = lobby.rooms[room]
            assert (shown["game"], shown["host"], shown["portrait"]) == ("pass-pass", "Ada", "ring")
            assert (shown["seats"], shown["seated"], shown["people"]) == (3, 1, 1)
            assert (shown["playing"], shown["wanted"], shown["options"]["leader"]) == (False, False, 0)
            # Everybody in it has a face, also those who are called alike; whom one brings along has none.
            [other] = await come(server, "Ada")
            changed = await server.http.patch(
                "/api/people/me", json={"portrait": "star"}, headers=other.headers
            )
            assert changed.status_code == 200
            async with other.enter(server, room) as guest:
                await guest.do("sit", seat=1)
                await host.do("sit", seat=2, also=True, name="Ada")
                assert [seat["portrait"] for seat in host.room["seats"]] == ["ring", "star", None]
                await lobby.shows(clock, lambda rooms: rooms[room]["people"] == 2)
                faces = [(face["person"], face["portrait"]) for face in lobby.rooms[room]["faces"]]
                assert faces == [(ada.person, "ring"), (other.person, "star")]
            await host.do("start")
            await lobby.shows(clock, lambda rooms: rooms[room]["playing"])
            await host.do("found-by", way="code")
            await lobby.shows(clock, lambda rooms: not rooms)
            await host.do("found-by", way="lobby")
            await lobby.shows(clock, lambda rooms: room in rooms)
        await lobby.shows(clock, lambda rooms: room not in rooms)


async def test_changes_are_told_together(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with bea.look_around(server) as lobby, ada.enter(server, room) as host:
        clock.advance(TOLD_EVERY)
        await lobby.settled()
        told = len(lobby.frames)
        for seat in (1, 2, 0, 1):
            await host.do("sit", seat=seat)
        await lobby.settled()
        # One for the first change, at most; the rest when a second has passed.
        assert sum('"lobby"' in frame for frame in lobby.frames[told:]) <= 1
        clock.advance(TOLD_EVERY)
        await host.do("stand")
        await lobby.shows(clock, lambda rooms: rooms[room]["seated"] == 0)
        assert sum('"lobby"' in frame for frame in lobby.frames[told:]) <= 3


async def test_the_lobby_is_for_strangers_too(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room), bea.look_around(server) as lobby:
        assert lobby.rooms[room]["host"] == "Ada", "the first message has all of them"
        await lobby.send({"type": "hello"})
        await lobby.expect("lobby")
        assert await lobby.refused("pair", **MONO_LINE) == "person"


async def test_a_room_whose_server_died_is_not_shown_for_ever(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    here, ghost = [await ada.create(server) for _ in range(2)]
    async with ada.enter(server, here), bea.look_around(server) as lobby:
        assert set(lobby.rooms) == {here, ghost}
        for _ in range(FRESH // LIST_EVERY + 1):
            clock.advance(LIST_EVERY)
            await lobby.settled()
        await lobby.shows(clock, lambda rooms: set(rooms) == {here})


async def paired(lobby: InLobby) -> str:
    room: str = (await lobby.expect("paired"))["room"]
    return room


async def test_two_who_want_the_same_are_paired(server: Server) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    async with (
        ada.look_around(server) as first,
        bea.look_around(server) as second,
        eve.look_around(server) as third,
    ):
        await first.do("pair", **MONO_LINE)
        await first.do("pair", **MONO_LINE)
        await third.do("pair", **MONO_LINE | {"settings": {"pace": 100}})
        await second.do("pair", **MONO_LINE)
        room = await paired(first)
        assert await paired(second) == room
        async with ada.enter(server, room) as host:
            assert host.seats() == ["Ada", "Bea"]
            assert not host.room["playing"]
            assert host.room["begins_full"]
            async with bea.enter(server, room) as guest:
                for inside in (host, guest):
                    await inside.sees(lambda room: room["playing"])
                    assert len(inside.room["yours"]) == 1
        await third.settled()
        assert not any('"paired"' in frame for frame in third.frames)


async def test_as_many_are_paired_as_the_game_has_seats(server: Server) -> None:
    visitors = await come(server, "Ada", "Bea", "Cleo")
    async with (
        visitors[0].look_around(server) as first,
        visitors[1].look_around(server) as second,
        visitors[2].look_around(server) as third,
    ):
        for lobby in (first, second, third):
            await lobby.do("pair", game="pass-pass", seats=3)
        assert len({await paired(lobby) for lobby in (first, second, third)}) == 1


@pytest.mark.parametrize("by", ["unpair", "hanging up", "another wish"])
async def test_who_does_not_want_to_wait_is_paired_with_nobody(server: Server, by: str) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    async with ada.look_around(server) as first:
        await first.do("pair", **MONO_LINE)
        [shown] = [room async for room in wanted(server)]
        if by == "unpair":
            await first.do("unpair")
        elif by == "another wish":
            await first.do("pair", game="pass-pass", seats=3)
        else:
            await first.connection.close()
            while [room async for room in wanted(server)]:
                pass
        async with bea.look_around(server) as second:
            await second.do("pair", **MONO_LINE)
            await second.settled()
            assert not any('"paired"' in frame for frame in second.frames)
            waiting = {room.id: room.state.game async for room in wanted(server)}
            assert shown.id not in waiting
            assert "mono-line" in waiting.values()


async def wanted(server: Server) -> Any:
    """Rooms where somebody waits."""
    for row in await server.app.state.storage.rooms.listed(0):
        if row.wish is not None:
            yield row


async def test_one_plays_with_bots_until_somebody_comes_and_loses_neither(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    with_bots = await ada.create(server, start=True, found_by="link", level="random")
    async with ada.look_around(server) as lobby:
        await lobby.do("pair", **MONO_LINE)
        async with ada.enter(server, with_bots) as alone, ada.play(server, alone) as seat:
            await seat.until(lambda update: update["moves"])
            await seat.make()
            async with bea.look_around(server) as other:
                await other.do("pair", **MONO_LINE)
                room = await paired(lobby)
                assert await paired(other) == room
            async with ada.enter(server, room) as together, bea.enter(server, room):
                await together.sees(lambda room: room["playing"])
        async with ada.enter(server, with_bots) as back, ada.play(server, back) as seat:
            assert back.room["playing"]
            assert any(event["seat"] == 0 for event in seat.events)
    rooms = {mine["room"]: mine["playing"] for mine in (await ada.me(server))["rooms"]}
    assert rooms == {with_bots: True, room: True}


async def test_who_waits_is_shown_and_may_be_joined_from_the_list(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    async with ada.look_around(server) as first, bea.look_around(server) as second:
        await first.do("pair", **MONO_LINE)
        await second.shows(clock, lambda rooms: any(room["wanted"] for room in rooms.values()))
        [room] = second.rooms
        async with bea.enter(server, room) as guest:
            await guest.do("sit", seat=1)
            assert await paired(first) == room
            async with ada.enter(server, room):
                await guest.sees(lambda room: room["playing"])
