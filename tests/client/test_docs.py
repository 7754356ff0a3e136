"""The page about the client tells the truth: its examples run against a real server."""

from __future__ import annotations

import asyncio
import doctest
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.harness import serving

import muscade
from muscade.client import Client
from muscade.core.fairness import check
from muscade.server.protocol import TableSettings

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server beside this thread; its address."""
    address: list[str] = []
    up, down = threading.Event(), threading.Event()

    async def serve() -> None:
        async with serving(folder / "muscade.db") as server:
            address.append(f"http://127.0.0.1:{server.port}")
            up.set()
            await asyncio.to_thread(down.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        up.wait()
        yield address[0]
    finally:
        down.set()
        thread.join()


def test_the_page_about_the_client(tmp_path: Path) -> None:
    known = {
        "Client": Client,
        "SWIFT": TableSettings(pace=0),
        "asyncio": asyncio,
        "check": check,
        "muscade": muscade,
    }
    with served(tmp_path) as address:
        found = doctest.testfile(str(PAGE), module_relative=False, globs=known | {"address": address})
    assert found.attempted > 5
    assert found.failed == 0
