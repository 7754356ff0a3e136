from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.server.postgres import Cluster, running_cluster
from tests.torture.processes import ServerProcess


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """One, on SQLite."""
    running = ServerProcess(str(tmp_path / "muscade.db"), tmp_path)
    await running.start()
    yield running
    await running.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of these tests' own, to be stopped and started as they like."""
    with running_cluster() as cluster:
        yield cluster
