"""What a room hears from other servers, and how it notices that somebody has been away for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import Flag, auto
from typing import Any

from muscade.server.clocks import Alarm
from muscade.server.rooms import law
from muscade.server.rooms.memory import Memory
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf


class News(Flag):
    """What another server has told, or may have."""

    NONE = 0
    CHANGES = auto()
    WORDS = auto()
    PEOPLE = auto()
    ALL = CHANGES | WORDS | PEOPLE


class Hearing(Memory):
    """A room that keeps up with others."""

    def __init__(
        self,
        room_id: str,
        services: Services,
        shelf: Shelf,
        on_change: Callable[[Any], None],
        on_rest: Callable[[Any], None],
    ) -> None:
        super().__init__(room_id, services, shelf, on_change, on_rest)
        self._alarm: Alarm | None = None
        self._news = News.NONE
        self._listening: asyncio.Task[None] | None = None

    @property
    def at_rest(self) -> bool:
        """Nobody is here, and nothing is being done."""
        return not (self.users or self._tasks or self._listening)

    async def stop(self) -> None:
        """For good; the database has everything. What is being written is written."""
        self._stopped = True
        self._set_alarm(None)
        tasks = [*self._tasks, *((self._listening,) if self._listening else ())]
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------ who is away

    def _watch(self) -> None:
        state = self.state
        if state is None or not self.presence:
            self._set_alarm(None)
        else:
            self._set_alarm(self.presence.watch([member.person for member in state.members]))

    def _set_alarm(self, milliseconds: int | None) -> None:
        if self._alarm:
            self._alarm.cancel()
        if milliseconds is None or self._stopped:
            self._alarm = None
        else:
            self._alarm = self._services.clock.call_later(milliseconds, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._later(self._tidy())

    async def _tidy(self) -> None:
        async def tidy() -> None:
            gone = self.presence.away_for_long()
            await self._change(lambda state: law.tidy(state, gone))
            self._watch()

        await self._turn(tidy)

    # ------------------------------------------------------------ hearing from other servers

    def hear_changed(self, version: int) -> None:
        if self._row is None or self._row.version < version:
            self.hear(News.CHANGES)

    def hear_said(self, number: int) -> None:
        if self._words.last < number:
            self.hear(News.WORDS)

    def hear_present(self, server: str, people: Sequence[str]) -> None:
        if self.presence.hear(server, people):
            self.hear(News.PEOPLE)

    def hear_all(self) -> None:
        """Something may have been missed."""
        self.presence.ask_again()
        self.hear(News.ALL)

    def hear(self, news: News) -> None:
        self._news |= news
        if self._listening is None and not self._stopped:
            self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async def read() -> None:
            await self._read_news(news)

        try:
            while self._news:
                news, self._news = self._news, News.NONE
                await self._careful(self._turn(read))
        finally:
            self._listening = None
            self._on_rest(self)

    async def _read_news(self, news: News) -> None:
        if news & News.CHANGES:
            await self._load()
            if self._ended:
                await self._settle()
        if news & News.WORDS and await self._words.read():
            self._speak()
        if news & News.PEOPLE:
            await self._people_changed()

    async def _people_changed(self) -> None:
        raise NotImplementedError
