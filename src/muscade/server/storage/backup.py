"""A whole database as one file, which either kind of database can be filled from.

The file is JSON, a line for each row, compressed: a heading that says what the columns are, the rows, and their number.
Everything is of one moment, and servers may go on meanwhile. Who keeps a table and which servers there are is left out.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from muscade.server.rows import (
    CHATS,
    DEVICES,
    EVENTS,
    META,
    PEOPLE,
    RESULTS,
    ROOM_CHATS,
    ROOM_PEOPLE,
    ROOMS,
    SEATS,
    SERVERS,
    TABLES,
)
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement, insert_rows
from muscade.server.storage.errors import StorageError
from muscade.server.storage.schema import REVISION, newest
from muscade.server.storage.sessions import Session, session

KEPT = (META, PEOPLE, DEVICES, ROOMS, ROOM_PEOPLE, ROOM_CHATS, TABLES, SEATS, EVENTS, CHATS, RESULTS)
"""In an order in which each only refers to those before it."""
AT_ONCE = 500
_ONE_OF = {PEOPLE: "person", ROOMS: "room", TABLES: "table"}

_COLUMNS = {str(table.name): [str(column.name) for column in table.c] for table in KEPT}
_READ = {str(table.name): Statement(sa.select(table).order_by(*table.primary_key)) for table in KEPT}
_INSERT = {str(table.name): Statement(insert_rows(table)) for table in KEPT}
_EMPTY_META = Statement(sa.delete(META))
_IN_USE = tuple(Statement(sa.select(table.c.id).limit(1)) for table in (TABLES, SERVERS, PEOPLE, ROOMS))


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
                await _check_revision(source)
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
    async with session(database, filling=True) as target:
        for in_use in _IN_USE:
            async for _ in target.rows(in_use):
                raise StorageError("it is not empty; restore into a new one")
        await target.execute(_EMPTY_META, {})
        for name, rows in _in_chunks(_rows(file)):
            await target.execute(_INSERT[name], {"rows": encode(rows)})
    return counts


def check(file: Path) -> dict[str, int]:
    """Read all of it, and say what is wrong with it if anything is."""
    counts = dict.fromkeys(_INSERT, 0)
    known: dict[sa.FromClause, set[str]] = {table: set() for table in _ONE_OF}
    for number, (name, row) in enumerate(_rows(file), 2):
        table = next(table for table in KEPT if table.name == name)
        for column, value in zip(table.c, row, strict=True):
            if not _fits(column, value):
                raise StorageError(f"{file}, line {number}: {value!r} cannot be the {column.name} of {name}")
            for key in column.foreign_keys:
                whose = key.column.table
                if value not in known[whose]:
                    raise StorageError(f"{file}, line {number}: there is no {_ONE_OF[whose]} {value}")
        if table in known:
            known[table].add(row[0])
        counts[name] += 1
    return counts


# ------------------------------------------------------------ lines


async def _check_revision(source: Session) -> None:
    found = [row[0] async for row in source.rows(REVISION)]
    if found != [newest()]:
        raise StorageError(
            "its schema is not of this version; start the server once, which brings it up to date"
        )


async def _write(source: Session, lines: gzip.GzipFile) -> dict[str, int]:
    encoder = msgspec.json.Encoder()
    lines.write(encoder.encode(Heading(newest(), _COLUMNS)) + b"\n")
    counts = dict.fromkeys(_READ, 0)
    for name, statement in _READ.items():
        async for row in source.rows(statement):
            lines.write(encoder.encode([name, *_without_keeper(name, row)]) + b"\n")
            counts[name] += 1
    lines.write(encoder.encode(Ending(counts)) + b"\n")
    return counts


def _without_keeper(name: str, row: tuple[Any, ...]) -> list[Any]:
    """The servers of the moment mean nothing where the file is restored."""
    if name != TABLES.name:
        return list(row)
    return [None if column is TABLES.c.keeper else value for column, value in zip(TABLES.c, row, strict=True)]


def _rows(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """Every row of the file, once its frame has been found sound."""
    try:
        with gzip.open(file, "rb") as lines:
            heading = msgspec.json.decode(next(lines, b""), type=Heading)
            if heading.schema != newest():
                raise StorageError(f"{file} is of schema {heading.schema}, and this version needs {newest()}")
            if heading.columns != _COLUMNS:
                raise StorageError(f"{file} has other columns than schema {heading.schema}")
            counts = dict.fromkeys(_INSERT, 0)
            for number, line in enumerate(lines, 2):
                if line.startswith(b"{"):
                    if msgspec.json.decode(line, type=Ending).rows != counts or next(lines, None) is not None:
                        raise StorageError(f"{file}, line {number}: the rows are not as many as it says")
                    return
                name, *row = msgspec.json.decode(line, type=list[str | int | None])
                if not isinstance(name, str) or len(_COLUMNS.get(name, ())) != len(row):
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
