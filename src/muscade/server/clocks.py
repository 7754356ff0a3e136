"""Time as the server sees it, so that tests can bring their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, and alarms that ring once."""

    def now(self) -> int: ...

    def call_at(self, when: int, ring: Callable[[], None]) -> Alarm:
        """Ring at a time, or as soon as possible if it has passed; never before this call returns."""


class SystemClock:
    """The clock on the wall."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def call_at(self, when: int, ring: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, ring)
