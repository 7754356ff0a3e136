"""Whom people ignore, reports, bans, announcements, and what operators did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from muscade.server.moderation.rows import (
    ANNOUNCEMENTS,
    BANS,
    CAME_FROM,
    DEEDS,
    IGNORED,
    REPORTS,
    AnnouncementRow,
    BanRow,
    How,
    IgnoredRow,
    OperatorActionRow,
    ReportRow,
)
from muscade.server.rows import PEOPLE, ROOMS, SERVERS, TABLES, RoomRow
from muscade.server.storage.appending import ID, TIME
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.rooms import read_room
from muscade.server.storage.statements import asked, insert_missing, insert_one

MOST_ROOMS = 100
MOST_REPORTS = 200
MOST_OPERATOR_ACTIONS = 100

_me = sa.bindparam("me", type_=ID)
AROUND = Statement(
    sa.select(*IGNORED.c, PEOPLE.c.name, PEOPLE.c.portrait)
    .join_from(IGNORED, PEOPLE, PEOPLE.c.id == IGNORED.c.other_id)
    .where(
        sa.or_(
            IGNORED.c.person_id == _me,
            sa.and_(IGNORED.c.other_id == _me, IGNORED.c.how == sa.literal_column("'block'")),
        )
    )
    .order_by(IGNORED.c.since, IGNORED.c.other_id)
)
FORGIVE = Statement(
    sa.delete(IGNORED).where(
        IGNORED.c.person_id == asked(IGNORED.c.person_id), IGNORED.c.other_id == asked(IGNORED.c.other_id)
    )
)
IGNORE = insert_one(IGNORED)
PERSON_NAME = Statement(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == asked(PEOPLE.c.id)))

ARRIVE = insert_missing(CAME_FROM)
ARRIVE_AGAIN = Statement(
    sa.update(CAME_FROM)
    .where(
        CAME_FROM.c.person_id == asked(CAME_FROM.c.person_id),
        CAME_FROM.c.address == asked(CAME_FROM.c.address),
    )
    .values(seen_at=asked(CAME_FROM.c.seen_at))
)
ADDRESSES_OF = Statement(
    sa.select(CAME_FROM.c.address)
    .where(CAME_FROM.c.person_id == asked(CAME_FROM.c.person_id))
    .order_by(CAME_FROM.c.address)
)

INSERT_REPORT = insert_one(REPORTS)
READ_REPORTS = Statement(
    sa.select(REPORTS).order_by(REPORTS.c.at, REPORTS.c.id).limit(sa.literal_column(str(MOST_REPORTS)))
)
DELETE_REPORT = Statement(
    sa.delete(REPORTS).where(REPORTS.c.id == asked(REPORTS.c.id)).returning(REPORTS.c.id)
)

INSERT_BAN = insert_one(BANS)
READ_BANS = Statement(
    sa.select(BANS)
    .where(sa.or_(BANS.c.until.is_(None), BANS.c.until > sa.bindparam("now", type_=TIME)))
    .order_by(BANS.c.created_at.desc(), BANS.c.id)
)
DELETE_BAN = Statement(sa.delete(BANS).where(BANS.c.id == asked(BANS.c.id)).returning(BANS.c.id))

INSERT_ANNOUNCEMENT = insert_one(ANNOUNCEMENTS)
READ_ANNOUNCEMENTS = Statement(
    sa.select(ANNOUNCEMENTS)
    .where(ANNOUNCEMENTS.c.until > sa.bindparam("now", type_=TIME))
    .order_by(ANNOUNCEMENTS.c.created_at, ANNOUNCEMENTS.c.id)
)
DELETE_ANNOUNCEMENT = Statement(
    sa.delete(ANNOUNCEMENTS)
    .where(ANNOUNCEMENTS.c.id == asked(ANNOUNCEMENTS.c.id))
    .returning(ANNOUNCEMENTS.c.id)
)

INSERT_OPERATOR_ACTION = insert_one(DEEDS)
READ_OPERATOR_ACTIONS = Statement(
    sa.select(DEEDS)
    .order_by(DEEDS.c.at.desc(), DEEDS.c.id)
    .limit(sa.literal_column(str(MOST_OPERATOR_ACTIONS)))
)

RECENT_ROOMS = Statement(
    sa.select(*ROOMS.c).order_by(ROOMS.c.used_at.desc(), ROOMS.c.id).limit(sa.literal_column(str(MOST_ROOMS)))
)
_since = sa.bindparam("since", type_=TIME)


def _count(table: sa.Table, *where: sa.ColumnElement[bool]) -> sa.ScalarSelect[Any]:
    return sa.select(sa.func.count()).select_from(table).where(*where).scalar_subquery()


COUNTS = Statement(
    sa.select(
        _count(PEOPLE),
        _count(PEOPLE, PEOPLE.c.seen_at > _since),
        _count(ROOMS, ROOMS.c.closed_at.is_(None)),
        _count(TABLES, TABLES.c.ended_at.is_(None)),
        _count(SERVERS),
        _count(REPORTS),
    )
)

_before = sa.bindparam("before", type_=TIME)
PRUNE = (
    Statement(sa.delete(CAME_FROM).where(CAME_FROM.c.seen_at < _before)),
    Statement(sa.delete(BANS).where(BANS.c.until < _before)),
    Statement(sa.delete(ANNOUNCEMENTS).where(ANNOUNCEMENTS.c.until < _before)),
)
"""What is over for so long that nobody asks after it. Reports stay until they are dealt with, and what an operator did for good."""


class Counts(NamedTuple):
    """How much there is in the database."""

    people: int
    people_lately: int
    rooms: int
    tables: int
    servers: int
    reports: int


class ModerationStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    # ------------------------------------------------------------ people among themselves

    async def around(self, person_id: str) -> list[IgnoredRow]:
        """Whom somebody ignores, and who has blocked them."""
        return [IgnoredRow(*row) for row in await self._driver.read(AROUND, {"me": person_id})]

    async def ignore(
        self, person_id: str, other_id: str, how: How | None, at: int, note: bytes | None = None
    ) -> None:
        """From now on, this way; or (None) no more."""
        pair = {"person_id": person_id, "other_id": other_id}
        steps = [Step(FORGIVE, pair)]
        if how is not None:
            steps.append(Step(IGNORE, pair | {"how": how, "since": at}))
        await self._driver.write(*steps, note=note)

    async def name_of(self, person_id: str) -> str | None:
        """What somebody is called, if there is such a person."""
        rows = await self._driver.read(PERSON_NAME, {"id": person_id})
        return rows[0][0] if rows else None

    async def arrive(self, person_id: str, address: str, at: int) -> None:
        """Somebody has come from an address."""
        row = {"person_id": person_id, "address": address, "seen_at": at}
        rows = msgspec.json.encode([list(row.values())]).decode()
        await self._driver.write(Step(ARRIVE_AGAIN, row), Step(ARRIVE, {"rows": rows}))

    async def addresses_of(self, person_id: str) -> list[str]:
        """Where somebody came from lately, as digests."""
        return [row[0] for row in await self._driver.read(ADDRESSES_OF, {"person_id": person_id})]

    # ------------------------------------------------------------ reports

    async def report(self, row: ReportRow) -> bool:
        """False: it has been made before."""
        try:
            await self._driver.write(Step(INSERT_REPORT, msgspec.structs.asdict(row)))
        except Conflict:
            return False
        return True

    async def reports(self) -> list[ReportRow]:
        """Those that nobody has dealt with, the oldest first."""
        return [ReportRow(*row) for row in await self._driver.read(READ_REPORTS, {})]

    async def dismiss(self, report_id: str, action: OperatorActionRow) -> None:
        """A `Conflict` where it is gone already."""
        await self._driver.write(Step(DELETE_REPORT, {"id": report_id}, must=True), _doing(action))

    # ------------------------------------------------------------ bans and announcements

    async def ban(
        self,
        bans: Sequence[BanRow],
        action: OperatorActionRow,
        report_id: str | None = None,
        note: bytes | None = None,
    ) -> None:
        """With the report, if it is what was asked for there: it is dealt with. A `Conflict` where that is done already."""
        steps = [Step(INSERT_BAN, msgspec.structs.asdict(ban)) for ban in bans]
        if report_id is not None:
            steps.append(Step(DELETE_REPORT, {"id": report_id}, must=True))
        await self._driver.write(*steps, _doing(action), note=note)

    async def lift(self, ban_id: str, action: OperatorActionRow, note: bytes | None = None) -> None:
        """A `Conflict` where there is no such ban."""
        await self._driver.write(Step(DELETE_BAN, {"id": ban_id}, must=True), _doing(action), note=note)

    async def bans(self, now: int) -> list[BanRow]:
        """Those in force, the latest first."""
        return [BanRow(*row) for row in await self._driver.read(READ_BANS, {"now": now})]

    async def announce(
        self, row: AnnouncementRow, action: OperatorActionRow, note: bytes | None = None
    ) -> None:
        """A `Conflict` where it has been announced already."""
        await self._driver.write(
            Step(INSERT_ANNOUNCEMENT, msgspec.structs.asdict(row)), _doing(action), note=note
        )

    async def withdraw(
        self, announcement_id: str, action: OperatorActionRow, note: bytes | None = None
    ) -> None:
        """A `Conflict` where there is none."""
        await self._driver.write(
            Step(DELETE_ANNOUNCEMENT, {"id": announcement_id}, must=True), _doing(action), note=note
        )

    async def announcements(self, now: int) -> list[AnnouncementRow]:
        """Those not yet over, the oldest first."""
        return [AnnouncementRow(*row) for row in await self._driver.read(READ_ANNOUNCEMENTS, {"now": now})]

    # ------------------------------------------------------------ for operators

    async def note_operator_action(self, action: OperatorActionRow) -> None:
        await self._driver.write(_doing(action))

    async def operator_actions(self) -> list[OperatorActionRow]:
        """The latest first."""
        return [OperatorActionRow(*row) for row in await self._driver.read(READ_OPERATOR_ACTIONS, {})]

    async def rooms(self) -> list[RoomRow]:
        """Open and closed ones, the last used first."""
        return [read_room(row) for row in await self._driver.read(RECENT_ROOMS, {})]

    async def counts(self, since: int) -> Counts:
        """``since`` is when lately began."""
        return Counts(*(await self._driver.read(COUNTS, {"since": since}))[0])

    async def prune(self, before: int) -> None:
        """What was over before a time."""
        await self._driver.write(*(Step(statement, {"before": before}) for statement in PRUNE))


def _doing(action: OperatorActionRow) -> Step:
    return Step(INSERT_OPERATOR_ACTION, msgspec.structs.asdict(action))


# ---------------------------------------------------------------- two people who turn out to be one, and nobody any more

_old, _new = sa.bindparam("old", type_=ID), sa.bindparam("new", type_=ID)


def _move(column: sa.Column[Any], *where: sa.ColumnElement[bool]) -> Statement:
    return Statement(sa.update(column.table).where(column == _old, *where).values({column: _new}))


def _move_pairs(mine: sa.Column[Any], other: sa.Column[Any]) -> tuple[Statement, Statement]:
    """Rows with a key of two columns: those that the new person has already go, and what one was to oneself."""
    known = mine.table.alias("known")
    twice = sa.exists().where(known.c[mine.name] == _new, known.c[other.name] == other)
    return Statement(sa.delete(mine.table).where(mine == _old, sa.or_(twice, other == _new))), _move(mine)


def _block_too(mine: sa.Column[Any], other: sa.Column[Any]) -> Statement:
    """Of a mute and a block, the block stays."""
    known = IGNORED.alias("known")
    blocked = sa.exists().where(
        known.c[mine.name] == _old,
        known.c[other.name] == other,
        known.c.how == sa.literal_column("'block'"),
    )
    return Statement(sa.update(IGNORED).where(mine == _new, blocked).values(how=sa.literal_column("'block'")))


_I, _THEY = IGNORED.c.person_id, IGNORED.c.other_id
MERGE = (
    *(_block_too(_I, _THEY), *_move_pairs(_I, _THEY)),
    *(_block_too(_THEY, _I), *_move_pairs(_THEY, _I)),
    *_move_pairs(CAME_FROM.c.person_id, CAME_FROM.c.address),
    _move(REPORTS.c.by_id),
    _move(REPORTS.c.person_id),
    _move(BANS.c.target, BANS.c.kind == sa.literal_column("'person'")),
)
"""What hangs on a person here, and becomes another's: ``old`` and ``new`` are their ids."""

FORGET = tuple(
    Statement(sa.delete(table).where(sa.or_(*(column == _old for column in columns))))
    for table, columns in (
        (IGNORED, (_I, _THEY)),
        (CAME_FROM, (CAME_FROM.c.person_id,)),
        (REPORTS, (REPORTS.c.by_id, REPORTS.c.person_id)),
    )
)
"""What goes with a person, whose id is ``old``. A ban stays: whoever is shut out is not let in by leaving."""
