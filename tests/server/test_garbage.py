"""The search for garbage is rare, so what comes and goes must not need it."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.server.harness import HERE, Server, until

from muscade.server.connections import Connection
from muscade.server.live import LiveGame
from muscade.server.slow_clients import ImpatientProtocol
from muscade.server.tables import Table
from muscade.server.transport import WebSocketProtocol

pytestmark = pytest.mark.anyio

KINDS = (Connection, ImpatientProtocol, LiveGame, Table, WebSocketProtocol)


@pytest.fixture
def kept_garbage() -> Iterator[list[object]]:
    """What only a search finds, and instead of letting go of it, lists here."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.collect()


async def test_nothing_of_a_table_is_left_to_the_search(server: Server, kept_garbage: list[object]) -> None:
    for _ in range(3):
        created = await server.create(HERE, HERE, HERE)
        async with server.sit(created, 0) as ada, server.sit(created, 1), server.sit(created, 2):
            assert (await ada.refusal(ada.move("P99")))["clause"] is None
            await ada.refusal("[")
    await until(lambda: not server.open_sockets)
    gc.collect()
    assert [found for found in kept_garbage if isinstance(found, KINDS)] == []


START = """
import gc
from muscade.server.garbage import no_search, search_seldom
with no_search():
    found = [gc.isenabled()]
    search_seldom()
    found.append(gc.isenabled())
print(found, gc.get_freeze_count() > 1000)
"""


def test_the_search_begins_when_the_server_has_started() -> None:
    """In a process of its own: what is frozen stays so."""
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[False, True] True"
