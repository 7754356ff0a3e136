"""What waits for somebody is told as it changes: their turn, and people who wait for them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.harness import PATIENCE, FakeClock, Server, until
from tests.server.rooms.visitors import AtDesk, come
from tests.server.several import Several
from websockets.asyncio.client import connect

from muscade.server.protocol import TableSettings
from muscade.server.rooms import law
from muscade.server.rooms.desks import Standing, wanted
from muscade.server.rooms.state import Member, RoomState

pytestmark = pytest.mark.anyio

TWO = {"game": "mono-line", "seats": 2, "level": "random", "options": {"first": 0}}


async def test_a_turn_is_told_by_itself_at_every_server(several: Several, clock: FakeClock) -> None:
    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        async with bea.sit_down(second) as desk:
            assert desk.rooms == {}
            room = await ada.create(first, **TWO)
            async with ada.enter(first, room) as host:
                async with bea.enter(first, room) as guest:
                    await guest.do("sit", seat=1)
                    await desk.wanted(clock, room, None, "Ada")
                    await host.do("start")
                    await guest.sees(lambda told: told["playing"])
                await desk.shows(clock, lambda rooms: rooms[room]["seats"] == [1])
                assert (desk.rooms[room]["turn"], desk.rooms[room]["people"]) == (False, ["Ada", "Bea"])
                async with ada.play(first, host) as seat:
                    await seat.play_on(lambda update: 1 in update["view"]["turn"])
                await desk.wanted(clock, room, "move", "Ada")
                assert desk.rooms[room]["turn"]
            await desk.wanted(clock, room, "move")
            # Who comes to look sees the same at once.
            async with bea.sit_down(first) as another:
                assert another.rooms[room] == desk.rooms[room]


async def test_people_wait_for_a_start_a_draw_and_one_more_game(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, options={"leader": 0})
    async with (
        ada.sit_down(server) as of_ada,
        bea.sit_down(server) as of_bea,
        ada.enter(server, room) as host,
        bea.enter(server, room) as guest,
    ):
        await of_ada.wanted(clock, room, "start", "Bea")
        await host.do("sit", seat=2, also=True, name="Abe")
        await guest.do("sit", seat=1)
        await of_bea.wanted(clock, room, None, "Ada")
        await host.do("start")
        await guest.sees(lambda told: told["playing"])
        async with ada.play(server, host) as one, bea.play(server, guest) as other:
            await of_ada.wanted(clock, room, "move", "Bea")
            await one.make()
            await of_bea.wanted(clock, room, "move", "Ada")
            await one.send(one.move("/draw", seat=2))
            await of_bea.wanted(clock, room, "draw", "Ada")
            await other.send(other.move("/agree"))
            await of_bea.wanted(clock, room, "move", "Ada")
            await of_ada.wanted(clock, room, "draw", "Bea")
            await one.send(one.move("/agree"))
            await host.sees(lambda told: not told["playing"])
        await of_bea.wanted(clock, room, None, "Ada")
        await host.do("again", yes=True)
        await of_bea.wanted(clock, room, "again", "Ada")
        await guest.do("leave")
        await of_bea.shows(clock, lambda rooms: room not in rooms)


async def test_others_wait_for_who_was_paired_and_is_not_there(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    async with ada.sit_down(server) as desk:
        async with ada.look_around(server) as one, bea.look_around(server) as other:
            for seeker in (one, other):
                await seeker.do("pair", game="mono-line", seats=2)
            await one.until_told(clock, one.paired_in)
            room = one.paired_in()
            assert room is not None
        await desk.wanted(clock, room, None)
        async with bea.enter(server, room):
            await desk.wanted(clock, room, "come", "Bea")


async def test_a_desk_that_nobody_looks_at_keeps_nothing(server: Server, clock: FakeClock) -> None:
    (ada,) = await come(server, "Ada")
    room = await ada.create(server, **TWO, start=True)
    hall, shelf = server.app.state.hall, server.app.state.reception.shelf
    async with ada.sit_down(server) as desk:
        assert desk.rooms[room]["wanted"] == "move"
        assert room in hall._rooms
        assert shelf._tables[desk.rooms[room]["table"]].followers
    await until(lambda: not hall._rooms and not shelf._tables)


async def test_only_who_is_known_is_told(server: Server) -> None:
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws/me", proxy=None, open_timeout=PATIENCE
    ) as connection:
        stranger = AtDesk(connection)
        refusal = await stranger.refusal({"type": "hello", "key": "5rZcXh0000000000000000"})
        assert refusal["code"] == "person"
        assert await stranger.closed() == 4401


# ---------------------------------------------------------------- the rule itself


def room(**changes: Any) -> RoomState:
    choice = law.Choice("mono-line", 2, {}, TableSettings(), "random")
    ada, bea = Member("ada", "Ada", "ring"), Member("bea", "Bea", "ring")
    state = law.sit(law.enter(law.opened(choice, ada, "owner"), bea), "bea", 1)
    return replace(state, **changes)


def test_what_one_is_waited_for() -> None:
    nothing = Standing()
    assert wanted(room(), "ada", {"bea"}, nothing) == "start"
    assert wanted(room(), "ada", set(), nothing) is None, "nobody waits"
    assert wanted(room(), "bea", {"ada"}, nothing) is None, "the host begins"
    assert wanted(law.stand(room(), "ada"), "ada", {"bea"}, nothing) is None, "who has no seat looks on"
    playing = law.begun(room(), "table")
    assert wanted(playing, "ada", set(), Standing(frozenset({0}))) == "move"
    assert wanted(playing, "bea", {"ada"}, Standing(frozenset({0}))) is None
    assert wanted(playing, "bea", set(), Standing(frozenset({1}), frozenset({1}))) == "draw"
    over = law.over(playing)
    assert wanted(over, "ada", {"bea"}, nothing) is None, "nobody has asked for more"
    agreed = law.again(over, "bea", yes=True)
    assert wanted(agreed, "ada", {"bea"}, nothing) == "again"
    assert wanted(agreed, "ada", set(), nothing) is None
    assert wanted(agreed, "bea", {"ada"}, nothing) is None
    paired = room(begins_full=True)
    assert wanted(paired, "ada", {"bea"}, nothing) == "come"
    assert wanted(room(begins_full=True, wish="wish"), "ada", {"bea"}, nothing) is None, "others are sought"
