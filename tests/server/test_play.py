"""Creating, joining, playing and watching, the way a client does it."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, RANDOM, FakeClock, Server, eventually, serving, until

import muscade
from muscade.core import Record
from muscade.core.chance import SeedStream, commitment
from muscade.server.tables.shelf import MemoryLimits

pytestmark = pytest.mark.anyio


async def test_a_person_plays_a_whole_game_against_bots(server: Server) -> None:
    created = await server.create(HERE, GREEDY, RANDOM)
    async with server.sit(created) as ada, server.sit(created, None) as watcher:
        final = await ada.play_on()
        table = await ada.expect("table")
        await watcher.until(lambda update: update["view"]["outcome"])

        assert [event["version"] for event in ada.events] == list(range(1, final["version"] + 1))
        assert ada.table["people"][1]["name"] != ada.table["people"][2]["name"]
        assert watcher.update["moves"] == []
        assert watcher.update["view"]["hand"] == []
        assert commitment(table["seed"]) == table["commitment"]
        assert json.loads(ada.frames[0])["seed"] is None

        record = Record.from_json(json.dumps(await server.record(created["table"])))
        assert record.seed == table["seed"]
        match = muscade.replay(record)
        outcome = match.state.outcome()
        assert outcome
        assert list(outcome.winners) == final["view"]["outcome"]["winners"]


async def test_every_draw_of_a_finished_game_can_be_checked(server: Server) -> None:
    created = await server.create(RANDOM, RANDOM, RANDOM)
    async with server.sit(created, None) as watcher:
        await watcher.until(lambda update: update["view"]["outcome"])
    record = await server.record(created["table"])
    game = muscade.game("pass-pass")
    state = game.new(3)
    draws = 0
    for place, event in enumerate(record["events"]):
        if event["seat"] == muscade.NATURE:
            assert game.draw(state, SeedStream(record["seed"], place)).notation == event["move"]
            draws += 1
        state.play(event["seat"], game.parse(event["move"]))
    assert draws >= 2


async def test_nothing_is_dealt_before_everybody_sits(server: Server) -> None:
    created = await server.create(HERE, INVITED, INVITED)
    async with server.sit(created) as ada:
        assert ada.update["version"] == 0
        assert ada.update["moves"] == []
        assert (await ada.refusal(ada.move("P1")))["code"] == "waiting"

        first, second = (invitation["invite"] for invitation in created["invitations"])
        info = (await server.http.post("/api/invitations", json={"invite": first})).json()
        assert (info["table"], info["seat"], info["taken"]) == (created["table"], 1, False)
        assert (await server.join(first, "Bea")).status_code == 201
        assert (await ada.expect("table"))["people"][1]["name"] == "Bea"
        info = (await server.http.post("/api/invitations", json={"invite": first})).json()
        assert info["taken"] is True
        assert ada.update["version"] == 0

        joined = (await server.join(second, "Cleo")).json()
        assert joined["key"]["seat"] == 2
        await ada.until(lambda update: update["version"] == 2)
        assert len(ada.update["view"]["hand"]) == 8


@pytest.mark.parametrize("begin", [{"options": {"first": 0}}, {"position": "turn=0 pieces=b1/c3"}])
async def test_who_waits_for_a_guest_is_told_to_begin_where_chance_does_nothing(
    server: Server, begin: dict[str, Any]
) -> None:
    created = await server.create(HERE, INVITED, game="mono-line", **begin)
    async with server.sit(created) as ada:
        assert ada.update["moves"] == []
        await server.join(created["invitations"][0]["invite"])
        await ada.until(lambda update: bool(update["moves"]))
        await ada.make()


async def test_one_of_many_takes_a_seat_at_the_same_moment(server: Server) -> None:
    created = await server.create(HERE, GREEDY, INVITED)
    invite = created["invitations"][0]["invite"]
    answers = await asyncio.gather(*(server.join(invite, f"Guest {number}") for number in range(12)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 11
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"taken"}
    [winner] = [answer.json() for answer in answers if answer.status_code == 201]
    async with server.connect(created["table"]) as guest:
        await guest.hello([winner["key"]["key"]], 2)
        assert len(guest.update["view"]["hand"]) == 8


async def test_a_hot_seat_table_looks_through_one_seat_at_a_time(server: Server) -> None:
    created = await server.create(HERE, HERE | {"name": "Bea"}, HERE | {"name": "Cleo"})
    async with server.connect(created["table"]) as screen:
        await screen.hello([held["key"] for held in created["keys"]], None)
        assert screen.table["yours"] == [0, 1, 2]
        hands = []
        for seat in range(3):
            await screen.send({"type": "look", "seat": seat})
            hands.append((await screen.expect("update"))["view"]["hand"])
        assert len({card for hand in hands for card in hand}) == 24
        for _ in range(3):
            [turn] = screen.update["view"]["turn"]
            await screen.send({"type": "look", "seat": turn})
            await screen.expect("update")
            await screen.make()
        await screen.send({"type": "look", "seat": None})
        assert (await screen.expect("update"))["view"]["hand"] == []


async def test_two_connections_on_one_seat_see_the_same(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as desk, server.sit(created) as phone:
        await desk.make()
        await desk.until(lambda update: update["moves"])
        await phone.until(lambda update: update["version"] == desk.update["version"])
        assert phone.update["view"] == desk.update["view"]
        assert phone.events == desk.events
        accepted = await phone.make()
        await desk.until(lambda update: update["version"] >= accepted["version"])
        assert desk.events[accepted["version"] - 1]["seat"] == 0


async def test_who_is_online_is_told(server: Server) -> None:
    created = await server.create(HERE, GREEDY, INVITED)
    async with server.sit(created) as ada:
        guest_key = (await server.join(created["invitations"][0]["invite"])).json()["key"]["key"]
        assert [person["online"] for person in (await ada.expect("table"))["people"]] == [True, True, False]
        async with server.connect(created["table"]) as guest:
            await guest.hello([guest_key], 2)
            assert (await ada.expect("table"))["people"][2]["online"]
        assert not (await ada.expect("table"))["people"][2]["online"]


async def test_a_client_resumes_after_the_last_version_it_saw(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        await ada.play_on(lambda update: update["version"] > 10 and update["moves"])
        seen, version = list(ada.events), ada.update["version"]
    async with server.sit(created, since=4) as ada:
        assert ada.update["version"] == version
        assert ada.events == seen[4:]
    async with server.sit(created, since=version) as ada:
        assert ada.events == []
        assert len(ada.update["moves"]) > 0


async def test_bots_take_their_time(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await server.create(HERE, GREEDY, GREEDY, pace=900, options={"leader": 1})
        async with server.sit(created) as ada:
            clock.advance(899)
            await ada.send({"type": "ping", "nonce": 7})
            assert await ada.expect("pong") == {"type": "pong", "nonce": 7}
            assert ada.update["version"] == 1
            clock.advance(1)
            assert (await ada.expect("update"))["events"][0]["seat"] == 1
            clock.advance(900)
            assert (await ada.expect("update"))["events"][0]["seat"] == 2
            at = [event["at"] for event in ada.events]
            assert at[-1] - at[-2] == 900


async def test_idle_tables_leave_memory_and_come_back(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        before = ada.update
        assert "muscade_tables_live 1.0" in server.metrics()
    await until(lambda: "muscade_tables_live 0.0" in server.metrics())
    async with server.sit(created) as ada:
        assert ada.update == before


async def test_an_idle_game_leaves_memory_while_people_stay(tmp_path: Path) -> None:
    """Nobody notices: whoever does something next finds everything as it was."""
    async with serving(tmp_path / "muscade.db", FakeClock(), memory=MemoryLimits(idle=0.1)) as server:
        created = await server.create(HERE, HERE, INVITED, options={"leader": 0})
        shelf = server.app.state.reception.shelf

        async def asleep() -> None:
            shelf._services.clock.advance(1000)
            await eventually(lambda: not shelf._tables[created["table"]].awake)

        async with server.sit(created) as ada, server.sit(created, 1) as bea:
            await asleep()
            joined = (await server.join(created["invitations"][0]["invite"])).json()
            for person in (ada, bea):
                await person.until(lambda update: update["version"] == 1)
            await asleep()
            await ada.make()
            await bea.until(lambda update: update["moves"])
            await asleep()
            await bea.send({"type": "say", "id": "words of mine", "seat": 1, "text": "salut"})
            await bea.expect("accepted")
            assert (await ada.expect("chat"))["text"]["fr"] == "salut"
            await asleep()
            async with server.connect(created["table"]) as guest:
                await guest.hello([joined["key"]["key"]], 2)
                assert (await ada.expect("table"))["people"][2]["online"]
                assert guest.events[-1]["version"] == 2
                await asleep()
            assert not (await ada.expect("table"))["people"][2]["online"]
            await asleep()
            await bea.make()
            await ada.until(lambda update: update["version"] == 3)
            for person in (ada, bea):
                assert [event["version"] for event in person.events] == [1, 2, 3]


async def test_no_more_games_stay_in_memory_than_there_is_room_for(tmp_path: Path) -> None:
    clock = FakeClock()
    memory = MemoryLimits(idle=3, most=2)
    async with serving(tmp_path / "muscade.db", clock, memory=memory) as server, AsyncExitStack() as stack:
        for _ in range(5):
            created = await server.create(HERE, HERE, HERE, options={"leader": 0})
            last = await stack.enter_async_context(server.sit(created))
            clock.advance(1)
        tables = server.app.state.reception.shelf._tables
        await eventually(lambda: sum(table.awake for table in tables.values()) <= 2)
        assert tables[created["table"]].awake, "the one touched last"
        await last.make()


async def test_nothing_is_loaded_at_the_start_but_what_is_due(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        waiting = [await server.create(HERE, INVITED, GREEDY) for _ in range(3)]
        waiting += [await server.create(HERE, GREEDY, GREEDY, options={"leader": 0}) for _ in range(3)]
        due = await server.create(RANDOM, RANDOM, RANDOM, pace=5000)
    clock.advance(4999)
    async with serving(tmp_path / "muscade.db", clock) as server:
        tables = server.app.state.reception.shelf._tables
        await eventually(lambda: tables)
        assert set(tables) == {due["table"]}
        async with server.sit(waiting[-1]) as ada, server.sit(due, None) as watcher:
            version = watcher.update["version"]
            await ada.make()
            await ada.settled()
            assert watcher.update["version"] == version
            clock.advance(1)
            await watcher.until(lambda update: update["version"] > version)


async def test_a_team_game_of_six_bots_ends(server: Server) -> None:
    created = await server.create(*[GREEDY] * 3, *[RANDOM] * 3, options={"teams": "2x3"})
    async with server.sit(created, None) as watcher:
        outcome = (await watcher.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert outcome["teams"] == [0, 1, 0, 1, 0, 1]


async def test_the_table_is_shown_before_chance_goes_on(server: Server) -> None:
    """The last pickup of a round would otherwise be swept away by the next deal before anybody sees it."""
    for _ in range(5):  # a game may end in its first round, but not five in a row
        created = await server.create(HERE, GREEDY, GREEDY)
        async with server.sit(created) as ada:
            await ada.play_on(lambda update: update["view"]["round"] == 2)
            if ada.update["view"]["outcome"] is None:
                break
    updates = [frame for frame in map(json.loads, ada.frames) if frame["type"] == "update"]
    [swept] = [update for update in updates if update["view"]["phase"] == "deal"]
    assert swept["view"]["round"] == 1
    assert sum(map(len, swept["view"]["front"])) == 24
    assert swept["moves"] == []
    versions = [event["version"] for update in updates for event in update["events"]]
    assert versions == list(range(1, len(versions) + 1)), "every event comes once, in order"


async def test_a_game_that_begins_without_chance_begins_for_those_who_waited(server: Server) -> None:
    """Nothing is drawn when the last guest sits down; whoever was there already gets their moves all the same."""
    created = await server.create(
        HERE, {"kind": "bot", "level": "hard"}, INVITED, game="ptipasspass", options={"first": 0}
    )
    async with server.sit(created) as ada:
        assert ada.update["moves"] == []
        assert (await server.join(created["invitations"][0]["invite"])).status_code == 201
        await ada.until(lambda update: update["moves"])
        assert ada.update["version"] == 0
