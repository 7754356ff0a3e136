"""What somebody has solved of the series, over HTTP: kept, joined, shown, taken along and forgotten."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.accounts.test_accounts import code, sign_in, with_account
from tests.server.harness import Server
from tests.server.rooms.visitors import Visitor, come

import muscade

pytestmark = pytest.mark.anyio

ADDRESS = "/api/people/me/series"
FIRST, SECOND = muscade.game("twisted-jumps").series()[:2]
BEST = FIRST.minimum
assert BEST is not None
assert SECOND.minimum is not None


def solved(number: int = 1, count: int | None = BEST, starred: bool = True, **more: Any) -> dict[str, Any]:
    return {"game": "twisted-jumps", "number": number, "count": count, "starred": starred} | more


async def note(server: Server, visitor: Visitor, *puzzles: dict[str, Any]) -> httpx.Response:
    return await server.http.post(ADDRESS, json={"solved": puzzles}, headers=visitor.headers)


async def known(server: Server, visitor: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await server.http.get(ADDRESS, headers=visitor.headers)).json()["solved"]
    return found


async def test_a_star_once_won_stays_whatever_is_said_later(server: Server) -> None:
    [eve] = await come(server, "Eve")
    assert await known(server, eve) == []
    answer = await note(server, eve, solved(starred=False), solved(3, None, True, game="mono-line"))
    both = [solved(3, None, True, game="mono-line"), solved(starred=False)]
    assert answer.json()["solved"] == both
    assert (await note(server, eve, solved())).json()["solved"][1] == solved()
    later = solved(count=BEST + 3, starred=False)
    assert (await note(server, eve, later)).json()["solved"][1] == solved()
    assert await known(server, eve) == [both[0], solved()]


async def test_what_nobody_can_have_solved_so_is_refused(server: Server) -> None:
    [eve] = await come(server, "Eve")
    for impossible in (solved(count=BEST - 1, starred=False), solved(count=BEST + 1), solved(count=None)):
        refused = await note(server, eve, solved(2, SECOND.minimum), impossible)
        assert code(refused) == (422, "not-solved-so")
        assert str(BEST) in refused.json()["text"]["fr"]
    for nowhere in (solved(game="pass-pass"), solved(game="chess")):
        assert code(await note(server, eve, nowhere)) == (404, "series")
    for unreadable in (solved(101), solved(0), solved(count=-1), {"game": "twisted-jumps"}):
        assert code(await note(server, eve, unreadable)) == (400, "malformed")
    assert code(await note(server, eve, *[solved()] * 101)) == (400, "malformed")
    assert await known(server, eve) == [], "all of it or nothing"
    assert code(await server.http.get(ADDRESS)) == (403, "person")
    assert code(await server.http.post(ADDRESS, json={"solved": []})) == (403, "person")


async def test_two_devices_of_an_account_have_the_better_of_both(server: Server) -> None:
    ada, [phone] = await with_account(server, "Ada"), await come(server, "Guest")
    await note(server, ada, solved())
    await note(server, phone, solved(count=BEST + 2, starred=False), solved(2, SECOND.minimum))
    assert (await sign_in(server, "ada", visitor=phone)).status_code == 201
    both = [solved(), solved(2, SECOND.minimum)]
    assert await known(server, ada) == await known(server, phone) == both
    profile = (await server.http.get(f"/api/people/{ada.person}")).json()
    assert profile["series"] == [{"game": "twisted-jumps", "solved": 2, "stars": 2}]
    everything = (await server.http.get("/api/people/me/export", headers=ada.headers)).json()
    assert [{**puzzle, "solved_at": None} for puzzle in everything["puzzles"]] == [
        {**puzzle, "solved_at": None} for puzzle in both
    ]
    assert all(puzzle["solved_at"] > 0 for puzzle in everything["puzzles"])


async def test_it_goes_with_whoever_is_forgotten(server: Server) -> None:
    [eve] = await come(server, "Eve")
    await note(server, eve, solved())
    answer = await server.http.post("/api/people/me/delete", json={}, headers=eve.headers)
    assert answer.status_code == 200
    assert await server.app.state.storage.solved.of_person(eve.person) == []
