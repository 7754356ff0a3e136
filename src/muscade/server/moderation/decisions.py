"""What the operator has decided for everybody, kept up to date at this server: bans and announcements."""

from __future__ import annotations

import asyncio
from typing import Protocol

import structlog

from muscade.core import Text
from muscade.server.clocks import Alarm
from muscade.server.moderation.policy import Exclusions
from muscade.server.notes import HouseNote, RoomNote, RulesChanged
from muscade.server.protocol import Announcement, Announcements, ServerMessage
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services

LOOK_EVERY = 60_000
"""Milliseconds: should ever a note be lost, what was decided is known by then."""

log = structlog.get_logger()


class Everybody(Protocol):
    """Those who are connected to this server: `muscade.server.connections.Gate`."""

    def send_out(self) -> None:
        """Hang up on who may not stay."""

    def tell(self, message: ServerMessage) -> None:
        """Say something on every wire."""


class Decisions:
    """Reads again whenever something may have changed. It is a `muscade.server.tables.shelf.Listener`."""

    def __init__(self, services: Services, everybody: Everybody) -> None:
        self._services = services
        self._everybody = everybody
        self._announcements: tuple[Announcement, ...] = ()
        self._told: tuple[Announcement, ...] = ()
        self._alarm: Alarm | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        services.admission.use(services.clock, services.owner_of)

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        now = self._services.clock.now()
        return tuple(found for found in self._announcements if found.until > now)

    async def start(self) -> None:
        await self.look()
        self._set_alarm()

    async def stop(self) -> None:
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        await asyncio.gather(*self._tasks)

    def changed_note(self) -> RulesChanged:
        """What the other servers are told when something has been decided here."""
        return RulesChanged(self._services.keeper.id)

    async def look(self) -> None:
        """What has been decided, here or elsewhere."""
        now, storage = self._services.clock.now(), self._services.storage.moderation
        try:
            bans, announced = await storage.bans(now), await storage.announcements(now)
        except StorageError as error:
            log.warning("cannot-read-rules", error=type(error).__name__)
            return
        self._services.admission.exclusions = Exclusions(bans)
        self._announcements = tuple(
            Announcement(row.id, Text(row.en, row.fr), row.until) for row in announced
        )
        self._everybody.send_out()
        if self._told != self.announcements:
            self._told = self.announcements
            self._everybody.tell(Announcements(self._told))

    def _set_alarm(self) -> None:
        self._alarm = self._services.clock.call_later(LOOK_EVERY, self._ring)

    def _ring(self) -> None:
        self._set_alarm()
        self._look_soon()

    def _look_soon(self) -> None:
        if not self._stopped:
            task = asyncio.create_task(self.look())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ other servers

    def hear(self, note: RoomNote | HouseNote) -> None:
        if isinstance(note, RulesChanged):
            self._look_soon()

    def hear_that_something_was_missed(self) -> None:
        self._look_soon()

    def forget_server(self, server: str) -> None:
        pass
