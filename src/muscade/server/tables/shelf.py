"""The tables that are in memory: no more than anybody or anything needs."""

from __future__ import annotations

import asyncio
import heapq
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import structlog

from muscade.server import refusals
from muscade.server.notes import (
    AtServer,
    HouseNote,
    Leaving,
    Moved,
    Present,
    Said,
    Seated,
    Shown,
    WhoIsThere,
    read,
)
from muscade.server.tables.memory import News
from muscade.server.tables.services import Services
from muscade.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WAKING_AT_ONCE = 4
"""Tables in which something is due are loaded behind the backs of those who ask for something, a few at a time."""
HOPELESS = frozenset({"outdated", "table"})
"""A table that is refused for one of these will not go on tomorrow either."""

log = structlog.get_logger()


@dataclass(frozen=True)
class MemoryLimits:
    """How much memory games may take."""

    idle: float = 60.0
    """Seconds after which a game that nobody has touched leaves memory; those connected stay so."""
    most: int = 2000
    """So many games are in memory at once; beyond that, those that were touched longest ago leave."""


class Listener(Protocol):
    """Somebody else who hears what other servers tell."""

    def hear(self, note: HouseNote) -> None: ...

    def hear_that_something_was_missed(self) -> None: ...

    def forget_server(self, server: str) -> None:
        """Nobody is connected to it any more."""


class Shelf:
    """At most one `Table` a table, for as long as anybody uses it or something is about to happen there."""

    def __init__(self, services: Services, memory: MemoryLimits | None = None) -> None:
        self._services = services
        self._memory = memory or MemoryLimits()
        self.listeners: list[Listener] = []
        self._tables: dict[str, Table] = {}
        self._to_wake: dict[str, None] = {}
        self._waking: set[asyncio.Task[None]] = set()
        self._hopeless: set[str] = set()
        self._tidying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen to the other servers, and go on with what is to happen by itself, in the background."""
        self._services.bus.listen(self._hear)
        await self._services.bus.start()
        await self._services.keeper.start(
            self._wake, self._mourn, self._hear_that_something_was_missed, self._send_away
        )
        self._tidying = asyncio.create_task(self._tidy())

    async def stop(self) -> None:
        """Let what is being written be written, and do nothing more."""
        background = [*self._waking, *((self._tidying,) if self._tidying else ())]
        for task in background:
            task.cancel()
        tables = (table.stop() for table in list(self._tables.values()))
        await asyncio.gather(*background, *tables, return_exceptions=True)
        leaving = Leaving(self._services.keeper.id)
        await self._services.keeper.stop(self._services.note(leaving))
        self._services.written(leaving)

    @asynccontextmanager
    async def table(self, table_id: str) -> AsyncIterator[Table]:
        """A table to use; it stays in memory meanwhile."""
        table = await self.enter(table_id)
        try:
            yield table
        finally:
            self.leave(table)

    async def enter(self, table_id: str) -> Table:
        """The same for those who stay long: until they `leave` it."""
        if self._services.keeper.cut_off:
            raise refusals.storage()
        table = self._tables.get(table_id)
        if table is None:
            # In the dictionary before anything is awaited, so that there is never a second one.
            table = self._tables[table_id] = Table(table_id, self._services, self._unload)
            self._services.metrics.tables.set(len(self._tables))
        table.users += 1
        try:
            await table.ready()
        except BaseException:
            self.leave(table)
            raise
        return table

    def leave(self, table: Table) -> None:
        table.users -= 1
        self._unload(table)

    def seats_changed(self, table_id: str) -> None:
        """Somebody has changed who sits at a table, and it is stored: tell everybody there, at every server."""
        self._services.tell(Seated(self._services.keeper.id, table_id))
        table = self._tables.get(table_id)
        if table is not None:
            table.hear(News.SEATS | News.MOVES)

    def _unload(self, table: Table) -> None:
        if table.at_rest:
            self._tables.pop(table.id, None)
            self._services.metrics.tables.set(len(self._tables))

    # ------------------------------------------------------------ little memory

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(self._memory.idle / 6)
            now = self._services.clock.steady()
            awake = [table for table in self._tables.values() if table.awake]
            for table in awake:
                if now - table.used_at >= 1000 * self._memory.idle:
                    table.sleep()
            awake = [table for table in awake if table.awake]
            for table in heapq.nsmallest(len(awake) - self._memory.most, awake, key=_last_used):
                table.sleep()

    # ------------------------------------------------------------ what is to happen by itself

    def _wake(self, table_id: str) -> None:
        """Something is to happen at a table that this server keeps."""
        table = self._tables.get(table_id)
        if table is not None:
            if not table.expecting:
                table.hear(News.MOVES)
        elif table_id not in self._hopeless and table_id not in self._to_wake:
            self._to_wake[table_id] = None
            if len(self._waking) < WAKING_AT_ONCE:
                task = asyncio.create_task(self._load_some())
                self._waking.add(task)
                task.add_done_callback(self._waking.discard)

    async def _load_some(self) -> None:
        while self._to_wake:
            table_id = next(iter(self._to_wake))
            del self._to_wake[table_id]
            try:
                async with self.table(table_id):
                    pass
            except refusals.RequestRefused as refusal:
                log.warning("cannot-go-on-with-table", table=table_id[:6], code=refusal.code)
                if refusal.code in HOPELESS:
                    self._hopeless.add(table_id)

    # ------------------------------------------------------------ other servers

    def _hear(self, written: bytes) -> None:
        if not written:
            self._hear_that_something_was_missed()
            return
        note = read(written)
        if note is None or note.sender == self._services.keeper.id:
            return
        if isinstance(note, Leaving):
            self._forget_server(note.sender)
            self._services.keeper.look_around()
            return
        if isinstance(note, HouseNote):
            for listener in self.listeners:
                listener.hear(note)
            return
        table = self._tables.get(note.table)
        if table is None:
            if isinstance(note, Moved | Seated) and self._services.keeper.epoch(note.table) is not None:
                self._wake(note.table)
            return
        match note:
            case Moved():
                table.hear_moved(note.version)
            case Said():
                table.hear_said(note.number)
            case Seated():
                table.hear(News.SEATS | News.MOVES)
            case Present():
                table.hear_present(note.sender, note.lags, note.watching)
            case Shown():
                table.hear_shown(note)
            case WhoIsThere():
                table.hear_question()

    def _hear_that_something_was_missed(self) -> None:
        for table in list(self._tables.values()):
            table.hear_all()
        for listener in self.listeners:
            listener.hear_that_something_was_missed()
        self._services.keeper.look_around()

    def _send_away(self) -> None:
        """What happens at other servers is not heard of here: everybody is better off there."""
        for table in list(self._tables.values()):
            table.send_away()

    def _mourn(self, server: str) -> None:
        self._forget_server(server)
        if not self._services.storage.shared:
            # It may have died between storing a move and telling of it.
            self._hear_that_something_was_missed()

    def _forget_server(self, server: str) -> None:
        for table in list(self._tables.values()):
            table.hear_present(server, {}, AtServer())
        for listener in self.listeners:
            listener.forget_server(server)


def _last_used(table: Table) -> int:
    return table.used_at
