"""People without accounts: a name, a portrait and a device key."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving
from tests.server.rooms.visitors import come

from muscade.server.limits import Limits
from muscade.server.rooms.requests import PORTRAITS
from muscade.server.tokens import digest

pytestmark = pytest.mark.anyio

ADA = {"name": " Ada ", "portrait": "star", "id": "an id of the browser's"}


async def test_somebody_makes_themselves_known_once(server: Server) -> None:
    first, again = [await server.http.post("/api/people", json=ADA) for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json(), "a lost answer is given again"
    other = (await server.http.post("/api/people", json=ADA | {"id": "of another browser"})).json()
    assert not set(other.values()) & set(first.json().values()), "names are not unique"


async def test_the_database_has_no_key_only_its_digest(server: Server) -> None:
    [ada] = await come(server, "Ada")
    with closing(sqlite3.connect(server.database)) as database:
        written = "\n".join(database.iterdump())
    assert ada.person in written
    assert ada.key not in written
    assert digest(ada.key) in written


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "\u200b"}, "name"),
        ({"name": ""}, "malformed"),
        ({"name": "x" * 25}, "malformed"),
        ({"portrait": "a cat"}, "malformed"),
        ({"id": "short"}, "malformed"),
        ({"id": None}, "malformed"),
    ],
)
async def test_who_cannot_be_known(server: Server, wrong: dict[str, str], code: str) -> None:
    response = await server.http.post("/api/people", json=ADA | wrong)
    assert response.json()["code"] == code


async def test_a_device_says_who_it_belongs_to(server: Server) -> None:
    key = (await server.http.post("/api/people", json=ADA)).json()["key"]
    me = await server.http.get("/api/people/me", headers={"authorization": f"Bearer {key}"})
    assert (me.json()["name"], me.json()["portrait"], me.json()["rooms"]) == ("Ada", "star", [])
    for headers in ({}, {"authorization": "Bearer"}, {"authorization": f"Bearer {secrets.token_hex(12)}"}):
        refused = await server.http.get("/api/people/me", headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "person")
    refused = await server.http.get("/api/people/me", headers={"authorization": "Basic x"})
    assert refused.json()["code"] == "key"


async def test_a_name_and_a_portrait_can_be_changed(server: Server) -> None:
    [ada] = await come(server, "Ada")
    for change in ({"name": "Ada L."}, {"portrait": PORTRAITS[-1]}, {}):
        response = await server.http.patch("/api/people/me", json=change, headers=ada.headers)
        assert response.status_code == 200, response.text
    assert response.json() == {
        "person": ada.person,
        "name": "Ada L.",
        "portrait": PORTRAITS[-1],
        "account": False,
    }
    assert (await ada.me(server))["name"] == "Ada L."
    refused = await server.http.patch("/api/people/me", json={"name": " "}, headers=ada.headers)
    assert refused.json()["code"] == "name"
    refused = await server.http.patch("/api/people/me", json={"name": "Eve"})
    assert refused.json()["code"] == "person"


async def test_it_is_noted_now_and_then_that_somebody_was_here(server: Server, clock: FakeClock) -> None:
    [ada] = await come(server, "Ada")
    people = server.app.state.storage.people
    made = clock.now()
    for wait, seen in ((600_000, made), (3_600_000, made + 4_200_000)):
        clock.advance(wait)
        await ada.me(server)
        found = await people.of_device(digest(ada.key))
        assert found is not None
        assert found.seen_at == seen


async def test_one_address_makes_only_so_many_known(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock, limits=Limits(people_a_minute=2)) as server:
        await come(server, "Ada", "Bea")
        refused = await server.http.post("/api/people", json=ADA)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-people")
        assert refused.headers["retry-after"]


async def test_nobody_looks_at_their_games_all_the_time(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock, limits=Limits(looks_a_minute=2)) as server:
        ada, bea = await come(server, "Ada", "Bea")
        for _ in range(2):
            await ada.me(server)
        refused = await server.http.get("/api/people/me", headers=ada.headers)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
        await bea.me(server)
