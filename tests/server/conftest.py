import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving
from tests.server.postgres import Cluster, shared_cluster
from tests.server.several import Several, several_on

from muscade.server.storage import Storage


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The event loop that `muscade serve` runs on."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def server(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Server]:
    """A server whose time stands still: bots of pace 0 move at once, nothing else does by itself."""
    async with serving(tmp_path / "muscade.db", clock) as running:
        yield running


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL for all tests; whoever wants to stop one makes their own."""
    folder = tmp_path_factory.getbasetemp()
    with shared_cluster(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "muscade.db")
    else:
        running: Cluster = request.getfixturevalue("cluster")
        with running.database() as address:
            yield address


@pytest.fixture
async def storage(database: str) -> AsyncIterator[Storage]:
    opened = await Storage.open(database)
    yield opened
    await opened.close()


@pytest.fixture
async def several(database: str, tmp_path: Path, clock: FakeClock) -> AsyncIterator[Several]:
    """Where several servers can be started on one database of each kind, their time standing still."""
    async with several_on(database, tmp_path, clock) as place:
        yield place
