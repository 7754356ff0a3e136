"""Time as the server sees it, so that tests can bring their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    """Two kinds of time: one to write down and show, and one to wait by.

    Somebody may set the clock on the wall, forwards or back, while games are on. So whatever waits goes by the
    steady time, which only goes forward and means nothing outside this process.
    """

    def now(self) -> int:
        """Milliseconds since 1970, by the clock on the wall."""

    def steady(self) -> int:
        """Milliseconds since some beginning, by a clock that nobody sets."""

    def call_later(self, milliseconds: int, ring: Callable[[], None]) -> Alarm:
        """Ring once, after so much steady time; never before this call returns."""


class OneAlarm:
    """Set or not; setting it anew takes the place of what was set before."""

    __slots__ = ("_clock", "_set")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: Alarm | None = None

    def __bool__(self) -> bool:
        return self._set is not None

    def ring_in(self, milliseconds: int, ring: Callable[[], None]) -> None:
        """Have ``ring`` called once, after so much time."""

        def rings() -> None:
            self._set = None
            ring()

        self.cancel()
        self._set = self._clock.call_later(milliseconds, rings)

    def cancel(self) -> None:
        if self._set is not None:
            self._set.cancel()
            self._set = None


class SystemClock:
    """The clocks of this machine."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def steady(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def call_later(self, milliseconds: int, ring: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, milliseconds) / 1000, ring)
