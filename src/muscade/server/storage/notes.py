"""The bus of servers that share a PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

from muscade.server.bus import LONGEST, MISSED, Mended
from muscade.server.storage.addresses import PostgresAddress
from muscade.server.storage.appending import CHANNEL
from muscade.server.storage.batches import encode, payloads, read_payload
from muscade.server.storage.postgres import ANSWER_SECONDS, FAILURES, connect
from muscade.server.storage.statements import NOTIFY_ALL

PROBE_SECONDS = 5
"""How often a silent connection is asked whether it is still one: a cut cable says nothing by itself."""
MOST_UNTOLD = 10_000


class PostgresBus(Mended):
    """LISTEN and NOTIFY. What is told with an append (`Storage.append`) is heard here too; so are one's own notes."""

    def __init__(self, to: PostgresAddress) -> None:
        super().__init__()
        self._to = to
        self._notes: list[bytes] = []
        self._something = asyncio.Event()

    def tell(self, note: bytes) -> None:
        if len(note) > LONGEST:
            raise ValueError(f"a note of {len(note)} bytes is too long")
        if len(self._notes) >= MOST_UNTOLD:
            self._notes = [MISSED]
        self._notes.append(note)
        self._something.set()

    async def _stay_connected(self) -> None:
        connection: Any = None
        try:
            connection = await connect(self._to)
            connection.add_termination_listener(lambda _: self._something.set())
            await connection.add_listener(CHANNEL, self._hear)
            self._ready()
            while not connection.is_closed():
                await self._tell_all(connection)
        except FAILURES:
            pass
        finally:
            if connection is not None:
                connection.terminate()

    async def _tell_all(self, connection: Any) -> None:
        """Whatever there is to tell, or after a while nothing at all, to see whether the connection stands."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._something.wait()
        except TimeoutError:
            pass
        self._something.clear()
        notes, self._notes = self._notes, []
        text = NOTIFY_ALL.postgres
        try:
            await connection.fetch(
                text.sql, encode([(payload,) for payload in payloads(notes)]), timeout=ANSWER_SECONDS
            )
        except FAILURES:
            self._untold = bool(notes)
            raise

    def _hear(self, connection: object, process: int, channel: str, payload: str) -> None:
        for note in read_payload(payload):
            self._handler(note)
