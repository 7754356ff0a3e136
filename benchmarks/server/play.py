"""Tables that play by themselves: a seat that may move picks one of the moves it is offered.

A table has one move under way at a time. It is over when the one who made it has its answer and all four have seen it.
"""

from __future__ import annotations

import asyncio
import gc
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from random import Random

import picows

from .processes import PATIENCE, ServerFailed

AT_ONCE = 64
"""Connections being made at a time."""
PACE_EVERY = 0.001


class Seat(picows.WSListener):
    """One connection at one seat of a table."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self.number = number
        self.version = -1
        self.moves: Sequence[str] = ()
        self.transport: picows.WSTransport | None = None

    @property
    @abstractmethod
    def path(self) -> str:
        """Where the server takes its connections."""

    @abstractmethod
    def on_message(self, message: memoryview) -> None:
        """Read a message; call `saw` and `answered`."""

    @abstractmethod
    def move_message(self, move: str) -> bytes:
        """To make a move on what was seen last."""

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            self.on_message(frame.get_payload_as_memoryview())

    def on_ws_disconnected(self, transport: picows.WSTransport) -> None:
        self.transport = None
        self.table.load.lost += 1

    def send(self, message: bytes) -> None:
        if self.transport is None:
            raise ServerFailed("a connection was cut")
        self.transport.send(picows.WSMsgType.TEXT, message)

    def saw(self, version: int, moves: Sequence[str], size: int) -> None:
        self.version, self.moves = version, moves
        load = self.table.load
        load.updates += 1
        load.update_bytes += size
        self.table.look()


class Table:
    """Four seats and the move under way."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.seats: list[Seat] = []
        self.played = 0
        self._before: int | None = None
        self._sent_at = 0.0
        self._answered_at = 0.0
        self._offered = False

    @property
    def busy(self) -> bool:
        return self._before is not None

    def look(self) -> None:
        """Has the move under way ended; can the next be made?"""
        newest = max(seat.version for seat in self.seats)
        if self._before is not None:
            if not self._answered_at or min(seat.version for seat in self.seats) <= self._before:
                return
            self._before = None
            self.load.finished(self._answered_at - self._sent_at, time.perf_counter() - self._sent_at)
        if not self._offered and any(seat.moves and seat.version == newest for seat in self.seats):
            self._offered = True
            self.load.offer(self)

    def move(self) -> None:
        newest = max(seat.version for seat in self.seats)
        seat = self.load.rng.choice([seat for seat in self.seats if seat.moves and seat.version == newest])
        message = seat.move_message(self.load.rng.choice(seat.moves))
        seat.moves = ()
        self._offered = False
        self._before = newest
        self._answered_at = 0.0
        self.played += 1
        self._sent_at = time.perf_counter()
        seat.send(message)

    def answered(self) -> None:
        """The server has told the one who moved that it is so."""
        if self._before is not None and not self._answered_at:
            self._answered_at = time.perf_counter()
            self.look()


class Load:
    """All tables at one server, and what was seen of them since the last `reset`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.rng = Random(1)
        self.tables: list[Table] = []
        self.lost = 0
        self.updates = self.update_bytes = 0
        self.answer_times: list[float] = []
        self.seen_times: list[float] = []
        self._refusals: list[str] = []
        self._ready: deque[Table] = deque()
        self._rushing = False
        self._moves_left = 0
        self._enough = asyncio.Event()

    def refused(self, why: str) -> None:
        self._refusals.append(why)

    def reset(self) -> None:
        self.updates = self.update_bytes = 0
        self.answer_times, self.seen_times = [], []

    def finished(self, answer_time: float, seen_time: float) -> None:
        self.answer_times.append(answer_time)
        self.seen_times.append(seen_time)

    def offer(self, table: Table) -> None:
        """A table could go on: at once, or when its turn comes."""
        if self._rushing and self._moves_left > 0:
            self._moves_left -= 1
            table.move()
            if not self._moves_left:
                self._enough.set()
        else:
            self._ready.append(table)

    async def connect(self, tables: Sequence[Table]) -> None:
        """Take all seats, and see the tables."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def take(seat: Seat) -> None:
            async with slots:
                await picows.ws_connect(
                    lambda: seat, f"ws://127.0.0.1:{self.port}{seat.path}", enable_auto_pong=True
                )

        self.tables.extend(tables)
        seats = [seat for table in tables for seat in table.seats]
        for begin in range(0, len(seats), AT_ONCE):
            await asyncio.gather(*map(take, seats[begin : begin + AT_ONCE]))
        await self._until(lambda: all(seat.version >= 0 for seat in seats), "not everybody was greeted")

    async def disconnect(self) -> None:
        seats = [seat for table in self.tables for seat in table.seats]
        for seat in seats:
            if seat.transport is not None:
                seat.transport.disconnect(graceful=False)
        await self._until(lambda: all(seat.transport is None for seat in seats), "connections stay")
        self.tables.clear()
        self._ready.clear()
        self.lost = 0

    async def rush(self, moves: int, seconds: float) -> float:
        """Every table moves as soon as it can, until so many moves are made or so long has passed; how long it took."""
        started_at = time.perf_counter()
        self._enough.clear()
        self._moves_left, self._rushing = moves, True
        for table in [self._ready.popleft() for _ in range(len(self._ready))]:
            self.offer(table)
        try:
            await asyncio.wait_for(self._enough.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self._rushing = False
        spent = time.perf_counter() - started_at
        self._check()
        return spent

    async def pace(self, rate: float, seconds: float) -> float:
        """So many moves a second, each by the table that has waited longest; how long it took."""
        started_at = time.perf_counter()
        sent = 0
        while (passed := time.perf_counter() - started_at) < seconds:
            while sent < rate * passed and self._ready:
                self._ready.popleft().move()
                sent += 1
            await asyncio.sleep(PACE_EVERY)
        self._check()
        return passed

    async def settle(self) -> None:
        """Until nothing is under way any more."""
        await self._until(lambda: all(not table.busy for table in self.tables), "some moves have no answer")

    def _check(self) -> None:
        if self.lost:
            raise ServerFailed(f"{self.lost} connections were cut")
        if self._refusals:
            raise ServerFailed(f"{len(self._refusals)} moves were refused: {self._refusals[0]}")

    async def _until(self, true: Callable[[], bool], problem: str) -> None:
        ends_at = time.perf_counter() + PATIENCE
        while not true():
            if time.perf_counter() > ends_at:
                raise ServerFailed(problem)
            await asyncio.sleep(0.02)


class Uncollected:
    """Python's own garbage collection waits while something is measured."""

    def __enter__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.enable()
        gc.unfreeze()
