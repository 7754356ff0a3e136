"""Statements are written once, with SQLAlchemy, and made into text once for each kind of database.

What they need beyond common SQL is here: many rows handed over as one JSON array, and many rows answered as one.
A batch is then a single call of the driver, however many rows it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import dialect as sqlite_dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import FunctionElement

SQLITE = sqlite_dialect(paramstyle="qmark")


@cache
def postgres() -> sa.Dialect:
    """Loaded by those who have one."""
    from sqlalchemy.dialects.postgresql.asyncpg import dialect

    found: sa.Dialect = dialect()  # type: ignore[no-untyped-call]
    return found


class Text(NamedTuple):
    """A statement as a driver takes it: its parameters are numbered, not named."""

    sql: str
    names: tuple[str, ...]
    constants: Mapping[str, Any]

    def values(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(given[name] if name in given else self.constants[name] for name in self.names)


class Statement:
    """One statement, as text for whoever asks."""

    def __init__(self, core: sa.sql.ClauseElement) -> None:
        self._core = core

    @cached_property
    def sqlite(self) -> Text:
        return self._text(SQLITE)

    @cached_property
    def postgres(self) -> Text:
        return self._text(postgres())

    def _text(self, dialect: sa.Dialect) -> Text:
        compiled = self._core.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        return Text(compiled.string, tuple(compiled.positiontup or ()), constants)


class each_row(FunctionElement[Any]):  # noqa: N801 - it reads as the function it is
    """The elements of a JSON array, as rows with a column ``value``."""

    inherit_cache = True
    name = "each_row"


@compiles(each_row, "sqlite")
def _(element: each_row, compiler: SQLCompiler, **kw: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **kw)})"


@compiles(each_row, "postgresql")
def _(element: each_row, compiler: SQLCompiler, **kw: Any) -> str:
    return f"jsonb_array_elements(CAST({compiler.process(element.clauses, **kw)} AS JSONB))"


class item(ColumnElement[Any]):  # noqa: N801
    """What stands at a place of such an element, itself an array."""

    inherit_cache = False

    def __init__(self, value: ColumnElement[Any], place: int, kind: sa.types.TypeEngine[Any]) -> None:
        self.value = value
        self.place = place
        self.type = kind


@compiles(item, "sqlite")
def _(element: item, compiler: SQLCompiler, **kw: Any) -> str:
    return f"json_extract({compiler.process(element.value, **kw)}, '$[{element.place}]')"


@compiles(item, "postgresql")
def _(element: item, compiler: SQLCompiler, **kw: Any) -> str:
    kind = compiler.dialect.type_compiler_instance.process(element.type)
    return f"CAST({compiler.process(element.value, **kw)} ->> {element.place} AS {kind})"


class rows_as_json(FunctionElement[str]):  # noqa: N801
    """All rows as one JSON array of arrays."""

    inherit_cache = True
    type = sa.Text()


@compiles(rows_as_json, "sqlite")
def _(element: rows_as_json, compiler: SQLCompiler, **kw: Any) -> str:
    return f"json_group_array(json_array({compiler.process(element.clauses, **kw)}))"


@compiles(rows_as_json, "postgresql")
def _(element: rows_as_json, compiler: SQLCompiler, **kw: Any) -> str:
    return f"coalesce(json_agg(json_build_array({compiler.process(element.clauses, **kw)})), '[]')"


def rows_of(
    parameter: str, columns: Mapping[str, sa.types.TypeEngine[Any]], source: ColumnElement[Any] | None = None
) -> sa.Subquery:
    """The rows that a parameter, or what stands for it, holds as a JSON array of arrays; the columns in their order."""
    whole = sa.bindparam(parameter, type_=sa.Text()) if source is None else source
    rows = each_row(whole).table_valued("value", name=f"{parameter}_rows")
    items = (
        item(rows.c.value, place, kind).label(name) for place, (name, kind) in enumerate(columns.items())
    )
    return sa.select(*items).select_from(rows).subquery(parameter)


def insert_rows(table: sa.Table) -> sa.Insert:
    """All that the parameter ``rows`` holds, each row with every column."""
    rows = rows_of("rows", {column.name: column.type for column in table.c})
    return sa.insert(table).from_select(list(rows.c.keys()), sa.select(rows))
