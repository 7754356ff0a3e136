"""Hearing news from other servers: what comes while some is being read is read together afterwards."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Flag
from typing import Any, Generic, TypeVar

N = TypeVar("N", bound=Flag)


class Listening(ABC, Generic[N]):
    """What a table and a room have in common that keep up with others."""

    def __init__(self, no_news: N, on_rest: Callable[[Any], None]) -> None:
        """``on_rest`` is told whenever something that was being done is done."""
        self._no_news = self._news = no_news
        self._listening: asyncio.Task[None] | None = None
        self._on_rest = on_rest
        self._stopped = False

    def hear(self, news: N) -> None:
        self._news |= news
        if self._listening is None and not self._stopped:
            self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while self._news:
                news, self._news = self._news, self._no_news
                await self._read_carefully(news)
        finally:
            self._listening = None
            self._on_rest(self)

    @abstractmethod
    async def _read_carefully(self, news: N) -> None:
        """Read what the news are about; whatever goes wrong, it does not raise."""
