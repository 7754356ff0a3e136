"""Finished games are kept as they were shown, in other processes and one after another, so that nobody waits for it."""

from __future__ import annotations

import asyncio
from random import Random

import structlog

from muscade.core import MuscadeError, Record
from muscade.core import game as find_game
from muscade.replays.keeping import keep
from muscade.server.moments import encode
from muscade.server.replays.stories import record_of
from muscade.server.storage import Storage, StorageError
from muscade.server.thinking import HOUSE, LineFull, Thinking, WorkerDied

EVERY = 60.0
"""Seconds, about: several servers do not all come at once."""
LOOK_BACK = 3_600_000
"""Milliseconds: a game is looked for again for so long after it has ended, whichever server was to keep it."""

log = structlog.get_logger()


def keep_record(record: bytes) -> list[bytes]:
    """In the other process; nothing of a game that does not play under today's law."""
    read = Record.from_json(record)
    try:
        return keep(read) if find_game(read.game).version == read.version else []
    except MuscadeError:
        return []


class Keeping:
    """Goes through the finished games of which nothing is kept: all of them once, then those that ended lately."""

    def __init__(self, storage: Storage, thinking: Thinking) -> None:
        self._storage = storage
        self._lane = thinking.study
        self._since = 0

    async def now_and_then(self) -> None:
        rng = Random()
        while True:
            await asyncio.sleep(EVERY * rng.uniform(0.5, 1.5))
            try:
                await self.catch_up()
            except (StorageError, WorkerDied, LineFull) as error:
                log.warning("cannot-keep-replays", error=type(error).__name__)

    async def catch_up(self) -> int:
        """Keep all there are; how many."""
        count, latest = 0, self._since
        while found := await self._storage.replays.unkept(self._since):
            for table_id, ended_at in found:
                stored = await self._storage.load(table_id)
                if stored is not None:
                    pieces = await self._lane.ask(HOUSE, keep_record, encode(record_of(stored)))
                    await self._storage.replays.keep(table_id, pieces)
                    count += 1
                latest = max(latest, ended_at)
        self._since = max(self._since, latest - LOOK_BACK)
        return count
