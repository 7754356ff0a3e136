"""Databases of every schema there ever was, with something in them."""

from __future__ import annotations

import sqlalchemy as sa
from tests.server.storage.examples import BEGUN

from muscade.server.storage.addresses import PostgresAddress, read_address
from muscade.server.storage.migrating import migrate

SEED = "5eed" * 8
OF_0001 = (
    f"""INSERT INTO tables (id, game, game_version, options, settings, seed, created_at, ended_at) VALUES
    ('table', 'pass-pass', 1, '{{"leader": 0, "teams": "2x2", "late": false}}',
     '{{"chat": "phrases", "patience": 30, "pace": 0}}', '{SEED}', {BEGUN}, NULL),
    ('over', 'pass-pass', 1, '{{}}', '{{}}', '{SEED}', {BEGUN}, {BEGUN + 9})""",
    f"""INSERT INTO seats (table_id, seat, kind, name, level, key_digest, invite_digest, taken_at) VALUES
    ('table', 0, 'here', 'Ada "the first" Été 🂡', NULL, 'key 0 of table', NULL, {BEGUN}),
    ('table', 1, 'bot', 'Muscade', 'greedy', NULL, NULL, {BEGUN}),
    ('table', 2, 'invited', NULL, NULL, NULL, 'invitation to table', NULL)""",
    f"""INSERT INTO events (table_id, version, seat, move, at, message_id) VALUES
    ('table', 1, -1, 'deal P1 B7', {BEGUN + 1}, NULL), ('table', 2, 0, 'pass B7', {BEGUN + 2}, 'mine')""",
    f"""INSERT INTO chats (table_id, number, seat, phrase, words, at, message_id) VALUES
    ('table', 1, 0, NULL, 'hello', {BEGUN + 1}, 'message 1')""",
)
OF_0002 = (
    *OF_0001,
    f"UPDATE tables SET due_at = {BEGUN + 3}, owner = 'ada', keeper = 'a server', epoch = 4 WHERE id = 'table'",
    "UPDATE meta SET value = 'aa' WHERE name = 'secret'",
)

OF_0003 = (
    *OF_0002,
    f"""INSERT INTO people (id, name, portrait, created_at, seen_at) VALUES
    ('ada', 'Ada', 'ring', {BEGUN}, {BEGUN})""",
    f"INSERT INTO devices (key_digest, person_id, created_at) VALUES ('device of ada', 'ada', {BEGUN})",
    f"""INSERT INTO rooms (id, code, state, version, created_at, used_at) VALUES
    ('room', 'ROOM', '{{"game": "pass-pass"}}', 3, {BEGUN}, {BEGUN})""",
    "INSERT INTO room_people (room_id, person_id) VALUES ('room', 'ada')",
    f"""INSERT INTO room_chats (room_id, number, person_id, name, words, at, message_id) VALUES
    ('room', 1, 'ada', 'Ada', '« ça »', {BEGUN}, 'message 1')""",
    f"""INSERT INTO results (table_id, seat, person_id, game, seats, outcome, ended_at) VALUES
    ('over', 0, 'ada', 'pass-pass', 3, 'won', {BEGUN + 9})""",
)
ROWS = {"0001": OF_0001, "0002": OF_0002, "0003": OF_0003}


def rows_of(schema: str) -> tuple[str, ...]:
    """Those of the last schema up to it that brought any."""
    return ROWS[max(known for known in ROWS if known <= schema)]


async def on(database: str, action: object) -> object:
    """Something done with a plain connection of SQLAlchemy's."""
    address = read_address(database)
    if isinstance(address, PostgresAddress):
        from sqlalchemy.ext.asyncio import create_async_engine

        from muscade.server.storage.postgres import connect

        engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: connect(address), poolclass=sa.NullPool
        )
        async with engine.begin() as connection:
            return await connection.run_sync(action)  # type: ignore[arg-type]
    with sa.create_engine(f"sqlite:///{address.path}", poolclass=sa.NullPool).begin() as plain:
        return action(plain)  # type: ignore[operator]


def with_schema(schema: str) -> object:
    """Makes a database of this schema, with something in it."""

    def make(connection: sa.Connection) -> None:
        migrate(connection, schema)
        for row in rows_of(schema):
            connection.exec_driver_sql(row)

    return make
