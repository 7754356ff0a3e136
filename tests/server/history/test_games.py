"""One's own games, filtered and counted."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.harness import FakeClock, Server
from tests.server.ratings.test_ratings import RATED, resign
from tests.server.rooms.visitors import Visitor, come

pytestmark = pytest.mark.anyio


async def games(server: Server, visitor: Visitor, **query: str) -> dict[str, Any]:
    response = await server.http.get("/api/people/me/games", params=query, headers=visitor.headers)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def tables(server: Server, visitor: Visitor, **query: str) -> list[str]:
    return [game["game"] for game in (await games(server, visitor, **query))["games"]]


async def test_games_are_found_by_what_they_were(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    # Ada wins against Bea, a game that counts; then loses one with a bot.
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        await resign(server, bea, guest)
    clock.advance(60_000)
    room = await ada.create(server, "over-pass", 2, level="random")
    async with ada.enter(server, room) as host:
        await host.do("start")
        await resign(server, ada, host)
        table = host.room["table"]
    assert await tables(server, ada) == ["over-pass", "mono-line"]
    assert await tables(server, ada, game="mono-line") == ["mono-line"]
    assert await tables(server, ada, opponent=bea.person) == ["mono-line"]
    assert await tables(server, ada, opponent=ada.person) == []
    assert await tables(server, ada, level="random") == ["over-pass"]
    assert await tables(server, ada, outcome="lost") == ["over-pass"]
    assert await tables(server, ada, rated="yes") == ["mono-line"]
    assert await tables(server, ada, rated="no", game="mono-line") == []
    [lost, won] = (await games(server, ada))["games"]
    assert (lost["table"], lost["kept"], lost["place"], lost["rating"]) == (table, True, 2, None)
    assert [(seat["name"], seat["level"]) for seat in won["people"]] == [("Ada", None), ("Bea", None)]
    assert (won["outcome"], won["place"]) == ("won", 1)
    assert won["rating"] > 1500
    counted = await server.http.get("/api/people/me/statistics", headers=ada.headers)
    [mono, over] = counted.json()["games"]
    assert mono["by_seats"] == [{"seats": 2, "tally": {"won": 1, "drawn": 0, "lost": 0}, "places": [1, 0]}]
    assert [(one["name"], one["games"], one["won"]) for one in mono["against"]] == [("Bea", 1, 1)]
    assert [(one["level"], one["lost"]) for one in over["against"]] == [("random", 1)]
    assert [month["month"] for month in mono["by_month"]] == ["2027-01"]
    assert [len(course["points"]) for course in mono["ratings"]] == [1]


async def test_what_is_asked_wrongly_is_told(server: Server) -> None:
    [ada] = await come(server, "Ada")
    for query in ({"outcome": "maybe"}, {"nonsense": "1"}, {"before": "yesterday"}):
        response = await server.http.get("/api/people/me/games", params=query, headers=ada.headers)
        assert (response.status_code, response.json()["code"]) == (400, "malformed"), query
    assert (await server.http.get("/api/people/me/games")).status_code == 403
