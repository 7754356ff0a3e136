"""How a database is named: a path, ``sqlite:///…`` or ``postgresql://…``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from muscade.server.storage.errors import StorageError

BUSY = 5.0
"""Seconds to wait for somebody else who writes to an SQLite file."""


class SQLiteAddress(NamedTuple):
    """A file, and for how long to wait for others who write to it: ``?timeout=`` seconds."""

    path: Path
    busy: float


class PostgresAddress(NamedTuple):
    """As PostgreSQL's own programs take it."""

    address: str

    @property
    def place(self) -> str:
        """Where it is, without a word of who may enter.

        >>> PostgresAddress("postgresql://somebody:secret@db.example:5433/muscade").place
        'db.example:5433'
        """
        url = sa.make_url(self.address)
        return f"{url.host or 'localhost'}:{url.port or 5432}"


def check_exists(database: str) -> None:
    """Say so where a file is named that is not there: whoever only looks, or clears up, makes none."""
    address = read_address(database)
    if isinstance(address, SQLiteAddress) and not address.path.exists():
        raise StorageError(f"there is no file {address.path}")


def read_address(database: str) -> SQLiteAddress | PostgresAddress:
    """Which kind of database is meant, and where it is.

    >>> read_address("games/muscade.db")
    SQLiteAddress(path=PosixPath('games/muscade.db'), busy=5.0)
    >>> read_address("sqlite:////var/lib/muscade.db?timeout=2")
    SQLiteAddress(path=PosixPath('/var/lib/muscade.db'), busy=2.0)
    >>> read_address("mysql://localhost/muscade")
    Traceback (most recent call last):
    muscade.server.storage.errors.StorageError: a database is a path, sqlite:///… or postgresql://…
    """
    if "://" not in database:
        return SQLiteAddress(Path(database), BUSY)
    try:
        url = sa.make_url(database)
        busy = float(str(url.query.get("timeout", BUSY)))
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StorageError(str(error)) from None
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return SQLiteAddress(Path(url.database), busy)
    if url.get_backend_name() != "postgresql":
        raise StorageError("a database is a path, sqlite:///… or postgresql://…")
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise StorageError("PostgreSQL needs asyncpg, which muscade[postgres] installs") from None
    # SQLAlchemy's way of naming the driver as well is understood.
    return PostgresAddress(f"postgresql://{database.partition('://')[2]}")
