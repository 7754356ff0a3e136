"""Accounts and their devices, two people who turn out to be one, and people who want to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from muscade.server.rows import (
    CHATS,
    DEVICES,
    FORMER_PEOPLE,
    FRIEND_LINKS,
    FRIENDS,
    PEOPLE,
    RESULTS,
    ROOM_CHATS,
    ROOM_PEOPLE,
    ROOMS,
    SEATS,
    DeviceRow,
    PersonRow,
    RoomRow,
)
from muscade.server.storage import analyses, moderation, ratings, solved
from muscade.server.storage.appending import ID
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement, rows_of
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.people import INSERT_DEVICE, PERSON, read_person
from muscade.server.storage.rooms import (
    JOIN_ROOM,
    UPDATE_ROOM,
    HandedOver,
    handing_over,
    read_room,
    room_values,
)
from muscade.server.storage.statements import asked, insert_one

LEFT = ""
"""The name, in games that stay, of somebody who wanted to be forgotten."""
NO_WORDS = "…"
"""In the place of what they said at a table."""

PERSON_OF_ACCOUNT = Statement(PERSON.where(PEOPLE.c.account == asked(PEOPLE.c.account)))
PERSON_OF_ID = Statement(
    PERSON.where(
        sa.or_(
            PEOPLE.c.id == asked(PEOPLE.c.id),
            PEOPLE.c.id.in_(
                sa.select(FORMER_PEOPLE.c.person_id).where(FORMER_PEOPLE.c.id == asked(FORMER_PEOPLE.c.id))
            ),
        )
    )
)
_ACCOUNT = ("account", "name", "password")
OPEN_ACCOUNT = Statement(
    sa.update(PEOPLE)
    .where(PEOPLE.c.id == asked(PEOPLE.c.id), PEOPLE.c.account.is_(None))
    .values({PEOPLE.c[name]: asked(PEOPLE.c[name]) for name in _ACCOUNT})
    .returning(PEOPLE.c.id)
)
CHANGE_ACCOUNT = Statement(
    sa.update(PEOPLE)
    .where(PEOPLE.c.id == asked(PEOPLE.c.id), PEOPLE.c.account.is_not(None))
    .values({PEOPLE.c[name]: asked(PEOPLE.c[name]) for name in _ACCOUNT})
    .returning(PEOPLE.c.id)
)
DEVICES_OF = Statement(
    sa.select(*DEVICES.c)
    .where(DEVICES.c.person_id == asked(DEVICES.c.person_id))
    .order_by(DEVICES.c.created_at, DEVICES.c.key_digest)
)
NAME_DEVICE = Statement(
    sa.update(DEVICES)
    .where(DEVICES.c.key_digest == asked(DEVICES.c.key_digest))
    .values(label=asked(DEVICES.c.label))
)
_signed_out = rows_of("out", {"key_digest": ID})
SIGN_OUT = Statement(
    sa.delete(DEVICES).where(
        DEVICES.c.person_id == asked(DEVICES.c.person_id),
        DEVICES.c.key_digest.in_(sa.select(_signed_out.c.key_digest)),
    )
)
ALL_ROOMS_OF = Statement(
    sa.select(*ROOMS.c)
    .join_from(ROOM_PEOPLE, ROOMS, ROOMS.c.id == ROOM_PEOPLE.c.room_id)
    .where(ROOM_PEOPLE.c.person_id == asked(ROOM_PEOPLE.c.person_id))
    .order_by(ROOMS.c.id)
)
SEATS_OF_PERSON = Statement(
    sa.select(SEATS.c.table_id, SEATS.c.seat)
    .where(SEATS.c.person_id == asked(SEATS.c.person_id))
    .order_by(SEATS.c.table_id, SEATS.c.seat)
)

# ------------------------------------------------------------ two who turn out to be one

_old, _new = sa.bindparam("old", type_=ID), sa.bindparam("new", type_=ID)
_taken = rows_of("taken", {"table_id": ID, "seat": sa.Integer(), "key_digest": ID})
_same_seat = sa.and_(_taken.c.table_id == SEATS.c.table_id, _taken.c.seat == SEATS.c.seat)
TAKE_SEATS = Statement(
    sa.update(SEATS)
    .where(SEATS.c.person_id == _old, sa.exists().where(_same_seat))
    .values(
        person_id=_new,
        key_digest=sa.select(_taken.c.key_digest).where(_same_seat).scalar_subquery(),
    )
)
LEAVE_ROOMS = Statement(sa.delete(ROOM_PEOPLE).where(ROOM_PEOPLE.c.person_id == _old))
HAND_ON = tuple(
    Statement(sa.update(column.table).where(column == _old).values({column: _new}))
    for column in (
        RESULTS.c.person_id,
        ROOM_CHATS.c.person_id,
        DEVICES.c.person_id,
        FORMER_PEOPLE.c.person_id,
    )
)
_known = FRIENDS.alias("known")


def _befriend(mine: sa.Column[Any], theirs: sa.Column[Any]) -> Statement:
    """The friends of the one are the other's, unless they are already."""
    who, whom = _known.c[mine.name], _known.c[theirs.name]
    found = sa.select(_new, theirs, FRIENDS.c.since).where(
        mine == _old,
        theirs != _new,
        ~sa.exists().where(who == _new, whom == theirs),
    )
    return Statement(sa.insert(FRIENDS).from_select([mine.name, theirs.name, "since"], found))


