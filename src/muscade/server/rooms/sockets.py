"""One client on a WebSocket of a room, or of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from muscade.server import refusals
from muscade.server.addresses import limited_as
from muscade.server.conversations import TRY_AGAIN_LATER, Conversation
from muscade.server.limits import Limiter, Traffic
from muscade.server.moderation.people import ignored
from muscade.server.protocol import Accepted, Ping, Pong
from muscade.server.rooms.protocol import (
    Added,
    FromLobbyClient,
    FromMeClient,
    FromRoomClient,
    LobbyHello,
    MeHello,
    Pair,
    RoomHello,
    RoomPhrase,
    RoomSay,
    Unpair,
)
from muscade.server.rows import PersonRow

if TYPE_CHECKING:
    from muscade.server.rooms.hall import Hall
    from muscade.server.rooms.room import Room


class RoomConnection(Conversation[FromRoomClient]):
    """A `muscade.server.rooms.presence.RoomSubscriber` at the end of a socket."""

    __slots__ = ("_hall", "_limiter", "_person", "_room")

    decoder = msgspec.json.Decoder(FromRoomClient)

    def __init__(
        self, hall: Hall, room_id: str, traffic: Traffic, on_end: Callable[[], None], limiter: Limiter
    ) -> None:
        super().__init__(hall.services.metrics, room_id, traffic, on_end)
        self._hall = hall
        self._limiter = limiter
        self._room: Room | None = None
        self._person: str | None = None

    async def enter(self) -> None:
        """The room is there from now on, and stays in memory until one leaves it."""
        self._room = await self._hall.enter(self.place)

    async def go(self) -> None:
        assert self._room is not None
        self._hall.friends.places.go(self)
        self._room.goodbye(self)
        self._hall.leave(self._room)

    async def take(self, message: FromRoomClient) -> None:
        assert self._room is not None
        if isinstance(message, RoomHello):
            person = await self._hall.people.known(message.key)
            if self._person not in (None, person.id):
                # They have signed in, or out: everything begins anew.
                self.close(TRY_AGAIN_LATER)
                return
            await self._hello(self._room, person, message.adds)
            self._hall.friends.places.come(self, person.id, self.place)
        elif isinstance(message, Ping):
            self.send(Pong(message.nonce))
        elif self._person is None:
            raise refusals.hello_first()
        elif isinstance(message, RoomPhrase | RoomSay):
            self._limiter.words(self._person, self.address)
            await self._room.say(self, self._person, message)
        else:
            await self._room.act(self, self._person, message)

    async def _hello(self, room: Room, person: PersonRow, adds: Added | None) -> None:
        """Whose words are not to be shown is known before there are any."""
        around = await self._hall.moderation.around(person.id)
        self.send(ignored(around))
        await room.hello(self, person, adds, around.blocked_by)
        self._person = person.id
        self._hall.services.admission.check_people(person.id)
        await self._hall.moderation.arrived(person.id, limited_as(self.address))

    @property
    def people(self) -> tuple[str, ...]:
        return () if self._person is None else (self._person,)


class LobbyConnection(Conversation[FromLobbyClient]):
    """A `muscade.server.rooms.lobby.Visitor` at the end of a socket."""

    __slots__ = ("_address", "_greeted", "_hall", "_limiter", "_person")

    decoder = msgspec.json.Decoder(FromLobbyClient)

    def __init__(
        self, hall: Hall, traffic: Traffic, on_end: Callable[[], None], address: str, limiter: Limiter
    ) -> None:
        super().__init__(hall.services.metrics, "lobby", traffic, on_end)
        self._hall = hall
        self._address = address
        self._limiter = limiter
        self._greeted = False
        self._person: PersonRow | None = None

    @property
    def person_id(self) -> str | None:
        return self._person.id if self._person else None

    async def go(self) -> None:
        await self._hall.lobby.goodbye(self)

    async def take(self, message: FromLobbyClient) -> None:
        lobby = self._hall.lobby
        match message:
            case LobbyHello():
                self._person = None if message.key is None else await self._hall.people.known(message.key)
                self._greeted = True
                apart = await self._hall.apart(self._person.id) if self._person else frozenset[str]()
                await lobby.welcome(self, apart)
                self._hall.services.admission.check_people(*self.people)
            case Ping():
                self.send(Pong(message.nonce))
            case _ if not self._greeted:
                raise refusals.hello_first()
            case Pair():
                if self._person is None:
                    raise refusals.unknown_person()
                self._limiter.room(self._address)
                await lobby.pair(self, self._person, self._address, message)
            case Unpair():
                await lobby.unpair(self)
                self.send(Accepted(message.id, 0))

    @property
    def people(self) -> tuple[str, ...]:
        return () if self._person is None else (self._person.id,)


class MyConnection(Conversation[FromMeClient]):
    """A `muscade.server.rooms.desks.Wire` at the end of a socket."""

    __slots__ = ("_hall", "_person")

    decoder = msgspec.json.Decoder(FromMeClient)

    def __init__(self, hall: Hall, traffic: Traffic, on_end: Callable[[], None]) -> None:
        super().__init__(hall.services.metrics, "me", traffic, on_end)
        self._hall = hall
        self._person: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        return () if self._person is None else (self._person,)

    async def go(self) -> None:
        if self._person is not None:
            self._hall.friends.goodbye(self)
            await self._hall.desks.goodbye(self, self._person)

    async def take(self, message: FromMeClient) -> None:
        match message:
            case MeHello():
                person = await self._hall.people.known(message.key)
                await self.go()
                self._person = None
                await self._hall.desks.welcome(self, person.id)
                self._person = person.id
                await self._hall.friends.welcome(self, person)
                self._hall.services.admission.check_people(person.id)
            case Ping():
                self.send(Pong(message.nonce))
