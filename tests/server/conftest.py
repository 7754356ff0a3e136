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
