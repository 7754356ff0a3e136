"""What a kind of database does for `Storage`."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from muscade.server.rows import EventRow
from muscade.server.storage.dialects import Statement
from muscade.server.storage.errors import Conflict

Rows: TypeAlias = Sequence[Sequence[Any]]


class Append(NamedTuple):
    """What is to be added to the log of one table, and what follows from it for the table's row."""

    table_id: str
    events: Sequence[EventRow]
    due_at: int | None
    ended_at: int | None
    epoch: int | None
    note: bytes | None


class Step(NamedTuple):
    """A statement and what its parameters are."""

    statement: Statement
    values: Mapping[str, Any]
    must: bool = False
    """If it returns nothing, all of the write is a `Conflict`."""


class Driver(Protocol):
    """Every method raises `StorageError` where it fails, and mends its connections by itself."""

    shared: bool
    """Servers on other machines may write as well."""

    def append(self, append: Append) -> Awaitable[object]: ...

    async def write(self, *steps: Step, note: bytes | None = None) -> list[Rows]:
        """All of the steps or none; what each of them returns. A step that must do something, and does not, is a `Conflict`."""

    async def read(self, statement: Statement, values: Mapping[str, Any]) -> Rows: ...

    async def close(self) -> None: ...


def check_done(step: Step, rows: Rows) -> Rows:
    """What a step returned, if it did what it must."""
    if step.must and not rows:
        raise Conflict("what was to be changed has changed already")
    return rows
