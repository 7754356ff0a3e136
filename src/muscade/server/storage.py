"""Durable storage: every write is on the disk when its call returns, or raises and has not happened."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import alembic.command
import alembic.config
import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from muscade.core import Seat
from muscade.server.rows import (
    CHATS,
    EVENTS,
    SEATS,
    TABLES,
    ChatRow,
    EventRow,
    SeatRow,
    StoredTable,
    TableRow,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Row = TypeVar("Row")

FAILURES = (SQLAlchemyError, sqlite3.Error, OSError)
"""SQLAlchemy wraps what goes wrong in a statement, but not all that goes wrong on the way to one."""


class StorageError(Exception):
    """The database did not do it; whatever was to be written is not there."""


def database_url(database: str) -> str:
    """A path names an SQLite file; anything with a scheme is left to SQLAlchemy.

    >>> database_url("games/muscade.db")
    'sqlite+aiosqlite:///games/muscade.db'
    >>> database_url("postgresql+asyncpg://localhost/muscade")
    'postgresql+asyncpg://localhost/muscade'
    """
    return database if "://" in database else f"sqlite+aiosqlite:///{database}"


class Storage:
    """The tables of one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # SQLite lets one connection write at a time: queueing here is fairer and faster than polling for the file.
        self._writer: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        )

    @classmethod
    async def open(cls, database: str) -> Self:
        """Connect, and bring the schema up to date."""
        try:
            url = sa.make_url(database_url(database))
            # Parameters may be seeds and digests, and errors end up in logs.
            engine = create_async_engine(url, hide_parameters=True)
        except (*FAILURES, ImportError) as error:
            raise StorageError(str(error)) from error
        if url.get_backend_name() == "sqlite":
            sa.event.listen(engine.sync_engine, "connect", _make_durable)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_migrate)
        except FAILURES as error:
            await engine.dispose()
            raise StorageError(str(error.__cause__ or error)) from error
        return cls(engine)

    async def close(self) -> None:
        await self._engine.dispose()

    # ------------------------------------------------------------ writing

    async def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        async with self._write() as connection:
            await connection.execute(sa.insert(TABLES), msgspec.to_builtins(table))
            rows = [{"table_id": table.id, **msgspec.structs.asdict(seat)} for seat in seats]
            await connection.execute(sa.insert(SEATS), rows)

    async def append(self, table_id: str, events: Sequence[EventRow], *, ended_at: int | None) -> None:
        """All of these events or none. One that another writer has already numbered is an error."""
        async with self._write() as connection:
            rows = [{"table_id": table_id, **msgspec.structs.asdict(event)} for event in events]
            await connection.execute(sa.insert(EVENTS), rows)
            if ended_at is not None:
                await connection.execute(
                    sa.update(TABLES).where(TABLES.c.id == table_id).values(ended_at=ended_at)
                )

    async def say(self, table_id: str, chat: ChatRow) -> None:
        async with self._write() as connection:
            await connection.execute(sa.insert(CHATS), {"table_id": table_id, **msgspec.structs.asdict(chat)})

    async def take_seat(self, invite_digest: str, name: str, key_digest: str, at: int) -> bool:
        """Sit down, unless somebody else already did: of any number at once, one succeeds."""
        async with self._write() as connection:
            done = await connection.execute(
                sa.update(SEATS)
                .where(SEATS.c.invite_digest == invite_digest, SEATS.c.taken_at.is_(None))
                .values(name=name, key_digest=key_digest, taken_at=at)
            )
            return done.rowcount == 1

    # ------------------------------------------------------------ reading

    async def load(self, table_id: str) -> StoredTable | None:
        async with self._read() as connection:
            row = (await connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id))).first()
            if row is None:
                return None
            return StoredTable(
                msgspec.convert(row, TableRow, from_attributes=True),
                await self._rows(connection, SEATS, SEATS.c.seat, table_id, SeatRow),
                await self._rows(connection, EVENTS, EVENTS.c.version, table_id, EventRow),
                await self._rows(connection, CHATS, CHATS.c.number, table_id, ChatRow),
            )

    async def invitation(self, invite_digest: str) -> tuple[str, Seat] | None:
        """The table and the seat an invitation is for."""
        query = sa.select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.invite_digest == invite_digest)
        async with self._read() as connection:
            found = (await connection.execute(query)).first()
            return None if found is None else (found.table_id, found.seat)

    async def unfinished(self) -> list[str]:
        """Tables whose game has no end yet."""
        async with self._read() as connection:
            found = await connection.execute(sa.select(TABLES.c.id).where(TABLES.c.ended_at.is_(None)))
            return list(found.scalars())

    async def ping(self) -> None:
        async with self._read() as connection:
            await connection.execute(sa.select(TABLES.c.id).limit(1))

    # ------------------------------------------------------------ connections

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._writer, self._engine.begin() as connection:
                yield connection
        except FAILURES as error:
            raise StorageError(str(error.__cause__ or error)) from error

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except FAILURES as error:
            raise StorageError(str(error.__cause__ or error)) from error

    @staticmethod
    async def _rows(
        connection: AsyncConnection, table: sa.Table, order: sa.Column[Any], table_id: str, kind: type[Row]
    ) -> tuple[Row, ...]:
        query = sa.select(table).where(table.c.table_id == table_id).order_by(order)
        found = await connection.execute(query)
        return tuple(msgspec.convert(row, kind, from_attributes=True) for row in found)


def _make_durable(connection: Any, _record: object) -> None:
    """WAL lets readers read while one writes; FULL makes a commit wait for the disk."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")
