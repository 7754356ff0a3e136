"""A room, with one game after another, and the lobby where one finds rooms and people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import quote

import msgspec

from muscade.client.errors import ClientError, Refusal
from muscade.client.places import Place
from muscade.client.tables import Table
from muscade.client.wire import Wire, new_id
from muscade.core import Options, Seat
from muscade.core.chance import new_seed
from muscade.server.protocol import TableSettings
from muscade.server.requests import SeatKey
from muscade.server.rooms.protocol import (
    Added,
    AddNumber,
    Again,
    Choose,
    FromLobby,
    FromRoom,
    Ignored,
    LeaveRoom,
    LobbyHello,
    LobbyInfo,
    OpenRoom,
    Pair,
    Paired,
    RoomChat,
    RoomHello,
    RoomInfo,
    RoomPhrase,
    RoomSay,
    RoomUnsaid,
    SetBot,
    Sit,
    Stand,
    Start,
    Unpair,
)

_ROOM: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromRoom)
_LOBBY: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromLobby)


class Room(Place):
    """``info`` is the room as it is now, ``chat`` what was said but by those whom one ignores. Whoever sits adds a number to every
    deal by itself."""

    info: RoomInfo

    def __init__(
        self, address: str, find: Callable[[], Awaitable[str]], key: str, promised: str | None = None
    ) -> None:
        """``find`` says which room; ``promised`` is the commitment of its next deal, where one knows it already."""
        super().__init__()
        self.ignored: dict[str, str] = {}
        """Whose words are not in ``chat``: people, with ``mute`` or ``block``."""
        self._said: dict[int, RoomChat] = {}
        self.given: dict[str, str] = {}
        """The number that one has added to each deal, by its commitment."""
        self._address = address
        self._find = find
        self._key = key
        self._promised = promised
        self._adding: set[asyncio.Task[None]] = set()
        if promised is not None:
            self.given[promised] = new_seed()

    async def _connect(self) -> Wire[Any]:
        room = await self._find()
        return Wire(
            f"{self._address}/ws/rooms/{quote(room, safe='')}", _ROOM, self._hello, self._heard, RoomInfo
        )

    def _hello(self) -> RoomHello:
        promised = self._promised
        return RoomHello(self._key, Added(self.given[promised], promised) if promised is not None else None)

    def _heard(self, message: Any) -> None:
        if isinstance(message, RoomInfo):
            self.info = message
            self._promised = None
            if self.seats and not message.playing and message.commitment not in self.given:
                task = asyncio.create_task(self._add(message.commitment))
                self._adding.add(task)
                task.add_done_callback(self._adding.discard)
        elif isinstance(message, RoomChat):
            self._said[message.number] = message
        elif isinstance(message, RoomUnsaid):
            for number in message.numbers:
                self._said.pop(number, None)
        elif isinstance(message, Ignored):
            self.ignored = {found.person: found.how for found in message.people}

    async def _add(self, commitment: str) -> None:
        number = self.given[commitment] = new_seed()
        try:
            await self.wire.ask(AddNumber(new_id(), number, commitment))
        except ClientError:
            self.given.pop(commitment, None)  # it was dealt already

    # ------------------------------------------------------------ what there is

    @property
    def seats(self) -> tuple[Seat, ...]:
        """One's own, of the next game or of the one that is on."""
        return tuple(seat.seat for seat in self.info.seats if seat.person == self.info.you)

    @property
    def chat(self) -> list[RoomChat]:
        """In the order in which it was said. What somebody has said is there again when one does not ignore them any more."""
        numbers = sorted(self._said)
        return [said for said in map(self._said.__getitem__, numbers) if said.person not in self.ignored]

    @property
    def hosting(self) -> bool:
        return self.info.host == self.info.you

    async def until(self, true: Callable[[RoomInfo], object]) -> RoomInfo:
        """The room as soon as something is true of it."""
        await self.wire.until(lambda: bool(true(self.info)))
        return self.info

    async def tables(self) -> AsyncIterator[Table]:
        """One game after another, each as soon as it is on: at one's own seat, or looking on. What one has entered is left when
        the next one is asked for."""
        played = set[str | None]()
        while True:
            info = await self.until(lambda info: info.playing and info.table not in played)
            played.add(info.table)
            async with self.table() as table:
                yield table

    def table(self) -> Table:
        """That of the game that is on, or of the last one."""
        if self.info.table is None:
            raise ClientError("no game has begun here")
        own = next((key for key in self.info.yours if key.table == self.info.table), None)
        return Table(self._address, self.info.table, None if own is None else SeatKey(own.seat, own.key))

    # ------------------------------------------------------------ what one does

    async def do(self, message: Any) -> None:
        """Any message of `muscade.server.rooms.protocol` that has an id; raises `Refusal`."""
        accepted = await self.wire.ask(message)
        await self.wire.until(lambda: self.info.version >= accepted.version or self.info.closed)

    async def sit(self, seat: Seat | None = None) -> None:
        """Take a seat, or the first that nobody has."""
        if seat is None:
            free = [place.seat for place in self.info.seats if place.person is None]
            if not free:
                raise ClientError("every seat is somebody's")
            seat = free[0]
        await self.do(Sit(new_id(), seat))

    async def stand(self) -> None:
        """Look on."""
        await self.do(Stand(new_id()))

    async def start(self) -> None:
        """The host: begin; bots sit in what is free."""
        await self.do(Start(new_id()))

    async def again(self, *, yes: bool = True) -> None:
        """One more game; it begins when everybody who sits and is here wants it. Waits until the one before is over."""
        await self.until(lambda info: not info.playing)
        try:
            await self.do(Again(new_id(), yes))
        except Refusal as refusal:
            # Somebody else was the last to want it, or the host has begun.
            if refusal.code != "playing":
                raise

    async def set_bot(self, seat: Seat, level: str | None) -> None:
        """The host: a bot of a level in a seat, or nobody."""
        await self.do(SetBot(new_id(), seat, level))

    async def choose(
        self,
        game: str,
        seats: int,
        options: Options | None = None,
        settings: TableSettings | None = None,
        level: str | None = None,
    ) -> None:
        """The host: what is played next."""
        settings = settings or TableSettings()
        await self.do(Choose(new_id(), game, seats, options or {}, settings, level))

    async def say(self, text: str) -> None:
        """Words of one's own, to everybody in the room."""
        await self.wire.ask(RoomSay(new_id(), text))

    async def say_phrase(self, phrase: int) -> None:
        """One of the quick phrases of the room's game, by its place in the catalogue."""
        await self.wire.ask(RoomPhrase(new_id(), phrase))

    async def leave(self) -> None:
        """Go for good."""
        await self.wire.ask(LeaveRoom(new_id()))


