"""What happens to the machine below a server: a full disk, a locked file, a clock that is set."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.torture.checker import check, read_database
from tests.torture.ledger import Ledger
from tests.torture.log import KILLED, Expected
from tests.torture.players import BOT, HERE, RANDOM_BOT, Play, Player, playing
from tests.torture.processes import ServerProcess, is_ready, refused_to_create
from tests.torture.scale import how_much

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(how_much(300, 3600))]

ROOMS = (
    ("pass-pass", [HERE, HERE, BOT], Player),
    ("ptipasspass", [HERE, RANDOM_BOT, BOT], Player),
)
SMALL_DISK = 16_000_000
"""Bytes; the log beside an SQLite file alone takes four million before it is written back."""
DAY = 86_400


def cannot_store(error: str, because: str) -> tuple[Expected, ...]:
    """What a server says, rightly, while it cannot write."""
    return (
        Expected("table-forgotten", "StorageError", because),
        Expected("cannot-create", error, because),
    )


DISK_FULL = cannot_store("database or disk is full", "there is no room for a byte")
READ_ONLY = cannot_store("readonly database", "the disk takes nothing")
LOCKED = cannot_store("database is locked", "another program writes for longer than is waited for it")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.debian
@pytest.mark.root
async def test_a_full_disk_stores_nothing_and_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    ledger = Ledger()
    server = ServerProcess(str(small_disk / "muscade.db"), tmp_path)
    await server.start()
    filler = small_disk / "filler"
    try:
        async with playing(Play(lambda: [server.address], ledger, seed=21), *ROOMS):
            for _ in range(how_much(1, 20)):
                await ledger.grows(20)
                fill(filler)
                assert await until_refused(server) == "storage"
                await until_not_ready(server)
                filler.unlink()
                await ledger.grows(20)
        assert await is_ready(server)
        assert server.complaints(DISK_FULL) == []
    finally:
        await server.close()
    checked = await check(ledger, server.database)
    print(f"{checked}, refusals {ledger.refusals}")


def fill(filler: Path) -> None:
    """To the last byte."""
    with filler.open("ab", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue


async def until_refused(server: ServerProcess) -> str | None:
    """A file that has room of its own takes a little more before it is full."""
    for _ in range(500):
        code = await refused_to_create(server)
        if code:
            return code
    return None


async def until_not_ready(server: ServerProcess) -> None:
    """The same for the least that can be stored, which may still fit where a whole table does not."""
    for _ in range(500):
        if not await is_ready(server):
            return
        await asyncio.sleep(0.2)
    pytest.fail("a full disk is never noticed")


@pytest.mark.debian
@pytest.mark.root
async def test_a_read_only_disk_stores_nothing_and_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    """Mounted so when the server starts, for as long as it had the file open to write the system would not allow it.
    What was stored can be read; once it can be written again, the game goes on by itself."""
    ledger = Ledger()
    server = ServerProcess(str(small_disk / "muscade.db"), tmp_path)
    await server.start()
    try:
        async with playing(Play(lambda: [server.address], ledger, seed=24), *ROOMS):
            for again in range(how_much(1, 20)):
                await ledger.grows(20)
                await server.kill()
                # A copy: whoever opens the file itself tidies up after the server.
                copy = shutil.copytree(small_disk, tmp_path / f"copy-{again}")
                stored = await read_database(str(copy / "muscade.db"))
                known = len(ledger.acknowledged)
                mount_again(small_disk, "ro")
                await server.start()
                assert await refused_to_create(server) == "storage"
                assert not await is_ready(server)
                # Whoever had no answer yet asks again, and is told of what was stored before, but of nothing else.
                before = {event.message_id for table in stored.values() for event in table.events}
                assert {told.message_id for told in ledger.acknowledged[known:]} <= before
                mount_again(small_disk, "rw")
                await ledger.grows(20)
        assert await is_ready(server)
        assert server.complaints((*READ_ONLY, *KILLED)) == []
    finally:
        await server.close()
    checked = await check(ledger, server.database)
    print(f"{checked}, refusals {ledger.refusals}")


def mount_again(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


async def test_a_locked_database_is_waited_for_and_then_refused(
    server: ServerProcess, tmp_path: Path
) -> None:
    """Another program holds the file: nothing is stored meanwhile, and all goes on afterwards."""
    ledger = Ledger()
    async with playing(Play(lambda: [server.address], ledger, seed=22), *ROOMS):
        for _ in range(how_much(1, 10)):
            await ledger.grows(20)
            with closing(sqlite3.connect(server.database, timeout=30, isolation_level=None)) as other:
                known = len(ledger.acknowledged)
                other.execute("BEGIN IMMEDIATE")
                stored = {message_id for (message_id,) in other.execute("select message_id from events")}
                assert await refused_to_create(server) == "storage"
                # What had been stored when the lock was taken may still have been on its way to us, but nothing else.
                assert {told.message_id for told in ledger.acknowledged[known:]} <= stored
                other.execute("ROLLBACK")
            await ledger.grows(20)
    assert server.complaints(LOCKED) == []
    checked = await check(ledger, server.database)
    print(f"{checked}, refusals {ledger.refusals}")


@pytest.mark.debian
async def test_the_clock_jumps_and_nothing_freezes_or_hurries(tmp_path: Path) -> None:
    """A day back, a day forward, and the bots and the table's clock go on as if nothing had been."""
    ledger = Ledger()
    shift = tmp_path / "shift"
    shift.write_text("+0")
    environment = {
        "LD_PRELOAD": str(faketime_library()),
        "FAKETIME_TIMESTAMP_FILE": str(shift),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        # Otherwise it mends what is not broken, and threads wait long for each other.
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",
    }
    server = ServerProcess(str(tmp_path / "muscade.db"), tmp_path, environment=environment)
    await server.start()
    play = Play(lambda: [server.address], ledger, seed=23)
    rooms = (*ROOMS, ("pass-pass", [HERE, RANDOM_BOT, RANDOM_BOT], Player))
    try:
        async with playing(play, *rooms):
            await ledger.grows(20)
            for jump in [-DAY, DAY, 0] * how_much(1, 10):
                shift.write_text(f"{jump:+d}")
                # The library looks at its file once a second, and a quick machine plays on meanwhile.
                while abs(latest(server.database) - time.time() - jump) > DAY / 2:
                    await ledger.grows(5)
                await ledger.grows(30)
        assert server.complaints() == []
    finally:
        await server.close()
    checked = await check(ledger, server.database)
    print(f"{checked}, refusals {ledger.refusals}")


def faketime_library() -> Path:
    [found] = Path("/usr/lib").glob("*/faketime/libfaketime.so.1")
    return found


def latest(database: str) -> float:
    """By the server's clock, when the newest event was stored."""
    with closing(sqlite3.connect(database)) as opened:
        [(at,)] = opened.execute("select at from events order by rowid desc limit 1")
    return float(at) / 1000
