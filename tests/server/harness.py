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
from argon2 import PasswordHasher
from prometheus_client import generate_latest
from starlette.applications import Starlette
from tests.loopback import UNENCRYPTED
from tests.server.databases import make_database
from websockets.asyncio.client import ClientConnection, connect

from muscade.server.accounts import passwords
from muscade.server.app import create_app
from muscade.server.clocks import Alarm, Clock
from muscade.server.config import Config, OperatorSettings
from muscade.server.engines import EngineSettings
from muscade.server.limits import Limits
from muscade.server.tables.shelf import MemoryLimits
from muscade.server.thinking import Thinking, ThinkingSettings
from muscade.server.transport import server_config

PATIENCE = 120
"""Seconds after which something that should have arrived never will, on a machine that does others' work as well."""

STRONG = passwords.hasher
passwords.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""What is made of passwords is made to take long, and some hundred are made here: this is the least that argon2 does."""

NOTHING_AHEAD = ThinkingSettings(processes=1, look_ahead=False, analysis_seconds=1.0)
THINKING = Thinking(NOTHING_AHEAD)
"""Processes for the bots of all servers here, which start once."""

ROOMY = Limits(
    requests_a_second=0,
    tables_a_minute=0,
    joins_a_minute=0,
    hints_a_minute=0,
    analyses_a_minute=0,
    variations_a_minute=0,
    replays_a_minute=0,
    positions_a_minute=0,
    people_a_minute=0,
    rooms_a_minute=0,
    codes_a_minute=0,
    looks_a_minute=0,
    words_a_minute=0,
    words_of_address_a_minute=0,
    reports_of_address_an_hour=0,
    operator_attempts_a_minute=0,
    open_tables=0,
    connections=0,
    connections_of_all=0,
    messages_of_address_a_second=0,
)
"""All tests come from one address; what one connection may do is left as it is."""

HERE = {"kind": "here", "name": "Ada"}
INVITED = {"kind": "invited"}
GREEDY = {"kind": "bot", "level": "greedy"}
RANDOM = {"kind": "bot", "level": "random"}


class FakeClock:
    """Stands still between calls of `advance`."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000
        self.passed = 0
        self._alarms: list[tuple[int, int, FakeAlarm]] = []
        self._count = itertools.count()

    def now(self) -> int:
        return self.time

    def steady(self) -> int:
        return self.passed

    def call_later(self, milliseconds: int, ring: Callable[[], None]) -> Alarm:
        if milliseconds <= 0:
            return asyncio.get_running_loop().call_soon(ring)
        alarm = FakeAlarm(ring)
        heapq.heappush(self._alarms, (self.passed + milliseconds, next(self._count), alarm))
        return alarm

    def step(self, milliseconds: int) -> None:
        """Somebody sets the clock on the wall; no time passes."""
        self.time += milliseconds

    def advance(self, milliseconds: int) -> None:
        self.time += milliseconds
        self.passed += milliseconds
        while self._alarms and self._alarms[0][0] <= self.passed:
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

    def __init__(self, port: int, database: Path, app: Starlette | None = None) -> None:
        self.port = port
        self.database = database
        self._app = app
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
        )

    @property
    def app(self) -> Starlette:
        """Of a server in this very process."""
        assert self._app is not None
        return self._app

    @property
    def open_sockets(self) -> float | None:
        return self.app.state.metrics.registry.get_sample_value("muscade_connections")

    def metrics(self) -> str:
        """As Prometheus would read them."""
        return generate_latest(self.app.state.metrics.registry).decode()

    async def create(
        self, *seats: dict[str, str], game: str = "pass-pass", **settings: Any
    ) -> dict[str, Any]:
        """A table of a game; ``options`` among the settings are the game's, ``position`` is where it begins."""
        options, position = settings.pop("options", {}), settings.pop("position", None)
        request = {
            "position": position,
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
        # Without pings of its own: who waits long for a processor is not gone. Who does not read still hears the end.
        async with connect(
            address, proxy=None, open_timeout=PATIENCE, max_size=None, max_queue=None, ping_interval=None
        ) as connection:
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

    async def expect_any(self, kind: str) -> dict[str, Any]:
        """The next message of a kind, refusals included."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def refusal(self, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
        await self.send(message)
        return await self.expect_refusal()

    async def expect_refusal(self) -> dict[str, Any]:
        while (message := await self.receive())["type"] != "refused":
            pass
        return message

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

    async def settled(self) -> None:
        """Until everything sent so far has been handled."""
        nonce = secrets.randbits(32)
        await self.send({"type": "ping", "nonce": nonce})
        while (await self.expect("pong"))["nonce"] != nonce:
            pass

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


async def same_version(*people: Person) -> None:
    """Until all of them have been told of the same moves, whoever was told of more at first."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await asyncio.gather(*[person.settled() for person in people])
            if len({person.update["version"] for person in people}) == 1:
                return
            await asyncio.sleep(0.05)


async def eventually(done: Callable[[], Any]) -> None:
    """Until something is true that nobody tells of."""
    for _ in range(100 * PATIENCE):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


@asynccontextmanager
async def serving(
    database: Path,
    clock: Clock | None = None,
    query: str = "",
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    memory: MemoryLimits | None = None,
    operator: str = "",
    engines: tuple[EngineSettings, ...] = (),
) -> AsyncIterator[Server]:
    """A server in this very event loop, so that a test with a `FakeClock` decides when anything happens."""
    if not database.exists():
        make_database(database)
    config = Config(
        database=f"sqlite+aiosqlite:///{database}{query}",
        origins=origins,
        thinking=NOTHING_AHEAD,
        limits=limits or ROOMY,
        operator=OperatorSettings(operator),
        engines=engines,
    )
    app = create_app(config, clock, thinking=THINKING, memory=memory)
    async with running(app) as port:
        server = Server(port, database, app)
        try:
            yield server
        finally:
            await server.http.aclose()


@asynccontextmanager
async def running(app: Starlette) -> AsyncIterator[int]:
    """An application, served as `muscade serve` does; the port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(app))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        assert not task.done(), task
        await asyncio.sleep(0.005)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task
        listener.close()


async def until(true: Callable[[], object]) -> None:
    """Until something is true that nobody tells of."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
