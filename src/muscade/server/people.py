"""People: who they are here, without signing up for anything, and what they come back to."""

from __future__ import annotations

import structlog

from muscade.server import refusals
from muscade.server.clocks import Clock
from muscade.server.metrics import Metrics
from muscade.server.moderation.admission import Admission
from muscade.server.rooms.requests import ChangePerson, MakePerson, PersonInfo, PersonMade
from muscade.server.rows import PersonRow
from muscade.server.storage import Storage, StorageError
from muscade.server.tokens import derive, digest
from muscade.server.wording import has_mark, is_visible

SEEN_EVERY = 3_600_000
"""Milliseconds: no more often is it noted that somebody was here."""

log = structlog.get_logger()


class People:
    """A device shows who it belongs to by its key; the database has only the key's digest."""

    def __init__(self, storage: Storage, clock: Clock, metrics: Metrics, admission: Admission) -> None:
        self._admission = admission
        self._storage = storage
        self._clock = clock
        self._metrics = metrics

    async def make(self, request: MakePerson) -> PersonMade:
        """Somebody new; or, where the answer was lost, whoever was made with the same id."""
        name, at = visible_name(request.name), self._clock.now()
        person = derive(self._storage.secret, "person", request.id)
        key = derive(self._storage.secret, "device", request.id)
        row = PersonRow(person, name, request.portrait, None, None, at, at)
        try:
            if await self._storage.people.make(row, digest(key)):
                self._metrics.people_made.inc()
        except StorageError as error:
            log.error("cannot-make-person", error=str(error))
            raise refusals.storage() from None
        return PersonMade(person, key)

    async def known(self, key: str | None) -> PersonRow:
        """Whose device this is, unless they are shut out."""
        if not key:
            raise refusals.unknown_person()
        now = self._clock.now()
        try:
            found = await self._storage.people.of_device(digest(key))
            if found is not None and (found.device_seen_at or 0) < now - SEEN_EVERY:
                await self._storage.people.see(found.id, digest(key), now)
        except StorageError as error:
            log.error("cannot-read-person", error=str(error))
            raise refusals.storage() from None
        if found is None:
            raise refusals.unknown_person()
        self._admission.check_people(found.id, *found.former)
        return found

    async def change(self, person: PersonRow, request: ChangePerson) -> PersonInfo:
        name = person.name if request.name is None else visible_name(request.name)
        if person.account is not None and name != person.name:
            raise refusals.name_of_account()
        portrait = person.portrait if request.portrait is None else request.portrait
        try:
            await self._storage.people.change(person.id, name, portrait, self._clock.now())
        except StorageError as error:
            log.error("cannot-change-person", error=str(error))
            raise refusals.storage() from None
        return PersonInfo(person.id, name, portrait, person.account is not None)


def visible_name(name: str) -> str:
    if not is_visible(name) or has_mark(name):
        raise refusals.bad_name()
    return name.strip()
