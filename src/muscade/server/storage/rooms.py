"""Rooms and what was said in them. A room is written whole, over the version that its writer has seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from muscade.server.rooms.state import read_state
from muscade.server.rows import (
    RESULTS,
    ROOM_CHATS,
    ROOM_PEOPLE,
    ROOMS,
    SEATS,
    TABLES,
    ResultRow,
    RoomChatRow,
    RoomRow,
    SeatRow,
    StoredRoom,
    TableRow,
)
from muscade.server.storage import batches
from muscade.server.storage.appending import ID, TIME
from muscade.server.storage.batches import creating, encode, in_order
from muscade.server.storage.dialects import Statement, rows_of
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked, insert_missing, insert_one, last_rows, read_rows

CHATS_READ = 200
"""So many of a room's last words are read with it."""
MOST_LISTED = 200
MOST_OF_MINE = 30

INSERT_ROOM = insert_one(ROOMS)
_CHANGES = ("state", "listed_at", "wish", "table_id", "used_at", "closed_at")
UPDATE_ROOM = Statement(
    sa.update(ROOMS)
    .where(ROOMS.c.id == asked(ROOMS.c.id), ROOMS.c.version == asked(ROOMS.c.version))
    .values(
        {ROOMS.c[name]: asked(ROOMS.c[name]) for name in _CHANGES}
        | {ROOMS.c.version: ROOMS.c.version + sa.literal_column("1")}
    )
    .returning(ROOMS.c.version)
)
LOAD_ROOM = Statement(
    sa.select(
        *ROOMS.c,
        sa.exists().where(TABLES.c.id == ROOMS.c.table_id, TABLES.c.ended_at.is_not(None)).label("ended"),
        last_rows(ROOM_CHATS, ROOM_CHATS.c.room_id == asked(ROOMS.c.id), CHATS_READ)
        .scalar_subquery()
        .label("chats"),
    ).where(ROOMS.c.id == asked(ROOMS.c.id))
)
ROOM_OF_CODE = Statement(sa.select(*ROOMS.c).where(ROOMS.c.code == asked(ROOMS.c.code)))

_since = sa.bindparam("since", type_=TIME)
LISTED = Statement(
    sa.select(*ROOMS.c)
    .where(ROOMS.c.listed_at > _since, ROOMS.c.closed_at.is_(None))
    .order_by(ROOMS.c.created_at.desc(), ROOMS.c.id)
    .limit(sa.literal_column(str(MOST_LISTED)))
)
WISHED = Statement(
    sa.select(ROOMS.c.id)
    .where(ROOMS.c.wish == asked(ROOMS.c.wish), ROOMS.c.listed_at > _since, ROOMS.c.closed_at.is_(None))
    .order_by(ROOMS.c.created_at, ROOMS.c.id)
    .limit(sa.literal_column("20"))
)
_these = sa.select(rows_of("these", {"id": ID}).c.id)
SOME_ROOMS = Statement(sa.select(*ROOMS.c).where(ROOMS.c.id.in_(_these)))
LIST = Statement(sa.update(ROOMS).where(ROOMS.c.id.in_(_these)).values(listed_at=asked(ROOMS.c.listed_at)))
UNSETTLED = Statement(
    sa.select(ROOMS.c.id)
    .join_from(ROOMS, TABLES, TABLES.c.id == ROOMS.c.table_id)
    .where(TABLES.c.ended_at.is_not(None))
    .limit(sa.literal_column("100"))
)
ROOMS_OF = Statement(
    sa.select(*ROOMS.c)
    .join_from(ROOM_PEOPLE, ROOMS, ROOMS.c.id == ROOM_PEOPLE.c.room_id)
    .where(ROOM_PEOPLE.c.person_id == asked(ROOM_PEOPLE.c.person_id), ROOMS.c.closed_at.is_(None))
    .order_by(ROOMS.c.used_at.desc(), ROOMS.c.id)
    .limit(sa.literal_column(str(MOST_OF_MINE)))
)


