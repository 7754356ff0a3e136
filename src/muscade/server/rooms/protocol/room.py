"""WebSocket /ws/rooms/<room>: what people say in a room, and what they hear there."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core import Options, Seat, Text
from muscade.server.protocol import (
    Accepted,
    Announcements,
    ClientMessage,
    DealNumber,
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
from muscade.server.rooms.protocol.types import (
    Commitment,
    FoundBy,
    LevelName,
    PersonId,
    SeatNumber,
    SeatTotal,
)

# ---------------------------------------------------------------- from the client


class Added(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for the next deal, and the commitment that one has seen of it."""

    number: DealNumber
    commitment: Commitment


class RoomHello(ClientMessage, frozen=True, tag="hello"):
    """The first message: who one is. Said again, the room learns one's new name and portrait."""

    key: Secret
    adds: Added | None = None
    """For those who were paired, whose game may begin at once; what does not fit is passed over."""


class AddNumber(ClientMessage, frozen=True, tag="number"):
    """Whoever sits: a number for the next deal, made at random after one has seen its commitment; one for each game."""

    id: MessageId
    number: DealNumber
    commitment: Commitment


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


class AgreeToRating(ClientMessage, frozen=True, tag="agree"):
    """Whoever sits: the games count for my rating as they are chosen now, or (without ``yes``) not. Sitting down says so too."""

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


class SetFoundBy(ClientMessage, frozen=True, tag="found-by"):
    """The host: whether the lobby shows the room, or its code opens it, or nothing does but its link."""

    id: MessageId
    way: FoundBy


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
    | AgreeToRating
    | AddNumber
    | RoomPhrase
    | RoomSay
    | Kick
    | HandOver
    | SetFoundBy
    | CloseRoom
    | LeaveRoom
    | Ping
)

# ---------------------------------------------------------------- from the server


class RoomPerson(msgspec.Struct, frozen=True):
    """Somebody in the room."""

    person: str
    name: str
    account: bool
    """The name is theirs alone; without an account anybody may use it."""
    portrait: str
    online: bool
    again: bool
    """Wants one more game."""
    added: bool
    """Has added a number to the next deal."""
    agreed: bool
    """Has agreed that games count for ratings as they are chosen now, where they may."""


class RoomSeat(msgspec.Struct, frozen=True):
    """A seat of the next game, or of the one that is on: a person's, a bot's of a level, or (neither) free."""

    seat: Seat
    person: str | None
    name: str | None
    """A bot has one once it plays."""
    account: bool
    """The name is that person's alone."""
    level: str | None
    portrait: str | None
    """That person's; nobody knows what those look like whom somebody has brought along."""


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
    found_by: FoundBy
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
    commitment: str
    """SHA-256 of the server's part of the next deal; whoever sits adds a number to it."""
    yours: tuple[RoomKey, ...]
    rated: bool
    """The game that is on, or the last one, counts for ratings."""


class RoomChat(ServerMessage, frozen=True, tag="chat"):
    """Somebody says something in the room: a quick phrase, in both languages, or words of their own."""

    number: int
    person: str
    name: str
    account: bool
    """The name was theirs alone when they said it."""
    audience: Literal["all", "watchers"]
    """``watchers``: said by somebody who looked on while a game was on."""
    phrase: int | None
    text: Text
    at: int


class IgnoredPerson(msgspec.Struct, frozen=True):
    """Somebody whose words one does not want to see; with ``block``, whom one does not want to meet."""

    person: str
    name: str
    portrait: str
    how: Literal["mute", "block"]
    since: int


class Ignored(ServerMessage, frozen=True, tag="ignored"):
    """Whose words not to show: in a room before everything else, and whenever it changes. The answer, too, to GET and POST
    /api/people/me/ignored."""

    people: tuple[IgnoredPerson, ...]


class RoomUnsaid(ServerMessage, frozen=True, tag="unsaid"):
    """These words are no more: whoever said them has deleted all they had here."""

    numbers: tuple[int, ...]


FromRoom: TypeAlias = RoomInfo | RoomChat | RoomUnsaid | Ignored | Announcements | Accepted | Refused | Pong
