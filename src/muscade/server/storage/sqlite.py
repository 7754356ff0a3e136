"""SQLite: one thread writes, and everything that arrives while it commits is in its next commit together."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from muscade.server.storage.appending import BEHIND, FENCED, SQLITE_APPEND
from muscade.server.storage.batches import (
    Answer,
    Write,
    answer_all,
    encode_asked,
    encode_events,
    one_append_a_table,
)
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Append, Rows, Step, check_done
from muscade.server.storage.errors import Conflict, Fenced, StorageError
from muscade.server.storage.files import File, Place

LARGEST_BATCH = 1000
"""Writes in one commit, so that those in it need not wait for ever longer."""

TAKEN = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
ITS_OWN_FAULT = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError, Conflict)
"""What is wrong with a write and not with the database."""


class SQLite:
    """A database in a file of this machine."""

    shared = False

    def __init__(self, place: Place) -> None:
        self._place = place
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._closed = False
        self._gone = False
        self._writing: File | None = None
        self._reading: File | None = None
        self._readers = ThreadPoolExecutor(1, "muscade-reader")
        self._writer = threading.Thread(target=self._serve, name="muscade-writer", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, path: Path, busy: float) -> Self:
        """Make the file if there is none; wait so many seconds for others who write."""

        place = Place(path, busy)

        def prepare() -> None:
            if not path.exists():
                path.touch()
            place.open().close()

        try:
            await asyncio.to_thread(prepare)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(str(error)) from error
        return cls(place)

    async def close(self) -> None:
        """What was asked before is still written."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            await self._loop.run_in_executor(self._readers, self._stop_reading)
            self._readers.shutdown()

    # ------------------------------------------------------------ on the event loop

    def append(self, append: Append) -> Awaitable[object]:
        return self._ask(append)

    async def write(self, *steps: Step, note: bytes | None = None) -> list[Rows]:
        return await self._ask(steps)

    def _ask(self, asked: Append | tuple[Step, ...]) -> asyncio.Future[list[Rows]]:
        if self._closed:
            raise StorageError("the database is closed")
        answered: asyncio.Future[list[Rows]] = self._loop.create_future()
        self._queue.put(Write(asked, answered))
        return answered

    def _acknowledge(self, file: File | None, batch: Sequence[Write], answers: list[Answer]) -> None:
        """Unless all of it went to a file that nobody can find any more; this is the last moment to look."""
        if file and not file.is_there:
            self._gone = True
            gone = f"{self._place.path} is no longer the file that was opened"
            answers = [StorageError(gone) for _ in batch]
        answer_all(batch, answers)

    async def read(self, statement: Statement, values: Mapping[str, Any]) -> Rows:
        if self._closed:
            raise StorageError("the database is closed")
        return await self._loop.run_in_executor(self._readers, self._read, statement, values)

    # ------------------------------------------------------------ in the reader's thread

    def _read(self, statement: Statement, values: Mapping[str, Any]) -> Rows:
        try:
            if self._reading and not self._reading.is_there:
                self._stop_reading()
            if self._reading is None:
                self._reading = self._place.open()
            return self._reading.execute(statement, values)
        except (sqlite3.Error, StorageError) as error:
            self._stop_reading()
            raise StorageError(str(error)) from error

    def _stop_reading(self) -> None:
        if self._reading:
            self._reading.close()
            self._reading = None

    # ------------------------------------------------------------ in the writer's thread

    def _serve(self) -> None:
        waiting: list[Write] = []
        open_ = True
        while open_ or waiting:
            if not waiting:
                first = self._queue.get()
                if first is None:
                    break
                waiting.append(first)
            while len(waiting) < LARGEST_BATCH and not self._queue.empty():
                write = self._queue.get()
                if write is None:
                    open_ = False
                    break
                waiting.append(write)
            batch, waiting = one_append_a_table(waiting)
            answers = self._store(batch)
            # One call for all of them: each wakes the event loop.
            self._loop.call_soon_threadsafe(self._acknowledge, self._writing, batch, answers)
        self._stop_writing()

    def _store(self, batch: Sequence[Write]) -> list[Answer]:
        """Together if that goes. One that cannot be stored does not take the others with it."""
        try:
            return self._transact(batch)
        except Exception as error:
            if isinstance(error, (sqlite3.DatabaseError, StorageError)) and not isinstance(
                error, ITS_OWN_FAULT
            ):
                # The file, the disk, or somebody who does not stop writing.
                self._stop_writing()
                if is_read_only(error):
                    # How the file beside was opened, all connections share: only once none is left is it tried anew.
                    self._readers.submit(self._stop_reading).result()
                return [failure(error) for _ in batch]
            if len(batch) == 1:
                return [failure(error)]
        middle = len(batch) // 2
        return self._store(batch[:middle]) + self._store(batch[middle:])

    def _transact(self, batch: Sequence[Write]) -> list[Answer]:
        if self._gone:
            self._gone = False
            self._stop_writing()
        if self._writing is None:
            self._writing = self._place.open()
        file = self._writing
        appends = [write.asked for write in batch if isinstance(write.asked, Append)]
        if len(appends) == len(batch):
            # The usual case in one call, which is a transaction by itself.
            file.connection.execute(SQLITE_APPEND, (encode_asked(appends), encode_events(appends)))
            return [[] for _ in batch]
        file.connection.execute("BEGIN IMMEDIATE")
        try:
            answers: list[Answer] = [
                [] if isinstance(write.asked, Append) else [execute(file, step) for step in write.asked]
                for write in batch
            ]
            if appends:
                file.connection.execute(SQLITE_APPEND, (encode_asked(appends), encode_events(appends)))
            file.connection.execute("COMMIT")
        except BaseException:
            if file.connection.in_transaction:
                file.connection.execute("ROLLBACK")
            raise
        return answers

    def _stop_writing(self) -> None:
        if self._writing:
            self._writing.close()
            self._writing = None


def is_read_only(error: Exception) -> bool:
    """Whatever kind of it: the lowest byte of the code says as much."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY


def execute(file: File, step: Step) -> Rows:
    return check_done(step, file.execute(step.statement, step.values))


def failure(error: Exception) -> StorageError:
    if isinstance(error, StorageError):
        return type(error)(str(error))
    if isinstance(error, sqlite3.IntegrityError):
        if error.sqlite_errorcode in TAKEN:
            return Conflict(str(error))
        if str(error) == BEHIND:
            return Conflict("the log is shorter than that")
        if str(error) == FENCED:
            return Fenced("another server keeps this table now")
    return StorageError(str(error))
