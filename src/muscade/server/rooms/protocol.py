"""The messages between server and client in a room and in the lobby, on a WebSocket each.

`muscade.server.rooms.requests` has what HTTP carries, and `muscade.server.protocol` the messages of a table. Every message
that changes something has an id: sent again with the same id, it changes nothing more, and the answer is the same.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core import Options, Seat, Text
from muscade.server.protocol import (
    Accepted,
    ClientMessage,
    MessageId,
    Name,
    Ping,
    Pong,
    Refused,
    Says,
    Secret,
    ServerMessage,
    TableSettings,
)

MOST_SEATS = 12

PersonId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
SeatTotal = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
LevelName = Annotated[str, Meta(min_length=1, max_length=64)]

# ---------------------------------------------------------------- WebSocket /ws/rooms/<room>: from the client


class RoomHello(ClientMessage, frozen=True, tag="hello"):
    """The first message: who one is. Said again, the room learns one's new name and portrait."""

    key: Secret


class Sit(ClientMessage, frozen=True, tag="sit"):
    """Take a seat that is free, or a bot's; also in the middle of a game."""

    id: MessageId
    seat: SeatNumber
    also: bool = False
    """Beside the seats one has, for somebody else at the same screen."""
    name: Name | None = None
    """Of that somebody else."""


class Stand(ClientMessage, frozen=True, tag="stand"):
    """Give up a seat, or (None) all of one's own, to look on."""

    id: MessageId
    seat: SeatNumber | None = None


class SetBot(ClientMessage, frozen=True, tag="bot"):
    """The host: a bot of a level in a seat, or (None) nobody."""

    id: MessageId
    seat: SeatNumber
    level: LevelName | None


class Choose(ClientMessage, frozen=True, tag="choose"):
    """The host: what is played next."""

    id: MessageId
    game: str
    seats: SeatTotal
    options: Options = msgspec.field(default_factory=dict)
    settings: TableSettings = TableSettings()
    level: LevelName | None = None


class Start(ClientMessage, frozen=True, tag="start"):
    """The host: begin; bots sit in what is free."""

    id: MessageId


class Again(ClientMessage, frozen=True, tag="again"):
    """One more game, or not: then one stands up. It begins when everybody who sits and is here wants it."""

    id: MessageId
    yes: bool


class RoomPhrase(ClientMessage, frozen=True, tag="phrase"):
    """One of the quick phrases of the room's game, by its place in the catalogue."""

    id: MessageId
    phrase: Annotated[int, Meta(ge=0, le=63)]


class RoomSay(ClientMessage, frozen=True, tag="say"):
    """Words of one's own. What somebody says who looks on is not shown to players while their game is on."""

    id: MessageId
    text: Says


class Kick(ClientMessage, frozen=True, tag="kick"):
    """The host: somebody has to go, and cannot come back; a bot takes their seat."""

    id: MessageId
    person: PersonId


class HandOver(ClientMessage, frozen=True, tag="hand-over"):
    """The host: somebody else is from now on."""

    id: MessageId
    person: PersonId


class SetPrivate(ClientMessage, frozen=True, tag="private"):
    """The host: whether the lobby shows the room and its code opens it. The link always does."""

    id: MessageId
    private: bool


class CloseRoom(ClientMessage, frozen=True, tag="close"):
    """The host: the room is over for everybody. A game that is on goes on at its table."""

    id: MessageId


class LeaveRoom(ClientMessage, frozen=True, tag="leave"):
    """Go for good. A seat in a game that is on is kept until it is over; whoever comes back before has it again."""

    id: MessageId


FromRoomClient: TypeAlias = (
    RoomHello
    | Sit
    | Stand
    | SetBot
    | Choose
    | Start
    | Again
    | RoomPhrase
    | RoomSay
    | Kick
    | HandOver
    | SetPrivate
    | CloseRoom
    | LeaveRoom
    | Ping
)

