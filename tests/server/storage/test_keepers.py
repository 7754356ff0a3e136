"""One server at a time runs a table's bots and clock."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.storage.examples import BEGUN, append, created

from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio


async def test_servers_are_counted_while_they_live(storage: Storage) -> None:
    await storage.enlist("a")
    await storage.enlist("b")
    assert await storage.beats() == {"a": 0, "b": 0}
    await storage.beat("a")
    await storage.beat("a")
    assert await storage.beats() == {"a": 2, "b": 0}
    await storage.retire("a")
    assert await storage.beats() == {"b": 0}
    await storage.beat("a")  # it lives after all
    assert set(await storage.beats()) == {"a", "b"}


async def test_a_table_has_one_keeper(storage: Storage, database: str) -> None:
    other = await Storage.open(database)
    names = [f"table {n}" for n in range(30)]
    await created(storage, *names)
    for server in ("a", "b"):
        await storage.enlist(server)
    claimed = await asyncio.gather(storage.claim(names, "a", []), other.claim(names[::-1], "b", []))
    assert sorted([*claimed[0], *claimed[1]]) == sorted(names)
    assert {epoch for each in claimed for epoch in each.values()} == {1}
    for server, tables in zip("ab", claimed, strict=True):
        for name in tables:
            stored = await storage.load(name)
            assert stored is not None
            assert (stored.row.keeper, stored.row.epoch) == (server, 1)
    await other.close()


async def test_the_dead_keep_nothing(storage: Storage) -> None:
    await created(storage, "of the living", "of the dead", "of a stranger", "of nobody", "mine")
    for server in ("living", "dead", "me"):
        await storage.enlist(server)
    for server in ("living", "dead"):
        await storage.claim([f"of the {server}"], server, [])
    await storage.claim(["of a stranger"], "never enlisted", [])
    await storage.claim(["mine"], "me", [])
    wanted = ["of the living", "of the dead", "of a stranger", "of nobody", "no such table"]
    claimed = await storage.claim(wanted, "me", ["dead"])
    assert claimed == {"of the dead": 2, "of a stranger": 2, "of nobody": 1}
    # An answer that was lost can be asked for again.
    assert await storage.claim(["of nobody"], "me", []) == {"of nobody": 2}
    assert await storage.claim([], "me", ["living"]) == {}


async def test_who_goes_lets_go(storage: Storage) -> None:
    await created(storage, "a", "b", "c")
    await storage.enlist("me")
    await storage.enlist("you")
    await storage.claim(["a", "b"], "me", [])
    await storage.claim(["c"], "you", [])
    await storage.retire("me")
    assert await storage.claim(["a", "b", "c"], "you", []) == {"a": 2, "b": 2, "c": 2}
    await storage.retire("you")
    assert await storage.claim(["a", "b", "c"], "me", []) == {"a": 3, "b": 3, "c": 3}


async def test_tables_that_act_by_themselves_are_found_the_earliest_first(storage: Storage) -> None:
    for place, name in enumerate("edcba"):
        await created(storage, name, due_at=BEGUN + place // 2)
    await created(storage, "never")
    await created(storage, "over", due_at=1)
    await append(storage, "over", 1, ended_at=2)
    await storage.claim(["d"], "me", [])
    found = await storage.due(10)
    assert found == [
        ("d", BEGUN, "me"),
        ("e", BEGUN, None),
        ("b", BEGUN + 1, None),
        ("c", BEGUN + 1, None),
        ("a", BEGUN + 2, None),
    ]
    pages = [await storage.due(2)]
    while pages[-1]:
        pages.append(await storage.due(2, after=(pages[-1][-1].due_at, pages[-1][-1].table_id)))
    assert [due for page in pages for due in page] == found
    assert [len(page) for page in pages] == [2, 2, 1, 0]
