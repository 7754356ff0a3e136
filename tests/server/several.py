"""Several servers on one database, each with its own connections to it, as on machines of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.server.harness import NOTHING_AHEAD, ROOMY, THINKING, Person, Server, running

from muscade.server.app import create_app
from muscade.server.bus import Relay, WorkerBus, bus_for
from muscade.server.clocks import Clock
from muscade.server.config import Config, OperatorSettings, PushSettings
from muscade.server.keepers import Pace
from muscade.server.limits import Limits
from muscade.server.tables.shelf import MemoryLimits

QUICK = Pace(beat=0.1, grace=0.6, patience=0.9)
"""Deaths are noticed within a second, and so is a machine that has no time for a server."""
NOBODY_DIES = Pace(beat=0.1, grace=600, patience=900)
"""Whoever keeps a table keeps it, however busy the machine."""


class Several:
    """Servers that come and go; tests of what happens by itself keep to a `FakeClock` that all of them share."""

    def __init__(self, database: str, relay: Path | None, clock: Clock | None) -> None:
        self.database = database
        self._relay = relay
        self.clock = clock

    @asynccontextmanager
    async def another(
        self,
        clock: Clock | None = None,
        limits: Limits | None = None,
        memory: MemoryLimits | None = None,
        push: PushSettings | None = None,
        operator: str = "",
        pace: Pace = QUICK,
    ) -> AsyncIterator[Server]:
        bus = bus_for(self.database) if self._relay is None else WorkerBus(self._relay)
        config = Config(
            database=self.database,
            thinking=NOTHING_AHEAD,
            limits=limits or ROOMY,
            push=push or PushSettings(),
            operator=OperatorSettings(operator),
        )
        app = create_app(config, clock or self.clock, thinking=THINKING, bus=bus, pace=pace, memory=memory)
        async with running(app) as port:
            server = Server(port, Path(self.database), app)
            try:
                yield server
            finally:
                await server.http.aclose()

    @asynccontextmanager
    async def servers(self, count: int, **settings: Any) -> AsyncIterator[list[Server]]:
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(self.another(**settings)) for _ in range(count)]


@asynccontextmanager
async def several_on(database: str, folder: Path, clock: Clock | None) -> AsyncIterator[Several]:
    """On PostgreSQL they hear each other through the database, on one SQLite file through a relay."""
    if "://" in database:
        yield Several(database, None, clock)
        return
    relay = Relay(folder / "relay")
    await relay.start()
    try:
        yield Several(database, folder / "relay", clock)
    finally:
        await relay.close()


@asynccontextmanager
async def seated(servers: list[Server], created: dict[str, Any], seats: int) -> AsyncIterator[list[Person]]:
    """Each seat at another server, as far as they go."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(servers[seat % len(servers)].sit(created, seat))
            for seat in range(seats)
        ]
