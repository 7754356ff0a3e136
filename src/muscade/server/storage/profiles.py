"""What is told of somebody: how their games ended and with whom, what they said, who their friends are."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from muscade.server.rows import FRIENDS, PEOPLE, RESULTS, ROOM_CHATS, ResultRow, RoomChatRow
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver
from muscade.server.storage.results import LOST, MINE, THEIRS, TOGETHER, WON
from muscade.server.storage.statements import asked

OPPONENTS_READ = 6

_me = sa.bindparam("person_id", type_=sa.String(64))
_one: sa.ColumnElement[int] = sa.literal_column("1")


_together = sa.func.count(sa.distinct(MINE.c.table_id)).label("games")
OPPONENTS = Statement(
    sa.select(
        PEOPLE.c.id,
        PEOPLE.c.name,
        PEOPLE.c.portrait,
        sa.case((PEOPLE.c.account.is_not(None), _one), else_=sa.literal_column("0")),
        _together,
        WON,
        LOST,
    )
    .select_from(MINE)
    .join(THEIRS, TOGETHER)
    .join(PEOPLE, PEOPLE.c.id == THEIRS.c.person_id)
    .where(MINE.c.person_id == _me)
    .group_by(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.portrait, PEOPLE.c.account)
    .order_by(_together.desc(), PEOPLE.c.id)
    .limit(sa.literal_column(str(OPPONENTS_READ)))
)
ALL_RESULTS = Statement(
    sa.select(*RESULTS.c)
    .where(RESULTS.c.person_id == asked(RESULTS.c.person_id))
    .order_by(RESULTS.c.ended_at, RESULTS.c.table_id, RESULTS.c.seat)
)
WORDS_OF = Statement(
    sa.select(*ROOM_CHATS.c)
    .where(ROOM_CHATS.c.person_id == asked(ROOM_CHATS.c.person_id))
    .order_by(ROOM_CHATS.c.at, ROOM_CHATS.c.room_id, ROOM_CHATS.c.number)
)
ARE_FRIENDS = Statement(
    sa.select(_one).where(
        FRIENDS.c.person_id == asked(FRIENDS.c.person_id), FRIENDS.c.friend_id == asked(FRIENDS.c.friend_id)
    )
)
FRIENDS_OF = Statement(
    sa.select(
        PEOPLE.c.id,
        PEOPLE.c.name,
        PEOPLE.c.portrait,
        sa.case((PEOPLE.c.account.is_not(None), _one), else_=sa.literal_column("0")),
        FRIENDS.c.since,
    )
    .join_from(FRIENDS, PEOPLE, PEOPLE.c.id == FRIENDS.c.friend_id)
    .where(FRIENDS.c.person_id == asked(FRIENDS.c.person_id))
    .order_by(FRIENDS.c.since, PEOPLE.c.id)
)


class PlayedWith(NamedTuple):
    """Somebody, how many games with them ended, and of these how many were won by one of the two alone."""

    person_id: str
    name: str
    portrait: str
    account: int
    games: int
    won: int
    lost: int


class FriendOf(NamedTuple):
    """A friend of somebody's."""

    person_id: str
    name: str
    portrait: str
    account: int
    since: int


class ProfileStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def opponents(self, person_id: str) -> list[PlayedWith]:
        """Those with whom they have played most, first."""
        return [PlayedWith(*row) for row in await self._driver.read(OPPONENTS, {"person_id": person_id})]

    async def results(self, person_id: str) -> list[ResultRow]:
        """All of them, the earliest first."""
        return [ResultRow(*row) for row in await self._driver.read(ALL_RESULTS, {"person_id": person_id})]

    async def words(self, person_id: str) -> list[tuple[str, RoomChatRow]]:
        """Room and words of all they said."""
        rows = await self._driver.read(WORDS_OF, {"person_id": person_id})
        return [(row[0], RoomChatRow(*row[1:])) for row in rows]

    async def are_friends(self, person_id: str, friend_id: str) -> bool:
        return bool(await self._driver.read(ARE_FRIENDS, {"person_id": person_id, "friend_id": friend_id}))

    async def friends(self, person_id: str) -> list[FriendOf]:
        return [FriendOf(*row) for row in await self._driver.read(FRIENDS_OF, {"person_id": person_id})]
