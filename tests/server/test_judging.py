"""Who wins a trick on a real table, over HTTP, and the pads of the catalogue."""

from __future__ import annotations

import pytest
from tests.server.harness import Server

from muscade import game, game_names

pytestmark = pytest.mark.anyio


@pytest.mark.clause("PP-9", "PP-10", "PP-11")
async def test_the_law_says_who_wins_and_why(server: Server) -> None:
    asked = {"game": "pass-pass", "cards": ["P10", "B11", "G4", "P6"]}
    response = await server.http.post("/api/judge", json=asked)
    assert response.status_code == 200, response.text
    ruling = response.json()
    assert ruling["winners"] == [0, 3]
    assert [reason["clause"] for reason in ruling["reasons"]] == ["PP-9", "PP-10", "PP-11", "PP-11"]
    # A colour alone: the second winner is of the colour ranked next; equal totals by the higher card.
    alone = await server.http.post("/api/judge", json=asked | {"cards": ["P9", "B5", "B4", "G1"]})
    assert alone.json()["winners"] == [0, 1]
    assert "equal" in alone.json()["reasons"][1]["text"]["en"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"game": "pass-pass", "cards": ["P10", "P10", "G4"]}, "cards"),
        ({"game": "pass-pass", "cards": ["P10", "X4", "G4"]}, "cards"),
        ({"game": "pass-pass", "cards": ["P10"]}, "cards"),
        ({"game": "mono-line", "cards": ["P10"]}, "judge"),
        ({"game": "chess", "cards": []}, "game"),
    ],
)
async def test_what_is_no_trick_is_refused(server: Server, asked: dict[str, object], code: str) -> None:
    response = await server.http.post("/api/judge", json=asked)
    assert (response.status_code, response.json()["code"]) == (422, code)


async def test_pads_are_the_law_s_own_numbers(server: Server) -> None:
    catalogue = {info["name"]: info for info in (await server.http.get("/api/games")).json()}
    for name in game_names():
        assert [pad["name"] for pad in catalogue[name]["pads"]] == [pad.name for pad in game(name).pads]
        for pad in game(name).pads:
            columns = {column.name for column in pad.columns}
            assert columns.issuperset(pad.ranking)
            assert pad.goal is None or pad.goal.column in columns
    alone, teams = catalogue["pass-pass"]["pads"]
    assert (alone["rounds"], alone["goal"]["total"], alone["ranking"]) == (3, 3, ["points", "passes"])
    assert teams["goal"]["clause"] == "PP-22"
    assert catalogue["over-pass"]["pads"][0]["goal"]["total"] == 10
    assert catalogue["passe-eclair"]["pads"][0]["columns"][0]["most"] == 3
