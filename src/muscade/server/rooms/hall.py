"""All rooms at this server: those in memory, making and finding them, and whose they are."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

import structlog

from muscade.core.chance import new_seed
from muscade.server import refusals
from muscade.server.clocks import Alarm
from muscade.server.moderation.people import Moderation, ignored
from muscade.server.moderation.policy import Around
from muscade.server.moderation.requests import IgnorePerson
from muscade.server.notes import (
    FriendsChanged,
    HouseNote,
    IgnoredChanged,
    PersonChanged,
    RoomChanged,
    RoomNote,
    RoomPresent,
    RoomSaid,
    RulesChanged,
    Whereabouts,
    WhoIsInRoom,
    WhoIsWhere,
)
from muscade.server.pacing import Errands
from muscade.server.people import People
from muscade.server.rooms import law
from muscade.server.rooms.desks import Desks, Standing, my_room, standing
from muscade.server.rooms.friends import Friends
from muscade.server.rooms.games import settled_choice
from muscade.server.rooms.lobby import OpenRooms
from muscade.server.rooms.protocol import MyRoom
from muscade.server.rooms.requests import CreateRoom, GameResults, Me, MyResult, RoomFound
from muscade.server.rooms.room import Room, as_member
from muscade.server.rooms.state import RoomState
from muscade.server.rows import PersonRow, RoomRow
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf
from muscade.server.tokens import derive, new_token

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

LIST_EVERY = 60_000
"""Milliseconds: so often a server says which rooms have somebody in them."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of codes: none that looks or sounds like another."""
CODE_LENGTH = 6
CODES_TRIED = 8
FIRST_VERSION = 1

log = structlog.get_logger()


