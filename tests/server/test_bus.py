"""Servers that share a database hear of each other, and hear when they may have missed something."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from tests.server.harness import PATIENCE, eventually
from tests.server.postgres import Cluster
from tests.server.storage.examples import append, created, words

from muscade.server.bus import LONGEST, MISSED, UNREAD, Alone, Bus, Relay, WorkerBus, bus_for
from muscade.server.storage import Conflict, Fenced, Storage, StorageError
from muscade.server.storage.appending import CHANNEL
from muscade.server.storage.batches import read_payload

pytestmark = pytest.mark.anyio


class Listener:
    """What somebody hears."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[bytes] = []
        self._news = asyncio.Event()
        bus.listen(self._hear)

    def _hear(self, note: bytes) -> None:
        self.heard.append(note)
        self._news.set()

    async def until(self, done: Callable[[list[bytes]], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not done(self.heard):
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def listening(*buses: Bus) -> AsyncIterator[list[Listener]]:
    async with AsyncExitStack() as stack:
        listeners = [Listener(bus) for bus in buses]
        for bus in buses:
            await bus.start()
            stack.push_async_callback(bus.close)
        yield listeners


@pytest.fixture
def relay_path() -> Iterator[Path]:
    """A short one: the name of a socket has a hundred letters at most."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "relay"


@pytest.fixture
def address(cluster: Cluster) -> Iterator[str]:
    with cluster.database() as address:
        yield address


async def test_who_is_alone_has_nobody_to_tell(tmp_path: Path) -> None:
    bus = bus_for(str(tmp_path / "muscade.db"))
    assert isinstance(bus, Alone)
    async with listening(bus) as (alone,):
        bus.tell(b"hello")
        assert alone.heard == []


async def test_workers_hear_each_other(relay_path: Path) -> None:
    relay = Relay(relay_path)
    await relay.start()
    async with listening(*(WorkerBus(relay_path) for _ in range(3))) as (ada, bea, cy):
        notes = [bytes([n % 256]) * (n * 7 % 500 + 1) for n in range(1000)]
        for note in notes:
            ada.bus.tell(note)
        bea.bus.tell(b"\x00\xff")
        await ada.until(lambda heard: heard == [b"\x00\xff"])
        await bea.until(lambda heard: heard == notes)
        await cy.until(lambda heard: sorted(heard) == sorted([*notes, b"\x00\xff"]))
        with pytest.raises(ValueError):
            ada.bus.tell(bytes(LONGEST + 1))
    await relay.close()


async def test_workers_whose_parent_was_away_know_that_they_missed_something(relay_path: Path) -> None:
    async with listening(*(WorkerBus(relay_path) for _ in range(2))) as (ada, bea):
        ada.bus.tell(b"lost: nobody is there")
        relay = Relay(relay_path)
        await relay.start()
        await bea.until(lambda heard: MISSED in heard)
        await ada.until(lambda heard: MISSED in heard)
        ada.heard.clear()
        bea.heard.clear()
        await relay.close()
        relay = Relay(relay_path)
        await relay.start()
        await ada.until(lambda heard: MISSED in heard)
        await bea.until(lambda heard: MISSED in heard)
        ada.bus.tell(b"hello")
        await bea.until(lambda heard: b"hello" in heard)
    await relay.close()


async def test_a_worker_who_does_not_listen_holds_up_nobody(relay_path: Path) -> None:
    relay = Relay(relay_path)
    await relay.start()
    _, writer = await asyncio.open_unix_connection(str(relay_path), limit=2**10)
    async with listening(*(WorkerBus(relay_path) for _ in range(2))) as (ada, bea):
        writer.transport.pause_reading()
        for _ in range(2 * UNREAD // LONGEST):
            ada.bus.tell(bytes(LONGEST))
            await asyncio.sleep(0)
        ada.bus.tell(b"the last")
        await bea.until(lambda heard: heard[-1:] == [b"the last"])
        assert len(relay._peers) == 2
    writer.close()
    await relay.close()


@pytest.mark.postgres
async def test_servers_hear_each_other_through_the_database(address: str) -> None:
    async with listening(bus_for(address), bus_for(address)) as (ada, bea):
        notes = [bytes([n % 256, n // 256]) for n in range(500)] + [bytes(LONGEST)]
        for note in notes:
            ada.bus.tell(note)
        await bea.until(lambda heard: heard == notes)
        with pytest.raises(ValueError):
            ada.bus.tell(bytes(LONGEST + 1))


@pytest.mark.postgres
async def test_what_is_stored_is_told_and_what_is_not_is_not(address: str) -> None:
    storage = await Storage.open(address)
    await created(storage, "a", "b", "c")
    async with listening(bus_for(address)) as (listener,):
        await append(storage, "a", 1, note=b"moved")
        for more in ({"note": b"conflict"}, {"note": b"fenced", "epoch": 5}):
            with pytest.raises((Conflict, Fenced)):
                await append(storage, "a", 1, **more)
        await asyncio.gather(*(append(storage, name, 1, note=name.encode()) for name in "bc"))
        await storage.say("a", words(1), note=b"said")
        with pytest.raises(Conflict):
            await storage.say("a", words(1), note=b"not said")
        assert await storage.take_seat("invitation to a", "Bea", "key", 5, note=b"sat")
        await listener.until(lambda heard: b"sat" in heard)
        # Those of one commit come in any order.
        heard = [listener.heard[0], *sorted(listener.heard[1:3]), *listener.heard[3:]]
        assert heard == [b"moved", b"b", b"c", b"said", b"sat"]
    await storage.close()


@pytest.mark.postgres
async def test_what_is_stored_together_is_told_together(address: str) -> None:
    storage = await Storage.open(address)
    names = [f"table {n}" for n in range(300)]
    await created(storage, *names)
    payloads: list[str] = []
    watching = await asyncpg.connect(address)
    await watching.add_listener(CHANNEL, lambda *about: payloads.append(about[-1]))
    async with listening(bus_for(address)) as (listener,):
        notes = [f"{name} has reached version 1".encode() for name in names]
        waiting = [append(storage, name, 1, note=note) for name, note in zip(names, notes, strict=True)]
        # One of them is refused, one has nothing to tell.
        waiting.append(append(storage, "nowhere", 1, note=b"nothing"))
        waiting.append(append(storage, names[0], due_at=5))
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(error, StorageError) for error in done] == [False] * 300 + [True, False]
        await listener.until(lambda heard: len(heard) == 300)
        listener.bus.tell(b"the last")
        await listener.until(lambda heard: b"the last" in heard)
        assert sorted(listener.heard) == sorted([*notes, b"the last"])
    # Who watches hears by a wire of their own, perhaps later.
    await eventually(lambda: any(b"the last" in read_payload(payload) for payload in payloads))
    assert len(payloads) < 10, "PostgreSQL had as few to tell as there can be"
    assert max(map(len, payloads)) < 8000
    await watching.close()
    await storage.close()


@pytest.mark.postgres
async def test_no_payload_is_too_long(address: str) -> None:
    lengths = [LONGEST, 0, 900, 3, 20, LONGEST, 1, 5991, 1, 5992, 1, *range(1, 700)]
    notes = [bytes([place % 256]) * min(length, LONGEST) for place, length in enumerate(lengths)]
    async with listening(bus_for(address), bus_for(address)) as (ada, bea):
        for note in notes:
            ada.bus.tell(note)
        await bea.until(lambda heard: heard == notes)


@pytest.mark.postgres
async def test_who_was_cut_off_knows_it(address: str, cluster: Cluster) -> None:
    async with listening(bus_for(address), bus_for(address)) as (ada, bea):
        cluster.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'muscade' "
            f"AND datname = '{address.rpartition('/')[2]}'"
        )
        ada.bus.tell(b"perhaps lost")
        await ada.until(lambda heard: MISSED in heard)
        await bea.until(lambda heard: MISSED in heard)
        bea.bus.tell(b"hello")
        await ada.until(lambda heard: b"hello" in heard)


@pytest.mark.postgres
async def test_who_starts_while_the_database_is_away_connects_later() -> None:
    cluster = Cluster.make()
    try:
        async with listening(bus_for(cluster.address("postgres"))) as (ada,):
            ada.bus.tell(b"kept")
            await asyncio.to_thread(cluster.start)
            await ada.until(lambda heard: b"kept" in heard)
            await asyncio.to_thread(cluster.stop, "immediate")
            await asyncio.to_thread(cluster.start)
            await ada.until(lambda heard: MISSED in heard)
    finally:
        cluster.remove()
