"""WebSocket /ws/lobby: open rooms, and being paired with others."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from muscade.core import Options
from muscade.server.protocol import (
    Accepted,
    Announcements,
    ClientMessage,
    MessageId,
    Ping,
    Pong,
    Refused,
    Secret,
    ServerMessage,
    TableSettings,
)
from muscade.server.rooms.protocol.types import SeatTotal


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


class Face(msgspec.Struct, frozen=True):
    """Somebody in a room, as others know them."""

    person: str
    name: str
    portrait: str


class OpenRoom(msgspec.Struct, frozen=True):
    """A room that may be found in the lobby and has somebody in it: one may sit down where a seat is free or a bot's, or watch."""

    room: str
    game: str
    options: Options
    settings: TableSettings
    level: str
    host: str
    """The host's name."""
    account: bool
    """It is the host's alone."""
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
    faces: tuple[Face, ...]
    """Of those who are in it, the host first; some of them, where there are many."""


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
    people: tuple[str, ...]
    """The names of the others."""
    commitment: str
    """Of the deal there: so that one may add a number as one comes."""


FromLobby: TypeAlias = LobbyInfo | Paired | Announcements | Accepted | Refused | Pong
