"""Statements about tables, but for the one that appends; `muscade.server.rows` has the tables of the database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from muscade.server.analysis.rows import ANALYSES, ANALYSES_BEGUN, VARIATIONS
from muscade.server.push.rows import TURNS_TOLD
from muscade.server.rows import CHATS, EVENTS, META, REPLAYS, ROOMS, SEATS, SERVERS, TABLES
from muscade.server.storage.appending import ID, TIME, notify
from muscade.server.storage.dialects import Statement, insert_rows, rows_as_json, rows_of

CHATS_READ = 200
"""So many of a table's last words are read with it."""


def asked(column: sa.Column[Any]) -> sa.BindParameter[Any]:
    """A parameter named like a column."""
    return sa.bindparam(column.name, type_=column.type)


def insert_one(table: sa.Table) -> Statement:
    return Statement(sa.insert(table).values({column.name: asked(column) for column in table.c}))


def insert_missing(table: sa.Table) -> Statement:
    """Those of the rows that are not there yet."""
    rows = rows_of("rows", {column.name: column.type for column in table.c})
    there = sa.exists().where(*(column == rows.c[column.name] for column in table.primary_key))
    return Statement(sa.insert(table).from_select(list(rows.c.keys()), sa.select(rows).where(~there)))


def read_rows(table: sa.Table, where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """All columns but the first, which says whose they are, as the structs in `muscade.server.rows` have them."""
    return sa.select(rows_as_json(*list(table.c)[1:])).where(where)


def last_rows(table: sa.Table, whose: sa.ColumnElement[bool], count: int) -> sa.Select[Any]:
    """The same of the rows with the highest numbers."""
    last = (
        sa.select(*list(table.c)[1:])
        .where(whose)
        .order_by(table.c.number.desc())
        .limit(sa.literal_column(str(count)))
        .subquery()
    )
    return sa.select(rows_as_json(*last.c))


# ------------------------------------------------------------ the log and its notes

NOTIFY_ALL = Statement(sa.select(notify(rows_of("payloads", {"payload": sa.Text()}).c.payload)))
"""PostgreSQL only."""

EVENTS_SINCE = Statement(
    read_rows(
        EVENTS,
        sa.and_(EVENTS.c.table_id == asked(EVENTS.c.table_id), EVENTS.c.version > asked(EVENTS.c.version)),
    )
)

# ------------------------------------------------------------ tables, seats, words

INSERT_TABLE = insert_one(TABLES)
INSERT_SEATS = Statement(insert_rows(SEATS))
INSERT_EVENTS = Statement(insert_rows(EVENTS))
INSERT_CHAT = insert_one(CHATS)

TAKE_SEAT = Statement(
    sa.update(SEATS)
    .where(SEATS.c.invite_digest == asked(SEATS.c.invite_digest), SEATS.c.taken_at.is_(None))
    .values(
        {
            column: asked(column)
            for column in (SEATS.c.name, SEATS.c.key_digest, SEATS.c.taken_at, SEATS.c.number)
        }
    )
    .returning(SEATS.c.seat)
)

REPLACE_KEY = Statement(
    sa.update(SEATS)
    .where(
        SEATS.c.table_id == asked(SEATS.c.table_id),
        SEATS.c.seat == asked(SEATS.c.seat),
        SEATS.c.key_digest == sa.bindparam("old_digest", type_=ID),
    )
    .values(key_digest=sa.bindparam("new_digest", type_=ID))
    .returning(SEATS.c.seat)
)

SEATS_OF = Statement(read_rows(SEATS, SEATS.c.table_id == asked(SEATS.c.table_id)))

CHATS_SINCE = Statement(
    read_rows(
        CHATS, sa.and_(CHATS.c.table_id == asked(CHATS.c.table_id), CHATS.c.number > asked(CHATS.c.number))
    )
)

INVITATION = Statement(
    sa.select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.invite_digest == asked(SEATS.c.invite_digest))
)


def _load() -> sa.Select[Any]:
    """In one statement, so that all of it is of one moment."""
    words = last_rows(CHATS, CHATS.c.table_id == asked(CHATS.c.table_id), CHATS_READ)
    return sa.select(
        *TABLES.c,
        read_rows(SEATS, SEATS.c.table_id == asked(SEATS.c.table_id)).scalar_subquery().label("seats"),
        read_rows(EVENTS, EVENTS.c.table_id == asked(EVENTS.c.table_id)).scalar_subquery().label("events"),
        words.scalar_subquery().label("chats"),
    ).where(TABLES.c.id == asked(EVENTS.c.table_id))


LOAD = Statement(_load())

OPEN_TABLES = Statement(
    sa.select(sa.func.count()).where(TABLES.c.owner == asked(TABLES.c.owner), TABLES.c.ended_at.is_(None))
)

