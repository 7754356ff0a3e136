"""SQLite, its file and its disk: nothing acknowledged is lost, and it goes on by itself when all is well again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.server.storage import faults
from tests.server.storage.examples import append, created, versions

from muscade.server.storage import Storage, StorageError, store

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "muscade.db"


@pytest.fixture
async def opened(file: Path) -> AsyncIterator[Storage]:
    storage = await Storage.open(f"sqlite:///{file}?timeout=0.05")
    await created(storage)
    await append(storage, "table", 1)
    yield storage
    await storage.close()


@pytest.fixture(autouse=True)
def pings_are_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PROVED", 0)


async def broken(storage: Storage) -> None:
    """Nothing can be stored, and whoever asks is told."""
    for attempt in range(3):
        with pytest.raises(StorageError):
            await append(storage, "table", attempt + 2)
        with pytest.raises(StorageError):
            await storage.ping()


async def sound(storage: Storage, *known: int) -> None:
    """All that is known is there, and more can be stored."""
    await storage.ping()
    assert await versions(storage) == list(known)
    await append(storage, "table", len(known) + 1)
    assert await versions(storage) == [*known, len(known) + 1]


async def test_whoever_opens_a_file_waits_for_others_who_write_to_it(file: Path) -> None:
    """In the mode that files are made in, SQLite would not wait by itself."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(Storage.open(f"sqlite:///{file}?timeout=60"))
        await asyncio.sleep(0.3)
        assert not opening.done()
        other.execute("ROLLBACK")
    await (await opening).close()


async def test_a_deleted_file_is_noticed_before_a_move_is_acknowledged(opened: Storage, file: Path) -> None:
    faults.copy(file, file.with_suffix(".copy"))
    file.unlink()
    await broken(opened)
    with pytest.raises(StorageError):
        await opened.load("table")
    assert not file.exists()  # an empty one in its place would hide what happened
    file.with_suffix(".copy").rename(file)
    await sound(opened, 1)


async def test_a_file_put_in_the_place_of_another_is_taken_from_the_next_move_on(
    opened: Storage, file: Path
) -> None:
    """Of whatever went to the old one after that, nothing was acknowledged."""
    faults.copy(file, file.with_suffix(".copy"))
    await append(opened, "table", 2)
    file.with_suffix(".copy").replace(file)
    with pytest.raises(StorageError):
        await append(opened, "table", 3)
    await sound(opened, 1)


async def test_a_file_of_an_older_schema_put_in_its_place_is_brought_up_to_date(
    opened: Storage, file: Path
) -> None:
    file.unlink()
    file.touch()
    with pytest.raises(StorageError):
        await append(opened, "table", 2)
    await created(opened)
    await sound(opened)


async def test_a_deleted_log_beside_the_file_is_noticed(opened: Storage, file: Path) -> None:
    """What SQLite committed last is in it."""
    Path(f"{file}-wal").unlink()
    with pytest.raises(StorageError):
        await append(opened, "table", 2)


async def test_a_full_disk_is_a_failure_until_there_is_room(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with faults.small_disk(folder):
        storage = await Storage.open(str(folder / "muscade.db"))
        await created(storage)
        await append(storage, "table", 1)
        with faults.full(folder):
            await fill_up(storage)
            stored = await versions(storage)
            with pytest.raises(StorageError):
                await append(storage, "table", len(stored) + 1)
            with pytest.raises(StorageError):
                await storage.ping()
            assert await versions(storage) == stored
        await sound(storage, *stored)
        await storage.close()


async def fill_up(storage: Storage) -> None:
    """Until nothing fits any more; pages that are free already may take a little."""
    for version in range(2, 200):
        try:
            await append(storage, "table", version)
        except StorageError:
            return
    pytest.fail("the disk is never full")


async def test_a_file_that_is_read_only_at_first_can_be_written_later(file: Path) -> None:
    storage = await Storage.open(str(file))
    await created(storage)
    await append(storage, "table", 1)
    await storage.close()
    with faults.read_only(file):
        storage = await Storage.open(str(file))
        assert await versions(storage) == [1]
        await broken(storage)
    await sound(storage, 1)
    await storage.close()


async def test_a_disk_that_is_read_only_after_a_crash_can_be_written_later(tmp_path: Path) -> None:
    """While somebody reads all the time."""
    folder = tmp_path / "disk"
    file = folder / "muscade.db"
    with faults.small_disk(folder):
        storage = await Storage.open(str(file))
        await created(storage)
        await append(storage, "table", 1)
        await storage.close()
        faults.crash(file)
        with faults.read_only_disk(folder):
            storage = await Storage.open(str(file))
            assert await versions(storage) == [1]
            await broken(storage)
            assert await versions(storage) == [1]
        with suppress(StorageError):
            await storage.ping()  # opened before
        await sound(storage, 1)
        await storage.close()


async def test_whoever_does_not_stop_writing_is_waited_for_only_so_long(opened: Storage, file: Path) -> None:
    with faults.locked(file):
        await broken(opened)
        assert await versions(opened) == [1]
    await sound(opened, 1)


async def test_writers_in_two_processes_take_turns(opened: Storage, file: Path) -> None:
    other = await Storage.open(str(file))
    names = [f"table {n}" for n in range(20)]
    await created(other, *names)
    for version in range(1, 11):
        await asyncio.gather(
            *(
                append(storage, name, version)
                for place, name in enumerate(names)
                for storage in [(opened, other)[place % 2]]
            )
        )
    assert [await versions(opened, name) for name in names] == [list(range(1, 11))] * 20
    await other.close()


async def test_a_ping_speaks_for_all_who_ask_with_it(
    opened: Storage, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PROVED", 1000)
    size = Path(f"{file}-wal").stat().st_size
    await asyncio.gather(*(opened.ping() for _ in range(100)))
    first = Path(f"{file}-wal").stat().st_size
    await asyncio.gather(*(opened.ping() for _ in range(100)))
    assert size < first == Path(f"{file}-wal").stat().st_size
