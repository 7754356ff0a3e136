"""Spectators: how many they are, tables that forbid or delay them, and a player who shows somebody their hand."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server.harness import HERE, FakeClock, Person, Server
from tests.server.several import Several
from tests.server.test_secrecy import CARD, _hidden, _states

from muscade.server.tables.watching import TELL_EVERY

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def watching(server: Server, created: dict[str, Any], name: str | None = None) -> AsyncIterator[Person]:
    async with server.connect(created["table"]) as person:
        await person.send({"type": "hello", "keys": [], "name": name})
        await person.expect("table")
        await person.expect("update")
        yield person


async def three(server: Server, **settings: Any) -> dict[str, Any]:
    return await server.create(HERE, HERE, HERE, **({"options": {"leader": 0}, "patience": 0} | settings))


@asynccontextmanager
async def all_seats(server: Server, created: dict[str, Any]) -> AsyncIterator[Person]:
    """One who plays everybody's first move."""
    async with server.connect(created["table"]) as person:
        await person.hello([held["key"] for held in created["keys"]], 0)
        yield person


async def act(person: Person, choice: int = 0) -> None:
    """Whoever is to act does, by one of their moves, as soon as chance has had its turn."""
    update = await person.until(lambda update: update["view"]["turn"] != [-1])
    if update["view"]["outcome"]:
        return
    seat = person.update["view"]["turn"][0]
    if person.update["seat"] != seat:
        await person.send({"type": "look", "seat": seat})
        await person.until(lambda update: update["seat"] == seat)
    await person.make(person.update["moves"][choice])


def show(watcher: str, seat: int = 0, *, yes: bool = True) -> dict[str, Any]:
    return {"type": "show", "id": secrets.token_hex(8), "seat": seat, "watcher": watcher, "yes": yes}


# ---------------------------------------------------------------- how many


async def test_everybody_knows_how_many_look_on(server: Server, clock: FakeClock) -> None:
    created = await three(server)
    async with server.sit(created) as ada:
        assert ada.table["watching"] == 0
        async with watching(server, created, "Miss Noel") as teacher, watching(server, created):
            clock.advance(TELL_EVERY)
            heard = await ada.expect("watchers")
            assert heard["watching"] == 2
            assert [watcher["name"] for watcher in heard["watchers"]] == ["Miss Noel", None]
            assert (await teacher.expect("watchers")) == {"type": "watchers", "watching": 2, "watchers": []}
        clock.advance(TELL_EVERY)
        while (await ada.expect("watchers"))["watching"]:
            clock.advance(TELL_EVERY)


async def test_also_those_at_other_servers(several: Several, clock: FakeClock) -> None:
    async with several.servers(2) as servers:
        created = await three(servers[0])
        async with servers[0].sit(created) as ada, watching(servers[1], created, "Miss Noel") as teacher:
            heard: dict[str, Any] = {"watching": 0}
            while heard["watching"] != 1:
                clock.advance(TELL_EVERY)
                await asyncio.sleep(0.05)
                await ada.settled()
                found = [json.loads(frame) for frame in ada.frames if '"watchers","watching"' in frame]
                heard = found[-1] if found else heard
            [watcher] = heard["watchers"]
            await ada.send(show(watcher["id"]))
            await ada.expect("accepted")
            while teacher.table["shown"] != [0]:
                await teacher.expect("table")
            await teacher.send({"type": "look", "seat": 0})
            await teacher.until(lambda update: update["seat"] == 0)
            assert teacher.update["view"] == ada.update["view"]


# ---------------------------------------------------------------- tables that want none


async def test_a_table_may_forbid_spectators_until_its_game_is_over(server: Server) -> None:
    created = await three(server, watchers="forbidden")
    async with server.connect(created["table"]) as curious:
        assert (await curious.refusal({"type": "hello"}))["code"] == "no-watchers"
        assert await curious.closed() == 4403
    refused = await server.http.get(f"/api/tables/{created['table']}/record")
    assert (refused.status_code, refused.json()["code"]) == (403, "no-watchers")
    async with all_seats(server, created) as ada:
        assert await server.record(created["table"], created["keys"][0]["key"])
        for seat in (0, 1):
            await ada.send(ada.move("/resign", seat=seat))
            await ada.expect("accepted")
        await ada.until(lambda update: update["view"]["outcome"])
    async with watching(server, created) as curious:
        assert curious.update["view"]["outcome"]


# ---------------------------------------------------------------- tables that are seen later


async def test_spectators_of_a_delayed_table_see_it_some_moves_ago(server: Server) -> None:
    created = await three(server, watchers={"moves": 3})
    async with all_seats(server, created) as ada, watching(server, created) as late:
        for _ in range(8):
            await act(ada)
            await late.settled()
            assert late.update["version"] == max(0, ada.update["version"] - 3)
            assert len(late.events) == late.update["version"]
            record = await server.record(created["table"])
            assert len(record["events"]) == late.update["version"]
        async with watching(server, created) as newcomer:
            assert newcomer.update["version"] == ada.update["version"] - 3
            assert newcomer.update["view"] == late.update["view"]
        for seat in (0, 1):
            await ada.send(ada.move("/resign", seat=seat))
            await ada.expect("accepted")
        await late.until(lambda update: update["view"]["outcome"])
        while not late.table["seed"]:
            await late.expect("table")
        assert len(late.events) == late.update["version"]
        assert len((await server.record(created["table"]))["events"]) == late.update["version"]


async def test_or_some_seconds_ago(server: Server, clock: FakeClock) -> None:
    created = await three(server, watchers={"seconds": 30})
    async with all_seats(server, created) as ada, watching(server, created) as late:
        assert late.update["version"] == 0
        clock.advance(30_000)
        await late.until(lambda update: update["version"] == 1)
        await act(ada)
        clock.advance(10_000)
        await act(ada)
        clock.advance(19_999)
        await late.settled()
        assert late.update["version"] == 1
        clock.advance(1)
        await late.until(lambda update: update["version"] == 2)
        clock.advance(10_000)
        await late.until(lambda update: update["version"] == 3)


