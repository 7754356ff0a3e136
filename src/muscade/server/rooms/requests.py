"""What is asked and answered over HTTP about people and rooms; `muscade.server.rooms.protocol` has what sockets carry."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from muscade.core import Options, Seat
from muscade.server.protocol import Name, RequestId, Secret, TableSettings
from muscade.server.rooms.protocol import LevelName, MyRoom, SeatTotal
from muscade.server.rooms.state import FoundBy

SHORTEST_CODE, LONGEST_CODE = 6, 16
"""Letters and digits of a code as somebody types it, with whatever stands between them."""

Portrait: TypeAlias = Literal[
    "circle",
    "ring",
    "half-circle",
    "triangle",
    "square",
    "diamond",
    "pentagon",
    "hexagon",
    "octagon",
    "star",
    "cross",
    "chevron",
]
"""Figures that the client draws."""
PORTRAITS: tuple[Portrait, ...] = get_args(Portrait)

# ---------------------------------------------------------------- HTTP: people


class MakePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people: a browser makes itself known, once."""

    name: Name
    portrait: Portrait
    id: RequestId
    """Asked again with the same id, the same person is meant, and the answer is the same."""


class PersonMade(msgspec.Struct, frozen=True):
    person: str
    """What others know one by."""
    key: str
    """The device's key, a secret: ``Authorization: Bearer <key>``, and in the ``hello`` of rooms and the lobby."""


class ChangePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PATCH /api/people/me, with the device's key: another name, another portrait. What is left out stays."""

    name: Name | None = None
    portrait: Portrait | None = None


class PersonInfo(msgspec.Struct, frozen=True):
    """The answer to ChangePerson."""

    person: str
    name: str
    portrait: str
    account: bool


class GameResults(msgspec.Struct, frozen=True):
    """How one's games of a kind ended."""

    game: str
    won: int
    drawn: int
    lost: int


class MyResult(msgspec.Struct, frozen=True):
    """How one game ended for one."""

    table: str
    game: str
    seat: Seat
    seats: int
    outcome: Literal["won", "drawn", "lost"]
    ended_at: int


class Me(msgspec.Struct, frozen=True):
    """GET /api/people/me, with the device's key."""

    person: str
    name: str
    portrait: str
    account: bool
    """The name is one's own; without an account anybody may use it."""
    rooms: tuple[MyRoom, ...]
    """The last used first."""
    results: tuple[GameResults, ...]
    games: tuple[MyResult, ...]
    """The last ones, the latest first."""


# ---------------------------------------------------------------- HTTP: friends


class AskFriendLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/friends/link, with the device's key: what one gives to those whom one wants for friends."""

    renew: bool = False
    """Another one; the one before is void."""


class FriendLink(msgspec.Struct, frozen=True):
    link: str
    """A secret; the link is ``/friend#<link>``, so that no server and no proxy gets to see it."""
    until: int
    """It makes friends until then."""


class UseFriendLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/friends/asked: whose link it is. POST /api/friends, with the device's key: one agrees."""

    link: Secret


class FriendAsked(msgspec.Struct, frozen=True):
    """Who asks to be one's friend."""

    person: str
    name: str
    account: bool
    """The name is theirs alone."""
    portrait: str
    you: bool
    friend: bool
    """They are friends."""


# ---------------------------------------------------------------- HTTP: rooms


class CreateRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms, with the device's key: whoever makes a room is its host and sits in its first seat."""

    game: str
    seats: SeatTotal
    options: Options = {}
    settings: TableSettings = TableSettings()
    level: LevelName | None = None
    """Of bots in seats that nobody takes; None: a usual one."""
    found_by: FoundBy = "lobby"
    start: bool = False
    """Begin at once, with bots in all other seats."""
    id: RequestId | None = None
    """Asked again with the same id, the same room is meant."""


class FindRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms/find: by the code that somebody said aloud; a room that opens by its link alone is not found."""

    code: Annotated[str, Meta(min_length=SHORTEST_CODE, max_length=LONGEST_CODE)]


class RoomFound(msgspec.Struct, frozen=True):
    room: str
    """Unguessable; the link is ``/room/<room>``."""
    code: str
    """Six letters and digits, to be said aloud; shown as ``ABC-DEF``."""
