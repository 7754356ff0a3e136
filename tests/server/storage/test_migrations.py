"""A database of every schema there ever was is brought up to date, with all that is in it."""

from __future__ import annotations

import asyncio
import sys

import alembic.command
import alembic.config
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.server.storage.examples import BEGUN, append, fill_room, seats, table, versions

from muscade.server.rows import METADATA, EventRow
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.addresses import PostgresAddress, read_address
from muscade.server.storage.schema import MIGRATIONS, newest, revisions

pytestmark = pytest.mark.anyio

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


def old_schema(revision: str, *rows: str) -> object:
    def make(connection: sa.Connection) -> None:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, revision)
        for row in rows:
            connection.exec_driver_sql(row)

    return make


async def test_what_0001_held_is_there(database: str) -> None:
    await on(database, old_schema("0001", *OF_0001))
    storage = await Storage.open(database)
    stored = await storage.load("table")
    assert stored is not None
    # A keeper has to look at it: nobody knows whether a bot is to move.
    assert stored.row == table(seed=SEED, due_at=BEGUN)
    assert stored.seats == tuple(seats())
    assert stored.events == (
        EventRow(1, -1, "deal P1 B7", BEGUN + 1, None),
        EventRow(2, 0, "pass B7", BEGUN + 2, "mine"),
    )
    assert [chat.words for chat in stored.chats] == ["hello"]
    assert [due.table_id for due in await storage.due(10)] == ["table"]
    over = await storage.load("over")
    assert over is not None
    assert over.row.ended_at == BEGUN + 9
    assert len(storage.secret) == 32
    await append(storage, "table", 3)
    await storage.claim(["table"], "me", [])
    await storage.ping()
    await storage.close()


OF_0002 = (
    *OF_0001,
    f"UPDATE tables SET due_at = {BEGUN + 3}, owner = 'ada', keeper = 'a server', epoch = 4 WHERE id = 'table'",
    "UPDATE meta SET value = 'aa' WHERE name = 'secret'",
)


async def test_what_0002_held_is_there(database: str) -> None:
    await on(database, old_schema("0002", *OF_0002))
    storage = await Storage.open(database)
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row == table(seed=SEED, due_at=BEGUN + 3, owner="ada", keeper="a server", epoch=4)
    assert stored.seats == tuple(seats())
    assert await versions(storage) == [1, 2]
    assert storage.secret == b"\xaa"
    assert await storage.rooms.listed(0) == []
    await fill_room(storage)
    await append(storage, "table", 3)
    await storage.close()


async def test_of_many_who_start_at_once_one_changes_the_schema(database: str) -> None:
    await on(database, old_schema("0001", *OF_0001))
    servers = await asyncio.gather(*(Storage.open(database) for _ in range(5)))
    assert len({server.secret for server in servers}) == 1
    assert await versions(servers[0]) == [1, 2]
    for server in servers:
        await server.close()


async def test_the_migrations_lead_to_the_tables_of_the_program(storage: Storage, database: str) -> None:
    def differences(connection: sa.Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    assert await on(database, differences) == []


async def test_a_database_of_a_newer_version_is_left_alone(storage: Storage, database: str) -> None:
    await storage.close()

    def lift(connection: sa.Connection) -> None:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    await on(database, lift)
    with pytest.raises(StorageError, match="newer version of Muscade"):
        await Storage.open(database)


def test_every_schema_there_ever_was_is_tested() -> None:
    """Whoever adds a revision adds a test from the one before."""
    assert newest() == "0003"


def test_the_files_are_numbered_as_alembic_runs_them() -> None:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    known = ScriptDirectory.from_config(config).walk_revisions()
    assert [script.revision for script in known][::-1] == list(revisions())


START = """
import asyncio, sys
from muscade.cli.serve import prepare
asyncio.run(prepare(sys.argv[1]))
print(*{name.partition(".")[0] for name in sys.modules})
"""


async def test_a_start_without_anything_to_change_does_not_load_what_changes_schemas(
    storage: Storage, database: str
) -> None:
    """Nor anything that bots think with."""
    start = (sys.executable, "-c", START, database)
    process = await asyncio.create_subprocess_exec(*start, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    loaded = set(output.decode().split())
    assert {"muscade", "sqlalchemy"} <= loaded
    assert not loaded & {"alembic", "mako", "numba", "numpy"}
