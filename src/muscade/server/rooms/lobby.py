"""The lobby: which rooms are open, told as they change, and people who look for others to play with."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

import msgspec
import structlog

from muscade.server import refusals
from muscade.server.conversations import TRY_AGAIN_LATER
from muscade.server.pacing import Errands, Paced
from muscade.server.protocol import Accepted, ServerMessage
from muscade.server.rooms import law
from muscade.server.rooms.games import settled_choice
from muscade.server.rooms.protocol import LobbyInfo, OpenRoom, Pair, Paired
from muscade.server.rooms.room import Room, as_member
from muscade.server.rooms.state import RoomState
from muscade.server.rooms.telling import next_commitment, open_room
from muscade.server.rows import PersonRow, RoomRow
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tokens import digest, new_token

TOLD_EVERY = 1000
"""Milliseconds: the lobby tells no more often what has changed."""
FRESH = 150_000
"""Milliseconds for which it is believed that somebody is in a room."""

log = structlog.get_logger()


class Visitor(Protocol):
    """Somebody who looks at the lobby."""

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""

    def close(self, code: int) -> None:
        """Hang up."""

    @property
    def person_id(self) -> str | None:
        """Who it is, if they have said so."""


class Listed(NamedTuple):
    """A room that is open, and the person who is its host."""

    room: OpenRoom
    host: str


class Rooms(Protocol):
    """What the lobby needs of the rooms of this server: `muscade.server.rooms.hall.Hall`."""

    async def enter(self, room_id: str) -> Room: ...

    def leave(self, room: Room) -> None: ...

    async def store(self, room_id: str, state: RoomState) -> RoomRow: ...

    async def apart(self, person: str) -> frozenset[str]: ...


class Seeker(msgspec.Struct, eq=False):
    """Somebody who waits to be paired, and the room where they do."""

    person: PersonRow
    wish: str
    choice: law.Choice
    owner: str
    room: Room | None = None


class OpenRooms:
    """Reads the list again whenever something may have changed, for all who look on together."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self._services = services
        self._rooms = rooms
        self._visitors: dict[Visitor, frozenset[str]] = {}
        """And whom they are kept apart from."""
        self._known: dict[str, Listed] = {}
        self._counted = 0
        self._seekers: dict[Visitor, Seeker] = {}
        self._lock = asyncio.Lock()
        self._telling = Paced(services.clock, TOLD_EVERY, lambda: self._errands.begin(self._tell()))
        self._errands = Errands("lobby")

    async def stop(self) -> None:
        self._telling.stop()
        await self._errands.finish()

    # ------------------------------------------------------------ looking on

    async def welcome(self, visitor: Visitor, apart: frozenset[str] = frozenset()) -> None:
        """All that is open now, but for rooms of those one is not to meet; changes from then on."""
        async with self._lock:
            if not self._visitors:
                self._known = listed(await self._read())
            self._visitors[visitor] = apart
            rooms = tuple(visible(self._known, apart).values())
            visitor.send(LobbyInfo(rooms, (), len(self._visitors)))
        self.changed()

    def set_apart(self, person: str, apart: frozenset[str]) -> None:
        """Somebody is shown the rooms of others than before."""
        for visitor, known in self._visitors.items():
            if visitor.person_id == person and known != apart:
                self._visitors[visitor] = apart
                before, after = visible(self._known, known), visible(self._known, apart)
                if news := changes(before, after, self._counted):
                    visitor.send(news)

    async def goodbye(self, visitor: Visitor) -> None:
        self._visitors.pop(visitor, None)
        self.changed()
        await self.unpair(visitor)

    def send_back(self, people: Collection[str]) -> None:
        """These are not who they were: they say hello again."""
        for visitor in list(self._visitors):
            if visitor.person_id in people:
                visitor.close(TRY_AGAIN_LATER)

    def changed(self) -> None:
        """Something may be different from what was told: look soon, and not too often."""
        if self._visitors:
            self._telling.soon()

    async def _tell(self) -> None:
        async with self._lock:
            rows = await self._read()
            before, self._known = self._known, listed(rows)
            more, self._counted = self._counted != len(self._visitors), len(self._visitors)
            told: dict[frozenset[str], LobbyInfo | None] = {}
            for visitor, apart in self._visitors.items():
                if apart not in told:
                    old, new = visible(before, apart), visible(self._known, apart)
                    told[apart] = changes(old, new, self._counted, always=more)
                if (news := told[apart]) is not None:
                    visitor.send(news)
        wishes = Counter(row.wish for row in rows)
        for visitor, seeker in list(self._seekers.items()):
            if wishes[seeker.wish] > 1:
                await self._meet(visitor)

    async def _read(self) -> list[RoomRow]:
        try:
            return await self._services.storage.rooms.listed(self._services.clock.now() - FRESH)
        except StorageError:
            raise refusals.storage() from None

    # ------------------------------------------------------------ being paired

    def waiting_in(self) -> set[str]:
        """Rooms where somebody of this server waits to be paired."""
        return {seeker.room.id for seeker in self._seekers.values() if seeker.room is not None}

    async def pair(self, visitor: Visitor, person: PersonRow, address: str, wanted: Pair) -> None:
        """Others who want the same, now or as soon as there are any."""
        choice = settled_choice(wanted.game, wanted.seats, wanted.options, wanted.settings, None)
        wish = digest(msgspec.json.encode(choice, order="deterministic").decode())
        already = self._seekers.get(visitor)
        if already is not None and already.wish == wish:
            visitor.send(Accepted(wanted.id, 0))
            return
        await self.unpair(visitor)
        seeker = Seeker(person, wish, choice, self._services.owner_of(address))
        self._seekers[visitor] = seeker
        try:
            await self._look_for_others(seeker)
        except BaseException:
            self._seekers.pop(visitor, None)
            raise
        visitor.send(Accepted(wanted.id, 0))
        if visitor not in self._visitors:
            await self.unpair(visitor)
        elif seeker.room is not None:
            self.room_changed(seeker.room)

    async def unpair(self, visitor: Visitor) -> None:
        seeker = self._seekers.pop(visitor, None)
        if seeker is not None and seeker.room is not None:
            await seeker.room.leave_wish(seeker.person.id)
            self._rooms.leave(seeker.room)

    def room_changed(self, room: Room) -> None:
        """A room of this server is another than before: are those who wait in it together now?"""
        self.changed()
        state = room.state
        for visitor, seeker in list(self._seekers.items()):
            if seeker.room is room and state is not None and state.wish is None:
                del self._seekers[visitor]
                if not state.closed:
                    others = tuple(one.name for one in state.members if one.person != seeker.person.id)
                    visitor.send(Paired(room.id, others, next_commitment(state)))
                    self._services.metrics.paired.labels(state.game).inc()
                self._rooms.leave(room)

    async def _look_for_others(self, seeker: Seeker) -> None:
        """Join those who have waited longest, or wait in a room of one's own."""
        room = await self._join_oldest(seeker)
        if room is None:
            state = law.wished(seeker.choice, as_member(seeker.person), seeker.owner, seeker.wish)
            row = await self._rooms.store(new_token(), state)
            room = await self._rooms.enter(row.id)
        seeker.room = room

    async def _join_oldest(self, seeker: Seeker) -> Room | None:
        """A room of others who want the same; none that is younger than where one waits already."""
        try:
            since = self._services.clock.now() - FRESH
            found = await self._services.storage.rooms.wished(seeker.wish, since)
        except StorageError:
            raise refusals.storage() from None
        apart = await self._rooms.apart(seeker.person.id) if found else frozenset[str]()
        for room_id in found:
            if seeker.room is not None and room_id == seeker.room.id:
                return None
            room = await self._rooms.enter(room_id)
            try:
                await room.join_wish(seeker.person, apart)
                return room
            except refusals.RequestRefused:
                self._rooms.leave(room)
        return None

    async def _meet(self, visitor: Visitor) -> None:
        """Two who looked at the same moment, each at another server, wait in two rooms: the younger one is left."""
        seeker = self._seekers.get(visitor)
        if seeker is None or seeker.room is None:
            return
        older = await self._join_oldest(seeker)
        if older is None:
            return
        left, seeker.room = seeker.room, older
        await left.leave_wish(seeker.person.id)
        self._rooms.leave(left)
        self.room_changed(older)


def listed(rows: Iterable[RoomRow]) -> dict[str, Listed]:
    """Those that are open."""
    found = ((open_room(row), row.state.host) for row in rows)
    return {room.room: Listed(room, host) for room, host in found if room is not None}


def visible(rooms: Mapping[str, Listed], apart: frozenset[str]) -> dict[str, OpenRoom]:
    """What somebody may see of it who is kept apart from these."""
    return {room_id: room for room_id, (room, host) in rooms.items() if host not in apart}


def changes(
    before: Mapping[str, OpenRoom], after: Mapping[str, OpenRoom], here: int, *, always: bool = False
) -> LobbyInfo | None:
    """What somebody is told; None where there is nothing to tell."""
    changed = tuple(room for room in after.values() if before.get(room.room) != room)
    gone = tuple(room_id for room_id in before if room_id not in after)
    return LobbyInfo(changed, gone, here) if changed or gone or always else None
