"""Tells people that it is their turn in a game by correspondence: once a turn, a while after it began, if they are not here.

It is the keeper of a table that does so. It first notes in the database that it will, with its epoch; so one server does,
whoever takes over meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import NamedTuple, Protocol

import msgspec
import structlog

from muscade.core import Seat, Text
from muscade.server import refusals
from muscade.server.clocks import Alarm
from muscade.server.limits import MINUTE, Allowance, Ledger
from muscade.server.live import LiveGame
from muscade.server.push.rows import PushRow
from muscade.server.push.sending import Sent
from muscade.server.rooms.whereabouts import Places
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf
from muscade.server.tokens import digest

SETTLES = 5000
"""Milliseconds: whoever was connected when a server stopped is back by then."""
TRIES = 3
TRY_AGAIN = 30_000
KEPT_SECONDS = 259_200
"""So long a push service keeps a message for a browser that is not there: three days."""
TOPIC_LENGTH = 32
"""Letters that the standard allows."""
AN_HOUR = 30
"""So many messages one person gets in an hour, at most."""

log = structlog.get_logger()


class Message(msgspec.Struct, frozen=True):
    """What the browser shows, and where it leads. No secret of the game is in it."""

    title: str
    body: str
    room: str


class Turn(NamedTuple):
    """Of somebody at a table, since a time."""

    table_id: str
    seat: Seat
    since: int


class Told(NamedTuple):
    """Whom to tell what."""

    person: str
    room: str
    title: Text
    others: tuple[str, ...]
    left: int


class SendsPushes(Protocol):
    """What the postman needs of `muscade.server.push.sending.Sender`."""

    async def send(self, push: PushRow, message: bytes, *, topic: str, seconds: int, now: int) -> Sent: ...


class Postman:
    """Follows every table in memory where time is counted in days."""

    def __init__(
        self,
        services: Services,
        shelf: Shelf,
        sender: SendsPushes,
        places: Places,
        delay: int,
    ) -> None:
        """``places`` says who looks at any page of ours now; ``delay`` is in milliseconds."""
        self._services = services
        self._shelf = shelf
        self._sender = sender
        self._places = places
        self._delay = delay
        self._alarms: dict[Turn, Alarm | None] = {}
        self._turns: dict[str, frozenset[Turn]] = {}
        """Of each table that is followed: those of which somebody is told, or was."""
        self._sent = Ledger(
            Allowance(AN_HOUR / (60 * MINUTE), AN_HOUR), lambda: services.clock.steady() / 1000
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        services.listeners.in_days = self.look

    async def stop(self) -> None:
        self._stopped = True
        for alarm in self._alarms.values():
            if alarm is not None:
                alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _later(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(self._careful(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _careful(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except StorageError as error:
            log.warning("turn-not-told", error=str(error))
        except Exception as error:
            log.error("turn-not-told", error=type(error).__name__)

    # ------------------------------------------------------------ whose turn it is

    def look(self, live: LiveGame) -> None:
        """A table has moved on."""
        table_id = live.row.id
        before, now = self._turns.get(table_id, frozenset()), turns_of(live)
        if before == now or self._stopped:
            return
        for turn in before - now:
            alarm = self._alarms.pop(turn, None)
            if alarm is not None:
                alarm.cancel()
        if now:
            self._turns[table_id] = now
        else:
            self._turns.pop(table_id, None)
        for turn in now - before:
            passed = max(0, self._services.clock.now() - turn.since)
            wait = max(self._delay - passed, min(self._delay, SETTLES))
            self._alarms[turn] = self._services.clock.call_later(wait, partial(self._ring, turn))

    def _ring(self, turn: Turn) -> None:
        self._alarms[turn] = None
        self._later(self._tell(turn))

    # ------------------------------------------------------------ telling of it

    async def _tell(self, turn: Turn) -> None:
        epoch = self._services.keeper.epoch(turn.table_id)
        if epoch is None:
            return
        try:
            async with self._shelf.table(turn.table_id) as table:
                told = await table.read(lambda live: self._whom(live, turn))
                here = turn.seat in table.online()
        except refusals.RequestRefused:
            return
        if told is None:
            return
        # Whoever looks is told by the page.
        here = here or bool(self._places.of(told.person))
        pushes = self._services.storage.pushes
        if not await pushes.note_told(turn.table_id, turn.seat, turn.since, epoch) or here:
            return
        found = await pushes.of_person(told.person)
        if found and self._sent.take(told.person):
            log.warning("too-many-pushes")
            return
        await asyncio.gather(*(self._send(push, told) for push in found))

    def _whom(self, live: LiveGame, turn: Turn) -> Told | None:
        """Unless the turn is over."""
        if turn not in turns_of(live) or live.times is None:
            return None
        row = live.seats[turn.seat]
        assert row.person_id is not None
        assert live.row.room_id is not None
        others = tuple(
            other.name or "" for other in live.seats if other.person_id not in (None, row.person_id)
        )
        left = live.times.left(turn.seat, self._services.clock.now()) or 0
        return Told(row.person_id, live.row.room_id, live.game.title, others, left)

    async def _send(self, push: PushRow, told: Told) -> None:
        services, metrics = self._services, self._services.metrics
        message = msgspec.json.encode(worded(told, push.language))
        seconds = max(60, min(KEPT_SECONDS, told.left // 1000))
        topic = digest(told.room)[:TOPIC_LENGTH]
        for attempt in range(TRIES):
            if attempt:
                await self._wait(TRY_AGAIN)
            sent = await self._sender.send(
                push, message, topic=topic, seconds=seconds, now=services.clock.now()
            )
            metrics.pushes.labels(sent).inc()
            if sent == "gone":
                await services.storage.pushes.remove(push.key_digest, push.endpoint)
            if sent != "later":
                return

    async def _wait(self, milliseconds: int) -> None:
        rung = asyncio.Event()
        self._services.clock.call_later(milliseconds, rung.set)
        await rung.wait()


def turns_of(live: LiveGame) -> frozenset[Turn]:
    """Those of people whom this installation knows."""
    if live.times is None or not live.under_way or live.row.room_id is None:
        return frozenset()
    found = ((row, live.times.since(row.seat)) for row in live.seats if row.person_id is not None)
    return frozenset(Turn(live.row.id, row.seat, since) for row, since in found if since is not None)


def worded(told: Told, language: str) -> Message:
    names = ", ".join(told.others)
    if language == "fr":
        body = f"À vous de jouer, avec {names}." if names else "À vous de jouer."
        return Message(told.title.fr, body, told.room)
    return Message(told.title.en, f"Your turn, with {names}." if names else "Your turn.", told.room)
