"""A live table: everybody who acts on it, one after another, and everybody who hears of it.

Whatever happens is stored first, and told afterwards. Should storing fail, what is in memory is thrown away and
built again from the log, so nobody ever hears of a move that may be lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
import structlog

from muscade.core import IllegalMove, InvalidNotation, InvalidRecord, Move, Record, Seat, UnknownGame, View
from muscade.server import refusals
from muscade.server.bots import BotRunner
from muscade.server.clocks import Alarm, Clock
from muscade.server.live import Lags, LiveGame, Offer
from muscade.server.metrics import Metrics
from muscade.server.protocol import (
    Accepted,
    Hello,
    MakeMove,
    SayPhrase,
    SayText,
    ServerMessage,
    TableInfo,
    TableSettings,
)
from muscade.server.rows import ChatRow, EventRow, SeatRow
from muscade.server.storage import Storage, StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CHATS_ON_HELLO = 50
USUAL_PACE = TableSettings().pace
"""At this pace bots that play in real time take just the time they say."""
RETRY_AFTER = 2000
"""Milliseconds until a table whose storage failed tries to go on by itself."""

log = structlog.get_logger()


class Subscriber(Protocol):
    """Somebody connected: the seats they hold, the one they look through, and the last version they saw."""

    seats: frozenset[Seat]
    look: Seat | None
    seen: int
    lag: int | None

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""


@dataclass(frozen=True)
class Services:
    """What all tables share."""

    storage: Storage
    clock: Clock
    bots: BotRunner
    metrics: Metrics


class Action(NamedTuple):
    """When the table acts by itself, for which seat, and whether the clock or else a bot does."""

    at: int
    seat: Seat
    by_clock: bool


class Table:
    """All methods may be called at any time; they take turns on the table's lock."""

    def __init__(self, table_id: str, services: Services, on_rest: Callable[[Table], None]) -> None:
        self.id = table_id
        self.users = 0
        self._services = services
        self._on_rest = on_rest
        self._lock = asyncio.Lock()
        self._live: LiveGame | None = None
        self._loaded = False
        self._stopped = False
        self._subscribers: set[Subscriber] = set()
        self._alarm: Alarm | None = None
        self._acting: asyncio.Task[None] | None = None
        self._bot_times: dict[Seat, tuple[Offer, int]] = {}
        self._log = log.bind(table=table_id[:6])

    @property
    def at_rest(self) -> bool:
        """Nobody is here, and nothing will happen by itself."""
        return self.users == 0 and self._alarm is None and self._acting is None

    def stop(self) -> asyncio.Task[None] | None:
        """For good; the log has everything. What is left to wait for is returned."""
        self._set_alarm(None)
        self._stopped = True
        if self._acting:
            self._acting.cancel()
        return self._acting

    # ------------------------------------------------------------ what people do

    async def ready(self) -> None:
        """Make sure that the table exists and can be played."""
        async with self._open():
            pass

    async def hello(self, subscriber: Subscriber, message: Hello) -> None:
        async with self._open() as live:
            seats = frozenset(live.seat_of(key) for key in message.keys)
            if message.look is not None and message.look not in seats:
                raise refusals.not_yours()
            if message.since > live.version:
                raise refusals.future_version(version=live.version)
            online = self._online()
            self._subscribers.add(subscriber)
            subscriber.seats = seats
            subscriber.look = message.look
            subscriber.seen = message.since
            subscriber.send(live.info(seats, self._online()))
            self._send_update(live, subscriber)
            for chat in live.chats[-CHATS_ON_HELLO:]:
                subscriber.send(live.chat_message(chat))
            if self._online().keys() != online.keys():
                self._send_info(live, (other for other in self._subscribers if other is not subscriber))

    async def look(self, subscriber: Subscriber, seat: Seat | None) -> None:
        async with self._open() as live:
            if seat is not None and seat not in subscriber.seats:
                raise refusals.not_yours()
            subscriber.look = seat
            self._send_update(live, subscriber)

    async def leave(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        if subscriber.seats - self._online().keys():
            # In turn, for what is in memory may be ahead of the log until it is stored.
            async with self._lock:
                if self._live:
                    self._send_info(self._live, self._subscribers)

    async def move(self, subscriber: Subscriber, message: MakeMove) -> None:
        async with self._open() as live:
            if message.seat not in subscriber.seats:
                raise refusals.not_yours()
            version = live.versions.get((message.seat, message.id))
            if version is None:
                live.check(message.seat, message.version)
                try:
                    live.check_own_word(message.seat, message.move)
                    events = live.play(message.seat, message.move, self._services.clock.now(), message.id)
                except (IllegalMove, InvalidNotation) as error:
                    raise refusals.of_move(error) from None
                await self._store(live, events, by="person")
                version = events[0].version
            subscriber.send(Accepted(message.id, version))
            self._send_updates(live)

    async def say(self, subscriber: Subscriber, message: SayPhrase | SayText) -> None:
        async with self._open() as live:
            if message.seat not in subscriber.seats:
                raise refusals.not_yours()
            said = (chat for chat in live.chats if (chat.seat, chat.message_id) == (message.seat, message.id))
            if old := next(said, None):
                subscriber.send(Accepted(message.id, old.number))
                return
            chat = await self._store_chat(live, message)
            subscriber.send(Accepted(message.id, chat.number))
            for other in self._subscribers:
                other.send(live.chat_message(chat))

    async def sit(self, invite_digest: str, name: str, key_digest: str) -> None:
        """Take a free seat; the last one to sit down starts the game."""
        async with self._open():
            at = self._services.clock.now()
            try:
                if not await self._services.storage.take_seat(invite_digest, name, key_digest, at):
                    raise refusals.taken()
            except StorageError as error:
                self._drop_live(error)
                raise refusals.storage() from None
            self._live = None
            try:
                live = await self._load()
            except refusals.RequestRefused:
                return  # The seat is theirs all the same; the table tries again by itself.
            self._send_info(live, self._subscribers)
            if live.under_way and not live.version:
                # No draw of chance tells them that they may begin.
                for subscriber in self._subscribers:
                    self._send_update(live, subscriber)

    async def info(self) -> TableInfo:
        async with self._open() as live:
            return live.info(frozenset(), self._online())

    async def lag_changed(self) -> None:
        """Somebody's way to the server has become noticeably longer or shorter."""
        async with self._lock:
            if self._live:
                self._send_info(self._live, self._subscribers)

    async def record(self, key: str | None) -> Record:
        async with self._open() as live:
            return live.record(None if key is None else live.seat_of(key))

    async def public_view(self) -> tuple[str, View]:
        """The game's name, and what a spectator sees."""
        async with self._open() as live:
            return live.row.game, live.view(None)

    # ------------------------------------------------------------ what bots and the clock do

    def _next_action(self, live: LiveGame) -> Action | None:
        """What the table does next by itself."""
        due = []
        for row in live.seats:
            offer = live.offers[row.seat]
            if not offer.moves:
                continue
            if row.kind == "bot":
                due.append(Action(self._bot_time(live, row), row.seat, by_clock=False))
            elif (deadline := live.deadline(row.seat)) is not None:
                due.append(Action(deadline, row.seat, by_clock=True))
        return min(due, default=None)

    def _bot_time(self, live: LiveGame, row: SeatRow) -> int:
        """When a bot makes its move: at the table's pace from its offer on, or at its own speed, sped up alike."""
        offer = live.offers[row.seat]
        known = self._bot_times.get(row.seat)
        if known is None or known[0] != offer:
            known = self._bot_times[row.seat] = (offer, offer.at + self._bot_wait(live, row))
        return known[1]

    def _bot_wait(self, live: LiveGame, row: SeatRow) -> int:
        offer, pace = live.offers[row.seat], live.settings.pace
        own = None
        if live.game.real_time:
            own = self._services.bots.delay(live.game, row.level or "", live.view(row.seat), offer.moves)
        return pace if own is None else int(1000 * own * pace / USUAL_PACE)

    def _schedule(self, live: LiveGame) -> None:
        action = self._next_action(live)
        self._set_alarm(None if action is None else action.at)

    def _set_alarm(self, when: int | None) -> None:
        if self._alarm:
            self._alarm.cancel()
        if when is None or self._stopped:
            self._alarm = None
        else:
            self._alarm = self._services.clock.call_at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        # A bot that is still thinking sets the next alarm when it is done.
        if self._acting is None:
            self._acting = asyncio.create_task(self._act())

    async def _act(self) -> None:
        try:
            async with self._open() as live:
                action = self._next_action(live)
                if action is None or action.at > self._services.clock.now():
                    return
                seat = action.seat
                offer = live.offers[seat]
                view, mistakes = live.view(seat), live.match.state.mistakes(seat)
                if action.by_clock:
                    answer = live.match.state.timeout(seat)
                    assert answer is not None
                    await self._make_move(live, seat, answer, by="clock")
                    return
                level = live.seats[seat].level or ""
            move, remark = await self._services.bots.choose(live.game, level, view, offer.moves, mistakes)
            async with self._open() as live:
                if live.offers[seat] == offer:
                    await self._make_move(live, seat, move, by="bot")
                    await self._remark(live, seat, remark)
                    if (
                        live.offers[seat] == offer
                    ):  # a mistake, which leaves it the same choices: it thinks again
                        self._bot_times[seat] = (offer, live.last_at + self._bot_wait(live, live.seats[seat]))
        except refusals.RequestRefused as refusal:
            self._log.warning("table-cannot-go-on", code=refusal.code)
        except Exception as error:
            self._drop_live(error)
        finally:
            self._acting = None
            if self._live:
                self._schedule(self._live)
            self._on_rest(self)

    async def _make_move(self, live: LiveGame, seat: Seat, move: Move, by: str) -> None:
        events = live.play(seat, move, self._services.clock.now())
        await self._store(live, events, by=by)
        self._send_updates(live)

    async def _remark(self, live: LiveGame, seat: Seat, phrase: int | None) -> None:
        """What a bot says with its move, if nobody has said it here."""
        if phrase is None or live.settings.chat == "off" or any(chat.phrase == phrase for chat in live.chats):
            return
        chat = await self._store_chat(live, SayPhrase(f"remark {phrase}", seat, phrase))
        for subscriber in self._subscribers:
            subscriber.send(live.chat_message(chat))

    # ------------------------------------------------------------ memory and log

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[LiveGame]:
        """The table to oneself. Only a refusal may end it early and leave what is in memory standing."""
        async with self._lock:
            try:
                yield self._live or await self._load()
            except refusals.RequestRefused:
                raise
            except BaseException as error:
                self._drop_live(error)
                raise

    async def _load(self) -> LiveGame:
        try:
            stored = await self._services.storage.load(self.id)
            if stored is None:
                raise refusals.unknown_table()
            live = LiveGame(stored)
        except StorageError as error:
            self._drop_live(error)
            raise refusals.storage() from None
        except (InvalidRecord, UnknownGame):
            raise refusals.outdated() from None
        await self._store(live, live.settle(self._services.clock.now()), by="chance")
        self._live = live
        self._loaded = True
        self._send_updates(live)
        return live

    async def _store(self, live: LiveGame, events: Sequence[EventRow], by: str) -> None:
        """On the disk, or forgotten."""
        if not events:
            return
        ended_at = live.last_at if live.outcome else None
        metrics = self._services.metrics
        try:
            with metrics.append_seconds.time():
                await self._services.storage.append(self.id, events, ended_at=ended_at)
        except StorageError as error:
            self._drop_live(error)
            raise refusals.storage() from None
        metrics.moves.labels(live.game.name, by).inc()
        if live.outcome:
            metrics.finished.labels(live.game.name).inc()

    async def _store_chat(self, live: LiveGame, message: SayPhrase | SayText) -> ChatRow:
        """Words on the disk, or forgotten."""
        chat = live.chat_row(message, self._services.clock.now())
        try:
            await self._services.storage.say(self.id, chat)
        except StorageError as error:
            self._drop_live(error)
            raise refusals.storage() from None
        live.chats.append(chat)
        return chat

    def _drop_live(self, error: BaseException) -> None:
        """What is in memory may not be what is stored: start again from the log, soon."""
        self._live = None
        self._log.error("table-forgotten", error=type(error).__name__)
        if self._loaded:
            self._set_alarm(self._services.clock.now() + RETRY_AFTER)

    # ------------------------------------------------------------ messages to those who look on

    def _send_updates(self, live: LiveGame) -> None:
        """Bring everybody up to date; many who see the same get the same bytes."""
        encoded: dict[tuple[Seat | None, int], list[bytes]] = {}
        behind = [subscriber for subscriber in self._subscribers if subscriber.seen < live.version]
        for subscriber in behind:
            kind = subscriber.look, subscriber.seen
            if kind not in encoded:
                encoded[kind] = [msgspec.json.encode(update) for update in live.updates(*kind)]
            for update in encoded[kind]:
                subscriber.send(update)
            subscriber.seen = live.version
        if behind and live.outcome:
            self._send_info(live, behind)
        if self._acting is None:
            self._schedule(live)

    def _send_update(self, live: LiveGame, subscriber: Subscriber) -> None:
        subscriber.send(live.update(subscriber.look, subscriber.seen))
        subscriber.seen = live.version

    def _send_info(self, live: LiveGame, subscribers: Iterable[Subscriber]) -> None:
        online = self._online()
        for subscriber in subscribers:
            subscriber.send(live.info(subscriber.seats, online))

    def _online(self) -> Lags:
        """A seat held by several connections is as far away as the nearest of them."""
        lags: dict[Seat, int | None] = {}
        for subscriber in self._subscribers:
            for seat in subscriber.seats:
                known = [lag for lag in (lags.get(seat), subscriber.lag) if lag is not None]
                lags[seat] = min(known, default=None)
        return lags
