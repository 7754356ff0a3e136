"""One table, several servers: whoever sits where, all see one game."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, PATIENCE, RANDOM, Person, Server, same_version
from tests.server.several import Several, seated

from muscade.server.rows import EventRow
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio

PEOPLE = [{"kind": "here", "name": name} for name in ("Ada", "Bea", "Cleo", "Dana")]


async def logged(several: Several, created: dict[str, Any]) -> tuple[EventRow, ...]:
    """The log itself."""
    storage = await Storage.open(several.database)
    try:
        stored = await storage.load(created["table"])
    finally:
        await storage.close()
    assert stored is not None
    return stored.events


def key_of(created: dict[str, Any], seat: int) -> str:
    return next(held["key"] for held in created["keys"] if held["seat"] == seat)


async def play_to_the_end(person: Person) -> None:
    await person.play_on()
    await person.expect("table")


async def test_a_game_with_each_seat_at_another_server(several: Several) -> None:
    async with several.servers(3) as servers:
        created = await servers[0].create(*PEOPLE[:3], GREEDY)
        async with seated(servers, created, 3) as people, servers[1].sit(created, None) as watcher:
            await asyncio.gather(
                *map(play_to_the_end, people), watcher.until(lambda update: update["view"]["outcome"])
            )
            last = people[0].update
            for person in (*people, watcher):
                assert [event["version"] for event in person.events] == list(range(1, last["version"] + 1))
                assert person.update["view"]["outcome"] == last["view"]["outcome"]
        records = [await server.record(created["table"]) for server in servers]
        assert records[0] == records[1] == records[2]
    events = await logged(several, created)
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert len(events) == last["version"]


async def test_words_and_guests_and_who_is_there_reach_every_server(several: Several) -> None:
    async with several.servers(3) as (first, second, third):
        created = await first.create(HERE, GREEDY, INVITED)
        async with first.sit(created) as ada, third.sit(created, None) as watcher:
            joined = (await second.join(created["invitations"][0]["invite"])).json()
            for person in (ada, watcher):
                await told(person, lambda people: people[2]["name"] == "Bea" and not people[2]["online"])
                await person.until(lambda update: update["version"] > 0)
            async with second.connect(created["table"]) as bea:
                await bea.hello([joined["key"]["key"]], 2)
                for person in (ada, watcher, bea):
                    await told(person, lambda people: all(seat["online"] for seat in people))
                for speaker, words in ((ada, "bonjour"), (bea, "salut")):
                    seat = speaker.update["seat"]
                    await speaker.send({"type": "say", "id": f"{words} all", "seat": seat, "text": words})
                    for person in (ada, watcher, bea):
                        assert (await person.expect("chat"))["text"]["fr"] == words
            for person in (ada, watcher):
                await told(person, lambda people: not people[2]["online"])
        async with third.sit(created, None) as late:
            assert [(await late.expect("chat"))["number"] for _ in range(2)] == [1, 2]


async def told(person: Person, done: Any) -> None:
    while not done(person.table["people"]):
        await person.expect("table")


async def test_words_said_at_the_same_moment_get_numbers_of_their_own(several: Several) -> None:
    async with several.servers(3) as servers:
        created = await servers[0].create(*PEOPLE[:3], options={"leader": 0})
        async with seated(servers, created, 3) as people:
            for number in range(5):
                for seat, person in enumerate(people):
                    words = {"id": f"words {seat} {number}", "seat": seat, "text": f"{seat} {number}"}
                    await person.send({"type": "say", **words})
            for person in people:
                chats = [await chat_or_answer(person) for _ in range(20)]
                heard = [answer for answer in chats if answer["type"] == "chat"]
                assert [chat["number"] for chat in heard] == list(range(1, 16))


async def chat_or_answer(person: Person) -> dict[str, Any]:
    while (message := await person.receive())["type"] not in {"chat", "accepted", "refused"}:
        pass
    assert message["type"] != "refused"
    return message


async def test_of_two_who_move_for_one_seat_at_two_servers_one_does(several: Several) -> None:
    async with several.servers(2) as (first, second):
        for _ in range(3):
            created = await first.create(*PEOPLE[:3], options={"leader": 0})
            async with first.sit(created) as desk, second.sit(created) as phone:
                moves = desk.update["moves"]
                await asyncio.gather(desk.send(desk.move(moves[0])), phone.send(phone.move(moves[1])))
                answers = [await answer_to(desk), await answer_to(phone)]
                assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
                [refused] = [answer for answer in answers if answer["type"] == "refused"]
                assert refused["code"] == "late"
                for person in (desk, phone):
                    await person.until(lambda update: update["version"] == 2)
                assert desk.events == phone.events


async def test_a_move_sent_to_every_server_at_once_happens_once(several: Several) -> None:
    async with several.servers(3) as servers:
        created = await servers[0].create(*PEOPLE[:3], options={"leader": 0})
        first, second, third = (server.sit(created) for server in servers)
        async with first as one, second as two, third as three:
            message = one.move()
            await asyncio.gather(*(person.send(message) for person in (one, two, three)))
            answers = [await answer_to(person) for person in (one, two, three)]
        assert answers == [{"type": "accepted", "id": message["id"], "version": 2}] * 3
    assert [event.message_id for event in await logged(several, created)].count(message["id"]) == 1


async def answer_to(person: Person) -> dict[str, Any]:
    while (message := await person.receive())["type"] not in {"accepted", "refused"}:
        pass
    return message


async def test_a_client_moves_on_to_another_server_at_once(several: Several) -> None:
    """With a key, a version and a message that the other server may not have heard of yet."""
    async with several.servers(2) as (first, second):
        created = await first.create(HERE, *PEOPLE[1:2], INVITED, options={"leader": 0})
        async with second.sit(created, None):
            joined = (await first.join(created["invitations"][0]["invite"])).json()
            for _ in range(3):
                async with first.connect(created["table"]) as ada:
                    keys = [held["key"] for held in created["keys"]] + [joined["key"]["key"]]
                    await ada.hello(keys, None)
                    [turn] = ada.update["view"]["turn"]
                    await ada.send({"type": "look", "seat": turn})
                    await ada.expect("update")
                    message = ada.move()
                    await ada.send(message)
                    accepted = await ada.expect("accepted")
                async with second.connect(created["table"]) as ada:
                    await ada.hello(keys, turn, since=accepted["version"])
                    await ada.send(message)
                    assert await ada.expect("accepted") == accepted


async def test_bots_go_on_when_their_server_stops(several: Several) -> None:
    async with several.another() as second:
        async with several.another() as first:
            created = await first.create(*[RANDOM] * 3, pace=100)
            async with second.sit(created, None) as watcher:
                await until_moved(several, watcher, 3)
        async with second.sit(created, None) as watcher:
            await until_moved(several, watcher, 5)
    events = await logged(several, created)
    assert [event.version for event in events] == list(range(1, len(events) + 1))


async def until_moved(several: Several, watcher: Person, moves: int) -> None:
    goal = watcher.update["version"] + moves
    clock = several.clock
    async with asyncio.timeout(PATIENCE):
        while watcher.update["version"] < goal:
            clock.advance(100)
            await asyncio.sleep(0.05)
            await watcher.settled()


async def test_a_server_that_is_silent_loses_its_tables_and_what_it_still_does_counts_for_nothing(
    several: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its heart stops, but it goes on believing that it keeps the table."""
    async with several.another() as second, several.another() as first:
        created = await first.create(*[RANDOM] * 3, pace=100)
        keeper = first.app.state.reception.services.keeper
        keeper._tasks[0].cancel()
        monkeypatch.setattr(keeper, "_look_at_oneself", lambda: None)
        async with first.sit(created, None) as there, second.sit(created, None) as here:
            successor = second.app.state.reception.services.keeper
            async with asyncio.timeout(PATIENCE):
                while keeper.epoch(created["table"]) or not successor.epoch(created["table"]):
                    await until_moved(several, here, 1)
            assert successor.epoch(created["table"]) == 2
            await until_moved(several, here, 3)
            await same_version(there, here)
            assert there.events == here.events


