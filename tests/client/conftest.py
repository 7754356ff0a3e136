from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.harness import Server, serving


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """One whose clock goes as clocks do."""
    async with serving(tmp_path / "muscade.db") as running:
        yield running


@pytest.fixture
def address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"
