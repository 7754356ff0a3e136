"""Cleaning away, now and then, what nobody will come back to. Any server may do it: what is gone is gone for all."""

from __future__ import annotations

import asyncio
from random import Random

import structlog

from muscade.server.clocks import Clock
from muscade.server.config import CleaningSettings
from muscade.server.storage import Storage, StorageError

EVERY = 3600.0
"""Seconds, about: several servers do not all come at once."""
DAY = 86_400_000
"""Milliseconds."""

log = structlog.get_logger()


async def clean_now_and_then(storage: Storage, clock: Clock, settings: CleaningSettings) -> None:
    if not settings.unjoined_days and not settings.finished_days:
        return
    rng = Random()
    while True:
        await asyncio.sleep(EVERY * rng.uniform(0.5, 1.5))
        try:
            await clean(storage, clock, settings)
        except StorageError as error:
            log.warning("cannot-clean", error=type(error).__name__)


async def clean(storage: Storage, clock: Clock, settings: CleaningSettings) -> None:
    now = clock.now()
    gone = await storage.prune(
        unjoined_before=now - int(settings.unjoined_days * DAY) if settings.unjoined_days else None,
        finished_before=now - int(settings.finished_days * DAY) if settings.finished_days else None,
    )
    if any(gone):
        log.info("cleaned-away", unjoined=gone.unjoined, finished=gone.finished)
