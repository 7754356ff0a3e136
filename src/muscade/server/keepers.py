"""Which server runs which table's bots and clock: one at a time, and another soon when that one dies.

Any server may serve any seat of any table, for the database puts moves in order. But what happens by itself must
be done by one. That one is the table's keeper, written beside the table with an *epoch*, a number that grows with
every change of keeper; what a keeper does carries the epoch, and the database refuses one that is over.

Servers show that they live by a counter that they raise every second. Nobody's clock is compared with another's:
whoever's counter has not moved for a while of one's own steady time is dead to oneself. A server that could not
raise its counter for nearly as long, because it or the way to the database stood still, takes itself for dead.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from random import Random

import structlog

from muscade.server.storage import Storage, StorageError
from muscade.server.tokens import new_token

FIRST_EPOCH = 1
"""Whoever creates a table keeps it at once."""
PAGE = 200
"""So many tables are looked at, and claimed, together."""
OWN_EVERY = 10
"""In every so manieth sweep a server looks at the tables that it keeps itself."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Pace:
    """In seconds."""

    beat: float = 1.0
    """How often a server shows that it lives, and looks for what wants a keeper."""
    grace: float = 3.0
    """After so long without showing it, it takes itself for dead."""
    patience: float = 4.0
    """After so long the others do; longer than ``grace``, so that it stops before they go on."""


