"""A database of every schema there ever was is brought up to date, with all that is in it."""

from __future__ import annotations

import asyncio
import sys

import alembic.config
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.server.storage.examples import (
    BEGUN,
    append,
    fill_room,
    people,
    person,
    push,
    result,
    room_words,
    seats,
    table,
    versions,
)
from tests.server.storage.old_schemas import SEED, on, with_schema

from muscade.server.analysis.rows import AnalysisRow, BegunRow
from muscade.server.rows import METADATA, EventRow
from muscade.server.series.rows import SolvedRow
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.schema import MIGRATIONS, newest, revisions

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(empty_database: str) -> str:
    """What is tested here is how tables come to be."""
    return empty_database


async def test_what_0001_held_is_there(database: str) -> None:
    await on(database, with_schema("0001"))
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


async def test_what_0002_held_is_there(database: str) -> None:
    await on(database, with_schema("0002"))
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


async def test_what_0003_held_is_there(database: str) -> None:
    await on(database, with_schema("0003"))
    storage = await Storage.open(database)
    assert await storage.people.of_device("device of ada") == person("ada")
    assert await storage.rooms.chats_since("room", 0) == (room_words(1, "« ça »", at=BEGUN),)
    assert await storage.people.last_results("ada") == [result(table_id="over")]
    assert await storage.profiles.friends("ada") == []
    await storage.close()


async def test_what_0004_held_is_there(database: str) -> None:
    await on(database, with_schema("0004"))
    storage = await Storage.open(database)
    stored = await storage.load("table")
    assert stored is not None
    assert stored.seats == tuple(seats()), "nobody had added a number"
    await storage.close()


async def test_what_0005_held_is_there(database: str) -> None:
    await on(database, with_schema("0005"))
    storage = await Storage.open(database)
    assert await storage.moderation.name_of("ada") == "Ada"
    assert await storage.moderation.around("ada") == await storage.moderation.reports() == []
    await people(storage, "bea")
    await storage.moderation.ignore("ada", "bea", "mute", BEGUN)
    assert [row.name for row in await storage.moderation.around("ada")] == ["Bea"]
    await storage.close()


async def test_what_0006_held_is_there(database: str) -> None:
    await on(database, with_schema("0006"))
    storage = await Storage.open(database)
    assert await storage.pushes.of_person("ada") == []
    await storage.pushes.put(push("ada"))
    assert await storage.pushes.of_person("ada") == [push("ada")]
    assert await storage.pushes.note_told("table", 0, BEGUN, epoch=4)
    await storage.close()


async def test_what_0007_held_is_there(database: str) -> None:
    await on(database, with_schema("0007"))
    storage = await Storage.open(database)
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row.origin is None
    assert await storage.analyses.read("table") is None
    assert await storage.analyses.variations("table") == []
    await storage.analyses.keep(AnalysisRow("table", 1, 1, BEGUN, "{}"))
    assert await storage.analyses.read("table") == AnalysisRow("table", 1, 1, BEGUN, "{}")
    await storage.close()


async def test_what_0009_held_is_there(database: str) -> None:
    await on(database, with_schema("0009"))
    storage = await Storage.open(database)
    assert await storage.replays.piece("table", 0) is None
    await storage.replays.keep("table", [b"outline", b"frames"])
    await storage.replays.keep("table", [b"another"])
    pieces = [await storage.replays.piece("table", number) for number in range(3)]
    assert pieces == [b"outline", b"frames", None], "what is kept stays"
    await storage.close()


async def test_what_0010_held_is_there(database: str) -> None:
    await on(database, with_schema("0010"))
    storage = await Storage.open(database)
    assert await storage.analyses.begun("table") is None
    await storage.enlist("a server")
    assert await storage.analyses.begin("table", "a server")
    assert not await storage.analyses.begin("table", "another")
    assert await storage.analyses.begun("table") == BegunRow("table", "a server", 0, 0)
    # Whoever is gone makes nothing any more.
    await storage.retire("a server")
    assert await storage.analyses.begun("table") is None
    assert await storage.analyses.begin("table", "another")
    await storage.close()


async def test_what_0011_held_is_there(database: str) -> None:
    await on(database, with_schema("0011"))
    storage = await Storage.open(database)
    assert await storage.solved.of_person("ada") == []
    row = SolvedRow("ada", "twisted-jumps", 7, 3, 1, BEGUN)
    await storage.solved.note([row])
    assert await storage.solved.of_person("ada") == [row]
    await storage.close()


async def test_of_many_who_start_at_once_one_changes_the_schema(database: str) -> None:
    await on(database, with_schema("0001"))
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
    assert newest() == "0012"


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
