"""Who is whose friend, and the links by which people become friends."""

from __future__ import annotations

import sqlalchemy as sa

from muscade.server.rows import FRIEND_LINKS, FRIENDS
from muscade.server.storage.appending import ID
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.statements import asked, insert_missing, insert_one

INSERT_FRIENDS = insert_missing(FRIENDS)
_one, _other = sa.bindparam("one", type_=ID), sa.bindparam("other", type_=ID)
UNFRIEND = Statement(
    sa.delete(FRIENDS).where(
        sa.or_(
            sa.and_(FRIENDS.c.person_id == _one, FRIENDS.c.friend_id == _other),
            sa.and_(FRIENDS.c.person_id == _other, FRIENDS.c.friend_id == _one),
        )
    )
)
VOID_LINK = Statement(
    sa.delete(FRIEND_LINKS).where(FRIEND_LINKS.c.person_id == asked(FRIEND_LINKS.c.person_id))
)
INSERT_LINK = insert_one(FRIEND_LINKS)
OF_LINK = Statement(
    sa.select(FRIEND_LINKS.c.person_id, FRIEND_LINKS.c.made_at).where(
        FRIEND_LINKS.c.link_digest == asked(FRIEND_LINKS.c.link_digest)
    )
)
LINK_MADE_AT = Statement(
    sa.select(FRIEND_LINKS.c.made_at).where(FRIEND_LINKS.c.person_id == asked(FRIEND_LINKS.c.person_id))
)


class FriendStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def befriend(self, one: str, other: str, at: int, note: bytes | None = None) -> None:
        """They are friends, if they were not before."""
        rows = encode([(one, other, at), (other, one, at)])
        await self._driver.write(Step(INSERT_FRIENDS, {"rows": rows}), note=note)

    async def unfriend(self, one: str, other: str, note: bytes | None = None) -> None:
        await self._driver.write(Step(UNFRIEND, {"one": one, "other": other}), note=note)

    async def set_link(self, person_id: str, link_digest: str, made_at: int) -> None:
        """From now on this is somebody's link; an earlier one is void."""
        values = {"person_id": person_id, "link_digest": link_digest, "made_at": made_at}
        await self._driver.write(Step(VOID_LINK, values), Step(INSERT_LINK, values))

    async def link_made_at(self, person_id: str) -> int | None:
        """When somebody's link was made, if they have one."""
        rows = await self._driver.read(LINK_MADE_AT, {"person_id": person_id})
        return rows[0][0] if rows else None

    async def of_link(self, link_digest: str) -> tuple[str, int] | None:
        """Whose link it is, and when it was made."""
        rows = await self._driver.read(OF_LINK, {"link_digest": link_digest})
        return (rows[0][0], rows[0][1]) if rows else None
