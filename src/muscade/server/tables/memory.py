"""A table in memory and its log in the database: what is told is stored first, and what is stored is told.

Other servers write to the same log. Each event has a number that only one writer can have; whoever comes second
reads what the first one wrote, and looks at the matter again. Should storing fail, what is in memory is thrown away
and built again from the log, so nobody ever hears of a move that may be lost.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from enum import Flag, auto
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog

from muscade.core import InvalidRecord, UnknownGame
from muscade.server import refusals
from muscade.server.bus import Alone
from muscade.server.garbage import weakly
from muscade.server.listening import Listening
from muscade.server.live import LiveGame
from muscade.server.notes import AtServer, Moved, Shown
from muscade.server.rows import EventRow
from muscade.server.storage import Conflict, Fenced, StorageError
from muscade.server.table_settings import DayClock
from muscade.server.tables.absence import Absence
from muscade.server.tables.audience import Audience
from muscade.server.tables.services import Answer, Services
from muscade.server.tables.waits import Action, Waits
from muscade.server.times import LAG_FORGIVEN

TRIES = 16
"""How often others may be quicker before one is told to come back: each time, somebody else got ahead."""

T = TypeVar("T")
P = ParamSpec("P")
log = structlog.get_logger()


class News(Flag):
    """What another server has told, or may have."""

    NONE = 0
    MOVES = auto()
    WORDS = auto()
    SEATS = auto()
    PEOPLE = auto()
    LATE = auto()
    """Time has passed, and spectators may see more."""
    ALL = MOVES | WORDS | SEATS | PEOPLE


class Memory(Listening[News]):
    """All who act on a table take turns on its lock; only who has the turn sees what is not stored yet."""

    def __init__(self, table_id: str, services: Services, on_rest: Callable[[Any], None]) -> None:
        super().__init__(News.NONE, on_rest)
        self.id = table_id
        self.used_at = services.clock.steady()
        self._services = services
        self._lock = asyncio.Lock()
        self._live: LiveGame | None = None
        self._absence = Absence(services.clock, alone=isinstance(services.bus, Alone))
        self._waits = Waits(services.clock, services.bots, self._absence)
        self._next: Action | None = None
        self._keeper: str | None = None
        """The server that kept the table when it was last loaded."""
        self._audience = Audience(table_id, services, self._waits, self._absence, weakly(self._hear_late))
        self.followers: list[Callable[[LiveGame], None]] = []
        """Told whenever the game may have moved on; they do not wait, and ask nothing of the table."""
        self._storing = False
        self._log = log.bind(table=table_id[:6])

    @property
    def awake(self) -> bool:
        return self._live is not None

    def sleep(self) -> None:
        """Leave memory until somebody or something needs the game; those connected stay so."""
        if not self._lock.locked():
            self._live = None

    # ------------------------------------------------------------ taking turns

    async def _turn(
        self, work: Callable[Concatenate[LiveGame, P], Awaitable[T]], *about: P.args, **more: P.kwargs
    ) -> T:
        """The table to oneself. Only a refusal may end it early and leave what is in memory standing."""
        await self._lock.acquire()
        try:
            live = self._live or await self._load()
            return await work(live, *about, **more)
        except refusals.RequestRefused:
            raise
        except BaseException as error:
            # Whoever is cancelled while reading, or waiting, has changed nothing.
            if self._storing or not isinstance(error, asyncio.CancelledError):
                self._forget(error)
            raise
        finally:
            self.used_at = self._services.clock.steady()
            self._lock.release()

    async def _load(self) -> LiveGame:
        """From the log, with whatever chance is to do now that everybody sits."""
        for _ in range(TRIES):
            try:
                stored = await self._services.storage.load(self.id)
                if stored is None:
                    raise refusals.unknown_table()
                live = await LiveGame.load(stored)
                await self._store(live, live.settle(self._services.clock.now()), by="chance")
            except Conflict:
                continue
            except StorageError as error:
                self._forget(error)
                raise refusals.storage() from None
            except (InvalidRecord, UnknownGame):
                raise refusals.outdated() from None
            self._live = live
            in_days = self._services.listeners.in_days
            if isinstance(live.settings.clock, DayClock) and in_days not in self.followers:
                self.followers.append(in_days)
            self._waits.time.not_before(live.last_at)
            self._keeper = stored.row.keeper
            self._plan(live)
            if (self._next is None) != (stored.row.due_at is None) and live.version == len(stored.events):
                await self._store_due(live)
            if not self._audience and self._absence.next_mark(live) is not None:
                self._audience.ask()
            self._tell(live)
            if self._audience.cut_off(live.seats):
                self._audience.inform(live)
            return live
        raise refusals.too_busy()

    async def _load_again(self) -> LiveGame:
        self._live = None
        return await self._load()

    async def _follow(self, live: LiveGame) -> LiveGame:
        """What others have written since."""
        try:
            events = await self._services.storage.events_since(self.id, live.version)
        except StorageError:
            raise refusals.storage() from None
        if events:
            live.follow(events, self._audience.looks(live))
            self._waits.time.is_now(live.last_at)
            self._plan(live)
            self._tell(live)
        return live

    # ------------------------------------------------------------ writing

    async def _store(
        self, live: LiveGame, events: Sequence[EventRow], by: str, epoch: int | None = None
    ) -> None:
        """On the disk, or forgotten; raises `Conflict` where another server was quicker."""
        if not events:
            return
        services = self._services
        moved = Moved(services.keeper.id, self.id, live.version)
        asked_at = perf_counter()
        self._storing = True
        try:
            await services.storage.append(
                self.id,
                events,
                due_at=self._due_at(self._plan(live)),
                ended_at=live.last_at if live.outcome else None,
                epoch=epoch,
                note=services.note(moved),
            )
        except (Conflict, Fenced):
            self._live, self._storing = None, False
            raise
        except StorageError as error:
            self._forget(error)
            raise refusals.storage() from None
        self._storing = False
        services.written(moved)
        services.metrics.stored(live.game.name, by, perf_counter() - asked_at)
        if live.outcome:
            services.keeper.lose(self.id)
            services.metrics.finished.labels(live.game.name).inc()
            if live.row.room_id is not None:
                services.listeners.ended(live.row.room_id)

    async def _store_due(self, live: LiveGame) -> None:
        """A game may begin, and a bot be the first to move, without any event."""
        ended_at = live.last_at if live.outcome else None
        try:
            await self._services.storage.append(
                self.id, (), due_at=self._due_at(self._next), ended_at=ended_at
            )
        except StorageError as error:
            self._log.warning("due-not-stored", error=str(error))

    def _plan(self, live: LiveGame) -> Action | None:
        self._next = self._waits.next_action(live)
        return self._next

    def _time(self, live: LiveGame, lag: int | None = None) -> int:
        """When something happens that has just come in; with a clock, less the way it came by, but for what would be too much."""
        if live.times is None:
            return self._services.clock.now()
        return self._waits.time.now() - min(lag or 0, LAG_FORGIVEN)

    def _due_at(self, action: Action | None) -> int | None:
        clock = self._services.clock
        return None if action is None else clock.now() + action.at - clock.steady()

    def _forget(self, error: BaseException) -> None:
        """What is in memory may not be what is stored: start again from the log, soon if anybody waits for it."""
        self._live, self._storing = None, False
        self._log.error("table-forgotten", error=type(error).__name__)
        if self._audience or self._services.keeper.epoch(self.id) is not None:
            self._try_again()

    def _tell(self, live: LiveGame, answer: Answer | None = None) -> None:
        self._audience.follow(live, answer)
        for follower in self.followers:
            follower(live)
        self._schedule()

    @abstractmethod
    def _schedule(self) -> None:
        """Set an alarm for what the table does next by itself."""

    @abstractmethod
    def _try_again(self) -> None:
        """Set one after which the game is loaded again, and goes on."""

    # ------------------------------------------------------------ hearing from other servers

    def hear_moved(self, version: int) -> None:
        # What is in memory may be ahead of the log, but then its owner finds out when storing it.
        if self._live is None or self._live.version < version:
            self.hear(News.MOVES)

    def hear_said(self, number: int) -> None:
        if self._live is None or self._live.last_chat < number:
            self.hear(News.WORDS)

    def hear_present(self, server: str, lags: dict[int, int | None], watching: AtServer) -> None:
        if self._audience.hear_present(server, lags, watching):
            self.hear(News.PEOPLE)

    def hear_shown(self, note: Shown) -> None:
        if self._live is not None:
            self._audience.show_hand(self._live, note.watcher, note.seat, yes=note.yes)

    def _hear_late(self) -> None:
        self.hear(News.LATE)

    def hear_question(self) -> None:
        self._audience.tell_present()

    def send_away(self) -> None:
        self._audience.send_away()

    def hear_all(self) -> None:
        """Something may have been missed."""
        self._audience.ask_again()
        self.hear(News.ALL)

    async def _read_carefully(self, news: News) -> None:
        try:
            await self._turn(self._read_news, news)
        except refusals.RequestRefused as refusal:
            self._log.warning("news-not-read", code=refusal.code)
            if refusal.code == "storage":
                self._try_again()
        except Exception as error:
            self._log.error("news-not-read", error=type(error).__name__)

    async def _read_news(self, live: LiveGame, news: News) -> None:
        storage = self._services.storage
        try:
            if news & News.SEATS:
                rows = await storage.seats(self.id)
                if rows != live.seats:
                    # That changes who may do what, and may begin the game.
                    live = await self._load_again()
            if news & News.MOVES:
                live = await self._follow(live)
            if news & News.WORDS:
                live.add_chats(await storage.chats_since(self.id, live.last_chat))
                self._audience.follow(live)
        except StorageError:
            raise refusals.storage() from None
        if news & News.LATE:
            self._audience.follow(live)
        if news & (News.SEATS | News.PEOPLE):
            self._audience.inform(live)
            self._people_changed(live)
        self._schedule()

    def _people_changed(self, live: LiveGame) -> None:
        """Whoever has come back has the seat back; and the keeper of the table is to know if somebody is missed."""
        self._plan(live)
        if self._absence.next_mark(live) is not None and self._services.keeper.epoch(self.id) is None:
            self._services.tell(Moved(self._services.keeper.id, self.id, live.version))
