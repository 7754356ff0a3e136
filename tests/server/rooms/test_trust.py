"""The server commits to its part of a deal, whoever sits adds a number, and every draw follows from all of them."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any

import msgspec
import pytest
from tests.server.harness import INVITED, RANDOM, FakeClock, Server
from tests.server.rooms.visitors import InRoom, come, knock
from tests.server.several import Several

from muscade.core import NATURE, Record
from muscade.core.chance import SeedStream, commitment, seed_of
from muscade.core.fairness import check
from muscade.core.lots import drawn
from muscade.server.requests import Draws

pytestmark = pytest.mark.anyio

SHORT = "7" * 31
CAPITALS = "A" * 32


async def add(inside: InRoom, number: str | None = None) -> str:
    """A number for the next deal."""
    number = number or secrets.token_hex(16)
    await inside.do("number", number=number, commitment=inside.room["commitment"])
    return number


def added(inside: InRoom) -> dict[str, bool]:
    return {person["name"]: person["added"] for person in inside.room["people"]}


async def draws_of(server: Server, table: str) -> Draws:
    response = await server.http.get(f"/api/tables/{table}/draws")
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=Draws)


async def holds(server: Server, table: str) -> Record:
    """The record of a game that is over, of which everything holds, by the law and by what is told of the draws."""
    record = Record.from_json(json.dumps(await server.record(table)))
    assert [finding for finding in check(record) if not finding.holds] == []
    assert record.seed is not None
    draws = await draws_of(server, table)
    lots = iter(draws.drawn)
    moves = [event for event in record.events if not event.move.startswith("/")]
    for place, event in enumerate(moves):
        if event.seat == NATURE:
            assert event.move == drawn(draws.lots[next(lots)], SeedStream(record.seed, place))
    assert not list(lots)
    return record


async def test_every_seat_of_a_room_adds_a_number(several: Several) -> None:
    async with several.servers(2) as (first, second):
        ada, bea, eve = await come(first, "Ada", "Bea", "Eve")
        room = await ada.create(first, level="random", options={"leader": 0})
        async with (
            ada.enter(first, room) as host,
            bea.enter(second, room) as guest,
            eve.enter(first, room) as watcher,
        ):
            promised = host.room["commitment"]
            assert len(promised) == 64
            assert guest.room["commitment"] == promised
            assert await guest.refused("number", number="7" * 32, commitment=promised) == "not-seated"
            await guest.do("sit", seat=1)
            one, two = await add(host), await add(guest)
            assert await guest.refused("number", number=one, commitment=promised) == "number"
            assert await guest.refused("number", number=CAPITALS, commitment=promised) == "number"
            assert await guest.refused("number", number=SHORT, commitment=promised) == "malformed"
            assert await guest.refused("number", number="7" * 32, commitment="0" * 64) == "deal"
            await watcher.sees(lambda _: added(watcher) == {"Ada": True, "Bea": True, "Eve": False})
            assert one not in "".join(watcher.frames), "what is added is told with the deal"

            await host.do("start")
            for inside in (host, guest, watcher):
                await inside.sees(lambda room: room["playing"])
                assert inside.room["commitment"] != promised, "the next deal has a part of its own"
                assert not any(added(inside).values())
            table = host.room["table"]
            async with ada.play(first, host) as seat, bea.play(second, guest) as other:
                for person in (seat, other):
                    assert person.table["commitment"] == promised
                    assert person.table["numbers"] == [one, two, None]
                    assert person.table["part"] is person.table["seed"] is None
                response = await first.http.get(f"/api/tables/{table}/draws")
                assert (response.status_code, response.json()["code"]) == (403, "not-over")
                during = await first.record(table)
                assert (during["numbers"], during["part"], during["seed"]) == ([one, two, None], None, None)
                # Who comes late adds nothing to a game that is dealt.
                await watcher.do("sit", seat=2)
                await watcher.sees(lambda room: room["yours"])
                await add(watcher)
                async with eve.play(first, watcher) as third:
                    await asyncio.gather(seat.play_on(), other.play_on(), third.play_on())
                    assert third.table["numbers"] == [one, two, None]
            for server in (first, second):
                record = await holds(server, table)
                assert record.numbers == (one, two, None)
                assert record.commitment == promised
                assert record.part is not None
                assert record.seed == seed_of(record.part, record.numbers) != record.part

            for inside in (host, guest, watcher):
                await inside.sees(lambda room: not room["playing"])
            assert await host.refused("number", number="7" * 32, commitment=promised) == "deal"
            await add(host, one)
            for inside in (host, guest, watcher):
                await inside.do("again", yes=True)
            await host.sees(lambda room: room["number"] == 2)
            async with ada.play(first, host) as seat:
                # Bea, who gave nothing this time, does not stop the game; everybody has moved on by one seat.
                assert [number is not None for number in seat.table["numbers"]] == [True, True, False]
                assert seat.table["numbers"][1] == one


async def test_who_was_paired_adds_a_number_on_the_way_in(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    wish = {"game": "mono-line", "seats": 2}
    async with ada.look_around(server) as one, bea.look_around(server) as two:
        await one.do("pair", **wish)
        await two.do("pair", **wish)
        await one.until_told(clock, one.paired_in)
        await two.until_told(clock, two.paired_in)
        paired: dict[str, Any] = next(
            json.loads(frame) for frame in reversed(two.frames) if '"paired"' in frame
        )
    async with knock(server, paired["room"]) as host, knock(server, paired["room"]) as guest:
        numbers = [secrets.token_hex(16) for _ in range(2)]
        for inside, person, number in ((host, ada, numbers[0]), (guest, bea, numbers[1])):
            adds = {"number": number, "commitment": paired["commitment"]}
            await inside.send({"type": "hello", "key": person.key, "adds": adds})
        await host.sees(lambda room: room.get("playing"))
        async with ada.play(server, host) as seat:
            assert seat.table["numbers"] == numbers
            assert seat.table["commitment"] == paired["commitment"]
        # What does not fit is passed over: whoever is back is let in.
        await guest.send({"type": "hello", "key": bea.key, "adds": adds})
        await guest.settled()
        assert not any(added(guest).values())


async def test_several_at_one_screen_add_one_number(server: Server) -> None:
    [ada] = await come(server, "Ada")
    room = await ada.create(server, level="random")
    async with ada.enter(server, room) as host:
        await host.do("sit", seat=2, also=True, name="Bea")
        number = await add(host, "1" * 64)
        await host.do("start")
        await host.sees(lambda room: room["playing"])
        async with ada.play(server, host) as seat:
            assert seat.table["numbers"] == [number, None, None]


async def test_whoever_is_invited_adds_a_number(server: Server) -> None:
    created = await server.create(INVITED, RANDOM, INVITED)
    invites = [invitation["invite"] for invitation in created["invitations"]]
    told = (await server.http.post("/api/invitations", json={"invite": invites[0]})).json()
    one = secrets.token_hex(16)

    async def join(invite: str, number: str, **more: Any) -> tuple[int, dict[str, Any]]:
        wanted = {"invite": invite, "name": "Ada", "number": number} | more
        response = await server.http.post("/api/join", json=wanted)
        return response.status_code, response.json()

    assert (await join(invites[0], SHORT))[0] == 400
    status, refused = await join(invites[0], CAPITALS)
    assert (status, refused["code"]) == (422, "number")
    again = {"id": "made up by the browser"}
    status, first = await join(invites[0], one, **again)
    assert status == 201
    assert await join(invites[0], secrets.token_hex(16), **again) == (201, first), "what was added stays"
    status, refused = await join(invites[1], one)
    assert (status, refused["code"]) == (422, "number")
    status, second = await join(invites[1], secrets.token_hex(16))
    assert status == 201

    keys = {"table": created["table"], "keys": [first["key"], second["key"]]}
    async with server.sit(keys, 0) as ada, server.sit(keys, 2) as bea:
        assert ada.table["commitment"] == told["commitment"]
        assert ada.table["numbers"][0] == one
        await asyncio.gather(ada.play_on(), bea.play_on())
        ended = await ada.expect("table")
    record = await holds(server, created["table"])
    assert commitment(record.part or "") == told["commitment"]
    assert (ended["part"], ended["seed"]) == (record.part, record.seed)


async def test_a_deal_without_numbers_is_the_server_s_alone(server: Server) -> None:
    created = await server.create(RANDOM, RANDOM, RANDOM)
    async with server.sit(created, None) as watcher:
        await watcher.until(lambda update: update["view"]["outcome"])
    record = await holds(server, created["table"])
    assert (record.part, record.numbers) == (None, ())
    assert commitment(record.seed or "") == record.commitment
