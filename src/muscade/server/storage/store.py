"""The tables of one database, whichever kind it is."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Collection, Sequence
from typing import Any, NamedTuple, Self

import msgspec

from muscade.core import Seat
from muscade.server.rows import TABLES, ChatRow, EventRow, SeatRow, StoredTable, TableRow
from muscade.server.storage import statements as sql
from muscade.server.storage.accounts import AccountStorage
from muscade.server.storage.addresses import SQLiteAddress, read_address
from muscade.server.storage.analyses import AnalysisStorage
from muscade.server.storage.batches import CHATS, EVENTS, SEATS, Row, creating, encode, in_order
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Append, Driver, Step
from muscade.server.storage.errors import Conflict, StorageError
from muscade.server.storage.friends import FriendStorage
from muscade.server.storage.history import HistoryStorage
from muscade.server.storage.moderation import ModerationStorage
from muscade.server.storage.people import PeopleStorage
from muscade.server.storage.profiles import ProfileStorage
from muscade.server.storage.pushes import PushStorage
from muscade.server.storage.ratings import RatingStorage
from muscade.server.storage.replays import ReplayStorage
from muscade.server.storage.rooms import DELETE_ROOMS, UNUSED_ROOMS, RoomStorage
from muscade.server.storage.solved import SolvedStorage
from muscade.server.storage.sqlite import SQLite

PROVED = 1.0
"""Seconds for which a `Storage.ping` speaks for those after it."""
PRUNED_AT_ONCE = 100


class Due(NamedTuple):
    """A table in which something is to happen by itself."""

    table_id: str
    due_at: int
    keeper: str | None


class Pruned(NamedTuple):
    """How many tables were cleaned away, and how many rooms."""

    unjoined: int
    finished: int
    rooms: int = 0


class Storage:
    """Every write is durable when its call returns. All calls may be made at any time, and any number at once.

    A call that is cancelled may still do what was asked.
    """

    def __init__(self, driver: Driver, secret: bytes) -> None:
        self._driver = driver
        self.moderation = ModerationStorage(driver)
        self.people = PeopleStorage(driver)
        self.rooms = RoomStorage(driver)
        self.pushes = PushStorage(driver)
        self.analyses = AnalysisStorage(driver)
        self.accounts = AccountStorage(driver)
        self.friends = FriendStorage(driver)
        self.profiles = ProfileStorage(driver)
        self.replays = ReplayStorage(driver)
        self.ratings = RatingStorage(driver)
        self.history = HistoryStorage(driver)
        self.solved = SolvedStorage(driver)
        self.secret = secret
        """Random bytes of this installation, the same for all servers on the database."""
        self._proving: asyncio.Task[None] | None = None
        self._proved_at = float("-inf")

    @classmethod
    async def open(cls, database: str) -> Self:
        """Connect, and bring the schema up to date."""
        driver = await _open_driver(database)
        try:
            rows = await driver.read(sql.SECRET, {})
            return cls(driver, bytes.fromhex(rows[0][0]))
        except BaseException:
            await driver.close()
            raise

    async def close(self) -> None:
        """Once everything that was asked is done."""
        await self._driver.close()

    @property
    def shared(self) -> bool:
        """Servers on other machines may write as well."""
        return self._driver.shared

    # ------------------------------------------------------------ tables and seats

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[EventRow] = ()
    ) -> bool:
        """With what has happened already, where it goes on from another. False: there is a table with this id already."""
        try:
            await self._driver.write(*creating(table, seats, events))
        except Conflict:
            return False
        return True

    async def take_seat(
        self,
        invite_digest: str,
        name: str,
        key_digest: str,
        at: int,
        note: bytes | None = None,
        *,
        number: str | None = None,
    ) -> bool:
        """Sit down, unless somebody else already did: of several at once, one succeeds. ``number`` is added to the deal."""
        values = {
            "invite_digest": invite_digest,
            "name": name,
            "key_digest": key_digest,
            "taken_at": at,
            "number": number,
        }
        (taken,) = await self._driver.write(Step(sql.TAKE_SEAT, values), note=note)
        return bool(taken)

    async def replace_key(self, table_id: str, seat: Seat, old_digest: str, new_digest: str) -> bool:
        """From now on another key opens the seat; False if the old one did not."""
        values = {"table_id": table_id, "seat": seat, "old_digest": old_digest, "new_digest": new_digest}
        (replaced,) = await self._driver.write(Step(sql.REPLACE_KEY, values))
        return bool(replaced)

    async def invitation(self, invite_digest: str) -> tuple[str, Seat] | None:
        """The table and the seat an invitation is for."""
        rows = await self._driver.read(sql.INVITATION, {"invite_digest": invite_digest})
        return (rows[0][0], rows[0][1]) if rows else None

    async def load(self, table_id: str) -> StoredTable | None:
        """All that is known about a table, and the last of what was said there."""
        rows = await self._driver.read(sql.LOAD, {"table_id": table_id})
        if not rows:
            return None
        *columns, seats, events, chats = rows[0]
        row = dict(zip(_COLUMNS, columns, strict=True))
        row["options"] = msgspec.json.decode(row["options"])
        row["settings"] = msgspec.json.decode(row["settings"])
        row["origin"] = msgspec.json.decode(row["origin"] or "null")
        return StoredTable(
            msgspec.convert(row, TableRow),
            in_order(seats, SEATS),
            in_order(events, EVENTS),
            in_order(chats, CHATS),
        )

    async def seats(self, table_id: str) -> tuple[SeatRow, ...]:
        """None of them, if there is no such table."""
        return await self._rows(sql.SEATS_OF, SEATS, table_id=table_id)

    async def open_tables(self, owner: str) -> int:
        """How many unfinished tables somebody has made."""
        rows = await self._driver.read(sql.OPEN_TABLES, {"owner": owner})
        count: int = rows[0][0]
        return count

    async def same_deal(self, table_id: str) -> list[str]:
        """The game that was dealt first, and those that were dealt like it, once they are over: the latest first."""
        return [row[0] for row in await self._driver.read(sql.SAME_DEAL, {"deal_of": table_id})]

    # ------------------------------------------------------------ the log and the chat

    def append(
        self,
        table_id: str,
        events: Sequence[EventRow],
        *,
        due_at: int | None,
        ended_at: int | None,
        epoch: int | None = None,
        note: bytes | None = None,
    ) -> Awaitable[object]:
        """All of these events or none, and what they mean for when the table next acts by itself and is over.

        No events at all is fine: then only those times are set. With an epoch, as bots' and the clock's moves have
        one, it must still be the table's (`Fenced`). An event that another writer has numbered is a `Conflict`.
        The note is told on the bus with the commit where others write too (`shared`).
        """
        return self._driver.append(Append(table_id, events, due_at, ended_at, epoch, note))

    async def events_since(self, table_id: str, version: int) -> tuple[EventRow, ...]:
        """What came after a version."""
        return await self._rows(sql.EVENTS_SINCE, EVENTS, table_id=table_id, version=version)

    async def say(self, table_id: str, chat: ChatRow, note: bytes | None = None) -> None:
        """A number that another writer used is a `Conflict`."""
        await self._driver.write(
            Step(sql.INSERT_CHAT, {"table_id": table_id, **msgspec.structs.asdict(chat)}), note=note
        )

    async def chats_since(self, table_id: str, number: int) -> tuple[ChatRow, ...]:
        """What was said after a number."""
        return await self._rows(sql.CHATS_SINCE, CHATS, table_id=table_id, number=number)

    # ------------------------------------------------------------ keepers

    async def enlist(self, server_id: str) -> None:
        """From now on this server counts as one that may keep tables."""
        try:
            await self._driver.write(Step(sql.ENLIST, {"id": server_id, "beat": 0}))
        except Conflict:
            await self.beat(server_id)

    async def beat(self, server_id: str) -> None:
        """Still alive, even if others thought otherwise."""
        (counted,) = await self._driver.write(Step(sql.BEAT, {"id": server_id}))
        if not counted:
            await self.enlist(server_id)

    async def retire(self, server_id: str, note: bytes | None = None) -> None:
        """This server keeps no table any more: it goes, or others saw that it has gone."""
        await self._driver.write(
            Step(sql.RELEASE, {"me": server_id}), Step(sql.RETIRE, {"id": server_id}), note=note
        )

    async def beats(self) -> dict[str, int]:
        """How often each server has said that it is alive."""
        return {row[0]: row[1] for row in await self._driver.read(sql.BEATS, {})}

    async def claim(
        self, table_ids: Collection[str], server_id: str, dead: Collection[str]
    ) -> dict[str, int]:
        """Keep those of the tables that nobody keeps, or somebody dead or not enlisted: table to its new epoch."""
        values = {
            "keeper": server_id,
            "wanted": encode([(table_id,) for table_id in table_ids]),
            "dead": encode([(server,) for server in dead]),
        }
        (claimed,) = await self._driver.write(Step(sql.CLAIM, values))
        return {row[0]: row[1] for row in claimed}

    async def due(
        self, limit: int, after: tuple[int, str] | None = None, keeping: Collection[str] = ()
    ) -> list[Due]:
        """Unfinished tables that act by themselves and are kept by none of the servers in ``keeping``, the earliest
        first; ``after`` is the last time and id seen."""
        time, table_id = after or (-1, "")
        values = {
            "due_at": time,
            "id": table_id,
            "most": limit,
            "keeping": encode([(server,) for server in keeping]),
        }
        rows = await self._driver.read(sql.DUE, values)
        return [Due(*row) for row in rows]

    # ------------------------------------------------------------ the database itself

    async def ping(self) -> None:
        """Prove that reading and writing work. Many who ask within a second share one proof."""
        loop = asyncio.get_running_loop()
        if loop.time() - self._proved_at < PROVED:
            return
        if self._proving is None:
            self._proving = loop.create_task(self._prove())
        await asyncio.shield(self._proving)

    async def _prove(self) -> None:
        try:
            (written,) = await self._driver.write(Step(sql.PING, {"value": secrets.token_hex(8)}))
            if not written or not await self._driver.read(sql.SECRET, {}):
                raise StorageError("the database has lost its own rows")
            self._proved_at = asyncio.get_running_loop().time()
        finally:
            self._proving = None

    async def prune(
        self,
        *,
        unjoined_before: int | None,
        finished_before: int | None,
        unused_before: int | None = None,
        dry_run: bool = False,
    ) -> Pruned:
        """Clean away tables made before a time that nobody ever joined, those that ended before one, and, with all words in
        them, rooms that were last used before one, or closed."""
        tables = sql.DELETE_TABLES
        return Pruned(
            await self._prune(sql.UNJOINED, tables, unjoined_before, dry_run=dry_run),
            await self._prune(sql.FINISHED, tables, finished_before, dry_run=dry_run),
            await self._prune(UNUSED_ROOMS, DELETE_ROOMS, unused_before, dry_run=dry_run),
        )

    async def _prune(
        self, which: Statement, deletes: Sequence[Statement], before: int | None, *, dry_run: bool
    ) -> int:
        if before is None:
            return 0
        found = [row[0] for row in await self._driver.read(which, {"before": before})]
        if not dry_run:
            for start in range(0, len(found), PRUNED_AT_ONCE):
                gone = encode([(one,) for one in found[start : start + PRUNED_AT_ONCE]])
                await self._driver.write(*(Step(delete, {"gone": gone}) for delete in deletes))
        return len(found)

    async def _rows(
        self, statement: Statement, decoder: msgspec.json.Decoder[tuple[Row, ...]], **values: Any
    ) -> tuple[Row, ...]:
        rows = await self._driver.read(statement, values)
        return in_order(rows[0][0], decoder)


_COLUMNS = tuple(str(column.name) for column in TABLES.c)


async def _open_driver(database: str) -> Driver:
    address = read_address(database)
    if isinstance(address, SQLiteAddress):
        return await SQLite.open(*address)
    from muscade.server.storage.postgres import Postgres

    return await Postgres.open(address)
