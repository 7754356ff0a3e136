"""Rated games and ratings, in both kinds of databases."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.storage.examples import person, rated_game

from muscade.server.ratings.again import recompute
from muscade.server.ratings.keeping import rate
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio


async def test_games_that_end_at_once_are_rated_one_after_another(storage: Storage) -> None:
    for name in ("ada", "bea", "eve"):
        await storage.people.make(person(name), f"key of {name}")
    games = [rated_game(number, "ada", "bea") for number in range(4)]
    games += [rated_game(4, "bea", "eve"), rated_game(5, "eve", None, "greedy")]
    # Each by two servers.
    await asyncio.gather(*(rate(storage, game) for game in games for _ in range(2)))
    rows = await storage.ratings.all_games()
    assert [row.number for row in rows] == [number for number in range(1, 7) for _ in range(2)]
    assert {row.table_id for row in rows} == {game.table_id for game in games}
    found = {row.person_id or row.level: row for row in await storage.ratings.all_ratings()}
    assert {who: row.games for who, row in found.items()} == {"ada": 4, "bea": 5, "eve": 2, "greedy": 1}
    assert found["ada"].rating > 1500 > found["bea"].rating
    # The tables themselves are not there: what was noted of them tells the same.
    assert await recompute(storage, write=True) == (6, 4, 0, 0)
    assert [row.rating for row in await storage.ratings.games_of("ada")] == sorted(
        row.rating for row in rows if row.person_id == "ada"
    )
    assert [(pool.game, pool.players) for pool in await storage.ratings.pools()] == [("a-game", 4)]


async def test_leaders_are_those_who_are_sure_the_strongest_first(storage: Storage) -> None:
    for name in ("ada", "bea"):
        await storage.people.make(person(name), f"key of {name}")
    for number in range(30):
        await rate(storage, rated_game(number, "ada", None, "greedy"))
    await rate(storage, rated_game(30, "bea", None, "greedy"))
    leaders = await storage.ratings.leaders("a-game", 2, 250.0)
    assert [(leader.rating.person_id, leader.rating.level, leader.name) for leader in leaders] == [
        ("ada", None, "Ada"),
        (None, "greedy", None),
    ]
    assert {row.person_id for row in await storage.ratings.some("a-game", 2, ["bea"])} == {"bea", None}


async def test_a_rewrite_that_knew_less_changes_nothing(storage: Storage) -> None:
    await storage.people.make(person("ada"), "key of ada")
    await rate(storage, rated_game(1, "ada", None, "greedy"))
    before = await storage.ratings.all_games(), await storage.ratings.all_ratings()
    with pytest.raises(Exception, match="changed already"):
        await storage.ratings.put_all(4, [], [])
    assert (await storage.ratings.all_games(), await storage.ratings.all_ratings()) == before
