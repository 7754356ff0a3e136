"""Which browsers want to be told that it is somebody's turn, and of which turns they were."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.core import Seat
from muscade.server.push.rows import PUSHES, TURNS_TOLD, PushRow
from muscade.server.rows import DEVICES, TABLES
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.statements import asked, insert_missing, insert_one

MOST_OF_ONE = 10
"""Browsers of one person: the last ones."""

REMOVE_OF_DEVICE = Statement(sa.delete(PUSHES).where(PUSHES.c.key_digest == asked(PUSHES.c.key_digest)))
REMOVE_PUSH = Statement(
    sa.delete(PUSHES).where(
        PUSHES.c.key_digest == asked(PUSHES.c.key_digest), PUSHES.c.endpoint == asked(PUSHES.c.endpoint)
    )
)
INSERT_PUSH = insert_one(PUSHES)
_of_person = (
    sa.select(*PUSHES.c)
    .join_from(DEVICES, PUSHES, PUSHES.c.key_digest == DEVICES.c.key_digest)
    .where(DEVICES.c.person_id == asked(DEVICES.c.person_id))
    .order_by(PUSHES.c.created_at.desc(), PUSHES.c.key_digest)
)
ALL_PUSHES_OF = Statement(_of_person)
PUSHES_OF = Statement(_of_person.limit(sa.literal_column(str(MOST_OF_ONE))))
FOLLOW_TURNS = insert_missing(TURNS_TOLD)
NOTE_TOLD = Statement(
    sa.update(TURNS_TOLD)
    .where(
        TURNS_TOLD.c.table_id == asked(TURNS_TOLD.c.table_id),
        TURNS_TOLD.c.seat == asked(TURNS_TOLD.c.seat),
        TURNS_TOLD.c.since < asked(TURNS_TOLD.c.since),
        sa.exists().where(
            TABLES.c.id == asked(TURNS_TOLD.c.table_id), TABLES.c.epoch == asked(TABLES.c.epoch)
        ),
    )
    .values(since=asked(TURNS_TOLD.c.since))
    .returning(TURNS_TOLD.c.seat)
)


class PushStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def put(self, push: PushRow) -> None:
        """In the place of what the device wanted before."""
        await self._driver.write(
            Step(REMOVE_OF_DEVICE, {"key_digest": push.key_digest}),
            Step(INSERT_PUSH, msgspec.structs.asdict(push)),
        )

    async def remove(self, key_digest: str, endpoint: str | None = None) -> None:
        """What a device wanted, if it is still that."""
        if endpoint is None:
            await self._driver.write(Step(REMOVE_OF_DEVICE, {"key_digest": key_digest}))
        else:
            await self._driver.write(Step(REMOVE_PUSH, {"key_digest": key_digest, "endpoint": endpoint}))

    async def of_person(self, person_id: str) -> list[PushRow]:
        """Where to tell them: of their devices the last ones, the last first."""
        rows = await self._driver.read(PUSHES_OF, {"person_id": person_id})
        return [PushRow(*row) for row in rows]

    async def all_of(self, person_id: str) -> list[PushRow]:
        """Of all their devices, however many."""
        rows = await self._driver.read(ALL_PUSHES_OF, {"person_id": person_id})
        return [PushRow(*row) for row in rows]

    async def note_told(self, table_id: str, seat: Seat, since: int, epoch: int) -> bool:
        """Somebody is told of their turn that began then; False: they were, or another server keeps the table by now."""
        first = encode([(table_id, seat, 0)])
        values = {"table_id": table_id, "seat": seat, "since": since, "epoch": epoch}
        _, noted = await self._driver.write(Step(FOLLOW_TURNS, {"rows": first}), Step(NOTE_TOLD, values))
        return bool(noted)
