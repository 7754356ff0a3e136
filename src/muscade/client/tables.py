"""A table: watching it, or playing there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from muscade.client.errors import ClientError
from muscade.client.places import Place
from muscade.client.wire import Wire, new_id
from muscade.core import Event, Move, Outcome, Seat, SeenEvent, UnknownGame, View
from muscade.core import game as find_game
from muscade.core.moves import Seen, Sights
from muscade.core.words import RESIGN, is_word
from muscade.server.protocol import (
    Accepted,
    Announcements,
    Chat,
    Echo,
    Equipment,
    Hello,
    LagsMessage,
    MakeMove,
    Pong,
    Probe,
    Refused,
    SayPhrase,
    SayText,
    ServerMessage,
    TableInfo,
    WatchersMessage,
)
from muscade.server.requests import SeatKey

V = TypeVar("V", bound=View)


class Told(ServerMessage, frozen=True, tag="update"):
    """An update as it comes; what its view is, the game says."""

    version: int
    seat: Seat | None
    events: tuple[SeenEvent, ...]
    view: msgspec.Raw
    moves: tuple[str, ...]
    now: int
    deadline: int | None
    clocks: tuple[int | None, ...] | None = None


_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
    TableInfo
    | Equipment
    | Told
    | Accepted
    | Refused
    | Chat
    | LagsMessage
    | WatchersMessage
    | Announcements
    | Probe
    | Pong
)


class Update(Generic[V]):
    """The table as one sees it: ``view`` is the game's own, with all that one has seen in its ``history``; ``moves`` is what one may
    do now, in notation."""

    __slots__ = ("events", "moves", "told", "version", "view")

    def __init__(self, told: Told, view: V) -> None:
        self.told = told
        """With what else there is: deadlines and clocks."""
        self.version = told.version
        self.events = told.events
        """What has happened since the update before."""
        self.view = view
        self.moves = told.moves

    def __repr__(self) -> str:
        return f"<Update {self.version}: {len(self.moves)} moves>"


class Table(Place):
    """Entered by ``async with``. ``info`` is who sits where, ``update`` the game as it is now, ``chat`` what was said."""

    info: TableInfo
    update: Update[Any]

    def __init__(self, address: str, table: str, key: SeatKey | None = None, name: str | None = None) -> None:
        super().__init__()
        self.id = table
        self.seat = None if key is None else key.seat
        """None: one looks on."""
        self.chat: list[Chat] = []
        self.equipment: Any = None
        self._address = f"{address}/ws/{quote(table, safe='')}"
        self._keys = () if key is None else (key.key,)
        self._name = name
        self._history = Sights()
        self._version = 0

    async def _connect(self) -> Wire[Any]:
        return Wire(self._address, _DECODER, self._hello, self._heard, Told)

    # ------------------------------------------------------------ looking on

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        found: Outcome | None = self.update.view.outcome
        return found

    async def updates(self) -> AsyncIterator[Update[Any]]:
        """The newest, whenever the game has moved on, to its end; whoever is slow misses some between."""
        seen = -1
        while True:
            if self.update.version > seen:
                seen = self.update.version
                yield self.update
            elif self.outcome is not None:
                return
            else:
                await self.wire.news()

    async def turns(self) -> AsyncIterator[Update[Any]]:
        """The newest, whenever there is something to do for one's seat; ends with the game."""
        async for update in self.updates():
            if update.moves:
                yield update

    async def over(self) -> Outcome:
        """Until the game has ended."""
        await self.wire.until(lambda: self.outcome is not None)
        assert self.outcome is not None
        return self.outcome

    # ------------------------------------------------------------ playing and talking

    async def play(self, move: Move | str, *, version: int | None = None) -> int:
        """Make a move, or say a word of the table such as ``"/draw"``; the event it has become. Raises `Refusal`.

        ``version`` is the one that one has decided on: the newest, unless one says otherwise.
        """
        notation = move if isinstance(move, str) else move.notation
        seen = self.update.version if version is None else version
        message = MakeMove(new_id(), self._own_seat(), notation, 0 if is_word(notation) else seen)
        return (await self.wire.ask(message)).version

    async def resign(self) -> None:
        """Give up."""
        await self.play(RESIGN)

    async def say(self, text: str) -> None:
        """Words of one's own, where the table allows them."""
        await self.wire.ask(SayText(new_id(), self._own_seat(), text))

    async def say_phrase(self, phrase: int) -> None:
        """One of the game's quick phrases, by its place in the catalogue."""
        await self.wire.ask(SayPhrase(new_id(), self._own_seat(), phrase))

    def _own_seat(self) -> Seat:
        if self.seat is None:
            raise ClientError("whoever looks on has no seat to play or to speak from")
        return self.seat

    # ------------------------------------------------------------ hearing

    def _hello(self) -> Hello:
        return Hello(self._keys, self.seat, self._version, self._name)

    def _heard(self, message: Any) -> msgspec.Struct | None:
        match message:
            case TableInfo():
                self.info = message
            case Told():
                self._follow(message)
            case Equipment():
                self.equipment = message.equipment
            case Chat():
                if all(message.number != said.number for said in self.chat):
                    self.chat.append(message)
            case Probe():
                return Echo(message.nonce)
            case Refused(code="version"):
                # Its database was replaced by an older one: all of it anew.
                self._history, self._version = Sights(), 0
                return self._hello()
        return None

    def _follow(self, told: Told) -> None:
        """What was seen before a break is not told again."""
        for event in told.events:
            if event.version > self._version and not is_word(event.move):
                self._history.append(Event(event.seat, event.move, event.shown))
        self._version = max(told.version, self._version)
        view = msgspec.json.decode(told.view, type=view_type(self.info.game))
        self.update = Update(told, msgspec.structs.replace(view, history=Seen(self._history)))


def view_type(game: str) -> type[View]:
    """What a seat of a game sees; of a game that is not installed here, what all games have."""
    try:
        return find_game(game).view_type
    except UnknownGame:
        return View