async def test_they_hear_later_too_what_is_said(server: Server) -> None:
    created = await three(server, watchers={"moves": 2})
    async with all_seats(server, created) as ada, watching(server, created) as late:
        await ada.send({"type": "say", "id": "what I have", "seat": 0, "text": "I have all the purple ones"})
        await ada.expect("accepted")
        await act(ada)
        await late.settled()
        assert not any('"type":"chat"' in frame for frame in late.frames)
        async with watching(server, created) as newcomer:
            await newcomer.settled()
            assert not any('"type":"chat"' in frame for frame in newcomer.frames)


async def test_nothing_of_the_last_moves_reaches_a_late_spectator(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds that differ only in what happened since are the same bytes."""
    monkeypatch.setattr("muscade.server.reception.new_seed", lambda: "a seed of this test's own")
    worlds = []
    for choice in (0, -1):
        created = await three(server, watchers={"moves": 4})
        async with all_seats(server, created) as ada, watching(server, created) as late:
            for _ in range(3):
                await act(ada)
            for _ in range(2):
                await act(ada, choice)
            await ada.send(ada.move("/draw", seat=0))
            await ada.expect("accepted")
            await ada.send(ada.move("/agree" if choice else "/decline", seat=1))
            await ada.expect("accepted")
            await ada.until(lambda update: update["version"] == 8)
            await late.settled()
            frames = [frame for frame in late.frames if '"pong"' not in frame]
            record = await server.record(created["table"])
            assert late.update["version"] == 4
            worlds.append((json.dumps(frames).replace(created["table"], "table"), record))
    assert worlds[0] == worlds[1]


# ---------------------------------------------------------------- a hand that is shown


async def named(person: Person, clock: FakeClock) -> dict[str, Any]:
    clock.advance(TELL_EVERY)
    heard = await person.expect("watchers")
    found: dict[str, Any] = heard["watchers"][0]
    return found


async def test_a_player_shows_a_spectator_their_hand_and_nothing_else(
    server: Server, clock: FakeClock
) -> None:
    created = await three(server)
    async with server.sit(created) as ada, watching(server, created, "Miss Noel") as teacher:
        assert (await teacher.refusal({"type": "look", "seat": 0}))["code"] == "not-yours"
        await ada.send(show((await named(ada, clock))["id"]))
        await ada.expect("accepted")
        while teacher.table["shown"] != [0]:
            await teacher.expect("table")
        await teacher.send({"type": "look", "seat": 0})
        await teacher.until(lambda update: update["seat"] == 0)
        assert teacher.update["view"] == ada.update["view"]
        assert (teacher.update["moves"], teacher.update["deadline"]) == ([], None)
        assert (await teacher.refusal({"type": "look", "seat": 1}))["code"] == "not-yours"
        assert (await teacher.refusal(ada.move()))["code"] == "not-yours"
        await ada.make()
        await teacher.until(lambda update: update["version"] == ada.update["version"])
        assert teacher.update["view"] == ada.update["view"]
        assert teacher.update["moves"] == []
        clock.advance(TELL_EVERY)
        assert (await ada.expect("watchers"))["watchers"][0]["shown"] == [0]
        teacher_id = json.loads(ada.frames[-1])["watchers"][0]["id"]
        await ada.send(show(teacher_id, yes=False))
        await teacher.until(lambda update: update["seat"] is None)
        assert not teacher.update["view"]["hand"]
        assert (await teacher.refusal({"type": "look", "seat": 0}))["code"] == "not-yours"
    async with watching(server, created, "Miss Noel") as teacher:
        assert teacher.table["shown"] == []


async def test_only_one_s_own_hand_to_somebody_who_is_there(server: Server, clock: FakeClock) -> None:
    created = await three(server)
    async with server.sit(created) as ada, watching(server, created) as watcher:
        known = (await named(ada, clock))["id"]
        assert (await ada.refusal(show(known, seat=1)))["code"] == "not-yours"
        assert (await ada.refusal(show("nobody at all")))["code"] == "watcher"
        assert (await watcher.refusal(show(known)))["code"] == "not-yours"


async def test_no_frame_of_who_is_shown_a_hand_holds_another_s_card(server: Server, clock: FakeClock) -> None:
    created = await three(server)
    async with all_seats(server, created) as ada, watching(server, created, "Miss Noel") as teacher:
        await ada.send(show((await named(ada, clock))["id"]))
        await ada.expect("accepted")
        await teacher.send({"type": "look", "seat": 0})
        await teacher.until(lambda update: update["seat"] == 0)
        before = len(teacher.frames)
        for _ in range(20):
            await act(ada)
        for seat in (1, 2):
            await ada.send(ada.move("/resign", seat=seat))
            await ada.expect("accepted")
        await teacher.until(lambda update: update["view"]["outcome"])
        record = await server.record(created["table"])
        record["events"] = [event for event in record["events"] if not event["move"].startswith("/")]
        states, checked = _states(record), 0
        for frame in teacher.frames[before:]:
            message = json.loads(frame)
            if message["type"] != "update":
                continue
            shown = json.dumps([message["view"], message["moves"]])
            state = states[min(message["version"], len(states) - 1)]
            assert not _hidden(state, 0).intersection(CARD.findall(shown))
            for event in message["events"]:
                if not event["move"].startswith("/"):
                    hidden = _hidden(states[event["version"]], 0)
                    assert not hidden.intersection(CARD.findall(event["move"]))
            checked += 1
        assert checked >= 20
