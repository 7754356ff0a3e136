"""People, their devices and how their games ended."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.rows import DEVICES, PEOPLE, RESULTS, PersonRow, ResultRow
from muscade.server.storage.appending import TIME
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked, insert_one

RESULTS_READ = 50
"""So many of somebody's last games are told one by one."""

INSERT_PERSON = insert_one(PEOPLE)
INSERT_DEVICE = insert_one(DEVICES)
PERSON_OF = Statement(
    sa.select(*PEOPLE.c)
    .join_from(DEVICES, PEOPLE, PEOPLE.c.id == DEVICES.c.person_id)
    .where(DEVICES.c.key_digest == asked(DEVICES.c.key_digest))
)
CHANGE_PERSON = Statement(
    sa.update(PEOPLE)
    .where(PEOPLE.c.id == asked(PEOPLE.c.id))
    .values(name=asked(PEOPLE.c.name), portrait=asked(PEOPLE.c.portrait), seen_at=asked(PEOPLE.c.seen_at))
    .returning(PEOPLE.c.id)
)
SEE_PERSON = Statement(
    sa.update(PEOPLE)
    .where(PEOPLE.c.id == asked(PEOPLE.c.id), PEOPLE.c.seen_at < sa.bindparam("before", type_=TIME))
    .values(seen_at=asked(PEOPLE.c.seen_at))
)
COUNT_RESULTS = Statement(
    sa.select(RESULTS.c.game, RESULTS.c.outcome, sa.func.count())
    .where(RESULTS.c.person_id == asked(RESULTS.c.person_id))
    .group_by(RESULTS.c.game, RESULTS.c.outcome)
)
LAST_RESULTS = Statement(
    sa.select(*RESULTS.c)
    .where(RESULTS.c.person_id == asked(RESULTS.c.person_id))
    .order_by(RESULTS.c.ended_at.desc(), RESULTS.c.table_id, RESULTS.c.seat)
    .limit(sa.literal_column(str(RESULTS_READ)))
)


class PeopleStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def make(self, person: PersonRow, key_digest: str) -> bool:
        """Somebody new, with a first device; False: the device is known already."""
        device = {"key_digest": key_digest, "person_id": person.id, "created_at": person.created_at}
        try:
            await self._driver.write(
                Step(INSERT_PERSON, msgspec.structs.asdict(person)), Step(INSERT_DEVICE, device)
            )
        except Conflict:
            return False
        return True

    async def of_device(self, key_digest: str) -> PersonRow | None:
        """Whose device has the key with this digest."""
        rows = await self._driver.read(PERSON_OF, {"key_digest": key_digest})
        return PersonRow(*rows[0]) if rows else None

    async def change(self, person_id: str, name: str, portrait: str, at: int) -> None:
        values = {"id": person_id, "name": name, "portrait": portrait, "seen_at": at}
        await self._driver.write(Step(CHANGE_PERSON, values, must=True))

    async def see(self, person_id: str, at: int, before: int) -> None:
        """They are here now, unless that is known since some time ``before``."""
        await self._driver.write(Step(SEE_PERSON, {"id": person_id, "seen_at": at, "before": before}))

    async def count_results(self, person_id: str) -> list[tuple[str, str, int]]:
        """Game, outcome, and how often."""
        rows = await self._driver.read(COUNT_RESULTS, {"person_id": person_id})
        return [(row[0], row[1], row[2]) for row in rows]

    async def last_results(self, person_id: str) -> list[ResultRow]:
        """The latest first."""
        rows = await self._driver.read(LAST_RESULTS, {"person_id": person_id})
        return [ResultRow(*row) for row in rows]
