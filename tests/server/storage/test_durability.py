"""What was acknowledged survives the death of whoever acknowledged it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.harness import PATIENCE
from tests.server.storage.examples import append

from muscade.server.storage import Conflict, Storage

pytestmark = pytest.mark.anyio

KILLED_AFTER = 300
"""Lines, each of which says that a move is stored."""

WRITERS = """
import asyncio, sys
from tests.server.storage.examples import append, created
from muscade.server.storage import Storage

async def main():
    storage = await Storage.open(sys.argv[1])
    names = [f"table {n}" for n in range(int(sys.argv[2]))]
    await created(storage, *names)
    async def write(name):
        for version in range(1, 100_000):
            await append(storage, name, version, due_at=version)
            sys.stdout.write(f"{name},{version}\\n")
            sys.stdout.flush()
    await asyncio.gather(*map(write, names))

asyncio.run(main())
"""


@pytest.mark.parametrize("writers", [1, 50])
async def test_what_a_killed_server_acknowledged_is_there(database: str, writers: int) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    root = str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, "-c", WRITERS, database, str(writers)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env=environment,
    ) as process:
        assert process.stdout is not None
        said = [
            await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), PATIENCE)
            for _ in range(KILLED_AFTER)
        ]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().splitlines(keepends=True)
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            name, version = line.strip().split(",")
            acknowledged[name] = int(version)
    storage = await Storage.open(database)
    for name, version in acknowledged.items():
        stored = await storage.load(name)
        assert stored is not None
        there = [event.version for event in stored.events]
        assert there == list(range(1, len(there) + 1))
        assert len(there) >= version
        assert stored.row.due_at == len(there)
    with pytest.raises(Conflict):
        await append(storage, "table 0", 1)
    await storage.close()
