"""Games looked at afterwards, over HTTP: analyses, other moves, and tables that go on from a moment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.harness import HERE, RANDOM, FakeClock, Server, serving
from tests.server.several import Several

import muscade
from muscade.analysis import VERSION
from muscade.core import Record
from muscade.core.fairness import check
from muscade.server.analysis.rows import BegunRow
from muscade.server.rooms.requests import PORTRAITS
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio

GAVE_UP = {"game": "twisted-jumps", "options": {"position": "b1 b4"}}


async def finished(server: Server) -> str:
    """A puzzle that was given up one jump before its end."""
    made = await server.create(HERE, **GAVE_UP)
    async with server.sit(made) as ada:
        await ada.make("stop")
    table: str = made["table"]
    return table


async def done(server: Server, table: str) -> dict[str, Any]:
    """The analysis of a game, once there is one; it is asked for as a browser does."""
    answer = await server.http.post(f"/api/tables/{table}/analysis")
    while answer.json()["status"] != "done":
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"] != "failed"
        await asyncio.sleep(0.05)
        answer = await server.http.get(f"/api/tables/{table}/analysis")
    found: dict[str, Any] = answer.json()
    return found


async def resigned(server: Server) -> tuple[dict[str, Any], list[str]]:
    """A game of Pass Pass for three in which two gave up after some cards, and what was played."""
    made = await server.create(HERE, HERE, HERE, options={"leader": 0})
    async with server.connect(made["table"]) as everybody:
        await everybody.hello([key["key"] for key in made["keys"]], 0)
        played = []
        for seat in (0, 1, 2):
            await everybody.send({"type": "look", "seat": seat})
            await everybody.until(lambda update, seat=seat: update["seat"] == seat and update["moves"])
            played.append(everybody.update["moves"][0])
            await everybody.make()
        for seat in (0, 1):
            await everybody.send(everybody.move("/resign", seat=seat))
            await everybody.expect("accepted")
        await everybody.until(lambda update: update["view"]["outcome"])
    return made, played


async def test_an_analysis_is_made_on_request_kept_and_the_same_for_all(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with serving(tmp_path / "muscade.db", clock) as server:
        table = await finished(server)
        none = (await server.http.get(f"/api/tables/{table}/analysis")).json()
        assert (none["status"], none["analysis"]) == ("none", None)
        started = await asyncio.gather(*(server.http.post(f"/api/tables/{table}/analysis") for _ in range(3)))
        assert {answer.json()["status"] for answer in started} <= {"waiting", "running", "done"}
        found = await done(server, table)
        [decision] = found["analysis"]["decisions"]
        assert (decision["played"], decision["mark"], decision["proved"]) == ("stop", "blunder", True)
        assert found["analysis"]["version"] == VERSION
        assert (found["done"], found["total"]) == (1, 1)
        assert (await server.http.get("/api/tables/nowhere/analysis")).status_code == 404
    # Another server finds it.
    async with serving(tmp_path / "muscade.db", clock) as server:
        again = (await server.http.get(f"/api/tables/{table}/analysis")).json()
        assert again == found


async def test_what_a_server_did_not_finish_is_begun_anew(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock) as server:
        made, _ = await resigned(server)
        table = made["table"]
        assert (await server.http.post(f"/api/tables/{table}/analysis")).json()["status"] == "waiting"
    async with serving(tmp_path / "muscade.db", clock) as server:
        assert (await server.http.get(f"/api/tables/{table}/analysis")).json()["status"] == "none"
        found = (await done(server, table))["analysis"]
        assert [one["seat"] for one in found["decisions"]] == [0, 1, 2]
        assert len(found["players"]) == 3


async def test_of_several_servers_one_makes_an_analysis_and_all_tell_how_far_it_is(several: Several) -> None:
    async with several.servers(2) as (first, second):
        table = await finished(first)
        storage = await Storage.open(several.database)
        mine = first.app.state.reception.services.keeper.id
        assert await storage.analyses.begin(table, mine)
        assert await storage.analyses.note_progress(BegunRow(table, mine, 2, 5))
        address = f"/api/tables/{table}/analysis"
        told = (await second.http.post(address)).json()
        while told["status"] == "waiting":
            told = (await second.http.get(address)).json()
        assert (told["status"], told["done"], told["total"]) == ("running", 2, 5)
        # Nor does it fall to another as long as the first one lives.
        assert not await storage.analyses.begin(table, "another server")
        assert await storage.analyses.read(table) is None
        await storage.analyses.give_up(table, mine)
        assert (await second.http.get(address)).json()["status"] == "none"
        assert await done(second, table) == (await first.http.get(address)).json()
        assert await storage.analyses.begun(table) is None
        await storage.close()


async def test_nobody_is_helped_in_a_game_that_is_on(server: Server) -> None:
    made = await server.create(HERE, **GAVE_UP)
    table = made["table"]
    key = {"authorization": f"Bearer {made['keys'][0]['key']}"}
    seats = [HERE]
    for answer in (
        await server.http.get(f"/api/tables/{table}/analysis", headers=key),
        await server.http.post(f"/api/tables/{table}/analysis", headers=key),
        await server.http.post(f"/api/tables/{table}/try", json={"version": 0}),
        await server.http.post(f"/api/tables/{table}/play-on", json={"version": 0, "seats": seats}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not-over")


# ---------------------------------------------------------------- other moves


@pytest.fixture
async def people(server: Server) -> tuple[dict[str, str], dict[str, str]]:
    """Two people, by what they show."""

    async def make(name: str) -> dict[str, str]:
        wanted = {"name": name, "portrait": PORTRAITS[0], "id": f"{name} of sixteen letters"}
        answer = await server.http.post("/api/people", json=wanted)
        return {"authorization": f"Bearer {answer.json()['key']}"}

    return await make("Ada"), await make("Bea")


async def test_other_moves_are_tried_by_the_law(server: Server) -> None:
    made, played = await resigned(server)
    table = made["table"]

    async def tried(version: int, *moves: tuple[int, str]) -> httpx.Response:
        wanted = {"version": version, "moves": [{"seat": seat, "move": move} for seat, move in moves]}
        return await server.http.post(f"/api/tables/{table}/try", json=wanted)

    truth = await server.record(table)
    # The deal, then seat 0's first card: what was offered there is offered again.
    before = (await tried(1)).json()
    [offer] = before["offers"]
    assert offer["seat"] == 0
    assert played[0] in offer["moves"]
    assert before["record"]["events"] == truth["events"][:1]
    other = next(move for move in offer["moves"] if move != played[0])
    after = (await tried(1, (0, other))).json()
    assert after["moves"] == [{"seat": 0, "move": other}]
    assert [one["seat"] for one in after["offers"]] == [1]
    assert after["record"]["seed"] is None
    assert muscade.replay(
        Record.from_json(httpx.Response(200, json=after["record"]).content)
    ).state.turn() == (1,)
    # Chance draws as it did, unless it is told to do otherwise.
    assert (await tried(0)).json()["record"]["events"][0]["move"] == truth["events"][0]["move"]
    cards = truth["events"][0]["move"].split()[1:]
    chosen = "deal " + " ".join(reversed(cards))
    assert (await tried(0, (-1, chosen))).json()["moves"] == [{"seat": -1, "move": chosen}]
    for answer, status, code in (
        (await tried(1, (1, other)), 422, "illegal"),
        (await tried(1, (0, "P99")), 422, "notation"),
        (await tried(1, (0, "/resign")), 422, "notation"),
        (await tried(len(truth["events"]) + 1), 422, "version"),
        (await tried(len(truth["events"])), 422, "over-there"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_variations_make_a_tree_that_is_named_kept_and_shared(
    server: Server, people: tuple[dict[str, str], dict[str, str]]
) -> None:
    ada, bea = people
    made, played = await resigned(server)
    address = f"/api/tables/{made['table']}/variations"
    offered = (await server.http.post(f"/api/tables/{made['table']}/try", json={"version": 1})).json()[
        "offers"
    ][0]
    other = next(move for move in offered["moves"] if move != played[0])
    wanted = {
        "name": " A better card ",
        "version": 1,
        "moves": [{"seat": 0, "move": other}],
        "id": "a request of ours, once",
    }
    assert (await server.http.post(address, json=wanted)).status_code in (401, 403)
    kept = await server.http.post(address, json=wanted, headers=ada)
    assert kept.status_code == 201, kept.text
    first = kept.json()
    assert (first["name"], first["author"], first["yours"], first["parent"]) == (
        "A better card",
        "Ada",
        True,
        None,
    )
    assert (await server.http.post(address, json=wanted, headers=ada)).json() == first
    reused = await server.http.post(address, json=wanted | {"name": "other"}, headers=ada)
    assert reused.json()["code"] == "reused"
    # Somebody else goes on from there.
    there = (await server.http.get(f"{address}/{first['id']}")).json()
    assert there["variation"]["yours"] is False
    state = muscade.replay(Record.from_json(httpx.Response(200, json=there["record"]).content)).state
    branch = {
        "name": "And then",
        "version": 2,
        "parent": first["id"],
        "moves": [{"seat": 1, "move": state.moves(1)[0].notation}],
    }
    second = (await server.http.post(address, json=branch, headers=bea)).json()
    assert second["parent"] == first["id"]
    told = (await server.http.get(f"{address}/{second['id']}", headers=bea)).json()
    assert [event["move"] for event in told["record"]["events"][1:]] == [other, branch["moves"][0]["move"]]
    assert [one["id"] for one in (await server.http.get(address)).json()] == [first["id"], second["id"]]
    assert (await server.http.get("/api/tables/no-such-table/variations")).status_code == 404
    # Whoever kept it changes it, and nobody else; what others branch from stays.
    renamed = await server.http.patch(f"{address}/{first['id']}", json={"name": "Best"}, headers=ada)
    assert renamed.json()["name"] == "Best"
    for answer in (
        await server.http.patch(f"{address}/{first['id']}", json={"name": "Mine"}, headers=bea),
        await server.http.delete(f"{address}/{first['id']}", headers=ada),
        await server.http.delete(f"{address}/{second['id']}", headers=ada),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-variation")
    assert (await server.http.delete(f"{address}/{second['id']}", headers=bea)).status_code == 200
    assert (await server.http.get(f"{address}/{second['id']}")).json()["code"] == "variation"
    long = await server.http.post(address, json=wanted | {"name": "x" * 1000, "id": None}, headers=ada)
    assert (long.status_code, long.json()["code"]) == (400, "malformed")


# ---------------------------------------------------------------- going on from a moment


async def test_a_table_goes_on_from_a_moment_and_its_deal_check_speaks_of_its_own_draws(
    server: Server,
) -> None:
    made, played = await resigned(server)
    table = made["table"]
    truth = await server.record(table)
    wanted = {
        "version": 2,
        "seats": [RANDOM, {"kind": "here", "name": "Bea"}, RANDOM],
        "settings": {"pace": 0},
        "id": "played on once and not twice",
    }
    answer = await server.http.post(f"/api/tables/{table}/play-on", json=wanted)
    assert answer.status_code == 201, answer.text
    new = answer.json()
    assert (await server.http.post(f"/api/tables/{table}/play-on", json=wanted)).json() == new
    async with server.sit(new, 1) as bea:
        origin = bea.table["origin"]
        assert origin == {"table": table, "version": 2, "events": 2, "variation": None}
        assert [event["move"] for event in bea.events[1:2]] == [played[0]]
        assert bea.update["moves"]
        assert bea.table["commitment"] != truth["commitment"]
        await bea.play_on()
    record = await server.record(new["table"])
    assert record["origin"] == origin
    assert [event["move"] for event in record["events"][:2]] == [
        event["move"] for event in truth["events"][:2]
    ]
    findings = check(Record.from_json(httpx.Response(200, json=record).content))
    assert all(finding.holds for finding in findings), findings
    assert "went on from another game" in findings[-1].text
    # A deal of its own that does not follow from its seed is found out; the one it came with is not its own.
    whole = Record.from_json(httpx.Response(200, json=record).content)
    whole.origin = None
    assert not check(whole)[-1].holds
    for changes, code in (
        ({"version": 99}, "version"),
        ({"seats": [HERE]}, "seats"),
        ({"variation": "nothing"}, "variation"),
    ):
        refused = await server.http.post(f"/api/tables/{table}/play-on", json=wanted | {"id": None} | changes)
        assert refused.json()["code"] == code, refused.text
