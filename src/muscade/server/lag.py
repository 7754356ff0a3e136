"""How far away somebody is, measured by probes."""

from __future__ import annotations

import statistics

PROBE_EVERY = 5000
NOTICEABLE = 10
"""Milliseconds: how often the way is measured, and from which change on it is worth telling."""
_REMEMBERED = 5


class Probes:
    """How long the way to a client and back is: the median of the last few echoes."""

    __slots__ = ("_lags", "_nonce", "_sent_at")

    def __init__(self) -> None:
        self._nonce = 0
        self._sent_at: int | None = None
        self._lags: tuple[int, ...] = ()

    def sent(self, now: int) -> int:
        """Note a new probe; its number."""
        self._nonce += 1
        self._sent_at = now
        return self._nonce

    def answered(self, nonce: int, now: int) -> int | None:
        """The lag as known with this echo; None for an echo of anything but the last probe, or a second one."""
        if nonce != self._nonce or self._sent_at is None:
            return None
        self._lags = (*self._lags, now - self._sent_at)[-_REMEMBERED:]
        self._sent_at = None
        return int(statistics.median(self._lags))
