"""What was found out about games, and what else was tried in them."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.analysis.rows import (
    ANALYSES,
    ANALYSES_BEGUN,
    VARIATIONS,
    AnalysisRow,
    BegunRow,
    VariationRow,
)
from muscade.server.rows import SERVERS, TABLES
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked, insert_one

READ = Statement(sa.select(*ANALYSES.c).where(ANALYSES.c.table_id == asked(ANALYSES.c.table_id)))
FORGET = Statement(sa.delete(ANALYSES).where(ANALYSES.c.table_id == asked(ANALYSES.c.table_id)))
THERE = Statement(sa.select(TABLES.c.id).where(TABLES.c.id == asked(ANALYSES.c.table_id)))
KEEP = insert_one(ANALYSES)

_begun = ANALYSES_BEGUN.c.table_id == asked(ANALYSES_BEGUN.c.table_id)
_lives = ANALYSES_BEGUN.c.server.in_(sa.select(SERVERS.c.id))
_mine = ANALYSES_BEGUN.c.server == asked(ANALYSES_BEGUN.c.server)
BEGUN = Statement(sa.select(*ANALYSES_BEGUN.c).where(_begun, _lives))
DROP_UNLESS_BEGUN = Statement(sa.delete(ANALYSES_BEGUN).where(_begun, sa.or_(~_lives, _mine)))
BEGIN = insert_one(ANALYSES_BEGUN)
NOTE_PROGRESS = Statement(
    sa.update(ANALYSES_BEGUN)
    .where(_begun, _mine)
    .values(done=asked(ANALYSES_BEGUN.c.done), total=asked(ANALYSES_BEGUN.c.total))
    .returning(ANALYSES_BEGUN.c.table_id)
)
GIVE_UP = Statement(sa.delete(ANALYSES_BEGUN).where(_begun, _mine))
FINISH = Statement(sa.delete(ANALYSES_BEGUN).where(_begun))

INSERT_VARIATION = insert_one(VARIATIONS)
VARIATIONS_OF = Statement(
    sa.select(*VARIATIONS.c)
    .where(VARIATIONS.c.table_id == asked(VARIATIONS.c.table_id))
    .order_by(VARIATIONS.c.created_at, VARIATIONS.c.version, VARIATIONS.c.id)
)
RENAME = Statement(
    sa.update(VARIATIONS)
    .where(VARIATIONS.c.id == asked(VARIATIONS.c.id), VARIATIONS.c.person_id == asked(VARIATIONS.c.person_id))
    .values(name=asked(VARIATIONS.c.name))
    .returning(VARIATIONS.c.id)
)
_branch = VARIATIONS.alias("branch")
REMOVE = Statement(
    sa.delete(VARIATIONS)
    .where(
        VARIATIONS.c.id == asked(VARIATIONS.c.id),
        VARIATIONS.c.person_id == asked(VARIATIONS.c.person_id),
        ~sa.exists(sa.select(_branch.c.id).where(_branch.c.parent_id == asked(VARIATIONS.c.id))),
    )
    .returning(VARIATIONS.c.id)
)

_old, _new = (sa.bindparam(name, type_=VARIATIONS.c.person_id.type) for name in ("old", "new"))
HAND_ON = Statement(sa.update(VARIATIONS).where(VARIATIONS.c.person_id == _old).values(person_id=_new))
"""Whoever was known as two people has the variations of both."""
FORGET_AUTHOR = Statement(
    sa.update(VARIATIONS)
    .where(VARIATIONS.c.person_id == _old)
    .values(person_id=sa.null(), author=sa.literal_column("''"))
)
"""Others may have branched from them: they stay, and nobody has made them."""


class AnalysisStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def read(self, table_id: str) -> AnalysisRow | None:
        rows = await self._driver.read(READ, {"table_id": table_id})
        return AnalysisRow(*rows[0]) if rows else None

    async def keep(self, row: AnalysisRow) -> None:
        """In the place of an older one; raises `Conflict` where the game has been cleaned away meanwhile."""
        mine = {"table_id": row.table_id}
        await self._driver.write(
            Step(THERE, mine, must=True),
            Step(FORGET, mine),
            Step(KEEP, msgspec.structs.asdict(row)),
            Step(FINISH, mine),
        )

    async def begin(self, table_id: str, server: str) -> bool:
        """It is this server's to make; False: another one, which lives, is making it."""
        row = BegunRow(table_id, server, 0, 0)
        try:
            await self._driver.write(
                Step(DROP_UNLESS_BEGUN, {"table_id": table_id, "server": server}),
                Step(BEGIN, msgspec.structs.asdict(row)),
            )
        except Conflict:
            return False
        return True

    async def begun(self, table_id: str) -> BegunRow | None:
        """By whom it is being made, and how far that is."""
        rows = await self._driver.read(BEGUN, {"table_id": table_id})
        return BegunRow(*rows[0]) if rows else None

    async def note_progress(self, row: BegunRow) -> bool:
        """False: another server has taken it over."""
        (noted,) = await self._driver.write(Step(NOTE_PROGRESS, msgspec.structs.asdict(row)))
        return bool(noted)

    async def give_up(self, table_id: str, server: str) -> None:
        await self._driver.write(Step(GIVE_UP, {"table_id": table_id, "server": server}))

    async def variations(self, table_id: str) -> list[VariationRow]:
        """Of a game, in the order in which they were made."""
        rows = await self._driver.read(VARIATIONS_OF, {"table_id": table_id})
        return [VariationRow(*row) for row in rows]

    async def add(self, row: VariationRow) -> bool:
        """False: there is one with this id already."""
        try:
            await self._driver.write(Step(INSERT_VARIATION, msgspec.structs.asdict(row)))
        except Conflict:
            return False
        return True

    async def rename(self, variation_id: str, person_id: str, name: str) -> bool:
        """False: it is not theirs."""
        values = {"id": variation_id, "person_id": person_id, "name": name}
        (renamed,) = await self._driver.write(Step(RENAME, values))
        return bool(renamed)

    async def remove(self, variation_id: str, person_id: str) -> bool:
        """False: it is not theirs, or others branch from it."""
        (removed,) = await self._driver.write(Step(REMOVE, {"id": variation_id, "person_id": person_id}))
        return bool(removed)
