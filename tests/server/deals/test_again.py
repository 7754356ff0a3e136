"""The same deal again, and how others did with it."""

from __future__ import annotations

import pytest
from tests.server.harness import HERE, RANDOM, Server

pytestmark = pytest.mark.anyio


async def test_a_deal_is_played_again_and_compared(server: Server) -> None:
    first = await server.create(HERE, RANDOM, RANDOM, options={"leader": "random"})
    path = f"/api/tables/{first['table']}"
    wanted = {"seat": 0, "name": "Bea", "level": "random", "id": "sixteen letters at least"}
    early = await server.http.post(f"{path}/again", json=wanted)
    assert (early.status_code, early.json()["code"]) == (403, "not-over")
    async with server.sit(first) as ada:
        await ada.play_on()
        assert not ada.table["known_deal"]
    response = await server.http.post(f"{path}/again", json=wanted)
    assert response.status_code == 201, response.text
    again = response.json()
    assert (await server.http.post(f"{path}/again", json=wanted)).json() == again
    async with server.sit(again) as bea:
        assert bea.table["known_deal"]
        assert [one["level"] for one in bea.table["people"]] == [None, "random", "random"]
        await bea.make("/pace instantly")
        await bea.play_on()
    one, other = await server.record(first["table"]), await server.record(again["table"])
    assert one["seed"] == other["seed"]
    assert [event["move"] for event in one["events"][:2]] == [event["move"] for event in other["events"][:2]]
    for table in (first["table"], again["table"]):
        told = (await server.http.get(f"/api/tables/{table}/deal")).json()
        assert told["game"] == "pass-pass"
        assert sorted((game["first"], game["seats"][0]["name"]) for game in told["games"]) == [
            (False, "Bea"),
            (True, "Ada"),
        ]
        assert [game["this"] for game in told["games"]].count(True) == 1
    assert (await server.http.post(f"{path}/again", json={"seat": 9, "name": "Eve"})).status_code == 422