async def fall_silent(server: Server) -> None:
    """No sign of life from it any more."""
    services = server.app.state.reception.services
    for task in services.keeper._tasks:
        task.cancel()
    await services.bus.close()


async def test_people_of_a_server_that_died_are_offline(several: Several) -> None:
    async with several.another() as second:
        created = await second.create(HERE, GREEDY, HERE)
        async with second.sit(created) as ada, several.another() as first, first.sit(created, 2):
            await told(ada, lambda people: people[2]["online"])
            await fall_silent(first)
            await told(ada, lambda people: not people[2]["online"])


async def test_a_replaced_key_is_void_on_every_server_at_once(several: Several) -> None:
    async with several.servers(2) as (first, second):
        created = await first.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        old = key_of(created, 0)
        async with first.sit(created) as desk, second.sit(created) as phone:
            address = f"/api/tables/{created['table']}/key"
            request = {"json": {"id": "a request of ours"}, "headers": {"authorization": f"Bearer {old}"}}
            answers = [await server.http.post(address, **request) for server in (first, second, first)]
            assert [answer.status_code for answer in answers] == [200] * 3
            assert len({answer.text for answer in answers}) == 1
            new = answers[0].json()
            for person in (desk, phone):
                assert (await person.expect_refusal())["code"] == "key"
                assert await person.closed() == 4403
        for server in (first, second):
            async with server.connect(created["table"]) as person:
                assert (await person.refusal({"type": "hello", "keys": [old], "look": 0}))["code"] == "key"
            async with server.connect(created["table"]) as person:
                await person.hello([new["key"]], new["seat"])
                assert person.update["moves"]


async def test_creating_and_joining_can_be_asked_for_again_anywhere(several: Several) -> None:
    async with several.servers(2) as (first, second):
        request = {"game": "pass-pass", "seats": [HERE, GREEDY, INVITED], "id": "unguessable enough"}
        answers = [await server.http.post("/api/tables", json=request) for server in (first, second, first)]
        assert [answer.status_code for answer in answers] == [201] * 3
        assert len({answer.text for answer in answers}) == 1
        created = answers[0].json()
        other = await second.http.post("/api/tables", json=request | {"seats": [HERE, GREEDY, GREEDY]})
        assert (other.status_code, other.json()["code"]) == (409, "reused")

        join = {"invite": created["invitations"][0]["invite"], "name": "Bea", "id": "unguessable as well"}
        answers = [await server.http.post("/api/join", json=join) for server in (first, second)]
        assert [answer.status_code for answer in answers] == [201] * 2
        assert answers[0].text == answers[1].text
        somebody = await second.http.post("/api/join", json=join | {"id": "unguessable otherwise"})
        assert (somebody.status_code, somebody.json()["code"]) == (409, "taken")
        async with second.connect(created["table"]) as bea:
            await bea.hello([answers[0].json()["key"]["key"]], 2)
            assert len(bea.update["view"]["hand"]) == 8
    storage = await Storage.open(several.database)
    stored = await storage.load(created["table"])
    await storage.close()
    for secret in (created["keys"][0]["key"], created["invitations"][0]["invite"], answers[0].text):
        assert secret not in json.dumps(str(stored))
