"""What a room hears from other servers, and how it notices that somebody has been away for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any

from muscade.server.clocks import OneAlarm
from muscade.server.conversations import TRY_AGAIN_LATER
from muscade.server.rooms import law
from muscade.server.rooms.memory import Memory, News
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf


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
        self._alarm = OneAlarm(services.clock)

    @property
    def at_rest(self) -> bool:
        """Nobody is here, and nothing is being done."""
        return not (self.users or self._tasks or self._listening)

    async def stop(self) -> None:
        """For good; the database has everything. What is being written is written."""
        self._stopped = True
        self._alarm.cancel()
        tasks = [*self._tasks, *((self._listening,) if self._listening else ())]
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------ who is away

    def _watch(self) -> None:
        state, wait = self.state, None
        if state is not None and self.presence and not self._stopped:
            wait = self.presence.watch([member.person for member in state.members])
        if wait is None:
            self._alarm.cancel()
        else:
            self._alarm.ring_in(wait, self._ring)

    def _ring(self) -> None:
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

    def hear_person_changed(self, people: Collection[str]) -> None:
        """Some are not who they were: those of them who are connected say again who they are."""
        for subscriber, person in self.presence:
            if person in people:
                subscriber.close(TRY_AGAIN_LATER)
        self.hear(News.CHANGES | News.PERSON)

    def hear_all(self) -> None:
        """Something may have been missed."""
        self.presence.ask_again()
        self.hear(News.ALL)

    async def _read_carefully(self, news: News) -> None:
        async def read() -> None:
            await self._read_news(news)

        await self._careful(self._turn(read))

    async def _read_news(self, news: News) -> None:
        if news & News.CHANGES:
            await self._load()
            if self._ended:
                await self._settle()
        if news & News.PERSON:
            self._take_back(await self._words.read_again())
        if news & News.WORDS and await self._words.read():
            self._speak()
        if news & News.PEOPLE:
            await self._people_changed()

    async def _people_changed(self) -> None:
        raise NotImplementedError
