"""People, their devices and how their games ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from muscade.server.rows import DEVICES, FORMER_PEOPLE, PEOPLE, RESULTS, DeviceRow, PersonRow, ResultRow
from muscade.server.storage.dialects import Statement, rows_as_json
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked, insert_one

RESULTS_READ = 50
"""So many of somebody's last games are told one by one."""

INSERT_PERSON = insert_one(PEOPLE)
INSERT_DEVICE = insert_one(DEVICES)
PERSON = sa.select(
    *PEOPLE.c,
    sa.select(rows_as_json(FORMER_PEOPLE.c.id))
    .where(FORMER_PEOPLE.c.person_id == PEOPLE.c.id)
    .correlate(PEOPLE)
    .scalar_subquery()
    .label("former"),
)
PERSON_OF = Statement(
    PERSON.add_columns(DEVICES.c.seen_at)
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
    sa.update(PEOPLE).where(PEOPLE.c.id == asked(PEOPLE.c.id)).values(seen_at=asked(PEOPLE.c.seen_at))
)
SEE_DEVICE = Statement(
    sa.update(DEVICES)
    .where(DEVICES.c.key_digest == asked(DEVICES.c.key_digest))
    .values(seen_at=asked(DEVICES.c.seen_at))
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
        device = DeviceRow(key_digest, person.id, person.created_at, seen_at=person.seen_at)
        try:
            await self._driver.write(
                Step(INSERT_PERSON, msgspec.structs.asdict(person)),
                Step(INSERT_DEVICE, msgspec.structs.asdict(device)),
            )
        except Conflict:
            return False
        return True

    async def of_device(self, key_digest: str) -> PersonRow | None:
        """Whose device has the key with this digest."""
        rows = await self._driver.read(PERSON_OF, {"key_digest": key_digest})
        return read_person(rows[0]) if rows else None

    async def change(self, person_id: str, name: str, portrait: str, at: int) -> None:
        values = {"id": person_id, "name": name, "portrait": portrait, "seen_at": at}
        await self._driver.write(Step(CHANGE_PERSON, values, must=True))

    async def see(self, person_id: str, key_digest: str, at: int) -> None:
        """They are here now, with this device."""
        await self._driver.write(
            Step(SEE_PERSON, {"id": person_id, "seen_at": at}),
            Step(SEE_DEVICE, {"key_digest": key_digest, "seen_at": at}),
        )

    async def count_results(self, person_id: str) -> list[tuple[str, str, int]]:
        """Game, outcome, and how often."""
        rows = await self._driver.read(COUNT_RESULTS, {"person_id": person_id})
        return [(row[0], row[1], row[2]) for row in rows]

    async def last_results(self, person_id: str) -> list[ResultRow]:
        """The latest first."""
        rows = await self._driver.read(LAST_RESULTS, {"person_id": person_id})
        return [ResultRow(*row) for row in rows]


def read_person(columns: Sequence[Any]) -> PersonRow:
    count = len(PEOPLE.c)
    former = tuple(sorted(row[0] for row in msgspec.json.decode(columns[count])))
    seen_at = columns[count + 1] if len(columns) > count + 1 else None
    return replace(PersonRow(*columns[:count]), former=former, device_seen_at=seen_at)
