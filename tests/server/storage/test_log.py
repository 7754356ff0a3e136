"""The log: ordered by the database, all or nothing, and many appends in one commit."""

from __future__ import annotations

import asyncio
import re
import struct
from pathlib import Path

import pytest
from tests.server.postgres import Cluster
from tests.server.storage.examples import BEGUN, append, created, event, versions, words

from muscade.server.rows import EventRow
from muscade.server.storage import Conflict, Fenced, Storage, StorageError

pytestmark = pytest.mark.anyio


async def test_a_version_is_stored_once(storage: Storage) -> None:
    await created(storage)
    await append(storage, "table", 1, 2)
    for taken in ((2,), (2, 3), (3, 2)):
        with pytest.raises(Conflict):
            await append(storage, "table", *taken)
    assert await versions(storage) == [1, 2]


async def test_a_log_has_no_gaps(storage: Storage) -> None:
    """Whoever knows of more than is there looks again: the database may have been put in another's place."""
    await created(storage, "a", "b")
    await append(storage, "a", 1)
    answers = await asyncio.gather(
        append(storage, "a", 3, epoch=0), append(storage, "b", 1), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [Conflict, type(None)]
    with pytest.raises(Conflict):
        await append(storage, "b", 3)
    assert (await versions(storage, "a"), await versions(storage, "b")) == ([1], [1])


async def test_a_message_is_stored_once(storage: Storage) -> None:
    await created(storage)
    await storage.append("table", [event(1, message_id="mine")], due_at=None, ended_at=None)
    with pytest.raises(Conflict):
        await storage.append("table", [event(2, message_id="mine")], due_at=None, ended_at=None)
    await storage.say("table", words(1, message_id="mine"))
    with pytest.raises(Conflict):
        await storage.say("table", words(2, message_id="mine"))
    with pytest.raises(Conflict):
        await storage.say("table", words(1))


async def test_two_servers_number_one_log(storage: Storage, database: str) -> None:
    """Of all who want a version, one gets it."""
    other = await Storage.open(database)
    await created(storage, "a", "b")

    async def attempt(server: Storage, name: str, version: int) -> bool:
        try:
            await append(server, name, version)
        except Conflict:
            return False
        return True

    for version in range(1, 21):
        attempts = ((server, name) for server in (storage, other) for name in ("a", "b", "a", "b"))
        answers = await asyncio.gather(*(attempt(*each, version) for each in attempts))
        assert answers.count(True) == 2
    assert await versions(storage, "a") == await versions(other, "b") == list(range(1, 21))
    await other.close()


async def test_who_fails_fails_alone(storage: Storage) -> None:
    names = [f"table {n}" for n in range(40)]
    await created(storage, *names)
    taken = names[3::7]
    for name in taken:
        await append(storage, name, 1)
    asked = [append(storage, name, 1, 2) for name in names]
    asked.append(append(storage, "no such table", 1))
    asked.append(
        storage.append("table 0", [EventRow(9, 0, "\ud800", BEGUN, None)], due_at=None, ended_at=None)
    )
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for name, answer in zip(names, answers, strict=False):
        assert isinstance(answer, Conflict) if name in taken else answer is None
        assert await versions(storage, name) == ([1] if name in taken else [1, 2])
    assert [type(answer) for answer in answers[-2:]] == [StorageError, StorageError]


async def test_a_keeper_of_the_past_cannot_write(storage: Storage) -> None:
    await created(storage, "a", "b")
    await storage.enlist("me")
    assert await storage.claim(["a", "b"], "me", []) == {"a": 1, "b": 1}
    answers = await asyncio.gather(
        append(storage, "a", 1, epoch=1),
        append(storage, "b", 1, epoch=0, due_at=77),
        return_exceptions=True,
    )
    assert answers[0] is None
    assert isinstance(answers[1], Fenced)
    stored = await storage.load("b")
    assert stored is not None
    assert (stored.events, stored.row.due_at) == ((), None)
    await append(storage, "b", 1)  # people have no epoch
    with pytest.raises(Fenced):
        await append(storage, "b", 2, epoch=2)
    with pytest.raises(StorageError):
        await append(storage, "no such table", 1, epoch=0)


async def test_the_times_of_a_table_go_with_its_log(storage: Storage) -> None:
    await created(storage, due_at=BEGUN)

    async def times() -> tuple[int | None, int | None]:
        stored = await storage.load("table")
        assert stored is not None
        return stored.row.due_at, stored.row.ended_at

    await append(storage, "table", 1, due_at=17)
    assert await times() == (17, None)
    with pytest.raises(Conflict):
        await append(storage, "table", 1, due_at=18)
    assert await times() == (17, None)
    await append(storage, "table", due_at=19)
    assert (await times(), await versions(storage)) == ((19, None), [1])
    await append(storage, "table", 2, ended_at=20)
    assert await times() == (None, 20)


async def test_appends_to_one_table_are_done_in_the_order_asked(storage: Storage) -> None:
    await created(storage)
    await asyncio.gather(*(append(storage, "table", n, due_at=n) for n in range(1, 11)))
    stored = await storage.load("table")
    assert stored is not None
    assert [event.version for event in stored.events] == list(range(1, 11))
    assert stored.row.due_at == 10


async def test_whoever_goes_away_takes_nobody_along(storage: Storage) -> None:
    await created(storage, "a", "b")
    tasks = [asyncio.ensure_future(append(storage, name, 1)) for name in ("a", "b")]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await tasks[1]
    await append(storage, "b", 2)
    assert await versions(storage, "a") == [1]


async def test_many_appends_need_few_commits(
    storage: Storage, database: str, request: pytest.FixtureRequest
) -> None:
    names = [f"table {n}" for n in range(300)]
    await created(storage, *names)
    before = commits(database, request)
    await asyncio.gather(*(append(storage, name, 1) for name in names))
    assert 1 <= commits(database, request) - before <= 10
    assert [await versions(storage, name) for name in names] == [[1]] * 300


def commits(database: str, request: pytest.FixtureRequest) -> int:
    """How often anything was committed to the log, as the database itself has it."""
    if database.startswith("postgresql"):
        cluster: Cluster = request.getfixturevalue("cluster")
        name = re.split("[/?]", database)[3]
        return int(cluster.execute("SELECT count(DISTINCT xmin::text) FROM events", name))
    wal = Path(f"{database}-wal").read_bytes()
    (page_size,) = struct.unpack_from(">I", wal, 8)
    salts = wal[16:24]
    # A frame that ends a transaction says how large the database is then; others say 0.
    frames = (wal[place : place + 24] for place in range(32, len(wal), 24 + page_size))
    return sum(1 for frame in frames if frame[8:16] == salts and frame[4:8] != bytes(4))
