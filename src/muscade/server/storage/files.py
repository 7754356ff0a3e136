"""A connection to an SQLite file that knows whether the file is still the one at its path."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa

from muscade.server.storage.appending import SQLITE_SETUP
from muscade.server.storage.dialects import Statement
from muscade.server.storage.driver import Rows
from muscade.server.storage.errors import StorageError
from muscade.server.storage.schema import NOTED_IN_SQLITE, REVISION, newest

OLDEST = (3, 35)
"""The first version of SQLite that answers what it changed."""
PAGES_BESIDE = 8000
"""So many pages, of 4 KB each, are written beside the file before they are carried over into it. Whoever writes waits for
that; and as most pages change again and again, what is carried over seldom is carried over once."""
RETRY_SECONDS = 0.01
"""Seconds until something that others were in the way of is tried again."""

SETTINGS = (
    "synchronous=FULL",
    "foreign_keys=ON",
    f"wal_autocheckpoint={PAGES_BESIDE}",
    # Kilobytes. Long games at many tables are on more pages than SQLite would keep by itself.
    "cache_size=-16384",
)

Identity: TypeAlias = tuple[int, int]


class Place:
    """Where a database is, and which files were found there; connections may be opened from any thread."""

    def __init__(self, path: Path, busy: float) -> None:
        self.path = path
        self._busy = busy
        self._opening = threading.Lock()
        self._known: tuple[Identity, Identity] | None = None

    def open(self) -> File:
        """Connect to whatever file is there now, up to date; one that is gone is not made anew."""
        with self._opening:
            found = look(self.path)
            if self._known is None or self._known[0] != found:
                self._clear_away()
                bring_up_to_date(self.path, self._busy)
            file = File(self.path, self._busy)
            self._known = file.identity, file.beside
            return file

    def _clear_away(self) -> None:
        """The log beside a file that another one has replaced: SQLite would take it for the new one's, and spoil it."""
        beside = Path(f"{self.path}-wal")
        if self._known and beside.exists() and look(beside) == self._known[1]:
            for suffix in ("-wal", "-shm"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)


class File:
    """A connection that knows whether its file is still the one at its path."""

    def __init__(self, path: Path, busy: float) -> None:
        self._path = str(path)
        self._beside = f"{path}-wal"
        self.identity = look(path)
        self.connection = connect(path, busy)
        try:
            # Reads something, which is when SQLite finds out what the file is, and opens its log beside it.
            self.connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            for statement in SQLITE_SETUP:
                self.connection.execute(statement)
            self.beside = look(self._beside)
        except BaseException:
            self.connection.close()
            raise

    def execute(self, statement: Statement, values: Mapping[str, Any]) -> Rows:
        text = statement.sqlite
        return self.connection.execute(text.sql, text.values(values)).fetchall()

    @property
    def is_there(self) -> bool:
        """SQLite would go on for ever with a file that nobody can find any more."""
        try:
            return look(self._path) == self.identity and look(self._beside) == self.beside
        except StorageError:
            return False

    def close(self) -> None:
        self.connection.close()


def look(path: Path | str) -> Identity:
    """Which file is there."""
    try:
        found = os.stat(path)  # noqa: PTH116 - on the hot path
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from None
    return found.st_dev, found.st_ino


def connect(path: Path, busy: float) -> sqlite3.Connection:
    """WAL lets others read while one writes; FULL makes a commit wait for the disk."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or newer is needed")
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=busy,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        _switch_to_wal(connection, busy)
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _switch_to_wal(connection: sqlite3.Connection, busy: float) -> None:
    """Most files are in that mode already. While somebody else writes to one that is not, SQLite says no at once instead of waiting."""
    until = time.monotonic() + busy
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


def bring_up_to_date(path: Path, busy: float, schema: str | None = None) -> None:
    """Of several that start at once, one changes the schema and the others wait for it."""
    wanted = schema or newest()
    with closing(connect(path, busy)) as connection:
        # Nothing is written where there is nothing to do, for the file may be read-only just now.
        if revision(connection) == wanted:
            return
    from muscade.server.storage.migrating import migrate

    engine = sa.create_engine("sqlite://", creator=lambda: connect(path, busy), poolclass=sa.NullPool)
    try:
        with engine.connect() as connection_to_change:
            connection_to_change.exec_driver_sql("BEGIN IMMEDIATE")
            migrate(connection_to_change, wanted)
            connection_to_change.commit()
    except sa.exc.SQLAlchemyError as error:
        raise StorageError(str(error.__cause__ or error)) from error


def revision(connection: sqlite3.Connection) -> str | None:
    """The one that a file is at; None for an empty one."""
    if connection.execute(NOTED_IN_SQLITE).fetchone() is None:
        return None
    found = connection.execute(REVISION.sqlite.sql).fetchone()
    return None if found is None else str(found[0])