MOST_COMPARED = 30
SAME_DEAL = Statement(
    sa.select(TABLES.c.id)
    .where(
        sa.or_(TABLES.c.id == asked(TABLES.c.deal_of), TABLES.c.deal_of == asked(TABLES.c.deal_of)),
        TABLES.c.ended_at.is_not(None),
    )
    .order_by(TABLES.c.ended_at.desc(), TABLES.c.id)
    .limit(sa.literal_column(str(MOST_COMPARED)))
)

# ------------------------------------------------------------ keepers

EPOCH = Statement(sa.select(TABLES.c.epoch).where(TABLES.c.id == asked(TABLES.c.id)))

ENLIST = insert_one(SERVERS)
BEAT = Statement(
    sa.update(SERVERS)
    .where(SERVERS.c.id == asked(SERVERS.c.id))
    .values(beat=SERVERS.c.beat + sa.literal_column("1"))
    .returning(SERVERS.c.beat)
)
RETIRE = Statement(sa.delete(SERVERS).where(SERVERS.c.id == asked(SERVERS.c.id)))
BEATS = Statement(sa.select(SERVERS.c.id, SERVERS.c.beat))


def _claim() -> sa.Update:
    """Of the tables asked for, those without a living keeper; whoever is not on the list of servers is not alive."""
    wanted, dead = rows_of("wanted", {"id": ID}), rows_of("dead", {"id": ID})
    free = (
        sa.select(TABLES.c.id)
        .where(
            TABLES.c.id.in_(sa.select(wanted.c.id)),
            sa.or_(
                TABLES.c.keeper.is_(None),
                # Whoever claims twice, because no answer came, gets an answer.
                TABLES.c.keeper == asked(TABLES.c.keeper),
                TABLES.c.keeper.in_(sa.select(dead.c.id)),
                TABLES.c.keeper.not_in(sa.select(SERVERS.c.id)),
            ),
        )
        .order_by(TABLES.c.id)
        .with_for_update(key_share=True, of=TABLES)
    )
    return (
        sa.update(TABLES)
        .where(TABLES.c.id.in_(free))
        .values(keeper=asked(TABLES.c.keeper), epoch=TABLES.c.epoch + sa.literal_column("1"))
        .returning(TABLES.c.id, TABLES.c.epoch)
    )


CLAIM = Statement(_claim())

RELEASE = Statement(
    sa.update(TABLES).where(TABLES.c.keeper == sa.bindparam("me", type_=ID)).values(keeper=sa.null())
)

_keeping = sa.select(rows_of("keeping", {"id": ID}).c.id)
DUE = Statement(
    sa.select(TABLES.c.id, TABLES.c.due_at, TABLES.c.keeper)
    .where(
        TABLES.c.due_at.is_not(None),
        sa.or_(TABLES.c.keeper.is_(None), TABLES.c.keeper.not_in(_keeping)),
        sa.tuple_(TABLES.c.due_at, TABLES.c.id) > sa.tuple_(asked(TABLES.c.due_at), asked(TABLES.c.id)),
        TABLES.c.ended_at.is_(None),
    )
    .order_by(TABLES.c.due_at, TABLES.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer()))
)

# ------------------------------------------------------------ the database itself

SECRET = Statement(sa.select(META.c.value).where(META.c.name == sa.literal_column("'secret'")))
PING = Statement(
    sa.update(META)
    .where(META.c.name == sa.literal_column("'ping'"))
    .values(value=asked(META.c.value))
    .returning(META.c.name)
)

# ------------------------------------------------------------ cleaning away

_before = sa.bindparam("before", type_=TIME)
_person_acted = sa.or_(
    sa.exists().where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.message_id.is_not(None)),
    sa.exists().where(CHATS.c.table_id == TABLES.c.id),
    sa.exists().where(
        SEATS.c.table_id == TABLES.c.id,
        SEATS.c.invite_digest.is_not(None),
        SEATS.c.taken_at.is_not(None),
    ),
    # A game of a room waits there for its people.
    sa.exists().where(ROOMS.c.table_id == TABLES.c.id),
)
UNJOINED = Statement(
    sa.select(TABLES.c.id).where(TABLES.c.ended_at.is_(None), TABLES.c.created_at < _before, ~_person_acted)
)
"""Nobody accepted an invitation, moved or spoke."""
FINISHED = Statement(sa.select(TABLES.c.id).where(TABLES.c.ended_at < _before))

_gone = sa.select(rows_of("gone", {"id": ID}).c.id)
DELETE_TABLES = tuple(
    Statement(sa.delete(table).where(column.in_(_gone)))
    for table, column in (
        (CHATS, CHATS.c.table_id),
        (EVENTS, EVENTS.c.table_id),
        (SEATS, SEATS.c.table_id),
        (TURNS_TOLD, TURNS_TOLD.c.table_id),
        (ANALYSES, ANALYSES.c.table_id),
        (ANALYSES_BEGUN, ANALYSES_BEGUN.c.table_id),
        (VARIATIONS, VARIATIONS.c.table_id),
        (REPLAYS, REPLAYS.c.table_id),
        (TABLES, TABLES.c.id),
    )
)
