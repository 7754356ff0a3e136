import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


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
