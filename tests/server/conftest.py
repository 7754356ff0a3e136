import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.server.databases import BOTH_KINDS, unfilled, unused
from tests.server.harness import FakeClock, Server, serving
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


@pytest.fixture(params=BOTH_KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind that has its tables, and nothing in them."""
    yield from unfilled(request, tmp_path / "muscade.db")


@pytest.fixture(params=BOTH_KINDS)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One that nobody has ever used."""
    yield from unused(request, tmp_path / "muscade.db")


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
