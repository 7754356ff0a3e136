"""PostgreSQL goes away and comes back: what was acknowledged is there, and what was refused may be tried again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import asyncpg
import pytest
from tests.server.harness import PATIENCE
from tests.server.postgres import Cluster
from tests.server.storage.examples import append, created, versions, words

from muscade.server.storage import Conflict, Fenced, Storage, StorageError, postgres, store

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """One that may be stopped."""
    cluster = Cluster.make()
    cluster.start()
    yield cluster
    cluster.remove()


@pytest.fixture(autouse=True)
def pings_are_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PROVED", 0)


class Wire:
    """What is between a server and its database; it can be cut before a question or before an answer arrives."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.cut: str | None = None
        self.was_cut = asyncio.Event()
        self._pumps: set[asyncio.Task[None]] = set()

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        self._server.close()
        if self._pumps:
            await asyncio.wait(self._pumps, timeout=PATIENCE)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        for pump in (
            self._pump(reader, back, "question", writer),
            self._pump(there, writer, "answer", writer),
        ):
            task = asyncio.create_task(pump)
            self._pumps.add(task)
            task.add_done_callback(self._pumps.discard)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        what: str,
        client: asyncio.StreamWriter,
    ) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self.cut == what:
                    self.cut = None
                    self.was_cut.set()
                    client.transport.abort()
                    break
                target.write(data)
        target.close()
        with suppress(OSError):
            await target.wait_closed()


@pytest.fixture
async def wire(cluster: Cluster) -> AsyncIterator[Wire]:
    made = Wire(cluster.port)
    yield made
    await made.close()


@pytest.fixture
async def wired(cluster: Cluster, wire: Wire) -> AsyncIterator[Storage]:
    """A database at the end of a wire, with a log of one version."""
    port = await wire.start()
    with cluster.database() as address:
        storage = await Storage.open(address.replace(f":{cluster.port}/", f":{port}/"))
        await created(storage)
        await append(storage, "table", 1, epoch=0)
        yield storage
        await storage.close()


@pytest.mark.parametrize("cut", ["question", "answer"])
async def test_an_append_whose_connection_is_cut_is_found_out_about(
    wired: Storage, wire: Wire, cut: str
) -> None:
    wire.cut = cut
    await append(wired, "table", 2, due_at=7)
    assert wire.was_cut.is_set()
    assert await versions(wired) == [1, 2]


@pytest.mark.parametrize("done", [False, True])
async def test_a_driver_that_has_lost_its_place_has_lost_its_connection(
    wired: Storage, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    """As where a connection ends while it is handed back: nobody knows then whether what was asked has happened."""
    real = postgres._execute
    confused: list[str] = []

    async def once_confused(connection: Any, statement: Any, values: Any) -> Any:
        found = await real(connection, statement, values) if done or confused else None
        if not confused:
            confused.append(statement.postgres.sql)
            raise asyncpg.InternalClientError(
                "cannot switch to state 12; another operation (2) is in progress"
            )
        return found

    monkeypatch.setattr(postgres, "_execute", once_confused)
    await append(wired, "table", 2, due_at=7)
    assert len(confused) == 1
    confused.clear()
    assert await versions(wired) == [1, 2]
    assert len(confused) == 1


async def test_an_answer_that_was_cut_off_may_have_been_a_refusal(wired: Storage, wire: Wire) -> None:
    wire.cut = "answer"
    with pytest.raises(Conflict):
        await append(wired, "table", 1, 2)
    wire.cut = "answer"
    with pytest.raises(Fenced):
        await append(wired, "table", 2, epoch=1)
    assert await versions(wired) == [1]


async def test_a_keeper_that_lost_both_answer_and_lease_knows_that_it_was_stored(
    wired: Storage, wire: Wire
) -> None:
    """The second attempt would be refused: another server keeps the table by then."""
    wire.cut = "answer"
    appended = asyncio.ensure_future(append(wired, "table", 2, epoch=0))
    await wire.was_cut.wait()
    await wired.claim(["table"], "another", [])
    await appended
    assert await versions(wired) == [1, 2]


async def test_other_writes_that_are_cut_off_are_refused(wired: Storage, wire: Wire) -> None:
    """They may have happened; whoever asks again is told so."""
    wire.cut = "answer"
    with pytest.raises(StorageError):
        await wired.say("table", words(1))
    await wired.ping()


async def test_a_restart_of_the_database_loses_nothing_acknowledged(own_cluster: Cluster) -> None:
    with own_cluster.database() as address:
        storage = await Storage.open(address)
        names = [f"table {n}" for n in range(10)]
        await created(storage, *names)
        acknowledged: dict[str, int] = {}
        done, news = asyncio.Event(), asyncio.Event()

        async def play(name: str) -> None:
            version = 1
            while not done.is_set():
                try:
                    await append(storage, name, version)
                except Conflict:
                    version = len(await versions(storage, name)) + 1
                except StorageError:
                    await asyncio.sleep(0.05)
                else:
                    acknowledged[name] = version
                    news.set()
                    version += 1

        async with asyncio.TaskGroup() as group:
            for name in names:
                group.create_task(play(name))
            for mode in ("fast", "immediate"):
                await asyncio.sleep(0.3)
                await asyncio.to_thread(own_cluster.stop, mode)
                await asyncio.to_thread(own_cluster.start)
                news.clear()
                await asyncio.wait_for(news.wait(), PATIENCE)
            done.set()
        await storage.ping()
        for name in names:
            there = await versions(storage, name)
            assert there == list(range(1, len(there) + 1))
            assert len(there) >= acknowledged[name]
        await storage.close()


async def test_a_database_that_stays_away_is_a_failure_until_it_is_back(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "TRY_FOR", 0.3)
    with own_cluster.database() as address:
        storage = await Storage.open(address)
        await created(storage)
        await asyncio.to_thread(own_cluster.stop)
        for refused in (
            append(storage, "table", 1),
            storage.ping(),
            storage.load("table"),
            storage.beat("me"),
        ):
            with pytest.raises(StorageError):
                await refused
        await asyncio.to_thread(own_cluster.start)
        await append(storage, "table", 1)
        await storage.ping()
        await storage.close()


async def test_a_database_that_may_not_be_written_is_a_failure_until_it_may(cluster: Cluster) -> None:
    with cluster.database() as address:
        name = address.rpartition("/")[2]
        storage = await Storage.open(address)
        await created(storage)
        await storage.close()
        cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        storage = await Storage.open(address)
        for refused in (append(storage, "table", 1), storage.ping(), storage.say("table", words(1))):
            with pytest.raises(StorageError, match="read-only"):
                await refused
        assert await versions(storage) == []
        cluster.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        with suppress(StorageError):
            await storage.ping()  # a connection of before
        await append(storage, "table", 1)
        await storage.ping()
        await storage.close()


async def test_whoever_is_stopped_in_the_middle_is_not_waited_for(cluster: Cluster) -> None:
    """A server that stops while it holds a table's row loses it, and with it all that it had not committed."""
    with cluster.database() as address:
        storage = await Storage.open(address)
        await created(storage)
        stopped = await asyncpg.connect(
            address, server_settings=postgres.SETTINGS | {"idle_in_transaction_session_timeout": "300"}
        )
        await stopped.execute("BEGIN")
        await stopped.execute("UPDATE tables SET epoch = 9 WHERE id = 'table'")
        await append(storage, "table", 1, epoch=0)
        stopped.terminate()
        await storage.close()
