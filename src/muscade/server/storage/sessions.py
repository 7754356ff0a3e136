"""A database to oneself for a while: all of it of one moment to read, or in one transaction to fill."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from typing import Any, Protocol

from muscade.server.storage.addresses import PostgresAddress, SQLiteAddress, check_exists, read_address
from muscade.server.storage.dialects import Statement
from muscade.server.storage.errors import StorageError
from muscade.server.storage.files import bring_up_to_date, connect


class Session(Protocol):
    """For the command line, where nothing else has to go on meanwhile."""

    def rows(self, statement: Statement) -> AsyncIterator[tuple[Any, ...]]:
        """One after another, however many there are."""

    async def execute(self, statement: Statement, values: Mapping[str, Any]) -> None: ...


@asynccontextmanager
async def session(database: str, *, filling: bool) -> AsyncIterator[Session]:
    """What fails in it fails whole. To be filled, a database is made if there is none, and brought up to date."""
    if not filling:
        check_exists(database)
    address = read_address(database)
    if isinstance(address, PostgresAddress):
        async with _postgres_session(address, filling=filling) as opened:
            yield opened
        return
    try:
        with _sqlite_connection(address, filling=filling) as connection:
            connection.execute("BEGIN IMMEDIATE" if filling else "BEGIN")
            yield SQLiteSession(connection)
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise StorageError(str(error)) from error


def _sqlite_connection(address: SQLiteAddress, *, filling: bool) -> closing[sqlite3.Connection]:
    if filling:
        address.path.touch()
        bring_up_to_date(*address)
    return closing(connect(*address))


class SQLiteSession:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, statement: Statement) -> AsyncIterator[tuple[Any, ...]]:
        for row in self._connection.execute(statement.sqlite.sql, statement.sqlite.values({})):
            yield row

    async def execute(self, statement: Statement, values: Mapping[str, Any]) -> None:
        self._connection.execute(statement.sqlite.sql, statement.sqlite.values(values))


@asynccontextmanager
async def _postgres_session(address: PostgresAddress, *, filling: bool) -> AsyncIterator[Session]:
    from muscade.server.storage import postgres

    try:
        if filling:
            await postgres.bring_up_to_date(address)
        connection = await postgres.connect(address, patient=True)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=not filling):
                if filling:
                    await connection.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
                yield PostgresSession(connection)
        finally:
            await connection.close()
    except postgres.FAILURES as error:
        raise StorageError(str(error) or type(error).__name__) from error


class PostgresSession:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, statement: Statement) -> AsyncIterator[tuple[Any, ...]]:
        text = statement.postgres
        async for row in self._connection.cursor(text.sql, *text.values({}), prefetch=1000):
            yield tuple(row)

    async def execute(self, statement: Statement, values: Mapping[str, Any]) -> None:
        await self._connection.execute(statement.postgres.sql, *statement.postgres.values(values))
