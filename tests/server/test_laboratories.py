"""Settings for exact work, which no box has, are refused at every door of the server."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.server.harness import HERE, RANDOM, Server

import muscade
from muscade.core.views import encode

pytestmark = pytest.mark.anyio

SMALL = {"colours": 3, "hand": 4}
USUAL = muscade.Match(muscade.game("pass-pass"), 3, seed=1)
TABLE = {"game": "pass-pass", "seats": 3, "options": USUAL.state.options}
VIEW = msgspec.json.decode(encode(msgspec.structs.replace(USUAL.state.view(0), history=())))
RECORD = msgspec.to_builtins(USUAL.record)
POSITION = "hands=P1/P2/P3 leader=0"

DOORS: dict[str, dict[str, Any]] = {
    "tables": TABLE | {"seats": [HERE, RANDOM, RANDOM]},
    "positions/look": TABLE,
    "positions/try": TABLE | {"position": POSITION, "seat": 0, "move": "P1"},
    "describe": TABLE | {"view": VIEW},
    "replay": RECORD,
    "replay/frames": RECORD,
}


@pytest.mark.parametrize("door", DOORS)
async def test_its_options_are_refused(server: Server, door: str) -> None:
    asked = DOORS[door]
    small = asked | {"options": muscade.game("pass-pass").new(3, **SMALL).options}
    if door.startswith("replay"):
        small = msgspec.to_builtins(muscade.Match(muscade.game("pass-pass"), 3, seed=1, **SMALL).record)
    answer = await server.http.post(f"/api/{door}", json=small)
    assert (answer.status_code, answer.json().get("code")) == (422, "options"), answer.text
    assert "no option 'colours'" in answer.json()["text"]["en"]
    assert (await server.http.post(f"/api/{door}", json=asked)).status_code in (200, 201)


@pytest.mark.parametrize("door", ["positions/look", "replay"])
async def test_its_numbers_of_seats_are_refused(server: Server, door: str) -> None:
    record = muscade.Match(muscade.game("ptipasspass"), 2, seed=1).record
    asked = {"game": "ptipasspass", "seats": 2} if door != "replay" else msgspec.to_builtins(record)
    answer = await server.http.post(f"/api/{door}", json=asked)
    assert (answer.status_code, answer.json().get("code")) == (422, "seats"), answer.text


async def test_its_views_are_not_told_of(server: Server) -> None:
    asked = DOORS["describe"]
    view = VIEW | {"options": VIEW["options"] | SMALL}
    answer = await server.http.post("/api/describe", json=asked | {"view": view})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
