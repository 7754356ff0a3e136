"""What is told of somebody and to whom; everything one has; and being forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from tests.server.accounts.test_accounts import PASSWORD, code, knocked, sign_in, with_account
from tests.server.harness import Server
from tests.server.rooms.visitors import InRoom, Visitor, come

pytestmark = pytest.mark.anyio


async def profile(server: Server, person: str, viewer: Visitor | None = None) -> dict[str, Any]:
    headers = viewer.headers if viewer else {}
    found: dict[str, Any] = (await server.http.get(f"/api/people/{person}", headers=headers)).json()
    return found


async def play(server: Server, one: tuple[Visitor, InRoom], two: tuple[Visitor, InRoom]) -> None:
    """A game of the room, to its end."""
    await one[1].do("start")
    await two[1].sees(lambda room: room["playing"])
    async with one[0].play(server, one[1]) as first, two[0].play(server, two[1]) as second:
        await asyncio.gather(first.play_on(), second.play_on())
    for _, inside in (one, two):
        await inside.sees(lambda room: not room["playing"])


async def test_games_and_opponents_are_for_friends(server: Server) -> None:
    ada, [bea, eve] = await with_account(server, "Ada"), await come(server, "Bea", "Eve")
    room = await ada.create(server, level="random", options={"leader": 0})
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        for _ in range(2):
            await play(server, (ada, host), (bea, guest))
    own = await profile(server, ada.person, ada)
    assert (own["name"], own["account"], own["you"], own["friend"]) == ("Ada", True, True, False)
    [results] = own["results"]
    assert results["won"] + results["drawn"] + results["lost"] == 2
    assert [game["seats"] for game in own["games"]] == [3, 3]
    assert None not in {game["table"] for game in own["games"]}
    [opponent] = own["opponents"]
    assert (opponent["person"], opponent["name"], opponent["games"]) == (bea.person, "Bea", 2)
    assert opponent["won"] + opponent["lost"] <= 2
    for viewer in (None, eve, bea):
        seen = await profile(server, ada.person, viewer)
        assert seen == own | {"you": False, "games": None, "opponents": None}
    now = server.app.state.storage
    await now.friends.befriend(ada.person, bea.person, 1)
    seen = await profile(server, ada.person, bea)
    assert (seen["friend"], seen["opponents"]) == (True, own["opponents"])
    assert seen["games"] == [game | {"table": None} for game in own["games"]]
    assert code(await server.http.get("/api/people/nobody")) == (404, "nobody")


async def test_everything_one_has_in_one_file(server: Server) -> None:
    ada, [bea] = await with_account(server, "Ada"), await come(server, "Bea")
    room = await ada.create(server, level="random", options={"leader": 0})
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("say", text="my words")
        await guest.do("say", text="Bea's words")
        await play(server, (ada, host), (bea, guest))
    await server.app.state.storage.friends.befriend(ada.person, bea.person, 1)
    answer = await server.http.get("/api/people/me/export", headers=ada.headers)
    assert answer.headers["content-disposition"] == 'attachment; filename="muscade.json"'
    everything = answer.json()
    assert (everything["person"], everything["name"], everything["account"]) == (ada.person, "Ada", True)
    assert [words["words"] for words in everything["words"]] == ["my words"]
    assert [friend["name"] for friend in everything["friends"]] == ["Bea"]
    assert [(found["room"], found["host"], found["games"]) for found in everything["rooms"]] == [
        (room, True, 1)
    ]
    assert len(everything["devices"]) == 1
    [result] = everything["results"]
    assert [(seat["table"], seat["seat"]) for seat in everything["seats"]] == [(result["table"], 0)]
    record = await server.http.get(result["record"])
    assert record.json()["events"]
    for secret in (ada.key, PASSWORD, "argon2", "digest"):
        assert secret not in answer.text
    assert code(await server.http.get("/api/people/me/export")) == (403, "person")


async def test_whoever_wants_to_be_forgotten_is(server: Server) -> None:
    ada, [bea, eve] = await with_account(server, "Ada"), await come(server, "Bea", "Eve")
    room = await ada.create(server, level="random", options={"leader": 0})
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await play(server, (ada, host), (bea, guest))
        await host.do("say", text="Ada's own words")
        await guest.do("say", text="Bea's")
        await guest.hears("Ada's own words", "Bea's")
        await host.do("start")
        await guest.sees(lambda room: room["number"] == 2)

        async def delete(**how: Any) -> Any:
            return await server.http.post("/api/people/me/delete", json=how, headers=ada.headers)

        for wrong in ({}, {"password": "wrong password"}):
            assert code(await delete(**wrong)) == (403, "password")
        assert (await delete(password=PASSWORD)).status_code == 200
        assert await host.closed() == 1013
        unsaid = await guest.expect("unsaid")
        assert unsaid["numbers"] == [1]
        await guest.sees(lambda room: [person["name"] for person in room["people"]] == ["Bea"])
        assert guest.room["host"] == bea.person
        assert guest.room["seats"][1]["level"] == "random" or guest.room["seats"][0]["level"] == "random"
        async with eve.enter(server, room) as late:
            await late.hears("Bea's")
        async with bea.play(server, guest) as seat:
            await seat.play_on()
        await guest.sees(lambda room: not room["playing"])
    assert await knocked(server, room, ada) == "person"
    assert code(await server.http.get(f"/api/people/{ada.person}")) == (404, "nobody")
    assert code(await sign_in(server, "Ada")) == (403, "password")
    assert len((await bea.me(server))["games"]) == 2
    with closing(sqlite3.connect(server.database)) as database:
        written = "\n".join(database.iterdump())
    for trace in (ada.person, "Ada", "own words"):
        assert trace not in written
    await with_account(server, "Ada")


async def test_without_an_account_one_is_forgotten_without_a_password(server: Server) -> None:
    [eve] = await come(server, "Eve")
    answer = await server.http.post("/api/people/me/delete", json={}, headers=eve.headers)
    assert answer.status_code == 200
    assert code(await server.http.get("/api/people/me", headers=eve.headers)) == (403, "person")
