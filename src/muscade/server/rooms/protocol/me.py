"""WebSocket /ws/me: what waits for somebody in their rooms, and where their friends are."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from muscade.core import Seat
from muscade.server.protocol import (
    Announcements,
    ClientMessage,
    Ping,
    Pong,
    Refused,
    Secret,
    ServerMessage,
)


class MeHello(ClientMessage, frozen=True, tag="hello"):
    """The first message: who one is."""

    key: Secret


FromMeClient: TypeAlias = MeHello | Ping


class MyRoom(msgspec.Struct, frozen=True):
    """A room one has been in and not left."""

    room: str
    code: str
    game: str
    host: str
    """The host's name."""
    people: tuple[str, ...]
    """The names of everybody in it."""
    number: int
    playing: bool
    table: str | None
    seats: tuple[Seat, ...]
    """One's own at the table of the game that is on."""
    turn: bool
    """The game waits for one of these seats."""
    wanted: Literal["move", "draw", "again", "start", "come"] | None
    """What one is waited for: to move, to answer an offer of a draw, to play once more, to begin as the host, or, where one
    was paired, to come."""
    here: tuple[str, ...]
    """The names of others who are there now; as far as this server knows, over HTTP."""
    used_at: int


class MyNews(ServerMessage, frozen=True, tag="me"):
    """What has changed in one's rooms, at most once a second; the first one says all."""

    rooms: tuple[MyRoom, ...]
    """New, or changed."""
    gone: tuple[str, ...]
    """Rooms that are one's own no more."""


class FriendRoom(msgspec.Struct, frozen=True):
    """An open room in which a friend is, and where one may come in."""

    room: str
    game: str
    playing: bool
    seats: int
    seated: int
    """By people."""


class Friend(msgspec.Struct, frozen=True):
    """A friend, and where they are."""

    person: str
    name: str
    account: bool
    """The name is theirs alone."""
    portrait: str
    online: bool
    rooms: tuple[FriendRoom, ...]


class FriendsInfo(ServerMessage, frozen=True, tag="friends"):
    """All of one's friends: sent after hello, and again when anything of it changes, at most once a second."""

    friends: tuple[Friend, ...]


FromMe: TypeAlias = MyNews | FriendsInfo | Announcements | Refused | Pong
