"""Which puzzles of the series people have solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from muscade.server.series.rows import SOLVED, SolvedRow
from muscade.server.storage.appending import ID
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement, rows_of
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked

TRIES = 5


def _joining(source: sa.FromClause) -> tuple[Statement, Statement]:
    """Rows are joined to what there is: of each puzzle the fewest moves, and a star that was won once stays."""
    same = sa.and_(*(column == source.c[column.name] for column in SOLVED.primary_key))
    mine, theirs = SOLVED.c.fewest, source.c.fewest
    fewer = sa.select(theirs).where(same).scalar_subquery()
    better = sa.exists().where(same, theirs.is_not(None), sa.or_(mine.is_(None), theirs < mine))
    starred = sa.exists().where(same, source.c.starred == sa.literal_column("1"))
    improve = (
        sa.update(SOLVED)
        .where(sa.exists().where(same))
        .values(
            fewest=sa.case((better, fewer), else_=mine),
            starred=sa.case((starred, sa.literal_column("1")), else_=SOLVED.c.starred),
        )
    )
    known = SOLVED.alias("known")
    there = sa.exists().where(
        *(known.c[column.name] == source.c[column.name] for column in SOLVED.primary_key)
    )
    names = [column.name for column in SOLVED.c]
    add = sa.insert(SOLVED).from_select(names, sa.select(*(source.c[name] for name in names)).where(~there))
    # In this order: what somebody else adds meanwhile is there for the second, or stops the first.
    return Statement(add), Statement(improve)


NOTE = _joining(rows_of("rows", {column.name: column.type for column in SOLVED.c}))
OF_PERSON = Statement(
    sa.select(*SOLVED.c)
    .where(SOLVED.c.person_id == asked(SOLVED.c.person_id))
    .order_by(SOLVED.c.game, SOLVED.c.number)
)
PROGRESS = Statement(
    sa.select(SOLVED.c.game, sa.func.count(), sa.func.sum(SOLVED.c.starred))
    .where(SOLVED.c.person_id == asked(SOLVED.c.person_id))
    .group_by(SOLVED.c.game)
    .order_by(SOLVED.c.game)
)

_old, _new = sa.bindparam("old", type_=ID), sa.bindparam("new", type_=ID)
_former = SOLVED.alias("former")
FORGET = Statement(sa.delete(SOLVED).where(SOLVED.c.person_id == _old))
"""They go with a person, whose id is ``old``."""
MERGE = (
    *_joining(
        sa.select(_new.label("person_id"), *list(_former.c)[1:])
        .where(_former.c.person_id == _old)
        .subquery("joined")
    ),
    FORGET,
)
"""Whoever was known as two people has the better of both."""


class Progress(NamedTuple):
    """How much somebody has solved of a game's series, and how much of it as well as can be."""

    game: str
    solved: int
    stars: int


class SolvedStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def note(self, rows: Sequence[SolvedRow]) -> None:
        """Whatever was known before, the better of it stays."""
        # A puzzle that is named twice is still one row.
        best: dict[tuple[str, str, int], SolvedRow] = {}
        for row in rows:
            key = row.person_id, row.game, row.number
            best[key] = better(best[key], row) if key in best else row
        values = {"rows": encode([msgspec.structs.astuple(row) for row in best.values()])}
        for left in reversed(range(TRIES)):
            try:
                await self._driver.write(*(Step(statement, values) for statement in NOTE))
                return
            except Conflict:
                # Another device of theirs was first with one of them: the next try finds it there.
                if not left:
                    raise

    async def of_person(self, person_id: str) -> list[SolvedRow]:
        """All of them, by game and number."""
        rows = await self._driver.read(OF_PERSON, {"person_id": person_id})
        return [SolvedRow(*row) for row in rows]

    async def progress(self, person_id: str) -> list[Progress]:
        """Of the games of which they have solved any."""
        rows = await self._driver.read(PROGRESS, {"person_id": person_id})
        return [Progress(*row) for row in rows]


def better(one: SolvedRow, other: SolvedRow) -> SolvedRow:
    """What is best of two tries at the same puzzle."""
    counts = [row.fewest for row in (one, other) if row.fewest is not None]
    return msgspec.structs.replace(
        one, fewest=min(counts, default=None), starred=max(one.starred, other.starred)
    )
