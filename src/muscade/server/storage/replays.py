"""Finished games as they were shown."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from muscade.server.rows import REPLAYS, TABLES
from muscade.server.storage.appending import TIME
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.statements import asked, insert_missing

READ_AT_ONCE = 20

KEEP = insert_missing(REPLAYS)
PIECE = Statement(
    sa.select(REPLAYS.c.content).where(
        REPLAYS.c.table_id == asked(REPLAYS.c.table_id), REPLAYS.c.piece == asked(REPLAYS.c.piece)
    )
)
UNKEPT = Statement(
    sa.select(TABLES.c.id, TABLES.c.ended_at)
    .where(
        TABLES.c.ended_at >= sa.bindparam("since", type_=TIME),
        ~sa.exists().where(REPLAYS.c.table_id == TABLES.c.id),
    )
    .order_by(TABLES.c.ended_at, TABLES.c.id)
    .limit(sa.literal_column(str(READ_AT_ONCE)))
)

FINISHED = Statement(
    sa.select(TABLES.c.id).where(TABLES.c.ended_at.is_not(None)).order_by(TABLES.c.ended_at, TABLES.c.id)
)


class Unkept(NamedTuple):
    """A finished game of which nothing is kept yet."""

    table_id: str
    ended_at: int


class ReplayStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def keep(self, table_id: str, pieces: Sequence[bytes]) -> None:
        """All pieces of a game, or none; where another server has kept it already, that stays. No pieces: it cannot be kept."""
        rows = [(table_id, number, b64encode(piece).decode()) for number, piece in enumerate(pieces)]
        await self._driver.write(Step(KEEP, {"rows": encode(rows or [(table_id, 0, "")])}))

    async def piece(self, table_id: str, number: int) -> bytes | None:
        """The first one is the outline; None: nothing is kept."""
        rows = await self._driver.read(PIECE, {"table_id": table_id, "piece": number})
        return b64decode(rows[0][0]) if rows and rows[0][0] else None

    async def unkept(self, since: int) -> list[Unkept]:
        """Some games that have ended since then, the earliest first."""
        return [Unkept(*row) for row in await self._driver.read(UNKEPT, {"since": since})]

    async def finished(self) -> list[str]:
        """All tables whose game is over, the first to end first."""
        return [table_id for (table_id,) in await self._driver.read(FINISHED, {})]