# ---------------------------------------------------------------- WebSocket /ws/rooms/<room>: from the server


class RoomPerson(msgspec.Struct, frozen=True):
    """Somebody in the room."""

    person: str
    name: str
    portrait: str
    online: bool
    again: bool
    """Wants one more game."""


class RoomSeat(msgspec.Struct, frozen=True):
    """A seat of the next game, or of the one that is on: a person's, a bot's of a level, or (neither) free."""

    seat: Seat
    person: str | None
    name: str | None
    level: str | None


class RoomKey(msgspec.Struct, frozen=True):
    """The key of one's own seat at a table: for the ``hello`` of ``/ws/<table>``. Told to nobody else."""

    table: str
    seat: Seat
    key: str


class RoomInfo(ServerMessage, frozen=True, tag="room"):
    """The room as it is now: sent after hello, and again whenever anything of it changes."""

    room: str
    code: str
    version: int
    game: str
    options: Options
    settings: TableSettings
    level: str
    """Of bots in seats that nobody takes."""
    host: str
    """A person."""
    you: str
    """The person one is oneself."""
    private: bool
    closed: bool
    people: tuple[RoomPerson, ...]
    """In the order in which they came; whoever has no seat looks on."""
    seats: tuple[RoomSeat, ...]
    number: int
    """How many games were begun here."""
    playing: bool
    table: str | None
    """Of the game that is on, or of the last one."""
    players: tuple[RoomSeat, ...]
    """Who sits, or sat, at that table."""
    begins_full: bool
    """The game begins by itself when all seats are taken by people who are here."""
    yours: tuple[RoomKey, ...]


class RoomChat(ServerMessage, frozen=True, tag="chat"):
    """Somebody says something in the room: a quick phrase, in both languages, or words of their own."""

    number: int
    person: str
    name: str
    audience: Literal["all", "watchers"]
    """``watchers``: said by somebody who looked on while a game was on."""
    phrase: int | None
    text: Text
    at: int


FromRoom: TypeAlias = RoomInfo | RoomChat | Accepted | Refused | Pong

# ---------------------------------------------------------------- WebSocket /ws/lobby


class LobbyHello(ClientMessage, frozen=True, tag="hello"):
    """The first message. To look around one need not be anybody; to be paired one does."""

    key: Secret | None = None


class Pair(ClientMessage, frozen=True, tag="pair"):
    """Find others who want just the same game; in the place of what one wanted before. It lasts as long as the connection."""

    id: MessageId
    game: str
    seats: SeatTotal
    options: Options = msgspec.field(default_factory=dict)
    settings: TableSettings = TableSettings()


class Unpair(ClientMessage, frozen=True, tag="unpair"):
    """One does not want to be paired any more."""

    id: MessageId


FromLobbyClient: TypeAlias = LobbyHello | Pair | Unpair | Ping


class OpenRoom(msgspec.Struct, frozen=True):
    """A room that is not private and has somebody in it: one may sit down where a seat is free or a bot's, or watch."""

    room: str
    game: str
    options: Options
    settings: TableSettings
    level: str
    host: str
    """The host's name."""
    portrait: str
    """The host's."""
    people: int
    seats: int
    seated: int
    """By people."""
    playing: bool
    wanted: bool
    """Those in it wait to be paired with others who want the same."""
    created_at: int


class LobbyInfo(ServerMessage, frozen=True, tag="lobby"):
    """What has changed in the lobby, at most once a second; the first one says all."""

    rooms: tuple[OpenRoom, ...]
    """New, or changed."""
    gone: tuple[str, ...]
    """Rooms that are not open any more."""
    here: int
    """How many look at the lobby at this server."""


class Paired(ServerMessage, frozen=True, tag="paired"):
    """Others want the same: go to this room, where the game begins as soon as everybody has come."""

    room: str


FromLobby: TypeAlias = LobbyInfo | Paired | Accepted | Refused | Pong
