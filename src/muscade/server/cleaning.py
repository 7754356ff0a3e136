"""Cleaning away, now and then, what nobody will come back to. Any server may do it: what is gone is gone for all."""

from __future__ import annotations

import asyncio
from random import Random

import structlog

from muscade.server.clocks import Clock
from muscade.server.config import CleaningSettings
from muscade.server.storage import Storage, StorageError
from muscade.server.times import DAY

EVERY = 3600.0
"""Seconds, about: several servers do not all come at once."""
MODERATION_DAYS = 30
"""Days: for so long it is known where somebody came from, and what bans and announcements there were."""

log = structlog.get_logger()


async def clean_now_and_then(storage: Storage, clock: Clock, settings: CleaningSettings) -> None:
    rng = Random()
    while True:
        await asyncio.sleep(EVERY * rng.uniform(0.5, 1.5))
        try:
            await clean(storage, clock, settings)
        except StorageError as error:
            log.warning("cannot-clean", error=type(error).__name__)


async def clean(storage: Storage, clock: Clock, settings: CleaningSettings) -> None:
    def before(days: float) -> int | None:
        return clock.now() - int(days * DAY) if days else None

    await storage.moderation.prune(clock.now() - MODERATION_DAYS * DAY)
    gone = await storage.prune(
        unjoined_before=before(settings.unjoined_days),
        finished_before=before(settings.finished_days),
        unused_before=before(settings.rooms_days),
    )
    if any(gone):
        log.info("cleaned-away", unjoined=gone.unjoined, finished=gone.finished, rooms=gone.rooms)