class Keeper:
    """This server, among those on one database."""

    def __init__(
        self,
        storage: Storage,
        *,
        alone: bool,
        pace: Pace | None = None,
    ) -> None:
        """``alone``: no other server is on this database."""
        self.id = new_token()[:12]
        self._storage = storage
        self._alone = alone
        self._pace = pace or Pace()
        self._enlisted = False
        self._kept: dict[str, int] = {}
        self._beaten = time.monotonic()
        self._beats: dict[str, tuple[int, float]] = {}
        self._living: Collection[str] = ()
        """The other servers, as far as known."""
        self._mourned: set[str] = set()
        self._wanted: set[str] = set()
        self._refused: set[str] = set()
        """Wanted in vain: they have a keeper."""
        self.cut_off = False
        """The database cannot be reached from here, and the others, who may reach it, go on without this server."""
        self._look_at_own = False
        self._sweeps = 0
        self._hurry = asyncio.Event()
        self._wake: Callable[[str], None]
        self._mourn: Callable[[str], None]
        self._revive: Callable[[], None]
        self._send_away: Callable[[], None]
        self._tasks: list[asyncio.Task[None]] = []

    # ------------------------------------------------------------ what tables ask

    def epoch(self, table_id: str) -> int | None:
        """In which epoch a table is kept here; None if it is not."""
        self._look_at_oneself()
        return self._kept.get(table_id)

    def keep_new(self, table_id: str) -> None:
        """A table that was just created with this server as its keeper."""
        # Unless it was noticed by a sweep already, and claimed.
        self._kept.setdefault(table_id, FIRST_EPOCH)

    def lose(self, table_id: str) -> None:
        """It is over, or another server keeps it now."""
        self._kept.pop(table_id, None)

    def want(self, table_id: str, keeper: str | None) -> None:
        """Something is to happen at a table that was last known to be kept by ``keeper``: keep it, if nobody does."""
        if keeper not in self._living and table_id not in self._refused:
            self._wanted.add(table_id)
            self._hurry.set()

    def look_around(self) -> None:
        """Another server has gone, or news may have been missed: something may want a keeper."""
        self._refused.clear()
        self._look_at_own = True
        self._hurry.set()

    # ------------------------------------------------------------ life and death

    async def start(
        self,
        wake: Callable[[str], None],
        mourn: Callable[[str], None],
        revive: Callable[[], None],
        send_away: Callable[[], None],
    ) -> None:
        """``wake`` is told of tables kept here in which something is to happen, ``mourn`` of servers that died, and
        ``revive`` when this server itself has been dead to the others; ``send_away`` as long as it is cut off."""
        self._wake, self._mourn, self._revive, self._send_away = wake, mourn, revive, send_away
        # A database that takes nothing just now can still be read; it is tried again with every sweep.
        with contextlib.suppress(StorageError):
            await self._enlist()
        self._beaten = time.monotonic()
        if not self._alone:
            self._tasks.append(asyncio.create_task(self._go_on(self._beat)))
        self._tasks.append(asyncio.create_task(self._go_on(self._sweep)))

    async def stop(self, note: bytes | None) -> None:
        """Leave everything to the others, in order, and tell them with this note."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._kept.clear()
        with contextlib.suppress(StorageError):  # the others find out by themselves
            await self._storage.retire(self.id, note)

    async def _go_on(self, work: Callable[[], Awaitable[None]]) -> None:
        rng = Random()
        while True:
            try:
                await work()
            except StorageError as error:
                log.warning("keeper-cannot-go-on", what=work.__name__.strip("_"), error=str(error))
            except Exception as error:
                log.error("keeper-failed", what=work.__name__.strip("_"), error=type(error).__name__)
            # Not all servers at the same moment.
            wait = self._pace.beat * rng.uniform(0.8, 1.2)
            if work == self._beat:
                await asyncio.sleep(wait)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), wait)

    async def _enlist(self) -> None:
        await self._storage.enlist(self.id)
        self._enlisted = True

    async def _beat(self) -> None:
        began = time.monotonic()
        dead = self._look_at_oneself()
        try:
            await self._storage.beat(self.id)
        except StorageError:
            # A file of one machine is as near to its other processes, and nobody need go there.
            self.cut_off = self._storage.shared and self._look_at_oneself()
            if self.cut_off:
                self._send_away()
            raise
        self._beaten = began
        self.cut_off = False
        if dead:
            self._revive()

    def _look_at_oneself(self) -> bool:
        """Whether this server is dead to the others, or about to be; then it keeps nothing any more."""
        dead = not self._alone and time.monotonic() - self._beaten > self._pace.grace
        if dead and self._kept:
            log.warning("keeper-gives-up", tables=len(self._kept))
            self._kept.clear()
            self._look_at_own = True
        return dead

    async def _look_at_others(self) -> None:
        """Who lives, and who has died."""
        # From before the question, for this process may be stopped between the answer and the next line.
        now = time.monotonic()
        beats = await self._storage.beats()
        self._beats = {
            server: known if (known := self._beats.get(server)) and known[0] == beat else (beat, now)
            for server, beat in beats.items()
        }
        patience = 0.0 if self._alone else self._pace.patience
        dead = {server for server, (_, since) in self._beats.items() if now - since >= patience} - {self.id}
        for server in dead - self._mourned:
            log.warning("server-died", server=server)
            self._refused.clear()
            self._mourn(server)
        self._mourned = dead
        self._living = self._beats.keys() - dead - {self.id}

    # ------------------------------------------------------------ what wants a keeper

    async def _sweep(self) -> None:
        """Claim what is to happen by itself and has no living keeper; then the dead are struck off the list."""
        self._hurry.clear()
        if not self._enlisted:
            await self._enlist()
        buried = self._mourned
        await self._look_at_others()
        await self._claim_wanted()
        # Now and then one's own as well: given up perhaps, or nobody has told that something is to happen there.
        self._sweeps += 1
        whole, self._look_at_own = self._look_at_own or self._sweeps % OWN_EVERY == 0, False
        keeping = self._living if whole else {*self._living, self.id}
        after: tuple[int, str] | None = None
        while True:
            page = await self._storage.due(PAGE, after, keeping)
            orphans = [table_id for table_id, _, _ in page if table_id not in self._kept]
            for table_id in {table_id for table_id, _, _ in page}.difference(orphans):
                self._wake(table_id)
            if orphans:
                await self._claim(orphans)
            if len(page) < PAGE:
                break
            after = page[-1][1], page[-1][0]
        for server in buried & self._mourned:
            await self._storage.retire(server)

    async def _claim_wanted(self) -> None:
        wanted = [table_id for table_id in self._wanted if table_id not in self._kept]
        self._wanted.clear()
        if wanted:
            claimed = await self._claim(wanted)
            self._refused.update(set(wanted) - claimed.keys())

    async def _claim(self, tables: list[str]) -> dict[str, int]:
        """Those of the tables that nobody living keeps: one's own too that were given up and not taken since."""
        claimed = await self._storage.claim(tables, self.id, {*self._mourned, self.id})
        self._kept |= claimed
        for table_id in claimed:
            self._wake(table_id)
        return claimed
