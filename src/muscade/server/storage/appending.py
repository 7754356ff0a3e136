"""Appending to many logs at once: written once, and put together as each kind of database does it in one call.

A batch is two parameters: what is asked of each table (`encode_asked`), and the events (`encode_events`).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from muscade.server.rows import EVENTS, TABLES
from muscade.server.storage.dialects import SQLITE, Statement, rows_of

CHANNEL = "muscade"
"""On which PostgreSQL tells servers what others did."""

BETWEEN_NOTES = " "
"""Several go in one payload: for each, PostgreSQL and all who listen have work to do."""

FENCED = "fenced"
BEHIND = "behind"
"""What SQLite is made to say when a table has a new keeper, and when its log is shorter than the writer believes."""

ID, TIME = sa.String(64), sa.BigInteger()


def _asked(source: sa.ColumnElement[Any] | None = None) -> sa.Subquery:
    columns: dict[str, sa.types.TypeEngine[Any]] = {
        "table_id": ID,
        "epoch": TIME,
        "after": TIME,
        "due_at": TIME,
        "ended_at": TIME,
        "note": sa.Text(),
        "payload": sa.Integer(),
    }
    return rows_of("asked", columns, source)


def _events(source: sa.ColumnElement[Any] | None = None) -> sa.Subquery:
    return rows_of("rows", {column.name: column.type for column in EVENTS.c}, source)


def _follows(asked: sa.Subquery) -> sa.ColumnElement[bool]:
    """The log goes as far as the writer believes: a database that was put in another's place may know less."""
    last = sa.exists().where(EVENTS.c.table_id == asked.c.table_id, EVENTS.c.version == asked.c.after)
    return sa.or_(asked.c.after == sa.literal_column("0"), last)


def _in_epoch(asked: sa.Subquery) -> sa.ColumnElement[bool]:
    return sa.or_(asked.c.epoch.is_(None), asked.c.epoch == TABLES.c.epoch)


def _out_of_epoch(asked: sa.Subquery) -> sa.ColumnElement[bool]:
    """The same denied, so that SQLite need not find the table where no epoch is asked for, as with all moves of people."""
    return sa.and_(asked.c.epoch.is_not(None), asked.c.epoch != TABLES.c.epoch)


def _insert_events(rows: sa.Select[Any]) -> sa.Insert:
    return sa.insert(EVENTS).from_select([column.name for column in EVENTS.c], rows)


def _set_times(asked: sa.Subquery) -> sa.Update:
    """A row that would stay as it is, is not written."""
    return (
        sa.update(TABLES)
        .values(due_at=asked.c.due_at, ended_at=asked.c.ended_at)
        .where(
            TABLES.c.id == asked.c.table_id,
            sa.or_(
                TABLES.c.due_at.is_distinct_from(asked.c.due_at),
                TABLES.c.ended_at.is_distinct_from(asked.c.ended_at),
            ),
        )
    )


def notify(payload: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """PostgreSQL only."""
    return sa.func.pg_notify(sa.literal_column(f"'{CHANNEL}'"), payload)


# ------------------------------------------------------------ PostgreSQL


def _postgres() -> sa.Select[Any]:
    """One statement, so that nothing is held between two calls by somebody who may be stopped there."""
    asked, events = _asked(), _events()
    held = (
        sa.select(TABLES.c.id)
        .join_from(asked, TABLES, TABLES.c.id == asked.c.table_id)
        .where(_in_epoch(asked), _follows(asked))
        # In the order of ids, so that two servers never wait for each other crosswise.
        .order_by(TABLES.c.id)
        .with_for_update(key_share=True, of=TABLES)
        .cte("held")
    )
    stored = _insert_events(sa.select(events).join(held, held.c.id == events.c.table_id))
    moved = _set_times(asked).where(held.c.id == TABLES.c.id)
    notes = sa.func.string_agg(asked.c.note, sa.literal_column(f"'{BETWEEN_NOTES}'"))
    # Of nothing but tables without a note there is nothing to tell, and telling nothing means something.
    told = sa.case((sa.func.count(asked.c.note) > sa.literal_column("0"), notify(notes)))
    return (
        sa.select(sa.func.array_agg(held.c.id), told)
        .join_from(held, asked, asked.c.table_id == held.c.id)
        .group_by(asked.c.payload)
        .add_cte(stored.cte("stored"), moved.cte("moved"))
    )


APPEND = Statement(_postgres())
"""Answers the tables to which something was appended, those that are as the writer believes: a row for each payload."""

# ------------------------------------------------------------ SQLite


def _refuse(why: str) -> sa.ColumnElement[Any]:
    return sa.literal_column(f"RAISE(ABORT, '{why}')")


def _sqlite() -> tuple[str, ...]:
    """What every connection needs for `SQLITE_APPEND`: a view that nobody reads, and what inserting into it does."""
    asked, events = _asked(sa.literal_column("NEW.asked")), _events(sa.literal_column("NEW.events"))
    table = sa.join(asked, TABLES, TABLES.c.id == asked.c.table_id)
    fence = sa.select(_refuse(FENCED)).select_from(table).where(_out_of_epoch(asked))
    behind = sa.select(_refuse(BEHIND)).select_from(asked).where(~_follows(asked))
    steps = (fence, behind, _insert_events(sa.select(events)), _set_times(asked))
    done = "".join(f"{step.compile(dialect=SQLITE)};\n" for step in steps)
    return (
        "CREATE TEMP VIEW batches (asked, events) AS SELECT NULL, NULL",
        f"CREATE TEMP TRIGGER append_batch INSTEAD OF INSERT ON batches BEGIN\n{done}END",
    )


SQLITE_SETUP = _sqlite()
SQLITE_APPEND = "INSERT INTO batches (asked, events) VALUES (?, ?)"
"""A transaction by itself. Each call gives the interpreter away and may wait long to get it back, so it is one."""
