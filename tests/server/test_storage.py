"""When the database fails, nothing acknowledged is lost, and nothing lost was acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, FakeClock, Server, serving

from muscade.server.storage import Storage, StorageError
from muscade.server.tables import RETRY_AFTER

pytestmark = pytest.mark.anyio


@contextmanager
def without_a_log(database: Path) -> Iterator[None]:
    """The table of events is away: nothing can be appended, nor loaded."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE events RENAME TO elsewhere")
        yield
        connection.execute("ALTER TABLE elsewhere RENAME TO events")


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Somebody else is writing, and does not stop."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@pytest.mark.parametrize("broken", [without_a_log, locked])
async def test_a_move_that_cannot_be_stored_did_not_happen(
    tmp_path: Path, broken: object, clock: FakeClock
) -> None:
    database = tmp_path / "muscade.db"
    async with serving(database, clock, query="?timeout=0.05") as server:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        async with server.sit(created) as ada, server.sit(created, None) as watcher:
            before = ada.update
            message = ada.move()
            with broken(database):  # type: ignore[operator]
                assert (await ada.refusal(message))["code"] == "storage"
            await ada.send({"type": "look", "seat": 0})
            assert (await ada.expect("update"))["view"] == before["view"]
            # The same message again is no resend of something that happened.
            await ada.send(message)
            assert (await ada.expect("accepted"))["version"] == 2
            await watcher.until(lambda update: update["version"] >= 2)
            assert [event["version"] for event in watcher.events[:2]] == [1, 2]


async def test_bots_go_on_when_the_database_is_back(tmp_path: Path, clock: FakeClock) -> None:
    database = tmp_path / "muscade.db"
    async with serving(database, clock, query="?timeout=0.05") as server:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 1}, pace=900)
        async with server.sit(created) as ada:
            with without_a_log(database):
                clock.advance(900)
                await asyncio.sleep(0.2)
                clock.advance(RETRY_AFTER)
                await asyncio.sleep(0.2)
            while ada.update["version"] < 2:
                clock.advance(RETRY_AFTER)
                await asyncio.sleep(0.02)
                await ada.send({"type": "look", "seat": 0})
                await ada.expect("update")
            assert ada.events[1]["seat"] == 1


async def test_words_that_cannot_be_stored_were_not_said(tmp_path: Path, clock: FakeClock) -> None:
    database = tmp_path / "muscade.db"
    words = {"type": "say", "id": "my words", "seat": 0, "text": "hello"}
    async with serving(database, clock, query="?timeout=0.05") as server:
        created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
        async with server.sit(created) as ada:
            with locked(database):
                assert (await ada.refusal(words))["code"] == "storage"
            await ada.send(words)
            assert (await ada.expect("accepted"))["version"] == 1


async def test_people_are_told_when_nothing_can_be_read_or_written(tmp_path: Path, clock: FakeClock) -> None:
    database = tmp_path / "muscade.db"
    async with serving(database, clock, query="?timeout=0.05") as server:
        created = await server.create(HERE, GREEDY, INVITED)
        with without_a_log(database):
            async with server.connect(created["table"]) as ada:
                assert (await ada.receive())["code"] == "storage"
                assert await ada.closed() == 1013
        with locked(database):
            response = await server.join(created["invitations"][0]["invite"])
            assert (response.status_code, response.json()["code"]) == (503, "storage")
            request = {"game": "pass-pass", "seats": [HERE, GREEDY, GREEDY]}
            response = await server.http.post("/api/tables", json=request)
            assert (response.status_code, response.json()["code"]) == (503, "storage")
            response = await server.http.get("/readyz")
            assert (response.status_code, response.json()["code"]) == (503, "storage")
            # It is alive all the same: to start it anew would mend nothing.
            assert (await server.http.get("/healthz")).status_code == 200
        assert (await server.http.get("/readyz")).status_code == 200
        assert (await server.join(created["invitations"][0]["invite"])).status_code == 201


async def test_a_move_numbered_by_another_writer_is_not_overwritten(server: Server) -> None:
    """Whoever comes second hears that the table has moved on."""
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        move = ada.update["moves"][0]
        with closing(sqlite3.connect(server.database, isolation_level=None)) as connection:
            connection.execute(
                "INSERT INTO events (table_id, version, seat, move, at) VALUES (?, 2, 0, ?, 0)",
                (created["table"], move),
            )
        assert (await ada.refusal(ada.move(ada.update["moves"][1])))["code"] == "late"
        await ada.send({"type": "look", "seat": 0})
        await ada.until(lambda update: update["version"] >= 2)
        assert ada.events[1]["move"] == move


async def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "muscade.db").write_text("this is a letter, and no database at all\n" * 100)
    with pytest.raises(StorageError, match="not a database"):
        await Storage.open(str(tmp_path / "muscade.db"))
