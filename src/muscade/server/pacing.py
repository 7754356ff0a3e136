"""What is done soon after something changed, and not too often; and what is done meanwhile, while nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from muscade.server import refusals
from muscade.server.clocks import Alarm, Clock

log = structlog.get_logger()


class Paced:
    """However much changes, the work is done once, at most every so many milliseconds; the first time at once."""

    def __init__(self, clock: Clock, every: int, work: Callable[[], None]) -> None:
        self._clock = clock
        self._every = every
        self._work = work
        self._alarm: Alarm | None = None
        self._done_at: int | None = None
        self._stopped = False

    def soon(self) -> None:
        if self._stopped or self._alarm is not None:
            return
        wait = 0
        if self._done_at is not None:
            wait = max(0, self._done_at + self._every - self._clock.steady())
        self._alarm = self._clock.call_later(wait, self._ring)

    def stop(self) -> None:
        """For good."""
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()

    def _ring(self) -> None:
        self._alarm = None
        self._done_at = self._clock.steady()
        self._work()


class Errands:
    """Work that nobody waits for: what goes wrong in it is written down under the name of whose it is."""

    def __init__(self, whose: str) -> None:
        self._whose = whose
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._careful(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for what has begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _careful(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except refusals.RequestRefused as refusal:
            log.warning("errand-cannot-go-on", whose=self._whose, code=refusal.code)
        except Exception as error:
            log.error("errand-failed", whose=self._whose, error=type(error).__name__)
