"""PostgreSQL: any number of servers write, and each puts what arrives while it writes into its next statement."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

import asyncpg
import sqlalchemy as sa

from muscade.server.storage.addresses import PostgresAddress
from muscade.server.storage.appending import APPEND
from muscade.server.storage.batches import (
    EVENTS,
    Answer,
    Write,
    answer_all,
    encode,
    encode_asked,
    encode_events,
    in_order,
    one_append_a_table,
    payloads,
)
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Append, Rows, Step, check_done
from muscade.server.storage.errors import Conflict, Fenced, StorageError
from muscade.server.storage.schema import NOTED_IN_POSTGRES, REVISION, newest
from muscade.server.storage.statements import EPOCH, EVENTS_SINCE, NOTIFY_ALL

Found = TypeVar("Found")

CONNECTIONS = 8
"""Of one server: one of them appends, the others read and do what is rare."""
CONNECT_SECONDS = 5
SETTINGS = {
    "application_name": "muscade",
    "synchronous_commit": "on",
    # Whoever is stopped in the middle, or waits for somebody who is, must not hold up the others for long.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "5s",
    "statement_timeout": "8s",
}
PATIENT = {"application_name": "muscade"}
ANSWER_SECONDS = 10
"""Longer than PostgreSQL itself would take to give up: after this it cannot be reached."""
TRY_FOR = 5.0
TRY_EVERY = 0.2
"""Seconds for which a lost connection is no failure yet, and between two attempts."""
MIGRATING = 0x6D757363
"""The number of the lock that servers take which may change the schema."""

LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # such as being shut down
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # it has lost its place, as where a connection ends in the middle
)
"""Nobody knows whether it happened. (A timeout is an `OSError`.)"""
ITS_OWN_FAULT = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
"""What is wrong with a write and not with the database."""
FAILURES = (*LOST, asyncpg.PostgresError)


async def connect(to: PostgresAddress, *, patient: bool = False) -> Any:
    """One connection of one's own; a patient one waits for as long as a statement takes."""
    return await asyncpg.connect(
        to.address,
        timeout=CONNECT_SECONDS,
        command_timeout=None if patient else ANSWER_SECONDS,
        server_settings=PATIENT if patient else SETTINGS,
    )


