"""A whole database as one file, which either kind of database can be filled from.

The file is JSON, a line for each row, compressed: a heading that says what the columns are, the rows, and their number.
Everything is of one moment, and servers may go on meanwhile. Who keeps a table and which servers there are is left out.
A file of an older schema is read into a database of that schema, which is then brought up to date like any other.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from muscade.server.analysis.rows import ANALYSES, ANALYSES_BEGUN, VARIATIONS
from muscade.server.moderation.rows import ANNOUNCEMENTS, BANS, CAME_FROM, DEEDS, IGNORED, REPORTS
from muscade.server.push.rows import PUSHES, TURNS_TOLD
from muscade.server.ratings.rows import RATED, RATINGS
from muscade.server.rows import (
    CHATS,
    DEVICES,
    EVENTS,
    FORMER_PEOPLE,
    FRIEND_LINKS,
    FRIENDS,
    META,
    PEOPLE,
    REPLAYS,
    RESULTS,
    ROOM_CHATS,
    ROOM_PEOPLE,
    ROOMS,
    SEATS,
    SERVERS,
    TABLES,
)
from muscade.server.series.rows import SOLVED
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement, insert_rows
from muscade.server.storage.errors import StorageError
from muscade.server.storage.files import bring_up_to_date, connect
from muscade.server.storage.schema import REVISION, newest, revisions
from muscade.server.storage.sessions import Session, SQLiteSession, session

KEPT = (
    META,
    PEOPLE,
    DEVICES,
    PUSHES,
    FORMER_PEOPLE,
    FRIENDS,
    FRIEND_LINKS,
    SOLVED,
    ROOMS,
    ROOM_PEOPLE,
    ROOM_CHATS,
    TABLES,
    SEATS,
    EVENTS,
    CHATS,
    TURNS_TOLD,
    ANALYSES,
    VARIATIONS,
    REPLAYS,
    RESULTS,
    IGNORED,
    CAME_FROM,
    REPORTS,
    BANS,
    ANNOUNCEMENTS,
    DEEDS,
    RATED,
    RATINGS,
)
"""In an order in which each only refers to those before it."""
NOT_KEPT = {SERVERS.name, ANALYSES_BEGUN.name, "alembic_version"}
AT_ONCE = 500
_ONE_OF = {"people": "person", "rooms": "room", "tables": "table", "devices": "device"}
_IN_USE = tuple(Statement(sa.select(table.c.id).limit(1)) for table in (TABLES, SERVERS, PEOPLE, ROOMS))
BUSY_SECONDS = 5.0

Tables = Mapping[str, sa.Table]


@cache
def tables_of(schema: str) -> Tables:
    """What is kept of a schema: of an older one, as its migrations make it."""
    if schema == newest():
        return {str(table.name): table for table in KEPT}
    from muscade.server.storage.migrating import migrate

    made = sa.MetaData()
    with sa.create_engine("sqlite://").connect() as connection:
        migrate(connection, schema)
        made.reflect(connection)
    return {str(table.name): table for table in made.sorted_tables if table.name not in NOT_KEPT}


class Heading(msgspec.Struct, frozen=True, tag="muscade backup", tag_field="kind"):
    """The first line."""

    schema: str
    columns: dict[str, list[str]]


class Ending(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """The last line: how many rows there are."""

    rows: dict[str, int]


async def back_up(database: str, file: Path) -> dict[str, int]:
    """Write the file, whole or not at all; how many rows of each table it holds."""
    part = file.with_name(f"{file.name}.part")
    try:
        with gzip.open(part, "wb") as lines:
            async with session(database, filling=False) as source:
                counts = await _write(source, lines)
        check(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return counts


async def restore(database: str, file: Path) -> dict[str, int]:
    """Fill an empty database from the file, wholly or not at all."""
    counts = check(file)
    if read_heading(file).schema != newest():
        with tempfile.TemporaryDirectory(prefix="muscade-") as folder:
            return await restore(database, await _brought_up_to_date(file, Path(folder)))
    async with session(database, filling=True) as target:
        for in_use in _IN_USE:
            async for _ in target.rows(in_use):
                raise StorageError("it is not empty; restore into a new one")
        await _fill(target, file)
    return counts


async def _brought_up_to_date(file: Path, folder: Path) -> Path:
    """The same as a file of the newest schema."""
    through, renewed = folder / "through.db", folder / "backup"
    through.touch()
    bring_up_to_date(through, BUSY_SECONDS, read_heading(file).schema)
    with closing(connect(through, BUSY_SECONDS)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await _fill(SQLiteSession(connection), file)
        connection.execute("COMMIT")
    bring_up_to_date(through, BUSY_SECONDS)
    await back_up(str(through), renewed)
    return renewed


async def _fill(target: Session, file: Path) -> None:
    tables = tables_of(read_heading(file).schema)
    if "meta" in tables:  # Made by a migration, with a secret of its own.
        await target.execute(Statement(sa.delete(tables["meta"])), {})
    insert = {name: Statement(insert_rows(table)) for name, table in tables.items()}
    for name, rows in _in_chunks(_rows(file)):
        await target.execute(insert[name], {"rows": encode(rows)})


def check(file: Path) -> dict[str, int]:
    """Read all of it, and say what is wrong with it if anything is."""
    tables = tables_of(read_heading(file).schema)
    counts = dict.fromkeys(tables, 0)
    known: dict[str, set[str]] = {name: set() for name in _ONE_OF}
    for number, (name, row) in enumerate(_rows(file), 2):
        for column, value in zip(tables[name].c, row, strict=True):
            if not _fits(column, value):
                raise StorageError(f"{file}, line {number}: {value!r} cannot be the {column.name} of {name}")
            for key in column.foreign_keys:
                whose = key.column.table.name
                if value not in known[whose]:
                    raise StorageError(f"{file}, line {number}: there is no {_ONE_OF[whose]} {value}")
        if name in known:
            known[name].add(row[0])
        counts[name] += 1
    return counts


# ------------------------------------------------------------ lines


async def _write(source: Session, lines: gzip.GzipFile) -> dict[str, int]:
    schema = await _schema_of(source)
    tables = tables_of(schema)
    encoder = msgspec.json.Encoder()
    lines.write(encoder.encode(Heading(schema, _columns(tables))) + b"\n")
    counts = dict.fromkeys(tables, 0)
    for name, table in tables.items():
        async for row in source.rows(Statement(sa.select(table).order_by(*table.primary_key))):
            lines.write(encoder.encode([name, *_without_keeper(table, row)]) + b"\n")
            counts[name] += 1
    lines.write(encoder.encode(Ending(counts)) + b"\n")
    return counts


async def _schema_of(source: Session) -> str:
    found = [str(row[0]) async for row in source.rows(REVISION)]
    if len(found) != 1 or found[0] not in revisions():
        raise StorageError(f"its schema is not of this version: {', '.join(found) or 'it has none'}")
    return found[0]


def _columns(tables: Tables) -> dict[str, list[str]]:
    return {name: [str(column.name) for column in table.c] for name, table in tables.items()}


def _without_keeper(table: sa.Table, row: tuple[Any, ...]) -> list[Any]:
    """The servers of the moment mean nothing where the file is restored."""
    keepers = (TABLES.name, TABLES.c.keeper.name)
    return [
        None if (table.name, column.name) == keepers else value
        for column, value in zip(table.c, row, strict=True)
    ]


def read_heading(file: Path) -> Heading:
    """What the file says of itself, if this version knows such files."""
    try:
        with gzip.open(file, "rb") as lines:
            heading = msgspec.json.decode(next(lines, b""), type=Heading)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise StorageError(f"{file} is no backup: {error}") from None
    if heading.schema not in revisions():
        raise StorageError(f"{file} is of schema {heading.schema}; this version knows those up to {newest()}")
    if heading.columns != _columns(tables_of(heading.schema)):
        raise StorageError(f"{file} has other columns than schema {heading.schema}")
    return heading


def _rows(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """Every row of the file, once its frame has been found sound."""
    columns = read_heading(file).columns
    try:
        with gzip.open(file, "rb") as lines:
            next(lines)
            counts = dict.fromkeys(columns, 0)
            for number, line in enumerate(lines, 2):
                if line.startswith(b"{"):
                    if msgspec.json.decode(line, type=Ending).rows != counts or next(lines, None) is not None:
                        raise StorageError(f"{file}, line {number}: the rows are not as many as it says")
                    return
                name, *row = msgspec.json.decode(line, type=list[str | int | float | None])
                if not isinstance(name, str) or len(columns.get(name, ())) != len(row):
                    raise StorageError(f"{file}, line {number}: it is no row of any table")
                counts[name] += 1
                yield name, row
            raise StorageError(f"{file} ends in the middle")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise StorageError(f"{file} is no backup: {error}") from None


def _fits(column: sa.Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, sa.Integer):
        return isinstance(value, int)
    if isinstance(column.type, sa.Float):
        return isinstance(value, int | float)
    if isinstance(column.type, sa.JSON) and isinstance(value, str):
        try:
            return isinstance(msgspec.json.decode(value), dict)
        except msgspec.DecodeError:
            return False
    return isinstance(value, str)


def _in_chunks(rows: Iterator[tuple[str, list[Any]]]) -> Iterator[tuple[str, list[list[Any]]]]:
    """Rows of one table, a few hundred at a time."""
    last, chunk = "", list[list[Any]]()
    for name, row in rows:
        if chunk and (name != last or len(chunk) >= AT_ONCE):
            yield last, chunk
            chunk = []
        last = name
        chunk.append(row)
    if chunk:
        yield last, chunk
