"""A link, seats, a game, its end, and the next one: what people do in a room, each rule on a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving
from tests.server.rooms.visitors import come, knock

from muscade.server.limits import Limits
from muscade.server.rooms.presence import AWAY

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


async def test_a_key_of_a_seat_is_told_to_nobody_else(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        for inside in (host, guest):
            await inside.sees(lambda room: room["playing"])
            await inside.settled()
        keys = [inside.room["yours"][0]["key"] for inside in (host, guest)]
        assert keys[1] not in "".join(host.frames)
        assert keys[0] not in "".join(guest.frames)
        for person in (ada, bea):
            assert person.key not in "".join(host.frames + guest.frames)


async def test_a_game_against_bots_begins_at_once(server: Server) -> None:
    [ada] = await come(server, "Ada")
    wanted = {"start": True, "found_by": "link", "id": "made up by the browser"}
    room = await ada.create(server, **wanted)
    assert await ada.create(server, **wanted) == room, "asked for again, it is the same room"
    async with ada.enter(server, room) as host:
        assert (host.room["playing"], host.room["number"]) == (True, 1)
        assert host.seats() == ["Ada", "normal", "normal"]
        async with ada.play(server, host) as seat:
            # All of its people are at one screen.
            assert [person["kind"] for person in seat.table["people"]] == ["here", "bot", "bot"]


async def test_a_message_sent_twice_does_one_thing(server: Server) -> None:
    [ada] = await come(server, "Ada")
    room = await ada.create(server, "twisted-jumps", 1)
    async with ada.enter(server, room) as host:
        start = host.message("start")
        for _ in range(2):
            await host.send(start)
            assert (await host.expect("accepted"))["id"] == start["id"]
        await host.sees(lambda room: room["playing"])
        async with ada.play(server, host) as seat:
            await seat.play_on()
        await host.sees(lambda room: not room["playing"])
        await host.send(start)
        await host.expect("accepted")
        await host.settled()
        assert (host.room["number"], host.room["playing"]) == (1, False)


async def test_somebody_late_takes_the_place_of_a_bot(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, level="random", options={"leader": 1}, start=True)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        assert guest.room["yours"] == []
        async with ada.play(server, host) as seat:
            await guest.do("sit", seat=2)
            await guest.sees(lambda room: room["yours"])
            while seat.table["people"][2]["kind"] == "bot":
                await seat.expect("table")
            assert seat.table["people"][2]["name"] == "Bea"
            async with bea.play(server, guest) as second:
                assert second.update["seat"] == 2
                await asyncio.gather(seat.play_on(), second.play_on())
                assert [event["seat"] for event in second.events].count(2) > 8
        await host.sees(lambda room: not room["playing"])
        assert host.seats() == ["Bea", "Ada", "random"]


async def test_several_people_share_one_screen(server: Server) -> None:
    [ada] = await come(server, "Ada")
    room = await ada.create(server, level="random")
    async with ada.enter(server, room) as host:
        await host.do("sit", seat=2, also=True, name="Bob")
        await host.do("start")
        await host.sees(lambda room: room["playing"])
        assert [key["seat"] for key in host.room["yours"]] == [0, 2]
        async with ada.play(server, host) as seats:
            assert seats.table["yours"] == [0, 2]
            names = [person["name"] for person in seats.table["people"]]
            assert (names[0], names[2]) == ("Ada", "Bob")


async def test_another_game_for_the_same_company(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("choose", game="mono-line", seats=2, settings={"pace": 0})
        await guest.sees(lambda room: room["game"] == "mono-line")
        assert guest.seats() == ["Ada", "Bea"]
        for wrong, code in (
            ({"game": "chess"}, "game"),
            ({"seats": 9}, "seats"),
            ({"options": {"x": 1}}, "options"),
            ({"level": "divine"}, "level"),
        ):
            asked = {"game": "mono-line", "seats": 2} | wrong
            assert await host.refused("choose", **asked) == code
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        async with bea.play(server, guest) as seat:
            assert seat.table["game"] == "mono-line"


async def test_leaving_a_game_loses_nothing(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, level="random")
    async with ada.enter(server, room) as host:
        async with bea.enter(server, room) as guest:
            await guest.do("sit", seat=1)
            await host.do("start")
            await guest.sees(lambda room: room["playing"])
            key = guest.room["yours"]
            await guest.do("leave")
        await host.sees(lambda _: host.people() == {"Ada": True})
        assert [mine["room"] for mine in (await bea.me(server))["rooms"]] == [room]
        async with bea.enter(server, room) as back:
            assert back.room["yours"] == key
            await host.sees(lambda _: host.people() == {"Ada": True, "Bea": True})


async def test_leaving_between_games_gives_up_the_seat(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await guest.do("leave")
        await host.sees(lambda _: host.people() == {"Ada": True})
        assert host.seats() == ["Ada", None, None]
        assert (await bea.me(server))["rooms"] == []
        await host.do("leave")
    async with bea.enter(server, room) as back:
        assert back.room["host"] == bea.person, "the first to come into an empty room"


async def test_the_room_has_another_host_when_the_host_is_away_for_a_minute(
    server: Server, clock: FakeClock
) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    room = await ada.create(server)
    async with bea.enter(server, room) as guest, eve.enter(server, room) as watcher:
        await watcher.settled()
        async with ada.enter(server, room):
            await guest.sees(lambda _: guest.people()["Ada"])
        await guest.sees(lambda _: not guest.people()["Ada"])
        clock.advance(AWAY - 1)
        await guest.settled()
        assert guest.room["host"] == ada.person
        clock.advance(1)
        for inside in (guest, watcher):
            await inside.sees(lambda room: room["host"] == bea.person)
        assert guest.seats() == ["Ada", None, None], "the seat stays"
        async with ada.enter(server, room) as back:
            assert back.room["host"] == bea.person


async def test_who_has_no_seat_and_is_away_for_a_minute_is_in_the_room_no_more(
    server: Server, clock: FakeClock
) -> None:
    ada, eve = await come(server, "Ada", "Eve")
    room = await ada.create(server)
    async with ada.enter(server, room) as host:
        async with eve.enter(server, room):
            await host.sees(lambda _: host.people().get("Eve"))
        await host.sees(lambda _: host.people() == {"Ada": True, "Eve": False})
        clock.advance(AWAY)
        await host.sees(lambda _: host.people() == {"Ada": True})
        assert [mine["room"] for mine in (await eve.me(server))["rooms"]] == [room], "and finds it again"


async def test_who_is_sent_away_is_out_of_the_room_and_the_game(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, level="random")
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        assert await guest.refused("kick", person=ada.person) == "host-only"
        async with bea.play(server, guest) as seat:
            await host.do("kick", person=bea.person)
            assert await guest.closed() == 4403
            assert await seat.closed() == 4403
        async with ada.play(server, host) as first:
            assert first.table["people"][1]["kind"] == "bot"
            await first.play_on()
        await host.sees(lambda room: not room["playing"])
        assert host.people() == {"Ada": True}
        async with knock(server, room) as again:
            assert (await again.refusal({"type": "hello", "key": bea.key}))["code"] == "banned"
            assert await again.closed() == 4403
    assert (await bea.me(server))["games"] == []
    assert len((await ada.me(server))["games"]) == 1


async def test_the_host_hands_over_and_closes(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await host.do("hand-over", person=bea.person)
        await guest.sees(lambda room: room["host"] == bea.person)
        assert await host.refused("close") == "host-only"
        await guest.do("close")
        await host.sees(lambda room: room["closed"])
        assert [await inside.closed() for inside in (host, guest)] == [4410, 4410]
    async with knock(server, room) as late:
        assert (await late.refusal({"type": "hello", "key": ada.key}))["code"] == "closed"
        assert await late.closed() == 4410
    assert (await ada.me(server))["rooms"] == []


async def test_a_code_opens_a_room_unless_its_link_alone_does(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host:
        code = host.room["code"]
        for typed in (code, f"{code[:3]}-{code[3:]}".lower(), f" {code[:3]} {code[3:]}"):
            found = await server.http.post("/api/rooms/find", json={"code": typed})
            assert found.json() == {"room": room, "code": code}
        await host.do("found-by", way="code")
        assert (await server.http.post("/api/rooms/find", json={"code": code})).status_code == 200
        await host.do("found-by", way="link")
        lost = await server.http.post("/api/rooms/find", json={"code": code})
        assert (lost.status_code, lost.json()["code"]) == (404, "room")
        async with bea.enter(server, room) as guest:
            assert guest.room["found_by"] == "link"
        await host.do("found-by", way="lobby")
        assert (await server.http.post("/api/rooms/find", json={"code": code})).status_code == 200


async def test_a_new_name_is_shown_once_one_says_hello_again(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await server.http.patch("/api/people/me", json={"name": "Beatrix"}, headers=bea.headers)
        await guest.send({"type": "hello", "key": bea.key})
        await host.sees(lambda _: "Beatrix" in host.people())
        await guest.send({"type": "hello", "key": ada.key})
        assert await guest.closed() == 1013, "somebody else begins anew"


async def test_somebody_with_two_screens_is_there_once(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server)
    async with bea.enter(server, room) as guest:
        async with ada.enter(server, room) as desk:
            async with ada.enter(server, room) as phone:
                await desk.do("start")
                await phone.sees(lambda room: room["playing"])
                assert desk.room["yours"] == phone.room["yours"]
            await guest.settled()
            assert guest.people() == {"Ada": True, "Bea": True}
        await guest.sees(lambda _: guest.people() == {"Ada": False, "Bea": True})


async def test_what_is_no_room_and_who_is_nobody(server: Server) -> None:
    [ada] = await come(server, "Ada")
    async with knock(server, "nowhere") as inside:
        assert (await inside.expect_refusal())["code"] == "room"
        assert await inside.closed() == 4404
    room = await ada.create(server)
    async with knock(server, room) as inside:
        assert await inside.refused("start") == "hello-first"
        await inside.settled()
        assert (await inside.refusal({"type": "hello", "key": "nobody's key at all"}))["code"] == "person"
        assert await inside.closed() == 4401
    for asked in ({}, {"authorization": "Bearer nobody's"}):
        wanted = {"game": "pass-pass", "seats": 3}
        refused = await server.http.post("/api/rooms", json=wanted, headers=asked)
        assert (refused.status_code, refused.json()["code"]) == (403, "person")
    for wrong, code in (
        ({"game": "chess"}, "game"),
        ({"seats": 2}, "seats"),
        ({"seats": 13}, "malformed"),
        ({"options": {"leader": 7}}, "options"),
        ({"level": "divine"}, "level"),
    ):
        wanted = {"game": "pass-pass", "seats": 3} | wrong
        refused = await server.http.post("/api/rooms", json=wanted, headers=ada.headers)
        assert refused.json()["code"] == code


async def test_a_room_outlives_its_server(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock) as server:
        ada, bea = await come(server, "Ada", "Bea")
        room = await ada.create(server)
        async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
            await guest.do("sit", seat=2)
            await host.do("start")
            await host.do("say", text="back in a minute")
            await guest.sees(lambda room: room["playing"])
            yours = guest.room["yours"]
    async with serving(tmp_path / "muscade.db", clock) as server, bea.enter(server, room) as back:
        assert back.room["yours"] == yours
        await back.hears("back in a minute")
        async with bea.play(server, back) as seat:
            assert seat.table["yours"] == [2]


async def test_how_much_one_address_may_make_and_try(tmp_path: Path, clock: FakeClock) -> None:
    limits = Limits(rooms_a_minute=2, codes_a_minute=2)
    async with serving(tmp_path / "muscade.db", clock, limits=limits) as server:
        [ada] = await come(server, "Ada")
        asked = {"json": {"game": "pass-pass", "seats": 3}, "headers": ada.headers}
        answers = [await server.http.post("/api/rooms", **asked) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[2].json()["code"] == "too-many-rooms"
        tries = [await server.http.post("/api/rooms/find", json={"code": "AAAAAA"}) for _ in range(3)]
        assert [answer.json()["code"] for answer in tries] == ["room", "room", "too-many-codes"]