class Postgres:
    """A database that other servers use as well."""

    shared = True

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Write] = []
        self._appending: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, to: PostgresAddress) -> Self:
        try:
            await bring_up_to_date(to)
            pool = await asyncpg.create_pool(
                to.address,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                server_settings=SETTINGS,
            )
        except (*FAILURES, ValueError) as error:
            raise StorageError(f"{to.place}: {str(error) or type(error).__name__}") from error
        return cls(pool)

    async def close(self) -> None:
        self._closed = True
        if self._appending:
            await self._appending
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._pool.close()
        except FAILURES:
            self._pool.terminate()

    async def write(self, *steps: Step, note: bytes | None = None) -> list[Rows]:
        if note is not None:
            steps = (
                *steps,
                Step(NOTIFY_ALL, {"payloads": encode([(payload,) for payload in payloads([note])])}),
            )
        try:
            async with self._pool.acquire() as connection:
                if len(steps) == 1:
                    return [await _do(connection, steps[0])]
                async with connection.transaction():
                    done = [await _do(connection, step) for step in steps]
        except FAILURES as error:
            raise await self._failure(error) from error
        return done if note is None else done[:-1]

    async def read(self, statement: Statement, values: Mapping[str, Any]) -> Rows:
        async def once() -> Rows:
            async with self._pool.acquire() as connection:
                return await _execute(connection, statement, values)

        try:
            return await self._while_lost(once)
        except FAILURES as error:
            raise await self._failure(error) from error

    # ------------------------------------------------------------ appending

    async def append(self, append: Append) -> None:
        if self._closed:
            raise StorageError("the database is closed")
        answered: asyncio.Future[list[Rows]] = self._loop.create_future()
        self._waiting.append(Write(append, answered))
        if self._appending is None:
            self._appending = self._loop.create_task(self._append_all())
        await answered

    async def _append_all(self) -> None:
        while self._waiting:
            batch, self._waiting = one_append_a_table(self._waiting)
            appends = [write.asked for write in batch if isinstance(write.asked, Append)]
            answer_all(batch, await self._store(appends, in_doubt=False))
        self._appending = None

    async def _store(self, appends: Sequence[Append], *, in_doubt: bool) -> list[Answer]:
        """Together if that goes. One that cannot be stored does not take the others with it.

        A connection that was lost may have hidden a success. Then it is tried again, which does no harm, for a
        version can be stored once only; and whoever is refused then may find just these events in the log.
        """
        attempts = 0

        async def once() -> list[Answer]:
            nonlocal attempts
            attempts += 1
            return await self._append_once(appends)

        try:
            answers = await self._while_lost(once)
        except Exception as error:
            in_doubt = in_doubt or attempts > 1
            if isinstance(error, FAILURES) and not isinstance(error, ITS_OWN_FAULT):
                failed = await self._failure(error)
                return [type(failed)(str(failed)) for _ in appends]
            if len(appends) > 1:
                middle = len(appends) // 2
                return [
                    *await self._store(appends[:middle], in_doubt=in_doubt),
                    *await self._store(appends[middle:], in_doubt=in_doubt),
                ]
            answers = [await self._failure(error)]
        if in_doubt or attempts > 1:
            for place, append in enumerate(appends):
                if isinstance(answers[place], StorageError) and await self._is_there(append):
                    answers[place] = []
        return answers

    async def _append_once(self, appends: Sequence[Append]) -> list[Answer]:
        values = {"asked": encode_asked(appends), "rows": encode_events(appends)}
        async with self._pool.acquire() as connection:
            held = {table_id for row in await _execute(connection, APPEND, values) for table_id in row[0]}
        return [[] if append.table_id in held else await self._why_not(append) for append in appends]

    async def _why_not(self, append: Append) -> StorageError:
        epochs = await self.read(EPOCH, {"id": append.table_id})
        if append.epoch is not None and [append.epoch] not in [list(row) for row in epochs]:
            return Fenced("another server keeps this table now")
        return Conflict("the log is shorter than that") if epochs else StorageError("there is no such table")

    async def _is_there(self, append: Append) -> bool:
        if not append.events:
            return False
        since = {"table_id": append.table_id, "version": append.events[0].version - 1}
        try:
            rows = await self.read(EVENTS_SINCE, since)
        except StorageError:
            return False
        return in_order(rows[0][0], EVENTS)[: len(append.events)] == tuple(append.events)

    # ------------------------------------------------------------ what goes wrong

    async def _while_lost(self, once: Callable[[], Awaitable[Found]]) -> Found:
        """Again and again while the database is away, but not for long."""
        deadline = self._loop.time() + TRY_FOR
        while True:
            try:
                return await once()
            except (*LOST, asyncpg.TransactionRollbackError):
                if self._closed or self._loop.time() >= deadline:
                    raise
            await asyncio.sleep(TRY_EVERY)

    async def _failure(self, error: Exception) -> StorageError:
        if isinstance(error, asyncpg.UniqueViolationError):
            return Conflict(str(error))
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
            # Another machine may have become the one to write to.
            await self._pool.expire_connections()
        return StorageError(str(error) or type(error).__name__)


async def _execute(connection: Any, statement: Statement, values: Mapping[str, Any]) -> Rows:
    text = statement.postgres
    rows: Rows = await connection.fetch(text.sql, *text.values(values))
    return rows


async def _do(connection: Any, step: Step) -> Rows:
    return check_done(step, await _execute(connection, step.statement, step.values))


async def bring_up_to_date(to: PostgresAddress) -> None:
    """Of several servers that start at once, one changes the schema and the others wait for it."""
    connection = await connect(to, patient=True)
    try:
        # Nothing is written where there is nothing to do, for the database may be read-only just now.
        if await revision(connection) == newest():
            return
    finally:
        await connection.close()
    from sqlalchemy.ext.asyncio import create_async_engine

    from muscade.server.storage.migrating import migrate

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: connect(to, patient=True), poolclass=sa.NullPool
    )
    try:
        async with engine.begin() as connection_to_change:
            await connection_to_change.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            await connection_to_change.run_sync(migrate)
    except sa.exc.SQLAlchemyError as error:
        raise StorageError(str(error.__cause__ or error)) from error


async def revision(connection: Any) -> str | None:
    """The one that a database is at; None for an empty one."""
    if not await connection.fetch(NOTED_IN_POSTGRES):
        return None
    found = await connection.fetchrow(REVISION.postgres.sql)
    return None if found is None else str(found[0])
