"""What waits for somebody: their rooms and the games in them, followed for as long as they look, and told as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, Protocol

import structlog

from muscade.core import Seat
from muscade.server import refusals
from muscade.server.conversations import TRY_AGAIN_LATER
from muscade.server.live import LiveGame
from muscade.server.pacing import Errands, Paced
from muscade.server.protocol import ServerMessage
from muscade.server.rooms import law
from muscade.server.rooms.protocol import MyNews, MyRoom
from muscade.server.rooms.room import Room
from muscade.server.rooms.state import RoomState
from muscade.server.rows import RoomRow
from muscade.server.storage import StorageError
from muscade.server.tables.services import Services
from muscade.server.tables.shelf import Shelf
from muscade.server.tables.table import Table

TOLD_EVERY = 1000
"""Milliseconds: nobody is told more often what has changed in their rooms."""

log = structlog.get_logger()


class Wire(Protocol):
    """Somebody who wants to know what waits for them."""

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""

    def close(self, code: int) -> None:
        """Hang up."""


class Rooms(Protocol):
    """What desks need of the rooms of this server: `muscade.server.rooms.hall.Hall`."""

    async def enter(self, room_id: str) -> Room: ...

    def leave(self, room: Room) -> None: ...


class Standing(NamedTuple):
    """Whom a game waits for, and who has yet to answer an offer of a draw."""

    turn: frozenset[Seat] = frozenset()
    asked: frozenset[Seat] = frozenset()


def standing(live: LiveGame) -> Standing:
    if not live.under_way:
        return Standing()
    words = live.words
    playing = [seat for seat in range(len(live.seats)) if seat not in words.out]
    agreed = words.agreeing() if words.offer is not None else playing
    return Standing(
        frozenset(seat for seat in playing if live.offers[seat].moves),
        frozenset(seat for seat in playing if seat not in agreed),
    )


def my_room(row: RoomRow, person: str, present: Iterable[str], game: Standing) -> MyRoom:
    """A room as one of its people finds it on the page of what waits for them."""
    state = row.state
    seats = law.seats_of(state.players, person) if state.playing else ()
    host, here = law.member_of(state, state.host), set(present)
    others = [member for member in state.members if member.person in here and member.person != person]
    return MyRoom(
        row.id,
        row.code,
        state.game,
        host.name if host else "",
        tuple(member.name for member in state.members),
        state.number,
        state.playing,
        state.table,
        seats,
        not game.turn.isdisjoint(seats),
        wanted(state, person, here - {person}, game),
        tuple(member.name for member in others),
        row.used_at,
    )


def wanted(
    state: RoomState, person: str, others: set[str], game: Standing
) -> Literal["move", "draw", "again", "start", "come"] | None:
    """What one is waited for; ``others`` are there now."""
    if state.playing:
        seats = law.seats_of(state.players, person)
        if not game.asked.isdisjoint(seats):
            return "draw"
        return None if game.turn.isdisjoint(seats) else "move"
    if person not in law.seated(state) or not others:
        return None
    if state.begins_full:
        return "come" if state.wish is None else None
    if others.intersection(state.again) and person not in state.again:
        return "again"
    return "start" if state.host == person and not state.number else None


class Desk:
    """Of one person at this server, for all the browsers they look with."""

    def __init__(self, person: str, services: Services, rooms: Rooms, shelf: Shelf) -> None:
        self.person = person
        self.users = 0
        """Wires, those to be greeted included."""
        self.wires: set[Wire] = set()
        self._services = services
        self._home = rooms
        self._shelf = shelf
        self._rooms: dict[str, Room] = {}
        self._tables: dict[str, tuple[Table, Callable[[LiveGame], None]]] = {}
        """Of the games that are on in these rooms and in which this person plays."""
        self._games: dict[str, Standing] = {}
        self._known: dict[str, MyRoom] | None = None
        self._stale = True
        """Which rooms they are is to be read."""
        self._lock = asyncio.Lock()
        self._errands = Errands("desk")
        self._telling = Paced(services.clock, TOLD_EVERY, lambda: self._errands.begin(self._tell()))

    async def welcome(self, wire: Wire) -> None:
        """All of it now; changes from then on."""
        async with self._lock:
            await self._look()
            self.wires.add(wire)
            wire.send(MyNews(tuple((self._known or {}).values()), ()))

    async def close(self) -> None:
        """Nobody looks any more."""
        self._telling.stop()
        await self._errands.finish()
        async with self._lock:
            for table_id in list(self._tables):
                self._leave_table(table_id)
            for room_id in list(self._rooms):
                self._leave_room(room_id)

    def changed(self) -> None:
        self._telling.soon()

    def read_again(self) -> None:
        """They are in a room where they were not, or something was missed."""
        self._stale = True
        self.changed()

    def follows(self, room_id: str) -> bool:
        return room_id in self._rooms

    async def _tell(self) -> None:
        async with self._lock:
            before = self._known or {}
            await self._look()
            known = self._known or {}
            fresh = tuple(room for room in known.values() if before.get(room.room) != room)
            gone = tuple(room_id for room_id in before if room_id not in known)
            if fresh or gone:
                news = MyNews(fresh, gone)
                for wire in self.wires:
                    wire.send(news)

    # ------------------------------------------------------------ looking

    async def _look(self) -> None:
        """Bring what is known up to date."""
        if self._stale:
            self._stale = False
            try:
                await self._read()
            except BaseException:
                self._stale = True
                raise
        known: dict[str, MyRoom] = {}
        playing: set[str] = set()
        for room_id, room in list(self._rooms.items()):
            row = room.row or await self._ready(room)
            if row is None or row.state.closed or law.member_of(row.state, self.person) is None:
                self._leave_room(room_id)
                continue
            table_id = row.state.table
            if table_id is not None and law.plays(row.state, self.person):
                playing.add(table_id)
                await self._follow(table_id)
            game = self._games.get(table_id or "", Standing())
            known[room_id] = my_room(row, self.person, room.presence.everybody(), game)
        for table_id in self._tables.keys() - playing:
            self._leave_table(table_id)
        self._known = known

    async def _ready(self, room: Room) -> RoomRow | None:
        try:
            return await room.ready()
        except refusals.RequestRefused as refusal:
            if refusal.code == "storage":
                raise
            return None

    async def _read(self) -> None:
        try:
            rows = await self._services.storage.rooms.of_person(self.person)
        except StorageError as error:
            log.error("cannot-read-rooms", error=str(error))
            raise refusals.storage() from None
        for row in rows:
            if row.id not in self._rooms:
                room = await self._home.enter(row.id)
                self._rooms[row.id] = room
                room.followers.append(self.changed)
                room.presence.look_on()
        for room_id in self._rooms.keys() - {row.id for row in rows}:
            self._leave_room(room_id)

    def _leave_room(self, room_id: str) -> None:
        room = self._rooms.pop(room_id)
        room.followers.remove(self.changed)
        room.presence.look_away()
        self._home.leave(room)

    async def _follow(self, table_id: str) -> None:
        """Hear of what happens at a table from now on."""
        if table_id in self._tables:
            return

        def heard(live: LiveGame) -> None:
            if (now := standing(live)) != self._games.get(table_id):
                self._games[table_id] = now
                self.changed()

        try:
            table = await self._shelf.enter(table_id)
        except refusals.RequestRefused as refusal:
            # A game of a law that has changed since waits for nobody.
            if refusal.code == "storage":
                raise
            return
        self._tables[table_id] = table, heard
        table.followers.append(heard)
        self._games[table_id] = await table.read(standing)

    def _leave_table(self, table_id: str) -> None:
        table, heard = self._tables.pop(table_id)
        self._games.pop(table_id, None)
        table.followers.remove(heard)
        self._shelf.leave(table)


class Desks:
    """Of everybody who looks at this server."""

    def __init__(self, services: Services, rooms: Rooms, shelf: Shelf) -> None:
        self._services = services
        self._rooms = rooms
        self._shelf = shelf
        self._desks: dict[str, Desk] = {}

    async def welcome(self, wire: Wire, person: str) -> None:
        desk = self._desks.get(person)
        if desk is None:
            desk = self._desks[person] = Desk(person, self._services, self._rooms, self._shelf)
        desk.users += 1
        try:
            await desk.welcome(wire)
        except BaseException:
            await self._leave(desk)
            raise

    async def goodbye(self, wire: Wire, person: str) -> None:
        """Of somebody who was welcome."""
        desk = self._desks[person]
        desk.wires.discard(wire)
        await self._leave(desk)

    async def _leave(self, desk: Desk) -> None:
        desk.users -= 1
        if not desk.users:
            del self._desks[desk.person]
            await desk.close()

    async def stop(self) -> None:
        await asyncio.gather(*(desk.close() for desk in self._desks.values()))

    def send_back(self, people: Iterable[str]) -> None:
        """These are not who they were: they say hello again."""
        for person in people:
            desk = self._desks.get(person)
            for wire in list(desk.wires) if desk else ():
                wire.close(TRY_AGAIN_LATER)

    def joined(self, room_id: str, people: Iterable[str]) -> None:
        """These people are in a room, perhaps since now."""
        for person in people:
            desk = self._desks.get(person)
            if desk is not None and not desk.follows(room_id):
                desk.read_again()

    def read_all_again(self) -> None:
        """Something may have been missed."""
        for desk in self._desks.values():
            desk.read_again()