JOIN_ROOM = insert_missing(ROOM_PEOPLE)
INSERT_RESULTS = insert_missing(RESULTS)
_left = rows_of("left_by", {"person_id": ID})
LEAVE_ROOM = Statement(
    sa.delete(ROOM_PEOPLE).where(
        ROOM_PEOPLE.c.room_id == asked(ROOM_PEOPLE.c.room_id),
        ROOM_PEOPLE.c.person_id.in_(sa.select(_left.c.person_id)),
    )
)
TAKE_OVER = Statement(
    sa.update(SEATS)
    .where(
        SEATS.c.table_id == asked(SEATS.c.table_id),
        SEATS.c.seat == asked(SEATS.c.seat),
        SEATS.c.kind == sa.literal_column("'bot'"),
    )
    # When the seat was first taken stays: the game began then.
    .values(
        kind=sa.literal_column("'invited'"),
        name=asked(SEATS.c.name),
        level=sa.null(),
        key_digest=asked(SEATS.c.key_digest),
        person_id=asked(SEATS.c.person_id),
    )
    .returning(SEATS.c.seat)
)
HAND_OVER = Statement(
    sa.update(SEATS)
    .where(
        SEATS.c.table_id == asked(SEATS.c.table_id),
        SEATS.c.seat == asked(SEATS.c.seat),
        SEATS.c.kind != sa.literal_column("'bot'"),
    )
    .values(
        kind=sa.literal_column("'bot'"),
        name=asked(SEATS.c.name),
        level=asked(SEATS.c.level),
        key_digest=sa.null(),
        person_id=sa.null(),
    )
    .returning(SEATS.c.seat)
)
UNRATE = Statement(
    sa.update(TABLES).where(TABLES.c.id == asked(SEATS.c.table_id)).values(rated=sa.literal_column("0"))
)
INSERT_CHAT = insert_one(ROOM_CHATS)
CHATS_SINCE = Statement(
    read_rows(
        ROOM_CHATS,
        sa.and_(
            ROOM_CHATS.c.room_id == asked(ROOM_CHATS.c.room_id),
            ROOM_CHATS.c.number > asked(ROOM_CHATS.c.number),
        ),
    )
)

_before = sa.bindparam("before", type_=TIME)
UNUSED_ROOMS = Statement(
    sa.select(ROOMS.c.id).where(sa.or_(ROOMS.c.used_at < _before, ROOMS.c.closed_at.is_not(None)))
)
"""Nobody comes back to a room that is closed."""
_gone = sa.select(rows_of("gone", {"id": ID}).c.id)
DELETE_ROOMS = (
    Statement(sa.delete(ROOM_CHATS).where(ROOM_CHATS.c.room_id.in_(_gone))),
    Statement(sa.delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.room_id.in_(_gone))),
    Statement(sa.update(TABLES).where(TABLES.c.room_id.in_(_gone)).values(room_id=sa.null())),
    Statement(sa.delete(ROOMS).where(ROOMS.c.id.in_(_gone))),
)
"""Their words go with them; their games stay, and so do the results."""


class TakenOver(msgspec.Struct, frozen=True):
    """Somebody who comes late, in the place of a bot."""

    table_id: str
    seat: int
    name: str
    key_digest: str
    person_id: str


class HandedOver(msgspec.Struct, frozen=True):
    """A bot, in the place of somebody who was sent away."""

    table_id: str
    seat: int
    name: str
    level: str


class Beside(msgspec.Struct, frozen=True):
    """What happens with a change of a room, or not at all."""

    joined: Sequence[str] = ()
    left: Sequence[str] = ()
    table: tuple[TableRow, Sequence[SeatRow]] | None = None
    taken_over: TakenOver | None = None
    to_bots: Sequence[HandedOver] = ()
    results: Sequence[ResultRow] = ()


class RoomStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def create(self, row: RoomRow, note: bytes | None = None) -> bool:
        """False: there is a room with this id or code already."""
        joined = [(row.id, member.person) for member in row.state.members]
        try:
            await self._driver.write(
                Step(INSERT_ROOM, room_values(row)), Step(JOIN_ROOM, {"rows": encode(joined)}), note=note
            )
        except Conflict:
            return False
        return True

    async def update(self, row: RoomRow, beside: Beside, note: bytes | None = None) -> None:
        """Over the version that ``row`` has, which goes up by one; a `Conflict` where that is not the version any more."""
        steps = [Step(UPDATE_ROOM, room_values(row), must=True)]
        if beside.joined:
            steps.append(Step(JOIN_ROOM, {"rows": encode([(row.id, person) for person in beside.joined])}))
        if beside.left:
            left = encode([(person,) for person in beside.left])
            steps.append(Step(LEAVE_ROOM, {"room_id": row.id, "left_by": left}))
        if beside.table is not None:
            steps += creating(*beside.table)
        if beside.taken_over is not None:
            steps.append(Step(TAKE_OVER, msgspec.structs.asdict(beside.taken_over), must=True))
        steps += handing_over(beside.to_bots)
        if beside.results:
            rows = [msgspec.structs.astuple(result) for result in beside.results]
            steps.append(Step(INSERT_RESULTS, {"rows": encode(rows)}))
        await self._driver.write(*steps, note=note)

    async def load(self, room_id: str) -> StoredRoom | None:
        """All that is known about a room, and the last of what was said there."""
        rows = await self._driver.read(LOAD_ROOM, {"id": room_id})
        if not rows:
            return None
        *columns, ended, chats = rows[0]
        return StoredRoom(read_room(columns), bool(ended), in_order(chats, batches.ROOM_CHATS))

    async def of_code(self, code: str) -> RoomRow | None:
        rows = await self._driver.read(ROOM_OF_CODE, {"code": code})
        return read_room(rows[0]) if rows else None

    async def listed(self, since: int) -> list[RoomRow]:
        """Rooms in which somebody was at a time, the newest first."""
        return [read_room(row) for row in await self._driver.read(LISTED, {"since": since})]

    async def some(self, room_ids: Collection[str]) -> list[RoomRow]:
        """Those that there are."""
        these = encode([(room_id,) for room_id in room_ids])
        return [read_room(row) for row in await self._driver.read(SOME_ROOMS, {"these": these})]

    async def wished(self, wish: str, since: int) -> list[str]:
        """Rooms in which somebody waits for others who want the same, the oldest first."""
        return [row[0] for row in await self._driver.read(WISHED, {"wish": wish, "since": since})]

    async def set_listed(self, room_ids: Collection[str], at: int | None) -> None:
        """Somebody is in these rooms now, or nobody."""
        await self._driver.write(
            Step(LIST, {"these": encode([(room_id,) for room_id in room_ids]), "listed_at": at})
        )

    async def unsettled(self) -> list[str]:
        """Rooms that have not heard that their game is over."""
        return [row[0] for row in await self._driver.read(UNSETTLED, {})]

    async def of_person(self, person_id: str) -> list[RoomRow]:
        """The last used first."""
        return [read_room(row) for row in await self._driver.read(ROOMS_OF, {"person_id": person_id})]

    async def say(self, room_id: str, chat: RoomChatRow, note: bytes | None = None) -> None:
        """A number that another writer used is a `Conflict`."""
        values = {"room_id": room_id, **msgspec.structs.asdict(chat)}
        await self._driver.write(Step(INSERT_CHAT, values), note=note)

    async def chats_since(self, room_id: str, number: int) -> tuple[RoomChatRow, ...]:
        """What was said after a number."""
        rows = await self._driver.read(CHATS_SINCE, {"room_id": room_id, "number": number})
        return in_order(rows[0][0], batches.ROOM_CHATS)


def handing_over(seats: Sequence[HandedOver]) -> list[Step]:
    """Bots in the place of people; what they make of a game counts for nobody."""
    return [
        step
        for seat in seats
        for step in (
            Step(HAND_OVER, msgspec.structs.asdict(seat), must=True),
            Step(UNRATE, {"table_id": seat.table_id}),
        )
    ]


_NAMES = tuple(str(column.name) for column in ROOMS.c)


def room_values(row: RoomRow) -> dict[str, Any]:
    return msgspec.structs.asdict(row) | {"state": encode(row.state)}


def read_room(columns: Sequence[Any]) -> RoomRow:
    values = dict(zip(_NAMES, columns, strict=True))
    return RoomRow(**values | {"state": read_state(values["state"])})
