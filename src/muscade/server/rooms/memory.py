"""A room in memory and its document in the database: what is told is stored first.

Other servers write to the same document. It has a version, and whoever comes second reads what the first one wrote and
looks at the matter again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from enum import Flag, auto
from typing import Any, TypeVar

import structlog
from msgspec.structs import replace

from muscade.core.chance import new_seed
from muscade.server import refusals
from muscade.server.listening import Listening
from muscade.server.notes import RoomChanged
from muscade.server.ratings.keeping import rate
from muscade.server.ratings.law import places, rated_game
from muscade.server.rooms import law
from muscade.server.rooms.games import new_table, results_of, taken_over, to_bots
from muscade.server.rooms.presence import Presence
from muscade.server.rooms.protocol import RoomInfo, RoomUnsaid
from muscade.server.rooms.state import RoomState
from muscade.server.rooms.telling import room_info
from muscade.server.rooms.words import Words, told
from muscade.server.rows import ResultRow, RoomRow
from muscade.server.storage import Conflict, StorageError
from muscade.server.storage.rooms import Beside
from muscade.server.tables.memory import TRIES
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf

T = TypeVar("T")
log = structlog.get_logger()


class News(Flag):
    """What another server has told, or may have."""

    NONE = 0
    CHANGES = auto()
    WORDS = auto()
    PEOPLE = auto()
    PERSON = auto()
    ALL = CHANGES | WORDS | PEOPLE


class Memory(Listening[News]):
    """All who act on a room take turns on its lock."""

    def __init__(
        self,
        room_id: str,
        services: Services,
        shelf: Shelf,
        on_change: Callable[[Any], None],
        on_rest: Callable[[Any], None],
    ) -> None:
        """``on_change`` is told that the room is another than before, ``on_rest`` that nothing is to be done here."""
        super().__init__(News.NONE, on_rest)
        self.id = room_id
        self.users = 0
        self.presence = Presence(room_id, services)
        self.followers: list[Callable[[], None]] = []
        """Told whenever the room is another than before, or somebody has come or gone."""
        self._services = services
        self._shelf = shelf
        self._on_change = on_change
        self._lock = asyncio.Lock()
        self._row: RoomRow | None = None
        self._ended = False
        """The game that the room believes to be on is over."""
        self._told: RoomState | None = None
        self._words = Words(room_id, services)
        self._spoken = 0
        """The last words that everybody here has heard, if they may."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._log = log.bind(room=room_id[:6])

    @property
    def row(self) -> RoomRow | None:
        """As it was last read or written."""
        return self._row

    @property
    def state(self) -> RoomState | None:
        return self._row.state if self._row else None

    async def ready(self) -> RoomRow:
        """Make sure that the room exists, and has heard of the end of its game."""
        return await self._turn(self._current)

    async def look_at_game(self) -> None:
        """It may be over."""
        await self._turn(self._load)
        await self._turn(self._current)

    # ------------------------------------------------------------ taking turns

    async def _turn(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            try:
                await self._current()
                if self._ended:
                    await self._settle()
                return await work()
            except refusals.RequestRefused:
                raise
            except BaseException:
                self._row = None
                raise

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Beside everything else; the room stays in memory meanwhile."""
        task = asyncio.create_task(self._careful(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def _careful(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except refusals.RequestRefused as refusal:
            self._log.warning("room-cannot-go-on", code=refusal.code)
        except Exception as error:
            self._log.error("room-failed", error=type(error).__name__)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._on_rest(self)

    # ------------------------------------------------------------ reading and writing

    async def _current(self) -> RoomRow:
        return self._row or await self._load()

    async def _load(self) -> RoomRow:
        try:
            stored = await self._services.storage.rooms.load(self.id)
        except StorageError as error:
            raise self._failed(error) from None
        if stored is None:
            raise refusals.unknown_room()
        self._row = stored.row
        self._ended = stored.row.state.playing and stored.table_ended
        self._words.add(stored.chats)
        self._follow()
        return stored.row

    def _failed(self, error: StorageError) -> refusals.RequestRefused:
        self._row = None
        self._log.error("room-not-stored", error=type(error).__name__)
        return refusals.storage()

    async def _change(
        self,
        change: Callable[[RoomState], RoomState],
        *,
        by: str = "",
        message_id: str | None = None,
        left: Sequence[str] = (),
        results: Sequence[ResultRow] = (),
        accepted: Callable[[int], None] = lambda _: None,
    ) -> RoomRow:
        """Written over what was read, or looked at again. A message that was heard before changes nothing.

        ``accepted`` is told the version when it is done, before anybody hears of what has changed.
        """
        for _ in range(TRIES):
            row = await self._current()
            known = message_id is not None and law.was_heard(row.state, by, message_id)
            state = row.state if known else change(row.state)
            state = law.sealed(state, row.state.number, new_seed())
            if state == row.state:
                accepted(row.version)
                return row
            if message_id is not None:
                state = law.heard(state, by, message_id)
            try:
                row = await self._store(row, state, left, results)
            except Conflict:
                await self._load()
                continue
            accepted(row.version)
            self._follow()
            return row
        raise refusals.too_busy()

    async def _store(
        self, row: RoomRow, state: RoomState, left: Sequence[str], results: Sequence[ResultRow]
    ) -> RoomRow:
        services, before = self._services, row.state
        known = {member.person for member in before.members}
        begins = state.number > before.number
        beside = Beside(
            joined=[member.person for member in state.members if member.person not in known],
            left=left,
            table=new_table(services, row, state) if begins else None,
            taken_over=taken_over(services, before, state),
            to_bots=to_bots(before, state),
            results=results,
        )
        changed = RoomChanged(services.keeper.id, self.id, row.version + 1, tuple(beside.joined))
        written = self._next(row, state)
        try:
            await services.storage.rooms.update(written, beside, services.note(changed))
        except Conflict:
            raise
        except StorageError as error:
            raise self._failed(error) from None
        services.written(changed)
        self._row = stored = replace(written, version=row.version + 1)
        if not state.playing:
            self._ended = False
        if state.table is not None:
            if begins:
                services.keeper.keep_new(state.table)
                services.metrics.created.labels(state.game).inc()
                self._later(self._deal(state.table))
            elif beside.taken_over or beside.to_bots:
                self._shelf.seats_changed(state.table)
        return stored

    def _next(self, row: RoomRow, state: RoomState) -> RoomRow:
        """The row as it is to be; its version is still the one that was read."""
        now = self._services.clock.now()
        inhabited = self.presence.everybody() or state.wish is not None
        listed_at = now if inhabited else row.listed_at
        return replace(
            row,
            state=state,
            listed_at=listed_at if law.is_listed(state) else None,
            wish=state.wish,
            table_id=state.table if state.playing else None,
            used_at=now,
            closed_at=now if state.closed else None,
        )

    async def _deal(self, table_id: str) -> None:
        """Whoever wakes a table that has all its people deals."""
        async with self._shelf.table(table_id):
            pass

    async def _settle(self) -> None:
        """The game is over: write down how it ended for whom, and make ready for the next."""
        row = await self._current()
        table_id, results = row.state.table, list[ResultRow]()
        assert table_id is not None
        try:
            async with self._shelf.table(table_id) as table:
                outcome = await table.outcome()
                counts = await table.read(rated_game)
                parties = await table.read(places)
            if counts is not None:
                await rate(self._services.storage, counts)
            stored = await self._services.storage.load(table_id)
            if stored is not None:
                results = results_of(stored.row, stored.seats, outcome, parties)
        except refusals.RequestRefused as refusal:
            # Of a law that has changed since: nobody knows how it ended.
            if refusal.code not in {"outdated", "table"}:
                raise
        except StorageError as error:
            raise self._failed(error) from None

        def over(state: RoomState) -> RoomState:
            return law.over(state) if state.playing and state.table == table_id else state

        left = [member.person for member in row.state.members if member.left]
        await self._change(over, left=left, results=results)
        self._ended = False

    # ------------------------------------------------------------ telling

    def _follow(self) -> None:
        """Tell everybody what has changed, whoever changed it."""
        assert self._row is not None
        before, state = self._told, self._row.state
        self._told = state
        for subscriber, person in self.presence:
            if state.closed:
                subscriber.send(self._info(person))
                subscriber.cut(refusals.room_closed())
            elif person in state.banned:
                subscriber.cut(refusals.banned())
        if before is not None and before != state:
            self._inform()
            if before.playing and not (state.playing and state.number == before.number):
                self._disclose(before)
        self._speak()
        self._watch()
        self._on_change(self)
        self._tell_followers()

    def _tell_followers(self) -> None:
        for follower in self.followers:
            follower()

    def _inform(self) -> None:
        for subscriber, person in self.presence:
            subscriber.send(self._info(person))

    def _info(self, person: str) -> RoomInfo:
        assert self._row is not None
        return room_info(self._services, self._row, person, self.presence.everybody())

    def _speak(self) -> None:
        """Whatever was said that not everybody has heard yet."""
        assert self._row is not None
        for row in self._words.since(self._spoken):
            for subscriber, person in self.presence:
                if law.may_read(self._row.state, person, row):
                    subscriber.send(told(row))
        self._spoken = self._words.last

    def _take_back(self, numbers: tuple[int, ...]) -> None:
        """Words that are no more."""
        if numbers:
            for subscriber, _ in self.presence:
                subscriber.send(RoomUnsaid(numbers))

    def _disclose(self, before: RoomState) -> None:
        """A game is over: its players may read what was said by those who looked on."""
        for row in self._words.since(0):
            for subscriber, person in self.presence:
                if row.number <= self._spoken and not law.may_read(before, person, row):
                    subscriber.send(told(row))

    def _watch(self) -> None:
        """Look again when somebody has been away for long."""
        raise NotImplementedError
