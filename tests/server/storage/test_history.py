"""Somebody's games, some at a time, in both kinds of databases."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import person, rated_game, result, room, table
from tests.server.storage.examples import seats as seats_of

from muscade.server.ratings.keeping import rate
from muscade.server.storage import Storage
from muscade.server.storage.history import AT_ONCE, Before
from muscade.server.storage.rooms import Beside

pytestmark = pytest.mark.anyio


async def test_games_come_some_at_a_time_the_latest_first(storage: Storage) -> None:
    for name in ("ada", "bea"):
        await storage.people.make(person(name), f"key of {name}")
    await storage.rooms.create(room())
    count = AT_ONCE + 5
    results = [
        result(who, table_id=f"table {number:02}", seat=seat, ended_at=number // 2)
        for number in range(count)
        for seat, who in enumerate(("ada", "bea"))
    ]
    await storage.rooms.update(room(), Beside(results=results))
    first = await storage.history.games("ada")
    assert len(first) == AT_ONCE + 1
    last = first[AT_ONCE - 1].result
    rest = await storage.history.games("ada", Before(last.ended_at, last.table_id))
    told = [found.result.table_id for found in (*first[:AT_ONCE], *rest)]
    assert told == [f"table {number:02}" for number in reversed(range(count))]
    assert not first[0].kept
    assert first[0].seats == ()
    assert {row.games for row in await storage.history.against("ada")} == {count}


async def test_filters_hold_together(storage: Storage) -> None:
    for name in ("ada", "bea"):
        await storage.people.make(person(name), f"key of {name}")
    await storage.rooms.create(room())
    made = table("table 1"), seats_of("table 1")
    results = [
        result("ada", table_id="table 1", outcome="won", ended_at=1),
        result("bea", table_id="table 1", seat=1, outcome="lost", ended_at=1),
        result("ada", table_id="table 2", outcome="lost", ended_at=2, game="another"),
    ]
    await storage.rooms.update(room(), Beside(table=made, results=results))
    await rate(storage, rated_game(1))

    async def found(**asked: object) -> list[str]:
        return [game.result.table_id for game in await storage.history.games("ada", **asked)]  # type: ignore[arg-type]

    assert await found() == ["table 2", "table 1"]
    assert await found(game="another") == ["table 2"]
    assert await found(outcome="won") == ["table 1"]
    assert await found(opponent="bea") == ["table 1"]
    assert await found(level="greedy") == ["table 1"]
    assert await found(rated=True) == ["table 1"]
    assert await found(rated=False) == ["table 2"]
    assert await found(opponent="bea", outcome="lost") == []
