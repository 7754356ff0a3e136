"""A real server on a loopback port, a clock that only moves when told, and people who speak the protocol."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

from muscade.cli.serve import LONGEST_FRAME
from muscade.server.app import create_app
from muscade.server.clocks import Alarm, Clock
from muscade.server.connections import Allowance
from muscade.server.workers import Workers

PATIENCE = 30
"""Seconds after which something that should have arrived never will."""

WORKERS = Workers(1, PATIENCE)
"""A process for the bots of all servers here, which starts once."""

HERE = {"kind": "here", "name": "Ada"}
INVITED = {"kind": "invited"}
GREEDY = {"kind": "bot", "level": "greedy"}
RANDOM = {"kind": "bot", "level": "random"}


class FakeClock:
    """Stands still between calls of `advance`."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000
        self._alarms: list[tuple[int, int, FakeAlarm]] = []
        self._count = itertools.count()

    def now(self) -> int:
        return self.time

    def call_at(self, when: int, ring: Callable[[], None]) -> Alarm:
        if when <= self.time:
            return asyncio.get_running_loop().call_soon(ring)
        alarm = FakeAlarm(ring)
        heapq.heappush(self._alarms, (when, next(self._count), alarm))
        return alarm

    def advance(self, milliseconds: int) -> None:
        self.time += milliseconds
        while self._alarms and self._alarms[0][0] <= self.time:
            alarm = heapq.heappop(self._alarms)[2]
            if not alarm.cancelled:
                alarm.ring()


class FakeAlarm:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring = ring
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Server:
    """Where a running server is, and how to ask it things."""

    def __init__(self, port: int, database: Path) -> None:
        self.port = port
        self.database = database
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE)

    async def create(
        self, *seats: dict[str, str], game: str = "pass-pass", **settings: Any
    ) -> dict[str, Any]:
        """A table of a game; ``options`` among the settings are the game's."""
        options = settings.pop("options", {})
        request = {
            "game": game,
            "seats": seats,
            "options": options,
            "settings": {"pace": 0} | settings,
        }
        response = await self.http.post("/api/tables", json=request)
        assert response.status_code == 201, response.text
        created: dict[str, Any] = response.json()
        return created

    async def join(self, invite: str, name: str = "Bea") -> httpx.Response:
        return await self.http.post("/api/join", json={"invite": invite, "name": name})

    async def record(self, table: str, key: str | None = None) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        response = await self.http.get(f"/api/tables/{table}/record", headers=headers)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    @asynccontextmanager
    async def connect(self, table: str) -> AsyncIterator[Person]:
        address = f"ws://127.0.0.1:{self.port}/ws/{table}"
        async with connect(address, proxy=None, max_size=None) as connection:
            yield Person(connection)

    @asynccontextmanager
    async def sit(
        self, created: dict[str, Any], seat: int | None = 0, since: int = 0
    ) -> AsyncIterator[Person]:
        """Connected, with the key of a seat (None: a spectator), and greeted."""
        keys = [held["key"] for held in created["keys"] if held["seat"] == seat]
        async with self.connect(created["table"]) as person:
            await person.hello(keys, seat, since)
            yield person


class Person:
    """One WebSocket, with every frame it ever got."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []
        self.table: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        await self.connection.send(json.dumps(message) if isinstance(message, dict) else message)

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            frame = await self.connection.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "update":
            self.update = message
            self.events += message["events"]
        return message

    async def expect(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others before it are noted."""
        while True:
            message = await self.receive()
            if message["type"] == kind:
                return message
            assert message["type"] != "refused", message

    async def refusal(self, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
        await self.send(message)
        return await self.expect("refused")

    async def hello(self, keys: list[str], look: int | None, since: int = 0) -> Self:
        await self.send({"type": "hello", "keys": keys, "look": look, "since": since})
        await self.expect("table")
        await self.expect("update")
        return self

    def move(self, move: str | None = None, **changes: Any) -> dict[str, Any]:
        """A move message: the first one offered, now, by the seat looked through, unless told otherwise."""
        message = {
            "type": "move",
            "id": secrets.token_hex(8),
            "seat": self.update["seat"],
            "move": move or self.update["moves"][0],
            "version": self.update["version"],
        }
        return message | changes

    async def make(self, move: str | None = None) -> dict[str, Any]:
        """Make a move, and see it happen."""
        message = self.move(move)
        await self.send(message)
        accepted = await self.expect("accepted")
        assert accepted["id"] == message["id"]
        await self.until(lambda update: update["version"] >= accepted["version"])
        return accepted

    async def until(self, done: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first update, the present one included, of which something is true."""
        while not done(self.update):
            await self.expect("update")
        return self.update

    async def play_on(self, done: Callable[[dict[str, Any]], Any] = lambda _: False) -> dict[str, Any]:
        """Make the first move offered whenever there is one, until something is true or the game is over."""
        while not done(self.update) and not self.update["view"]["outcome"]:
            if self.update["moves"]:
                await self.make()
            else:
                await self.expect("update")
        return self.update

    async def closed(self) -> int:
        """The code with which the server hangs up."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.receive()
        assert self.connection.close_code is not None
        return self.connection.close_code


@asynccontextmanager
async def serving(
    database: Path, clock: Clock | None = None, query: str = "", allowance: Allowance | None = None
) -> AsyncIterator[Server]:
    """A server in this very event loop, so that a test with a `FakeClock` decides when anything happens."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(f"sqlite+aiosqlite:///{database}{query}", clock, allowance, workers=WORKERS)
    config = uvicorn.Config(app, log_config=None, access_log=False, ws_max_size=LONGEST_FRAME)
    config.timeout_graceful_shutdown = 2
    uvicorn_server = uvicorn.Server(config)
    running = asyncio.create_task(uvicorn_server.serve(sockets=[listener]))
    while not uvicorn_server.started:
        assert not running.done(), running
        await asyncio.sleep(0.005)
    server = Server(listener.getsockname()[1], database)
    try:
        yield server
    finally:
        await server.http.aclose()
        uvicorn_server.should_exit = True
        await running
        listener.close()
