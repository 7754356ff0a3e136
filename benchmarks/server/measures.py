"""What is done to a server to measure it."""

from __future__ import annotations

import asyncio
import http.client
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from .figures import Aging, Idle, Latency, Period, Start, Turn
from .play import Load, Table, Uncollected
from .processes import PATIENCE, ServerFailed, ServerProcess

SEATS = 4
QUIET = 0.1
"""Seconds in a second that a server at rest works, or waits to."""


class Side(Protocol):
    """A server that can be started and played at."""

    @property
    def name(self) -> str: ...

    def start(self, folder: Path, *, look_ahead: bool = False) -> ServerProcess: ...

    def create(self, load: Load, tables: int) -> list[Table]: ...


class Growing(NamedTuple):
    """A game at so many tables. After so many moves at each, ``moves`` more at each are one point: fewer take too short a
    time to tell anything, and more than there are in a game cannot be made."""

    game: str
    tables: int
    after: tuple[int, ...]
    moves: int


class Plan(msgspec.Struct, frozen=True):
    """How much is measured."""

    rounds: int = 5
    """Turns of each server."""
    tables: int = 500
    warm_tables: int = 100
    warm_moves: int = 45
    """At each of so many tables, before anything is measured: until what compiles itself while it runs has done so, on
    either side."""
    warm_seconds: float = 30.0
    """So long at most until it is quiet again after that."""
    paces: tuple[int, ...] = (200, 1000)
    pace_seconds: float = 6.0
    rush_moves: int = 38
    """At each table; with all that goes before, few games of Pass Pass are over by then."""
    rush_seconds: float = 15.0
    idle_connections: int = 5000
    idle_seconds: float = 6.0
    unfinished: int = 2000
    unfinished_moves: int = 20
    starts: int = 5
    aging: tuple[Growing, ...] = (
        Growing("pass-pass", 500, (5, 18, 31), 12),
        Growing("ptipasspass", 60, (50, 200, 400, 600), 40),
    )


QUICK = Plan(
    rounds=1,
    tables=40,
    warm_tables=20,
    warm_moves=5,
    warm_seconds=3.0,
    paces=(50,),
    pace_seconds=1.0,
    rush_moves=20,
    rush_seconds=2.0,
    idle_connections=200,
    idle_seconds=1.0,
    unfinished=40,
    unfinished_moves=5,
    starts=1,
    aging=(Growing("pass-pass", 20, (5, 20), 12),),
)


LASTING = "/var/tmp"
"""Is on a disk where `/tmp` is in memory, as distributions have it more and more."""


def folder() -> tempfile.TemporaryDirectory[str]:
    """On a disk: in memory nothing is durable, and syncing costs nothing."""
    usual = tempfile.gettempdir()
    for place in (usual, LASTING):
        if Path(place).is_dir() and not _in_memory(Path(place)):
            return tempfile.TemporaryDirectory(prefix="muscade-serving-", dir=place)
    raise ServerFailed(f"{usual} is in memory: set TMPDIR to a folder on a disk")


def _in_memory(place: Path) -> bool:
    longest, kind = "", ""
    for line in Path("/proc/mounts").read_text().splitlines():
        _, mount, found, *_ = line.split()
        if place.resolve().is_relative_to(mount) and len(mount) >= len(longest):
            longest, kind = mount, found
    return kind in {"tmpfs", "ramfs"}


async def take_turn(side: Side, plan: Plan) -> Turn:
    with folder() as name, side.start(Path(name)) as server:
        load = Load(server.port)
        await warm_up(side, server, load, plan)
        before = server.memory
        await load.connect(side.create(load, plan.tables))
        await asyncio.sleep(min(2.0, plan.pace_seconds))
        table_memory = (server.memory - before) / plan.tables / 1000
        with Uncollected():
            paced = {
                str(rate): await period(server, load, partial(load.pace, rate, plan.pace_seconds))
                for rate in plan.paces
            }
            moves = plan.rush_moves * plan.tables
            rushed = await period(server, load, partial(load.rush, moves, plan.rush_seconds))
        await load.disconnect()
    return Turn(side=side.name, tables=plan.tables, table_memory=table_memory, paced=paced, rushed=rushed)


