"""The referee over HTTP, and tables that begin from a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from tests.server.harness import HERE, RANDOM, ROOMY, FakeClock, Server, serving
from tests.server.several import Several

import muscade
from muscade.core.fairness import check

pytestmark = pytest.mark.anyio

MONO = {"game": "mono-line", "seats": 2}
PASS_PASS = {
    "game": "pass-pass",
    "seats": 3,
    "position": "hands=P1/P2/P3 leader=0 fronts=Y1,Y2,Y3,Y4,Y5,Y6,Y7/G1,G2,G3,G4,G5,G6,G7/P4,P5,G8,Y8,B2,B3,B4",
}


async def ask(server: Server, what: str, **asked: Any) -> dict[str, Any]:
    answer = await server.http.post(f"/api/positions/{what}", json=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_every_game_with_positions_tells_what_can_be_set_and_begins_somewhere(server: Server) -> None:
    catalogue = {game["name"]: game for game in (await server.http.get("/api/games")).json()}
    for name in muscade.game_names():
        game = muscade.game(name)
        assert catalogue[name]["positions"] == (game.positions is not None)
        if game.positions is None:
            refused = await server.http.post(
                "/api/positions/look", json={"game": name, "seats": game.seats[0]}
            )
            assert refused.json()["code"] == "no-positions"
            continue
        seen = await ask(server, "look", game=name, seats=game.seats[0])
        assert seen["refusal"] is None
        assert seen["fields"]
        assert any(offer["moves"] for offer in seen["offers"])
        again = await ask(server, "look", game=name, seats=game.seats[0], position=seen["position"])
        assert again == seen


@pytest.mark.clause("ML-2")
async def test_what_the_law_forbids_is_answered_with_its_clause(server: Server) -> None:
    seen = await ask(server, "look", **MONO, position="turn=0 pieces=b1/b3")
    assert seen["refusal"]["clause"] == "ML-2"
    assert "b1" in seen["refusal"]["text"]["fr"]
    assert seen["view"] is None
    assert [field["name"] for field in seen["fields"]] == ["turn", "pieces", "tried"]
    seen = await ask(server, "look", **MONO, position="the moon")
    assert (seen["refusal"]["code"], seen["refusal"]["clause"]) == ("notation", None)
    seen = await ask(server, "look", **MONO, position="first 0")
    assert seen["refusal"]["code"] == "notation"


@pytest.mark.clause("PP-9", "PP-11")
async def test_a_move_is_tried_and_the_law_says_who_wins_and_why(server: Server) -> None:
    seen = await ask(server, "try", **PASS_PASS, seat=0, move="P1")
    assert (seen["turn"], seen["reasons"]) == ([1], [])
    moves = [{"seat": 0, "move": "P1"}, {"seat": 1, "move": "P2"}]
    seen = await ask(server, "try", **PASS_PASS, moves=moves, seat=2, move="P3")
    assert [reason["clause"] for reason in seen["reasons"]] == ["PP-9", "PP-10", "PP-11", "PP-11"]
    assert "purple 6" in seen["reasons"][0]["text"]["en"]
    assert seen["events"][-1]["shown"] == ["winners 2 1"]
    assert seen["turn"] == [2]
    refused = await ask(server, "try", **PASS_PASS, seat=1, move="P2")
    assert refused["refusal"]["clause"] == "PP-8"


@pytest.mark.clause("PP-7")
async def test_a_seat_is_shown_what_it_may_see(server: Server) -> None:
    seen = await ask(server, "look", **PASS_PASS, look=1)
    assert seen["view"]["hand"] == ["P2"]
    assert seen["events"][0]["move"].startswith("set hands=P?/P2/P? ")


async def test_moves_are_weighed_and_where_there_is_a_solver_it_is_the_truth(server: Server) -> None:
    told = await ask(server, "weigh", game="twisted-jumps", seats=1, position="pieces=b1,b4")
    assert (told["seat"], told["proved"]) == (0, True)
    assert [(best["move"], best["value"]) for best in told["moves"][:1]] == [("b1xb4>a1", 1.0)]
    answer = await server.http.post("/api/positions/weigh", json={**MONO, "position": "turn=0 pieces=b1/b3"})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal")


async def test_nonsense_is_refused(server: Server) -> None:
    for asked in (
        {**MONO, "look": 2},
        {**MONO, "moves": [{"seat": 7, "move": "c3"}]},
        {"game": "chess", "seats": 2},
        {"game": "mono-line", "seats": 3},
        {**MONO, "options": {"moon": 1}},
        {**MONO, "position": "x" * 5000},
        {**MONO, "moves": [{"seat": 0, "move": "c3"}] * 200},
    ):
        answer = await server.http.post("/api/positions/look", json=asked)
        assert 400 <= answer.status_code < 500, asked


async def test_one_address_asks_so_often_and_no_more(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock, limits=replace(ROOMY, positions_a_minute=2)) as server:
        answers = [await server.http.post("/api/positions/look", json=MONO) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "too-many-positions"


async def test_a_table_begins_from_a_position_and_is_a_table_like_any_other(several: Several) -> None:
    async with several.another() as server:
        await begin_from_a_position(server)


async def begin_from_a_position(server: Server) -> None:
    position = "set turn=0 pieces=b1/c3"
    wanted = {"game": "mono-line", "seats": [HERE, RANDOM], "position": position, "id": "a" * 32}

    async def create(**changes: Any) -> httpx.Response:
        return await server.http.post("/api/tables", json=wanted | changes)

    made = (await create()).json()
    assert (await create()).json() == made
    other = await create(position="turn=1 pieces=b1/")
    assert other.json().get("code") == "reused", (other.text, made)
    async with server.sit(made) as ada:
        update = ada.update
        assert [event["move"] for event in update["events"]] == [position]
        assert {piece["place"] for piece in update["view"]["pieces"]} == {"b1", "c3"}
        await ada.make(update["moves"][0])
    record = await server.record(made["table"], made["keys"][0]["key"])
    assert record["events"][0]["move"] == position
    for wrong, code in (("turn=0 pieces=b1/b3", "illegal"), ("first 0", "notation"), ("moon", "notation")):
        refused = await create(position=wrong, id=None)
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_a_finished_game_from_a_position_can_be_checked(server: Server) -> None:
    made = await server.create(RANDOM, RANDOM, RANDOM, game="pass-pass", position=PASS_PASS["position"])
    async with server.sit(made, None) as watcher:
        await watcher.until(lambda update: update["view"]["outcome"])
    draws = (await server.http.get(f"/api/tables/{made['table']}/draws")).json()
    assert draws["lots"][0]["moves"][0].startswith("set hands=")
    record = muscade.Record.from_json((await server.http.get(f"/api/tables/{made['table']}/record")).text)
    assert all(finding.holds for finding in check(record))