class Lobby(Place):
    """``rooms`` are those that are open, by their ids; ``here`` is how many look at the lobby."""

    def __init__(self, address: str, key: str | None) -> None:
        super().__init__()
        self.rooms: dict[str, OpenRoom] = {}
        self.here = 0
        self._address = address
        self._key = key
        self._fresh = True
        self._wish: Pair | None = None
        self._paired: Paired | None = None

    async def _connect(self) -> Wire[Any]:
        return Wire(f"{self._address}/ws/lobby", _LOBBY, self._hello, self._heard, LobbyInfo)

    def _hello(self) -> LobbyHello:
        self._fresh = True
        return LobbyHello(self._key)

    def _heard(self, message: Any) -> Pair | None:
        if isinstance(message, Paired):
            self._paired, self._wish = message, None
        elif isinstance(message, LobbyInfo):
            # The first one of a connection says all, and has forgotten what one looked for.
            fresh, self._fresh = self._fresh, False
            known = (
                {} if fresh else {name: room for name, room in self.rooms.items() if name not in message.gone}
            )
            self.rooms = known | {room.room: room for room in message.rooms}
            self.here = message.here
            return self._wish if fresh else None
        return None

    def _found(self) -> Paired | None:
        return self._paired

    async def pair(
        self, game: str, seats: int, options: Options | None = None, settings: TableSettings | None = None
    ) -> Paired:
        """Wait for others who want just the same: the room where they are, to be entered by `Client.room`."""
        self._paired = None
        wish = Pair(new_id(), game, seats, options or {}, settings or TableSettings())
        await self.wire.ask(wish)
        self._wish = wish
        try:
            while (paired := self._found()) is None:
                await self.wire.news()
        except asyncio.CancelledError:
            self._wish = None
            await self.wire.tell(Unpair(new_id()))
            raise
        return paired