JOIN_FRIENDS = (
    _befriend(FRIENDS.c.person_id, FRIENDS.c.friend_id),
    _befriend(FRIENDS.c.friend_id, FRIENDS.c.person_id),
)
UNFRIEND_ALL = Statement(
    sa.delete(FRIENDS).where(sa.or_(FRIENDS.c.person_id == _old, FRIENDS.c.friend_id == _old))
)
VOID_LINK = Statement(sa.delete(FRIEND_LINKS).where(FRIEND_LINKS.c.person_id == _old))
NOTE_FORMER = insert_one(FORMER_PEOPLE)
FORGET = Statement(
    sa.delete(PEOPLE)
    .where(
        PEOPLE.c.id == _old,
        # Whatever came in between makes it a matter to look at again.
        ~sa.exists().where(SEATS.c.person_id == _old),
        ~sa.exists().where(ROOM_PEOPLE.c.person_id == _old),
    )
    .returning(PEOPLE.c.id)
)

# ------------------------------------------------------------ to be forgotten

SILENCE_TABLES = Statement(
    sa.update(CHATS)
    .where(
        sa.exists().where(
            SEATS.c.person_id == _old, SEATS.c.table_id == CHATS.c.table_id, SEATS.c.seat == CHATS.c.seat
        )
    )
    .values(words=sa.literal_column(f"'{NO_WORDS}'"), phrase=sa.null())
)
SILENCE_ROOMS = Statement(
    sa.update(ROOM_CHATS)
    .where(ROOM_CHATS.c.person_id == _old)
    # The number stays: others have counted it.
    .values(
        person_id=sa.literal_column("''"),
        name=sa.literal_column("''"),
        game=sa.null(),
        phrase=sa.null(),
        words=sa.null(),
        message_id=sa.literal_column("'deleted '") + sa.cast(ROOM_CHATS.c.number, sa.Text()),
        account=sa.literal_column("0"),
    )
)
LEAVE_SEATS = Statement(
    sa.update(SEATS)
    .where(SEATS.c.person_id == _old)
    .values(name=sa.literal_column(f"'{LEFT}'"), key_digest=sa.null(), person_id=sa.null())
)
DELETE_ALL = (
    *(
        Statement(sa.delete(column.table).where(column == _old))
        for column in (RESULTS.c.person_id, DEVICES.c.person_id, FORMER_PEOPLE.c.person_id)
    ),
    UNFRIEND_ALL,
    VOID_LINK,
    *moderation.FORGET,
    *ratings.FORGET,
    analyses.FORGET_AUTHOR,
    solved.FORGET,
)


class AccountStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    # ------------------------------------------------------------ who and what there is

    async def of_account(self, key: str) -> PersonRow | None:
        rows = await self._driver.read(PERSON_OF_ACCOUNT, {"account": key})
        return read_person(rows[0]) if rows else None

    async def of_id(self, person_id: str) -> PersonRow | None:
        """Whoever is known by an id, or was before they signed in."""
        rows = await self._driver.read(PERSON_OF_ID, {"id": person_id})
        return read_person(rows[0]) if rows else None

    async def devices(self, person_id: str) -> list[DeviceRow]:
        return [DeviceRow(*row) for row in await self._driver.read(DEVICES_OF, {"person_id": person_id})]

    async def rooms(self, person_id: str) -> list[RoomRow]:
        """All they are in, closed ones too."""
        return [read_room(row) for row in await self._driver.read(ALL_ROOMS_OF, {"person_id": person_id})]

    async def seats(self, person_id: str) -> list[tuple[str, int]]:
        """Table and seat of every game they sit in, or sat."""
        rows = await self._driver.read(SEATS_OF_PERSON, {"person_id": person_id})
        return [(row[0], row[1]) for row in rows]

    # ------------------------------------------------------------ accounts and devices

    async def open(
        self, person: PersonRow, device: DeviceRow, rooms: Sequence[RoomRow], note: bytes | None
    ) -> None:
        """An account for somebody who has none; their rooms learn of it. A `Conflict`: it is another's name, or they have one."""
        await self._driver.write(
            Step(OPEN_ACCOUNT, msgspec.structs.asdict(person), must=True),
            Step(NAME_DEVICE, msgspec.structs.asdict(device)),
            *_changing(rooms),
            note=note,
        )

    async def change(self, person: PersonRow, rooms: Sequence[RoomRow], note: bytes | None) -> None:
        """Another name, another password. A `Conflict`: the name is another's."""
        await self._driver.write(
            Step(CHANGE_ACCOUNT, msgspec.structs.asdict(person), must=True), *_changing(rooms), note=note
        )

    async def add_device(self, device: DeviceRow) -> bool:
        """False: it is known already."""
        try:
            await self._driver.write(Step(INSERT_DEVICE, msgspec.structs.asdict(device)))
        except Conflict:
            return False
        return True

    async def sign_out(
        self,
        person_id: str,
        key_digests: Sequence[str],
        rooms: Sequence[RoomRow],
        seats: Sequence[tuple[str, int, str]],
        note: bytes | None,
    ) -> None:
        """Devices are theirs no more; the seats that these could have played on have other keys, as the rooms say.

        A `Conflict`: something came in between.
        """
        out = encode([(key_digest,) for key_digest in key_digests])
        same = {"old": person_id, "new": person_id}
        await self._driver.write(
            Step(SIGN_OUT, {"person_id": person_id, "out": out}),
            *_changing(rooms),
            Step(TAKE_SEATS, same | {"taken": encode(seats)}),
            note=note,
        )

    # ------------------------------------------------------------ becoming somebody else, and nobody

    async def merge(
        self,
        old: str,
        device: DeviceRow,
        rooms: Sequence[RoomRow],
        seats: Sequence[tuple[str, int, str]],
        to_bots: Sequence[HandedOver],
        note: bytes | None,
    ) -> None:
        """Whoever was ``old`` is from now on the person whose device it is: all of it, or nothing.

        The rooms are as they are to be, each over the version that was read; of seats there is the digest of their new key.
        A `Conflict`: something came in between.
        """
        new = device.person_id
        both = {"old": old, "new": new}
        joined = [
            (room.id, new) for room in rooms if any(member.person == new for member in room.state.members)
        ]
        await self._driver.write(
            *_changing(rooms),
            *handing_over(to_bots),
            Step(TAKE_SEATS, both | {"taken": encode(seats)}),
            Step(LEAVE_ROOMS, both),
            Step(JOIN_ROOM, {"rows": encode(joined)}),
            *(
                Step(statement, both)
                for statement in (
                    *HAND_ON,
                    *moderation.MERGE,
                    *ratings.MERGE,
                    analyses.HAND_ON,
                    *solved.MERGE,
                    *JOIN_FRIENDS,
                    UNFRIEND_ALL,
                    VOID_LINK,
                )
            ),
            Step(NAME_DEVICE, msgspec.structs.asdict(device)),
            Step(FORGET, both, must=True),
            Step(NOTE_FORMER, {"id": old, "person_id": new}),
            note=note,
        )

    async def delete(
        self, person_id: str, rooms: Sequence[RoomRow], to_bots: Sequence[HandedOver], note: bytes | None
    ) -> None:
        """All that somebody has here; the games of others stay. A `Conflict`: something came in between."""
        gone = {"old": person_id}
        await self._driver.write(
            *_changing(rooms),
            *handing_over(to_bots),
            *(
                Step(statement, gone)
                for statement in (SILENCE_TABLES, SILENCE_ROOMS, LEAVE_SEATS, LEAVE_ROOMS, *DELETE_ALL)
            ),
            Step(FORGET, gone, must=True),
            note=note,
        )


def _changing(rooms: Sequence[RoomRow]) -> list[Step]:
    return [Step(UPDATE_ROOM, room_values(room), must=True) for room in rooms]
