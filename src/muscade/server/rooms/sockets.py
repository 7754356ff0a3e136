"""One client on a WebSocket of a room, or of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from muscade.server import refusals
from muscade.server.conversations import Conversation
from muscade.server.limits import Limiter, Traffic
from muscade.server.protocol import Accepted, Ping, Pong
from muscade.server.rooms.protocol import (
    FromLobbyClient,
    FromRoomClient,
    LobbyHello,
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
        self._room.goodbye(self)
        self._hall.leave(self._room)

    async def take(self, message: FromRoomClient) -> None:
        assert self._room is not None
        if isinstance(message, RoomHello):
            person = await self._hall.people.known(message.key)
            if self._person not in (None, person.id):
                raise refusals.unknown_person()
            await self._room.hello(self, person)
            self._person = person.id
        elif isinstance(message, Ping):
            self.send(Pong(message.nonce))
        elif self._person is None:
            raise refusals.hello_first()
        elif isinstance(message, RoomPhrase | RoomSay):
            self._limiter.words(self._person)
            await self._room.say(self, self._person, message)
        else:
            await self._room.act(self, self._person, message)


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

    async def go(self) -> None:
        await self._hall.lobby.goodbye(self)

    async def take(self, message: FromLobbyClient) -> None:
        lobby = self._hall.lobby
        match message:
            case LobbyHello():
                self._person = None if message.key is None else await self._hall.people.known(message.key)
                self._greeted = True
                await lobby.welcome(self)
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
