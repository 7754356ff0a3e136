"""People among themselves: whom one does not want to hear or meet, where one comes from, and what one reports."""

from __future__ import annotations

import msgspec
import structlog

from muscade.server import refusals
from muscade.server.moderation import policy
from muscade.server.moderation.requests import IgnorePerson, MakeReport, ReportMade
from muscade.server.moderation.rows import ReportRow
from muscade.server.notes import IgnoredChanged
from muscade.server.rooms.protocol import Ignored, IgnoredPerson
from muscade.server.rooms.words import told
from muscade.server.rows import PersonRow
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tokens import derive
from muscade.server.wording import is_visible

WORDS_KEPT = 50
"""So many of a room's last words go with a report."""
ARRIVES_EVERY = 3_600_000
"""Milliseconds: no more often is it noted where somebody comes from."""
MOST_ARRIVED = 20_000
"""So many are remembered, so as not to note it again."""

log = structlog.get_logger()


class Moderation:
    """All of it is kept in the database; whoever is told of changes is `muscade.server.rooms.hall.Hall`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._arrived: dict[tuple[str, str], int] = {}

    # ------------------------------------------------------------ ignoring

    async def around(self, person: str) -> policy.Around:
        """Whom somebody ignores, and who has blocked them."""
        try:
            return policy.around(person, await self._services.storage.moderation.around(person))
        except StorageError as error:
            raise self._failed(error) from None

    async def ignore(self, person: str, wanted: IgnorePerson) -> policy.Around:
        """Not to hear somebody, not to meet them either, or neither any more: at all of one's devices."""
        services, storage = self._services, self._services.storage.moderation
        if wanted.person == person:
            raise refusals.not_yourself()
        changed = IgnoredChanged(services.keeper.id, person, wanted.person)
        try:
            if wanted.how is not None:
                if await storage.name_of(wanted.person) is None:
                    raise refusals.unknown_profile()
                known = [row.other_id for row in (await self.around(person)).mine]
                if len(known) >= policy.MOST_IGNORED and wanted.person not in known:
                    raise refusals.too_many_ignored(limit=policy.MOST_IGNORED)
            now, note = services.clock.now(), services.note(changed)
            await storage.ignore(person, wanted.person, wanted.how, now, note)
        except StorageError as error:
            raise self._failed(error) from None
        services.written(changed)
        return await self.around(person)

    # ------------------------------------------------------------ where people come from

    async def arrived(self, person: str, address: str) -> None:
        """Noted as a digest, for a while, so that an operator can shut out who comes back as somebody else."""
        now, key = self._services.clock.now(), (person, address)
        if now - self._arrived.get(key, -ARRIVES_EVERY) < ARRIVES_EVERY:
            return
        self._arrived.pop(key, None)
        if len(self._arrived) >= MOST_ARRIVED:
            del self._arrived[next(iter(self._arrived))]
        self._arrived[key] = now
        try:
            await self._services.storage.moderation.arrive(person, self._services.owner_of(address), now)
        except StorageError as error:
            log.warning("arrival-not-noted", error=type(error).__name__)

    # ------------------------------------------------------------ reporting

    async def report(self, person: PersonRow, wanted: MakeReport) -> ReportMade:
        """Somebody's words or behaviour in a room; both must be of it. The last words there are kept with it."""
        storage = self._services.storage
        if wanted.person == person.id:
            raise refusals.not_yourself()
        if not is_visible(wanted.reason):
            raise refusals.bad_words()
        try:
            room = await storage.rooms.load(wanted.room)
            name = await storage.moderation.name_of(wanted.person)
            if room is None:
                raise refusals.unknown_room()
            both = (wanted.person, person.id)
            if name is None or not all(policy.knows(room.row.state, room.chats, one) for one in both):
                raise refusals.not_in_room()
            report = ReportRow(
                id=derive(storage.secret, "report", person.id, wanted.id),
                at=self._services.clock.now(),
                by_id=person.id,
                by_name=person.name,
                person_id=wanted.person,
                name=name,
                room_id=wanted.room,
                reason=wanted.reason.strip(),
                words=msgspec.json.encode([told(row) for row in room.chats[-WORDS_KEPT:]]).decode(),
            )
            if await storage.moderation.report(report):
                self._services.metrics.reports.inc()
        except StorageError as error:
            raise self._failed(error) from None
        return ReportMade(report.id)

    @staticmethod
    def _failed(error: StorageError) -> refusals.RequestRefused:
        log.error("moderation-not-stored", error=str(error))
        return refusals.storage()


def ignored(around: policy.Around) -> Ignored:
    """As one's own devices are told."""
    return Ignored(
        tuple(IgnoredPerson(row.other_id, row.name, row.portrait, row.how, row.since) for row in around.mine)
    )