class Hall:
    """At most one `Room` a room, for as long as anybody uses it."""

    def __init__(self, services: Services, shelf: Shelf) -> None:
        self.services = services
        self.people = People(services.storage, services.clock, services.metrics, services.admission)
        self.moderation = Moderation(services)
        self.lobby = OpenRooms(services, self)
        self.desks = Desks(services, self, shelf)
        self.friends = Friends(services)
        self._shelf = shelf
        self._rooms: dict[str, Room] = {}
        self._errands = Errands("hall")
        self._alarm: Alarm | None = None
        self._stopped = False
        shelf.listeners.append(self)
        services.listeners.ended = self.settle

    async def start(self) -> None:
        self.friends.places.ask()
        self._ring()

    async def stop(self) -> None:
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        await self.desks.stop()
        await self.friends.stop()
        rooms = (room.stop() for room in list(self._rooms.values()))
        await asyncio.gather(self.lobby.stop(), *rooms, self._errands.finish(), return_exceptions=True)

    # ------------------------------------------------------------ rooms in memory

    @asynccontextmanager
    async def room(self, room_id: str) -> AsyncIterator[Room]:
        """A room to use; it stays in memory meanwhile."""
        room = await self.enter(room_id)
        try:
            yield room
        finally:
            self.leave(room)

    async def enter(self, room_id: str) -> Room:
        """The same for those who stay long: until they `leave` it."""
        room = self._rooms.get(room_id)
        if room is None:
            # In the dictionary before anything is awaited, so that there is never a second one.
            room = Room(room_id, self.services, self._shelf, self._room_changed, self._unload)
            self._rooms[room_id] = room
            self.services.metrics.rooms.set(len(self._rooms))
        room.users += 1
        try:
            await room.ready()
        except BaseException:
            self.leave(room)
            raise
        return room

    def _room_changed(self, room: Room) -> None:
        self.lobby.room_changed(room)
        self.friends.rooms_changed()
        if room.state is not None:
            self.desks.joined(room.id, (member.person for member in room.state.members))

    def leave(self, room: Room) -> None:
        room.users -= 1
        self._unload(room)

    def _unload(self, room: Room) -> None:
        if room.at_rest:
            self._rooms.pop(room.id, None)
            self.services.metrics.rooms.set(len(self._rooms))

    # ------------------------------------------------------------ making and finding

    async def create(self, request: CreateRoom, person: PersonRow, address: str) -> RoomFound:
        """``address`` is where the request comes from."""
        choice = settled_choice(request.game, request.seats, request.options, request.settings, request.level)
        owner = self.services.owner_of(address)
        state = law.opened(choice, as_member(person), owner, found_by=request.found_by)
        secret = self.services.storage.secret
        # Only its maker can ask for the same room again.
        room_id = new_token() if request.id is None else derive(secret, "room", person.id, request.id)
        row = await self.store(room_id, state)
        if request.start:
            async with self.room(room_id) as room:
                await room.start(person.id)
        return RoomFound(row.id, row.code)

    async def store(self, room_id: str, state: RoomState) -> RoomRow:
        """A new room, unless it was stored before, when the answer was lost."""
        now, storage = self.services.clock.now(), self.services.storage.rooms
        state = law.sealed(state, state.number, new_seed())
        people = tuple(member.person for member in state.members)
        changed = RoomChanged(self.services.keeper.id, room_id, FIRST_VERSION, people)
        try:
            for attempt in range(CODES_TRIED):
                row = RoomRow(
                    id=room_id,
                    code=new_code(room_id, attempt),
                    state=state,
                    version=FIRST_VERSION,
                    listed_at=now if law.is_listed(state) else None,
                    wish=state.wish,
                    table_id=None,
                    created_at=now,
                    used_at=now,
                )
                if await storage.create(row, self.services.note(changed)):
                    self.services.written(changed)
                    self.services.metrics.rooms_created.labels(state.game).inc()
                    self.lobby.changed()
                    self.desks.joined(room_id, people)
                    return row
                stored = await storage.load(room_id)
                if stored is not None:
                    return stored.row
        except StorageError as error:
            log.error("cannot-create-room", error=str(error))
            raise refusals.storage() from None
        raise refusals.too_busy()

    async def find(self, code: str) -> RoomFound:
        """By the code that somebody typed, however they did."""
        letters = "".join(letter for letter in code.upper() if letter.isalnum())
        try:
            row = await self.services.storage.rooms.of_code(letters)
        except StorageError as error:
            log.error("cannot-find-room", error=str(error))
            raise refusals.storage() from None
        if row is None or not law.opens_by_code(row.state):
            raise refusals.unknown_room()
        return RoomFound(row.id, row.code)

    async def shut(self, room_id: str) -> None:
        """An operator closes a room."""
        async with self.room(room_id) as room:
            await room.shut()

    # ------------------------------------------------------------ whom one ignores

    async def ignore(self, person: PersonRow, wanted: IgnorePerson) -> Around:
        """Nobody is a friend of whom they have blocked."""
        around = await self.moderation.ignore(person.id, wanted)
        if wanted.how == "block":
            await self.friends.unfriend(person, wanted.person)
        self._errands.begin(self._tell_ignored(person.id, wanted.person))
        return around

    async def apart(self, person: str) -> frozenset[str]:
        """Whom somebody is not to meet by chance."""
        return (await self.moderation.around(person)).apart

    async def _tell_ignored(self, person: str, other: str) -> None:
        """All of somebody's screens at this server; and the lobby shows both of them other rooms than before."""
        try:
            around, apart = await self.moderation.around(person), await self.apart(other)
        except refusals.RequestRefused as refusal:
            log.warning("ignored-not-told", code=refusal.code)
            return
        for room in list(self._rooms.values()):
            for subscriber, who in room.presence:
                if who == person:
                    subscriber.send(ignored(around))
        self.lobby.set_apart(person, around.apart)
        self.lobby.set_apart(other, apart)

    # ------------------------------------------------------------ what is one's own

    async def me(self, person: PersonRow) -> Me:
        """Somebody's rooms, and how their games ended."""
        storage = self.services.storage
        try:
            rows = await storage.rooms.of_person(person.id)
            counts = await storage.people.count_results(person.id)
            last = await storage.people.last_results(person.id)
        except StorageError as error:
            log.error("cannot-read-person", error=str(error))
            raise refusals.storage() from None
        return Me(
            person.id,
            person.name,
            person.portrait,
            person.account is not None,
            rooms=tuple([await self._my_room(row, person.id) for row in rows]),
            results=by_game(counts),
            games=tuple(
                MyResult(row.table_id, row.game, row.seat, row.seats, row.outcome, row.ended_at)
                for row in last
            ),
        )

    async def _my_room(self, row: RoomRow, person: str) -> MyRoom:
        room, state = self._rooms.get(row.id), row.state
        game = await self._standing(state.table) if law.plays(state, person) else Standing()
        return my_room(row, person, room.presence.everybody() if room else (), game)

    async def _standing(self, table_id: str | None) -> Standing:
        """Of a game that can go on."""
        if table_id is None:
            return Standing()
        try:
            async with self._shelf.table(table_id) as table:
                return await table.read(standing)
        except refusals.RequestRefused:
            return Standing()

    # ------------------------------------------------------------ games that end, rooms with people in them

    def settle(self, room_id: str) -> None:
        """The game of a room is over."""
        if not self._stopped:
            self._errands.begin(self._settle(room_id))

    async def _settle(self, room_id: str) -> None:
        try:
            async with self.room(room_id) as room:
                await room.look_at_game()
        except refusals.RequestRefused as refusal:
            log.warning("game-not-settled", room=room_id[:6], code=refusal.code)
        except Exception as error:
            log.error("game-not-settled", room=room_id[:6], error=type(error).__name__)

    async def _settle_all(self) -> None:
        """A server may have died between the end of a game and what its room makes of it."""
        try:
            for room_id in await self.services.storage.rooms.unsettled():
                await self._settle(room_id)
        except StorageError as error:
            log.warning("cannot-settle", error=type(error).__name__)

    def _ring(self) -> None:
        if not self._stopped:
            self._alarm = self.services.clock.call_later(LIST_EVERY, self._ring)
            self._errands.begin(self._list())
            self._errands.begin(self._settle_all())

    async def _list(self) -> None:
        listed = {
            room.id
            for room in self._rooms.values()
            if room.presence and room.state and law.is_listed(room.state)
        } | self.lobby.waiting_in()
        try:
            if listed:
                await self.services.storage.rooms.set_listed(listed, self.services.clock.now())
        except StorageError as error:
            log.warning("cannot-list", error=type(error).__name__)
        self.lobby.changed()

    # ------------------------------------------------------------ other servers

    def hear(self, note: HouseNote) -> None:
        match note:
            case RulesChanged():
                pass
            case IgnoredChanged():
                self._errands.begin(self._tell_ignored(note.person, note.other))
            case PersonChanged():
                self._person_changed(note.people)
            case FriendsChanged():
                self.friends.hear_changed(note.people)
            case Whereabouts():
                self.friends.places.hear(note.sender, note.of)
            case WhoIsWhere():
                self.friends.places.tell_all()
            case _:
                self._hear_of_room(note)

    def _hear_of_room(self, note: RoomNote) -> None:
        if isinstance(note, RoomChanged):
            self.lobby.changed()
            self.friends.rooms_changed()
            self.desks.joined(note.room, note.joined)
        room = self._rooms.get(note.room)
        if room is None:
            return
        match note:
            case RoomChanged():
                room.hear_changed(note.version)
            case RoomSaid():
                room.hear_said(note.number)
            case RoomPresent():
                room.hear_present(note.sender, note.people)
            case WhoIsInRoom():
                room.presence.tell()

    def _person_changed(self, people: Collection[str]) -> None:
        """They are greeted again, wherever they are connected, and rooms look who they are now."""
        for room in list(self._rooms.values()):
            room.hear_person_changed(people)
        self.lobby.send_back(people)
        self.desks.send_back(people)
        self.friends.hear_changed(people)
        self.lobby.changed()

    def hear_that_something_was_missed(self) -> None:
        for room in list(self._rooms.values()):
            room.hear_all()
        self.lobby.changed()
        self.desks.read_all_again()
        self.friends.hear_that_something_was_missed()

    def forget_server(self, server: str) -> None:
        for room in list(self._rooms.values()):
            room.hear_present(server, ())
        self.friends.places.forget_server(server)
        self._errands.begin(self._settle_all())


def new_code(room_id: str, attempt: int) -> str:
    """The same for the same room, and another with each attempt: some are taken.

    >>> new_code("a room", 0), new_code("a room", 1)
    ('NSPC8E', 'NJBR5Y')
    """
    number = int.from_bytes(sha256(f"{room_id} {attempt}".encode()).digest()[:8], "big")
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


def by_game(counts: list[tuple[str, str, int]]) -> tuple[GameResults, ...]:
    found: dict[str, dict[str, int]] = {}
    for game, outcome, count in counts:
        found.setdefault(game, {"won": 0, "drawn": 0, "lost": 0})[outcome] = count
    return tuple(GameResults(game, **found[game]) for game in sorted(found))