async def warm_up(side: Side, server: ServerProcess, load: Load, plan: Plan) -> None:
    await load.connect(side.create(load, plan.warm_tables))
    await load.rush(plan.warm_moves * plan.warm_tables, PATIENCE)
    await load.settle()
    await load.disconnect()
    busy, left = 1.0, plan.warm_seconds
    while busy > QUIET and left > 0:
        # A server that waits for its core is not at rest.
        before = server.processor_time + server.waiting_time
        await asyncio.sleep(1)
        busy, left = server.processor_time + server.waiting_time - before, left - 1


async def period(server: ServerProcess, load: Load, playing: Callable[[], Awaitable[float]]) -> Period:
    """Play, and see what it costs; what is still under way at the end is not counted."""
    await load.settle()
    load.reset()
    processor, waiting, client = server.processor_time, server.waiting_time, time.process_time()
    seconds = await playing()
    moves = len(load.seen_times)
    if moves < 2:
        raise ServerFailed("nobody could move")
    spent = server.processor_time - processor
    found = Period(
        moves=moves,
        rate=moves / seconds,
        processor=1e6 * spent / moves,
        busy=spent / seconds,
        waiting=(server.waiting_time - waiting) / seconds,
        client_busy=(time.process_time() - client) / seconds,
        answer=latency(load.answer_times),
        seen=latency(load.seen_times),
        update_bytes=load.update_bytes / load.updates,
    )
    await load.settle()
    return found


def latency(seconds: list[float]) -> Latency:
    cuts = statistics.quantiles(seconds, n=100)
    return Latency(1000 * cuts[49], 1000 * cuts[98])


async def sit_idle(side: Side, plan: Plan) -> Idle:
    with folder() as name, side.start(Path(name)) as server:
        load = Load(server.port)
        await load.connect(side.create(load, plan.idle_connections // SEATS))
        await asyncio.sleep(plan.idle_seconds)
        before = server.processor_time
        await asyncio.sleep(plan.idle_seconds)
        busy = (server.processor_time - before) / plan.idle_seconds
        memory = server.memory / 1e6
        connections = SEATS * len(load.tables) - load.lost
        await load.disconnect()
    return Idle(side=side.name, connections=connections, memory=memory, busy=busy)


async def measure_starts(side: Side, plan: Plan) -> list[Start]:
    """Leave many games in the middle, then start again and again."""
    with folder() as name:
        with side.start(Path(name)) as server:
            load = Load(server.port)
            played = 0
            for _ in range(0, plan.unfinished, plan.tables):
                tables = side.create(load, min(plan.tables, plan.unfinished))
                await load.connect(tables)
                await load.rush(plan.unfinished_moves * len(tables), PATIENCE)
                await load.settle()
                played += sum(table.played for table in tables)
                await load.disconnect()
        return [await _start(side, Path(name), tables[0], played, plan) for _ in range(plan.starts)]


async def _start(side: Side, home: Path, known: Table, played: int, plan: Plan) -> Start:
    with side.start(home, look_ahead=True) as server:
        load = Load(server.port)
        while not _healthy(server.port):
            if time.perf_counter() > server.started_at + PATIENCE:
                raise ServerFailed(server.last_words)
            await asyncio.sleep(0.01)
        healthy = time.perf_counter() - server.started_at
        known.load = load
        for seat in known.seats:
            seat.version = -1
        await load.connect([known])
        greeted = time.perf_counter() - server.started_at
        await asyncio.sleep(plan.idle_seconds)
        memory = server.memory / 1e6
        await load.disconnect()
    return Start(
        side=side.name, tables=plan.unfinished, events=played, healthy=healthy, greeted=greeted, memory=memory
    )


def _healthy(port: int) -> bool:
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.client.OK
    except OSError:
        return False


async def grow_old(side: Side, growing: Growing, plan: Plan) -> Aging:
    """What a move costs as the games at all tables grow long."""
    game, tables, after, moves = growing
    costs = []
    with folder() as name, side.start(Path(name)) as server:
        load = Load(server.port)
        await warm_up(side, server, load, plan)
        await load.connect(side.create(load, tables))
        with Uncollected():
            for length in after:
                made = sum(table.played for table in load.tables)
                await load.rush(max(1, length * tables - made), PATIENCE)
                found = await period(server, load, partial(load.rush, moves * tables, plan.rush_seconds))
                costs.append(found.processor)
        await load.disconnect()
    return Aging(side=side.name, game=game, after=after, processor=tuple(costs))
